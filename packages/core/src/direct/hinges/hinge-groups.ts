import { INDEX } from '../../coordinates/coordinate';
import type { JointBatch } from '../../batches/joint-batch';
import { LOCAL_AX, LOCAL_AY, LOCAL_BX, LOCAL_BY } from '../../state/record';
import { byBatch } from '../island/by-batch';
import type { DirectCoordinate } from '../island/island-system';

/**
 * What chains, bridges and ragdolls are made of: points under a rigid lock, of joints with no other law but those of an angle
 * (turns.ts). The passes (../passes.ts) go over packed tables of them, and so does hinge-impulses.ts; of their Jacobian
 *
 *   row x  [−1, 0,  rAy | 1, 0, −rBy]
 *   row y  [0, −1, −rAx | 0, 1,  rBx]
 *
 * only the four turns are ever written. Indices are masked once per joint: V8 then leaves out overflow checks.
 */

/** Offsets of the turns from the first number of a hinge's rows in the Jacobian. */
export const TURN_AX = 2,
  TURN_BX = 5,
  TURN_AY = 8,
  TURN_BY = 11;

/** Numbers per hinge in a table: row record, point in it, bodies in poses and × 3 in the island, row, Jacobian. */
export const HINGE = 8;
export const RECORD = 0,
  POINT = 1,
  POSE_A = 2,
  POSE_B = 3,
  ROW = 6,
  JACOBIAN = 7;
const BODY_A = 4,
  BODY_B = 5;

/** Numbers per hinge in `hingeEnds`: moments about the centres of its bodies, gap. */
export const HINGE_END = 4;

/** The hinges of one batch. */
export interface HingeGroup {
  readonly batch: JointBatch;
  readonly table: Int32Array;
  readonly points: readonly DirectCoordinate[];
}

export function groupHinges(hinges: readonly DirectCoordinate[], entryStart: Int32Array): HingeGroup[] {
  return byBatch(hinges).map(({ batch, coordinates: points }) => {
    const table = new Int32Array(points.length * HINGE);
    points.forEach(({ joint, row }, k) => {
      const [a, b] = joint.bodies;
      table.set([0, 0, 4 * a, 4 * b, 3 * a, 3 * b, row, 3 * entryStart[row]], k * HINGE);
    });
    return { batch, table, points };
  });
}

/** Writes where the records of the present island are. */
export function placeHinges({ table, points }: HingeGroup): void {
  for (let k = 0, i = 0; k < table.length; k += HINGE, i++) {
    table[k + RECORD] = points[i].joint.r;
    table[k + POINT] = points[i].o;
  }
}

/** Where the hinges of a group are, in bytes: their bodies among poses and velocities, their rows, those in the Jacobian. */
export function placesOfHinges({ table }: HingeGroup): number[] {
  const places: number[] = [];
  for (let k = 0; k < table.length; k += HINGE) for (let i = POSE_A; i <= JACOBIAN; i++) places.push(8 * table[k + i]);
  return places;
}

/** Writes the part of the Jacobian that never changes. */
export function writeHingeConstants(table: Int32Array, J: Float64Array): void {
  for (let k = JACOBIAN; k < table.length; k += HINGE) {
    const g = table[k];
    J[g] = J[g + 7] = -1;
    J[g + 3] = J[g + 10] = 1;
  }
}

/** Marks the bodies that a hinge gives a lever arm. */
export function markHingeLevers({ batch, table }: HingeGroup, cayley: Uint8Array): void {
  const { rows: d } = batch;
  for (let k = 0; k < table.length; k += HINGE) {
    const r = table[k + RECORD] & INDEX;
    if (d[r + LOCAL_AX] !== 0 || d[r + LOCAL_AY] !== 0) cayley[table[k + BODY_A] / 3] = 1;
    if (d[r + LOCAL_BX] !== 0 || d[r + LOCAL_BY] !== 0) cayley[table[k + BODY_B] / 3] = 1;
  }
}
