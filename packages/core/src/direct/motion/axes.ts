import { type BodyStore, COS, SIN, X, Y } from '../../state/body-store';
import { INDEX } from '../../coordinates/coordinate';
import { SA, SB, UX, UY, VALUE } from '../../coordinates/scalar';
import type { JointBatch } from '../../batches/joint-batch';
import {
  GAP_X,
  GAP_Y,
  LOCAL_AX,
  LOCAL_AY,
  LOCAL_BX,
  LOCAL_BY,
  MOMENT_A,
  MOMENT_B,
  NOW_X,
  NOW_Y,
  PEAK_FORCE,
  SUM_X,
  SUM_Y,
} from '../../state/record';
import { byBatch } from '../island/by-batch';
import type { Attempt, DirectCoordinate, DirectIsland } from '../island/island-system';

/**
 * Lengths along directions that turn with A, of joints that have nothing else under a law but such lengths and an angle
 * (turns.ts): sliders, wheels. The arithmetic of mean-pose.ts for them, in loops over packed tables:
 *
 *   C = u·d + constant     d = pB − pA,   row  [−u, −(d + rA)×u | u, rB×u]
 *
 * The joint itself is measured at the start and the end of a step; in between its axis follows A.
 */

/** Numbers per axis in a table: slot (−1 after the first axis of a joint), row record, coordinate in it, bodies, row, Jacobian. */
const AXIS = 7;
const SLOT = 0,
  RECORD = 1,
  AXIS_AT = 2,
  BODY_A = 3,
  BODY_B = 4,
  ROW = 5,
  JACOBIAN = 6;

/** Numbers per axis in `frames`: its direction in A, the anchors of both bodies, the constant, and one that is not used. */
export const FRAME = 8;

/** The axes of one batch; where the first of them stands among those of all batches. */
export interface AxisGroup {
  readonly batch: JointBatch;
  readonly first: number;
  readonly table: Int32Array;
  readonly coordinates: readonly DirectCoordinate[];
}

export function groupAxes(axes: readonly DirectCoordinate[], entryStart: Int32Array): AxisGroup[] {
  let first = 0;
  return byBatch(axes).map(({ batch, coordinates }) => {
    const table = new Int32Array(coordinates.length * AXIS);
    coordinates.forEach(({ joint, row }, k) => {
      const [a, b] = joint.bodies;
      table.set([0, 0, 0, a, b, row, 3 * entryStart[row]], k * AXIS);
    });
    const group = { batch, first, table, coordinates };
    first += coordinates.length;
    return group;
  });
}

/** Writes where the records of the present island are. */
export function placeAxes({ table, coordinates }: AxisGroup): void {
  for (let k = 0, i = 0; k < table.length; k += AXIS, i++) {
    const { joint, o } = coordinates[i];
    table[k + SLOT] = i > 0 && coordinates[i - 1].joint === joint ? -1 : joint.slot;
    table[k + RECORD] = joint.r;
    table[k + AXIS_AT] = o;
  }
}

/** Marks the bodies that an axis gives a lever arm: A, with which it turns, and B where its anchor is off its centre. */
export function markAxisLevers({ batch, table }: AxisGroup, cayley: Uint8Array): void {
  const { rows: d } = batch;
  for (let k = 0; k < table.length; k += AXIS) {
    const r = table[k + RECORD];
    cayley[table[k + BODY_A]] = 1;
    if (d[r + LOCAL_BX] !== 0 || d[r + LOCAL_BY] !== 0) cayley[table[k + BODY_B]] = 1;
  }
}

/** Measures the joints, and writes values, gradients and how the axes lie in A at the present poses. */
export function measureAxes(
  { batch, first, table }: AxisGroup,
  { start, before: value, frames, system }: DirectIsland,
  { pose }: BodyStore,
): void {
  const { rows: d } = batch;
  const { jacobian: J } = system;
  for (let k = 0, f = first * FRAME; k < table.length; k += AXIS, f += FRAME) {
    if (table[k + SLOT] >= 0) batch.measure(table[k + SLOT], pose);
    const r = table[k + RECORD] & INDEX;
    const o = table[k + AXIS_AT] & INDEX;
    const a = (4 * table[k + BODY_A]) & INDEX;
    const c = start[a + COS];
    const s = start[a + SIN];
    const ux = d[o + UX];
    const uy = d[o + UY];
    frames[f] = c * ux + s * uy;
    frames[f + 1] = c * uy - s * ux;
    frames[f + 2] = d[r + LOCAL_AX];
    frames[f + 3] = d[r + LOCAL_AY];
    frames[f + 4] = d[r + LOCAL_BX];
    frames[f + 5] = d[r + LOCAL_BY];
    frames[f + 6] = d[o + VALUE] - (ux * d[r + GAP_X] + uy * d[r + GAP_Y]);
    value[table[k + ROW]] = d[o + VALUE];
    writeRow(d, o, J, table[k + JACOBIAN] & INDEX);
  }
}

/** Measures the joints, and writes gradients at the poses `q`. */
export function writeAxes({ batch, table }: AxisGroup, q: Float64Array, J: Float64Array): void {
  const { rows: d } = batch;
  for (let k = 0; k < table.length; k += AXIS) {
    if (table[k + SLOT] >= 0) batch.measure(table[k + SLOT], q);
    writeRow(d, table[k + AXIS_AT] & INDEX, J, table[k + JACOBIAN] & INDEX);
  }
}

