import type { StepContext } from '../coordinates/step-context';
import { actedAt } from '../coordinates/sum-fields';
import type { World } from '../world/world';
import type { Joint } from '../joint/joint';
import type { JointBatch } from './joint-batch';
import type { CoordinateSpec } from '../joint/joint-type';
import {
  COLUMN_B,
  MOMENT_A,
  MOMENT_B,
  NOW_TORQUE,
  NOW_X,
  NOW_Y,
  PEAK_FORCE,
  PEAK_TORQUE,
  SETTINGS_SIZE,
  SLEPT_AFTER,
  SUM_TORQUE,
  SUM_X,
  SUM_Y,
} from '../state/record';

/** What a joint did to its bodies in a step, as its read-outs tell: booked per substep, cleared as a step begins. */

/**
 * What a joint did to body B in the last step in which it was solved; while it sleeps, the step before it fell asleep. A gets the opposite
 * at the same point. All 0 of a joint that is disabled, has no laws, or has no body to move.
 */
export interface Reaction {
  /** Mean force along x, N. */
  readonly x: number;
  /** Mean force along y, N. */
  readonly y: number;
  /** Mean torque about anchor B, N·m. */
  readonly torque: number;
  /** Size of the mean force, N. */
  readonly force: number;
  /** Largest size of the force over the substeps, N: it grows with their number. */
  readonly peakForce: number;
  /** Largest size of the torque over the substeps, N·m. */
  readonly peakTorque: number;
}

/** A reaction that is written to. */
export type Written = { -readonly [K in keyof Reaction]: Reaction[K] };

export function noReaction(): Written {
  return { x: 0, y: 0, torque: 0, force: 0, peakForce: 0, peakTorque: 0 };
}

/** The reaction of a joint, in `out`. */
export function readReaction(joint: Joint, out: Written): Reaction {
  const { batch, slot } = joint;
  const world = joint.requireWorld();
  const { lengthUnit: unit } = world;
  measureLastStep(batch, slot, world);
  const { rows: d, stride } = batch;
  const r = slot * stride;
  const scale = lastStep[0] > 0 ? 1 / (lastStep[0] * unit) : 0;
  out.x = d[r + SUM_X] * scale;
  out.y = d[r + SUM_Y] * scale;
  out.torque = (d[r + SUM_TORQUE] * scale) / unit;
  out.force = Math.sqrt(out.x * out.x + out.y * out.y);
  out.peakForce = d[r + PEAK_FORCE] / unit;
  out.peakTorque = d[r + PEAK_TORQUE] / (unit * unit);
  return out;
}

export const lastStep = new Float64Array(1);

/** Leaves in `lastStep` how long the step was in which the joint in slot `j` was solved last, s: that before it fell asleep, or the last one. */
export function measureLastStep({ settings }: JointBatch, j: number, world: World): void {
  lastStep[0] = settings[j * SETTINGS_SIZE + SLEPT_AFTER];
  if (lastStep[0] === 0) lastStep[0] = world.lastStep;
}

/** Books what each joint did to B in the substep that ends: sums for the mean, peaks. */
export function tallyReactions(batch: JointBatch, substep: Pick<StepContext, 'h'>): void {
  const { rows, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) tallyJoint(rows, active[i] * stride, substep);
}

/** The same for the joint whose row record begins at `r`. */
export function tallyJoint(d: Float64Array, r: number, { h }: Pick<StepContext, 'h'>): void {
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
export function columnOfB({ rows, coordinates, columns }: JointBatch, r: number): number {
  return columns > 2 || coordinates[0].kind.ofMany === true ? rows[r + COLUMN_B] | 0 : 1;
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
  if (kind.ofMany !== true) {
    d[r + MOMENT_A] += J[g + 2] * p;
    d[r + MOMENT_B] += J[g + 5] * p;
    return;
  }
  const acted = r + at + actedAt(columns);
  for (let k = 0; k < 3 * columns; k++) d[acted + k] += J[g + k] * p;
}

/** Nothing is booked any longer, or yet, for the joint in slot `j`, nor for any of its laws. */
export function clearBooked(batch: JointBatch, j: number): void {
  const { coordinates, rows, laws, columns, stride } = batch;
  const r = j * stride;
  clearReaction(rows, r);
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at, index } = coordinates[c];
    kind.clearSums(rows, r + at, laws, batch.lawsAt(j, index), columns);
  }
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
