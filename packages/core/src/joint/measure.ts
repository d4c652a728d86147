import { axisNow } from '../coordinates/axis';
import { SB, UX, VALUE } from '../coordinates/scalar';
import type { StepContext } from '../coordinates/step-context';
import { actedAt } from '../coordinates/sum';
import { COS, SIN, X, Y } from '../body/body-store';
import type { JointBatch } from './joint-batch';
import type { CoordinateSpec } from './joint-type';
import {
  ARM_AX,
  ARM_AY,
  ARM_BX,
  ARM_BY,
  COLUMN_B,
  GAP_X,
  GAP_Y,
  LOCAL_AX,
  LOCAL_AY,
  LOCAL_BX,
  LOCAL_BY,
  LOCAL_UX,
  LOCAL_UY,
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
} from './record';

/** Turns the local frames of a pair into the world: lever arms, separation of the anchors, axis. */
export function measureFrames(d: Float64Array, r: number, q: Float64Array, a: number, b: number): void {
  const cA = q[a + COS];
  const sA = q[a + SIN];
  const cB = q[b + COS];
  const sB = q[b + SIN];
  const rAx = cA * d[r + LOCAL_AX] - sA * d[r + LOCAL_AY];
  const rAy = sA * d[r + LOCAL_AX] + cA * d[r + LOCAL_AY];
  const rBx = cB * d[r + LOCAL_BX] - sB * d[r + LOCAL_BY];
  const rBy = sB * d[r + LOCAL_BX] + cB * d[r + LOCAL_BY];

  d[r + ARM_AX] = rAx;
  d[r + ARM_AY] = rAy;
  d[r + ARM_BX] = rBx;
  d[r + ARM_BY] = rBy;
  d[r + GAP_X] = q[b + X] - q[a + X] + rBx - rAx;
  d[r + GAP_Y] = q[b + Y] - q[a + Y] + rBy - rAy;
  axisNow[0] = cA * d[r + LOCAL_UX] - sA * d[r + LOCAL_UY];
  axisNow[1] = sA * d[r + LOCAL_UX] + cA * d[r + LOCAL_UY];
}

/**
 * Measures a joint at `mean`, half way between two poses, with the gradient by which the move from one to the other changes
 * its values exactly. Points, axes and angles are bilinear in x, cos and sin and have that gradient at the mean pose; that of
 * a length divides by the mean of both lengths: |d₁| − |d₀| = (d₁ + d₀)·(d₁ − d₀)/(|d₁| + |d₀|).
 */
export function measureMean(
  batch: JointBatch,
  j: number,
  start: Float64Array,
  end: Float64Array,
  mean: Float64Array,
): void {
  const { type, rows: d, stride } = batch;
  if (type.measureMean !== undefined) {
    type.measureMean(batch, j, start, end, mean);
    return;
  }
  const { coordinates } = type;
  type.measure(batch, j, start);
  for (let k = 0; k < coordinates.length; k++) lengths[k] = d[j * stride + coordinates[k].at + VALUE];
  type.measure(batch, j, end);
  for (let k = 0; k < coordinates.length; k++) lengths[k] += d[j * stride + coordinates[k].at + VALUE];
  type.measure(batch, j, mean);
  for (let k = 0; k < coordinates.length; k++) {
    const { kind, at } = coordinates[k];
    if (kind.kind !== 'length' || !(lengths[k] > 0)) continue;
    const o = j * stride + at;
    const factor = (2 * d[o + VALUE]) / lengths[k];
    for (let i = UX; i <= SB; i++) d[o + i] *= factor;
  }
}

const lengths = new Float64Array(64);

/** Measures every active joint of a batch. */
export function measureBatch(batch: JointBatch, q: Float64Array): void {
  const { active, activeCount, type } = batch;
  for (let i = 0; i < activeCount; i++) type.measure(batch, active[i], q);
}

/** Books what each joint did to B in the substep that ends: sums for the mean, peaks. */
export function tallyReactions(batch: JointBatch, { h }: StepContext): void {
  const { rows, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) tallyJoint(rows, active[i] * stride, h);
}

/** The same for the joint whose row record begins at `r`. */
export function tallyJoint(d: Float64Array, r: number, h: number): void {
  const x = d[r + NOW_X];
  const y = d[r + NOW_Y];
  const torque = d[r + NOW_TORQUE];
  d[r + SUM_X] += x;
  d[r + SUM_Y] += y;
  d[r + SUM_TORQUE] += torque;
  const force = Math.sqrt(x * x + y * y) / h;
  const turn = Math.abs(torque) / h;
  if (force > d[r + PEAK_FORCE]) d[r + PEAK_FORCE] = force;
  if (turn > d[r + PEAK_TORQUE]) d[r + PEAK_TORQUE] = turn;
  d[r + NOW_X] = 0;
  d[r + NOW_Y] = 0;
  d[r + NOW_TORQUE] = 0;
}

/** Which of the bodies of a joint is B: of a linkage, whose bodies may be any, its record says so. */
export function columnOfB({ rows, type, columns }: JointBatch, r: number): number {
  return columns > 2 || type.coordinates[0].kind.kind === 'sum' ? rows[r + COLUMN_B] | 0 : 1;
}

/** Books what the impulse at `impulses[row]` gives the bodies of a joint by the gradient at J[g] of its coordinate at `at`. */
export function bookMoments(
  { rows: d, columns }: JointBatch,
  r: number,
  { kind, at }: CoordinateSpec,
  J: Float64Array,
  g: number,
  impulses: Float64Array,
  row: number,
): void {
  const p = impulses[row];
  if (kind.kind !== 'sum') {
    d[r + MOMENT_A] += J[g + 2] * p;
    d[r + MOMENT_B] += J[g + 5] * p;
    return;
  }
  const acted = r + at + actedAt(columns);
  for (let k = 0; k < 3 * columns; k++) d[acted + k] += J[g + k] * p;
}

/** Nothing is booked any longer for the joint in slot `j`, nor for any of its laws. */
export function clearBooked({ type, rows, laws, columns, stride, lawsStride }: JointBatch, j: number): void {
  const r = j * stride;
  clearReaction(rows, r);
  for (const { kind, at, law } of type.coordinates) kind.clearSums(rows, r + at, laws, j * lawsStride + law, columns);
}

/** Begins a step: nothing is booked yet for the joint whose row record begins at `r`. */
export function clearReaction(d: Float64Array, r: number): void {
  d[r + NOW_X] = 0;
  d[r + NOW_Y] = 0;
  d[r + NOW_TORQUE] = 0;
  d[r + SUM_X] = 0;
  d[r + SUM_Y] = 0;
  d[r + SUM_TORQUE] = 0;
  d[r + PEAK_FORCE] = 0;
  d[r + PEAK_TORQUE] = 0;
  d[r + MOMENT_A] = 0;
  d[r + MOMENT_B] = 0;
}
