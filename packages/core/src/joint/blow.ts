import { BODY, INV_INERTIA, INV_MASS, OMEGA, VX, VY } from '../body/body-store';
import { isStiffened } from '../body/stiffen-masses';
import {
  LATCH,
  LIMITS_BOUNCE,
  LIMITS_EQUAL,
  LIMITS_SOFT,
  LIMITS_SUM,
  LOCK,
  LOWER,
  LOWER_BOUND,
  LOWER_IMPULSE,
  LOWER_STRUCK,
  RATCHET,
  RATCHET_IMPULSE,
  RATCHET_STRUCK,
  RATCHET_SUM,
  STOPS_HIT,
  TOOTH,
  UPPER,
  UPPER_BOUND,
  UPPER_IMPULSE,
  UPPER_STRUCK,
} from '../coordinates/law-fields';
import { isHeld } from '../coordinates/lock';
import { P_SUM_X } from '../coordinates/point-fields';
import { ARC, LOCK_SUM, REACH_HIGH, REACH_LOW, VALUE, WARM } from '../coordinates/scalar';
import type { StepContext } from '../coordinates/step-context';
import type { JointBatch } from './joint-batch';
import { bookMoments, columnOfB } from './measure';
import {
  ARM_AX,
  ARM_AY,
  ARM_BX,
  ARM_BY,
  GAP_X,
  GAP_Y,
  NOW_TORQUE,
  NOW_X,
  NOW_Y,
  PEAK_FORCE,
  PEAK_TORQUE,
  SUM_TORQUE,
} from './record';

/**
 * The blow of a stop on what meets it: an inelastic impact. The stop, the locks around it, and the other stops that are met or stood at
 * there are solved as one block, and nothing of what they give is warm started. Solved one after the other, a hinge takes back what its
 * stop gives, three quarters of it at the end of a rod, and the impulses that grow meanwhile throw the rod back with a third to a half of
 * its speed; and one stop throws what it stops off another.
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
/**
 * Of each row which stop it is, 0 of a lock; of stops which way they push, by how much their rate is to change, which rate to them is left
 * for the room there is, and 1 once they are left out.
 */
const stopOf = new Int8Array(MOST_ROWS);
const way = new Int8Array(MOST_ROWS);
const change = new Float64Array(MOST_ROWS);
const spare = new Float64Array(MOST_ROWS);
const leftOut = new Uint8Array(MOST_ROWS);
/** Rows of stops beside the first. */
let stops = 0;
/** J M⁻¹ Jᵀ, the lower half; which of the rows before it each is tied to, as bits; and those of the row at hand. */
const A = new Float64Array(MOST_ROWS * MOST_ROWS);
const tiedTo = new Int32Array(MOST_ROWS);
const tied = new Int32Array(MOST_ROWS);
/** The same two as they were before they were solved, where there are other stops. */
const wholeA = new Float64Array(MOST_ROWS * MOST_ROWS);
const wholeTies = new Int32Array(MOST_ROWS);
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

/**
 * On its way to `strike`: by how much the rate is to change, which way the stop pushes, and, of what was kicked, the least impulse that is
 * a blow, else −1. On its way back: by how much the rate has changed, and the impulse of the stop.
 */
export const struck = new Float64Array(3);

/**
 * Strikes by a stop of the coordinate at `o` in the batch that is visited, and by the others that are met there, unless it strikes `alone`.
 * False if the locks leave it nothing to strike.
 */
export function strike(o: number, ctx: StepContext, alone: boolean): boolean {
  const { stride, columns } = ctx.ties.batches[ctx.visited];
  if (columns > MOST_COLUMNS) return false;
  const j = (o / stride) | 0;
  const asked = struck[0];
  gather(ctx, j, o - j * stride, alone);
  if (!alone && isAnyStiffened(ctx)) {
    if (struck[2] >= 0) return false;
    gather(ctx, j, o - j * stride, true);
  }
  way[0] = struck[1];
  change[0] = asked;
  if (!solveBlow(ctx) || impulse[0] * way[0] < struck[2]) return false;
  struck[0] = asked;
  if (stops > 0) {
    struck[0] = 0;
    for (let row = 0; row < rows; row++) struck[0] += wholeA[row * MOST_ROWS] * impulse[row];
  }
  struck[1] = impulse[0];
  for (let k = 0; k < joints; k++) push(ctx, k);
  return true;
}

