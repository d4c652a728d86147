import { ARC_C, ARC_S, BODY, type BodyStore } from '../../body/body-store';
import {
  LOCK,
  MOTOR,
  MOTOR_AS_ONE,
  MOTOR_ASKED,
  MOTOR_CAP,
  MOTOR_CAPPED,
  MOTOR_GAVE,
  MOTOR_HELD,
  MOTOR_IMPULSE,
  MOTOR_SUM,
  SERVO,
  SERVO_SPEED,
} from '../../coordinates/laws/law-fields';
import { askServo, isServo } from '../../coordinates/laws/motor';
import { limitPull, pull } from '../../coordinates/points/most-pull';
import { P_IMPULSE_X, P_SUM_X } from '../../coordinates/points/point-fields';
import { ARC, LOCK_IMPULSE, LOCK_SUM, RATE, TARGET, VALUE, WARM } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import type { Arms } from '../../islands/arms';
import type { BlockJoints } from '../../islands/block-joints';
import { NOTED } from '../../islands/ties';
import { ARM_AX, ARM_AY, ARM_BX, ARM_BY, GAP_X, GAP_Y, MAX_CORRECTION } from '../batch/record';
import type { JointBatch } from '../batch/joint-batch';
import { apply, book, copyMatrix, rateOf, solveRows, wholeA, wholeTies } from '../blows/blow';
import {
  A,
  batchOf,
  bodies,
  bookAll,
  coordinateOf,
  driven,
  firstRow,
  gatherArm,
  impulse,
  isWhole,
  joints,
  MOST_COLUMNS,
  MOST_ROWS,
  reached,
  rows,
  slotOf,
  tiedTo,
} from '../blows/blow-block';

/**
 * Servos of one arm feel each other, and passes would need hundreds of sweeps to tell them: what one gives turns the others, too, until they
 * answer. So an arm that nothing but locks and servos acts in is solved as one block before each pass: every lock is to have the rate that the pass asks
 * it for, every servo its own, with no more than its cap. What it finds is not warm started while it is, and the pass finds nothing left to do.
 */

/** Fewer feel no other. */
const LEAST_SERVOS = 2;
/** Laws that an arm may have. */
const LAWS = LOCK | MOTOR | SERVO | SERVO_SPEED | MOTOR_CAPPED;
/** What a servo is missed by less than this share of its cap, or a rate by this, is rounding. */
const ROUNDING = 1e-9;

/** Of each row by how much its rate is to change; of those of servos with a cap the least and the most that they may give. */
const wanted = new Float64Array(MOST_ROWS);
const least = new Float64Array(MOST_ROWS);
const most = new Float64Array(MOST_ROWS);
const isCapped = new Uint8Array(MOST_ROWS);
/** 1 or −1 of one that gives the most or the least, and that. */
const pressed = new Int8Array(MOST_ROWS);
const given = new Float64Array(MOST_ROWS);

/** At the start of a step: lists the arms that are solved as one, and warm starts them with nothing. */
export function findArms(all: readonly BlockJoints[], bodies: BodyStore, arms: Arms, ctx: StepContext): void {
  ctx.ties.arms.length = 0;
  ctx.motion = bodies.motion;
  for (let i = 0; i < all.length; i++) findServos(all[i], bodies, null, ctx);
  for (let i = 0; i < all.length; i++) findServos(all[i], bodies, arms, ctx);
}

