import { after, keepWithin, take, takeAndBook, weaker } from './accumulate';
import { approach, limitApproach, readBraking } from './braking';
import {
  DISTANCE,
  LATCH,
  LIMITS_CAPPED,
  LIMITS_EQUAL,
  LIMITS_SOFT,
  LIMITS_SUM,
  LOCK,
  LOCK_CAPPED,
  LOCK_SOFT,
  LOWER,
  LOWER_BOUND,
  MOTOR,
  MOTOR_CAP,
  MOTOR_CAPPED,
  MOTOR_IMPULSE,
  MOTOR_MASS,
  MOTOR_MEAN,
  MOTOR_SPEED,
  MOTOR_SUM,
  MOTOR_TARGET,
  RATCHET,
  RATCHET_CAPPED,
  RATCHET_SUM,
  SERVO,
  SERVO_SPEED,
  TOOTH,
  UPPER,
  UPPER_BOUND,
} from './law-fields';
import { findLeastGoal } from './least-length';
import { holdSoftly } from './lock';
import { EFFECTIVE_MASS, INVERSE_MASS, LOCK_SUM, RATE, TARGET, VALUE } from '../scalar';
import { SLOP, type StepContext } from '../step-context';
import { AT_TOOTH, pushesTo, STOP_BIT, STOP_BOUND, STOP_COUNT, STOP_IMPULSE, STOP_SUM } from './stop-fields';

/** What drives a scalar coordinate: motors by speed, and servos, which go to a value. */

/** True if the laws with these bits have a servo. */
export function isServo(flags: number): boolean {
  return (flags & ANY_SERVO) === ANY_SERVO;
}
const ANY_SERVO = MOTOR | SERVO;

/** True if they have one with a cap. */
export function isCappedServo(flags: number): boolean {
  return (flags & CAPPED_SERVO) === CAPPED_SERVO;
}
const CAPPED_SERVO = ANY_SERVO | MOTOR_CAPPED;

/** True if they have a motor by speed. */
export function isMotorBySpeed(flags: number): boolean {
  return (flags & ANY_SERVO) === MOTOR;
}

/** A motor by speed that nothing tells where to stop: it has a cap, or there are no stops; and it drives no distance, which ends. */
export function isFreeMotor(flags: number): boolean {
  return !(flags & (SERVO | DISTANCE)) && ((flags & MOTOR_CAPPED) !== 0 || !(flags & (RATCHET | LOWER | UPPER)));
}

/** Which way a motor drives at the value at values[i]: 1 or −1; 0 if it brakes, or a servo has arrived. */
export function wantedOf(
  values: Float64Array,
  i: number,
  w: Float64Array,
  p: number,
  flags: number,
  ctx: StepContext,
): number {
  const left = flags & SERVO ? w[p + MOTOR_TARGET] - values[i] : w[p + MOTOR_SPEED];
  return left === 0 || (flags & SERVO && Math.abs(left) <= SLOP * ctx.unit) ? 0 : left > 0 ? 1 : -1;
}

/** What `findGoal` found, and the least that it may be: returned as doubles they would be allocated. */
export const goal = new Float64Array(2);
const LEAST = 1;

/**
 * Finds where a motor goes, ±Infinity if on and on; without a cap as far as stops and teeth let it, and leaves them in peace; and no nearer
 * to a distance of 0 than that has a direction.
 */
export function findGoal(w: Float64Array, p: number, flags: number, ctx: StepContext): void {
  let to = flags & SERVO ? w[p + MOTOR_TARGET] : w[p + MOTOR_SPEED] < 0 ? -Infinity : Infinity;
  if (!(flags & MOTOR_CAPPED)) {
    if (flags & RATCHET) to = w[p + TOOTH] > 0 ? Math.max(to, w[p + LATCH]) : Math.min(to, w[p + LATCH]);
    if (flags & LOWER) to = Math.max(to, w[p + LOWER_BOUND]);
    if (flags & UPPER) to = Math.min(to, w[p + UPPER_BOUND]);
  }
  findLeastGoal(w, p, flags, ctx, goal, LEAST);
  goal[0] = Math.max(to, goal[LEAST]);
}

