import { MAX_CORRECTION } from '../../state/record';
import { after, correction, takeAndBook, weaker } from './accumulate';
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
  NOTED,
  PHASE,
  STOPS_HIT,
  TOOTH,
  UPPER,
  UPPER_APPROACH,
  UPPER_BOUND,
  UPPER_IMPULSE,
} from './law-fields';
import { keepWithin, rigid } from './lock';
import { DELTA, EFFECTIVE_MASS, INVERSE_MASS, RATE, TOTAL, VALUE } from '../scalar';
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
  STOP_MET,
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
/** What stands farther beyond a stop than this, times lengthUnit or rad, is being brought back. */
const BEYOND = 0.0002;

/**
 * The `stop` of that number (stop-fields.ts), whose impulse is kept as its size, but that of a tooth with its sign; true if it pushed. Room
 * is spent at speed room/h, so the bound is met, not overshot. What stands beyond the bound comes back as a lock brings it, no faster than
 * `maxCorrectionSpeed` a second could stop beside what the row carries. A bound that is moved on and on takes it along as a lock does.
 *
 * One with a cap pushes with that at most. What is stronger goes on beyond the bound, and comes back no faster than `SLIPS_BACK`.
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
  const way = pushesTo(stop, w, p);
  const sign = stop === AT_TOOTH ? way : 1;
  const before = sign * w[at];
  const room = way * (d[o + VALUE] - w[p + STOP_BOUND[stop]]);
  const spare = Math.max(0, room) * ctx.perSecond;
  const rate = way * d[o + RATE];
  // Mostly the other of two stops: nothing to do.
  if (before === 0 && room > SLOP * ctx.unit && (rate + spare) * ctx.h >= -SLOP * ctx.unit) return false;
  const capped = (flags & STOP_CAPPED[stop]) !== 0;
  const strongest = capped ? (w[p + STOP_CAP[stop]] * ctx.h) / 2 : Infinity;
  // What reached its cap pushes on: relaxed it would take back the speed that it gave.
  const relax = ctx.relax && before < strongest;
  const mass = d[o + EFFECTIVE_MASS];
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
  after[0] = sign * Math.min(strongest, Math.max(0, impulse));
  takeAndBook(d, o, w, at, p + STOP_SUM[stop], way * sign);
  if (
    relax &&
    impulse < 0 &&
    room < -BEYOND * ctx.unit &&
    !capped &&
    !(flags & LIMITS_BOUNCE) &&
    way * weaker[0] <= 0
  ) {
    // The speed at which it comes back is no speed of its own: what other rows have answered to it would be left.
    const taken = way * Math.max(impulse, mass * room * ctx.perSecond - before);
    d[o + RATE] += d[o + INVERSE_MASS] * taken;
    d[o + DELTA] += taken;
    d[o + TOTAL] += taken;
    w[p + STOP_SUM[stop]] += taken;
  }
  if (w[at] === 0) return false;
  // What throws back may have been reached at the very end of the last substep.
  const slop = SLOP * ctx.unit;
  const isReached = room > (flags & LIMITS_BOUNCE ? -slop : slop);
  const isMet = before === 0 && !capped && isReached && -rate - spare > ctx.leastBlow * ctx.correctionScale;
  if (isMet) w[p + STOPS_HIT] = w[p + STOPS_HIT] | STOP_MET[stop];
  return true;
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
}
