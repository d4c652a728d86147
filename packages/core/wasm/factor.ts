/** How the factor of an island lies in memory, as src/direct/factor/factor-plan.ts plans it. */

/** Kernels, as in src/direct/factor/factor-plan.ts. */
export const LINK: u8 = 1,
  TWOS: u8 = 2,
  THREES: u8 = 3;

/** Bytes of the rows of a column of three that are not only zeros. */
export function rowsOf(narrow: usize, c: i32): usize {
  return load<u8>(narrow + (c as usize)) === 1 ? 48 : 72;
}

/** Of two rows of three the numbers at `at` and below it. */
export function pairAt(at: usize): v128 {
  return v128.load64_lane(at, v128.load64_zero(at), 1, 24);
}
