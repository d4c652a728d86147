import { COS, SIN, X, Y } from '../../state/body-store';
import { INDEX } from '../../coordinates/coordinate';
import { P_IMPULSE_X, P_IMPULSE_Y } from '../../coordinates/points/point-fields';
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
} from '../../state/record';
import type { Attempt, DirectIsland } from '../island/island-system';
import { FASTEST, WIDEST } from '../island/outcomes';
import {
  BODY_A,
  BODY_B,
  JACOBIAN,
  PIN,
  PIN_END,
  type PinGroup,
  POINT,
  POSE_A,
  POSE_B,
  RECORD,
  ROW,
  TURN_AX,
  TURN_AY,
  TURN_BX,
  TURN_BY,
} from './pin-groups';

/** The arithmetic of mean-pose.ts for pins (pin-groups.ts), and what a step begins and ends with. */

/** Impulses of the last step and gaps at the start; the largest rate |J v| and the largest gap go to `out` if larger. */
export function beginPins({ pins, start, v0, impulse, before, passes, out }: DirectIsland): void {
  if (passes !== null) {
    for (let i = 0, at = 0; i < pins.length; i++) at = handOver(pins[i], impulse, passes.locals, at);
    passes.beginPins();
  } else for (let i = 0; i < pins.length; i++) beginGroup(pins[i], start, v0, impulse, before, out);
}

/** Impulses of the last step, and anchors for the passes, those of the first pin at `at`; returns where those of the next group go. */
function handOver({ batch, table }: PinGroup, impulse: Float64Array, locals: Float64Array, at: number): number {
  const { rows: d } = batch;
  for (let k = 0; k < table.length; k += PIN, at += 4) {
    const r = table[k + RECORD] & INDEX;
    const o = table[k + POINT] & INDEX;
    const row = table[k + ROW] & INDEX;
    locals[at] = d[r + LOCAL_AX];
    locals[at + 1] = d[r + LOCAL_AY];
    locals[at + 2] = d[r + LOCAL_BX];
    locals[at + 3] = d[r + LOCAL_BY];
    impulse[row] = d[o + P_IMPULSE_X];
    impulse[row + 1] = d[o + P_IMPULSE_Y];
  }
  return at;
}

function beginGroup(
  { batch, table }: PinGroup,
  q: Float64Array,
  v: Float64Array,
  impulse: Float64Array,
  gap: Float64Array,
  out: Float64Array,
): void {
  const { rows: d } = batch;
  let fastest = out[FASTEST];
  let widest = out[WIDEST];
  for (let k = 0; k < table.length; k += PIN) {
    const r = table[k + RECORD] & INDEX;
    const o = table[k + POINT] & INDEX;
    const sA = table[k + POSE_A] & INDEX;
    const sB = table[k + POSE_B] & INDEX;
    const a = table[k + BODY_A] & INDEX;
    const b = table[k + BODY_B] & INDEX;
    const row = table[k + ROW] & INDEX;
    const rAx = q[sA + COS] * d[r + LOCAL_AX] - q[sA + SIN] * d[r + LOCAL_AY];
    const rAy = q[sA + SIN] * d[r + LOCAL_AX] + q[sA + COS] * d[r + LOCAL_AY];
    const rBx = q[sB + COS] * d[r + LOCAL_BX] - q[sB + SIN] * d[r + LOCAL_BY];
    const rBy = q[sB + SIN] * d[r + LOCAL_BX] + q[sB + COS] * d[r + LOCAL_BY];
    const rateX = Math.abs(v[b] - v[a] - rBy * v[b + 2] + rAy * v[a + 2]);
    const rateY = Math.abs(v[b + 1] - v[a + 1] + rBx * v[b + 2] - rAx * v[a + 2]);
    const gapX = q[sB + X] - q[sA + X] + rBx - rAx;
    const gapY = q[sB + Y] - q[sA + Y] + rBy - rAy;
    const wideX = Math.abs(gapX);
    const wideY = Math.abs(gapY);

    gap[row] = gapX;
    gap[row + 1] = gapY;
    impulse[row] = d[o + P_IMPULSE_X];
    impulse[row + 1] = d[o + P_IMPULSE_Y];
    if (!(rateX <= fastest)) fastest = rateX;
    if (!(rateY <= fastest)) fastest = rateY;
    if (!(wideX <= widest)) widest = wideX;
    if (!(wideY <= widest)) widest = wideY;
  }
  out[FASTEST] = fastest;
  out[WIDEST] = widest;
}

