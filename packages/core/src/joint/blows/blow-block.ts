import { BODY, INV_INERTIA, INV_MASS, OMEGA, VX, VY } from '../../body/body-store';
import { LEAST_APPROACH, rateAfter } from '../../coordinates/laws/approach';
import {
  ACCELERATION,
  LIMITS_BOUNCE,
  LIMITS_CAPPED,
  LIMITS_EQUAL,
  LIMITS_SOFT,
  LOCK,
  LOWER,
  LOWER_APPROACH,
  LOWER_BOUND,
  MET_IN,
  MOTOR,
  MOTOR_CAPPED,
  RATCHET,
  RATCHET_CAPPED,
  RESTITUTION,
  STOPS_HIT,
  UPPER,
  UPPER_APPROACH,
  UPPER_BOUND,
} from '../../coordinates/laws/law-fields';
import { isHeld } from '../../coordinates/laws/lock';
import { moveArms } from '../../coordinates/points/point-mass';
import { ARC, REACH_HIGH, REACH_LOW, VALUE, WARM } from '../../coordinates/scalar';
import { SLOP, type StepContext } from '../../coordinates/step-context';
import { AT_LOWER, AT_UPPER, pushesTo, STOP_BIT, STOP_BOUND, STOP_COUNT } from '../../coordinates/laws/stop-fields';
import type { JointBatch } from '../batch/joint-batch';

/**
 * Who is struck by a blow: the row of a stop, those of the locks, of the motors without a cap and of the other stops on its bodies, and of
 * those farther away that feel it, listed with what they have in common. What becomes of them, says blow.ts. The tables are of the last blow.
 */

/** Rows that may be solved as one block: as many as `tiedTo` has bits beside the sign. */
export const MOST_ROWS = 31;
/** Rows of a blow, nearest first: what is farther away feels it in the passes to come. */
const MOST_STRUCK = 16;
/** How many the block at hand may have. */
let mostRows = MOST_STRUCK;
const MOST_JOINTS = MOST_ROWS;
/** Columns of all rows together: a stop over more bodies than this strikes no blow. */
export const MOST_COLUMNS = 256;

/** Joints of the block, by their batch and slot, the first row of each, and its first column; one more at the end of both. */
export const batchOf = new Int32Array(MOST_JOINTS);
export const slotOf = new Int32Array(MOST_JOINTS);
export const firstRow = new Int32Array(MOST_JOINTS + 1);
export const firstColumn = new Int32Array(MOST_JOINTS + 1);
export let joints = 0;

/** Columns of these joints: the body of each, its joint, and the column before it on the same body, −1 if it is the first. */
export const bodyOf = new Int32Array(MOST_COLUMNS);
const jointOf = new Int32Array(MOST_COLUMNS);
const columnBefore = new Int32Array(MOST_COLUMNS);
/** Bodies that the block moves. */
export const reached = new Int32Array(MOST_COLUMNS);
export let bodies = 0;

/** Of each row its coordinate, where its Jacobian begins in `J`, and its impulse, which blow.ts finds; row 0 is the stop. */
export const coordinateOf = new Int32Array(MOST_ROWS);
export const begins = new Int32Array(MOST_ROWS + 1);
export const impulse = new Float64Array(MOST_ROWS);
/**
 * Of each row which stop it is, 0 of a lock; of stops which way they push, by how much their rate is to change, which rate to them is left
 * for the room there is (of those that throw back, how fast they are still met), and 1 once they are left out.
 */
export const stopOf = new Int8Array(MOST_ROWS);
export const way = new Int8Array(MOST_ROWS);
export const change = new Float64Array(MOST_ROWS);
export const spare = new Float64Array(MOST_ROWS);
export const leftOut = new Uint8Array(MOST_ROWS);
/** Rows of stops beside the first. */
export let stops = 0;
/** 1 of the row of a motor; and how many there are. */
export const driven = new Uint8Array(MOST_ROWS);
export let motors = 0;
/** Whether motors are listed. */
let listsMotors = false;
/** Whether all joints are listed, with their motors that have a cap, too. */
let listsAll = false;
/** Whether only joints are listed that move no other bodies than the first. */
let listsOwn = false;
/** The pass in which the stops were met that throw back, 0 in a blow. */
export let metIn = 0;
/** J M⁻¹ Jᵀ, the lower half; which of the rows before it each is tied to, as bits. */
export const A = new Float64Array(MOST_ROWS * MOST_ROWS);
export const tiedTo = new Int32Array(MOST_ROWS);
/** J and M⁻¹ Jᵀ, three numbers a column. */
export const J = new Float64Array(3 * MOST_COLUMNS);
export const turned = new Float64Array(3 * MOST_COLUMNS);
export let rows = 0;
/** Whether all that hangs together is in the block. */
export let isWhole = false;
/** The first row of which blow.ts keeps account: a stop that strikes as it is visited does it itself. */
export let firstBooked = 0;

