import { BODY, INV_INERTIA, INV_MASS, OMEGA, VX, VY } from '../../body/body-store';
import { isStiffened } from '../../body/stiffen-masses';
import { LOCK, MOTOR_SPEED, MOTOR_SUM, SERVO, SERVO_SPEED, STOPS_HIT } from '../../coordinates/laws/law-fields';
import { isHeld } from '../../coordinates/laws/lock';
import { P_SUM_X } from '../../coordinates/points/point-fields';
import { LOCK_SUM, WARM } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { AT_TOOTH, AT_UPPER, STOP_IMPULSE, STOP_STRUCK, STOP_SUM } from '../../coordinates/laws/stop-fields';
import {
  A,
  J,
  MOST_COLUMNS,
  MOST_ROWS,
  batchOf,
  begins,
  bodies,
  bodyOf,
  bookFirst,
  bookMotor,
  change,
  coordinateOf,
  driven,
  firstBooked,
  firstColumn,
  firstRow,
  gather,
  gatherAround,
  gatherDriven,
  impulse,
  isImmovable,
  joints,
  leftOut,
  metIn,
  motors,
  reached,
  rows,
  slotOf,
  spare,
  stopOf,
  stops,
  tiedTo,
  turned,
  way,
} from './blow-block';
import type { JointBatch } from '../batch/joint-batch';
import type { CoordinateSpec } from '../joint-type';
import { bookMoments, columnOfB } from '../reactions';
import {
  ARM_AX,
  ARM_AY,
  ARM_BX,
  ARM_BY,
  NOW_TORQUE,
  NOW_X,
  NOW_Y,
  PEAK_FORCE,
  PEAK_TORQUE,
  SUM_TORQUE,
} from '../batch/record';

/**
 * The blow of a stop on what meets it, or of what holds a body on one that was kicked: an inelastic impact. The stop, the locks around
 * it, and the other stops that are met or stood at there are solved as one block, and nothing of what they give is warm started. Solved one
 * after the other, a hinge takes back what its stop gives, three quarters of it at the end of a rod, and the impulses that grow meanwhile
 * throw the rod back with a third to a half of its speed; and one stop throws what it stops off another. What is driven without a cap keeps
 * its rate in the blow of a stop, as far as that is no faster than its speed: else it throws back, too, as it gets it again. Where that leaves
 * the stop nothing, or would take bodies along with much more than they have, the motors give way.
 */

/** The rows that the one at hand is tied to. */
const tied = new Int32Array(MOST_ROWS);
/** The matrix and its ties as they were before they were solved, where there are other stops. */
export const wholeA = new Float64Array(MOST_ROWS * MOST_ROWS);
export const wholeTies = new Int32Array(MOST_ROWS);
/** Of each row what is left of its inverse mass, inverted; 0 if it is redundant. */
const mass = new Float64Array(MOST_ROWS);
/** A row to which the rows before it leave a smaller share of its inverse mass is a combination of those. */
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
  let pushing = solveAt(ctx, j, o - j * stride, alone, true);
  if (motors > 0 && (pushing === 0 || takesAlong(ctx))) pushing = solveAt(ctx, j, o - j * stride, alone, false);
  if (pushing === 0 || impulse[0] * way[0] < struck[2]) return false;
  if (stops > 0) struck[0] = changeOf(0);
  struck[1] = impulse[0];
  for (let k = 0; k < joints; k++) push(ctx, k);
  return true;
}

/**
 * Strikes by the stop of that number (stop-fields.ts) of the coordinate at `at` of joint `j` of the batch that is visited, which was passed.
 * Bodies that weigh more for this step belong to the block, too: nothing is thrown. False if the stop does not push.
 */
export function strikeAgain(j: number, at: number, stop: number, ctx: StepContext): boolean {
  if (ctx.ties.batches[ctx.visited].columns > MOST_COLUMNS) return false;
  for (let obeyed = true; ; obeyed = false) {
    gather(ctx, j, at, false, obeyed);
    bookFirst(stop);
    way[0] = struck[1];
    change[0] = struck[0];
    const pushing = solveBlow(ctx);
    if (pushing > 0 && !(motors > 0 && takesAlong(ctx))) break;
    if (motors === 0) return false;
  }
  for (let k = 0; k < joints; k++) push(ctx, k);
  return true;
}

