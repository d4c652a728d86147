import {
  BEARING,
  FRICTION,
  FRICTION_CAP,
  FRICTION_COEFFICIENT,
  FRICTION_IMPULSE,
  FRICTION_LOAD,
  FRICTION_RADIUS,
  LATCH,
  LIMITS_CAP,
  LIMITS_CAPPED,
  LIMITS_EQUAL,
  LIMITS_ROW,
  LIMITS_SOFT,
  LOCK,
  LOCK_CAP,
  LOCK_CAPPED,
  LOCK_CORRECTION,
  LOCK_ROW,
  LOCK_SOFT,
  LOWER,
  LOWER_BOUND,
  LOWER_IMPULSE,
  MOTOR,
  MOTOR_CAP,
  MOTOR_CAPPED,
  MOTOR_IMPULSE,
  RATCHET,
  RATCHET_IMPULSE,
  S_BIAS,
  S_IMPULSE,
  SPRING_CAP,
  SPRING_CAPPED,
  SPRING_ROW,
  TOOTH,
  UPPER,
  UPPER_BOUND,
  UPPER_IMPULSE,
} from '../coordinates/law-fields';
import { prepareLaws } from '../coordinates/laws';
import { wantedOf } from '../coordinates/motor';
import { FLAGS, INVERSE_MASS, LOCK_IMPULSE, RATE, TARGET, VALUE } from '../coordinates/scalar';
import { NO_FIELD } from '../coordinates/soft-laws';
import { SLOP, type StepContext } from '../coordinates/step-context';
import { MAX_CORRECTION } from '../joint/record';
import { beside, measureBeside } from './book-row';
import { holdGap } from './held-gaps';
import type { DirectCoordinate, DirectIsland } from './island-system';
import { isMotored, isMotorIdle, stopReached, writeMotorRate, writeStrength } from './motor-rows';
import { isContradicted } from './redundant-rows';
import {
  AT_EQUAL,
  AT_LOWER,
  AT_TOOTH_ABOVE,
  AT_TOOTH_BELOW,
  AT_UPPER,
  isTooth,
  LETS_GO,
  NO_STOP,
  OFF,
  POSITION,
  RATE_ROW,
  SOFT,
  TELEPORT,
  TURNS_BACK,
  unitOf,
  wayOf,
} from './row-modes';
import { checkSoftCaps, softForceOf } from './soft-row-laws';
import { IMPULSE_OF, isStopping, pushOf, stopCap, stopIndex, STOPPING } from './stop-caps';

/**
 * What the laws of a scalar coordinate ask of its one row: of the hard laws the strongest that acts is solved, the weaker
 * act through their caps, springs in parallel to all of them (design §3). Two rows of one coordinate made a ragdoll gain
 * a megajoule.
 */

