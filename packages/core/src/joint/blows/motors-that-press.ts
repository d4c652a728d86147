import { BODY, type BodyStore, FORCE_X, FORCE_Y, GRAVITY_SCALE, INV_MASS, TORQUE, X, Y } from '../../body/body-store';
import {
  LIMITS_CAPPED,
  LIMITS_SOFT,
  LOWER,
  LOWER_BOUND,
  MOTOR,
  MOTOR_CAPPED,
  MOTOR_HELD,
  MOTOR_IMPULSE,
  UPPER,
  UPPER_BOUND,
} from '../../coordinates/laws/law-fields';
import { VALUE } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import type { BlockJoints } from '../../islands/block-joints';
import { ARM_AX, ARM_AY } from '../batch/record';
import type { JointBatch } from '../batch/joint-batch';
import { stepLength } from '../motors/servos';
import { isImmovable } from './blow-block';
import { NEARLY_PASSED } from './passed-stops';

/**
 * A motor without a cap gives way to stops of other joints. What a pass does for it is rigid, and stops are soft: they would be drawn open by more and
 * more. So while a stop of its island is passed, it gives no more than what bears all loads on the island and sets that in motion, nor later, until it needs
 * less than that. The direct step makes up such a cap, too (direct/rows/motor-rows.ts).
 */

/** Speed that a motor whose cap is made up gives all of its island within a step, in lengthUnits a second. */
const START = 0.25;

/** Of the island that was gone through last: the sum of the forces on it, its torques, and a box around it. */
const sums = new Float64Array(6);
const FORCE = 0,
  TORQUES = 1,
  LEFT = 2,
  RIGHT = 3,
  BOTTOM = 4,
  TOP = 5;

/** At the start of a step, where there are motors without a cap. */
export function limitPressingMotors(bodies: BodyStore, joints: readonly BlockJoints[], ctx: StepContext): void {
  let end = 0;
  for (let i = 0; i < joints.length; i++) {
    const { part, slots, count } = joints[i];
    const { batch } = part;
    if (!batch.hasStops && !batch.hasMotors) continue;
    for (let k = 0; k < count; k++) {
      const j = slots[k];
      if (!isPassed(batch, j, ctx) && !hasLimited(batch, j)) continue;
      for (let c = 0; c < batch.columns; c++) end = goThrough(batch.bodies[j * batch.columns + c], end, bodies, ctx);
    }
  }
  const { found, lastColumn } = ctx.ties;
  for (let i = 0; i < end; i++) lastColumn[found[i]] = 0;
}

/** True of a joint with a stop without a cap that is passed. */
function isPassed(
  { rows: d, laws: w, coordinates, stride, lawsStride }: JointBatch,
  j: number,
  ctx: StepContext,
): boolean {
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at, law } = coordinates[c];
    const o = j * stride + at;
    const flags = d[o + kind.flagsAt] | 0;
    if (!kind.scalar || !(flags & (LOWER | UPPER)) || flags & (LIMITS_SOFT | LIMITS_CAPPED)) continue;
    const most = NEARLY_PASSED * (kind.unit === 'angle' ? 1 : ctx.lengthUnit);
    const p = j * lawsStride + law;
    if (flags & LOWER && w[p + LOWER_BOUND] - d[o + VALUE] > most) return true;
    if (flags & UPPER && d[o + VALUE] - w[p + UPPER_BOUND] > most) return true;
  }
  return false;
}

/** True of a joint with a motor that was limited before: its loads may have changed. */
function hasLimited({ rows: d, laws: w, coordinates, stride, lawsStride }: JointBatch, j: number): boolean {
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at, law } = coordinates[c];
    if (kind.scalar && isFree(d[j * stride + at + kind.flagsAt] | 0) && w[j * lawsStride + law + MOTOR_HELD] < -1)
      return true;
  }
  return false;
}

/** True of a motor without a cap. */
function isFree(flags: number): boolean {
  return (flags & (MOTOR | MOTOR_CAPPED)) === MOTOR;
}

