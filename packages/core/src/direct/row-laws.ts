import { approach, brakingOf, limitApproach } from '../coordinates/braking';
import {
  BEARING,
  FRICTION,
  FRICTION_CAP,
  FRICTION_COEFFICIENT,
  FRICTION_IMPULSE,
  FRICTION_LOAD,
  FRICTION_RADIUS,
  FRICTION_SUM,
  FRICTION_VISCOUS,
  LATCH,
  LIMITS_EQUAL,
  LIMITS_ROW,
  LIMITS_SOFT,
  LIMITS_SUM,
  LOCK,
  LOCK_CAP,
  LOCK_CAPPED,
  LOCK_ROW,
  LOCK_SOFT,
  LOWER,
  LOWER_BOUND,
  LOWER_IMPULSE,
  MOTOR,
  MOTOR_CAP,
  MOTOR_CAPPED,
  MOTOR_IMPULSE,
  MOTOR_SPEED,
  MOTOR_SUM,
  RATCHET,
  RATCHET_IMPULSE,
  RATCHET_SUM,
  S_DAMPING,
  S_FORCE,
  S_IMPULSE,
  S_STIFFNESS,
  S_STRETCH,
  S_SUM,
  S_THETA,
  SPRING,
  SPRING_CAP,
  SPRING_CAPPED,
  SPRING_ROW,
  STOPS_HIT,
  TOOTH,
  UPPER,
  UPPER_BOUND,
  UPPER_IMPULSE,
  VISCOUS,
  VISCOUS_ROW,
} from '../coordinates/law-fields';
import { prepareLaws } from '../coordinates/laws';
import { feel, goalOf, isFreeMotor, wantedOf, wayIntoStop } from '../coordinates/motor';
import { FLAGS, INVERSE_MASS, LOCK_IMPULSE, LOCK_SUM, RATE, TARGET, VALUE, WARM } from '../coordinates/scalar';
import type { StepContext } from '../coordinates/step-context';
import type { DirectCoordinate, DirectIsland } from './island-system';
import { MAX_CORRECTION } from '../joint/record';
import { holdGap } from './held-gaps';
import {
  AT_EQUAL,
  AT_LOWER,
  AT_TOOTH_ABOVE,
  AT_TOOTH_BELOW,
  AT_UPPER,
  NO_STOP,
  OFF,
  POSITION,
  RATE_ROW,
  SOFT,
  TELEPORT,
  wayOf,
} from './row-modes';

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
  if ((flags & (LOCK_CAPPED | LOCK_SOFT)) === LOCK_CAPPED) aimLock(island, c, ctx);
  island.motorAt[row] = flags & MOTOR_CAPPED ? saturation(w, p + MOTOR_IMPULSE, w, p + MOTOR_CAP, ctx) : 0;
  island.frictionAt[row] = 0;
  island.frictionCap[row] = 0;
  if (flags & (FRICTION | BEARING)) {
    island.frictionCap[row] =
      flags & BEARING
        ? w[p + FRICTION_COEFFICIENT] * w[p + FRICTION_RADIUS] * w[p + FRICTION_LOAD]
        : w[p + FRICTION_CAP];
    island.frictionAt[row] = saturation(w, p + FRICTION_IMPULSE, island.frictionCap, row, ctx);
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
  softForceOf(island, c, flags, ctx);
  decideRow(island, c, ctx);
}

/**
 * A lock at its cap pulls back, at most as fast as one without a cap corrects its error: what comes faster it brakes, until the
 * step that gets there. At the error of a teleport it is at its cap if that is too weak to close it at `maxCorrectionSpeed`.
 */
