import {
  ARC_C,
  ARC_S,
  COS,
  INV_INERTIA,
  INV_MASS,
  OMEGA,
  SIN,
  VX,
  VY,
  WARM_OMEGA,
  WARM_VX,
  WARM_VY,
  X,
  Y,
} from '../../body/body-store';
import { NOTHING } from '../../body/bounds';
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
  MOMENT_A,
  MOMENT_B,
  NOW_TORQUE,
  NOW_X,
  NOW_Y,
  PEAK_FORCE,
  PEAK_TORQUE,
  SUM_TORQUE,
  SUM_X,
  SUM_Y,
} from '../../joint/batch/record';
import { prepareHingeAngle, solveHingeAngle, warmStartHingeAngle } from '../angle';
import { type CoordinateRecords, INDEX } from '../coordinate';
import { LIMITS_SUM, ONLY_STOPS, STOPS_HIT } from '../laws/law-fields';
import { clearSums } from '../laws/laws';
import { limitPull, pull } from './most-pull';
import { FLAGS, REACH_HIGH, REACH_LOW, WARM } from '../scalar';
import { I11, I12, I22, P_IMPULSE_X, P_IMPULSE_Y, P_SHARE_A, P_SHARE_B, P_SUM_X, P_SUM_Y } from './point-fields';
import type { StepContext } from '../step-context';

/**
 * What chains, bridges and grids are made of: a batch in which the rigid lock of one point is the only law. The
 * arithmetic of point.ts in three visits per substep instead of seven: measuring, preparing and the second warm start
 * are one; relaxing books the reaction and sums up, per body, the first warm start of the next substep, which acts at
 * the same pose (what that saves: docs/adr/iterative-profile.md).
 *
 * Rates are written so that what the joint before has just changed comes late: a chain waits for it at every joint.
 */

/** Measures frames and K at the poses `q`, and adds the impulse of the last pass: to the velocities, or to the sums for the next warm start. */
export function measurePlainPoints(
  batch: CoordinateRecords,
  at: number,
  q: Float64Array,
  v: Float64Array,
  into: typeof VX | typeof WARM_VX,
  ctx: StepContext,
): void {
  const { rows: d, laws: w, bodies, active, activeCount, stride } = batch;
  const { plainAngle, plainAngleIndex } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = (j * stride) & INDEX;
    const o = (r + at) & INDEX;
    const a = bodies[2 * j] & INDEX;
    const b = bodies[2 * j + 1] & INDEX;
    if (plainAngle >= 0)
      prepareHingeAngle(d, r, r + plainAngle, w, batch.lawsAt(j, plainAngleIndex), q, v, a, b, into, ctx);
    const cA = q[a + COS];
    const sA = q[a + SIN];
    const lAx = d[r + LOCAL_AX];
    const lAy = d[r + LOCAL_AY];
    const armAx = cA * lAx - sA * lAy;
    const armAy = sA * lAx + cA * lAy;
    d[r + ARM_AX] = armAx;
    d[r + ARM_AY] = armAy;
    const cB = q[b + COS];
    const sB = q[b + SIN];
    const lBx = d[r + LOCAL_BX];
    const lBy = d[r + LOCAL_BY];
    const armBx = cB * lBx - sB * lBy;
    const armBy = sB * lBx + cB * lBy;
    d[r + ARM_BX] = armBx;
    d[r + ARM_BY] = armBy;
    const gapX = q[b + X] - q[a + X] + armBx - armAx;
    const gapY = q[b + Y] - q[a + Y] + armBy - armAy;
    d[r + GAP_X] = gapX;
    d[r + GAP_Y] = gapY;
    const ofA = d[o + P_SHARE_A];
    const ofB = d[o + P_SHARE_B];
    const rAx = armAx + gapX * ofA;
    const rAy = armAy + gapY * ofA;
    const rBx = armBx - gapX * ofB;
    const rBy = armBy - gapY * ofB;

    const px = d[o + P_IMPULSE_X];
    const py = d[o + P_IMPULSE_Y];
    const toA = (a + into) & INDEX;
    const mA = v[a + INV_MASS];
    const iA = v[a + INV_INERTIA];
    v[toA] -= mA * px;
    v[toA + 1] -= mA * py;
    v[toA + 2] -= iA * (rAx * py - rAy * px);
    const toB = (b + into) & INDEX;
    const mB = v[b + INV_MASS];
    const iB = v[b + INV_INERTIA];
    v[toB] += mB * px;
    v[toB + 1] += mB * py;
    v[toB + 2] += iB * (rBx * py - rBy * px);

    const m = mA + mB;
    const k11 = m + iA * rAy * rAy + iB * rBy * rBy;
    const k12 = -iA * rAx * rAy - iB * rBx * rBy;
    const k22 = m + iA * rAx * rAx + iB * rBx * rBx;
    const det = k11 * k22 - k12 * k12;
    const trace = k11 + k22;
    if (det > 1e-14 * trace * trace) {
      const scale = 1 / det;
      d[o + I11] = scale * k22;
      d[o + I12] = -scale * k12;
      d[o + I22] = scale * k11;
    } else {
      // Two bodies that only turn have a K of rank 1: its pseudo-inverse is K / trace².
      const scale = trace > 0 ? 1 / (trace * trace) : 0;
      d[o + I11] = scale * k11;
      d[o + I12] = scale * k12;
      d[o + I22] = scale * k22;
    }
  }
}

