import { after, keepWithin, take, takeAndBook } from './accumulate';
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
  MOTOR_ASKED,
  MOTOR_AS_ONE,
  MOTOR_BEARS,
  MOTOR_BRAKES,
  MOTOR_CAP,
  MOTOR_CAPPED,
  MOTOR_CARRIES,
  MOTOR_GAVE,
  MOTOR_HELD,
  MOTOR_IMPULSE,
  MOTOR_MASS,
  MOTOR_MEAN,
  MOTOR_RATE,
  MOTOR_SPEED,
  MOTOR_SPEEDS_UP,
  MOTOR_STARTING,
  MOTOR_SUM,
  MOTOR_SWINGS,
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
import { EFFECTIVE_MASS, FLAGS, INVERSE_MASS, LOCK_SUM, RATE, TARGET, VALUE } from '../scalar';
import { SLOP, type StepContext } from '../step-context';
import { AT_TOOTH, pushesTo, STOP_BIT, STOP_BOUND, STOP_COUNT, STOP_IMPULSE, STOP_SUM } from './stop-fields';

/** What drives a scalar coordinate: motors by speed, and servos, which go to a value. */

/** Of a motor that is brought to its speed by a blow in each substep (joint/motors/motors-that-start.ts). */
export const STRUCK = -2;
/** Of one that comes to its speed by what it moves as a whole (joint/motors/motors-that-land.ts). */
export const LANDS = -3;

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
  const asOne = isAsOne(w, p, flags);
  if (asOne) after[0] = w[p + MOTOR_IMPULSE] - d[o + EFFECTIVE_MASS] * (d[o + RATE] - w[p + MOTOR_ASKED]);
  else if (isFreeMotor(seen)) drive(d, o, w, p, ctx, seen);
  else arrive(d, o, w, p, ctx, seen);
  // Its cap is that of all that it gives in the pass.
  if (asOne) after[0] += w[p + MOTOR_GAVE];
  if (flags & MOTOR_CAPPED) keepWithin(w, p + MOTOR_CAP, ctx);
  else if (isLimited(w, p, flags)) easeOff(w, p, ctx);
  if (asOne) after[0] -= w[p + MOTOR_GAVE];
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
  // Blows give the rest of what it has (joint/motors/motors-that-start.ts).
  if (w[p + MOTOR_STARTING] === STRUCK && flags & MOTOR_CAPPED) {
    after[0] = w[p + MOTOR_IMPULSE];
    return;
  }
  after[0] = w[p + MOTOR_IMPULSE] - mass * (d[o + RATE] - speed);
  if (w[p + MOTOR_STARTING] === LANDS && speed !== 0) land(d, o, w, p, ctx);
  const stops = hardStops(flags);
  if (!(stops & (RATCHET | LOWER | UPPER))) return;
  const way = speed < 0 ? -1 : 1;
  findGoal(w, p, stops, ctx);
  const spare = Math.max(0, way * (goal[0] - d[o + VALUE]) * ctx.perSecond);
  if (spare >= way * speed) return;
  const pushed = way * after[0];
  after[0] = way * Math.max(Math.min(0, pushed), pushed - mass * (way * speed - spare));
}

/** So many times its lag a motor takes to come to its speed. */
const LANDING = 2;

/**
 * Keeps what a motor gives, in `after`, beside what it has to carry, within what brings all that it moves to its speed in some passes. By what its own two
 * bodies tell it would push on until their rate has come there, which what hangs on them is behind of, and pass it. It takes up its load
 * as fast as it asks for that, and no faster; and where its own bodies are off by more than its speed, it answers that as well.
 */
function land(d: Float64Array, o: number, w: Float64Array, p: number, { h, pass }: StepContext): void {
  const mass = d[o + EFFECTIVE_MASS];
  const speed = w[p + MOTOR_SPEED];
  const k = w[p + MOTOR_MASS];
  const carried = (w[p + MOTOR_CARRIES] * h) / 2;
  const rate = w[p + MOTOR_RATE] + k * (w[p + MOTOR_SUM] - carried * (pass - 1));
  const beside = ((speed - rate) * Math.sqrt(mass / k)) / LANDING;
  const off = Math.max(0, Math.abs(d[o + RATE] - speed) - Math.abs(speed));
  const astray = off > 0 ? off * (mass + Math.abs(carried / speed)) : 0;
  const least = carried + Math.min(0, beside) - astray;
  const most = carried + Math.max(0, beside) + astray;
  const asked = after[0];
  const before = w[p + MOTOR_IMPULSE];
  const kept = Math.max(least, Math.min(most, asked));
  after[0] = carried > 0 ? Math.min(kept, Math.max(before, asked)) : Math.max(kept, Math.min(before, asked));
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
    measureSag(d, o, w, p + MOTOR_IMPULSE, ctx);
    if (room <= 2 * sag[0]) return stop;
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
  const swings = (flags & (SERVO | LOCK)) === SERVO && w[p + MOTOR_SWINGS] > 1;
  measureBorne(w, p, ctx, flags);
  const bias = (way * gap * ctx.biasRate) / (swings ? 1 + (w[p + MOTOR_SWINGS] - 1) * (answer[LAG] - 1) : 1);
  if ((most < bias && !holds) || isBeyondReach(d, o, w, p, way * gap, ctx, flags)) {
    after[0] = before - mass * (rate - way * most);
    if (flags & SERVO) calmOnItsWay(d, o, w, p, way, flags);
  } else if (ctx.relax) after[0] = before - mass * rate;
  else {
    const arriving = before - mass * (rate - gap * ctx.perSecond);
    after[0] = before;
    after[1] = -way * Math.min(most, bias);
    holdSoftly(d, o, ctx);
    // What bears a weight that is known gives off none of that: it would sag.
    after[0] += ctx.impulseScale * borne[WEIGHT];
    after[0] = gap < 0 ? Math.max(after[0], arriving) : Math.min(after[0], arriving);
    if (swings) calm(w, p, ctx);
  }
}