export function motor(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext, flags: number): void {
  const stop = stallsAt(d, o, w, p, ctx, flags);
  const seen = stop > 0 ? hardStops(flags) : flags;
  if (isFreeMotor(seen)) drive(d, o, w, p, ctx, seen);
  else arrive(d, o, w, p, ctx, seen);
  if (flags & MOTOR_CAPPED) keepWithin(w, p + MOTOR_CAP, ctx);
  const way = stop > 0 ? -pushesTo(stop, w, p) : wayIntoStop(d, o + VALUE, w, p, flags, ctx);
  // At a stop it pushes and does not brake: what comes the other way is the stop's.
  if (way * after[0] < 0) {
    after[0] = 0;
    handOver(w, p, stop > 0 ? stop : stopAtGoal(w, p, flags, way), way);
  }
  takeAndBook(d, o, w, p + MOTOR_IMPULSE, p + MOTOR_SUM, 1);
  if (stop > 0) press(w, p, ctx, way, w, p + STOP_SUM[stop]);
  else if (way !== 0) feel(d, o, w, p, ctx, flags, way);
}

/** The stop without a cap that lies where `findGoal` has found that a motor goes, the way (1 or −1) of that; 0 if there is none. */
function stopAtGoal(w: Float64Array, p: number, flags: number, way: number): number {
  const seen = hardStops(flags);
  for (let stop = 1; stop < STOP_COUNT; stop++)
    if (seen & STOP_BIT[stop] && pushesTo(stop, w, p) === -way && w[p + STOP_BOUND[stop]] === goal[0]) return stop;
  return 0;
}

/** What a motor has carried so far the stop that it comes to, the way (1 or −1) of that, takes over: else it would lack that. */
function handOver(w: Float64Array, p: number, stop: number, way: number): void {
  const carried = -way * w[p + MOTOR_IMPULSE];
  if (stop === 0 || !(carried > 0)) return;
  w[p + STOP_IMPULSE[stop]] += stop === AT_TOOTH ? -way * carried : carried;
  w[p + MOTOR_IMPULSE] = 0;
}

/**
 * Drives at a speed. Into a stop a motor with a cap pushes no faster than takes it there in this substep, but it does not brake for that: in
 * the pass after the blow it would push on past the stop with all that it has.
 */
function drive(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext, flags: number): void {
  const mass = d[o + EFFECTIVE_MASS];
  const speed = w[p + MOTOR_SPEED];
  after[0] = w[p + MOTOR_IMPULSE] - mass * (d[o + RATE] - speed);
  if (!(flags & MOTOR_CAPPED)) keepDriving(d, o, w, p, ctx);
  else if (!ctx.relax) after[0] -= FORGETS * w[p + MOTOR_IMPULSE];
  const stops = hardStops(flags);
  if (!(stops & (RATCHET | LOWER | UPPER))) return;
  const way = speed < 0 ? -1 : 1;
  findGoal(w, p, stops, ctx);
  const spare = Math.max(0, way * (goal[0] - d[o + VALUE]) * ctx.perSecond);
  if (spare >= way * speed) return;
  const pushed = way * after[0];
  after[0] = way * Math.max(Math.min(0, pushed), pushed - mass * (way * speed - spare));
}

/** Share of its impulse that a motor with a cap gives off in a pass: of two that drive the same thing only the sum is known. */
const FORGETS = 0.01;
/** Lengths, or rad, per second. */
const STRENGTH = 2;

/**
 * Keeps what a motor without a cap gives in a pass, in `after`, to what changes the rate of its own two bodies by its speed and `STRENGTH`, beside weaker laws: about as much
 * as a lock bears, which is as soft. Else it would push harder in every pass against a weld or a stop that does not let it move.
 */
