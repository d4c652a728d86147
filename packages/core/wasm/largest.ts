/** The largest of many numbers, two at a time. */

/**
 * The largest of `largest` and `x`, lane by lane, in one instruction, where `f64x2.max` is a chain of eight; it forgets what is no number,
 * which `lost` keeps.
 */
export function larger(largest: v128, x: v128): v128 {
  return f64x2.pmax(largest, x);
}

/** Ones in each lane where `x`, or one before it, was no number. */
export function alsoLost(lost: v128, x: v128): v128 {
  return v128.or(lost, f64x2.ne(x, x));
}

/** The larger of both lanes; no number where one was lost. */
export function largestOf(largest: v128, lost: v128): f64 {
  const both = v128.or(largest, lost);
  return max<f64>(f64x2.extract_lane(both, 0), f64x2.extract_lane(both, 1));
}
