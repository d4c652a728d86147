import {
  ARC_C,
  ARC_S,
  COS,
  FREE_OMEGA,
  FREE_VX,
  FREE_VY,
  INV_INERTIA,
  INV_MASS,
  OMEGA,
  SIN,
  VX,
  VY,
  X,
  Y,
} from '../body/body-store';
import {
  ARM_AX,
  ARM_AY,
  ARM_BX,
  ARM_BY,
  GAP_X,
  GAP_Y,
  LOCAL_AX,
  LOCAL_AY,
  LOCAL_BX,
  LOCAL_BY,
  MAX_CORRECTION,
  NOW_TORQUE,
  PEAK_FORCE,
  PEAK_TORQUE,
  SUM_TORQUE,
  SUM_X,
  SUM_Y,
} from '../joint/record';
import { prepareHingeAngle, solveHingeAngle } from './angle';
import { type CoordinateRecords, INDEX } from './coordinate';
import { clearSums } from './laws';
import { REACH_HIGH, REACH_LOW, WARM } from './scalar';
import { I11, I12, I22, P_IMPULSE_X, P_IMPULSE_Y, P_SUM_X, P_SUM_Y } from './point-fields';
import type { StepContext } from './step-context';

/**
 * What chains, bridges and grids are made of: a batch in which the rigid lock of one point is the only law. The
 * arithmetic of point.ts in two visits per substep instead of seven (what that saves: docs/adr/iterative-profile.md):
 *
 *   solve   as ever
 *   relax   measures, prepares, turns the impulse to the new arms, relaxes and books
 *
 * Nothing is warm started: what the impulses of a pass have made of a body's velocity is its difference to the free velocity
 * (integrate.ts), which the bodies' own loops add again. Between two visits `ARM` holds the arms to the middle of the gap, where the
 * impulse acts, and `GAP` the rate at which the gap is closed: whoever else reads a record measures it first.
 */

/**
 * Squares of rates (m/s) and impulses below this are 0. Along a slack chain they would fall off without end, and a processor takes
 * ten times as long for subnormal numbers.
 */
const NOTHING = 1e-120;

/** Solves every point once, with bias. */
export function solvePlainPoints(
  batch: CoordinateRecords,
  at: number,
  v: Float64Array,
  f: Float64Array,
  ctx: StepContext,
): void {
  const { rows: d, laws: w, bodies, active, activeCount, stride, lawsStride, plainAngle, plainAngleLaw } = batch;
  ctx.correctionScale = Math.PI / ctx.lengthUnit;
  const { massScale, impulseScale, perSecond } = ctx;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = (j * stride) & INDEX;
    const o = (r + at) & INDEX;
    const a = bodies[2 * j] & INDEX;
    const b = bodies[2 * j + 1] & INDEX;
    let wA = v[a + OMEGA];
    let wB = v[b + OMEGA];
    if (plainAngle >= 0) {
      const g = (r + plainAngle) & INDEX;
      const rate = wB - wA;
      if (!(d[g + WARM] === 0 && rate >= d[g + REACH_LOW] && rate <= d[g + REACH_HIGH])) {
        solveHingeAngle(d, r, g, w, j * lawsStride + plainAngleLaw, v, f, a, b, ctx);
        wA = v[a + OMEGA];
        wB = v[b + OMEGA];
      }
    }
    const rAx = d[r + ARM_AX];
    const rAy = d[r + ARM_AY];
    const rBx = d[r + ARM_BX];
    const rBy = d[r + ARM_BY];
    const arcCA = v[a + ARC_C];
    const arcSA = v[a + ARC_S];
    const arcCB = v[b + ARC_C];
    const arcSB = v[b + ARC_S];
    const vAx = v[a + VX];
    const vAy = v[a + VY];
    const vBx = v[b + VX];
    const vBy = v[b + VY];
    // Arc minus tangent of both arms, over h, is error, too.
    const arcX = arcSA * rAy - arcCA * rAx + (arcCB * rBx - arcSB * rBy);
    const arcY = arcSB * rBx + arcCB * rBy - (arcSA * rAx + arcCA * rAy);
    let rateX = d[r + GAP_X] + arcX * perSecond + (vBx - vAx + (wA * rAy - wB * rBy));
    let rateY = d[r + GAP_Y] + arcY * perSecond + (vBy - vAy + (wB * rBx - wA * rAx));
    if (rateX * rateX + rateY * rateY < NOTHING) rateX = rateY = 0;
    const i12 = d[o + I12];
    const beforeX = d[o + P_IMPULSE_X];
    const beforeY = d[o + P_IMPULSE_Y];
    const px = -impulseScale * beforeX - massScale * (d[o + I11] * rateX + i12 * rateY);
    const py = -impulseScale * beforeY - massScale * (i12 * rateX + d[o + I22] * rateY);
    const afterX = beforeX + px;
    const afterY = beforeY + py;
    d[o + P_IMPULSE_X] = afterX;
    d[o + P_IMPULSE_Y] = afterY;

    const mA = v[a + INV_MASS];
    const iA = v[a + INV_INERTIA];
    v[a + VX] = vAx - mA * px;
    v[a + VY] = vAy - mA * py;
    v[a + OMEGA] = wA - iA * (rAx * py - rAy * px);
    const mB = v[b + INV_MASS];
    const iB = v[b + INV_INERTIA];
    v[b + VX] = vBx + mB * px;
    v[b + VY] = vBy + mB * py;
    v[b + OMEGA] = wB + iB * (rBx * py - rBy * px);
  }
}