/** Beyond the stop's own bodies: what weighs so many times less than the body it hangs on, but less than the second, is left out. */
const LIGHTER = 1.2;
const TOO_LIGHT = 10;

/**
 * Lists the row of the stop, the rigid locks on its bodies with other stops there, and those farther away that are felt, nearest first; and
 * motors without a cap, if they are `obeyed`.
 */
export function gather(ctx: StepContext, j: number, at: number, alone: boolean, obeyed: boolean): void {
  rows = joints = bodies = stops = motors = 0;
  listsMotors = obeyed;
  metIn = 0;
  firstBooked = 1;
  reached[0] = -1;
  addJoint(ctx, ctx.visited, j, at, alone);
  spread(ctx, bodies, alone);
}

/** The same of a motor that takes along at once what hangs on it, as much of that as there are rows for. */
export function gatherDriven(ctx: StepContext, j: number, at: number): void {
  mostRows = MOST_ROWS;
  gather(ctx, j, at, false, true);
  mostRows = MOST_STRUCK;
}

/** Lists all that joint `j` hangs together with: locks, and motors with a cap and without. */
export function gatherArm(ctx: StepContext, j: number): void {
  mostRows = MOST_ROWS;
  listsAll = true;
  gather(ctx, j, -1, true, true);
  listsAll = false;
  mostRows = MOST_STRUCK;
}

/** Lists the row of a motor, and what holds the very bodies that it drives, and no others: locks and other motors. */
export function gatherHolds(ctx: StepContext, j: number, at: number): void {
  mostRows = MOST_ROWS;
  listsOwn = true;
  gather(ctx, j, at, true, true);
  listsOwn = false;
  mostRows = MOST_STRUCK;
}

/** The first row is that of a stop (stop-fields.ts) that stands at its bound, or beyond it, and is booked as the others are. */
export function bookFirst(stop: number): void {
  firstBooked = 0;
  stopOf[0] = stop;
  spare[0] = 0;
}

/** Lists what is around the body at offset `b` likewise; false if there is nothing. */
export function gatherAround(ctx: StepContext, b: number): boolean {
  rows = joints = stops = motors = 0;
  listsMotors = false;
  metIn = firstBooked = 0;
  bodies = 1;
  reached[0] = b;
  spread(ctx, 1, false);
  return rows > 0;
}

/** Lists the stops of a joint that were met in `pass` and throw back, and the locks and motors around them, of that joint only if it is `alone`. */
export function gatherBounces(ctx: StepContext, index: number, j: number, pass: number, alone: boolean): void {
  rows = joints = bodies = stops = motors = firstBooked = 0;
  listsMotors = true;
  metIn = pass;
  reached[0] = -1;
  addJoint(ctx, index, j, -1, true);
  if (alone) forgetColumns(ctx);
  else spread(ctx, bodies, true);
}

/** The first row is that of a motor, and is booked as such. */
export function bookMotor(): void {
  firstBooked = 0;
  way[0] = 0;
  driven[0] = 1;
}

/** All rows are booked. */
export function bookAll(): void {
  firstBooked = 0;
}

/** Goes on from the bodies that are reached, of which all joints of the first `own` belong to the block. */
function spread(ctx: StepContext, own: number, alone: boolean): void {
  const { start, batch, slot, lastColumn } = ctx.ties;
  isWhole = true;
  for (let k = 0; k < bodies && rows < mostRows - 1; k++) {
    const b = reached[k] / BODY;
    const end = start[b + 1];
    for (let i = start[b]; i < end && rows < mostRows - 1; i++) {
      if (isListed(lastColumn[b] - 1, batch[i], slot[i])) continue;
      const isAll = listsAll || (k < own && !listsOwn);
      if (isAll || (listsOwn ? isOwn(ctx, batch[i], slot[i]) : isFelt(ctx, b * BODY, batch[i], slot[i])))
        addJoint(ctx, batch[i], slot[i], -1, alone);
      else isWhole = false;
    }
  }
  if (rows >= mostRows - 1) isWhole = false;
  forgetColumns(ctx);
}

