/** Two numbers at a time: x and y, or cos and sin. */

// prettier-ignore
/** Constants of both lanes: V8 would make each anew in a register wherever it is used. */
export const PAIRS: usize = memory.data<f64>([
  -0.0, 0.0, 0.0, -0.0,
  -1.0 / 2, -1.0 / 6, 1.0 / 24, 1.0 / 120, -1.0 / 720, -1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800,
  1.0 / 24, -1.0 / 6, -1.0 / 720, 1.0 / 120, 1.0 / 40320, -1.0 / 5040, -1.0 / 3628800, 1.0 / 362880,
  1.0 / 479001600, -1.0 / 39916800, -1.0 / 87178291200, 1.0 / 6227020800, 1.0 / 20922789888000, -1.0 / 1307674368000,
  0.0, 1.0 / 355687428096000,
], 16);

export function swapped(a: v128): v128 {
  return v128.shuffle<f64>(a, a, 1, 0);
}

/** [−y, x] */
export function turnedLeft(a: v128): v128 {
  return v128.xor(swapped(a), v128.load(PAIRS, 0));
}

/** [y, −x] */
export function turnedRight(a: v128): v128 {
  return v128.xor(swapped(a), v128.load(PAIRS, 16));
}

export function sum(a: v128): f64 {
  return f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1);
}

export function square(a: v128): f64 {
  return sum(f64x2.mul(a, a));
}

/** The sums of two pairs. */
export function sums(a: v128, b: v128): v128 {
  return f64x2.add(v128.shuffle<f64>(a, b, 0, 2), v128.shuffle<f64>(a, b, 1, 3));
}
