import { BODY, INV_INERTIA, INV_MASS, OMEGA, VX, VY } from '../body/body-store';
import { LOCK } from '../coordinates/law-fields';
import { isHeld } from '../coordinates/lock';
import { P_SUM_X } from '../coordinates/point-fields';
import { LOCK_SUM } from '../coordinates/scalar';
import type { StepContext } from '../coordinates/step-context';
import type { JointBatch } from './joint-batch';
import { columnOfB } from './measure';
import { ARM_BX, ARM_BY, GAP_X, GAP_Y, NOW_TORQUE, NOW_X, NOW_Y, PEAK_FORCE } from './record';

/**
 * The blow of a stop on what meets it: an inelastic impact. The stop and the locks around it are solved as one block, and nothing of
 * what they give is warm started. Solved one after the other, a hinge takes back what its stop gives, three quarters of it at the end
 * of a rod, and the impulses that grow meanwhile throw the rod back with a third to a half of its speed.
 */

/** Rows that are solved as one block, nearest first: what is farther away feels the blow in the passes to come. */
const MOST_ROWS = 16;
const MOST_JOINTS = MOST_ROWS;
/** Columns of all rows together: a stop over more bodies than this strikes no blow. */
const MOST_COLUMNS = 256;

/** Joints of the block, by their batch and slot, the first row of each, and its first column; one more at the end of both. */
const batchOf = new Int32Array(MOST_JOINTS);
const slotOf = new Int32Array(MOST_JOINTS);
const firstRow = new Int32Array(MOST_JOINTS + 1);
const firstColumn = new Int32Array(MOST_JOINTS + 1);
let joints = 0;

/** Columns of these joints: the body of each, its joint, and the column before it on the same body, −1 if it is the first. */
const bodyOf = new Int32Array(MOST_COLUMNS);
const jointOf = new Int32Array(MOST_COLUMNS);
const columnBefore = new Int32Array(MOST_COLUMNS);
/** Bodies that the block moves. */
const reached = new Int32Array(MOST_COLUMNS);
let bodies = 0;

/** Of each row its coordinate, where its Jacobian begins in `J`, and its impulse; row 0 is the stop. */
const coordinateOf = new Int32Array(MOST_ROWS);
const begins = new Int32Array(MOST_ROWS + 1);
const impulse = new Float64Array(MOST_ROWS);
/** J M⁻¹ Jᵀ, the lower half; which of the rows before it each is tied to, as bits; and those of the row at hand. */
const A = new Float64Array(MOST_ROWS * MOST_ROWS);
const tiedTo = new Int32Array(MOST_ROWS);
const tied = new Int32Array(MOST_ROWS);
/** Of each row what is left of its inverse mass, inverted; 0 if it is redundant. */
const mass = new Float64Array(MOST_ROWS);
/** J and M⁻¹ Jᵀ, three numbers a column. */
const J = new Float64Array(3 * MOST_COLUMNS);
const turned = new Float64Array(3 * MOST_COLUMNS);
let rows = 0;

/** Beyond the stop's own bodies: what weighs so many times less than the body it hangs on, but less than the second, is left out. */
const LIGHTER = 1.2;
const TOO_LIGHT = 10;

/** A smaller share of a row's own inverse mass than this is left by the rows before it: it is one of them again. */
const REDUNDANT = 1e-9;

/** On its way to and from `strike`: by how much the rate is to change, then the impulse of the stop. */
export const struck = new Float64Array(1);

/** Strikes by a stop of the coordinate at `o` in the batch that is visited. False if the locks leave it nothing to strike. */
export function strike(o: number, ctx: StepContext): boolean {
  const { stride, columns } = ctx.ties.batches[ctx.visited];
  if (columns > MOST_COLUMNS) return false;
  const j = (o / stride) | 0;
  gather(ctx, j, o - j * stride);
  readChanges(ctx);
  solveRows();
  // What the locks alone would take back is not the stop's.
  if (!(impulse[0] * struck[0] > 0)) return false;
  struck[0] = impulse[0];
  for (let k = 0; k < joints; k++) push(ctx, k);
  return true;
}

/** Lists the row of the stop, the rigid locks on its bodies, and those farther away that are felt, nearest first. */
function gather(ctx: StepContext, j: number, at: number): void {
  const { start, batch, slot, lastColumn } = ctx.ties;
  rows = joints = bodies = 0;
  addJoint(ctx, ctx.visited, j, at);
  const own = bodies;
  for (let k = 0; k < bodies && rows < MOST_ROWS - 1; k++) {
    const b = reached[k] / BODY;
    const end = start[b + 1];
    for (let i = start[b]; i < end && rows < MOST_ROWS - 1; i++)
      if (!isListed(lastColumn[b] - 1, batch[i], slot[i]) && (k < own || isFelt(ctx, b * BODY, batch[i], slot[i])))
        addJoint(ctx, batch[i], slot[i], -1);
  }
  for (let k = 0; k < bodies; k++) lastColumn[reached[k] / BODY] = 0;
}