/** What `measureRate` found: returned as a double it would be allocated. */
export const foundRate = new Float64Array(1);

/** Measures the rate of a scalar coordinate of joint `j`, by what is in J. */
export function measureRate(
  { rows: d, bodies: of, columns, stride }: JointBatch,
  j: number,
  { kind, at }: CoordinateSpec,
  v: Float64Array,
): void {
  kind.jacobian(d, j * stride, j * stride + at, columns, 0, J, 0);
  let rate = 0;
  for (let e = 0; e < columns; e++) {
    const b = of[j * columns + e];
    rate += J[3 * e] * v[b + VX] + J[3 * e + 1] * v[b + VY] + J[3 * e + 2] * v[b + OMEGA];
  }
  foundRate[0] = rate;
}

/**
 * Brings the coordinate at `at` of joint `j` of the batch that is visited to the rate in struck[0], and all that hangs on it along, or as near as
 * an impulse of no more than struck[1] does, if that is by struck[2] at least. The share of the way, 0 if nothing hangs on it, or stops let it go
 * nowhere.
 */
export function strikeMotor(j: number, at: number, ctx: StepContext): number {
  gatherDriven(ctx, j, at);
  if (joints < 2 || isBlockStiffened(ctx)) return 0;
  change[0] = struck[0] - rateOf(0, 0, ctx.motion);
  way[0] = change[0] < 0 ? -1 : 1;
  if (solveBlow(ctx) === 0 || leftOut[0] === 1) return 0;
  const share = Math.min(1, struck[1] / Math.abs(impulse[0]));
  if (share < 1) {
    if (stops > 0 || share * Math.abs(change[0]) < struck[2]) return 0;
    for (let row = 0; row < rows; row++) impulse[row] *= share;
  }
  bookMotor();
  for (let k = 0; k < joints; k++) push(ctx, k);
  return share;
}

/** Solves the blow in `struck` of the stop of joint `j` at `at`, with motors if they are `obeyed`. The number of stops that push. */
function solveAt(ctx: StepContext, j: number, at: number, alone: boolean, obeyed: boolean): number {
  gather(ctx, j, at, alone, obeyed);
  if (!alone && isBlockStiffened(ctx)) {
    if (struck[2] >= 0) return 0;
    gather(ctx, j, at, true, obeyed);
  }
  way[0] = struck[1];
  change[0] = struck[0];
  return solveBlow(ctx);
}

/**
 * What was kicked is struck by all the locks around it at once, and by the stops that are met or stood at there, before anything else in the
 * step. Joint by joint, a hinge gives its shock while its stop does not see yet what comes, is warm started by that shock after the stop
 * has taken it away, and throws back.
 */
export function strikeBody(b: number, ctx: StepContext): void {
  const { start, batch, slot } = ctx.ties;
  const end = start[b / BODY + 1];
  let i = start[b / BODY];
  if (isImmovable(ctx.motion, b)) {
    for (; i < end; i++) if (isJointShaken(batch[i], slot[i], ctx)) strikeOthers(batch[i], slot[i], ctx);
    return;
  }
  while (i < end && !isJointShaken(batch[i], slot[i], ctx)) i++;
  if (i === end || !gatherAround(ctx, b) || isBlockStiffened(ctx)) return;
  solveBlow(ctx);
  for (let k = 0; k < joints; k++) push(ctx, k);
}

/** What nothing moves, as a kinematic body, kicks what hangs on it, one after the other: none feels another through it. */
function strikeOthers(index: number, j: number, ctx: StepContext): void {
  const { bodies: of, columns } = ctx.ties.batches[index];
  for (let c = j * columns; c < (j + 1) * columns; c++) if (!isImmovable(ctx.motion, of[c])) strikeBody(of[c], ctx);
}

