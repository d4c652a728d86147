/** Nodes and weights of Gauss-Legendre quadrature with 8 points on [−1, 1], the positive half; the other half mirrors it. */
export const NODES = [0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363] as const;
export const WEIGHTS = [0.362683783378362, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763] as const;