/** Looks at what each servo that was not looked at yet is part of; without `arms` forgets what was found before. */
function findServos(
  { part, slots, count, index, locks }: BlockJoints,
  bodies: BodyStore,
  arms: Arms | null,
  ctx: StepContext,
): void {
  const { batch } = part;
  if (!batch.hasServos || batch.columns > MOST_COLUMNS) return;
  const { coordinates, rows: d, laws: w, stride, lawsStride } = batch;
  ctx.visited = index;
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at, law } = coordinates[c];
    if (!kind.scalar) continue;
    for (let i = 0; i < count; i++) {
      const flags = d[slots[i] * stride + at + kind.flagsAt] | 0;
      const p = slots[i] * lawsStride + law;
      if (!isServo(flags) || flags & LOCK) continue;
      if (arms === null) w[p + MOTOR_AS_ONE] = 0;
      else if (w[p + MOTOR_AS_ONE] === 0) {
        gatherArm(ctx, slots[i]);
        const isArm = isWhole && areServosAlone(ctx, arms, bodies);
        mark(ctx, isArm ? 1 : -1);
        if (!isArm) continue;
        for (let k = 0; k < joints; k++) warmStartWith(ctx, k, 0);
        ctx.ties.arms.note(index, slots[i], locks);
      }
    }
  }
}

/** True of a block of locks and servos that know what they move, on which nothing else acts. */
function areServosAlone(ctx: StepContext, arms: Arms, store: BodyStore): boolean {
  const { start, batch, slot, batches } = ctx.ties;
  let servos = 0;
  for (let k = 0; k < bodies; k++) {
    const b = reached[k] / BODY;
    for (let i = start[b]; i < start[b + 1]; i++) if (!isPlain(batches[batch[i]], slot[i], arms, store)) return false;
  }
  for (let row = 0; row < rows; row++) servos += driven[row];
  return servos >= LEAST_SERVOS;
}

function isPlain(batch: JointBatch, j: number, arms: Arms, store: BodyStore): boolean {
  const { coordinates, columns, rows: d, laws: w, stride, lawsStride } = batch;
  if (columns !== 2) return false;
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at, law } = coordinates[c];
    const flags = d[j * stride + at + kind.flagsAt] | 0;
    if (flags & ~LAWS || (flags & MOTOR && flags & LOCK)) return false;
    if (!(flags & MOTOR)) continue;
    const isHeld = !(flags & MOTOR_CAPPED) && w[j * lawsStride + law + MOTOR_HELD] < 0;
    if (!isServo(flags) || isHeld || !arms.knows(batch, j, store)) return false;
  }
  return true;
}

/** Notes of all servos of the block whether it is solved as one. */
function mark({ ties }: StepContext, as: 1 | -1): void {
  for (let k = 0; k < joints; k++)
    for (let row = firstRow[k]; row < firstRow[k + 1]; row++) {
      if (driven[row] === 0) continue;
      const { coordinates, laws: w, lawsStride } = ties.batches[batchOf[k]];
      w[slotOf[k] * lawsStride + coordinates[coordinateOf[row]].law + MOTOR_AS_ONE] = as;
    }
}

/** Before each pass. */
export function solveArms(ctx: StepContext): void {
  const { numbers, length } = ctx.ties.arms;
  for (let i = 0; i < length; i += NOTED) {
    ctx.visited = numbers[i];
    gatherArm(ctx, numbers[i + 1]);
    ctx.holdBy(numbers[i + 2]);
    bookAll();
    for (let k = 0; k < joints; k++) ask(ctx, k);
    solveWithinCaps();
    for (let k = 0; k < joints; k++) {
      apply(ctx, k);
      takeOver(ctx, k);
      book(ctx, k);
    }
  }
}

