/** Numbers of a view may be NaN or infinite: what is drawn in their place. */

export function orZero(x: number): number {
  return Number.isFinite(x) ? x : 0;
}

/** NaN becomes the lower bound. */
export function clamp(x: number, lower: number, upper: number): number {
  return x > lower ? (x < upper ? x : upper) : lower;
}