/** Solves every point once, with bias. */
export function solvePlainPoints(batch: CoordinateRecords, at: number, v: Float64Array, ctx: StepContext): void {
  const { rows: d, laws: w, bodies, active, activeCount, stride } = batch;
  const { plainAngle, plainAngleIndex } = batch;
  ctx.setUnit(true);
  const { biasRate, massScale, impulseScale, perSecond } = ctx;
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
        solveHingeAngle(d, r, g, w, batch.lawsAt(j, plainAngleIndex), v, a, b, ctx);
        wA = v[a + OMEGA];
        wB = v[b + OMEGA];
      }
    }
    const armAx = d[r + ARM_AX];
    const armAy = d[r + ARM_AY];
    const arcCA = v[a + ARC_C];
    const arcSA = v[a + ARC_S];
    let arcX = arcSA * armAy - arcCA * armAx;
    let arcY = -arcSA * armAx - arcCA * armAy;
    const armBx = d[r + ARM_BX];
    const armBy = d[r + ARM_BY];
    const arcCB = v[b + ARC_C];
    const arcSB = v[b + ARC_S];
    arcX += arcCB * armBx - arcSB * armBy;
    arcY += arcSB * armBx + arcCB * armBy;
    const gapX = d[r + GAP_X];
    const gapY = d[r + GAP_Y];
    const ofA = d[o + P_SHARE_A];
    const ofB = d[o + P_SHARE_B];
    const rAx = armAx + gapX * ofA;
    const rAy = armAy + gapY * ofA;
    const rBx = armBx - gapX * ofB;
    const rBy = armBy - gapY * ofB;
    const most = d[r + MAX_CORRECTION];
    let pullX = gapX * biasRate;
    let pullY = gapY * biasRate;
    const pull2 = pullX * pullX + pullY * pullY;
    if (pull2 > most * most) {
      pull[0] = pullX;
      pull[1] = pullY;
      limitPull(d, r, o, ctx);
      pullX = pull[0];
      pullY = pull[1];
    }

    const vAx = v[a + VX];
    const vAy = v[a + VY];
    const vBx = v[b + VX];
    const vBy = v[b + VY];
    // Arc minus tangent of both arms, over h, is error, too.
    let rateX = pullX + arcX * perSecond + (vBx - vAx) + (wA * rAy - wB * rBy);
    let rateY = pullY + arcY * perSecond + (vBy - vAy) + (wB * rBx - wA * rAx);
    if (rateX * rateX + rateY * rateY < NOTHING) rateX = rateY = 0;
    const i12 = d[o + I12];
    const beforeX = d[o + P_IMPULSE_X];
    const beforeY = d[o + P_IMPULSE_Y];
    const px = -impulseScale * beforeX - massScale * (d[o + I11] * rateX + i12 * rateY);
    const py = -impulseScale * beforeY - massScale * (i12 * rateX + d[o + I22] * rateY);
    const totalX = beforeX + px;
    const totalY = beforeY + py;
    d[o + P_IMPULSE_X] = totalX;
    d[o + P_IMPULSE_Y] = totalY;
    d[r + MOMENT_A] -= rAx * totalY - rAy * totalX;
    d[r + MOMENT_B] += rBx * totalY - rBy * totalX;

    const mA = v[a + INV_MASS];
    v[a + VX] = vAx - mA * px;
    v[a + VY] = vAy - mA * py;
    v[a + OMEGA] = wA - v[a + INV_INERTIA] * (rAx * py - rAy * px);
    const mB = v[b + INV_MASS];
    v[b + VX] = vBx + mB * px;
    v[b + VY] = vBy + mB * py;
    v[b + OMEGA] = wB + v[b + INV_INERTIA] * (rBx * py - rBy * px);
  }
}

