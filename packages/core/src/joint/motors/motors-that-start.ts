import type { BodyStore } from '../../body/body-store';
import {
  DISTANCE,
  MOTOR,
  MOTOR_CAP,
  MOTOR_CAPPED,
  MOTOR_IMPULSE,
  MOTOR_RATE,
  MOTOR_SPEED,
  MOTOR_STARTING,
  SERVO,
} from '../../coordinates/laws/law-fields';
import { isHeld } from '../../coordinates/laws/lock';
import { findGoal, goal, hardStops, isLimited, isMotorIdle, LANDS, STRUCK } from '../../coordinates/laws/motor';
import { EFFECTIVE_MASS, VALUE } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { AT_TOOTH, pushesTo, STOP_BIT, STOP_COUNT, STOP_IMPULSE } from '../../coordinates/laws/stop-fields';
import type { BlockJoints } from '../../islands/block-joints';
import { NOTED } from '../../islands/ties';
import { foundRate, LEAST_SHOCK, measureRate, strikeMotor, struck } from '../blows/blow';
import { MOST_COLUMNS } from '../blows/blow-block';
import type { JointBatch } from '../batch/joint-batch';
import { leadMotor } from './lead-motor';

/**
 * What is switched on takes all that hangs on it along at once, if it is strong enough for that, or as fast as its cap lets it. By passes that
 * would come late, and impulses add up meanwhile until it goes on with twice its speed. One whose cap hardly carries what hangs on it would
 * stall by blows: it is led instead. In each pass that relaxes, all that hangs on it gets what it has to give for the motor to be at its speed,
 * or to give its cap.
 */

/** What asks a motor for more than so many times of what it gave in the last pass has just been switched on. */
const JUMP = 3;
/** What gives this share of its cap gives all of it. */
export const ALL = 1 - 1e-9;
/** What gains less than this share of what it should in a substep is held by something, and not started by blows. */
const LEAST_GAIN = 0.1;
/** So many substeps before a stop it goes there by itself. */
const NEAR = 4;
/** A motor that is led is on its way; or has come to its speed, and is led for so many substeps more, while locks give way to their load. */
export const ON_ITS_WAY = -1;
const ARRIVED = 64;

/** Before the solve pass of each substep; in the `first` one of a step it is seen what was switched on, and listed what takes more than that. */
export function startMotors(
  { motion, load }: BodyStore,
  joints: readonly BlockJoints[],
  ctx: StepContext,
  first: boolean,
): void {
  ctx.motion = motion;
  ctx.load = load;
  ctx.relax = false;
  const { batches, starting } = ctx.ties;
  if (!first) {
    const { numbers, length } = starting;
    for (let i = 0; i < length; i += NOTED) {
      ctx.visited = numbers[i];
      startMotor(batches[numbers[i]], numbers[i + 1], numbers[i + 2], ctx, false);
    }
    return;
  }
  starting.length = 0;
  for (let i = 0; i < joints.length; i++) {
    const { part, index, slots, count } = joints[i];
    const { batch } = part;
    if (!batch.hasMotors || batch.columns > MOST_COLUMNS) continue;
    ctx.visited = index;
    for (let c = 0; c < batch.coordinates.length; c++)
      if (batch.coordinates[c].kind.scalar)
        for (let k = 0; k < count; k++)
          if (startMotor(batch, slots[k], c, ctx, true)) starting.note(index, slots[k], c);
  }
}

/** True if it is not at its speed yet, though what it drives may be. */
function startMotor(batch: JointBatch, j: number, c: number, ctx: StepContext, first: boolean): boolean {
  const { rows: d, laws: w, coordinates, stride, lawsStride } = batch;
  const { kind, at, law } = coordinates[c];
  const o = j * stride + at;
  const p = j * lawsStride + law;
  const flags = d[o + kind.flagsAt] | 0;
  if ((flags & (MOTOR | SERVO)) !== MOTOR) return false;
  const state = w[p + MOTOR_STARTING];
  if (!first && state !== STRUCK) return false;
  w[p + MOTOR_STARTING] = 0;
  if (!goesOn(d, o, w, p, flags, ctx)) return false;
  measureRate(batch, j, coordinates[c], ctx.motion);
  const rate = foundRate[0];
  const asked = w[p + MOTOR_SPEED] - rate;
  const given = Math.abs(w[p + MOTOR_IMPULSE]);
  const cap = flags & MOTOR_CAPPED ? w[p + MOTOR_CAP] * ctx.h : Number.MAX_VALUE;
  const least = LEAST_SHOCK * (kind.unit === 'angle' ? Math.PI : ctx.lengthUnit);
  // What gives all that it has already, is held by something.
  const givesAll = given >= (ALL * cap) / 2;
  const isNew = Math.abs(asked) > least && d[o + EFFECTIVE_MASS] * Math.abs(asked) > JUMP * given && !givesAll;
  if (state === STRUCK ? (rate - w[p + MOTOR_RATE]) * asked >= 0 : isNew) {
    if (state === 0) takeOver(w, p, flags, asked, cap / 2);
    const share = strikeHalf(batch, j, c, ctx, asked, cap / 2);
    if (share === 1) {
      w[p + MOTOR_STARTING] = ARRIVED;
      return true;
    }
    if (share > 0) {
      w[p + MOTOR_STARTING] = STRUCK;
      w[p + MOTOR_RATE] = rate + LEAST_GAIN * share * asked;
      return true;
    }
  }
  if (state === LANDS && !isNew) {
    w[p + MOTOR_STARTING] = LANDS;
    return false;
  }
  if (state === 0 && !isNew && !givesAll) return false;
  w[p + MOTOR_STARTING] = state > 0 ? state : ON_ITS_WAY;
  return true;
}