/** Finds by how much each rate of a joint is to change, and what its servos have for that. */
function ask(ctx: StepContext, k: number): void {
  const { coordinates, rows: d, laws: w, stride, lawsStride } = ctx.ties.batches[batchOf[k]];
  let axis = 0;
  for (let row = firstRow[k]; row < firstRow[k + 1]; row++) {
    const { kind, at, law } = coordinates[coordinateOf[row]];
    const o = slotOf[k] * stride + at;
    const p = slotOf[k] * lawsStride + law;
    const rate = rateOf(k, row, ctx.motion);
    pressed[row] = isCapped[row] = 0;
    ctx.setUnit(kind.unit === 'angle');
    if (driven[row] === 0) {
      wanted[row] = -rate;
      if (ctx.relax) continue;
      readError(ctx, k, o, axis, kind.scalar);
      wanted[row] -= error[0];
      if (!kind.scalar) axis = 1 - axis;
      continue;
    }
    const arc = ctx.relax ? 0 : d[o + ARC] * ctx.perSecond;
    d[o + RATE] = rate + arc;
    askServo(d, o, w, p, ctx);
    wanted[row] = w[p + MOTOR_ASKED] - rate - arc;
    if (!(d[o + kind.flagsAt] & MOTOR_CAPPED)) continue;
    const cap = (w[p + MOTOR_CAP] * ctx.h) / 2;
    isCapped[row] = 1;
    least[row] = Math.min(0, -cap - w[p + MOTOR_IMPULSE]);
    most[row] = Math.max(0, cap - w[p + MOTOR_IMPULSE]);
  }
}

/** What a lock is off in a pass with bias, per second, its arc beside its tangent, too: returned as a double it would be allocated. */
const error = new Float64Array(1);

function readError(ctx: StepContext, k: number, o: number, axis: number, isScalar: boolean): void {
  const { motion: v, perSecond } = ctx;
  const { rows: d, bodies: of, stride, sweeps, ease } = ctx.ties.batches[batchOf[k]];
  const j = slotOf[k];
  const r = j * stride;
  const biasRate = ctx.biasRate * (sweeps ? ease[j] : 1);
  if (isScalar) {
    const fastest = d[r + MAX_CORRECTION] * ctx.correctionScale;
    const pulled = (d[o + VALUE] - d[o + TARGET]) * biasRate;
    error[0] = d[o + ARC] * perSecond + Math.max(-fastest, Math.min(fastest, pulled));
    return;
  }
  const a = of[2 * j];
  const b = of[2 * j + 1];
  pull[0] = biasRate * d[r + GAP_X];
  pull[1] = biasRate * d[r + GAP_Y];
  limitPull(d, r, o, ctx);
  const arc =
    axis === 0
      ? v[b + ARC_C] * d[r + ARM_BX] -
        v[b + ARC_S] * d[r + ARM_BY] -
        v[a + ARC_C] * d[r + ARM_AX] +
        v[a + ARC_S] * d[r + ARM_AY]
      : v[b + ARC_S] * d[r + ARM_BX] +
        v[b + ARC_C] * d[r + ARM_BY] -
        v[a + ARC_S] * d[r + ARM_AX] -
        v[a + ARC_C] * d[r + ARM_AY];
  error[0] = pull[axis] + arc * perSecond;
}

/**
 * Solves the block for what is wanted. A servo that would need more than its cap gives that, the one that lacks most first, and those
 * that then go beyond what they are asked for are let go again, each time one, and no more often than there are servos.
 */
function solveWithinCaps(): void {
  copyMatrix(A, tiedTo, wholeA, wholeTies);
  let left = rows;
  for (;;) {
    for (let row = 0; row < rows; row++) {
      impulse[row] = wanted[row];
      for (let m = 0; m < rows; m++) if (pressed[m] !== 0) impulse[row] -= wholeA[place(row, m)] * given[m];
    }
    for (let row = 0; row < rows; row++) {
      if (pressed[row] === 0) continue;
      impulse[row] = 0;
      A[row * MOST_ROWS + row] = 0;
    }
    solveRows();
    for (let row = 0; row < rows; row++) if (pressed[row] !== 0) impulse[row] = given[row];
    if (!pressOne() && !(left-- > 0 && letOneGo())) return;
    copyMatrix(wholeA, wholeTies, A, tiedTo);
  }
}

/** Where in the lower half of the block lies what two rows have in common. */
function place(row: number, m: number): number {
  return Math.max(row, m) * MOST_ROWS + Math.min(row, m);
}

/** The most that is missed so far: kept from turn to turn it would be allocated. */
const lack = new Float64Array(1);