/**
 * True if a joint on body `b` belongs to the block: not if all else that it moves is lighter, which takes away little and feels the blow
 * in the passes to come. What is far lighter does: something heavy may be behind it, which those would hardly reach.
 */
function isFelt({ ties, motion: v }: StepContext, b: number, batch: number, j: number): boolean {
  const { bodies: of, columns } = ties.batches[batch];
  let least = Infinity;
  for (let c = j * columns; c < (j + 1) * columns; c++) if (of[c] !== b) least = Math.min(least, v[of[c] + INV_MASS]);
  const times = least / v[b + INV_MASS];
  return !(times > LIGHTER && times < TOO_LIGHT);
}

/** True if the joint has one of the columns on a body, of which `last` is the last. */
function isListed(last: number, batch: number, j: number): boolean {
  for (let e = last; e >= 0; e = columnBefore[e])
    if (slotOf[jointOf[e]] === j && batchOf[jointOf[e]] === batch) return true;
  return false;
}

/** Appends the rows that a joint holds, first of all the coordinate at `stop`, if that is not −1; and what they share with those before. */
function addJoint({ ties, motion }: StepContext, index: number, j: number, stop: number): void {
  const batch = ties.batches[index];
  const { rows: d, type, stride, columns, bodies: of } = batch;
  const first = rows;
  const { coordinates } = type;
  for (let c = 0; c < coordinates.length; c++) if (coordinates[c].at === stop) addRows(batch, j, c, motion);
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at } = coordinates[c];
    if (at !== stop && isHeld(d[j * stride + at + kind.flagsAt] | 0)) addRows(batch, j, c, motion);
  }
  if (rows === first) return;
  const k = joints++;
  batchOf[k] = index;
  slotOf[k] = j;
  firstRow[k] = first;
  firstRow[k + 1] = rows;
  const column = firstColumn[k];
  firstColumn[k + 1] = column + columns;
  for (let c = 0; c < columns; c++) {
    const b = of[j * columns + c];
    const e = column + c;
    bodyOf[e] = b;
    jointOf[e] = k;
    if (motion[b + INV_MASS] === 0 && motion[b + INV_INERTIA] === 0) continue;
    const before = ties.lastColumn[b / BODY] - 1;
    if (before < 0) reached[bodies++] = b;
    columnBefore[e] = before;
    ties.lastColumn[b / BODY] = e + 1;
    for (let other = e; other >= 0; other = columnBefore[other]) addProducts(e, other);
  }
}

function addRows(
  { bodies: of, rows: d, columns, type, stride }: JointBatch,
  j: number,
  c: number,
  v: Float64Array,
): void {
  const { kind, at } = type.coordinates[c];
  if (rows + kind.rowCount > MOST_ROWS || begins[rows] + 3 * columns * kind.rowCount > J.length) return;
  const r = j * stride;
  for (let k = 0; k < kind.rowCount; k++, rows++) {
    const i = begins[rows];
    begins[rows + 1] = i + 3 * columns;
    kind.jacobian(d, r, r + at, columns, k, J, i);
    coordinateOf[rows] = c;
    tiedTo[rows] = 0;
    for (let m = 0; m <= rows; m++) A[rows * MOST_ROWS + m] = 0;
    if (!kind.scalar) {
      // The impulse of a point acts half way between its anchors, as in its kernel.
      const moment = k === 0 ? d[r + GAP_Y] / 2 : -d[r + GAP_X] / 2;
      J[i + 2] += moment;
      J[i + 5] += moment;
    }
    for (let e = 0; e < columns; e++) {
      const b = of[j * columns + e];
      const g = i + 3 * e;
      turned[g] = v[b + INV_MASS] * J[g];
      turned[g + 1] = v[b + INV_MASS] * J[g + 1];
      turned[g + 2] = v[b + INV_INERTIA] * J[g + 2];
    }
  }
}