/** Strikes with half of what a motor has for a substep, beside what it gives in each pass; the share of what it asks for. */
function strikeHalf(batch: JointBatch, j: number, c: number, ctx: StepContext, asked: number, cap: number): number {
  const { laws: w, coordinates, lawsStride } = batch;
  const { kind, at, law } = coordinates[c];
  const p = j * lawsStride + law;
  struck[0] = w[p + MOTOR_SPEED];
  struck[1] = cap - (asked < 0 ? -1 : 1) * w[p + MOTOR_IMPULSE];
  // What hardly carries its weight is no blow.
  struck[2] = (kind.unit === 'angle' ? ctx.leastBlow / ctx.lengthUnit : ctx.leastBlow) / 2;
  return strikeMotor(j, at, ctx);
}

/** True of a motor that drives on at its speed: nothing holds it, it does not come to a stop yet, nor does it drive a distance, which ends. */
function goesOn(d: Float64Array, o: number, w: Float64Array, p: number, flags: number, ctx: StepContext): boolean {
  if (flags & DISTANCE || isMotorIdle(flags, isHeld(flags)) || isLimited(w, p, flags)) return false;
  findGoal(w, p, flags & MOTOR_CAPPED ? hardStops(flags) : flags, ctx);
  const speed = w[p + MOTOR_SPEED];
  return speed === 0 || (goal[0] - d[o + VALUE]) / speed > NEAR * ctx.h;
}

/** What a stop that it drives away from has carried so far, the motor takes over, up to its cap: else it would lack that. */
function takeOver(w: Float64Array, p: number, flags: number, asked: number, most: number): void {
  for (let stop = 1; stop < STOP_COUNT; stop++) {
    const way = pushesTo(stop, w, p);
    if (!(flags & STOP_BIT[stop]) || asked * way < 0) continue;
    const at = p + STOP_IMPULSE[stop];
    const sign = stop === AT_TOOTH ? way : 1;
    const taken = Math.min(sign * w[at], most - way * w[p + MOTOR_IMPULSE]);
    if (!(taken > 0)) continue;
    w[at] -= sign * taken;
    w[p + MOTOR_IMPULSE] += way * taken;
  }
}

/** Before each pass that relaxes. */
export function leadMotors(ctx: StepContext): void {
  const { batches, starting } = ctx.ties;
  const { numbers, length } = starting;
  for (let i = 0; i < length; i += NOTED) {
    ctx.visited = numbers[i];
    leadOne(batches[numbers[i]], numbers[i + 1], numbers[i + 2], ctx);
  }
}

function leadOne(batch: JointBatch, j: number, c: number, ctx: StepContext): void {
  const { rows: d, laws: w, coordinates, stride, lawsStride } = batch;
  const { kind, at, law } = coordinates[c];
  const o = j * stride + at;
  const p = j * lawsStride + law;
  const state = w[p + MOTOR_STARTING];
  const flags = d[o + kind.flagsAt] | 0;
  if (state === 0 || (flags & (MOTOR | SERVO)) !== MOTOR) return;
  if (state === STRUCK) {
    measureRate(batch, j, coordinates[c], ctx.motion);
    const asked = w[p + MOTOR_SPEED] - foundRate[0];
    if (strikeHalf(batch, j, c, ctx, asked, (w[p + MOTOR_CAP] * ctx.h) / 2) === 1) w[p + MOTOR_STARTING] = ARRIVED;
    return;
  }
  w[p + MOTOR_STARTING] = 0;
  if (!goesOn(d, o, w, p, flags, ctx)) return;
  const cap = flags & MOTOR_CAPPED ? (w[p + MOTOR_CAP] * ctx.h) / 2 : Number.MAX_VALUE;
  measureRate(batch, j, coordinates[c], ctx.motion);
  const asked = w[p + MOTOR_SPEED] - foundRate[0];
  if ((asked < 0 ? -w[p + MOTOR_IMPULSE] : w[p + MOTOR_IMPULSE]) >= ALL * cap) {
    w[p + MOTOR_STARTING] = ON_ITS_WAY;
    return;
  }
  struck[0] = w[p + MOTOR_SPEED];
  struck[1] = -cap - w[p + MOTOR_IMPULSE];
  struck[2] = cap - w[p + MOTOR_IMPULSE];
  const share = leadMotor(j, at, ctx);
  if (share === 1) w[p + MOTOR_STARTING] = state === ON_ITS_WAY ? ARRIVED : state - 1;
  else w[p + MOTOR_STARTING] = ON_ITS_WAY;
}
