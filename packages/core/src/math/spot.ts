/**
 * Offsets in the numbers of a place on a path: point, first and second derivative by the parameter; that parameter, and the arc length up to
 * it. Parameters are handed to functions in it, and lengths from them: as doubles they would be allocated.
 */
export const AT_X = 0,
  AT_Y = 1,
  D_X = 2,
  D_Y = 3,
  DD_X = 4,
  DD_Y = 5,
  AT_T = 6,
  AT_S = 7,
  SPOT_SIZE = 8;
