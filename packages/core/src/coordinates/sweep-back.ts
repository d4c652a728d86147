import { ARC_C, ARC_S, INV_INERTIA, INV_MASS, OMEGA, VX, VY } from '../body/body-store';
import { ARM_AX, ARM_AY, ARM_BX, ARM_BY, GAP_X, GAP_Y, NOW_X, NOW_Y } from '../joint/batch/record';
import type { CoordinateRecords, CoordinateUnit } from './coordinate';
import { NOT_PLAIN, ONLY_STOPS } from './laws/law-fields';
import { sweepLaws } from './laws/laws';
import { limitPull, pull } from './points/most-pull';
import { sweepPointLaws } from './points/point-laws';
import { I11, I12, I22, P_FLAGS, P_IMPULSE_X, P_IMPULSE_Y, P_SHARE_A, P_SHARE_B } from './points/point-fields';
import { ARC, DELTA, EFFECTIVE_MASS, FLAGS, RATE, REACH_HIGH, REACH_LOW, SA, SB, UX, UY } from './scalar';
import type { StepContext } from './step-context';

/**
 * What acts from both sides solved once more before a pass, from the last joint to the first: with the pass itself one symmetric sweep of
 * Gauss–Seidel, whose errors neither turn nor change their sign. What it gives is booked by the pass that follows.
 */

/** Of the point of the joint in slot `j`. */
export function sweepPointBack(
  batch: CoordinateRecords,
  j: number,
  at: number,
  law: number,
  v: Float64Array,
  ctx: StepContext,
): void {
  const { rows: d, laws: w, bodies, stride, lawsStride, ease, plainPoint } = batch;
  const { h, relax } = ctx;
  const massScale = relax ? 1 : ctx.massScale;
  const impulseScale = relax ? 0 : ctx.impulseScale;
  const r = j * stride;
  const o = r + at;
  const flags = d[o + P_FLAGS] | 0;
  if (flags === 0) return;
  const a = bodies[2 * j];
  const b = bodies[2 * j + 1];
  const p = j * lawsStride + law;
  if (flags & NOT_PLAIN) {
    const fullRate = ctx.biasRate;
    ctx.biasRate = fullRate * ease[j];
    sweepPointLaws(d, r, o, w, p, v, a, b, ctx);
    ctx.biasRate = fullRate;
    return;
  }
  const cx = d[r + GAP_X];
  const cy = d[r + GAP_Y];
  const tAx = d[r + ARM_AX];
  const tAy = d[r + ARM_AY];
  const tBx = d[r + ARM_BX];
  const tBy = d[r + ARM_BY];
  const ofA = w[p + P_SHARE_A];
  const ofB = w[p + P_SHARE_B];
  const rAx = tAx + cx * ofA;
  const rAy = tAy + cy * ofA;
  const rBx = tBx - cx * ofB;
  const rBy = tBy - cy * ofB;
  let rateX = v[b + VX] - v[b + OMEGA] * rBy - v[a + VX] + v[a + OMEGA] * rAy;
  let rateY = v[b + VY] + v[b + OMEGA] * rBx - v[a + VY] - v[a + OMEGA] * rAx;
  if (!relax) {
    const biasRate = ctx.biasRate * ease[j];
    pull[0] = biasRate * cx;
    pull[1] = biasRate * cy;
    limitPull(d, r, o, ctx);
    rateX += pull[0] + (v[b + ARC_C] * tBx - v[b + ARC_S] * tBy - v[a + ARC_C] * tAx + v[a + ARC_S] * tAy) / h;
    rateY += pull[1] + (v[b + ARC_S] * tBx + v[b + ARC_C] * tBy - v[a + ARC_S] * tAx - v[a + ARC_C] * tAy) / h;
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
  law: number,
  v: Float64Array,
  ctx: StepContext,
  unit: CoordinateUnit,
): void {
  const { rows: d, laws: w, bodies, stride, lawsStride, ease, plainAngle } = batch;
  const r = j * stride;
  const o = r + at;
  if (((d[o + FLAGS] | 0) & ~ONLY_STOPS) === 0 || d[o + EFFECTIVE_MASS] === 0) return;
  const a = bodies[2 * j];
  const b = bodies[2 * j + 1];
  const ux = d[o + UX];
  const uy = d[o + UY];
  d[o + RATE] =
    ux * (v[b + VX] - v[a + VX]) +
    uy * (v[b + VY] - v[a + VY]) +
    d[o + SA] * v[a + OMEGA] +
    d[o + SB] * v[b + OMEGA] +
    d[o + ARC] / ctx.h;
  const fullRate = ctx.biasRate;
  ctx.biasRate = fullRate * ease[j];
  ctx.setUnit(unit === 'angle');
  sweepLaws(d, r, o, w, j * lawsStride + law, ctx);
  ctx.biasRate = fullRate;
  const impulse = d[o + DELTA];
  const px = ux * impulse;
  const py = uy * impulse;
  v[a + VX] -= v[a + INV_MASS] * px;
  v[a + VY] -= v[a + INV_MASS] * py;
  v[a + OMEGA] += v[a + INV_INERTIA] * d[o + SA] * impulse;
  v[b + VX] += v[b + INV_MASS] * px;
  v[b + VY] += v[b + INV_MASS] * py;
  v[b + OMEGA] += v[b + INV_INERTIA] * d[o + SB] * impulse;
  if (at !== plainAngle) return;
  // The laws of a hinge's angle, unless they are stops alone, act at any rate.
  d[o + REACH_LOW] = 1;
  d[o + REACH_HIGH] = -1;
}
