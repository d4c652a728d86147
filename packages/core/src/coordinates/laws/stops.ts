import { isShaken, LEFT, strike, struck, TRACE } from '../../joint/blows/blow';
import { NEARLY_PASSED } from '../../joint/blows/passed-stops';
import { MAX_CORRECTION } from '../../joint/batch/record';
import { after, correction, takeAndBook, takeOnce, weaker } from './accumulate';
import { rateAfter } from './approach';
import {
  ACCELERATION,
  LATCH,
  LIMITS_BOUNCE,
  LIMITS_CAP,
  LIMITS_CAPPED,
  LIMITS_EQUAL,
  LIMITS_LED,
  LIMITS_SOFT,
  LIMITS_SUM,
  LOWER,
  LOWER_APPROACH,
  LOWER_BOUND,
  LOWER_IMPULSE,
  MET_IN,
  NOTED,
  PHASE,
  STOPS_HIT,
  TOOTH,
  UPPER,
  UPPER_APPROACH,
  UPPER_BOUND,
  UPPER_IMPULSE,
} from './law-fields';
import { comeHome, keepWithin, rigid } from './lock';
import { EFFECTIVE_MASS, INVERSE_MASS, RATE, TOTAL, VALUE } from '../scalar';
import { NO_FIELD, softLimits } from './soft-laws';
import { SLOP, type StepContext } from '../step-context';
import {
  AT_LOWER,
  AT_TOOTH,
  AT_UPPER,
  pushesTo,
  STOP_BOUND,
  STOP_CAP,
  STOP_CAPPED,
  STOP_IMPULSE,
  STOP_STRUCK,
  STOP_SUM,
} from './stop-fields';
import { toothPassed } from './teeth';

/** What holds a scalar coordinate from one side: hard stops, with or without restitution, and the teeth of a ratchet. */

/** True if no stop pushed in the last pass and none will be met in this substep: what most limits do most of the time. */
export function areLimitsIdle(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  flags: number,
): boolean {
  if (w[p + LOWER_IMPULSE] !== 0 || w[p + UPPER_IMPULSE] !== 0) return false;
  const { h } = ctx;
  const rate = d[o + RATE];
  const value = d[o + VALUE];
  const below = value - w[p + LOWER_BOUND];
  const above = w[p + UPPER_BOUND] - value;
  const slop = SLOP * ctx.unit;
  return (
    (!(flags & LOWER) || (below > slop && rate + below / h >= 0)) &&
    (!(flags & UPPER) || (above > slop && above / h - rate >= 0))
  );
}

export function limits(
  d: Float64Array,
  r: number,
  o: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  flags: number,
): void {
  const cap = flags & LIMITS_CAPPED ? p + LIMITS_CAP : NO_FIELD;
  if (flags & LIMITS_SOFT) {
    softLimits(d, o, w, p, ctx, flags, cap);
    return;
  }
  if (flags & LIMITS_EQUAL) {
    const most = cap === NO_FIELD ? Infinity : (w[cap] * ctx.h) / 2;
    after[0] = w[p + LOWER_IMPULSE];
    after[1] = (d[o + VALUE] - w[p + LOWER_BOUND]) * ctx.biasRate;
    if (most < Infinity) comeHome(d, o, ctx, d[o + VALUE] - w[p + LOWER_BOUND], most);
    rigid(d, r, o, ctx, false, ctx.relax && Math.abs(after[0]) < most);
    keepWithin(most);
    takeAndBook(d, o, w, p + LOWER_IMPULSE, p + LIMITS_SUM, 1);
    return;
  }
  if (flags & LIMITS_BOUNCE) noteApproach(d, o, w, p, ctx, flags);
  if (flags & LOWER && oneSided(d, r, o, w, p, AT_LOWER, flags, ctx)) w[p + STOPS_HIT] = w[p + STOPS_HIT] | 1;
  if (flags & UPPER && oneSided(d, r, o, w, p, AT_UPPER, flags, ctx)) w[p + STOPS_HIT] = w[p + STOPS_HIT] | 2;
}

export function ratchet(
  d: Float64Array,
  r: number,
  o: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  flags: number,
): void {
  oneSided(d, r, o, w, p, AT_TOOTH, flags, ctx);
}

