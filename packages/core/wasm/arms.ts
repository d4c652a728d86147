/** Vectors of two numbers, for direct-passes.ts. */

import { COS, SIN } from './layout';

export function swapped(a: v128): v128 {
  return v128.shuffle<f64>(a, a, 1, 0);
}

/** [−y, x] */
export function turnedLeft(a: v128): v128 {
  return v128.xor(swapped(a), f64x2(-0.0, 0.0));
}

/** A local place, and the same turned left, in the pose at `pose`. */
export function arm(pose: usize, local: v128, left: v128): v128 {
  return f64x2.add(f64x2.mul(v128.load64_splat(pose, COS), local), f64x2.mul(v128.load64_splat(pose, SIN), left));
}

/** a₀ b₀ + a₁ b₁ */
export function dot(a: v128, b: v128): f64 {
  const terms = f64x2.mul(a, b);
  return f64x2.extract_lane(terms, 0) + f64x2.extract_lane(terms, 1);
}

/** a₀ b₀ − a₁ b₁ */
export function cross(a: v128, b: v128): f64 {
  const terms = f64x2.mul(a, b);
  return f64x2.extract_lane(terms, 0) - f64x2.extract_lane(terms, 1);
}