/** Adds what the rows of two columns' joints have in common by the body of both. */
function addProducts(column: number, other: number): void {
  const k = jointOf[column];
  const m = jointOf[other];
  const first = firstRow[m];
  const end = firstRow[m + 1];
  const at = 3 * (column - firstColumn[k]);
  const to = 3 * (other - firstColumn[m]);
  const bits = (1 << end) - (1 << first);
  for (let row = firstRow[k]; row < firstRow[k + 1]; row++) {
    const i = begins[row] + at;
    const x = turned[i];
    const y = turned[i + 1];
    const z = turned[i + 2];
    const most = Math.min(row + 1, end);
    for (let n = first; n < most; n++) {
      const e = begins[n] + to;
      A[row * MOST_ROWS + n] += x * J[e] + y * J[e + 1] + z * J[e + 2];
    }
    tiedTo[row] |= bits & ((1 << row) - 1);
  }
}

/** The change of the stop's rate that is asked for; the locks are to have none at all, so that a blow only takes energy away. */
function readChanges({ motion: v }: StepContext): void {
  for (let k = 0; k < joints; k++)
    for (let row = firstRow[k]; row < firstRow[k + 1]; row++) {
      let rate = 0;
      for (let e = firstColumn[k], i = begins[row]; e < firstColumn[k + 1]; e++, i += 3) {
        const b = bodyOf[e];
        rate += J[i] * v[b + VX] + J[i + 1] * v[b + VY] + J[i + 2] * v[b + OMEGA];
      }
      impulse[row] = -rate;
    }
  impulse[0] = struck[0];
}

/** Solves A · impulse = impulse from the outside inwards, so that a tree stays as sparse as it is; redundant rows get none. */
function solveRows(): void {
  for (let row = 0; row < rows; row++) mass[row] = REDUNDANT * A[row * MOST_ROWS + row];
  for (let row = rows - 1; row >= 0; row--) {
    const r = row * MOST_ROWS;
    const pivot = A[r + row];
    if (!(pivot > mass[row])) {
      mass[row] = 0;
      continue;
    }
    mass[row] = 1 / pivot;
    let count = 0;
    for (let bits = tiedTo[row]; bits !== 0; count++) {
      const i = 31 - Math.clz32(bits);
      bits ^= 1 << i;
      tiedTo[i] |= bits;
      tied[count] = i;
    }
    for (let n = 0; n < count; n++) {
      const i = tied[n];
      const factor = A[r + i] * mass[row];
      for (let m = n; m < count; m++) A[i * MOST_ROWS + tied[m]] -= factor * A[r + tied[m]];
      impulse[i] -= factor * impulse[row];
    }
  }
  for (let row = 0; row < rows; row++) {
    let sum = impulse[row];
    for (let bits = tiedTo[row]; bits !== 0;) {
      const i = 31 - Math.clz32(bits);
      bits ^= 1 << i;
      sum -= A[row * MOST_ROWS + i] * impulse[i];
    }
    impulse[row] = sum * mass[row];
  }
}

/** Applies the impulses of a joint's rows; what its locks give counts in its reaction. */
function push({ ties, motion: v, h }: StepContext, k: number): void {
  const end = firstRow[k + 1];
  for (let e = firstColumn[k], at = 0; e < firstColumn[k + 1]; e++, at += 3) {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let row = firstRow[k]; row < end; row++) {
      const i = begins[row] + at;
      x += turned[i] * impulse[row];
      y += turned[i + 1] * impulse[row];
      z += turned[i + 2] * impulse[row];
    }
    const b = bodyOf[e];
    v[b + VX] += x;
    v[b + VY] += y;
    v[b + OMEGA] += z;
  }
  const batch = ties.batches[batchOf[k]];
  const { rows: d, type, stride, plainPoint } = batch;
  const r = slotOf[k] * stride;
  const columnB = columnOfB(batch, r);
  for (let row = Math.max(1, firstRow[k]); row < end; row++) {
    const { kind, at } = type.coordinates[coordinateOf[row]];
    const p = impulse[row];
    const i = begins[row] + 3 * columnB;
    const x = J[i] * p;
    const y = J[i + 1] * p;
    d[r + NOW_X] += x;
    d[r + NOW_Y] += y;
    if (!kind.scalar) {
      d[r + at + P_SUM_X] += x;
      d[r + at + P_SUM_X + 1] += y;
    } else {
      if (d[r + at + kind.flagsAt] & LOCK) d[r + at + LOCK_SUM] += p;
      d[r + NOW_TORQUE] += J[i + 2] * p - (d[r + ARM_BX] * y - d[r + ARM_BY] * x);
    }
  }
  if (plainPoint < 0) return;
  // Plain points book their forces themselves, by the sum of the point.
  const force = Math.sqrt(d[r + NOW_X] * d[r + NOW_X] + d[r + NOW_Y] * d[r + NOW_Y]) / h;
  if (force > d[r + PEAK_FORCE]) d[r + PEAK_FORCE] = force;
  d[r + NOW_X] = d[r + NOW_Y] = 0;
}