/** Reads the start of the active set of a step from the impulses of the last one, and what each law asks. */
export function startRow(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const { h } = ctx;
  const flags = d[o + FLAGS] | 0;
  const value = d[o + VALUE];
  const next = value + h * d[o + RATE];
  prepareLaws(d, o, w, p, ctx);

  const lock = flags & LOCK_SOFT ? w : d;
  const lockAt = flags & LOCK_SOFT ? p + LOCK_ROW + S_IMPULSE : o + LOCK_IMPULSE;
  island.springAt[row] = flags & SPRING_CAPPED ? saturation(w, p + SPRING_ROW + S_IMPULSE, w, p + SPRING_CAP, ctx) : 0;
  island.lockAt[row] = flags & LOCK_CAPPED ? saturation(lock, lockAt, w, p + LOCK_CAP, ctx) : 0;
  island.corrected[row] = flags & LOCK_CORRECTION ? h * w[p + LOCK_ROW + S_BIAS] : 1;
  if ((flags & (LOCK_CAPPED | LOCK_SOFT)) === LOCK_CAPPED)
    aimAtCap(island, island.lockAt, c, d, o + TARGET, p + LOCK_CAP, ctx);
  island.motorCap[row] = flags & MOTOR_CAPPED ? w[p + MOTOR_CAP] : 0;
  island.motorAt[row] = flags & MOTOR_CAPPED ? saturation(w, p + MOTOR_IMPULSE, w, p + MOTOR_CAP, ctx) : 0;
  island.frictionAt[row] = 0;
  island.frictionCap[row] = 0;
  if (flags & (FRICTION | BEARING)) {
    island.frictionCap[row] =
      flags & BEARING
        ? w[p + FRICTION_COEFFICIENT] * w[p + FRICTION_RADIUS] * w[p + FRICTION_LOAD]
        : w[p + FRICTION_CAP];
    const at = saturation(w, p + FRICTION_IMPULSE, island.frictionCap, row, ctx);
    // What slides the way it was pushed has turned round, or was kicked.
    island.frictionAt[row] = at * d[o + RATE] > 0 ? -at : at;
  }
  let stop = NO_STOP;
  if (!(flags & LIMITS_SOFT)) {
    if (flags & LIMITS_EQUAL) stop = AT_EQUAL;
    else if (flags & LOWER && (w[p + LOWER_IMPULSE] > 0 || next < w[p + LOWER_BOUND])) stop = AT_LOWER;
    else if (flags & UPPER && (w[p + UPPER_IMPULSE] > 0 || next > w[p + UPPER_BOUND])) stop = AT_UPPER;
  }
  if (stop === NO_STOP && flags & RATCHET && (w[p + RATCHET_IMPULSE] !== 0 || (next - w[p + LATCH]) * w[p + TOOTH] < 0))
    stop = w[p + TOOTH] > 0 ? AT_TOOTH_BELOW : AT_TOOTH_ABOVE;
  island.stopAt[row] = stop !== NO_STOP && isLeft(island, c, flags, stop, ctx) ? NO_STOP : stop;
  startYielding(island, c, flags, ctx);
  // Of a motor at a stop the impulse of the last step is what it gave then: it may have been told to turn back since.
  if (stop !== NO_STOP && flags & MOTOR_CAPPED && island.yielding[row] === 0)
    island.motorAt[row] = wantedOf(d, o + VALUE, w, p, flags, ctx);
  softForceOf(island, c, flags, ctx);
  if (island.attempt.weak && (flags & (MOTOR | MOTOR_CAPPED)) === MOTOR) {
    if (island.attempt.theta === 1) island.motorAt[row] = AT_REST;
    else writeStrength(island, row);
  }
  decideRow(island, c, ctx);
}

/** Whether a stop with a cap is at it as the step begins: what it could not hold in the last one still goes on. */
function startYielding(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): void {
  const { limitsAt, yielding, stopAt } = island;
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  limitsAt[row] = yielding[row] = 0;
  if (flags & LIMITS_SOFT && flags & LIMITS_CAPPED)
    limitsAt[row] = saturation(w, p + LIMITS_ROW + S_IMPULSE, w, p + LIMITS_CAP, ctx);
  const stop = stopAt[row];
  const cap = stopCap(flags, stop, p);
  if (cap === NO_FIELD) return;
  const at = saturation(w, p + IMPULSE_OF[stop], w, cap, ctx);
  if (stop !== AT_EQUAL) yielding[row] = at !== 0 && wayOf(stop) * d[o + RATE] <= 0 ? wayOf(stop) : 0;
  else {
    yielding[row] = at;
    aimAtCap(island, yielding, c, w, stopIndex(stop, p), cap, ctx);
  }
}

/**
 * What is at its cap, by `at`, pulls back to `goals[goal]`, at most as fast as what has no cap corrects its error: what comes faster it
 * brakes, until the step that gets there. At the error of a teleport it is at its cap if that is too weak to close it at
 * `maxCorrectionSpeed`.
 */