function forgetColumns({ ties }: StepContext): void {
  for (let k = 0; k < bodies; k++) ties.lastColumn[reached[k] / BODY] = 0;
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

/** True if a joint moves no bodies but those that the block has columns of. */
function isOwn({ ties, motion: v }: StepContext, batch: number, j: number): boolean {
  const { bodies: of, columns } = ties.batches[batch];
  for (let c = j * columns; c < (j + 1) * columns; c++)
    if (ties.lastColumn[of[c] / BODY] === 0 && !isImmovable(v, of[c])) return false;
  return true;
}

/** True if the joint has one of the columns on a body, of which `last` is the last. */
function isListed(last: number, batch: number, j: number): boolean {
  for (let e = last; e >= 0; e = columnBefore[e])
    if (slotOf[jointOf[e]] === j && batchOf[jointOf[e]] === batch) return true;
  return false;
}

/** Appends the rows that a joint holds, stops or drives, first of all the coordinate at `stop`, if that is not −1; and what they share with those before. */
function addJoint(ctx: StepContext, index: number, j: number, stop: number, alone: boolean): void {
  const { ties, motion } = ctx;
  const batch = ties.batches[index];
  const { rows: d, type, stride, columns, bodies: of } = batch;
  const first = rows;
  const { coordinates } = type;
  // Those of other joints throw back by themselves: each took its approach by itself.
  if (metIn > 0 && joints === 0) for (let c = 0; c < coordinates.length; c++) addBounce(ctx, batch, j, c);
  if (stop >= 0)
    for (let c = 0; c < coordinates.length; c++) if (coordinates[c].at === stop) addRows(batch, j, c, motion);
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at } = coordinates[c];
    if (at !== stop && isHeld(d[j * stride + at + kind.flagsAt] | 0)) addRows(batch, j, c, motion);
  }
  if (!alone && batch.hasStops && !isOutOfReach(batch, j, motion))
    for (let c = 0; c < coordinates.length; c++) if (coordinates[c].at !== stop) addStop(ctx, batch, j, c);
  if (listsMotors) for (let c = 0; c < coordinates.length; c++) addMotor(batch, j, c, first, motion);
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
    if (isImmovable(motion, b)) continue;
    const before = ties.lastColumn[b / BODY] - 1;
    if (before < 0 && b !== reached[0]) reached[bodies++] = b;
    columnBefore[e] = before;
    ties.lastColumn[b / BODY] = e + 1;
    for (let other = e; other >= 0; other = columnBefore[other]) addProducts(e, other);
  }
}

/** True of a body that no impulse moves. */
export function isImmovable(motion: Float64Array, b: number): boolean {
  return motion[b + INV_MASS] === 0 && motion[b + INV_INERTIA] === 0;
}

/** What has to note how fast it is met first, gives way, or holds from both sides. */
const STRIKES_ALONE = LIMITS_BOUNCE | LIMITS_SOFT | LIMITS_EQUAL | LIMITS_CAPPED | RATCHET_CAPPED;
/** A stop that is left no faster than this, times lengthUnit or π rad, per second, may be met by the blow at another, as may what is stood at. */
const NEARLY = 0.1;

/** True of a hinge whose rate lies between those at which a law would act, as plain-point.ts has written them down. */
function isOutOfReach(batch: JointBatch, j: number, v: Float64Array): boolean {
  const { rows: d, bodies, stride } = batch;
  const { plainAngle } = batch.partWith(j);
  if (plainAngle < 0) return false;
  const o = j * stride + plainAngle;
  const rate = v[bodies[2 * j + 1] + OMEGA] - v[bodies[2 * j] + OMEGA];
  return d[o + WARM] === 0 && rate >= d[o + REACH_LOW] && rate <= d[o + REACH_HIGH];
}

/** Adds the row of the stop of a coordinate that is met, or may be by this blow. */
function addStop(ctx: StepContext, batch: JointBatch, j: number, c: number): void {
  const { kind, at, law } = batch.coordinates[c];
  const { rows: d, laws: w, bodies: of, columns, stride, lawsStride } = batch;
  const o = j * stride + at;
  const p = j * lawsStride + law;
  const flags = d[o + kind.flagsAt] | 0;
  if (!kind.scalar || !(flags & (LOWER | UPPER | RATCHET)) || flags & STRIKES_ALONE || isHeld(flags)) return;
  const i = begins[rows];
  if (rows >= mostRows || i + 3 * columns > J.length) return;
  const { motion: v, perSecond } = ctx;
  kind.jacobian(d, j * stride, o, columns, 0, J, i);
  let rate = ctx.relax ? 0 : d[o + ARC] * perSecond;
  for (let e = 0; e < columns; e++) {
    const b = of[j * columns + e];
    rate += J[i + 3 * e] * v[b + VX] + J[i + 3 * e + 1] * v[b + VY] + J[i + 3 * e + 2] * v[b + OMEGA];
  }
  const row = rows;
  const unit = kind.unit === 'angle' ? 1 : ctx.lengthUnit;
  let closing = -NEARLY * (kind.unit === 'angle' ? Math.PI : unit);
  for (let stop = 1; stop < STOP_COUNT; stop++) {
    if (!(flags & STOP_BIT[stop])) continue;
    const pushes = pushesTo(stop, w, p);
    const room = Math.max(0, pushes * (d[o + VALUE] - w[p + STOP_BOUND[stop]])) * perSecond;
    const standsThere = room <= SLOP * unit * perSecond && row === rows;
    if (-pushes * rate - room <= closing && !standsThere) continue;
    if (row === rows) addRows(batch, j, c, v);
    closing = -pushes * rate - room;
    stopOf[row] = stop;
    way[row] = pushes;
    change[row] = pushes * closing;
    spare[row] = room;
  }
  stops += rows - row;
}