/**
 * What swings about its target gives off what it has beside its mean of late, and none of that mean. A lock gives off a share of its impulse that
 * is less than its error adds in a pass, where what hangs on it weighs many times what it reckons with.
 */
function calm(w: Float64Array, p: number, { impulseScale }: StepContext): void {
  const lag = answer[LAG];
  const given = (1 - 1 / lag) * (borne[MEAN] - borne[WEIGHT]);
  const share = (CALMING * answer[LATE]) / (lag * lag);
  after[0] += (w[p + MOTOR_SWINGS] - 1) * (impulseScale * given - share * (w[p + MOTOR_IMPULSE] - borne[MEAN]));
}

/**
 * What a servo gives beside its mean of late swings: a share of that is taken off. One that comes to its speed gives off more of what pushes it
 * on, as much as ends the swinging at once: else it would pass that. Not so from rest: what a stop holds up would be thrown about.
 */
function calmOnItsWay(d: Float64Array, o: number, w: Float64Array, p: number, way: number, flags: number): void {
  const lag = answer[LAG];
  const beside = w[p + MOTOR_IMPULSE] - borne[MEAN];
  const most = approach[2];
  const comes = flags & SERVO_SPEED && most === w[p + MOTOR_SPEED] && way * d[o + RATE] > COMING * most;
  const calming = comes && way * beside > 0 ? 2 * (lag - 1) : CALMING * answer[LATE];
  after[0] -= (calming / (lag * lag)) * beside;
}

/** The mean impulse of a servo in a pass of late, and what of that bears the weight that is known to hang on it: something else may, or some of it. */
const borne = new Float64Array(2);
const MEAN = 0,
  WEIGHT = 1;

function measureBorne(w: Float64Array, p: number, { h }: StepContext, flags: number): void {
  const knows = (flags & (SERVO | LOCK)) === SERVO;
  const weight = knows ? (w[p + MOTOR_BEARS] * h) / 2 : 0;
  borne[MEAN] = flags & SERVO ? (w[p + MOTOR_MEAN] * h) / 2 + weight : 0;
  borne[WEIGHT] = Math.max(Math.min(0, weight), Math.min(Math.max(0, weight), borne[MEAN]));
}

/** True of a motor by speed whose cap does not bring it there in this substep, however fast it would go: until it comes near it just drives. */
function isBeyondReach(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  left: number,
  { h }: StepContext,
  flags: number,
): boolean {
  if ((flags & (MOTOR_CAPPED | SERVO)) !== MOTOR_CAPPED) return false;
  return left > h * (Math.abs(d[o + RATE]) + d[o + INVERSE_MASS] * w[p + MOTOR_CAP] * h);
}

/** Of the servo that `measureLag` was asked for last: substeps in which it answers, and by how many it is late. */
export const answer = new Float64Array(2);
export const LAG = 0;
const LATE = 1;

/**
 * An impulse by the mass of a servo's own two bodies changes the rate of all that hangs on them by less: impulses add up, and swing about
 * what is needed like a weight on a spring, by √(own inverse mass / that of all) a substep.
 */