function aimLock({ lockAt }: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const gap = d[o + VALUE] - d[o + TARGET];
  const size = Math.abs(gap);
  const unit = unitOf(c, ctx);
  const most = d[c.joint.r + MAX_CORRECTION] * (c.spec.kind.unit === 'angle' ? Math.PI / ctx.lengthUnit : 1);
  const gain = w[p + LOCK_CAP] * d[o + INVERSE_MASS] * ctx.h;
  if (lockAt[row] === 0 && size > TELEPORT * unit && gain < most) lockAt[row] = gap > 0 ? -1 : 1;
  const approach = gap > 0 ? -d[o + RATE] : d[o + RATE];
  if (lockAt[row] === 0 || size <= SLOP * unit || approach * ctx.h >= size) return;
  const brakes = approach > Math.max(gain, Math.min(size * ctx.biasRate, most));
  lockAt[row] = brakes === gap > 0 ? 1 : -1;
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

/** Values this near to each other, per lengthUnit, are the same. */
const SLOP = 1e-6;

function unitOf({ spec }: DirectCoordinate, { lengthUnit }: StepContext): number {
  return spec.kind.unit === 'angle' ? 1 : lengthUnit;
}

/** −1 or 1 if the impulse at `impulses[i]` lies at its cap, the force at `forces[cap]`; a law of no force is at it always. */
function saturation(impulses: Float64Array, i: number, forces: Float64Array, cap: number, { h }: StepContext): number {
  const impulse = impulses[i];
  const most = forces[cap] * h;
  if (most === 0) return 1;
  // An impulse that was set to its cap and scaled with the step differs by rounding.
  return Math.abs(impulse) < most * (1 - 1e-9) || impulse === 0 ? 0 : impulse > 0 ? 1 : -1;
}

/** Force and slope of every soft law together: P = h·force − slope·(C₁ − C₀). */
function softForceOf(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): void {
  const { row, p } = c;
  const { laws: w } = c.joint.batch;
  island.softForce[row] = 0;
  island.slope[row] = 0;
  if (flags & SPRING) addSoft(island, row, w, p + SPRING_ROW, ctx, island.springAt[row], p + SPRING_CAP);
  if (flags & LOCK_SOFT) addSoft(island, row, w, p + LOCK_ROW, ctx, island.lockAt[row], p + LOCK_CAP);
  if (flags & LIMITS_SOFT && w[p + LIMITS_ROW + S_STRETCH] !== 0) addSoft(island, row, w, p + LIMITS_ROW, ctx, 0, p);
  if (flags & VISCOUS) {
    w[p + VISCOUS_ROW + S_DAMPING] = w[p + FRICTION_VISCOUS];
    addSoft(island, row, w, p + VISCOUS_ROW, ctx, 0, p);
  }
}

/** A soft law at its cap (`at` ±1) is a constant force: it has no slope. */
function addSoft(
  island: DirectIsland,
  row: number,
  w: Float64Array,
  s: number,
  ctx: StepContext,
  at: number,
  cap: number,
): void {
  const { h } = ctx;
  if (at !== 0) {
    island.softForce[row] += at * w[cap];
    return;
  }
  island.softForce[row] += w[s + S_FORCE];
  island.slope[row] += w[s + S_THETA] * h * w[s + S_STIFFNESS] + w[s + S_DAMPING];
}

/** Writes the impulse of the soft row at `s` in this step, as if it had no cap. */
function pullSoft({ before, after }: DirectIsland, row: number, w: Float64Array, s: number, ctx: StepContext): void {
  const slope = w[s + S_THETA] * ctx.h * w[s + S_STIFFNESS] + w[s + S_DAMPING];
  w[s + S_IMPULSE] = ctx.h * w[s + S_FORCE] - slope * (after[row] - before[row]);
}

/** Lets soft laws go to their caps and come back from them; true if one did. */
function checkSoftCaps(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): boolean {
  const { row, p } = c;
  const { laws: w } = c.joint.batch;
  let changed = false;
  if (flags & SPRING_CAPPED) {
    pullSoft(island, row, w, p + SPRING_ROW, ctx);
    changed = moveSoftCap(island.springAt, row, w, p + SPRING_ROW + S_IMPULSE, p + SPRING_CAP, ctx);
  }
  if (flags & LOCK_SOFT && flags & LOCK_CAPPED) {
    pullSoft(island, row, w, p + LOCK_ROW, ctx);
    changed = moveSoftCap(island.lockAt, row, w, p + LOCK_ROW + S_IMPULSE, p + LOCK_CAP, ctx) || changed;
  }
  if (changed) softForceOf(island, c, flags, ctx);
  return changed;
}

function moveSoftCap(
  at: Int8Array,
  row: number,
  w: Float64Array,
  impulse: number,
  cap: number,
  { h }: StepContext,
): boolean {
  const most = w[cap] * h;
  const next = w[impulse] > most ? 1 : w[impulse] < -most ? -1 : 0;
  if (next === at[row]) return false;
  at[row] = next;
  return true;
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
      mode = POSITION;
    } else fixed += island.lockAt[row] * w[p + LOCK_CAP] * h;
  }
  if (mode === OFF && island.stopAt[row] !== NO_STOP) {
    island.goal[row] = w[stopIndex(island.stopAt[row], p)];
    mode = POSITION;
  }
  if (mode === OFF && flags & MOTOR && !isMotorIdle(island, row, flags)) {
    if (island.motorAt[row] === 0) {
      writeMotorRate(island, c, flags, ctx, island.goal, row);
      mode = RATE_ROW;
    } else fixed += island.motorAt[row] * w[p + MOTOR_CAP] * h;
  }
  if (mode === OFF && flags & (FRICTION | BEARING)) {
    if (island.frictionAt[row] === 0) {
      island.goal[row] = d[o + RATE] / 2;
      mode = RATE_ROW;
    } else fixed += island.frictionAt[row] * island.frictionCap[row] * h;
  }
  if (mode === OFF && island.slope[row] > 0) mode = SOFT;
  else if (mode === OFF) fixed += h * island.softForce[row];
  island.mode[row] = mode;
  island.fixed[row] = fixed;
  island.held[row] = mode === OFF ? 1 : 0;
  island.softness[row] = mode === SOFT ? 1 / (h * island.slope[row]) : 0;
  if (mode === OFF) island.impulse[row] = fixed;
}

