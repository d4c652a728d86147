import { isHardLock } from '../../coordinates/laws/holding';
import {
  BEARING,
  FRICTION,
  FRICTION_IMPULSE,
  FRICTION_SUM,
  LIMITS_ROW,
  LIMITS_SOFT,
  LIMITS_SUM,
  LOCK_CAP,
  LOCK_CAPPED,
  LOCK_ROW,
  LOCK_SOFT,
  LOWER_IMPULSE,
  MOTOR_CAP,
  MOTOR_CAPPED,
  MOTOR_IMPULSE,
  MOTOR_SUM,
  RATCHET_IMPULSE,
  RATCHET_SUM,
  SPRING,
  SPRING_ROW,
  STOPS_HIT,
  UPPER_IMPULSE,
  VISCOUS,
} from '../../coordinates/laws/law-fields';
import { feel, wantedOf } from '../../coordinates/laws/motor';
import { FLAGS, LOCK_IMPULSE, LOCK_SUM, RATE, WARM } from '../../coordinates/scalar';
import { NO_FIELD } from '../../coordinates/laws/soft-laws';
import { SLOP, type StepContext } from '../../coordinates/step-context';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { stopReached, writeMotorRate } from './motor-rows';
import {
  AT_LOWER,
  AT_UPPER,
  DRIVEN,
  isTooth,
  LETS_GO,
  NO_STOP,
  OFF,
  POSITION,
  RATE_ROW,
  SOFT,
  wayOf,
} from './row-modes';
import { pulled, recordSoft, recordViscous } from './soft-row-laws';
import { IMPULSE_OF, isStopping, pushOf, stopCap } from './stop-caps';

/** What of a row's impulse is of which of its laws. */

/** Impulses of a row, by the places below: beside the hard law that is solved, and of that law. */
export const beside = new Float64Array(4);

/** Of the law itself. */
export const OWN = 3;
/** Of all beside it together; of a motor that pushes against a stop; of friction beside that, or under a motor. */
const ALL_BESIDE = 0,
  PUSHED = 1,
  RUBBED = 2;

export function measureBeside(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row } = c;
  const { mode, softForce, slope, before, after, impulse, fixed } = island;
  ctx.setUnit(island.isAngle[row] === 1);
  beside[ALL_BESIDE] = beside[PUSHED] = beside[RUBBED] = 0;
  slid[0] = 1;
  if (mode[row] !== SOFT && mode[row] !== OFF) {
    pushMotor(island, c, ctx);
    rub(island, c, ctx);
    beside[ALL_BESIDE] =
      ctx.h * softForce[row] - slope[row] * (after[row] - before[row]) + beside[PUSHED] + beside[RUBBED];
  }
  beside[OWN] = impulse[row] - fixed[row] - beside[ALL_BESIDE];
  if (slid[0] < 1) bringTo(RUBBED, 1 / (2 - slid[0]));
  if (beside[PUSHED] !== 0) keepToSpeed(island, c, ctx);
}

/** A capped motor under a stop or lock pushes with its cap; an uncapped one is idle. */
function pushMotor(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const flags = d[o + FLAGS] | 0;
  if ((island.mode[row] !== POSITION && !isStopping(island, row)) || !(flags & MOTOR_CAPPED)) return;
  beside[PUSHED] = wantedOf(island.after, row, w, p, flags, ctx) * w[p + MOTOR_CAP] * ctx.h;
}

/** Share of the step in which a row slides into its stop: a double handed to a call would be allocated. */
const slid = new Float64Array(1);

/**
 * Friction resists a motor that moves, and what slides into a stop, with its cap, until it is there: no later than evenly slowed to rest. It
 * leaves alone what holds.
 */
function rub(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o } = c;
  const d = c.joint.batch.rows;
  const flags = d[o + FLAGS] | 0;
  if (!(flags & (FRICTION | BEARING))) return;
  const way = island.mode[row] === POSITION ? wayOf(island.stopAt[row]) : 0;
  const slides = way !== 0 || isStopping(island, row);
  if (!slides && island.mode[row] !== DRIVEN) return;
  const rate = slides ? (island.after[row] - island.before[row]) * ctx.perSecond : island.goal[row];
  if (!(Math.abs(rate) > SLOP * ctx.unit)) return;
  if (way * rate < 0 && way * d[o + RATE] < 2 * way * rate) slid[0] = (2 * rate) / d[o + RATE];
  beside[RUBBED] = -Math.sign(rate) * slid[0] * island.frictionCap[row] * ctx.h;
}

/** A motor that pushes away from a stop what comes into it drives it there no faster than it goes by itself. */
function keepToSpeed(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o } = c;
  const d = c.joint.batch.rows;
  const way = wayOf(island.stopAt[row]);
  const start = way * d[o + RATE];
  if (!(way * beside[PUSHED] > 0 && start < 0)) return;
  writeMotorRate(island, c, d[o + FLAGS] | 0, ctx, driven, 0);
  const toEnd = way * (island.after[row] - island.before[row]) * ctx.perSecond - start;
  const toSpeed = way * driven[0] - start;
  if (toSpeed < toEnd) bringTo(PUSHED, toSpeed / toEnd);
}

/** Mean rate that a motor asks for. */
const driven = new Float64Array(1);

/**
 * Friction brings what comes into a stop to rest, a motor to its speed, and neither beyond that: of what it and the stop give to end the way
 * at the stop it has at most a share, and the projection takes back what throws the row back.
 */