export function measureLag(d: Float64Array, o: number, w: Float64Array, p: number): void {
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
const SPEEDING = 0.06;
const HOLDING = 0.14;
/** Of what it could brake with the others a servo that is solved as one with them counts on this share: what they throw it is not all foreseen. */
const SPARING = 0.8;
/** One that speeds up with others is asked for the rate that it is to have so much later, times by how much it is late: else it took seconds to lean into a load. */
const AHEAD = 0.25;

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
  const asOne = isAsOne(w, p, flags);
  const late = asOne ? 0 : answer[LATE];
  findGoal(w, p, flags, ctx);
  const gap = way * (goal[0] - d[o + VALUE]);
  const rate = way * d[o + RATE];
  const unit = (ctx.lengthUnit * ctx.correctionScale) / lag;
  const share = 1 - 1 / lag;
  const holds = !asOne && gap < HOLDING * unit * share * share * share * share;
  approach[0] = gap / ctx.h;
  readBraking(d, o, w, p, holds);
  const shares = (flags & (MOTOR_CAPPED | LOCK)) === MOTOR_CAPPED;
  if (shares) approach[1] = Math.min(approach[1], w[p + MOTOR_BRAKES]);
  approach[1] *= asOne ? SPARING * ctx.h : ctx.h;
  if (holds) {
    limitApproach(w, p, flags);
    return true;
  }
  const most = (BRAKING * unit) / (lag * ctx.h);
  approach[1] = flags & MOTOR_CAPPED ? Math.min(approach[1], most) : most;
  approach[0] = Math.max(0, approach[0] - late * Math.max(0, rate - approach[1]));
  limitApproach(w, p, flags);
  const starts = flags & SERVO_SPEED ? w[p + MOTOR_SPEED] / Math.max(1, Math.min(MOST_STARTS, answer[LATE])) : Infinity;
  approach[2] = Math.min(approach[2], Math.max(0, rate) + Math.min(starts, (SPEEDING * unit) / ctx.h));
  if (shares) {
    const since = (ctx.pass / 2 + AHEAD * late) * ctx.h;
    approach[2] = Math.min(approach[2], Math.max(0, way * w[p + MOTOR_RATE]) + w[p + MOTOR_SPEEDS_UP] * since);
  }
  return false;
}

/** True of a servo that is solved as one with those of its arm (joint/motors/servos-as-one.ts): it comes to its rate at once. */
function isAsOne(w: Float64Array, p: number, flags: number): boolean {
  return (flags & (SERVO | LOCK)) === SERVO && w[p + MOTOR_AS_ONE] === 1;
}

/**
 * Writes to `MOTOR_ASKED` the rate that such a servo is to have after the pass. Far from its goal it is the same in both passes, near it that of a lock;
 * with a cap it takes off in a pass half of what it may in a substep.
 */
export function askServo(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext): void {
  const flags = d[o + FLAGS] | 0;
  findGoal(w, p, flags, ctx);
  const way = goal[0] < d[o + VALUE] ? -1 : 1;
  const gap = way * (goal[0] - d[o + VALUE]);
  limitServo(d, o, w, p, way, ctx, flags);
  const loss = approach[1];
  const most = approach[2];
  const arriving = gap * ctx.perSecond;
  const bias = gap * ctx.biasRate;
  let rate = ctx.relax ? 0 : Math.min(most, bias);
  if (arriving > loss || most < bias) rate = Math.min(most, arriving);
  // What weight has added since the last pass is no rate to brake from.
  const before = Math.min(way * d[o + RATE], way * w[p + MOTOR_ASKED]);
  if (flags & MOTOR_CAPPED) rate = Math.max(rate, Math.min(arriving, before - loss / 2));
  w[p + MOTOR_ASKED] = way * rate;
}

/** True of a motor under what holds from both sides: one without a cap would push without end, one with it cannot move what has none. */
export function isMotorIdle(flags: number, held: boolean): boolean {
  return flags & MOTOR_CAPPED ? held : (flags & (LOCK | LIMITS_EQUAL)) !== 0;
}

/** Share of its impulse that a motor which others leave nothing to move lets go of in each pass: at once it would jolt what it pressed against. */
const LET_GO = 0.06;

/** True of a motor without a cap that joints beside it leave nothing to move, or stops of other joints no more than some force. */
export function isLimited(w: Float64Array, p: number, flags: number): boolean {
  return !(flags & MOTOR_CAPPED) && w[p + MOTOR_HELD] < 0;
}

/** Brings what a motor gives that presses against stops of other joints down to what it is limited to (joint/blows/motors-that-press.ts). */
function easeOff(w: Float64Array, p: number, { h }: StepContext): void {
  const most = Math.max(((-1 - w[p + MOTOR_HELD]) * h) / 2, (1 - LET_GO) * Math.abs(w[p + MOTOR_IMPULSE]));
  after[0] = Math.max(-most, Math.min(most, after[0]));
}

export function letGo(d: Float64Array, o: number, w: Float64Array, p: number, { unit }: StepContext): void {
  after[0] = (1 - LET_GO) * w[p + MOTOR_IMPULSE];
  if (Math.abs(after[0]) * d[o + INVERSE_MASS] < SLOP * unit) after[0] = 0;
  takeAndBook(d, o, w, p + MOTOR_IMPULSE, p + MOTOR_SUM, 1);
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