function isTooth(stop: number): boolean {
  return stop === AT_TOOTH_BELOW || stop === AT_TOOTH_ABOVE;
}

/** Where the value of a stop lies in the laws. */
function stopIndex(stop: number, p: number): number {
  return p + (stop === AT_UPPER ? UPPER_BOUND : isTooth(stop) ? LATCH : LOWER_BOUND);
}

/** State of a motor that leaves a soft stop, which it has no cap against, to hold a load alone. */
const AT_REST = 2;

/** 1 or −1 where a motor without a cap has come as far as a stop lets it; else 0. */
function stopReached(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): number {
  return wayIntoStop(island.before, c.row, c.joint.batch.laws, c.p, flags, ctx);
}

/** A motor without a cap under a lock that holds, or between soft bounds that are one, gives way to it. */
function isMotorIdle(island: DirectIsland, row: number, flags: number): boolean {
  if (flags & MOTOR_CAPPED) return false;
  return flags & LOCK ? island.lockAt[row] === 0 : (flags & LIMITS_EQUAL) !== 0;
}

/** Writes the mean rate that brings the rate at the end to what the motor asks; it never passes where it goes. */
function writeMotorRate(
  island: DirectIsland,
  c: DirectCoordinate,
  flags: number,
  ctx: StepContext,
  out: Float64Array,
  i: number,
): void {
  const { o, p, row } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const rate = d[o + RATE];
  if (isFreeMotor(flags)) {
    out[i] = (rate + w[p + MOTOR_SPEED]) / 2;
    return;
  }
  const gap = goalOf(w, p, flags) - island.before[row];
  // The move of this step is the mean of both rates, and the next step still moves half of what is left of the rate.
  const left = gap - (ctx.h * rate) / 2;
  out[i] = (rate + (gap * left > 0 ? motorSpeed(left, d, o, w, p, flags, ctx) : 0)) / 2;
}

/** Rate towards a goal that is `gap` away, which it does not pass. */
export function motorSpeed(
  gap: number,
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  flags: number,
  ctx: StepContext,
): number {
  approach[0] = Math.abs(gap) / ctx.h;
  // A little less than the cap, so that braking never saturates.
  approach[1] = 0.98 * brakingOf(d, o, w, p) * ctx.h;
  limitApproach(w, p, flags);
  const speed = Math.min(approach[0], approach[2]);
  return gap < 0 ? -speed : speed;
}