/** Solves every point once without bias, books what it did in both passes of this substep, and sums up the next warm start. */
export function relaxPlainPoints(batch: CoordinateRecords, at: number, v: Float64Array, ctx: StepContext): void {
  const { rows: d, laws: w, bodies, active, activeCount, stride } = batch;
  const { plainAngle, plainAngleIndex } = batch;
  ctx.setUnit(true);
  const { h } = ctx;
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
        solveHingeAngle(d, r, g, w, batch.lawsAt(j, plainAngleIndex), v, a, b, ctx);
        warmStartHingeAngle(d, g, v, a, b, WARM_VX);
        bookTorque(d, r, ctx);
        wA = v[a + OMEGA];
        wB = v[b + OMEGA];
      }
    }
    const ofA = d[o + P_SHARE_A];
    const ofB = d[o + P_SHARE_B];
    const gapX = d[r + GAP_X];
    const gapY = d[r + GAP_Y];
    const rAx = d[r + ARM_AX] + gapX * ofA;
    const rAy = d[r + ARM_AY] + gapY * ofA;
    const rBx = d[r + ARM_BX] - gapX * ofB;
    const rBy = d[r + ARM_BY] - gapY * ofB;
    const vAx = v[a + VX];
    const vAy = v[a + VY];
    const vBx = v[b + VX];
    const vBy = v[b + VY];
    let rateX = vBx - vAx + (wA * rAy - wB * rBy);
    let rateY = vBy - vAy + (wB * rBx - wA * rAx);
    if (rateX * rateX + rateY * rateY < NOTHING) rateX = rateY = 0;
    const i12 = d[o + I12];
    const px = -(d[o + I11] * rateX + i12 * rateY);
    const py = -(i12 * rateX + d[o + I22] * rateY);
    const beforeX = d[o + P_IMPULSE_X];
    const beforeY = d[o + P_IMPULSE_Y];
    const afterX = beforeX + px;
    const afterY = beforeY + py;

    const mA = v[a + INV_MASS];
    const iA = v[a + INV_INERTIA];
    v[a + VX] = vAx - mA * px;
    v[a + VY] = vAy - mA * py;
    v[a + OMEGA] = wA - iA * (rAx * py - rAy * px);
    v[a + WARM_VX] -= mA * afterX;
    v[a + WARM_VY] -= mA * afterY;
    const momentA = rAx * afterY - rAy * afterX;
    v[a + WARM_OMEGA] -= iA * momentA;
    const mB = v[b + INV_MASS];
    const iB = v[b + INV_INERTIA];
    v[b + VX] = vBx + mB * px;
    v[b + VY] = vBy + mB * py;
    v[b + OMEGA] = wB + iB * (rBx * py - rBy * px);
    v[b + WARM_VX] += mB * afterX;
    v[b + WARM_VY] += mB * afterY;
    const momentB = rBx * afterY - rBy * afterX;
    v[b + WARM_OMEGA] += iB * momentB;

    const x = beforeX + afterX;
    const y = beforeY + afterY;
    const size2 = x * x + y * y;
    const peak = d[r + PEAK_FORCE] * h;
    // Together both passes may give nothing: it goes on with what is warm started all the same.
    const lasts = afterX * afterX + afterY * afterY > NOTHING;
    d[o + P_IMPULSE_X] = lasts ? afterX : 0;
    d[o + P_IMPULSE_Y] = lasts ? afterY : 0;
    d[o + P_SUM_X] += x;
    d[o + P_SUM_Y] += y;
    d[r + MOMENT_A] -= momentA;
    d[r + MOMENT_B] += momentB;
    if (size2 > peak * peak) d[r + PEAK_FORCE] = Math.sqrt(size2) / h;
  }
}

/** Books the torque that the angle of a hinge gave in both passes. */
function bookTorque(d: Float64Array, r: number, ctx: StepContext): void {
  const torque = d[r + NOW_TORQUE];
  const peak = Math.abs(torque) / ctx.h;
  d[r + SUM_TORQUE] += torque;
  if (peak > d[r + PEAK_TORQUE]) d[r + PEAK_TORQUE] = peak;
  d[r + NOW_TORQUE] = 0;
}

/** At the start of a step: zeroes what is booked in it; `all` where laws have come or gone. */
export function clearPlainPoints(batch: CoordinateRecords, at: number, all: boolean): void {
  const { rows: d, laws: w, active, activeCount, stride, plainAngle, plainAngleIndex } = batch;
  for (let i = 0; i < activeCount; i++) {
    const r = active[i] * stride;
    d[r + at + P_SUM_X] = 0;
    d[r + at + P_SUM_Y] = 0;
    d[r + PEAK_FORCE] = 0;
    d[r + MOMENT_A] = 0;
    d[r + MOMENT_B] = 0;
    if (plainAngle < 0) continue;
    d[r + SUM_TORQUE] = 0;
    d[r + PEAK_TORQUE] = 0;
    const g = r + plainAngle;
    const p = batch.lawsAt(active[i], plainAngleIndex);
    // Clearing all sums takes as long as two visits; stops have these alone.
    if (all || (d[g + FLAGS] | 0) & ~ONLY_STOPS) clearSums(d, g, w, p);
    w[p + LIMITS_SUM] = w[p + STOPS_HIT] = 0;
  }
}

/** At the end of a step: the sum of the point is that of the joint. */
export function bookPlainPoints({ rows: d, active, activeCount, stride }: CoordinateRecords, at: number): void {
  for (let i = 0; i < activeCount; i++) {
    const r = active[i] * stride;
    d[r + SUM_X] = d[r + at + P_SUM_X] + d[r + NOW_X];
    d[r + SUM_Y] = d[r + at + P_SUM_Y] + d[r + NOW_Y];
    d[r + SUM_TORQUE] += d[r + NOW_TORQUE];
    d[r + NOW_X] = d[r + NOW_Y] = d[r + NOW_TORQUE] = 0;
  }
}