function keepDriving(d: Float64Array, o: number, w: Float64Array, p: number, { unit }: StepContext): void {
  const most = d[o + EFFECTIVE_MASS] * (Math.abs(w[p + MOTOR_SPEED]) + STRENGTH * unit) + Math.abs(weaker[0]);
  after[0] = Math.max(-most, Math.min(most, after[0]));
}

/** The bits of a motor with a cap as one that has none, stopped by the stops and teeth without a cap alone. */
export function hardStops(flags: number): number {
  const given = flags & (LIMITS_CAPPED | LIMITS_SOFT) ? LOWER | UPPER : 0;
  return flags & ~(MOTOR_CAPPED | given | (flags & RATCHET_CAPPED ? RATCHET : 0));
}

/** The stop (stop-fields.ts) without a cap that a motor with one stands against, or at which it holds what would leave it; else 0. */
function stallsAt(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext, flags: number): number {
  if (!(flags & MOTOR_CAPPED)) return 0;
  const seen = hardStops(flags);
  const stands = Math.abs(d[o + RATE]) <= ctx.leastBlow * ctx.correctionScale;
  for (let stop = 1; stop < STOP_COUNT; stop++) {
    if (!(seen & STOP_BIT[stop])) continue;
    const bound = p + STOP_BOUND[stop];
    const way = pushesTo(stop, w, p);
    if (wantedOf(w, bound, w, p, flags, ctx) !== -way) continue;
    const room = way * (d[o + VALUE] - w[bound]);
    if (room <= SLOP * ctx.unit) return stop;
    if (!stands) continue;
    // Written out: in a call that is not optimised it would be allocated.
    const held = ctx.impulseScale * Math.abs(w[p + MOTOR_IMPULSE]);
    if (room * d[o + EFFECTIVE_MASS] * ctx.massScale * ctx.biasRate <= 2 * held) return stop;
  }
  return 0;
}

/** What `measureSag` found: returned as a double it would be allocated. */
export const sag = new Float64Array(1);

/** Measures how far what holds as softly as a lock sags under the impulse at w[i]. */
export function measureSag(d: Float64Array, o: number, w: Float64Array, i: number, ctx: StepContext): void {
  sag[0] = (ctx.impulseScale * Math.abs(w[i])) / (d[o + EFFECTIVE_MASS] * ctx.massScale * ctx.biasRate);
}

/**
 * A motor with a cap pushes with it against what holds and has none itself, and moves nothing: however strong it is, it does not push
 * that along. What it does not give against a load is read by both, the sum of the other's impulses at to[sum].
 */
function press(w: Float64Array, p: number, { h }: StepContext, way: number, to: Float64Array, sum: number): void {
  const push = (way * w[p + MOTOR_CAP] * h) / 2 - w[p + MOTOR_IMPULSE];
  w[p + MOTOR_SUM] += push;
  to[sum] -= push;
}

/**
 * A motor that is told where to stop holds there as a lock does, soft and without bias as it relaxes: arms of many servos stay as still
 * as welded ones. From farther it comes as fast as it may, and never passes by what the softness leaves.
 */
function arrive(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext, flags: number): void {
  const before = w[p + MOTOR_IMPULSE];
  const mass = d[o + EFFECTIVE_MASS];
  const rate = d[o + RATE];
  findGoal(w, p, flags, ctx);
  const gap = goal[0] - d[o + VALUE];
  const way = gap < 0 ? -1 : 1;
  let holds = false;
  if (flags & SERVO) holds = limitServo(d, o, w, p, way, ctx, flags);
  else limitApproach(w, p, flags);
  const most = approach[2];
  const bias = way * gap * ctx.biasRate;
  if ((most < bias && !holds) || isBeyondReach(d, o, w, p, way, ctx, flags)) {
    after[0] = before - mass * (rate - way * most);
    if (flags & SERVO) calm(d, o, w, p, way, ctx, flags);
    if (!(flags & MOTOR_CAPPED) && !ctx.relax)
      after[0] -= ctx.impulseScale * (before - (w[p + MOTOR_MEAN] * ctx.h) / 2);
  } else if (ctx.relax) after[0] = before - mass * rate;
  else {
    const arriving = before - mass * (rate - gap * ctx.perSecond);
    after[0] = before;
    after[1] = -way * Math.min(most, bias);
    holdSoftly(d, o, ctx);
    if (flags & SERVO) keepMean(w, p, ctx);
    after[0] = gap < 0 ? Math.max(after[0], arriving) : Math.min(after[0], arriving);
  }
}

