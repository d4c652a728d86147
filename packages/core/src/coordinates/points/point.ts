import { ARC_C, ARC_S, INV_INERTIA, INV_MASS, OMEGA, VX, VY } from '../../state/body-store';
import {
  ARM_AX,
  ARM_AY,
  ARM_BX,
  ARM_BY,
  GAP_X,
  GAP_Y,
  MAX_CORRECTION,
  MOMENT_A,
  MOMENT_B,
  NOW_X,
  NOW_Y,
} from '../../state/record';
import { INDEX, type CoordinateRecords, type PointKind } from '../coordinate';
import { LOCK_SOFT, NOT_PLAIN, SPRING_HERTZ } from '../laws/law-fields';
import { limitPull, pull } from './most-pull';
import { holdsTogether, weighPair, writeInverse, writePlainShares, writeShares, writeStiffness } from './point-mass';
import { clearPointSums, preparePointLaws, scalePointImpulses, solvePointLaws } from './point-laws';
import {
  I11,
  I12,
  I22,
  P_FLAGS,
  P_IMPULSE_X,
  P_IMPULSE_Y,
  P_INVERSE_MASS,
  P_SHARE_A,
  P_SHARE_B,
  P_SUM_X,
  P_SUM_Y,
  P_WARM_X,
  P_WARM_Y,
  POINT_LAWS_SIZE,
  POINT_SIZE,
} from './point-fields';
import type { StepContext } from '../step-context';

/**
 * The gap of two anchors, two numbers solved as one block:
 *
 *   C = pB − pA,   Ċ = vB + ωB×rB − vA − ωA×rA,   K = (1/mA + 1/mB)·1 − [rA]²/IA − [rB]²/IB
 *
 * The impulse acts at one point of the line between the anchors (arms rA + s·C and rB − (1 − s)·C) in K, rate and impulse alike, so that
 * angular momentum is kept to rounding whatever the gap: which point that is, says point-mass.ts.
 */

function prepare(batch: CoordinateRecords, at: number, index: number, v: Float64Array, ctx: StepContext): void {
  const { rows: d, laws: w, bodies, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = (j * stride) & INDEX;
    const o = (r + at) & INDEX;
    const flags = d[o + P_FLAGS] | 0;
    if (flags === 0) continue;
    const a = bodies[2 * j] & INDEX;
    const b = bodies[2 * j + 1] & INDEX;
    const p = batch.lawsAt(j, index);
    const plain = (flags & NOT_PLAIN) === 0;
    const iA = v[a + INV_INERTIA];
    const iB = v[b + INV_INERTIA];
    if (holdsTogether(d, r, flags, ctx)) writePlainShares(d, r, o, v, a, b);
    else if (!plain) writeShares(d, o, v, a, b);
    const ofA = d[o + P_SHARE_A];
    const ofB = d[o + P_SHARE_B];
    const rAx = d[r + ARM_AX] + d[r + GAP_X] * ofA;
    const rAy = d[r + ARM_AY] + d[r + GAP_Y] * ofA;
    const rBx = d[r + ARM_BX] - d[r + GAP_X] * ofB;
    const rBy = d[r + ARM_BY] - d[r + GAP_Y] * ofB;
    const m = v[a + INV_MASS] + v[b + INV_MASS];

    const k11 = m + iA * rAy * rAy + iB * rBy * rBy;
    const k12 = -iA * rAx * rAy - iB * rBx * rBy;
    const k22 = m + iA * rAx * rAx + iB * rBx * rBx;
    writeInverse(d, o, k11, k12, k22);
    if (plain) continue;
    w[p + P_INVERSE_MASS] = (k11 + k22) / 2;
    if (flags & (SPRING_HERTZ | LOCK_SOFT)) {
      weighPair(v, ctx.load, a, b);
      writeStiffness(d, r, w, p, flags);
    }
    preparePointLaws(d, o, w, p, ctx);
  }
}

function warmStart(batch: CoordinateRecords, at: number, v: Float64Array, index: number): void {
  const { rows: d, laws: w, bodies, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = (j * stride) & INDEX;
    const o = (r + at) & INDEX;
    const flags = d[o + P_FLAGS] | 0;
    if (flags === 0) continue;
    const a = bodies[2 * j] & INDEX;
    const b = bodies[2 * j + 1] & INDEX;
    const plain = (flags & NOT_PLAIN) === 0;
    const p = batch.lawsAt(j, index);
    const px = plain ? d[o + P_IMPULSE_X] : w[p + P_WARM_X];
    const py = plain ? d[o + P_IMPULSE_Y] : w[p + P_WARM_Y];
    const ofA = d[o + P_SHARE_A];
    const ofB = d[o + P_SHARE_B];
    const rAx = d[r + ARM_AX] + d[r + GAP_X] * ofA;
    const rAy = d[r + ARM_AY] + d[r + GAP_Y] * ofA;
    const rBx = d[r + ARM_BX] - d[r + GAP_X] * ofB;
    const rBy = d[r + ARM_BY] - d[r + GAP_Y] * ofB;

    v[a + VX] -= v[a + INV_MASS] * px;
    v[a + VY] -= v[a + INV_MASS] * py;
    v[a + OMEGA] -= v[a + INV_INERTIA] * (rAx * py - rAy * px);
    v[b + VX] += v[b + INV_MASS] * px;
    v[b + VY] += v[b + INV_MASS] * py;
    v[b + OMEGA] += v[b + INV_INERTIA] * (rBx * py - rBy * px);
  }
}

