import { axisNow } from '../coordinates/axis';
import { SB, UX, VALUE } from '../coordinates/scalar';
import { COS, SIN, X, Y } from '../state/body-store';
import type { JointBatch } from './joint-batch';
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
  LOCAL_UX,
  LOCAL_UY,
} from '../state/record';

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
