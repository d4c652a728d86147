import {
  BEARING,
  FRICTION,
  LATCH,
  LIMITS_SOFT,
  LOCK,
  LOCK_CAP,
  LOCK_CAPPED,
  LOCK_SOFT,
  LOWER,
  LOWER_BOUND,
  MOTOR,
  MOTOR_CAPPED,
  RATCHET,
  TOOTH,
  UPPER,
  UPPER_BOUND,
} from '../../coordinates/laws/law-fields';
import { hardStops, wantedOf } from '../../coordinates/laws/motor';
import { FLAGS, RATE, TARGET } from '../../coordinates/scalar';
import { NO_FIELD } from '../../coordinates/laws/soft-laws';
import { SLOP, type StepContext } from '../../coordinates/step-context';
import { beside, measureBeside, OWN } from './row-impulses';
import { holdGapOf } from '../gaps/held-gaps';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { isMotorIdle, stopReached, writeMotorRate } from './motor-rows';
import { isContradicted } from '../factor/redundant-rows';
import { AT_REST, decideRow, isLeft, pushPastStop } from './row-laws';
import {
  AT_EQUAL,
  AT_LOWER,
  AT_TOOTH_ABOVE,
  AT_TOOTH_BELOW,
  AT_UPPER,
  DRIVEN,
  LETS_GO,
  NO_STOP,
  OFF,
  POSITION,
  RATE_ROW,
  ROUNDED,
  SOFT,
  TURNS_BACK,
  isTooth,
  wayOf,
} from './row-modes';
import { checkSoft } from './soft-row-laws';
import { STOPPING, isMetBefore, isStopping, leadsOff, stopCap, stopIndex } from './stop-caps';

/** Whether what was solved for a scalar row is what its laws can give. */

/** Compares the solved row with its bounds, in `rate` its mean rate J·u. Returns true if the active set changed. */
export function checkRow(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): boolean {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const { h } = ctx;
  const flags = d[o + FLAGS] | 0;
  const { settled } = island.attempt;
  const value = island.after[row];
  measureBeside(island, c, ctx);
  const impulse = beside[OWN];
  claim[GIVEN] = impulse;
  let changed = checkSoft(island, c, flags, ctx);

  if (!changed && flags & LOCK_CAPPED && !(flags & LOCK_SOFT) && !pushesOn(island, c, flags, ctx)) {
    const brakes = island.lockAt[row] * (island.before[row] - d[o + TARGET]) > SLOP * ctx.unit;
    claim[MOST] = w[p + LOCK_CAP] * h;
    // What it would push farther away, where it brakes, it holds.
    claim[EXCESS] = value - (brakes ? island.before[row] : d[o + TARGET]);
    changed = moveCap(island, island.lockAt, row);
    // At its cap it holds no gap that could be closed without force.
    if (changed && island.lockAt[row] !== 0) island.gap[row] = 0;
  }
  const locked = flags & LOCK && !(flags & LOCK_SOFT) && island.lockAt[row] === 0;
  if (!locked && !changed && flags & (FRICTION | BEARING) && isRubbedBack(island, row))
    changed = checkFriction(island, c, ctx);
  // A motor at its cap that runs past its speed brings the row to no stop: it comes back first.
  if (!locked && !changed && island.motorAt[row] !== 0 && island.stopAt[row] === NO_STOP)
    changed = checkMotor(island, c, flags, ctx);
  if (!locked && !changed) changed = checkYielding(island, c, flags, ctx);
  if (!locked && !changed) changed = checkStops(island, c, flags, ctx);
  if (!locked && !changed && island.mode[row] !== POSITION && !isStopping(island, row)) {
    changed = checkMotor(island, c, flags, ctx);
    if (!changed && !settled && island.mode[row] === DRIVEN && stopReached(island, c, flags, ctx) * impulse < 0) {
      island.motorAt[row] = AT_REST;
      changed = true;
    }
    const driven = flags & MOTOR && island.motorAt[row] === 0 && !isMotorIdle(flags);
    if (!changed && !driven && flags & (FRICTION | BEARING)) changed = checkFriction(island, c, ctx);
  }
  if (changed) decideRow(island, c, ctx);
  if (changed && island.mode[row] === POSITION) holdGapOf(island, c);
  return changed;
}

/** What a law gives, its cap, and how far the row is past what it wants: on their way to `moveCap` and `checkStops`. */
const claim = new Float64Array(3);

const GIVEN = 0,
  MOST = 1,
  EXCESS = 2;

/** True of a motor with a cap that has nowhere to go. */
function isBraking({ after }: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): boolean {
  return (flags & MOTOR_CAPPED) !== 0 && wantedOf(after, c.row, c.joint.batch.laws, c.p, flags, ctx) === 0;
}

/** True of a lock with a cap that pushes past a stop. Against one with a cap, with a load that helps it, it may come to its value and hold there. */
function pushesOn(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): boolean {
  const { row, o, joint } = c;
  if (pushPastStop(c, flags, ctx) === 0) return false;
  const at = island.lockAt[row];
  const isThere = at === 0 || at * (island.after[row] - joint.batch.rows[o + TARGET]) > 0;
  return !isThere || pushPastStop(c, flags, ctx, hardStops(flags)) !== 0;
}

