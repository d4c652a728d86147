import { ARC_C, ARC_S, INV_INERTIA, OMEGA, VX, VY } from '../../body/body-store';
import { ARM_AX, ARM_AY, ARM_BX, ARM_BY, GAP_X, GAP_Y } from '../../joint/batch/record';
import { LOCK, LOCK_CAPPED, MOTOR, MOTOR_CAPPED, WRAPPED } from '../laws/law-fields';
import { limitPull, pull } from './most-pull';
import { I11, I12, I22, P_IMPULSE_X, P_IMPULSE_Y, P_SHARE_A, P_SHARE_B } from './point-fields';
import { EFFECTIVE_MASS, FLAGS, INVERSE_MASS, RATE } from '../scalar';
import type { StepContext } from '../step-context';

/**
 * The angle of a hinge is solved before its point, and what the point does to hold its anchors together turns the bodies back: a motor on a
 * lever would turn too fast, and a weld take half as much again as its load, until warm starts have made up for it. So its row is that of Schur's complement:
 * the rate as the point will leave it, and by how much less it gives way,
 *
 *   K' = K − m·c I cᵀ,   rate' = rate + c·P,
 *
 * with I the inverse of the point's K, c what an impulse of it does to the rate, P the impulse it would give now, and m how soft both are.
 */

/** Below this share of K the point leaves the angle nothing to turn: their masses contradict each other. */
const LEAST_SHARE = 1e-6;

/** True of an angle that has a rigid lock or a motor by speed alone: it holds a rate, whatever its price. */
export function holdsRate(flags: number): boolean {
  const laws = flags & ~(LOCK_CAPPED | MOTOR_CAPPED | WRAPPED);
  return laws === LOCK || laws === MOTOR;
}

/**
 * Writes to the angle at `o` the rate and the effective mass that it has with the rigid point at `point`, whose laws are at `pointLaw`, and to
 * `ctx.impulseScale` the share that its lock gives back of its impulse then.
 */
export function foresee(
  d: Float64Array,
  r: number,
  o: number,
  w: Float64Array,
  point: number,
  pointLaw: number,
  v: Float64Array,
  a: number,
  b: number,
  ctx: StepContext,
): void {
  const { relax, perSecond } = ctx;
  const massScale = relax ? 1 : ctx.massScale;
  const impulseScale = relax ? 0 : ctx.impulseScale;
  const wA = v[a + OMEGA];
  const wB = v[b + OMEGA];
  const iA = v[a + INV_INERTIA];
  const iB = v[b + INV_INERTIA];
  const gapX = d[r + GAP_X];
  const gapY = d[r + GAP_Y];
  const armAx = d[r + ARM_AX];
  const armAy = d[r + ARM_AY];
  const armBx = d[r + ARM_BX];
  const armBy = d[r + ARM_BY];
  const ofA = w[pointLaw + P_SHARE_A];
  const ofB = w[pointLaw + P_SHARE_B];
  const rAx = armAx + gapX * ofA;
  const rAy = armAy + gapY * ofA;
  const rBx = armBx - gapX * ofB;
  const rBy = armBy - gapY * ofB;
  const i11 = d[point + I11];
  const i12 = d[point + I12];
  const i22 = d[point + I22];
  const cX = -iB * rBy - iA * rAy;
  const cY = iB * rBx + iA * rAx;
  const k = d[o + INVERSE_MASS];
  const softness = ((d[o + FLAGS] | 0) & MOTOR) === 0 ? massScale * massScale : massScale;
  const left = k - softness * (i11 * cX * cX + 2 * i12 * cX * cY + i22 * cY * cY);
  if (left < LEAST_SHARE * k) return;

  let rateX = v[b + VX] - wB * rBy - v[a + VX] + wA * rAy;
  let rateY = v[b + VY] + wB * rBx - v[a + VY] - wA * rAx;
  if (!relax) {
    pull[0] = gapX * ctx.biasRate;
    pull[1] = gapY * ctx.biasRate;
    limitPull(d, r, point, ctx);
    rateX +=
      pull[0] + (v[b + ARC_C] * armBx - v[b + ARC_S] * armBy - v[a + ARC_C] * armAx + v[a + ARC_S] * armAy) * perSecond;
    rateY +=
      pull[1] + (v[b + ARC_S] * armBx + v[b + ARC_C] * armBy - v[a + ARC_S] * armAx - v[a + ARC_C] * armAy) * perSecond;
  }
  const px = -massScale * (i11 * rateX + i12 * rateY) - impulseScale * d[point + P_IMPULSE_X];
  const py = -massScale * (i12 * rateX + i22 * rateY) - impulseScale * d[point + P_IMPULSE_Y];
  d[o + RATE] += cX * px + cY * py;
  d[o + EFFECTIVE_MASS] = 1 / left;
  ctx.impulseScale *= k / left;
}