/**
 * The end of the step: to `pinEnds` what the impulses did to the bodies by the gradient of the mean pose, and the gaps at the end; then the
 * turns there. `fastest`, the largest rate |J v| of each part, grows. Records are as before: `bookPins` writes them.
 */
export function endPins(island: DirectIsland): void {
  const { pins, end, v0, impulse, system, pinEnds, passes, parts } = island;
  if (passes !== null) passes.endPins();
  else
    for (let i = 0, at = 0; i < pins.length; i++)
      at = endGroup(pins[i], end, v0, impulse, system.jacobian, pinEnds, at, parts.fastest);
}

function endGroup(
  { batch, table }: PinGroup,
  q: Float64Array,
  v: Float64Array,
  impulse: Float64Array,
  J: Float64Array,
  ends: Float64Array,
  at: number,
  rates: Float64Array,
): number {
  const { rows: d } = batch;
  let fastest = rates[0];
  for (let k = 0; k < table.length; k += PIN, at += PIN_END) {
    const r = table[k + RECORD] & INDEX;
    const sA = table[k + POSE_A] & INDEX;
    const sB = table[k + POSE_B] & INDEX;
    const a = table[k + BODY_A] & INDEX;
    const b = table[k + BODY_B] & INDEX;
    const row = table[k + ROW] & INDEX;
    const g = table[k + JACOBIAN] & INDEX;
    const px = impulse[row];
    const py = impulse[row + 1];
    const rAx = q[sA + COS] * d[r + LOCAL_AX] - q[sA + SIN] * d[r + LOCAL_AY];
    const rAy = q[sA + SIN] * d[r + LOCAL_AX] + q[sA + COS] * d[r + LOCAL_AY];
    const rBx = q[sB + COS] * d[r + LOCAL_BX] - q[sB + SIN] * d[r + LOCAL_BY];
    const rBy = q[sB + SIN] * d[r + LOCAL_BX] + q[sB + COS] * d[r + LOCAL_BY];
    const rateX = Math.abs(v[b] - v[a] - rBy * v[b + 2] + rAy * v[a + 2]);
    const rateY = Math.abs(v[b + 1] - v[a + 1] + rBx * v[b + 2] - rAx * v[a + 2]);

    if (!(rateX <= fastest)) fastest = rateX;
    if (!(rateY <= fastest)) fastest = rateY;
    ends[at] = J[g + TURN_AX] * px + J[g + TURN_AY] * py;
    ends[at + 1] = J[g + TURN_BX] * px + J[g + TURN_BY] * py;
    ends[at + 2] = q[sB + X] - q[sA + X] + rBx - rAx;
    ends[at + 3] = q[sB + Y] - q[sA + Y] + rBy - rAy;
    J[g + TURN_AX] = rAy;
    J[g + TURN_AY] = -rAx;
    J[g + TURN_BX] = -rBy;
    J[g + TURN_BY] = rBx;
  }
  rates[0] = fastest;
  return at;
}

/** Adds Σ P·(C₁ − C₀) of the gaps that the dynamics closes to what was made. */
export function addPinWork({ pins, impulse, before, after, gap, passes, parts }: DirectIsland): void {
  if (passes !== null) passes.addPinWork();
  else for (let i = 0; i < pins.length; i++) addWorkOfGroup(pins[i], impulse, before, after, gap, parts.made);
}

