import { type BodyStore } from '../../state/body-store';
import { measureAngle } from '../../coordinates/angle';
import { INDEX } from '../../coordinates/coordinate';
import { SA, SB, VALUE } from '../../coordinates/scalar';
import type { JointBatch } from '../../batches/joint-batch';
import { MOMENT_A, MOMENT_B, NOW_TORQUE, PEAK_TORQUE, SUM_TORQUE } from '../../state/record';
import { byBatch } from '../island/batches';
import type { Attempt, DirectCoordinate, DirectIsland } from '../island/island-system';
import { turnBodies } from './move-bodies';
import { isExact, OFF } from '../rows/row-modes';
import { SAME_TURN } from './turn-share';

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

/**
 * One iteration's view of the rows that act: values at the end where Newton asks for them, gradients, −Jᵀ P. A turn by the
 * Cayley map is 2 atan(t) where h ω says 2t. Where both bodies turn so, one factor for both is exact and keeps momentum; where
 * one of them turns exactly, momentum is kept by none.
 */
export function visitTurns(island: DirectIsland): void {
  const { turns, passes } = island;
  if (passes !== null) passes.visitTurns();
  else for (let i = 0; i < turns.length; i++) visitGroup(turns[i], island);
}

function visitGroup({ first, table }: TurnGroup, island: DirectIsland): void {
  const { turned, u, cayley, movable, before, after, impulse, residual, mode, sides, system, attempt } = island;
  const { jacobian: J } = system;
  const { h } = attempt;
  for (let k = 0, side = 2 * first; k < table.length; k += TURN, side += 2) {
    const a = table[k + BODY_A] & INDEX;
    const b = table[k + BODY_B] & INDEX;
    const row = table[k + ROW] & INDEX;
    const g = table[k + JACOBIAN] & INDEX;
    const p = impulse[row];
    if (mode[row] === OFF && p === 0) continue;
    let sA = sides[side];
    let sB = sides[side + 1];

    if (isExact(mode[row])) {
      after[row] = before[row] + sA * turned[a] + sB * turned[b];
      const tA = a < movable && cayley[a] === 1 ? (h * u[3 * a + 2]) / 2 : 0;
      const tB = b < movable && cayley[b] === 1 ? (h * u[3 * b + 2]) / 2 : 0;
      if (a < movable && b < movable && sA === -sB) {
        if (cayley[a] === 1 && cayley[b] === 1) {
          const difference = tB - tA;
          const factor =
            Math.abs(difference) < SAME_TURN ? 1 / (1 + tA * tB) : (turned[b] - turned[a]) / (2 * difference);
          sA *= factor;
          sB *= factor;
        }
      } else {
        if (tA !== 0) sA *= turned[a] / (2 * tA);
        if (tB !== 0) sB *= turned[b] / (2 * tB);
      }
    }
    J[g + TURN_A] = sA;
    J[g + TURN_B] = sB;
    residual[3 * a + 2] -= sA * p;
    residual[3 * b + 2] -= sB * p;
  }
}

/** Marks the bodies whose turn `visitTurns` reads. */
export function markTurning({ table }: TurnGroup, mode: Uint8Array, turning: Uint8Array): void {
  for (let k = 0; k < table.length; k += TURN) {
    const row = table[k + ROW];
    if (isExact(mode[row])) turning[table[k + BODY_A]] = turning[table[k + BODY_B]] = 1;
  }
}

/** Values at the end of all angles of a part, of those too that `visitTurns` leaves out. */
export function readTurns(island: DirectIsland, part: number): void {
  const { turns, passes } = island;
  if (turns.length === 0) return;
  if (passes !== null) {
    passes.readTurns(part);
    return;
  }
  turnBodies(island, part);
  for (let i = 0; i < turns.length; i++) readGroup(turns[i], island, part);
}

function readGroup(
  { first, table }: TurnGroup,
  { turned, before, after, sides, parts }: DirectIsland,
  part: number,
): void {
  const size = table.length / parts.count;
  const start = part * size;
  for (let k = start, end = start + size, side = 2 * (first + start / TURN); k < end; k += TURN, side += 2) {
    const row = table[k + ROW] & INDEX;
    after[row] = before[row] + sides[side] * turned[table[k + BODY_A]] + sides[side + 1] * turned[table[k + BODY_B]];
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