/** The latch follows the last tooth passed, and never goes back, but where hard limits are drawn in before it: it gives way to them. */
export function latch(d: Float64Array, o: number, w: Float64Array, p: number, flags: number): void {
  const tooth = w[p + TOOTH];
  const passed = w[p + PHASE] + Math.floor((d[o + VALUE] - w[p + PHASE]) / tooth) * tooth;
  if ((passed - w[p + LATCH]) * tooth > 0) w[p + LATCH] = passed;
  if (!(flags & (tooth > 0 ? UPPER : LOWER)) || flags & LIMITS_SOFT) return;
  const bound = w[p + (tooth > 0 ? UPPER_BOUND : LOWER_BOUND)];
  const beyond = tooth > 0 ? w[p + LATCH] - bound : bound - w[p + LATCH];
  if (beyond > SLOP * Math.abs(tooth)) w[p + LATCH] = toothPassed(bound, w[p + PHASE], tooth);
}

/** What was too strong for a stop with a cap comes back no faster than this, times lengthUnit or π rad, per second. */
export const SLIPS_BACK = 0.1;
/** What stands farther beyond a stop than this, times lengthUnit or rad, goes home by its error alone: it keeps no rate of that. */
const BEYOND = 0.0002;
/** What asks a stop for more than so many times of what it pushed in the last pass is a blow, not a load. */
export const JUMP = 3;

/**
 * The `stop` of that number (stop-fields.ts), whose impulse is kept as its size, but that of a tooth with its sign; true if it pushed. Room
 * is spent at speed room/h, so the bound is met, not overshot. What meets it is struck once (joint/blows/blow.ts), unless it is as slow as a
 * load that was let go of; so is what stands there and asks for much more than in the pass before. A load goes on: in the pass after a
 * blow the row takes whatever there is. With restitution it strikes alone: not in one blow with other stops.
 *
 * One with a cap strikes nothing: it pushes with that at most, and what is stronger goes on beyond the bound. What it can hold there it
 * brings back no faster than `SLIPS_BACK`, since nothing stops that at the bound, beside what carries its load: else a heavy load sinks on, for ever.
 *
 * What stands beyond the bound is held as a lock holds it, under what the row has to carry. Else it comes back no faster than
 * `maxCorrectionSpeed` a second could stop, and as it relaxes the stop takes that speed out again, beside its bound at most with what it
 * gave: limits drawn in by 0.1 rad would throw a rod 0.8 rad up. Farther beyond it takes out as much more as its error could have given, since what
 * other rows had answered stayed: a rod hinged at its end went on at 0.9 rad/s. But what is thrown off a stop that has given way a little, or driven
 * off by a law beside it, leaves that. A bound that is moved on and on takes it along as a lock does: at 2 m/s a rope that is wound in
 * so was 0.56 m behind.
 */
