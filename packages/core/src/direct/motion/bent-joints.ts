import { ANGLE, COS, SIN, X } from '../../state/body-store';
import type { JointBatch } from '../../batches/joint-batch';
import { cosSin } from '../../math/trig';
import type { KktSystem } from '../factor/kkt-system';
import type { DirectIsland, DirectJoint } from '../island/island-system';
import type { TrialPoses } from './move-bodies';

/*
 * How rows tie their bodies to each other by their stiffness −P ∂²C/∂q². A length says its second derivative (axis.ts); of rows that somebody's code
 * measures it is found by forward differences of the gradient. Under a load a thousand times as heavy as what bears it Newton needs it: twenty rods on such rows stood still without it. Everywhere else
 * it is next to nothing, and not measured: a record keeps how much of the masses it was last, for an impulse of 1.
 */

/** A share of the masses below which a stiffness is next to nothing. */
const NEXT_TO_NOTHING = 0.1;
/** How far bodies are moved, lengthUnits and rad. */
const STEP = 1e-6;
/** A guess by what was measured at another pose is trusted where it is so many times smaller than what counts. */
const TRUST = 4;

const turn = new Float64Array(2);
/** Gradient of each row of a joint. */
let before = new Float64Array(24);

/** True if some joint of the island ties its bodies by more than next to nothing. */
export function areWholeBent(island: DirectIsland, poses: TrialPoses): boolean {
  const { others } = island;
  let are = false;
  for (let i = 0; i < others.length && !are; i++) {
    const joint = others[i];
    const { bendAt } = joint.batch.type;
    if (bendAt === undefined || isStraight(island, joint, bendAt)) continue;
    bendsOf(island, joint, bendAt, poses);
    are = shareOf(island, joint, bendAt) > NEXT_TO_NOTHING;
  }
  return are;
}

/** Writes the stiffness of all of them. */
export function writeWholeBends(island: DirectIsland, { dense }: KktSystem, poses: TrialPoses): void {
  const { impulse, joints } = island;
  const { stiffness } = dense;
  for (const { joint: k, at, bodies } of dense.joints) {
    const joint = joints[k];
    const { bendAt } = joint.batch.type;
    const size = 9 * bodies.length * bodies.length;
    stiffness.fill(0, at, at + size);
    if (bendAt === undefined) {
      bendLengths(joint, impulse, stiffness, at);
      continue;
    }
    if (isStraight(island, joint, bendAt)) continue;
    const bends = bendsOf(island, joint, bendAt, poses);
    for (let c = 0; c < joint.coordinates.length; c++) {
      const p = impulse[joint.coordinates[c].row];
      if (p !== 0) for (let i = 0; i < size; i++) stiffness[at + i] += p * bends[c * size + i];
    }
  }
}

/** The lengths among the coordinates of a joint, as they were measured last. */
function bendLengths(
  { batch, r, coordinates }: DirectJoint,
  impulse: Float64Array,
  out: Float64Array,
  at: number,
): void {
  for (let c = 0; c < coordinates.length; c++) {
    const { spec, o, row } = coordinates[c];
    if (impulse[row] !== 0) spec.kind.bend?.(batch.rows, r, o, impulse[row], out, at);
  }
}

/** True where the impulses are too small for what its rows bend by, as it was measured last. */
function isStraight(island: DirectIsland, joint: DirectJoint, bendAt: number): boolean {
  const share = shareOf(island, joint, bendAt);
  return share === 0
    ? isIdle(island, joint) || joint.batch.rows[joint.r + bendAt] > 0
    : TRUST * share < NEXT_TO_NOTHING;
}

function isIdle({ impulse }: DirectIsland, { coordinates }: DirectJoint): boolean {
  for (let c = 0; c < coordinates.length; c++) if (impulse[coordinates[c].row] !== 0) return false;
  return true;
}

/** By how much of the masses the joint ties its bodies. */
function shareOf({ impulse, attempt }: DirectIsland, { batch, r, coordinates }: DirectJoint, bendAt: number): number {
  let sum = 0;
  for (let c = 0; c < coordinates.length; c++) sum += Math.abs(impulse[coordinates[c].row]);
  return attempt.theta * attempt.h * sum * batch.rows[r + bendAt];
}

/** −∂²C/∂q² of each row under laws. Leaves in the record the most that it is of the masses. */
function bendsOf(island: DirectIsland, joint: DirectJoint, bendAt: number, { end }: TrialPoses): Float64Array {
  const { batch, slot, r, bodies, coordinates } = joint;
  const { movable, weight, attempt } = island;
  const n = 3 * batch.columns;
  const count = coordinates.length;
  if (before.length < count * n) before = new Float64Array(count * n);
  const bent = (joint.bends ??= new Float64Array(count * n * n));
  if (joint.knowsBends) return bent;
  joint.knowsBends = true;
  bent.fill(0);
  batch.measure(slot, end);
  readGradients(batch, joint, before);
  let most = 0;
  for (let i = 0; i < n; i++) {
    const body = bodies[Math.floor(i / 3)];
    if (body >= movable || weight[3 * body + (i % 3)] === 0) continue;
    const step = i % 3 === 2 ? STEP : STEP * attempt.lengthUnit;
    measureMoved(batch, slot, end, island.bodies[body], i % 3, step);
    for (let c = 0; c < count; c++) {
      const { spec, o } = coordinates[c];
      const to = c * n * n + i * n;
      spec.kind.jacobian(batch.rows, r, o, batch.columns, 0, bent, to);
      for (let j = 0; j < n; j++) {
        const other = bodies[Math.floor(j / 3)];
        bent[to + j] = other < movable ? (before[c * n + j] - bent[to + j]) / step : 0;
        const w = other < movable ? weight[3 * body + (i % 3)] * weight[3 * other + (j % 3)] : 0;
        most = Math.max(most, Math.abs(bent[to + j]) * Math.sqrt(w));
      }
    }
  }
  batch.measure(slot, end);
  // Above 0: it was measured.
  batch.rows[r + bendAt] = Math.max(most, Number.MIN_VALUE);
  return bent;
}

function readGradients({ rows, columns }: JointBatch, { r, coordinates }: DirectJoint, out: Float64Array): void {
  for (let c = 0; c < coordinates.length; c++) {
    const { spec, o } = coordinates[c];
    spec.kind.jacobian(rows, r, o, columns, 0, out, c * 3 * columns);
  }
}

/** Measures it with one of its bodies moved by `step`: along x, along y, or turned. */
function measureMoved(batch: JointBatch, slot: number, q: Float64Array, b: number, axis: number, step: number): void {
  const i = b + (axis === 2 ? ANGLE : X + axis);
  const was = q[i];
  const cos = q[b + COS];
  const sin = q[b + SIN];
  q[i] = was + step;
  if (axis === 2) {
    cosSin(step, turn, 0);
    q[b + COS] = cos * turn[0] - sin * turn[1];
    q[b + SIN] = sin * turn[0] + cos * turn[1];
  }
  batch.measure(slot, q);
  q[i] = was;
  q[b + COS] = cos;
  q[b + SIN] = sin;
}
