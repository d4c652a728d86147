import { BODY, enlarged, INV_INERTIA, INV_MASS, OMEGA, VX, VY } from '../body/body-store';
import { LOCK } from '../coordinates/law-fields';
import { isHeld } from '../coordinates/lock';
import { P_SUM_X } from '../coordinates/point-fields';
import { LOCK_SUM } from '../coordinates/scalar';
import type { StepContext } from '../coordinates/step-context';
import type { JointBatch } from './joint-batch';
import { ARM_BX, ARM_BY, COLUMN_B, GAP_X, GAP_Y, NOW_TORQUE, NOW_X, NOW_Y, PEAK_FORCE } from './record';

/**
 * The blow of a stop on what meets it: an inelastic impact. The stop and the locks around it are solved as one block, and nothing of
 * what they give is warm started. Solved one after the other, a hinge takes back what its stop gives, three quarters of it at the end
 * of a rod, and the impulses that grow meanwhile throw the rod back with a third to a half of its speed.
 */

/** Rows that are solved as one block, nearest first: what is farther away feels the blow in the passes to come. */
const MOST_ROWS = 16;
const MOST_JOINTS = MOST_ROWS;
const MOST_BODIES = 2 * MOST_ROWS;

/** Joints of the block, by their batch and slot, and the bodies that they move. */
const batchOf = new Int32Array(MOST_JOINTS);
const slotOf = new Int32Array(MOST_JOINTS);
const reached = new Int32Array(MOST_BODIES);
let joints = 0;
let bodies = 0;

/** Of each row its joint, its coordinate, where its Jacobian begins in `J`, and its impulse; row 0 is the stop. */
const jointOf = new Int32Array(MOST_ROWS);
const coordinateOf = new Int32Array(MOST_ROWS);
const begins = new Int32Array(MOST_ROWS + 1);
/** Of each joint its first row, one more at the end; and the rows that the one at hand is tied to. */
const firstOf = new Int32Array(MOST_JOINTS + 1);
const tied = new Int32Array(MOST_ROWS);
const impulse = new Float64Array(MOST_ROWS);
/** J M⁻¹ Jᵀ, the lower half; and its diagonal before elimination. */
const A = new Float64Array(MOST_ROWS * MOST_ROWS);
const own = new Float64Array(MOST_ROWS);
let J = new Float64Array(MOST_ROWS * 6);
/** M⁻¹ Jᵀ; and the body of each three numbers of both. */
let turned = new Float64Array(MOST_ROWS * 6);
let bodyOf = new Int32Array(MOST_ROWS * 2);
let rows = 0;

/** A smaller share of a row's own inverse mass than this is left by the rows before it: it is one of them again. */
const REDUNDANT = 1e-9;

/** On its way to and from `strike`: by how much the rate is to change, then the impulse of the stop. */
export const struck = new Float64Array(1);

/** Strikes by a stop of the coordinate at `o` in the batch that is visited. False if the locks leave it nothing to strike. */
export function strike(o: number, ctx: StepContext): boolean {
  const { stride } = ctx.ties.batches[ctx.visited];
  const j = (o / stride) | 0;
  gather(ctx, j, o - j * stride);
  readMatrix();
  readChanges(ctx);
  solveRows();
  // What the locks alone would take back is not the stop's.
  if (!(impulse[0] * struck[0] > 0)) return false;
  struck[0] = impulse[0];
  for (let row = 0; row < rows; row++) push(ctx, row);
  bookPeaks(ctx);
  return true;
}

/** Lists the row of the stop and the rigid locks around it, nearest first. */
function gather(ctx: StepContext, j: number, at: number): void {
  const { ties, motion: v } = ctx;
  rows = joints = bodies = 0;
  addJoint(ctx, ctx.visited, j, at);
  for (let k = 0; k < bodies && rows < MOST_ROWS - 1; k++) {
    const b = reached[k];
    if (v[b + INV_MASS] === 0 && v[b + INV_INERTIA] === 0) continue;
    const end = ties.start[b / BODY + 1];
    for (let i = ties.start[b / BODY]; i < end && rows < MOST_ROWS - 1; i++)
      if (!isListed(ties.batch[i], ties.slot[i])) addJoint(ctx, ties.batch[i], ties.slot[i], -1);
  }
}