/**
 * Solves the block with all its stops, then without those that would hold back what comes off them, until there are none. What is found
 * is the motion nearest to that before which locks and the stops that are left allow, so that a blow only takes energy away. False if no
 * stop is left.
 */
function solveBlow(ctx: StepContext): boolean {
  readChanges(ctx);
  if (stops > 0) copyMatrix(A, tiedTo, wholeA, wholeTies);
  for (let left = stops + 1; ;) {
    solveRows();
    const before = left;
    for (let row = 0; row < rows; row++) {
      // What the locks alone would take back is not the stop's.
      if (way[row] === 0 || leftOut[row] === 1 || impulse[row] * way[row] > 0) continue;
      leftOut[row] = 1;
      left--;
    }
    if (left === 0 || left === before) return left > 0;
    readChanges(ctx);
    copyMatrix(wholeA, wholeTies, A, tiedTo);
    for (let row = 0; row < rows; row++) if (leftOut[row] === 1) A[row * MOST_ROWS + row] = 0;
  }
}

function copyMatrix(from: Float64Array, fromTies: Int32Array, to: Float64Array, toTies: Int32Array): void {
  for (let row = 0; row < rows; row++) {
    toTies[row] = fromTies[row];
    for (let m = row * MOST_ROWS; m <= row * MOST_ROWS + row; m++) to[m] = from[m];
  }
}

/** Where a body weighs more for this step, one blow at many stops, or one that nothing closes yet, may give more than it takes. */
function isAnyStiffened(ctx: StepContext): boolean {
  for (let k = 0; k < bodies; k++) if (isStiffened(ctx, reached[k])) return true;
  return false;
}

/** What moves its locks no faster than this, times lengthUnit or π rad, per second, is no shock. */
const LEAST_SHOCK = 0.1;

/** True if the rigid locks of the joint at `o` are far from rate 0: something has kicked it, and they have not taken it up yet. */
export function isShaken(o: number, { ties, visited, motion: v, lengthUnit }: StepContext): boolean {
  const { rows: d, type, stride, columns, bodies: of } = ties.batches[visited];
  if (columns > MOST_COLUMNS) return false;
  const j = (o / stride) | 0;
  const r = j * stride;
  for (let c = 0; c < type.coordinates.length; c++) {
    const { kind, at } = type.coordinates[c];
    if (!isHeld(d[r + at + kind.flagsAt] | 0)) continue;
    let rate = 0;
    if (kind.scalar) {
      kind.jacobian(d, r, r + at, columns, 0, J, 0);
      for (let e = 0; e < columns; e++) {
        const b = of[j * columns + e];
        rate += J[3 * e] * v[b + VX] + J[3 * e + 1] * v[b + VY] + J[3 * e + 2] * v[b + OMEGA];
      }
    } else {
      const a = of[j * columns];
      const b = of[j * columns + 1];
      const x = v[b + VX] - v[b + OMEGA] * d[r + ARM_BY] - v[a + VX] + v[a + OMEGA] * d[r + ARM_AY];
      const y = v[b + VY] + v[b + OMEGA] * d[r + ARM_BX] - v[a + VY] - v[a + OMEGA] * d[r + ARM_AX];
      rate = Math.sqrt(x * x + y * y);
    }
    if (Math.abs(rate) > LEAST_SHOCK * (kind.unit === 'angle' ? Math.PI : lengthUnit)) return true;
  }
  return false;
}