/**
 * Solves the block with all its stops, leaves out those that would hold back what comes off them, and takes in again what then closes,
 * until there are none. What is found is the motion nearest to that before which locks and stops allow, so that a blow only takes energy
 * away. The number of stops that push.
 */
export function solveBlow(ctx: StepContext): number {
  readChanges(ctx);
  if (stops + motors > 0) copyMatrix(A, tiedTo, wholeA, wholeTies);
  // What goes in and out without end, is left out in the end.
  for (let round = 0; ; round++) {
    solveRows();
    const left = leaveOut();
    if (left < 0 || (stops > 0 && round < 2 * stops && takeInAgain())) {
      readChanges(ctx);
      copyMatrix(wholeA, wholeTies, A, tiedTo);
      for (let row = 0; row < rows; row++) if (leftOut[row] === 1) A[row * MOST_ROWS + row] = 0;
    } else return left;
  }
}

/**
 * Leaves out the stops that would pull: what the locks alone would take back is not theirs. The number of those that push, −1 if some were
 * left out.
 */
function leaveOut(): number {
  let pushing = 0;
  let changed = false;
  for (let row = 0; row < rows; row++) {
    if (way[row] === 0 || leftOut[row] === 1) continue;
    pushing++;
    if (impulse[row] * way[row] > 0) continue;
    leftOut[row] = 1;
    changed = true;
  }
  return changed ? -1 : pushing;
}

/** A rate that differs by less than this share is the same. */
const ROUNDING = 1e-9;

/** Takes in again the stops that were left out and would be passed: the blow at another throws something against them. True if there are any. */
function takeInAgain(): boolean {
  let any = false;
  for (let row = 0; row < rows; row++) {
    if (leftOut[row] === 0) continue;
    const changed = changeOf(row);
    const missing = way[row] * (change[row] - changed);
    if (missing <= ROUNDING * (Math.abs(change[row]) + Math.abs(changed))) continue;
    leftOut[row] = 0;
    any = true;
  }
  return any;
}

/** Motors may add so much of the energy of the bodies that a blow moves. */
const MOST_GAIN = 0.2;

/** True of a blow in which motors give bodies much more energy than they have: through a block that is nearly singular they would be thrown about. */
function takesAlong(ctx: StepContext): boolean {
  const { motion: v } = ctx;
  let gained = 0;
  for (let k = 0; k < joints; k++)
    for (let row = firstRow[k]; row < firstRow[k + 1]; row++)
      gained += impulse[row] * (rateOf(k, row, v) + changeOf(row) / 2);
  if (!(gained > 0)) return false;
  let energy = 0;
  for (let k = 0; k < bodies; k++) {
    const b = reached[k];
    const mass = v[b + INV_MASS];
    const inertia = v[b + INV_INERTIA];
    if (mass > 0) energy += (v[b + VX] * v[b + VX] + v[b + VY] * v[b + VY]) / (2 * mass);
    if (inertia > 0) energy += (v[b + OMEGA] * v[b + OMEGA]) / (2 * inertia);
  }
  return gained > MOST_GAIN * energy;
}

/** By how much the impulses change the rate of a row. */
function changeOf(row: number): number {
  let sum = 0;
  for (let m = 0; m < rows; m++) sum += wholeA[Math.max(row, m) * MOST_ROWS + Math.min(row, m)] * impulse[m];
  return sum;
}

/** Where a body weighs more for this step, one blow at many stops, or one that nothing closes yet, may give more than it takes. */
export function isBlockStiffened(ctx: StepContext): boolean {
  if (!ctx.stiffened) return false;
  for (let k = 0; k < bodies; k++) if (isStiffened(ctx, reached[k])) return true;
  return false;
}

/** What moves its locks no faster than this, times lengthUnit or π rad, per second, is no shock. */
export const LEAST_SHOCK = 0.1;

/** True if the rigid locks of the joint at `o` are far from rate 0: something has kicked it, and they have not taken it up yet. */
export function isShaken(o: number, ctx: StepContext): boolean {
  return isJointShaken(ctx.visited, (o / ctx.ties.batches[ctx.visited].stride) | 0, ctx);
}