/** Lets a motor go to its cap, or come back from it. */
function checkMotor(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): boolean {
  const { mode, motorAt, motorCap, rate } = island;
  const { row } = c;
  if (!(motorCap[row] > 0) || isMotorIdle(flags)) return false;
  writeMotorRate(island, c, flags, ctx, claim, EXCESS);
  claim[EXCESS] =
    mode[row] === RATE_ROW && isBraking(island, c, flags, ctx) ? -claim[GIVEN] : rate[row] - claim[EXCESS];
  claim[MOST] = motorCap[row] * ctx.h;
  return moveCap(island, motorAt, row);
}

/** Lets a solved law go to its cap, or one at its cap be solved again when it pushes past what it wants. */
function moveCap(island: DirectIsland, at: Int8Array, row: number): boolean {
  const impulse = claim[GIVEN];
  const most = claim[MOST];
  const excess = claim[EXCESS];
  if (at[row] === 0) {
    const way = isContradicted(island, row) ? -island.yielded[row] : impulse;
    if (way === impulse && Math.abs(impulse) <= ROUNDED * most) return false;
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
  const impulse = claim[GIVEN];
  const at = frictionAt[row];
  if (frictionCap[row] === 0 && at !== 0 && at !== TURNS_BACK) return false;
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

/**
 * True where friction turns the row round, or would drive it on, beside a stop at its cap or towards one that is let go of: that would take over,
 * let go of it for what friction gives, and so on in turn.
 */
function isRubbedBack(island: DirectIsland, row: number): boolean {
  const { mode, frictionAt, rate, stopAt, yielding } = island;
  if (yielding[row] === 0 ? stopAt[row] !== NO_STOP : isStopping(island, row)) return false;
  if (mode[row] === RATE_ROW) return claim[GIVEN] * rate[row] > 0;
  return (
    (mode[row] === OFF || mode[row] === SOFT) && Math.abs(frictionAt[row]) === 1 && frictionAt[row] * rate[row] > 0
  );
}

/** Lets a stop yield that would push with more than its cap, stop what turns back, and hold again what stands. */
function checkYielding(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): boolean {
  const { stopAt, yielding, frictionCap, motorCap, gap, rate, after, attempt } = island;
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const stop = stopAt[row];
  const cap = stopCap(flags, stop, p);
  if (cap === NO_FIELD) return false;
  const way = wayOf(stop);
  claim[MOST] = w[cap] * ctx.h;
  if (way === 0) {
    claim[EXCESS] = after[row] - w[stopIndex(stop, p)];
    if (!moveCap(island, yielding, row)) return false;
  } else if (yielding[row] !== way) {
    // What stands beyond is drawn back against friction, and a brake.
    if (gap[row] !== 0) {
      claim[MOST] -= ctx.h * frictionCap[row];
      if (isBraking(island, c, flags, ctx)) claim[MOST] -= ctx.h * motorCap[row];
    }
    if (way * claim[GIVEN] <= claim[MOST]) return false;
    yielding[row] = way;
  } else {
    claim[EXCESS] = 2 * rate[row] - d[o + RATE];
    if (claim[MOST] === 0 || attempt.settling || !leadsOff(island, row, way, claim, EXCESS)) return false;
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
  const yields = island.yielding[row] !== 0 && !isStopping(island, row);
  if (stop === AT_EQUAL) return false;
  if (stop !== NO_STOP && !yields) {
    const pushed = island.pressed[row] === 0 ? impulse : island.pressed[row];
    if (wayOf(stop) * pushed >= 0 && !isLeft(island, c, flags, stop, ctx)) return false;
    island.stopAt[row] = NO_STOP;
    island.yielding[row] = 0;
    // It goes on as it pushed beside the stop.
    if (flags & MOTOR_CAPPED) island.motorAt[row] = wantedOf(island.after, row, w, p, flags, ctx);
    return true;
  }
  if (island.attempt.settled) return false;
  let next = NO_STOP;
  // Beyond a bound it may be by as much as is held.
  const lowest = value - Math.min(0, island.gap[row]) + slop;
  const highest = value - Math.max(0, island.gap[row]) - slop;
  // Past what yields the others of the coordinate may still hold.
  const isTeeth = yields && isTooth(stop);
  const tooth = flags & RATCHET && !isTeeth ? w[p + TOOTH] : 0;
  const bounded = !(flags & LIMITS_SOFT) && (!yields || isTeeth);
  if (tooth > 0 && lowest < w[p + LATCH]) next = AT_TOOTH_BELOW;
  else if (tooth < 0 && highest > w[p + LATCH]) next = AT_TOOTH_ABOVE;
  // Of a bound and a tooth the one that is met first.
  if (bounded && flags & LOWER && lowest < w[p + LOWER_BOUND] && !isMetBefore(w, p, next, AT_LOWER)) next = AT_LOWER;
  else if (bounded && flags & UPPER && highest > w[p + UPPER_BOUND] && !isMetBefore(w, p, next, AT_UPPER))
    next = AT_UPPER;
  if (next === NO_STOP) return false;
  island.stopAt[row] = next;
  island.yielding[row] = 0;
  return true;
}