/** Lists the row of the stop, the rigid locks on its bodies with other stops there, and those farther away that are felt, nearest first. */
function gather(ctx: StepContext, j: number, at: number, alone: boolean): void {
  const { start, batch, slot, lastColumn } = ctx.ties;
  rows = joints = bodies = stops = 0;
  addJoint(ctx, ctx.visited, j, at, alone);
  const own = bodies;
  for (let k = 0; k < bodies && rows < MOST_ROWS - 1; k++) {
    const b = reached[k] / BODY;
    const end = start[b + 1];
    for (let i = start[b]; i < end && rows < MOST_ROWS - 1; i++)
      if (!isListed(lastColumn[b] - 1, batch[i], slot[i]) && (k < own || isFelt(ctx, b * BODY, batch[i], slot[i])))
        addJoint(ctx, batch[i], slot[i], -1, alone);
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

/** Appends the rows that a joint holds, or stops, first of all the coordinate at `stop`, if that is not −1; and what they share with those before. */
function addJoint(ctx: StepContext, index: number, j: number, stop: number, alone: boolean): void {
  const { ties, motion } = ctx;
  const batch = ties.batches[index];
  const { rows: d, type, stride, columns, bodies: of } = batch;
  const first = rows;
  const { coordinates } = type;
  if (stop >= 0)
    for (let c = 0; c < coordinates.length; c++) if (coordinates[c].at === stop) addRows(batch, j, c, motion);
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at } = coordinates[c];
    if (at !== stop && isHeld(d[j * stride + at + kind.flagsAt] | 0)) addRows(batch, j, c, motion);
  }
  if (!alone && batch.hasStops && !isOutOfReach(batch, j, motion))
    for (let c = 0; c < coordinates.length; c++) if (coordinates[c].at !== stop) addStop(ctx, batch, j, c);
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

/** Stops by number, with the bit of each, where its bound lies, and what it keeps: impulse, its sum, whether it has struck. */
const AT_UPPER = 2;
const AT_TOOTH = 3;
const BIT = [0, LOWER, UPPER, RATCHET];
const BOUND = [0, LOWER_BOUND, UPPER_BOUND, LATCH];
const IMPULSE = [0, LOWER_IMPULSE, UPPER_IMPULSE, RATCHET_IMPULSE];
const SUM = [0, LIMITS_SUM, LIMITS_SUM, RATCHET_SUM];
const STRUCK = [0, LOWER_STRUCK, UPPER_STRUCK, RATCHET_STRUCK];
/** What has to note how fast it is met first, gives way, or holds from both sides. */
const STRIKES_ALONE = LIMITS_BOUNCE | LIMITS_SOFT | LIMITS_EQUAL | LOCK;
/** A stop that is left no faster than this, times lengthUnit or π rad, per second, may be met by the blow at another. */
const NEARLY = 0.1;

/** True of a hinge that turns at a rate between which no law acts, as plain-point.ts has written it down. */
function isOutOfReach({ rows: d, bodies, stride, plainAngle }: JointBatch, j: number, v: Float64Array): boolean {
  if (plainAngle < 0) return false;
  const o = j * stride + plainAngle;
  const rate = v[bodies[2 * j + 1] + OMEGA] - v[bodies[2 * j] + OMEGA];
  return d[o + WARM] === 0 && rate >= d[o + REACH_LOW] && rate <= d[o + REACH_HIGH];
}

/** Adds the row of the stop of a coordinate that is met, or may be by this blow. */
function addStop(ctx: StepContext, batch: JointBatch, j: number, c: number): void {
  const { kind, at, law } = batch.type.coordinates[c];
  const { rows: d, laws: w, bodies: of, columns, stride, lawsStride } = batch;
  const o = j * stride + at;
  const p = j * lawsStride + law;
  const flags = d[o + kind.flagsAt] | 0;
  if (!kind.scalar || !(flags & (LOWER | UPPER | RATCHET)) || flags & STRIKES_ALONE) return;
  const i = begins[rows];
  if (rows >= MOST_ROWS || i + 3 * columns > J.length) return;
  const { motion: v, perSecond } = ctx;
  kind.jacobian(d, j * stride, o, columns, 0, J, i);
  let rate = ctx.relax ? 0 : d[o + ARC] * perSecond;
  for (let e = 0; e < columns; e++) {
    const b = of[j * columns + e];
    rate += J[i + 3 * e] * v[b + VX] + J[i + 3 * e + 1] * v[b + VY] + J[i + 3 * e + 2] * v[b + OMEGA];
  }
  const row = rows;
  let closing = -NEARLY * (kind.unit === 'angle' ? Math.PI : ctx.lengthUnit);
  for (let stop = 1; stop < BIT.length; stop++) {
    if (!(flags & BIT[stop])) continue;
    const pushes = stop === AT_UPPER || (stop === AT_TOOTH && w[p + TOOTH] < 0) ? -1 : 1;
    const room = Math.max(0, pushes * (d[o + VALUE] - w[p + BOUND[stop]])) * perSecond;
    if (-pushes * rate - room <= closing) continue;
    if (row === rows) addRows(batch, j, c, v);
    closing = -pushes * rate - room;
    stopOf[row] = stop;
    way[row] = pushes;
    change[row] = pushes * closing;
    spare[row] = room;
  }
  stops += rows - row;
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
    way[rows] = stopOf[rows] = leftOut[rows] = 0;
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

/** The changes of the stops' rates that are asked for; the locks are to have none at all, so that a blow only takes energy away. */
function readChanges({ motion: v }: StepContext): void {
  for (let k = 0; k < joints; k++)
    for (let row = firstRow[k]; row < firstRow[k + 1]; row++) {
      if (way[row] !== 0) {
        impulse[row] = leftOut[row] === 1 ? 0 : change[row];
        continue;
      }
      let rate = 0;
      for (let e = firstColumn[k], i = begins[row]; e < firstColumn[k + 1]; e++, i += 3) {
        const b = bodyOf[e];
        rate += J[i] * v[b + VX] + J[i + 1] * v[b + VY] + J[i + 2] * v[b + OMEGA];
      }
      impulse[row] = -rate;
    }
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

/** Applies the impulses of a joint's rows; what its locks and its other stops give counts in its reaction. */
function push(ctx: StepContext, k: number): void {
  const { ties, motion: v, h } = ctx;
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
  const torque = d[r + NOW_TORQUE];
  for (let row = Math.max(1, firstRow[k]); row < end; row++) {
    const spec = type.coordinates[coordinateOf[row]];
    const { kind, at } = spec;
    const p = impulse[row];
    const i = begins[row] + 3 * columnB;
    bookMoments(batch, r, spec, J, begins[row], impulse, row);
    const x = J[i] * p;
    const y = J[i + 1] * p;
    d[r + NOW_X] += x;
    d[r + NOW_Y] += y;
    if (!kind.scalar) {
      d[r + at + P_SUM_X] += x;
      d[r + at + P_SUM_X + 1] += y;
    } else {
      if (way[row] !== 0) bookStop(ctx, batch, slotOf[k], row);
      else if (d[r + at + kind.flagsAt] & LOCK) d[r + at + LOCK_SUM] += p;
      d[r + NOW_TORQUE] += J[i + 2] * p - (d[r + ARM_BX] * y - d[r + ARM_BY] * x);
    }
  }
  if (plainPoint < 0) return;
  // Plain points book their forces themselves, by the sum of the point.
  const force = Math.sqrt(d[r + NOW_X] * d[r + NOW_X] + d[r + NOW_Y] * d[r + NOW_Y]) / h;
  if (force > d[r + PEAK_FORCE]) d[r + PEAK_FORCE] = force;
  d[r + NOW_X] = d[r + NOW_Y] = 0;
  const turn = d[r + NOW_TORQUE] - torque;
  d[r + NOW_TORQUE] = torque;
  d[r + SUM_TORQUE] += turn;
  if (Math.abs(turn) / h > d[r + PEAK_TORQUE]) d[r + PEAK_TORQUE] = Math.abs(turn) / h;
}

/** Share of a blow's impulse that is kept, so that the next pass looks at the stop; and of its speed that may be left for that. */
export const TRACE = 1e-9;
export const LEFT = 0.01;

/** Books what another stop gave in the blow, as it does itself (coordinates/stops.ts). */
function bookStop(
  ctx: StepContext,
  { type, rows: d, laws: w, stride, lawsStride }: JointBatch,
  j: number,
  row: number,
): void {
  const given = impulse[row];
  if (given === 0) return;
  const { at, law } = type.coordinates[coordinateOf[row]];
  const p = j * lawsStride + law;
  const stop = stopOf[row];
  w[p + SUM[stop]] += given;
  if (stop !== AT_TOOTH) w[p + STOPS_HIT] = w[p + STOPS_HIT] | stop;
  if (!(ctx.relax ? spare[row] < LEFT * Math.abs(change[row]) : spare[row] === 0)) return;
  w[p + STRUCK[stop]] = 1;
  if (w[p + IMPULSE[stop]] !== 0) return;
  // The upper stop keeps the size of its impulse.
  w[p + IMPULSE[stop]] = TRACE * (stop === AT_UPPER ? -given : given);
  d[j * stride + at + WARM] += TRACE * given;
}