function isListed(batch: number, j: number): boolean {
  for (let k = 0; k < joints; k++) if (batchOf[k] === batch && slotOf[k] === j) return true;
  return false;
}

/** Appends the rows that a joint holds; first of all the coordinate at `stop`, if that is not −1. */
function addJoint({ ties, motion }: StepContext, index: number, j: number, stop: number): void {
  const batch = ties.batches[index];
  const { rows: d, type, stride, columns } = batch;
  const first = rows;
  batchOf[joints] = index;
  slotOf[joints] = j;
  for (let c = 0; c < type.coordinates.length; c++) if (type.coordinates[c].at === stop) addRows(batch, j, c, motion);
  for (let c = 0; c < type.coordinates.length; c++) {
    const { kind, at } = type.coordinates[c];
    if (at !== stop && isHeld(d[j * stride + at + kind.flagsAt] | 0)) addRows(batch, j, c, motion);
  }
  if (rows === first) return;
  firstOf[joints++] = first;
  firstOf[joints] = rows;
  for (let c = 0; c < columns; c++) reach(batch.bodies[j * columns + c]);
}

function reach(b: number): void {
  for (let k = 0; k < bodies; k++) if (reached[k] === b) return;
  if (bodies < MOST_BODIES) reached[bodies++] = b;
}

function addRows(
  { bodies: of, rows: d, columns, type, stride }: JointBatch,
  j: number,
  c: number,
  v: Float64Array,
): void {
  const { kind, at } = type.coordinates[c];
  if (rows + kind.rowCount > MOST_ROWS) return;
  const r = j * stride;
  for (let k = 0; k < kind.rowCount; k++, rows++) {
    const first = begins[rows];
    const i = 3 * first;
    begins[rows + 1] = first + columns;
    if (bodyOf.length < begins[rows + 1]) grow(2 * begins[rows + 1]);
    kind.jacobian(d, r, r + at, columns, k, J, i);
    jointOf[rows] = joints;
    coordinateOf[rows] = c;
    if (!kind.scalar) {
      // The impulse of a point acts half way between its anchors, as in its kernel.
      const moment = k === 0 ? d[r + GAP_Y] / 2 : -d[r + GAP_X] / 2;
      J[i + 2] += moment;
      J[i + 5] += moment;
    }
    for (let e = 0; e < columns; e++) {
      const b = of[j * columns + e];
      const g = i + 3 * e;
      bodyOf[first + e] = b;
      turned[g] = v[b + INV_MASS] * J[g];
      turned[g + 1] = v[b + INV_MASS] * J[g + 1];
      turned[g + 2] = v[b + INV_INERTIA] * J[g + 2];
    }
  }
}

function grow(size: number): void {
  J = enlarged(J, 3 * size);
  turned = enlarged(turned, 3 * size);
  const before = bodyOf;
  bodyOf = new Int32Array(size);
  bodyOf.set(before);
}

/** Rows meet where their joints share a body. */
function readMatrix(): void {
  A.fill(0, 0, rows * MOST_ROWS);
  for (let k = 0; k < joints; k++) {
    const first = begins[firstOf[k]];
    const end = begins[firstOf[k] + 1];
    for (let m = 0; m <= k; m++) {
      const start = begins[firstOf[m]];
      const last = begins[firstOf[m] + 1];
      for (let i = first; i < end; i++)
        for (let e = start; e < last; e++) if (bodyOf[i] === bodyOf[e]) addProducts(k, i - first, m, e - start);
    }
  }
  for (let row = 0; row < rows; row++) own[row] = A[row * MOST_ROWS + row];
}

/** Adds what the rows of two joints have in common by the body in these columns of theirs. */
function addProducts(k: number, column: number, m: number, other: number): void {
  for (let row = firstOf[k]; row < firstOf[k + 1]; row++) {
    const i = 3 * (begins[row] + column);
    const most = Math.min(row + 1, firstOf[m + 1]);
    for (let to = firstOf[m]; to < most; to++) {
      const e = 3 * (begins[to] + other);
      A[row * MOST_ROWS + to] += turned[i] * J[e] + turned[i + 1] * J[e + 1] + turned[i + 2] * J[e + 2];
    }
  }
}