/** Compares the solved row with its bounds, in `rate` its mean rate J·u. Returns true if the active set changed. */
export function checkRow(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): boolean {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const { h } = ctx;
  const flags = d[o + FLAGS] | 0;
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
  if (!locked && !changed) changed = checkStops(island, c, flags, ctx);
  if (!locked && !changed && island.stopAt[row] === NO_STOP) {
    if (flags & MOTOR_CAPPED) {
      writeMotorRate(island, c, flags, ctx, claim, EXCESS);
      claim[EXCESS] = mean - claim[EXCESS];
      claim[MOST] = w[p + MOTOR_CAP] * h;
      changed = moveCap(island, island.motorAt, row);
    }
    if (!changed && isMotored(island, row, flags) && stopReached(island, c, flags, ctx) * impulse < 0) {
      island.motorAt[row] = AT_REST;
      changed = true;
    }
    const driven = flags & MOTOR && island.motorAt[row] === 0 && !isMotorIdle(island, row, flags);
    if (!changed && !driven && flags & (FRICTION | BEARING)) {
      claim[MOST] = island.frictionCap[row] * h;
      claim[EXCESS] = mean - d[o + RATE] / 2;
      changed = moveCap(island, island.frictionAt, row);
    }
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
function moveCap({ attempt }: DirectIsland, at: Int8Array, row: number): boolean {
  const impulse = claim[GIVEN];
  const most = claim[MOST];
  const excess = claim[EXCESS];
  if (most === 0) return false;
  if (at[row] === 0) {
    if (Math.abs(impulse) <= most) return false;
    at[row] = impulse > 0 ? 1 : -1;
    return true;
  }
  if (attempt.settling || at[row] * excess <= 0) return false;
  at[row] = 0;
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
  if (stop !== NO_STOP) {
    if (wayOf(stop) * impulse >= 0 && !isLeft(island, c, flags, stop, ctx)) return false;
    island.stopAt[row] = NO_STOP;
    return true;
  }
  let next = NO_STOP;
  // Beyond a bound it may be by as much as is held.
  const lowest = value - Math.min(0, island.gap[row]) + slop;
  const highest = value - Math.max(0, island.gap[row]) - slop;
  const tooth = flags & RATCHET ? w[p + TOOTH] : 0;
  if (flags & LOWER && !(flags & LIMITS_SOFT) && lowest < w[p + LOWER_BOUND]) next = AT_LOWER;
  else if (flags & UPPER && !(flags & LIMITS_SOFT) && highest > w[p + UPPER_BOUND]) next = AT_UPPER;
  else if (tooth > 0 && lowest < w[p + LATCH]) next = AT_TOOTH_BELOW;
  else if (tooth < 0 && highest > w[p + LATCH]) next = AT_TOOTH_ABOVE;
  island.stopAt[row] = next;
  return next !== NO_STOP;
}

/**
 * Impulses beside the hard law that is solved: of all, of a motor that pushes against a stop, of friction under a motor; last that of
 * the law itself.
 */
const beside = new Float64Array(4);

function measureBeside(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row } = c;
  const { mode, softForce, slope, before, after, impulse, fixed } = island;
  beside[0] = beside[1] = beside[2] = 0;
  if (mode[row] !== SOFT && mode[row] !== OFF) {
    pushMotor(island, c, ctx);
    rubUnderMotor(island, c, ctx);
    beside[0] = ctx.h * softForce[row] - slope[row] * (after[row] - before[row]) + beside[1] + beside[2];
  }
  beside[3] = impulse[row] - fixed[row] - beside[0];
}

/** A capped motor under a stop or lock pushes with its cap; an uncapped one is idle. */
function pushMotor(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const flags = d[o + FLAGS] | 0;
  if (island.mode[row] !== POSITION || !(flags & MOTOR_CAPPED)) return;
  beside[1] = wantedOf(island.after, row, w, p, flags, ctx) * w[p + MOTOR_CAP] * ctx.h;
}

/** Friction resists a motor that moves with its cap, and leaves one that holds alone. */
function rubUnderMotor(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o } = c;
  const flags = c.joint.batch.rows[o + FLAGS] | 0;
  if (!(flags & (FRICTION | BEARING)) || !isMotored(island, row, flags)) return;
  const rate = island.goal[row];
  if (Math.abs(rate) > SLOP * unitOf(c, ctx)) beside[2] = -Math.sign(rate) * island.frictionCap[row] * ctx.h;
}

/** True if the law that is solved would give more than its cap with what a projection of velocities asks of its row. */
export function passesCap(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): boolean {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const flags = d[o + FLAGS] | 0;
  let cap = Infinity;
  if (island.mode[row] === POSITION) {
    if ((flags & (LOCK_CAPPED | LOCK_SOFT)) === LOCK_CAPPED && island.lockAt[row] === 0) cap = w[p + LOCK_CAP];
  } else if (!isMotored(island, row, flags)) cap = island.frictionCap[row];
  else if (flags & MOTOR_CAPPED) cap = w[p + MOTOR_CAP];
  if (cap === Infinity) return false;
  measureBeside(island, c, ctx);
  return Math.abs(beside[3] + island.dImpulse[row]) > cap * ctx.h;
}