/** Adds the row of a stop that was met in the pass, with what it throws back. */
function addBounce(ctx: StepContext, batch: JointBatch, j: number, c: number): void {
  const { kind, at, law } = batch.coordinates[c];
  const { rows: d, laws: w, bodies: of, columns, stride, lawsStride } = batch;
  const { motion: v, lengthUnit } = ctx;
  const o = j * stride + at;
  const p = j * lawsStride + law;
  if (!kind.scalar || !(d[o + kind.flagsAt] & LIMITS_BOUNCE) || w[p + MET_IN] !== metIn) return;
  const hit = w[p + STOPS_HIT] | 0;
  const stop = hit & AT_LOWER ? AT_LOWER : AT_UPPER;
  const approach = hit & AT_LOWER ? w[p + LOWER_APPROACH] : hit & AT_UPPER ? w[p + UPPER_APPROACH] : 0;
  if (!(approach > LEAST_APPROACH * (kind.unit === 'angle' ? 1 : lengthUnit))) return;
  const row = rows;
  addRows(batch, j, c, v);
  if (rows === row) return;
  const pushes = stop === AT_LOWER ? 1 : -1;
  const bound = w[p + (stop === AT_LOWER ? LOWER_BOUND : UPPER_BOUND)];
  // Where the bound is still some way off, or passed, the rate there is the one that it would have left the bound with.
  change[row] = pushes * rateAfter(w[p + RESTITUTION] * approach, w[p + ACCELERATION], d[o + VALUE] - bound);
  let rate = 0;
  for (let e = 0, i = begins[row]; e < columns; e++, i += 3) {
    const b = of[j * columns + e];
    rate += J[i] * v[b + VX] + J[i + 1] * v[b + VY] + J[i + 2] * v[b + OMEGA];
  }
  change[row] -= rate;
  stopOf[row] = stop;
  way[row] = pushes;
  spare[row] = -pushes * rate;
  if (row > 0) stops++;
}

/** Adds the row of a motor without a cap, which no blow slows down, or of any; not beside a lock or a stop that holds, to which it gives way. */
function addMotor(batch: JointBatch, j: number, c: number, first: number, v: Float64Array): void {
  const { kind, at } = batch.coordinates[c];
  const flags = batch.rows[j * batch.stride + at + kind.flagsAt] | 0;
  const isFree = !(flags & MOTOR_CAPPED);
  if (!kind.scalar || (flags & (MOTOR | LOCK)) !== MOTOR || !(isFree || listsAll)) return;
  const row = rows;
  for (let other = first; other < row; other++) if (coordinateOf[other] === c) return;
  addRows(batch, j, c, v);
  if (rows === row) return;
  driven[row] = 1;
  motors++;
}

function addRows(
  { bodies: of, rows: d, laws: w, columns, coordinates, stride, lawsStride }: JointBatch,
  j: number,
  c: number,
  v: Float64Array,
): void {
  const { kind, at, law } = coordinates[c];
  if (rows + kind.rowCount > mostRows || begins[rows] + 3 * columns * kind.rowCount > J.length) return;
  const r = j * stride;
  for (let k = 0; k < kind.rowCount; k++, rows++) {
    const i = begins[rows];
    begins[rows + 1] = i + 3 * columns;
    kind.jacobian(d, r, r + at, columns, k, J, i);
    coordinateOf[rows] = c;
    tiedTo[rows] = 0;
    way[rows] = stopOf[rows] = leftOut[rows] = driven[rows] = 0;
    for (let m = 0; m <= rows; m++) A[rows * MOST_ROWS + m] = 0;
    if (!kind.scalar) {
      // In a blow the impulse of a point acts half way between its anchors.
      moveArms(d, r, LOCK, w, j * lawsStride + law, k, J, i);
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