function aimAtCap(
  { corrected }: DirectIsland,
  at: Int8Array,
  c: DirectCoordinate,
  goals: Float64Array,
  goal: number,
  cap: number,
  ctx: StepContext,
): void {
  const { row, o } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const gap = d[o + VALUE] - goals[goal];
  const size = Math.abs(gap);
  const unit = unitOf(c, ctx);
  const most = d[c.joint.r + MAX_CORRECTION] * (c.spec.kind.unit === 'angle' ? Math.PI / ctx.lengthUnit : 1);
  const gain = w[cap] * d[o + INVERSE_MASS] * ctx.h;
  if (at[row] === 0 && size > TELEPORT * unit && gain < most) at[row] = gap > 0 ? -1 : 1;
  const approach = gap > 0 ? -d[o + RATE] : d[o + RATE];
  if (at[row] === 0 || size <= SLOP * unit || approach * ctx.h >= size) return;
  const correction = corrected[row] < 1 ? corrected[row] * ctx.perSecond : ctx.biasRate;
  const brakes = approach > Math.max(gain, Math.min(size * correction, most));
  at[row] = brakes === gap > 0 ? 1 : -1;
}

/** A stop that a motor without a cap drives away from lets go, whatever load lies on it. */
function isLeft(island: DirectIsland, c: DirectCoordinate, flags: number, stop: number, ctx: StepContext): boolean {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  if ((flags & (MOTOR | MOTOR_CAPPED)) !== MOTOR || stop === AT_EQUAL) return false;
  const way = wayOf(stop);
  const passed = way * (w[stopIndex(stop, p)] - island.before[row]);
  return passed <= SLOP * unitOf(c, ctx) && way * wantedOf(d, o + VALUE, w, p, flags, ctx) > 0;
}

/** −1 or 1 if the impulse at `impulses[i]` lies at its cap, the force at `forces[cap]`; a law of no force is at it always. */
function saturation(impulses: Float64Array, i: number, forces: Float64Array, cap: number, { h }: StepContext): number {
  const impulse = impulses[i];
  const most = forces[cap] * h;
  if (most === 0) return 1;
  // An impulse that was set to its cap and scaled with the step differs by rounding.
  return Math.abs(impulse) < most * (1 - 1e-9) || impulse === 0 ? 0 : impulse > 0 ? 1 : -1;
}

/** Chooses the law that is solved, and adds up those that lie at their caps. */
function decideRow(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const { h } = ctx;
  const flags = d[o + FLAGS] | 0;
  let fixed = 0;
  let mode = OFF;
  if (flags & LOCK && !(flags & LOCK_SOFT)) {
    if (island.lockAt[row] === 0) {
      island.goal[row] = d[o + TARGET];
      island.stopAt[row] = NO_STOP;
      island.yielding[row] = 0;
      mode = POSITION;
    } else fixed += island.lockAt[row] * w[p + LOCK_CAP] * h;
  }
  if (mode === OFF && island.stopAt[row] !== NO_STOP) {
    if (island.yielding[row] === 0) {
      island.goal[row] = w[stopIndex(island.stopAt[row], p)];
      mode = POSITION;
    } else if (isStopping(island, row)) {
      island.goal[row] = d[o + RATE] / 2;
      mode = RATE_ROW;
    } else fixed += pushOf(island, c, flags) * h;
  }
  if (mode === OFF && flags & MOTOR && !isMotorIdle(island, row, flags)) {
    if (island.motorAt[row] === 0) {
      writeMotorRate(island, c, flags, ctx, island.goal, row);
      mode = RATE_ROW;
    } else fixed += island.motorAt[row] * island.motorCap[row] * h;
  }
  if (mode === OFF && flags & (FRICTION | BEARING)) {
    const at = island.frictionAt[row];
    if (at === 0 || at === TURNS_BACK) {
      island.goal[row] = at === 0 ? d[o + RATE] / 2 : 0;
      mode = RATE_ROW;
    } else if (at !== LETS_GO) fixed += at * island.frictionCap[row] * h;
  }
  if (mode === OFF && island.slope[row] > 0) mode = SOFT;
  else if (mode === OFF) fixed += h * island.softForce[row];
  island.mode[row] = mode;
  island.fixed[row] = fixed;
  island.held[row] = mode === OFF ? 1 : 0;
  island.softness[row] = mode === SOFT ? 1 / (h * island.slope[row]) : 0;
  if (mode === OFF) island.impulse[row] = fixed;
}