/** What a servo bears on the mean it does not give off, as soft as it is: it would sag. That holds what it bears of weaker laws already. */
function keepMean(w: Float64Array, p: number, { h, impulseScale }: StepContext): void {
  const mean = (impulseScale * w[p + MOTOR_MEAN] * h) / 2;
  const borne = impulseScale * w[p + MOTOR_IMPULSE] - after[1];
  if (Math.abs(mean) > Math.abs(borne)) after[0] += mean - borne;
}

/**
 * What a servo gives on its way beside its mean of late swings: a share of that is taken off. One that comes to its speed gives off more of what pushes it on, as much as
 * ends the swinging at once: else it would pass that. Not so from rest: what a stop holds up would be thrown about.
 */
function calm(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  way: number,
  { h }: StepContext,
  flags: number,
): void {
  const lag = answer[LAG];
  const beside = w[p + MOTOR_IMPULSE] - (w[p + MOTOR_MEAN] * h) / 2;
  const most = approach[2];
  const comes = flags & SERVO_SPEED && most === w[p + MOTOR_SPEED] && way * d[o + RATE] > COMING * most;
  const calming = comes && way * beside > 0 ? 2 * (lag - 1) : CALMING * answer[LATE];
  after[0] -= (calming / (lag * lag)) * beside;
}

/** True of a motor by speed whose cap does not bring it there in this substep, however fast it would go: until it comes near it just drives. */
function isBeyondReach(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  way: number,
  { h }: StepContext,
  flags: number,
): boolean {
  if ((flags & (MOTOR_CAPPED | SERVO)) !== MOTOR_CAPPED) return false;
  return way * (goal[0] - d[o + VALUE]) > h * (Math.abs(d[o + RATE]) + d[o + INVERSE_MASS] * w[p + MOTOR_CAP] * h);
}

/** Of the servo that `measureLag` was asked for last: substeps in which it answers, and by how many it is late. */
const answer = new Float64Array(2);
const LAG = 0,
  LATE = 1;

/**
 * An impulse by the mass of a servo's own two bodies changes the rate of all that hangs on them by less: impulses add up, and swing about
 * what is needed like a weight on a spring, by √(own inverse mass / that of all) a substep.
 */
function measureLag(d: Float64Array, o: number, w: Float64Array, p: number): void {
  const share = w[p + MOTOR_MASS] > 0 ? Math.max(1, d[o + INVERSE_MASS] / w[p + MOTOR_MASS]) : 1;
  answer[LAG] = Math.sqrt(share);
  answer[LATE] = Math.sqrt(share - 1);
}

/** Share of an impulse beside its mean that is taken off in each pass, times the lag: it ends the swinging. */
const CALMING = 0.5;
/** From this share of its speed on a servo comes to it, which takes it as many substeps as it is late by, but so many at most. */
const COMING = 0.25;
const MOST_STARTS = 8;
/** What a servo brakes in a substep, times the square of its lag: so many times π rad, or lengthUnit. */
const BRAKING = 0.03;
/** How much faster than it is a servo is asked to be in a substep, and how near its goal it holds, both times its lag. */
const SPEEDING = 0.02;
const HOLDING = 0.14;
/**
 * Leaves in approach[2] how fast a servo may go that way (1 or −1): no faster than its cap, and what hangs on it, let it brake, nor much
 * faster than it is. True where it is so near that it holds: what hangs on it swings by as much, and that is no load.
 */