function writeRow(d: Float64Array, o: number, J: Float64Array, g: number): void {
  const ux = d[o + UX];
  const uy = d[o + UY];
  J[g] = -ux;
  J[g + 1] = -uy;
  J[g + 2] = d[o + SA];
  J[g + 3] = ux;
  J[g + 4] = uy;
  J[g + 5] = d[o + SB];
}

/** One iteration's view: values and geometric stiffness at the end pose, gradients at the mean pose, −Jᵀ P. */
export function visitAxes(island: DirectIsland): void {
  const { axes, parts } = island;
  for (let i = 0; i < axes.length; i++)
    for (let part = 0; part < parts.count; part++) if (parts.idle[part] === 0) visitGroup(axes[i], island, part);
}

function visitGroup({ first, table }: AxisGroup, island: DirectIsland, part: number): void {
  const { end, mean, after, impulse, stiffness, residual, frames, system, parts } = island;
  const { jacobian: J } = system;
  const size = table.length / parts.count;
  const start = part * size;
  for (let k = start, f = (first + start / AXIS) * FRAME; k < start + size; k += AXIS, f += FRAME) {
    const bodyA = table[k + BODY_A] & INDEX;
    const bodyB = table[k + BODY_B] & INDEX;
    const row = table[k + ROW] & INDEX;
    const g = table[k + JACOBIAN] & INDEX;
    const sA = (4 * bodyA) & INDEX;
    const sB = (4 * bodyB) & INDEX;
    const a = (3 * bodyA) & INDEX;
    const b = (3 * bodyB) & INDEX;
    const lx = frames[f];
    const ly = frames[f + 1];
    const lAx = frames[f + 2];
    const lAy = frames[f + 3];
    const lBx = frames[f + 4];
    const lBy = frames[f + 5];
    const p = impulse[row];
    const ex = end[sA + COS] * lx - end[sA + SIN] * ly;
    const ey = end[sA + SIN] * lx + end[sA + COS] * ly;
    const eBx = end[sB + COS] * lBx - end[sB + SIN] * lBy;
    const eBy = end[sB + SIN] * lBx + end[sB + COS] * lBy;
    // From the centre of A to the anchor of B: d + rA.
    const farX = end[sB + X] - end[sA + X] + eBx;
    const farY = end[sB + Y] - end[sA + Y] + eBy;
    const gapX = farX - (end[sA + COS] * lAx - end[sA + SIN] * lAy);
    const gapY = farY - (end[sA + SIN] * lAx + end[sA + COS] * lAy);
    const mx = mean[sA + COS] * lx - mean[sA + SIN] * ly;
    const my = mean[sA + SIN] * lx + mean[sA + COS] * ly;
    const mBx = mean[sB + COS] * lBx - mean[sB + SIN] * lBy;
    const mBy = mean[sB + SIN] * lBx + mean[sB + COS] * lBy;
    const turnA = (mean[sB + Y] - mean[sA + Y] + mBy) * mx - (mean[sB + X] - mean[sA + X] + mBx) * my;
    const turnB = mBx * my - mBy * mx;

    after[row] = ex * gapX + ey * gapY + frames[f + 6];
    J[g] = -mx;
    J[g + 1] = -my;
    J[g + 2] = turnA;
    J[g + 3] = mx;
    J[g + 4] = my;
    J[g + 5] = turnB;
    if (p === 0) continue;
    stiffness[a + 2] += p * (ex * farX + ey * farY);
    stiffness[b + 2] += p * (ex * eBx + ey * eBy);
    residual[a] += mx * p;
    residual[a + 1] += my * p;
    residual[a + 2] -= turnA * p;
    residual[b] -= mx * p;
    residual[b + 1] -= my * p;
    residual[b + 2] -= turnB * p;
  }
}

/** Adds what impulses do by the gradient `J` to what is being booked. An axis has no moment about the anchor of B. */
export function addAxisForces({ batch, table }: AxisGroup, impulse: Float64Array, J: Float64Array): void {
  const { rows: d } = batch;
  for (let k = 0; k < table.length; k += AXIS) {
    const r = table[k + RECORD] & INDEX;
    const g = table[k + JACOBIAN] & INDEX;
    const p = impulse[table[k + ROW] & INDEX];
    d[r + NOW_X] += J[g + 3] * p;
    d[r + NOW_Y] += J[g + 4] * p;
    d[r + MOMENT_A] += J[g + 2] * p;
    d[r + MOMENT_B] += J[g + 5] * p;
  }
}

/** Takes what was added into the read-outs, once a joint. */
export function recordAxes({ batch, table }: AxisGroup, { h }: Attempt): void {
  const { rows: d } = batch;
  for (let k = 0; k < table.length; k += AXIS) {
    if (table[k + SLOT] < 0) continue;
    const r = table[k + RECORD] & INDEX;
    const x = d[r + NOW_X];
    const y = d[r + NOW_Y];
    const force = Math.sqrt(x * x + y * y) / h;
    d[r + SUM_X] += x;
    d[r + SUM_Y] += y;
    if (force > d[r + PEAK_FORCE]) d[r + PEAK_FORCE] = force;
    d[r + NOW_X] = d[r + NOW_Y] = 0;
  }
}