/** State of a motor that leaves a soft stop, which it has no cap against, to hold a load alone. */
const AT_REST = 2;

/** Compares the solved row with its bounds, in `rate` its mean rate J·u. Returns true if the active set changed. */
export function checkRow(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): boolean {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const { h } = ctx;
  const flags = d[o + FLAGS] | 0;
  const { settled } = island.attempt;
  const mean = island.rate[row];
  const value = island.after[row];
  measureBeside(island, c, ctx);
  const impulse = beside[3];
  claim[GIVEN] = impulse;
  let changed = checkSoftCaps(island, c, flags, ctx);

  if (!changed && flags & LOCK_CAPPED && !(flags & LOCK_SOFT)) {
    const brakes = island.lockAt[row] * (island.before[row] - d[o + TARGET]) > 0;
    claim[MOST] = w[p + LOCK_CAP] * h;
    claim[EXCESS] = brakes ? 0 : value - d[o + TARGET];
    changed = moveCap(island, island.lockAt, row);
  }
  const locked = flags & LOCK && !(flags & LOCK_SOFT) && island.lockAt[row] === 0;
  if (!locked && !changed) changed = checkYielding(island, c, flags, ctx);
  if (!locked && !changed && !settled) changed = checkStops(island, c, flags, ctx);
  if (!locked && !changed && island.mode[row] !== POSITION && !isStopping(island, row)) {
    if (island.motorCap[row] > 0 && !isMotorIdle(island, row, flags)) {
      writeMotorRate(island, c, flags, ctx, claim, EXCESS);
      claim[EXCESS] = mean - claim[EXCESS];
      claim[MOST] = island.motorCap[row] * h;
      changed = moveCap(island, island.motorAt, row);
    }
    if (!changed && !settled && isMotored(island, row, flags) && stopReached(island, c, flags, ctx) * impulse < 0) {
      island.motorAt[row] = AT_REST;
      changed = true;
    }
    const driven = flags & MOTOR && island.motorAt[row] === 0 && !isMotorIdle(island, row, flags);
    if (!changed && !driven && flags & (FRICTION | BEARING)) changed = checkFriction(island, c, ctx);
  }
  if (changed) decideRow(island, c, ctx);
  if (changed && island.mode[row] === POSITION) holdGap(island, row);
  return changed;
}

/** What a law gives, its cap, and how far the row is past what it wants: on their way to `moveCap` and `checkStops`. */
const claim = new Float64Array(3);

const GIVEN = 0,
  MOST = 1,
  EXCESS = 2;

/** Lets a solved law go to its cap, or one at its cap be solved again when it pushes past what it wants. */
function moveCap(island: DirectIsland, at: Int8Array, row: number): boolean {
  const impulse = claim[GIVEN];
  const most = claim[MOST];
  const excess = claim[EXCESS];
  if (at[row] === 0) {
    const way = isContradicted(island, row) ? -island.yielded[row] : impulse;
    if (way === impulse && Math.abs(impulse) <= most) return false;
    at[row] = way > 0 ? 1 : -1;
    return true;
  }
  if (most === 0 || island.attempt.settling || at[row] * excess <= 0) return false;
  at[row] = 0;
  return true;
}

/**
 * Friction acts against the rate that the step ends with. Where the row goes the way it pushes all the same, by more than the tolerance,
 * because the motion turns round within the step, it acts against the mean rate or lets go: it takes energy away, and makes none.
 */