/** Lists all that hangs together with the body at offset `b`, from `end` on, unless it is listed already, and limits its motors. The end of the list. */
function goThrough(b: number, end: number, bodies: BodyStore, ctx: StepContext): number {
  const { start, batch, slot, batches, found } = ctx.ties;
  const first = end;
  let last = reach(b, end, bodies, ctx);
  if (last === first) return first;
  sums.fill(0);
  sums[LEFT] = sums[BOTTOM] = Infinity;
  sums[RIGHT] = sums[TOP] = -Infinity;
  for (let k = first; k < last; k++) {
    addLoad(found[k] * BODY, bodies, ctx);
    for (let i = start[found[k]]; i < start[found[k] + 1]; i++) {
      const { bodies: of, columns, rows: d, type, stride } = batches[batch[i]];
      const r = slot[i] * stride;
      const a = of[slot[i] * columns];
      if (type.frames.includes('anchors'))
        widen(bodies.pose[a + X] + d[r + ARM_AX], bodies.pose[a + Y] + d[r + ARM_AY]);
      for (let c = 0; c < columns; c++) last = reach(of[slot[i] * columns + c], last, bodies, ctx);
    }
  }
  const far = Math.max(ctx.lengthUnit, sums[RIGHT] - sums[LEFT], sums[TOP] - sums[BOTTOM]);
  sums[FORCE] += sums[TORQUES] / far;
  for (let k = first; k < last; k++)
    for (let i = start[found[k]]; i < start[found[k] + 1]; i++)
      if (batches[batch[i]].hasMotors) limitMotors(batches[batch[i]], slot[i], far, ctx);
  return last;
}

/** Lists a body that can be moved, unless it is listed. The end of the list. */
function reach(b: number, end: number, { motion }: BodyStore, { ties }: StepContext): number {
  const slot = b / BODY;
  if (isImmovable(motion, b) || ties.lastColumn[slot] !== 0) return end;
  ties.lastColumn[slot] = 1;
  ties.found[end] = slot;
  return end + 1;
}

function addLoad(b: number, { motion, load, pose }: BodyStore, { gravityX, gravityY, lengthUnit }: StepContext): void {
  const weight = Math.abs(load[b + GRAVITY_SCALE]) * (Math.abs(gravityX) + Math.abs(gravityY));
  if (motion[b + INV_MASS] > 0) sums[FORCE] += (weight + (START * lengthUnit) / stepLength[0]) / motion[b + INV_MASS];
  sums[FORCE] += Math.abs(load[b + FORCE_X]) + Math.abs(load[b + FORCE_Y]);
  sums[TORQUES] += Math.abs(load[b + TORQUE]);
  widen(pose[b + X], pose[b + Y]);
}

function widen(x: number, y: number): void {
  sums[LEFT] = Math.min(sums[LEFT], x);
  sums[RIGHT] = Math.max(sums[RIGHT], x);
  sums[BOTTOM] = Math.min(sums[BOTTOM], y);
  sums[TOP] = Math.max(sums[TOP], y);
}

/** Limits those that give more than all loads on their island, and what sets it in motion, come to, and those that are limited already. */
function limitMotors(batch: JointBatch, j: number, far: number, { h }: StepContext): void {
  const { coordinates, rows: d, laws: w, stride, lawsStride } = batch;
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at, law } = coordinates[c];
    if (!kind.scalar || !isFree(d[j * stride + at + kind.flagsAt] | 0)) continue;
    const p = j * lawsStride + law;
    const most = sums[FORCE] * (kind.unit === 'angle' ? far : 1);
    const isLimited = w[p + MOTOR_HELD] < -1 || Math.abs(w[p + MOTOR_IMPULSE]) > (most * h) / 2;
    if (isLimited && w[p + MOTOR_HELD] !== -1) w[p + MOTOR_HELD] = -1 - most;
  }
}