function isJointShaken(index: number, j: number, { ties, motion: v, lengthUnit }: StepContext): boolean {
  const { rows: d, coordinates, stride, columns, bodies: of } = ties.batches[index];
  if (columns > MOST_COLUMNS) return false;
  const r = j * stride;
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at } = coordinates[c];
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

/**
 * The changes of the stops' rates that are asked for, none of motors but of those that are faster than they should be; the locks are to have no
 * rate at all, so that a blow only takes energy away.
 */
export function readChanges(ctx: StepContext): void {
  const { motion: v } = ctx;
  for (let k = 0; k < joints; k++)
    for (let row = firstRow[k]; row < firstRow[k + 1]; row++) {
      if (way[row] !== 0) {
        impulse[row] = leftOut[row] === 1 ? 0 : change[row];
        continue;
      }
      impulse[row] = -rateOf(k, row, v);
      if (driven[row] === 1) keepRate(ctx, k, row);
    }
}

/**
 * Asks for no change of a motor's rate, whose opposite is in `impulse`, but where the motor would go the other way or faster than its speed: that
 * is what others have thrown it to, and kept, it would throw them.
 */
function keepRate({ ties }: StepContext, k: number, row: number): void {
  const { coordinates, rows: d, laws: w, stride, lawsStride } = ties.batches[batchOf[k]];
  const { kind, at, law } = coordinates[coordinateOf[row]];
  const flags = d[slotOf[k] * stride + at + kind.flagsAt] | 0;
  const speed = w[slotOf[k] * lawsStride + law + MOTOR_SPEED];
  let lowest = Math.min(0, speed);
  let highest = Math.max(0, speed);
  if (flags & SERVO) {
    highest = flags & SERVO_SPEED ? Math.abs(speed) : Infinity;
    lowest = -highest;
  }
  const rate = -impulse[row];
  impulse[row] += Math.max(lowest, Math.min(highest, rate));
}

/** The rate of a row of the joint of that number. */
export function rateOf(k: number, row: number, v: Float64Array): number {
  let rate = 0;
  for (let e = firstColumn[k], i = begins[row]; e < firstColumn[k + 1]; e++, i += 3) {
    const b = bodyOf[e];
    rate += J[i] * v[b + VX] + J[i + 1] * v[b + VY] + J[i + 2] * v[b + OMEGA];
  }
  return rate;
}

/** Solves A · impulse = impulse from the outside inwards, so that a tree stays as sparse as it is; redundant rows get none. */
export function solveRows(): void {
  // What the loops read lies in constants of their own: a variable of the module would be looked up again at every access.
  const a = A;
  const x = impulse;
  const ties = tiedTo;
  const inverse = mass;
  const list = tied;
  const end = rows;
  for (let row = 0; row < end; row++) inverse[row] = REDUNDANT * a[row * (MOST_ROWS + 1)];
  for (let row = end - 1; row >= 0; row--) {
    const r = row * MOST_ROWS;
    const pivot = a[r + row];
    if (!(pivot > inverse[row])) {
      inverse[row] = 0;
      continue;
    }
    const each = 1 / pivot;
    inverse[row] = each;
    let count = 0;
    for (let bits = ties[row]; bits !== 0; count++) {
      const i = 31 - Math.clz32(bits);
      bits ^= 1 << i;
      ties[i] |= bits;
      list[count] = i;
    }
    const own = x[row];
    for (let n = 0; n < count; n++) {
      const i = list[n];
      const factor = a[r + i] * each;
      for (let m = n; m < count; m++) a[i * MOST_ROWS + list[m]] -= factor * a[r + list[m]];
      x[i] -= factor * own;
    }
  }
  for (let row = 0; row < end; row++) {
    let sum = x[row];
    for (let bits = ties[row]; bits !== 0;) {
      const i = 31 - Math.clz32(bits);
      bits ^= 1 << i;
      sum -= a[row * MOST_ROWS + i] * x[i];
    }
    x[row] = sum * inverse[row];
  }
}