function limitServo(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  way: number,
  ctx: StepContext,
  flags: number,
): boolean {
  measureLag(d, o, w, p);
  const lag = answer[LAG];
  const late = answer[LATE];
  findGoal(w, p, flags, ctx);
  const gap = way * (goal[0] - d[o + VALUE]);
  const rate = way * d[o + RATE];
  const unit = (ctx.lengthUnit * ctx.correctionScale) / lag;
  const share = 1 - 1 / lag;
  approach[0] = gap / ctx.h;
  readBraking(d, o, w, p);
  approach[1] *= ctx.h;
  if (gap < HOLDING * unit * share * share * share * share) {
    limitApproach(w, p, flags);
    return true;
  }
  const most = (BRAKING * unit) / (lag * ctx.h);
  approach[1] = flags & MOTOR_CAPPED ? Math.min(approach[1], most) : most;
  approach[0] = Math.max(0, approach[0] - late * Math.max(0, rate - approach[1]));
  limitApproach(w, p, flags);
  const starts = flags & SERVO_SPEED ? w[p + MOTOR_SPEED] / Math.max(1, Math.min(MOST_STARTS, late)) : Infinity;
  approach[2] = Math.min(approach[2], Math.max(0, rate) + Math.min(starts, (SPEEDING * unit) / ctx.h));
  return false;
}

/** True of a motor under what holds from both sides: one without a cap would push without end, one with it cannot move what has none. */
export function isMotorIdle(flags: number, held: boolean): boolean {
  return flags & MOTOR_CAPPED ? held : (flags & (LOCK | LIMITS_EQUAL)) !== 0;
}

/** Takes back what a motor did in the last pass; one with a cap pushes against a lock without, or bounds that are one, for both to read. */
export function idle(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext, flags: number): void {
  if (w[p + MOTOR_IMPULSE] !== 0) {
    after[0] = 0;
    take(d, o, w, p + MOTOR_IMPULSE, 1);
  }
  if (!(flags & MOTOR_CAPPED)) return;
  if ((flags & (LOCK | LOCK_SOFT | LOCK_CAPPED)) === LOCK)
    press(w, p, ctx, wantedOf(d, o + TARGET, w, p, flags, ctx), d, o + LOCK_SUM);
  else press(w, p, ctx, wantedOf(w, p + LOWER_BOUND, w, p, flags, ctx), w, p + LIMITS_SUM);
}

/** 1 or −1 where a motor without a cap has come as far as a stop or tooth lets it; else 0. */
export function wayIntoStop(
  values: Float64Array,
  i: number,
  w: Float64Array,
  p: number,
  flags: number,
  ctx: StepContext,
): number {
  if (flags & MOTOR_CAPPED || !(flags & (RATCHET | LOWER | UPPER))) return 0;
  findGoal(w, p, flags, ctx);
  const to = goal[0];
  // There it holds alone.
  if (to <= goal[LEAST]) return 0;
  const asked = flags & SERVO ? w[p + MOTOR_TARGET] - to : w[p + MOTOR_SPEED];
  const slop = SLOP * ctx.unit;
  if (asked > 0) return to - values[i] <= slop ? 1 : 0;
  return asked < 0 && values[i] - to <= slop ? -1 : 0;
}

/** Share of what a motor without a cap could push in a pass that the stop it has reached is felt by, whatever the load. */
const FELT = 1e-9;

/** Lets the stop that holds a motor without a cap read a little of its push, so that it is seen to be active. */
export function feel(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  flags: number,
  way: number,
): void {
  const felt = way * FELT * (d[o + EFFECTIVE_MASS] + Math.abs(w[p + MOTOR_IMPULSE]));
  findGoal(w, p, flags, ctx);
  w[p + (flags & RATCHET && goal[0] === w[p + LATCH] ? RATCHET_SUM : LIMITS_SUM)] -= felt;
  w[p + MOTOR_SUM] += felt;
}