/**
 * Measures frames and K at the poses `q`. At the `start` of a step it takes the impulses of the last one off the free velocities `f`,
 * so that the half kick adds them again. Else it solves every point once without bias, and books what it did in both passes of this
 * substep.
 */
export function relaxPlainPoints(
  batch: CoordinateRecords,
  at: number,
  q: Float64Array,
  v: Float64Array,
  f: Float64Array,
  start: boolean,
  ctx: StepContext,
): void {
  const { rows: d, laws: w, bodies, active, activeCount, stride, lawsStride, plainAngle, plainAngleLaw } = batch;
  ctx.correctionScale = Math.PI / ctx.lengthUnit;
  const { h } = ctx;
  const pullRate = 2 * ctx.biasRate;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = (j * stride) & INDEX;
    const o = (r + at) & INDEX;
    const a = bodies[2 * j] & INDEX;
    const b = bodies[2 * j + 1] & INDEX;
    const cA = q[a + COS];
    const sA = q[a + SIN];
    const lAx = d[r + LOCAL_AX];
    const lAy = d[r + LOCAL_AY];
    const armAx = cA * lAx - sA * lAy;
    const armAy = sA * lAx + cA * lAy;
    const cB = q[b + COS];
    const sB = q[b + SIN];
    const lBx = d[r + LOCAL_BX];
    const lBy = d[r + LOCAL_BY];
    const armBx = cB * lBx - sB * lBy;
    const armBy = sB * lBx + cB * lBy;
    const ex = (q[b + X] - q[a + X] + armBx - armAx) / 2;
    const ey = (q[b + Y] - q[a + Y] + armBy - armAy) / 2;
    const rAx = armAx + ex;
    const rAy = armAy + ey;
    const rBx = armBx - ex;
    const rBy = armBy - ey;
    const oldAx = d[r + ARM_AX];
    const oldAy = d[r + ARM_AY];
    const oldBx = d[r + ARM_BX];
    const oldBy = d[r + ARM_BY];
    d[r + ARM_AX] = rAx;
    d[r + ARM_AY] = rAy;
    d[r + ARM_BX] = rBx;
    d[r + ARM_BY] = rBy;
    let pullX = ex * pullRate;
    let pullY = ey * pullRate;
    const most = d[r + MAX_CORRECTION];
    const pull2 = pullX * pullX + pullY * pullY;
    if (pull2 > most * most) {
      const scale = most / Math.sqrt(pull2);
      pullX *= scale;
      pullY *= scale;
    }
    d[r + GAP_X] = pullX;
    d[r + GAP_Y] = pullY;

    const mA = v[a + INV_MASS];
    const iA = v[a + INV_INERTIA];
    const mB = v[b + INV_MASS];
    const iB = v[b + INV_INERTIA];
    const m = mA + mB;
    const k11 = m + iA * rAy * rAy + iB * rBy * rBy;
    const k12 = -iA * rAx * rAy - iB * rBx * rBy;
    const k22 = m + iA * rAx * rAx + iB * rBx * rBx;
    const det = k11 * k22 - k12 * k12;
    const trace = k11 + k22;
    let i11: number;
    let i12: number;
    let i22: number;
    if (det > 1e-14 * trace * trace) {
      const scale = 1 / det;
      i11 = scale * k22;
      i12 = -scale * k12;
      i22 = scale * k11;
    } else {
      // Two bodies that only turn have a K of rank 1: its pseudo-inverse is K / trace².
      const scale = trace > 0 ? 1 / (trace * trace) : 0;
      i11 = scale * k11;
      i12 = scale * k12;
      i22 = scale * k22;
    }
    d[o + I11] = i11;
    d[o + I12] = i12;
    d[o + I22] = i22;

    const beforeX = d[o + P_IMPULSE_X];
    const beforeY = d[o + P_IMPULSE_Y];
    if (start) {
      if (plainAngle >= 0) startHinge(d, r, r + plainAngle, w, j * lawsStride + plainAngleLaw, q, v, f, a, b, ctx);
      f[a + FREE_VX] += mA * beforeX;
      f[a + FREE_VY] += mA * beforeY;
      f[a + FREE_OMEGA] += iA * (rAx * beforeY - rAy * beforeX);
      f[b + FREE_VX] -= mB * beforeX;
      f[b + FREE_VY] -= mB * beforeY;
      f[b + FREE_OMEGA] -= iB * (rBx * beforeY - rBy * beforeX);
      continue;
    }

    // Its warm start had the torque of the old arms.
    let wA = v[a + OMEGA] - iA * ((rAx - oldAx) * beforeY - (rAy - oldAy) * beforeX);
    let wB = v[b + OMEGA] + iB * ((rBx - oldBx) * beforeY - (rBy - oldBy) * beforeX);
    if (plainAngle >= 0) {
      v[a + OMEGA] = wA;
      v[b + OMEGA] = wB;
      relaxHinge(d, r, r + plainAngle, w, j * lawsStride + plainAngleLaw, q, v, f, a, b, ctx);
      wA = v[a + OMEGA];
      wB = v[b + OMEGA];
    }
    const vAx = v[a + VX];
    const vAy = v[a + VY];
    const vBx = v[b + VX];
    const vBy = v[b + VY];
    let rateX = vBx - vAx + (wA * rAy - wB * rBy);
    let rateY = vBy - vAy + (wB * rBx - wA * rAx);
    if (rateX * rateX + rateY * rateY < NOTHING) rateX = rateY = 0;
    const px = -(i11 * rateX + i12 * rateY);
    const py = -(i12 * rateX + i22 * rateY);
    const afterX = beforeX + px;
    const afterY = beforeY + py;

    v[a + VX] = vAx - mA * px;
    v[a + VY] = vAy - mA * py;
    v[a + OMEGA] = wA - iA * (rAx * py - rAy * px);
    v[b + VX] = vBx + mB * px;
    v[b + VY] = vBy + mB * py;
    v[b + OMEGA] = wB + iB * (rBx * py - rBy * px);

    const x = beforeX + afterX;
    const y = beforeY + afterY;
    const size2 = x * x + y * y;
    const peak = d[r + PEAK_FORCE] * h;
    const lasts = size2 > NOTHING;
    d[o + P_IMPULSE_X] = lasts ? afterX : 0;
    d[o + P_IMPULSE_Y] = lasts ? afterY : 0;
    d[o + P_SUM_X] += x;
    d[o + P_SUM_Y] += y;
    if (size2 > peak * peak) d[r + PEAK_FORCE] = Math.sqrt(size2) / h;
  }
}

