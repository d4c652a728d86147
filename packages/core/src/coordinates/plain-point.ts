import { ARC_C, ARC_S, COS, INV_INERTIA, INV_MASS, OMEGA, SIN, VX, VY, X, Y } from '../body/body-store';
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
  PEAK_FORCE,
  SUM_X,
  SUM_Y,
} from '../joint/record';
import { type CoordinateRecords, INDEX } from './coordinate';
import { I11, I12, I22, P_IMPULSE_X, P_IMPULSE_Y, P_SUM_X, P_SUM_Y } from './point-fields';
import type { StepContext } from './step-context';

/**
 * What chains, bridges and grids are made of: a batch in which the rigid lock of one point is the only law. The
 * arithmetic of point.ts, bit by bit, in four visits per substep instead of seven: measuring, preparing and warm
 * starting are one, and so are relaxing and booking the reaction.
 */

/** Measures frames and K at the poses `q`; with `warm`, also applies the impulse of the last pass. */
export function measurePlainPoints(
  batch: CoordinateRecords,
  at: number,
  q: Float64Array,
  v: Float64Array,
  warm: boolean,
): void {
  const { rows: d, bodies, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = (j * stride) & INDEX;
    const o = (r + at) & INDEX;
    const a = bodies[2 * j] & INDEX;
    const b = bodies[2 * j + 1] & INDEX;
    const cA = q[a + COS];
    const sA = q[a + SIN];
    const cB = q[b + COS];
    const sB = q[b + SIN];
    const lAx = d[r + LOCAL_AX];
    const lAy = d[r + LOCAL_AY];
    const lBx = d[r + LOCAL_BX];
    const lBy = d[r + LOCAL_BY];
    const mA = v[a + INV_MASS];
    const mB = v[b + INV_MASS];
    const iA = v[a + INV_INERTIA];
    const iB = v[b + INV_INERTIA];

    const armAx = cA * lAx - sA * lAy;
    const armAy = sA * lAx + cA * lAy;
    const armBx = cB * lBx - sB * lBy;
    const armBy = sB * lBx + cB * lBy;
    const gapX = q[b + X] - q[a + X] + armBx - armAx;
    const gapY = q[b + Y] - q[a + Y] + armBy - armAy;
    const rAx = armAx + gapX / 2;
    const rAy = armAy + gapY / 2;
    const rBx = armBx - gapX / 2;
    const rBy = armBy - gapY / 2;
    const m = mA + mB;
    const k11 = m + iA * rAy * rAy + iB * rBy * rBy;
    const k12 = -iA * rAx * rAy - iB * rBx * rBy;
    const k22 = m + iA * rAx * rAx + iB * rBx * rBx;
    const det = k11 * k22 - k12 * k12;
    const trace = k11 + k22;
    // Two bodies that only turn have a K of rank 1: its pseudo-inverse is K / trace².
    const full = det > 1e-14 * trace * trace;
    const scale = full ? 1 / det : trace > 0 ? 1 / (trace * trace) : 0;

    d[r + ARM_AX] = armAx;
    d[r + ARM_AY] = armAy;
    d[r + ARM_BX] = armBx;
    d[r + ARM_BY] = armBy;
    d[r + GAP_X] = gapX;
    d[r + GAP_Y] = gapY;
    d[o + I11] = scale * (full ? k22 : k11);
    d[o + I12] = scale * (full ? -k12 : k12);
    d[o + I22] = scale * (full ? k11 : k22);
    if (warm) {
      const px = d[o + P_IMPULSE_X];
      const py = d[o + P_IMPULSE_Y];
      v[a + VX] -= mA * px;
      v[a + VY] -= mA * py;
      v[a + OMEGA] -= iA * (rAx * py - rAy * px);
      v[b + VX] += mB * px;
      v[b + VY] += mB * py;
      v[b + OMEGA] += iB * (rBx * py - rBy * px);
    }
  }
}

/** Applies the impulses of the last pass. */
export function warmStartPlainPoints(batch: CoordinateRecords, at: number, v: Float64Array): void {
  const { rows: d, bodies, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = (j * stride) & INDEX;
    const o = (r + at) & INDEX;
    const a = bodies[2 * j] & INDEX;
    const b = bodies[2 * j + 1] & INDEX;
    const px = d[o + P_IMPULSE_X];
    const py = d[o + P_IMPULSE_Y];
    const ex = d[r + GAP_X] / 2;
    const ey = d[r + GAP_Y] / 2;
    const rAx = d[r + ARM_AX] + ex;
    const rAy = d[r + ARM_AY] + ey;
    const rBx = d[r + ARM_BX] - ex;
    const rBy = d[r + ARM_BY] - ey;

    v[a + VX] -= v[a + INV_MASS] * px;
    v[a + VY] -= v[a + INV_MASS] * py;
    v[a + OMEGA] -= v[a + INV_INERTIA] * (rAx * py - rAy * px);
    v[b + VX] += v[b + INV_MASS] * px;
    v[b + VY] += v[b + INV_MASS] * py;
    v[b + OMEGA] += v[b + INV_INERTIA] * (rBx * py - rBy * px);
  }
}