function checkFriction(island: DirectIsland, { row, o, joint }: DirectCoordinate, { h }: StepContext): boolean {
  const { frictionAt, frictionCap, rate, isAngle, attempt } = island;
  if (frictionCap[row] === 0) return false;
  const impulse = claim[GIVEN];
  const at = frictionAt[row];
  const mean = rate[row];
  const start = joint.batch.rows[o + RATE];
  const goes = Math.abs(mean) * h * (isAngle[row] === 1 ? attempt.lengthUnit : 1) > attempt.tolerance;
  let next = at;
  if (at === LETS_GO) {
    if (!attempt.settling && goes && mean * start < 0) next = TURNS_BACK;
  } else if (at === 0 || at === TURNS_BACK) {
    const way = isContradicted(island, row) ? -island.yielded[row] : impulse;
    if (way !== impulse || Math.abs(impulse) > frictionCap[row] * h)
      next = at === TURNS_BACK && way * start < 0 ? LETS_GO : way > 0 ? 1 : -1;
    else if (at === 0 && goes && impulse * mean > 0) next = TURNS_BACK;
  } else if (!attempt.settling && at * (mean - start / 2) > 0) next = 0;
  else if (goes && at * mean > 0) next = attempt.settling ? LETS_GO : TURNS_BACK;
  frictionAt[row] = next;
  return next !== at;
}

/** Lets a stop yield that would push with more than its cap, stop what turns back, and hold again what stands. */
function checkYielding(island: DirectIsland, c: DirectCoordinate, flags: number, { h }: StepContext): boolean {
  const { stopAt, yielding, gap, rate, after, attempt } = island;
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const stop = stopAt[row];
  const cap = stopCap(flags, stop, p);
  if (cap === NO_FIELD) return false;
  const way = wayOf(stop);
  claim[MOST] = w[cap] * h;
  if (way === 0) {
    claim[EXCESS] = after[row] - w[stopIndex(stop, p)];
    if (!moveCap(island, yielding, row)) return false;
  } else if (yielding[row] !== way) {
    if (way * claim[GIVEN] <= claim[MOST]) return false;
    yielding[row] = way;
  } else {
    if (claim[MOST] === 0 || attempt.settling || way * (2 * rate[row] - d[o + RATE]) <= 0) return false;
    yielding[row] = way * STOPPING;
  }
  if (yielding[row] !== 0) gap[row] = 0;
  return true;
}

function checkStops(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): boolean {
  const { row, p } = c;
  const { laws: w } = c.joint.batch;
  const { lengthUnit, tolerance } = island.attempt;
  const impulse = claim[GIVEN];
  const value = island.after[row];
  // What a value may pass a bound by.
  const slop = tolerance / (island.isAngle[row] === 1 ? lengthUnit : 1);
  const stop = island.stopAt[row];
  if (stop === AT_EQUAL) return false;
  const yields = island.yielding[row] !== 0 && !isStopping(island, row);
  if (stop !== NO_STOP && !yields) {
    const pushed = island.pressed[row] === 0 ? impulse : island.pressed[row];
    if (wayOf(stop) * pushed >= 0 && !isLeft(island, c, flags, stop, ctx)) return false;
    island.stopAt[row] = NO_STOP;
    island.yielding[row] = 0;
    // It goes on as it pushed beside the stop.
    if (flags & MOTOR_CAPPED) island.motorAt[row] = wantedOf(island.after, row, w, p, flags, ctx);
    return true;
  }
  let next = NO_STOP;
  // Beyond a bound it may be by as much as is held.
  const lowest = value - Math.min(0, island.gap[row]) + slop;
  const highest = value - Math.max(0, island.gap[row]) - slop;
  // Past what yields the others of the coordinate may still hold.
  const isTeeth = yields && isTooth(stop);
  const tooth = flags & RATCHET && !isTeeth ? w[p + TOOTH] : 0;
  const bounded = !(flags & LIMITS_SOFT) && (!yields || isTeeth);
  if (bounded && flags & LOWER && lowest < w[p + LOWER_BOUND]) next = AT_LOWER;
  else if (bounded && flags & UPPER && highest > w[p + UPPER_BOUND]) next = AT_UPPER;
  else if (tooth > 0 && lowest < w[p + LATCH]) next = AT_TOOTH_BELOW;
  else if (tooth < 0 && highest > w[p + LATCH]) next = AT_TOOTH_ABOVE;
  if (next === NO_STOP) return false;
  island.stopAt[row] = next;
  island.yielding[row] = 0;
  return true;
}
