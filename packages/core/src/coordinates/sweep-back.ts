import { ARC_C, ARC_S, INV_INERTIA, INV_MASS, OMEGA, VX, VY } from '../body/body-store';
import { ARM_AX, ARM_AY, ARM_BX, ARM_BY, GAP_X, GAP_Y, MAX_CORRECTION, NOW_X, NOW_Y } from '../joint/record';
import type { CoordinateRecords, CoordinateUnit } from './coordinate';
import { LOCK, NOT_PLAIN } from './law-fields';
import { I11, I12, I22, P_FLAGS, P_IMPULSE_X, P_IMPULSE_Y } from './point-fields';
import { ARC, EFFECTIVE_MASS, FLAGS, LOCK_IMPULSE, SA, SB, TARGET, UX, UY, VALUE } from './scalar';
import type { StepContext } from './step-context';

/**
 * Rigid locks solved once more before a pass, from the last joint to the first: with the pass itself one symmetric sweep of Gauss–Seidel,
 * whose errors neither turn nor change their sign. What they give is booked by the pass that follows.
 */

/** Of the point of the joint in slot `j`. */
export function sweepPointBack(
  batch: CoordinateRecords,
  j: number,
  at: number,
  v: Float64Array,
  ctx: StepContext,
): void {
  const { rows: d, bodies, stride, ease, plainPoint } = batch;
  const { h, relax } = ctx;
  const massScale = relax ? 1 : ctx.massScale;
  const impulseScale = relax ? 0 : ctx.impulseScale;
  const r = j * stride;
  const o = r + at;
  if (d[o + P_FLAGS] !== LOCK) return;
  const a = bodies[2 * j];
  const b = bodies[2 * j + 1];
  const cx = d[r + GAP_X];
  const cy = d[r + GAP_Y];
  const tAx = d[r + ARM_AX];
  const tAy = d[r + ARM_AY];
  const tBx = d[r + ARM_BX];
  const tBy = d[r + ARM_BY];
  const rAx = tAx + cx / 2;
  const rAy = tAy + cy / 2;
  const rBx = tBx - cx / 2;
  const rBy = tBy - cy / 2;
  let rateX = v[b + VX] - v[b + OMEGA] * rBy - v[a + VX] + v[a + OMEGA] * rAy;
  let rateY = v[b + VY] + v[b + OMEGA] * rBx - v[a + VY] - v[a + OMEGA] * rAx;
  if (!relax) {
    const biasRate = ctx.biasRate * ease[j];
    const most = d[r + MAX_CORRECTION];
    const pull = biasRate * Math.sqrt(cx * cx + cy * cy);
    const bias = pull > most ? (biasRate * most) / pull : biasRate;
    rateX += bias * cx + (v[b + ARC_C] * tBx - v[b + ARC_S] * tBy - v[a + ARC_C] * tAx + v[a + ARC_S] * tAy) / h;
    rateY += bias * cy + (v[b + ARC_S] * tBx + v[b + ARC_C] * tBy - v[a + ARC_S] * tAx - v[a + ARC_C] * tAy) / h;
  }
  const beforeX = d[o + P_IMPULSE_X];
  const beforeY = d[o + P_IMPULSE_Y];
  const px = -massScale * (d[o + I11] * rateX + d[o + I12] * rateY) - impulseScale * beforeX;
  const py = -massScale * (d[o + I12] * rateX + d[o + I22] * rateY) - impulseScale * beforeY;
  d[o + P_IMPULSE_X] = beforeX + px;
  d[o + P_IMPULSE_Y] = beforeY + py;
  if (relax && plainPoint >= 0) {
    // A plain point takes what it finds when it is relaxed for what it gave when it was solved.
    d[r + NOW_X] = px;
    d[r + NOW_Y] = py;
  }
  v[a + VX] -= v[a + INV_MASS] * px;
  v[a + VY] -= v[a + INV_MASS] * py;
  v[a + OMEGA] -= v[a + INV_INERTIA] * (rAx * py - rAy * px);
  v[b + VX] += v[b + INV_MASS] * px;
  v[b + VY] += v[b + INV_MASS] * py;
  v[b + OMEGA] += v[b + INV_INERTIA] * (rBx * py - rBy * px);
}

/** Of a length or an angle of the joint in slot `j`, of two bodies. */
export function sweepScalarBack(
  batch: CoordinateRecords,
  j: number,
  at: number,
  v: Float64Array,
  ctx: StepContext,
  unit: CoordinateUnit,
): void {
  const { rows: d, bodies, stride, ease } = batch;
  const { h, relax } = ctx;
  const massScale = relax ? 1 : ctx.massScale;
  const impulseScale = relax ? 0 : ctx.impulseScale;
  const scale = unit === 'angle' ? Math.PI / ctx.lengthUnit : 1;
  const r = j * stride;
  const o = r + at;
  const flags = d[o + FLAGS] | 0;
  if ((flags & LOCK) === 0 || flags & NOT_PLAIN) return;
  const a = bodies[2 * j];
  const b = bodies[2 * j + 1];
  const ux = d[o + UX];
  const uy = d[o + UY];
  let rate =
    ux * (v[b + VX] - v[a + VX]) + uy * (v[b + VY] - v[a + VY]) + d[o + SA] * v[a + OMEGA] + d[o + SB] * v[b + OMEGA];
  if (!relax) {
    const most = d[r + MAX_CORRECTION] * scale;
    const pull = (d[o + VALUE] - d[o + TARGET]) * ctx.biasRate * ease[j];
    rate += (pull > most ? most : pull < -most ? -most : pull) + d[o + ARC] / h;
  }
  const before = d[o + LOCK_IMPULSE];
  const impulse = -d[o + EFFECTIVE_MASS] * massScale * rate - impulseScale * before;
  d[o + LOCK_IMPULSE] = before + impulse;
  const px = ux * impulse;
  const py = uy * impulse;
  v[a + VX] -= v[a + INV_MASS] * px;
  v[a + VY] -= v[a + INV_MASS] * py;
  v[a + OMEGA] += v[a + INV_INERTIA] * d[o + SA] * impulse;
  v[b + VX] += v[b + INV_MASS] * px;
  v[b + VY] += v[b + INV_MASS] * py;
  v[b + OMEGA] += v[b + INV_INERTIA] * d[o + SB] * impulse;
}