/** Solves every point once, with bias. */
export function solvePlainPoints(batch: CoordinateRecords, at: number, v: Float64Array, ctx: StepContext): void {
  const { rows: d, bodies, active, activeCount, stride } = batch;
  const { biasRate, h, massScale, impulseScale } = ctx;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = (j * stride) & INDEX;
    const o = (r + at) & INDEX;
    const a = bodies[2 * j] & INDEX;
    const b = bodies[2 * j + 1] & INDEX;
    const armAx = d[r + ARM_AX];
    const armAy = d[r + ARM_AY];
    const armBx = d[r + ARM_BX];
    const armBy = d[r + ARM_BY];
    const gapX = d[r + GAP_X];
    const gapY = d[r + GAP_Y];
    const most = d[r + MAX_CORRECTION];
    const i12 = d[o + I12];
    const beforeX = d[o + P_IMPULSE_X];
    const beforeY = d[o + P_IMPULSE_Y];
    const vAx = v[a + VX];
    const vAy = v[a + VY];
    const wA = v[a + OMEGA];
    const vBx = v[b + VX];
    const vBy = v[b + VY];
    const wB = v[b + OMEGA];
    const arcCA = v[a + ARC_C];
    const arcSA = v[a + ARC_S];
    const arcCB = v[b + ARC_C];
    const arcSB = v[b + ARC_S];
    const rAx = armAx + gapX / 2;
    const rAy = armAy + gapY / 2;
    const rBx = armBx - gapX / 2;
    const rBy = armBy - gapY / 2;

    let pullX = gapX * biasRate;
    let pullY = gapY * biasRate;
    const pull2 = pullX * pullX + pullY * pullY;
    if (pull2 > most * most) {
      const scale = most / Math.sqrt(pull2);
      pullX *= scale;
      pullY *= scale;
    }
    // Arc minus tangent of both arms, over h.
    const biasX = pullX + (arcCB * armBx - arcSB * armBy - arcCA * armAx + arcSA * armAy) / h;
    const biasY = pullY + (arcSB * armBx + arcCB * armBy - arcSA * armAx - arcCA * armAy) / h;
    const rateX = vBx - wB * rBy - vAx + wA * rAy + biasX;
    const rateY = vBy + wB * rBx - vAy - wA * rAx + biasY;
    const px = -massScale * (d[o + I11] * rateX + i12 * rateY) - impulseScale * beforeX;
    const py = -massScale * (i12 * rateX + d[o + I22] * rateY) - impulseScale * beforeY;

    const mA = v[a + INV_MASS];
    const iA = v[a + INV_INERTIA];
    const mB = v[b + INV_MASS];
    const iB = v[b + INV_INERTIA];
    d[o + P_IMPULSE_X] = beforeX + px;
    d[o + P_IMPULSE_Y] = beforeY + py;
    v[a + VX] = vAx - mA * px;
    v[a + VY] = vAy - mA * py;
    v[a + OMEGA] = wA - iA * (rAx * py - rAy * px);
    v[b + VX] = vBx + mB * px;
    v[b + VY] = vBy + mB * py;
    v[b + OMEGA] = wB + iB * (rBx * py - rBy * px);
  }
}

/** Solves every point once without bias, and books what it did in both passes of this substep. */
export function relaxPlainPoints(batch: CoordinateRecords, at: number, v: Float64Array, { h }: StepContext): void {
  const { rows: d, bodies, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = (j * stride) & INDEX;
    const o = (r + at) & INDEX;
    const a = bodies[2 * j] & INDEX;
    const b = bodies[2 * j + 1] & INDEX;
    const ex = d[r + GAP_X] / 2;
    const ey = d[r + GAP_Y] / 2;
    const rAx = d[r + ARM_AX] + ex;
    const rAy = d[r + ARM_AY] + ey;
    const rBx = d[r + ARM_BX] - ex;
    const rBy = d[r + ARM_BY] - ey;
    const i12 = d[o + I12];
    const beforeX = d[o + P_IMPULSE_X];
    const beforeY = d[o + P_IMPULSE_Y];
    const vAx = v[a + VX];
    const vAy = v[a + VY];
    const wA = v[a + OMEGA];
    const vBx = v[b + VX];
    const vBy = v[b + VY];
    const wB = v[b + OMEGA];
    const mA = v[a + INV_MASS];
    const iA = v[a + INV_INERTIA];
    const mB = v[b + INV_MASS];
    const iB = v[b + INV_INERTIA];

    const rateX = vBx - wB * rBy - vAx + wA * rAy;
    const rateY = vBy + wB * rBx - vAy - wA * rAx;
    const px = -(d[o + I11] * rateX + i12 * rateY);
    const py = -(i12 * rateX + d[o + I22] * rateY);
    const x = beforeX + (beforeX + px);
    const y = beforeY + (beforeY + py);
    const size2 = x * x + y * y;
    const peak = d[r + PEAK_FORCE] * h;

    d[o + P_IMPULSE_X] = beforeX + px;
    d[o + P_IMPULSE_Y] = beforeY + py;
    d[o + P_SUM_X] += x;
    d[o + P_SUM_Y] += y;
    d[r + SUM_X] += x;
    d[r + SUM_Y] += y;
    if (size2 > peak * peak) d[r + PEAK_FORCE] = Math.sqrt(size2) / h;
    v[a + VX] = vAx - mA * px;
    v[a + VY] = vAy - mA * py;
    v[a + OMEGA] = wA - iA * (rAx * py - rAy * px);
    v[b + VX] = vBx + mB * px;
    v[b + VY] = vBy + mB * py;
    v[b + OMEGA] = wB + iB * (rBx * py - rBy * px);
  }
}
