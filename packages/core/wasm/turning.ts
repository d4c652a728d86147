/** The trigonometry of src/math/trig.ts, of two angles at a time: the same operations in the same order. For body-passes.ts and turn-passes.ts. */

import { COS } from './layout';

/** atan(k/8), k = 0…8. */
const ATAN_EIGHTHS: usize = memory.data<f64>([
  0, 0.12435499454676144, 0.24497866312686414, 0.35877067027057225, 0.4636476090008061, 0.5585993153435624,
  0.6435011087932844, 0.7188299996216245, 0.7853981633974483,
]);
// prettier-ignore
/** Constants of both lanes: V8 would make each anew in a register wherever it is used. */
const NUMBERS: usize = memory.data<f64>([
  0.5, 1, 2, 8, 0.125, 1.0 / 16, 4, 0.25, 1.57079632679489661923,
  -1.0 / 3, 1.0 / 5, -1.0 / 7, 1.0 / 9, -1.0 / 11, 1.0 / 13,
  0.63661977236758134308, 1.57079632673412561417, 6.0771005063039659766e-11, 2.02226624879595063154e-21,
  -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800, 1.0 / 6227020800, -1.0 / 1307674368000, 1.0 / 355687428096000,
  1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600, -1.0 / 87178291200, 1.0 / 20922789888000,
]);
const HALF: usize = NUMBERS,
  ONE: usize = NUMBERS + 8,
  TWO: usize = NUMBERS + 16,
  EIGHT: usize = NUMBERS + 24,
  EIGHTH: usize = NUMBERS + 32,
  SIXTEENTH: usize = NUMBERS + 40,
  FOUR: usize = NUMBERS + 48,
  QUARTER: usize = NUMBERS + 56,
  QUARTER_TURN: usize = NUMBERS + 64,
  ARC_TANGENT: usize = NUMBERS + 72,
  QUARTERS: usize = NUMBERS + 120,
  SINE: usize = NUMBERS + 152,
  COSINE: usize = NUMBERS + 216;

/** Of the table above, in both lanes. */
function both(at: usize): v128 {
  return v128.load64_splat(at);
}

export function half(x: v128): v128 {
  return f64x2.mul(x, both(HALF));
}

export function twice(x: v128): v128 {
  return f64x2.mul(x, both(TWO));
}

/** trig.ts, atanAt and arcTangentOfUnit. */
export function arcTangents(x: v128): v128 {
  const size = f64x2.abs(x);
  const one = both(ONE);
  const isSteep = f64x2.gt(size, one);
  let unit = size;
  if (v128.any_true(isSteep)) unit = v128.bitselect(f64x2.div(one, size), size, isSteep);
  let t = unit;
  let nearest = f64x2.splat(0);
  const isFar = f64x2.ge(unit, both(SIXTEENTH));
  if (v128.any_true(isFar)) {
    const k = v128.and(f64x2.floor(f64x2.add(f64x2.mul(unit, both(EIGHT)), both(HALF))), isFar);
    const c = f64x2.mul(k, both(EIGHTH));
    t = f64x2.div(f64x2.sub(unit, c), f64x2.add(one, f64x2.mul(unit, c)));
    nearest = f64x2(eighth(f64x2.extract_lane(k, 0)), eighth(f64x2.extract_lane(k, 1)));
  }
  const z = f64x2.mul(t, t);
  const z2 = f64x2.mul(z, z);
  const rest = f64x2.add(line(ARC_TANGENT + 16, z), f64x2.mul(z2, line(ARC_TANGENT + 32, z)));
  const sum = f64x2.add(line(ARC_TANGENT, z), f64x2.mul(z2, rest));
  const arc = f64x2.add(nearest, f64x2.add(t, f64x2.mul(f64x2.mul(t, z), sum)));
  const angle = v128.bitselect(f64x2.sub(both(QUARTER_TURN), arc), arc, isSteep);
  return v128.xor(angle, v128.and(x, f64x2.splat(-0.0)));
}

/** Arc tangent of k/8. */
function eighth(k: f64): f64 {
  return load<f64>(ATAN_EIGHTHS + ((k as i32 as usize) << 3));
}

/** trig.ts, cosSin, of two angles to two poses. */
export function writeTurns(angle: v128, pose: usize, other: usize): void {
  const k = f64x2.floor(f64x2.add(f64x2.mul(angle, both(QUARTERS)), both(HALF)));
  const first = f64x2.sub(angle, f64x2.mul(k, both(QUARTERS + 8)));
  const second = f64x2.sub(first, f64x2.mul(k, both(QUARTERS + 16)));
  const x = f64x2.sub(second, f64x2.mul(k, both(QUARTERS + 24)));
  const z = f64x2.mul(x, x);
  const z2 = f64x2.mul(z, z);
  const z4 = f64x2.mul(z2, z2);
  // −1/6 + z/120 + z²(−1/5040 + z/362880) + z⁴(…), from the left
  const s = f64x2.add(
    x,
    f64x2.mul(
      f64x2.mul(x, z),
      f64x2.add(
        f64x2.add(line(SINE, z), f64x2.mul(z2, line(SINE + 16, z))),
        f64x2.mul(z4, f64x2.add(line(SINE + 32, z), f64x2.mul(z2, line(SINE + 48, z)))),
      ),
    ),
  );
  const c = f64x2.add(
    f64x2.sub(both(ONE), half(z)),
    f64x2.mul(
      z2,
      f64x2.add(
        f64x2.add(line(COSINE, z), f64x2.mul(z2, line(COSINE + 16, z))),
        f64x2.mul(z4, f64x2.add(line(COSINE + 32, z), f64x2.mul(z2, both(COSINE + 48)))),
      ),
    ),
  );
  // Turned by k right angles, without a branch that nobody foresees.
  const quarter = f64x2.sub(k, f64x2.mul(both(FOUR), f64x2.floor(f64x2.mul(both(QUARTER), k))));
  const isFirst = f64x2.eq(quarter, both(ONE));
  const isOver = f64x2.ge(quarter, both(TWO));
  const isThird = f64x2.gt(quarter, both(TWO));
  const isAcross = v128.or(isFirst, isThird);
  const isBack = v128.xor(v128.or(isFirst, isOver), isThird);
  const sign = f64x2.splat(-0.0);
  const cos = v128.xor(v128.bitselect(s, c, isAcross), v128.and(sign, isBack));
  const sin = v128.xor(v128.bitselect(c, s, isAcross), v128.and(sign, isOver));
  v128.store(pose, v128.shuffle<f64>(cos, sin, 0, 2), COS);
  v128.store(other, v128.shuffle<f64>(cos, sin, 1, 3), COS);
}

/** a + b z of two numbers of the table. */
function line(at: usize, z: v128): v128 {
  return f64x2.add(both(at), f64x2.mul(z, both(at + 8)));
}