function bringTo(law: typeof PUSHED | typeof RUBBED, share: number): void {
  const way = Math.sign(beside[law]);
  const most = share * Math.max(0, way * (beside[OWN] + beside[law]));
  const less = way * Math.max(0, way * beside[law] - most);
  beside[law] -= less;
  beside[ALL_BESIDE] -= less;
  beside[OWN] += less;
}

/** True if the law that is solved has a cap. */
export function isCapped(island: DirectIsland, row: number, flags: number): boolean {
  if (island.mode[row] === POSITION)
    return island.stopAt[row] === NO_STOP
      ? (flags & (LOCK_CAPPED | LOCK_SOFT)) === LOCK_CAPPED
      : stopCap(flags, island.stopAt[row], 0) !== NO_FIELD;
  return island.mode[row] === RATE_ROW || (island.mode[row] === DRIVEN && (flags & MOTOR_CAPPED) !== 0);
}

/** True if the law that is solved would give more than its cap with what a projection of velocities asks of its row. */
export function passesCap(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): boolean {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const flags = d[o + FLAGS] | 0;
  if (!isCapped(island, row, flags)) return false;
  const motored = island.mode[row] === DRIVEN;
  const held = island.stopAt[row] === NO_STOP ? p + LOCK_CAP : stopCap(flags, island.stopAt[row], p);
  const holds = island.mode[row] === POSITION || isStopping(island, row);
  const cap = motored ? w[p + MOTOR_CAP] : holds ? w[held] : island.frictionCap[row];
  measureBeside(island, c, ctx);
  return Math.abs(beside[OWN] + island.dImpulse[row]) > cap * ctx.h;
}

/** Writes to `to[row]` the impulse of the hard law that is solved, without what acts beside it. */
export function writeOwnImpulse(island: DirectIsland, c: DirectCoordinate, ctx: StepContext, to: Float64Array): void {
  measureBeside(island, c, ctx);
  to[c.row] = beside[OWN];
}

/** What a stop gave, and what a projection added: a double handed to a call would be allocated. */
const given = new Float64Array(2);

function recordStop(w: Float64Array, p: number, stop: number): void {
  if (stop === NO_STOP) return;
  w[p + IMPULSE_OF[stop]] = stop === AT_UPPER ? -given[0] : given[0];
  w[p + (isTooth(stop) ? RATCHET_SUM : LIMITS_SUM)] += given[0] + given[1];
  if (stop === AT_LOWER || stop === AT_UPPER) w[p + STOPS_HIT] = w[p + STOPS_HIT] | stop;
}

/** Divides the impulse of the row among its laws: what the next step starts from, and the read-outs. */
export function recordRow(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o, p } = c;
  const projected = island.dImpulse[row];
  const { rows: d, laws: w } = c.joint.batch;
  const { h } = ctx;
  const flags = d[o + FLAGS] | 0;
  measureBeside(island, c, ctx);
  const own = beside[OWN];
  const mode = island.mode[row];
  const stop = island.stopAt[row];
  const hard = isHardLock(flags);
  const locked = hard && island.lockAt[row] === 0;
  const motored = mode === DRIVEN;

  d[o + WARM] = island.impulse[row];
  d[o + LOCK_IMPULSE] = locked ? own : hard ? island.lockAt[row] * w[p + LOCK_CAP] * h : 0;
  d[o + LOCK_SUM] += d[o + LOCK_IMPULSE] + (locked ? projected : 0);
  const stopping = isStopping(island, row);
  const stops = (!locked && mode === POSITION) || stopping;
  w[p + LOWER_IMPULSE] = w[p + UPPER_IMPULSE] = w[p + RATCHET_IMPULSE] = 0;
  given[0] = stops ? own : h * pushOf(island, c, flags);
  given[1] = stops ? projected : 0;
  recordStop(w, p, stop);
  w[p + MOTOR_IMPULSE] = motored
    ? own
    : mode === POSITION || stopping
      ? beside[PUSHED]
      : island.motorAt[row] * island.motorCap[row] * h;
  w[p + MOTOR_SUM] += w[p + MOTOR_IMPULSE] + (motored ? projected : 0);
  const reached = motored ? stopReached(island, c, flags, ctx) : 0;
  if (reached !== 0) feel(d, o, w, p, ctx, flags, reached);
  const rubbed = mode === RATE_ROW && !stopping;
  w[p + FRICTION_IMPULSE] = rubbed
    ? own
    : mode === POSITION || motored || stopping
      ? beside[RUBBED]
      : island.frictionAt[row] === LETS_GO
        ? 0
        : island.frictionAt[row] * island.frictionCap[row] * h;
  // At its cap it has its part of a projection where it follows the load.
  w[p + FRICTION_SUM] += w[p + FRICTION_IMPULSE] + (rubbed || mode === OFF || mode === SOFT ? projected : 0);

  if (flags & SPRING) recordSoft(island, c, SPRING_ROW, flags, ctx);
  if (flags & VISCOUS) recordViscous(island, c);
  if (flags & LOCK_SOFT) {
    recordSoft(island, c, LOCK_ROW, flags, ctx);
    d[o + LOCK_SUM] += pulled[0];
  }
  if (flags & LIMITS_SOFT) {
    recordSoft(island, c, LIMITS_ROW, flags, ctx);
    w[p + LIMITS_SUM] += pulled[0];
  }
}