function addWorkOfGroup(
  { table }: PinGroup,
  impulse: Float64Array,
  before: Float64Array,
  after: Float64Array,
  hold: Float64Array,
  made: Float64Array,
): void {
  let work = made[0];
  for (let k = 0; k < table.length; k += PIN) {
    const row = table[k + ROW] & INDEX;
    if (hold[row] === 0) work += impulse[row] * (after[row] - before[row]);
    if (hold[row + 1] === 0) work += impulse[row + 1] * (after[row + 1] - before[row + 1]);
  }
  made[0] = work;
}

/** Turns at the poses `q`, and frames of the records. */
export function measurePins({ batch, table }: PinGroup, q: Float64Array, J: Float64Array): void {
  const { rows: d } = batch;
  for (let k = 0; k < table.length; k += PIN) {
    const r = table[k + RECORD];
    const sA = table[k + POSE_A];
    const sB = table[k + POSE_B];
    const g = table[k + JACOBIAN];
    const rAx = q[sA + COS] * d[r + LOCAL_AX] - q[sA + SIN] * d[r + LOCAL_AY];
    const rAy = q[sA + SIN] * d[r + LOCAL_AX] + q[sA + COS] * d[r + LOCAL_AY];
    const rBx = q[sB + COS] * d[r + LOCAL_BX] - q[sB + SIN] * d[r + LOCAL_BY];
    const rBy = q[sB + SIN] * d[r + LOCAL_BX] + q[sB + COS] * d[r + LOCAL_BY];
    J[g + TURN_AX] = d[r + ARM_AY] = rAy;
    d[r + ARM_AX] = rAx;
    J[g + TURN_AY] = -rAx;
    d[r + ARM_BY] = rBy;
    J[g + TURN_BX] = -rBy;
    J[g + TURN_BY] = d[r + ARM_BX] = rBx;
    d[r + GAP_X] = q[sB + X] - q[sA + X] + rBx - rAx;
    d[r + GAP_Y] = q[sB + Y] - q[sA + Y] + rBy - rAy;
  }
}

/**
 * One iteration's view: gaps at the end pose, turns at the mean pose, geometric stiffness (rB·P of B, −rA·P of A, arms of
 * the end pose) and −Jᵀ P. The error of each part grows to its largest gap beyond what is held.
 */
export function visitPins(island: DirectIsland): void {
  const { pins, end, mean, impulse, target, after, system, stiffness, residual, passes, parts } = island;
  if (passes !== null) passes.visitPins();
  else
    for (let i = 0; i < pins.length; i++)
      visitGroup(pins[i], end, mean, impulse, target, after, system.jacobian, stiffness, residual, parts.error);
}

function visitGroup(
  { batch, table }: PinGroup,
  end: Float64Array,
  mean: Float64Array,
  impulse: Float64Array,
  hold: Float64Array,
  gap: Float64Array,
  J: Float64Array,
  stiffness: Float64Array,
  residual: Float64Array,
  error: Float64Array,
): void {
  const { rows: d } = batch;
  let largest = error[0];
  for (let k = 0; k < table.length; k += PIN) {
    const r = table[k + RECORD] & INDEX;
    const sA = table[k + POSE_A] & INDEX;
    const sB = table[k + POSE_B] & INDEX;
    const a = table[k + BODY_A] & INDEX;
    const b = table[k + BODY_B] & INDEX;
    const row = table[k + ROW] & INDEX;
    const g = table[k + JACOBIAN] & INDEX;
    const lAx = d[r + LOCAL_AX];
    const lAy = d[r + LOCAL_AY];
    const lBx = d[r + LOCAL_BX];
    const lBy = d[r + LOCAL_BY];
    const px = impulse[row];
    const py = impulse[row + 1];
    const eAx = end[sA + COS] * lAx - end[sA + SIN] * lAy;
    const eAy = end[sA + SIN] * lAx + end[sA + COS] * lAy;
    const eBx = end[sB + COS] * lBx - end[sB + SIN] * lBy;
    const eBy = end[sB + SIN] * lBx + end[sB + COS] * lBy;
    const gapX = end[sB + X] - end[sA + X] + eBx - eAx;
    const gapY = end[sB + Y] - end[sA + Y] + eBy - eAy;
    const mAx = mean[sA + COS] * lAx - mean[sA + SIN] * lAy;
    const mAy = mean[sA + SIN] * lAx + mean[sA + COS] * lAy;
    const mBx = mean[sB + COS] * lBx - mean[sB + SIN] * lBy;
    const mBy = mean[sB + SIN] * lBx + mean[sB + COS] * lBy;
    const leftX = Math.abs(gapX - hold[row]);
    const leftY = Math.abs(gapY - hold[row + 1]);

    gap[row] = gapX;
    gap[row + 1] = gapY;
    if (!(leftX <= largest)) largest = leftX;
    if (!(leftY <= largest)) largest = leftY;
    J[g + TURN_AX] = mAy;
    J[g + TURN_AY] = -mAx;
    J[g + TURN_BX] = -mBy;
    J[g + TURN_BY] = mBx;
    stiffness[a + 2] -= eAx * px + eAy * py;
    stiffness[b + 2] += eBx * px + eBy * py;
    residual[a] += px;
    residual[a + 1] += py;
    residual[a + 2] -= mAy * px - mAx * py;
    residual[b] -= px;
    residual[b + 1] -= py;
    residual[b + 2] -= mBx * py - mBy * px;
  }
  error[0] = largest;
}