function oneSided(
  d: Float64Array,
  r: number,
  o: number,
  w: Float64Array,
  p: number,
  stop: number,
  flags: number,
  ctx: StepContext,
): boolean {
  const at = p + STOP_IMPULSE[stop];
  const struckAt = p + STOP_STRUCK[stop];
  const way = pushesTo(stop, w, p);
  const sign = stop === AT_TOOTH ? way : 1;
  const before = sign * w[at];
  const room = way * (d[o + VALUE] - w[p + STOP_BOUND[stop]]);
  const spare = Math.max(0, room) * ctx.perSecond;
  const closing = -way * d[o + RATE] - spare;
  if (before === 0 && closing <= 0 && room > SLOP * ctx.unit) {
    // Mostly the other of two stops: nothing to do.
    w[struckAt] = 0;
    return false;
  }
  const sum = p + STOP_SUM[stop];
  const alone = stop !== AT_TOOTH && (flags & LIMITS_BOUNCE) !== 0;
  const capped = (flags & STOP_CAPPED[stop]) !== 0;
  const strongest = capped ? (w[p + STOP_CAP[stop]] * ctx.h) / 2 : Infinity;
  // What reached its cap pushes on: relaxed it would take back the speed that it gave.
  const relax = ctx.relax && before < strongest;
  const mass = d[o + EFFECTIVE_MASS];
  const closes = closing > ctx.leastBlow * ctx.correctionScale;
  const isBlow = !capped && closes && (before === 0 || (w[struckAt] === 0 && before + mass * closing > JUMP * before));
  // Where a kick came from farther than its blow reaches, what stands there meets the stop only once its locks have taken their share.
  const isKicked = !isBlow && !capped && !alone && ctx.jolted && room <= SLOP * ctx.unit && isShaken(o, ctx);
  w[struckAt] = 0;
  let least = 0;
  let pushed = false;
  if (isBlow || isKicked) {
    struck[0] = way * closing;
    struck[1] = way;
    struck[2] = isKicked ? (JUMP - 1) * before : -1;
    if (strike(o, ctx, alone)) {
      pushed = struck[1] !== 0;
      d[o + RATE] += struck[0];
      d[o + TOTAL] += struck[1];
      w[sum] += struck[1];
      if (pushed && (relax ? spare < LEFT * closing : room <= 0)) {
        w[struckAt] = 1;
        if (before === 0) least = TRACE * Math.abs(struck[1]);
      }
    }
  }
  if (room < -NEARLY_PASSED * ctx.unit && !ctx.relax && !capped && !alone) ctx.ties.passed.note(ctx.visited, o, stop);
  const rate = way * d[o + RATE];
  let impulse = before - mass * (rate + spare);
  if (room <= 0 && !relax) {
    const fastest = d[r + MAX_CORRECTION];
    const most = (capped ? Math.min(fastest, SLIPS_BACK * ctx.lengthUnit) : fastest) * ctx.correctionScale;
    const held = ctx.impulseScale * Math.max(0, before + Math.min(0, way * weaker[0]));
    const carried = (held * d[o + INVERSE_MASS]) / ctx.massScale;
    // What follows a bound needs no way to stop.
    const stopped = flags & LIMITS_LED ? most : Math.min(most, Math.sqrt(-2 * most * room));
    const fast = capped ? carried + stopped : Math.min(most, Math.max(carried, stopped));
    const bias = -Math.min(-room * ctx.biasRate, fast);
    impulse = before - mass * ctx.massScale * (rate + bias) - held;
    if (impulse > 0 && impulse < strongest)
      correction[0] += (-way * (mass * ctx.massScale * bias + held)) / (1 + ctx.impulseScale);
  }
  after[0] = sign * Math.min(strongest, Math.max(least, impulse));
  takeAndBook(d, o, w, at, sum, way * sign);
  if (relax && impulse < 0 && room <= 0) {
    const isBeyond = !capped && !alone && room < -BEYOND * ctx.unit && way * weaker[0] <= 0;
    const home = isBeyond ? mass * room * ctx.perSecond : 0;
    after[0] = way * Math.max(impulse, home - before);
    takeOnce(d, o, w, sum);
  }
  return pushed || w[at] !== 0;
}

/** What changes a rate by more than this share of it in half a substep is a blow, not a force. */
const BLOW = 0.25;

/**
 * Keeps the rate at which a bound within reach will be met, before anything brakes it: forces come in two halves, one
 * before each pass, so that half of what a substep adds to the rate is seen since `NOTED`, at this pose. What the blow at
 * another stop adds does not count: thrown back, too, it would be there twice.
 */
function noteApproach(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext, flags: number): void {
  const { h, relax } = ctx;
  const rate = d[o + RATE];
  const gained = rate - w[p + NOTED];
  const struck = Math.abs(gained) > BLOW * Math.abs(w[p + NOTED]);
  const now = relax && !struck ? rate : w[p + NOTED];
  if (relax) w[p + NOTED] = rate;
  const below = d[o + VALUE] - w[p + LOWER_BOUND];
  const above = w[p + UPPER_BOUND] - d[o + VALUE];
  const falls = flags & LOWER && w[p + LOWER_IMPULSE] === 0 && rate * h + below < 0 && now < 0;
  const rises = flags & UPPER && w[p + UPPER_IMPULSE] === 0 && above - rate * h < 0 && now > 0;
  if (!falls && !rises) return;
  const field = p + (falls ? LOWER_APPROACH : UPPER_APPROACH);
  const acceleration = struck ? 0 : (2 * gained) / h;
  const approach = rateAfter(now, acceleration, falls ? -Math.max(0, below) : Math.max(0, above));
  // One that overflowed is none.
  if (!(approach > w[field] && approach < Infinity)) return;
  w[field] = approach;
  w[p + ACCELERATION] = acceleration;
  w[p + MET_IN] = ctx.pass;
}
