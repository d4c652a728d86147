/** What is next to nothing, as src/state/bounds.ts has it. */

const LEAST_INCREMENT: f64 = 1e-60;

export function hasTiny(x: v128): bool {
  return v128.any_true(f64x2.lt(f64x2.abs(x), f64x2.splat(LEAST_INCREMENT)));
}

/** Each number that is next to nothing becomes 0. */
export function withoutTiny(x: v128): v128 {
  return v128.andnot(x, f64x2.lt(f64x2.abs(x), f64x2.splat(LEAST_INCREMENT)));
}