/** −(C₁ − hold)/h − J du: what the increments of the impulses have to make up for. `du` is 0 of what does not move. */
export function askPins(
  { pins, system, passes, attempt }: DirectIsland,
  gap: Float64Array,
  hold: Float64Array,
  du: Float64Array,
  out: Float64Array,
): void {
  if (passes !== null) passes.askPins(gap, hold, du, out);
  else for (let i = 0; i < pins.length; i++) askGroup(pins[i], gap, hold, system.jacobian, du, attempt, out);
}

function askGroup(
  { table }: PinGroup,
  gap: Float64Array,
  hold: Float64Array,
  J: Float64Array,
  du: Float64Array,
  { h }: Attempt,
  out: Float64Array,
): void {
  const perStep = 1 / h;
  for (let k = 0; k < table.length; k += PIN) {
    const a = table[k + BODY_A] & INDEX;
    const b = table[k + BODY_B] & INDEX;
    const row = table[k + ROW] & INDEX;
    const g = table[k + JACOBIAN] & INDEX;
    const turnA = du[a + 2];
    const turnB = du[b + 2];
    out[row] = (hold[row] - gap[row]) * perStep - (du[b] - du[a] + J[g + TURN_AX] * turnA + J[g + TURN_BX] * turnB);
    out[row + 1] =
      (hold[row + 1] - gap[row + 1]) * perStep -
      (du[b + 1] - du[a + 1] + J[g + TURN_AY] * turnA + J[g + TURN_BY] * turnB);
  }
}

/** du += W Jᵀ dP. */
export function pushPins(
  { pins, system, weight, passes }: DirectIsland,
  impulse: Float64Array,
  du: Float64Array,
): void {
  if (passes !== null) passes.pushPins(impulse, du);
  else for (let i = 0; i < pins.length; i++) pushGroup(pins[i], weight, system.jacobian, impulse, du);
}

function pushGroup(
  { table }: PinGroup,
  weight: Float64Array,
  J: Float64Array,
  impulse: Float64Array,
  du: Float64Array,
): void {
  for (let k = 0; k < table.length; k += PIN) {
    const a = table[k + BODY_A] & INDEX;
    const b = table[k + BODY_B] & INDEX;
    const row = table[k + ROW] & INDEX;
    const g = table[k + JACOBIAN] & INDEX;
    const px = impulse[row];
    const py = impulse[row + 1];
    du[a] -= weight[a] * px;
    du[a + 1] -= weight[a + 1] * py;
    du[a + 2] += weight[a + 2] * (J[g + TURN_AX] * px + J[g + TURN_AY] * py);
    du[b] += weight[b] * px;
    du[b + 1] += weight[b + 1] * py;
    du[b + 2] += weight[b + 2] * (J[g + TURN_BX] * px + J[g + TURN_BY] * py);
  }
}