/** The change of the stop's rate that is asked for; the locks are to have none at all, so that a blow only takes energy away. */
function readChanges({ motion: v }: StepContext): void {
  impulse[0] = struck[0];
  for (let row = 1; row < rows; row++) {
    let rate = 0;
    for (let i = begins[row]; i < begins[row + 1]; i++) {
      const b = bodyOf[i];
      rate += J[3 * i] * v[b + VX] + J[3 * i + 1] * v[b + VY] + J[3 * i + 2] * v[b + OMEGA];
    }
    impulse[row] = -rate;
  }
}

/** Solves A · impulse = impulse from the outside inwards, so that a tree stays as sparse as it is; redundant rows get none. */
function solveRows(): void {
  for (let row = rows - 1; row >= 0; row--) {
    const r = row * MOST_ROWS;
    const pivot = A[r + row];
    if (!(pivot > REDUNDANT * own[row])) {
      A[r + row] = 0;
      continue;
    }
    let count = 0;
    for (let i = 0; i < row; i++) if (A[r + i] !== 0) tied[count++] = i;
    for (let n = 0; n < count; n++) {
      const i = tied[n];
      const factor = A[r + i] / pivot;
      for (let m = 0; m <= n; m++) A[i * MOST_ROWS + tied[m]] -= factor * A[r + tied[m]];
      impulse[i] -= factor * impulse[row];
    }
  }
  for (let row = 0; row < rows; row++) {
    const r = row * MOST_ROWS;
    let sum = impulse[row];
    for (let k = 0; k < row; k++) sum -= A[r + k] * impulse[k];
    impulse[row] = A[r + row] > 0 ? sum / A[r + row] : 0;
  }
}

/** Applies the impulse of a row; what a lock gives counts in the reaction of its joint. */
function push({ ties, motion: v }: StepContext, row: number): void {
  const batch = ties.batches[batchOf[jointOf[row]]];
  const j = slotOf[jointOf[row]];
  const { rows: d, columns, type, stride } = batch;
  const p = impulse[row];
  const g = 3 * begins[row];
  for (let i = begins[row]; i < begins[row + 1]; i++) {
    const b = bodyOf[i];
    v[b + VX] += turned[3 * i] * p;
    v[b + VY] += turned[3 * i + 1] * p;
    v[b + OMEGA] += turned[3 * i + 2] * p;
  }
  if (row === 0) return;
  const r = j * stride;
  const { kind, at } = type.coordinates[coordinateOf[row]];
  const columnB = columns > 2 || type.coordinates[0].kind.kind === 'sum' ? d[r + COLUMN_B] : 1;
  const x = J[g + 3 * columnB] * p;
  const y = J[g + 3 * columnB + 1] * p;
  if (!kind.scalar)
    d[r + at + P_SUM_X + (coordinateOf[row - 1] === coordinateOf[row] && jointOf[row - 1] === jointOf[row] ? 1 : 0)] +=
      p;
  else if (d[r + at + kind.flagsAt] & LOCK) d[r + at + LOCK_SUM] += p;
  d[r + NOW_X] += x;
  d[r + NOW_Y] += y;
  if (kind.scalar) d[r + NOW_TORQUE] += J[g + 3 * columnB + 2] * p - (d[r + ARM_BX] * y - d[r + ARM_BY] * x);
}

/** Plain points book their forces themselves, by the sum of the point. */
function bookPeaks({ ties, h }: StepContext): void {
  for (let k = 0; k < joints; k++) {
    const { rows: d, stride, plainPoint } = ties.batches[batchOf[k]];
    if (plainPoint < 0) continue;
    const r = slotOf[k] * stride;
    const force = Math.sqrt(d[r + NOW_X] * d[r + NOW_X] + d[r + NOW_Y] * d[r + NOW_Y]) / h;
    if (force > d[r + PEAK_FORCE]) d[r + PEAK_FORCE] = force;
    d[r + NOW_X] = d[r + NOW_Y] = 0;
  }
}