function solve(batch: CoordinateRecords, at: number, index: number, v: Float64Array, ctx: StepContext): void {
  const { rows: d, laws: w, bodies, active, activeCount, stride } = batch;
  const { relax, h } = ctx;
  const massScale = relax ? 1 : ctx.massScale;
  const impulseScale = relax ? 0 : ctx.impulseScale;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = (j * stride) & INDEX;
    const o = (r + at) & INDEX;
    const flags = d[o + P_FLAGS] | 0;
    if (flags === 0) continue;
    const a = bodies[2 * j] & INDEX;
    const b = bodies[2 * j + 1] & INDEX;
    const p = batch.lawsAt(j, index);
    if (flags & NOT_PLAIN) {
      solvePointLaws(d, r, o, w, p, v, a, b, ctx);
      continue;
    }
    const cx = d[r + GAP_X];
    const cy = d[r + GAP_Y];
    const tAx = d[r + ARM_AX];
    const tAy = d[r + ARM_AY];
    const tBx = d[r + ARM_BX];
    const tBy = d[r + ARM_BY];
    const ofA = d[o + P_SHARE_A];
    const ofB = d[o + P_SHARE_B];
    const rAx = tAx + cx * ofA;
    const rAy = tAy + cy * ofA;
    const rBx = tBx - cx * ofB;
    const rBy = tBy - cy * ofB;
    const wA = v[a + OMEGA];
    const wB = v[b + OMEGA];
    const mA = v[a + INV_MASS];
    const mB = v[b + INV_MASS];

    let rateX = v[b + VX] - wB * rBy - v[a + VX] + wA * rAy;
    let rateY = v[b + VY] + wB * rBx - v[a + VY] - wA * rAx;
    if (!relax) {
      let pullX = cx * ctx.biasRate;
      let pullY = cy * ctx.biasRate;
      const most = d[r + MAX_CORRECTION];
      const pull2 = pullX * pullX + pullY * pullY;
      if (pull2 > most * most) {
        pull[0] = pullX;
        pull[1] = pullY;
        limitPull(d, r, o, ctx);
        pullX = pull[0];
        pullY = pull[1];
      }
      // Arc minus tangent of both arms, over h.
      rateX += pullX + (v[b + ARC_C] * tBx - v[b + ARC_S] * tBy - v[a + ARC_C] * tAx + v[a + ARC_S] * tAy) / h;
      rateY += pullY + (v[b + ARC_S] * tBx + v[b + ARC_C] * tBy - v[a + ARC_S] * tAx - v[a + ARC_C] * tAy) / h;
    }
    const beforeX = d[o + P_IMPULSE_X];
    const beforeY = d[o + P_IMPULSE_Y];
    const px = -massScale * (d[o + I11] * rateX + d[o + I12] * rateY) - impulseScale * beforeX;
    const py = -massScale * (d[o + I12] * rateX + d[o + I22] * rateY) - impulseScale * beforeY;
    const totalX = beforeX + px;
    const totalY = beforeY + py;

    d[o + P_IMPULSE_X] = totalX;
    d[o + P_IMPULSE_Y] = totalY;
    d[o + P_SUM_X] += totalX;
    d[o + P_SUM_Y] += totalY;
    d[r + NOW_X] += totalX;
    d[r + NOW_Y] += totalY;
    d[r + MOMENT_A] -= rAx * totalY - rAy * totalX;
    d[r + MOMENT_B] += rBx * totalY - rBy * totalX;
    v[a + VX] -= mA * px;
    v[a + VY] -= mA * py;
    v[a + OMEGA] = wA - v[a + INV_INERTIA] * (rAx * py - rAy * px);
    v[b + VX] += mB * px;
    v[b + VY] += mB * py;
    v[b + OMEGA] = wB + v[b + INV_INERTIA] * (rBx * py - rBy * px);
  }
}

/** Row 0 is x, row 1 is y; the true arms, not the midpoint's: the exact gradient. */
function jacobian(
  d: Float64Array,
  r: number,
  _o: number,
  _columns: number,
  row: number,
  out: Float64Array,
  i: number,
): void {
  out[i] = row === 0 ? -1 : 0;
  out[i + 1] = row === 0 ? 0 : -1;
  out[i + 2] = row === 0 ? d[r + ARM_AY] : -d[r + ARM_AX];
  out[i + 3] = row === 0 ? 1 : 0;
  out[i + 4] = row === 0 ? 0 : 1;
  out[i + 5] = row === 0 ? -d[r + ARM_BY] : d[r + ARM_BX];
}

/** ∂²C/∂θA² = rA and ∂²C/∂θB² = −rB: exactly diagonal in two dimensions. */
function stiffen(
  d: Float64Array,
  r: number,
  _o: number,
  impulses: Float64Array,
  at: number,
  out: Float64Array,
  a: number,
  b: number,
): void {
  const px = impulses[at];
  const py = impulses[at + 1];
  out[a + 2] -= d[r + ARM_AX] * px + d[r + ARM_AY] * py;
  out[b + 2] += d[r + ARM_BX] * px + d[r + ARM_BY] * py;
}

/** The gap of two anchors. */
export const point: PointKind = {
  kind: 'point',
  unit: 'length',
  scalar: false,
  rowCount: 2,
  jacobian,
  stiffen,
  flagsAt: P_FLAGS,
  size: POINT_SIZE,
  lawsSize: POINT_LAWS_SIZE,
  scaleImpulses: scalePointImpulses,
  clearSums: clearPointSums,
  prepare,
  warmStart,
  solve,
  prepareArc: null,
};