function pressOne(): boolean {
  let worst = -1;
  lack[0] = ROUNDING;
  for (let row = 0; row < rows; row++) {
    if (isCapped[row] === 0 || pressed[row] !== 0) continue;
    const by = Math.max(impulse[row] - most[row], least[row] - impulse[row]) / (most[row] - least[row]);
    if (!(by > lack[0])) continue;
    lack[0] = by;
    worst = row;
  }
  if (worst < 0) return false;
  const isMost = impulse[worst] > most[worst];
  pressed[worst] = isMost ? 1 : -1;
  given[worst] = isMost ? most[worst] : least[worst];
  return true;
}

function letOneGo(): boolean {
  let worst = -1;
  lack[0] = ROUNDING;
  for (let row = 0; row < rows; row++) {
    if (pressed[row] === 0) continue;
    let change = 0;
    for (let m = 0; m < rows; m++) change += wholeA[place(row, m)] * impulse[m];
    const by = pressed[row] * (change - wanted[row]);
    if (!(by > lack[0])) continue;
    lack[0] = by;
    worst = row;
  }
  if (worst >= 0) pressed[worst] = 0;
  return worst >= 0;
}

/** What the rows of a joint were warm started with becomes part of what they give, and is warm started no more. */
function takeOver({ ties, relax }: StepContext, k: number): void {
  const batch = ties.batches[batchOf[k]];
  const { coordinates, rows: d, laws: w, stride, lawsStride } = batch;
  const j = slotOf[k];
  // Plain points book the pass with bias as they relax.
  const isLate = relax && batch.partWith(j).plainPoint >= 0;
  let axis = 0;
  for (let row = firstRow[k]; row < firstRow[k + 1]; row++) {
    const { kind, at, law } = coordinates[coordinateOf[row]];
    const o = j * stride + at;
    const p = j * lawsStride + law;
    if (!kind.scalar) {
      const i = o + P_IMPULSE_X + axis;
      impulse[row] += d[i];
      if (isLate) d[o + P_SUM_X + axis] += d[i];
      d[i] = 0;
      axis = 1 - axis;
    } else if (driven[row] === 1) {
      impulse[row] += w[p + MOTOR_IMPULSE];
      w[p + MOTOR_GAVE] = impulse[row];
      w[p + MOTOR_IMPULSE] = 0;
    } else {
      impulse[row] += d[o + LOCK_IMPULSE];
      d[o + LOCK_IMPULSE] = 0;
    }
  }
}

/**
 * At the end of a step: what each row gave in a pass on the mean is what it is warm started with if its arm is solved as one no more. Else that would fall,
 * as something is hung on it, until its rows have found again what they carry.
 */
export function leaveArms(ctx: StepContext): void {
  const { numbers, length } = ctx.ties.arms;
  for (let i = 0; i < length; i += NOTED) {
    ctx.visited = numbers[i];
    gatherArm(ctx, numbers[i + 1]);
    for (let k = 0; k < joints; k++) warmStartWith(ctx, k, ctx.pass);
  }
}

/** The rows of a joint are warm started with the mean of what they have given in so many passes; with nothing after none. */
function warmStartWith({ ties }: StepContext, k: number, passes: number): void {
  const share = passes > 0 ? 1 / passes : 0;
  const { coordinates, rows: d, laws: w, stride, lawsStride } = ties.batches[batchOf[k]];
  let axis = 0;
  for (let row = firstRow[k]; row < firstRow[k + 1]; row++) {
    const { kind, at, law } = coordinates[coordinateOf[row]];
    const o = slotOf[k] * stride + at;
    const p = slotOf[k] * lawsStride + law;
    if (!kind.scalar) {
      d[o + P_IMPULSE_X + axis] = share * d[o + P_SUM_X + axis];
      axis = 1 - axis;
    } else if (driven[row] === 1) d[o + WARM] = w[p + MOTOR_IMPULSE] = share * w[p + MOTOR_SUM];
    else d[o + WARM] = d[o + LOCK_IMPULSE] = share * d[o + LOCK_SUM];
  }
}