export function copyMatrix(from: Float64Array, fromTies: Int32Array, to: Float64Array, toTies: Int32Array): void {
  for (let row = 0; row < rows; row++) {
    toTies[row] = fromTies[row];
    for (let m = row * MOST_ROWS; m <= row * MOST_ROWS + row; m++) to[m] = from[m];
  }
}

/** Applies the impulses of a joint's rows to its bodies. */
export function apply({ motion: v }: StepContext, k: number): void {
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
}

/** Applies the impulses of a joint's rows, and books them. */
export function push(ctx: StepContext, k: number): void {
  apply(ctx, k);
  book(ctx, k);
}

/** What its locks and its other stops give counts in its reaction. */
export function book(ctx: StepContext, k: number): void {
  const { ties, h } = ctx;
  const end = firstRow[k + 1];
  const batch = ties.batches[batchOf[k]];
  const { rows: d, coordinates, stride } = batch;
  const r = slotOf[k] * stride;
  const columnB = columnOfB(batch, r);
  const torque = d[r + NOW_TORQUE];
  // Of a plain point that is swept back: what that has changed.
  const sweptX = d[r + NOW_X];
  const sweptY = d[r + NOW_Y];
  for (let row = Math.max(firstBooked, firstRow[k]); row < end; row++) {
    const spec = coordinates[coordinateOf[row]];
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
      else if (driven[row] === 1) batch.laws[slotOf[k] * batch.lawsStride + spec.law + MOTOR_SUM] += p;
      else if (d[r + at + kind.flagsAt] & LOCK) d[r + at + LOCK_SUM] += p;
      d[r + NOW_TORQUE] += J[i + 2] * p - (d[r + ARM_BX] * y - d[r + ARM_BY] * x);
    }
  }
  if (batch.partWith(slotOf[k]).plainPoint < 0) return;
  // Plain points book their forces themselves, by the sum of the point.
  const x = d[r + NOW_X] - sweptX;
  const y = d[r + NOW_Y] - sweptY;
  const force = Math.sqrt(x * x + y * y) / h;
  if (force > d[r + PEAK_FORCE]) d[r + PEAK_FORCE] = force;
  d[r + NOW_X] = sweptX;
  d[r + NOW_Y] = sweptY;
  const turn = d[r + NOW_TORQUE] - torque;
  d[r + NOW_TORQUE] = torque;
  d[r + SUM_TORQUE] += turn;
  if (Math.abs(turn) / h > d[r + PEAK_TORQUE]) d[r + PEAK_TORQUE] = Math.abs(turn) / h;
}

/** Share of a blow's impulse that is kept, so that the next pass looks at the stop; and of its speed that may be left for that. */
export const TRACE = 1e-9;
export const LEFT = 0.01;

/** Books what another stop gave in the blow, as it does itself (coordinates/laws/stops.ts). */
function bookStop(
  ctx: StepContext,
  { coordinates, rows: d, laws: w, stride, lawsStride }: JointBatch,
  j: number,
  row: number,
): void {
  const given = impulse[row];
  if (given === 0) return;
  const { at, law } = coordinates[coordinateOf[row]];
  const p = j * lawsStride + law;
  const stop = stopOf[row];
  w[p + STOP_SUM[stop]] += given;
  if (stop !== AT_TOOTH) w[p + STOPS_HIT] = w[p + STOPS_HIT] | stop;
  // What throws back leaves its bound.
  if (metIn > 0 || !(ctx.relax ? spare[row] < LEFT * Math.abs(change[row]) : spare[row] === 0)) return;
  w[p + STOP_STRUCK[stop]] = 1;
  if (w[p + STOP_IMPULSE[stop]] !== 0) return;
  // The upper stop keeps the size of its impulse.
  w[p + STOP_IMPULSE[stop]] = TRACE * (stop === AT_UPPER ? -given : given);
  d[j * stride + at + WARM] += TRACE * given;
}