/** True if the motor is the law that is solved. */
export function isMotored(island: DirectIsland, row: number, flags: number): boolean {
  return (
    island.mode[row] === RATE_ROW &&
    (flags & MOTOR) !== 0 &&
    island.motorAt[row] === 0 &&
    !isMotorIdle(island, row, flags)
  );
}

/** Writes to `to[row]` the impulse of the hard law that is solved, without what acts beside it. */
export function writeOwnImpulse(island: DirectIsland, c: DirectCoordinate, ctx: StepContext, to: Float64Array): void {
  measureBeside(island, c, ctx);
  to[c.row] = beside[3];
}

/** Divides the impulse of the row among its laws: what the next step starts from, and the read-outs. */
export function bookRow(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o, p } = c;
  const projected = island.dImpulse[row];
  const { rows: d, laws: w } = c.joint.batch;
  const { h } = ctx;
  const flags = d[o + FLAGS] | 0;
  measureBeside(island, c, ctx);
  const own = beside[3];
  const mode = island.mode[row];
  const stop = island.stopAt[row];
  const hard = (flags & (LOCK | LOCK_SOFT)) === LOCK;
  const locked = hard && island.lockAt[row] === 0;
  const motored = isMotored(island, row, flags);

  d[o + WARM] = island.impulse[row];
  d[o + LOCK_IMPULSE] = locked ? own : hard ? island.lockAt[row] * w[p + LOCK_CAP] * h : 0;
  d[o + LOCK_SUM] += d[o + LOCK_IMPULSE] + (locked ? projected : 0);
  const pushed = !locked && mode === POSITION ? own : 0;
  const stopped = pushed + (!locked && mode === POSITION ? projected : 0);
  w[p + LOWER_IMPULSE] = stop === AT_LOWER || stop === AT_EQUAL ? pushed : 0;
  w[p + UPPER_IMPULSE] = stop === AT_UPPER ? -pushed : 0;
  w[p + RATCHET_IMPULSE] = isTooth(stop) ? pushed : 0;
  if (isTooth(stop)) w[p + RATCHET_SUM] += stopped;
  else if (stop !== NO_STOP) w[p + LIMITS_SUM] += stopped;
  if (stop === AT_LOWER || stop === AT_UPPER) w[p + STOPS_HIT] = w[p + STOPS_HIT] | stop;
  w[p + MOTOR_IMPULSE] = motored
    ? own
    : flags & MOTOR_CAPPED && mode !== POSITION
      ? island.motorAt[row] * w[p + MOTOR_CAP] * h
      : beside[1];
  w[p + MOTOR_SUM] += w[p + MOTOR_IMPULSE] + (motored ? projected : 0);
  const reached = motored ? stopReached(island, c, flags, ctx) : 0;
  if (reached !== 0) feel(d, o, w, p, flags, reached);
  const rubbed = mode === RATE_ROW && !motored;
  w[p + FRICTION_IMPULSE] = rubbed
    ? own
    : mode === POSITION
      ? 0
      : motored
        ? beside[2]
        : island.frictionAt[row] * island.frictionCap[row] * h;
  w[p + FRICTION_SUM] += w[p + FRICTION_IMPULSE];

  if (flags & SPRING) bookSoft(island, row, w, p + SPRING_ROW, ctx, island.springAt[row], p + SPRING_CAP);
  if (flags & VISCOUS) bookSoft(island, row, w, p + VISCOUS_ROW, ctx, 0, p);
  if (flags & LOCK_SOFT) {
    bookSoft(island, row, w, p + LOCK_ROW, ctx, island.lockAt[row], p + LOCK_CAP);
    d[o + LOCK_SUM] += w[p + LOCK_ROW + S_IMPULSE];
  }
  if (flags & LIMITS_SOFT && w[p + LIMITS_ROW + S_STRETCH] !== 0) {
    bookSoft(island, row, w, p + LIMITS_ROW, ctx, 0, p);
    w[p + LIMITS_SUM] += w[p + LIMITS_ROW + S_IMPULSE];
  }
}

function bookSoft(
  island: DirectIsland,
  row: number,
  w: Float64Array,
  s: number,
  ctx: StepContext,
  at: number,
  cap: number,
): void {
  if (at === 0) pullSoft(island, row, w, s, ctx);
  else w[s + S_IMPULSE] = ctx.h * at * w[cap];
  w[s + S_SUM] += w[s + S_IMPULSE];
}