/** Measures and prepares the angle at `g`, and takes its impulse off the free velocities. */
function startHinge(
  d: Float64Array,
  r: number,
  g: number,
  w: Float64Array,
  p: number,
  q: Float64Array,
  v: Float64Array,
  f: Float64Array,
  a: number,
  b: number,
  ctx: StepContext,
): void {
  prepareHingeAngle(d, r, g, w, p, q, v, a, b, ctx);
  const impulse = d[g + WARM];
  f[a + FREE_OMEGA] += v[a + INV_INERTIA] * impulse;
  f[b + FREE_OMEGA] -= v[b + INV_INERTIA] * impulse;
}

/** Measures and prepares the angle at `g`, and relaxes it where a law may act. */
function relaxHinge(
  d: Float64Array,
  r: number,
  g: number,
  w: Float64Array,
  p: number,
  q: Float64Array,
  v: Float64Array,
  f: Float64Array,
  a: number,
  b: number,
  ctx: StepContext,
): void {
  prepareHingeAngle(d, r, g, w, p, q, v, a, b, ctx);
  const rate = v[b + OMEGA] - v[a + OMEGA];
  if (d[g + WARM] === 0 && rate >= d[g + REACH_LOW] && rate <= d[g + REACH_HIGH]) return;
  solveHingeAngle(d, r, g, w, p, v, f, a, b, ctx);
  bookTorque(d, r, ctx);
}

/** Books the torque that the angle of a hinge gave in both passes. */
function bookTorque(d: Float64Array, r: number, ctx: StepContext): void {
  const torque = d[r + NOW_TORQUE];
  const peak = Math.abs(torque) / ctx.h;
  d[r + SUM_TORQUE] += torque;
  if (peak > d[r + PEAK_TORQUE]) d[r + PEAK_TORQUE] = peak;
  d[r + NOW_TORQUE] = 0;
}

/** At the start of a step: zeroes what is booked in it. */
export function clearPlainPoints(batch: CoordinateRecords, at: number): void {
  const { rows: d, laws: w, active, activeCount, stride, lawsStride, plainAngle, plainAngleLaw } = batch;
  for (let i = 0; i < activeCount; i++) {
    const r = active[i] * stride;
    d[r + at + P_SUM_X] = 0;
    d[r + at + P_SUM_Y] = 0;
    d[r + PEAK_FORCE] = 0;
    if (plainAngle < 0) continue;
    d[r + SUM_TORQUE] = 0;
    d[r + PEAK_TORQUE] = 0;
    clearSums(d, r + plainAngle, w, active[i] * lawsStride + plainAngleLaw);
  }
}

/** At the end of a step: the sum of the point is that of the joint. */
export function bookPlainPoints({ rows: d, active, activeCount, stride }: CoordinateRecords, at: number): void {
  for (let i = 0; i < activeCount; i++) {
    const r = active[i] * stride;
    d[r + SUM_X] = d[r + at + P_SUM_X];
    d[r + SUM_Y] = d[r + at + P_SUM_Y];
  }
}
