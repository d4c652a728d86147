import { type BodyStore } from '../../state/body-store';
import { measureAngle } from '../../coordinates/angle';
import { INDEX } from '../../coordinates/coordinate';
import { SA, SB, VALUE } from '../../coordinates/scalar';
import type { JointBatch } from '../../batches/joint-batch';
import { MOMENT_A, MOMENT_B, NOW_TORQUE, PEAK_TORQUE, SUM_TORQUE } from '../../state/record';
import { byBatch } from '../island/by-batch';
import type { Attempt, DirectCoordinate, DirectIsland } from '../island/island-system';
import { isExact } from '../rows/row-modes';

/**
 * The angles of joints that have no other coordinate under a law than an angle and a rigid point, or axes (axes.ts): hinges with
 * limits or motors, welds, sliders. The arithmetic of mean-pose.ts for them, in loops over packed tables. A row is sA ωA + sB ωB: of its
 * Jacobian only the two turns are ever written. It is measured once a step; from there its value follows the bodies' turns.
 */

/** Offsets of the turns from the first number of the row in the Jacobian. */
const TURN_A = 2,
  TURN_B = 5;

/**
 * Numbers per angle in a table: slot, or who measures the joint beside its angle, row record, coordinate in it, bodies in the
 * island, row, Jacobian.
 */
const TURN = 7;
const BY_AXES = -1,
  BY_PASSES = -2;
const SLOT = 0,
  RECORD = 1,
  ANGLE_AT = 2,
  BODY_A = 3,
  BODY_B = 4,
  ROW = 5,
  JACOBIAN = 6;

/** The angles of one batch; where the first of them stands among those of all batches. */
export interface TurnGroup {
  readonly batch: JointBatch;
  readonly first: number;
  readonly table: Int32Array;
  readonly coordinates: readonly DirectCoordinate[];
}

export function groupTurns(turns: readonly DirectCoordinate[], entryStart: Int32Array): TurnGroup[] {
  let first = 0;
  return byBatch(turns).map(({ batch, coordinates }) => {
    const table = new Int32Array(coordinates.length * TURN);
    coordinates.forEach(({ joint, row }, k) => {
      const [a, b] = joint.bodies;
      table.set([0, 0, 0, a, b, row, 3 * entryStart[row]], k * TURN);
    });
    const group = { batch, first, table, coordinates };
    first += coordinates.length;
    return group;
  });
}

/** Where the angles of a group are: their bodies, their rows, those in the Jacobian. */
export function placesOfTurns({ table }: TurnGroup): number[] {
  const places: number[] = [];
  for (let k = 0; k < table.length; k += TURN) for (let i = BODY_A; i <= JACOBIAN; i++) places.push(table[k + i]);
  return places;
}

/** Writes where the records of the present island are. */
export function placeTurns({ table, coordinates }: TurnGroup): void {
  for (let k = 0, i = 0; k < table.length; k += TURN, i++) {
    const { joint, o } = coordinates[i];
    const { packing, slot, coordinates: ofJoint, batch } = joint;
    table[k + SLOT] = packing === 'slider' ? BY_AXES : batch.type.isHinge && ofJoint.length > 1 ? BY_PASSES : slot;
    table[k + RECORD] = joint.r;
    table[k + ANGLE_AT] = o;
  }
}

/** Values and gradients at the present poses; after the axes, which measure some of the joints. */
export function measureTurns(
  { batch, first, table }: TurnGroup,
  { bodies, before: value, sides, system }: DirectIsland,
  { pose }: BodyStore,
): void {
  const { rows: d } = batch;
  const { jacobian: J } = system;
  for (let k = 0, side = 2 * first; k < table.length; k += TURN, side += 2) {
    const o = table[k + ANGLE_AT] & INDEX;
    const g = table[k + JACOBIAN] & INDEX;
    const slot = table[k + SLOT];
    if (slot === BY_PASSES)
      measureAngle(d, table[k + RECORD], o, pose, bodies[table[k + BODY_A]], bodies[table[k + BODY_B]]);
    else if (slot !== BY_AXES) batch.measure(slot, pose);
    value[table[k + ROW]] = d[o + VALUE];
    J[g + TURN_A] = sides[side] = d[o + SA];
    J[g + TURN_B] = sides[side + 1] = d[o + SB];
  }
}

/** The gradient itself, without what makes it exact over a step. */
export function writeTurns({ batch, table }: TurnGroup, J: Float64Array): void {
  const { rows: d } = batch;
  for (let k = 0; k < table.length; k += TURN) {
    const o = table[k + ANGLE_AT];
    const g = table[k + JACOBIAN];
    J[g + TURN_A] = d[o + SA];
    J[g + TURN_B] = d[o + SB];
  }
}

/** Marks the bodies whose turn `visitTurns` of the passes reads. */
export function markTurning({ table }: TurnGroup, mode: Uint8Array, turning: Uint8Array): void {
  for (let k = 0; k < table.length; k += TURN) {
    const row = table[k + ROW];
    if (isExact(mode[row])) turning[table[k + BODY_A]] = turning[table[k + BODY_B]] = 1;
  }
}

/** Adds what impulses do by the gradient `J` to what is being booked. */
export function addTurnTorques({ batch, table }: TurnGroup, impulse: Float64Array, J: Float64Array): void {
  const { rows: d } = batch;
  for (let k = 0; k < table.length; k += TURN) {
    const r = table[k + RECORD] & INDEX;
    const g = table[k + JACOBIAN] & INDEX;
    const p = impulse[table[k + ROW] & INDEX];
    const onB = J[g + TURN_B] * p;
    d[r + NOW_TORQUE] += onB;
    d[r + MOMENT_A] += J[g + TURN_A] * p;
    d[r + MOMENT_B] += onB;
  }
}

/** Takes what was added into the read-outs. */
export function recordTurns({ batch, table }: TurnGroup, { h }: Attempt): void {
  const { rows: d } = batch;
  const perStep = 1 / h;
  for (let k = 0; k < table.length; k += TURN) {
    const r = table[k + RECORD] & INDEX;
    const torque = d[r + NOW_TORQUE];
    const size = Math.abs(torque) * perStep;
    d[r + SUM_TORQUE] += torque;
    if (size > d[r + PEAK_TORQUE]) d[r + PEAK_TORQUE] = size;
    d[r + NOW_TORQUE] = 0;
  }
}

/** Writes the values at the end into the records. */
export function writeTurnValues({ batch, table }: TurnGroup, value: Float64Array): void {
  const { rows: d } = batch;
  for (let k = 0; k < table.length; k += TURN) d[table[k + ANGLE_AT] + VALUE] = value[table[k + ROW]];
}
