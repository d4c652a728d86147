import {
  BEARING,
  FRICTION,
  FRICTION_CAP,
  FRICTION_COEFFICIENT,
  FRICTION_IMPULSE,
  FRICTION_LOAD,
  FRICTION_RADIUS,
  LATCH,
  LIMITS_EQUAL,
  LIMITS_SOFT,
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
  MOTOR_SPEED,
  SERVO,
  LOCK,
  RATCHET,
  RATCHET_IMPULSE,
  S_BIAS,
  TOOTH,
  UPPER,
  UPPER_BOUND,
  UPPER_IMPULSE,
} from '../../coordinates/laws/law-fields';
import { prepareLaws } from '../../coordinates/laws/laws';
import { wantedOf } from '../../coordinates/laws/motor';
import { FLAGS, INVERSE_MASS, LOCK_IMPULSE, RATE, TARGET, VALUE, WARM } from '../../coordinates/scalar';
import { NO_FIELD } from '../../coordinates/laws/soft-laws';
import { SLOP, type StepContext } from '../../coordinates/step-context';
import { MAX_CORRECTION } from '../../state/record';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { decideRow, isLeft, pushPastStop } from './row-laws';
import {
  AT_EQUAL,
  AT_LOWER,
  AT_TOOTH_ABOVE,
  AT_TOOTH_BELOW,
  AT_UPPER,
  NO_STOP,
  ROUNDED,
  TELEPORT,
  wayOf,
} from './row-modes';
import { softForceOf } from './soft-row-laws';
import { IMPULSE_OF, isMetBefore, leadsOff, stopCap, stopIndex } from './stop-caps';

/** Which laws of a scalar row act as a step begins. */

/** Reads the start of the active set of a step from the impulses of the last one, and what each law asks. */
export function startRow(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const { h } = ctx;
  const flags = d[o + FLAGS] | 0;
  const value = d[o + VALUE];
  const next = value + h * d[o + RATE];
  island.isBare[row] = 0;
  ctx.setUnit(island.isAngle[row] === 1);
  prepareLaws(d, o, w, p, ctx);

  const isCappedLock = (flags & (LOCK_CAPPED | LOCK_SOFT)) === LOCK_CAPPED;
  island.springAt[row] = island.limitsAt[row] = island.missed[row] = 0;
  // Where a rate would lead that a stiff spring has all but stopped is no place to look for it.
  island.chordFrom[row] = island.chordTo[row] = (flags & (LIMITS_SOFT | LIMITS_EQUAL)) === LIMITS_SOFT ? next : value;
  island.lockAt[row] = isCappedLock ? saturation(d, o + LOCK_IMPULSE, w, p + LOCK_CAP, ctx) : 0;
  island.corrected[row] = flags & LOCK_CORRECTION ? h * w[p + LOCK_ROW + S_BIAS] : 1;
  if (isCappedLock) aimAtCap(island, island.lockAt, c, d, o + TARGET, p + LOCK_CAP, ctx);
  const past = pushPastStop(c, flags, ctx);
  if (past !== 0) island.lockAt[row] = past;
  island.motorCap[row] = flags & MOTOR_CAPPED ? w[p + MOTOR_CAP] : 0;
  island.motorAt[row] = flags & MOTOR_CAPPED ? saturation(w, p + MOTOR_IMPULSE, w, p + MOTOR_CAP, ctx) : 0;
  if ((flags & HARD) === (MOTOR | MOTOR_CAPPED) && island.system.canBeRedundant) startAtSpeed(island, c);
  island.frictionAt[row] = 0;
  island.frictionCap[row] = 0;
  if (flags & (FRICTION | BEARING)) {
    island.frictionCap[row] =
      flags & BEARING
        ? w[p + FRICTION_COEFFICIENT] * w[p + FRICTION_RADIUS] * w[p + FRICTION_LOAD]
        : w[p + FRICTION_CAP];
    const at =
      flags & BEARING && isSlipping(w, p + FRICTION_IMPULSE, island.frictionCap, row, ctx)
        ? Math.sign(w[p + FRICTION_IMPULSE])
        : saturation(w, p + FRICTION_IMPULSE, island.frictionCap, row, ctx);
    // What slides the way it was pushed has turned round, or was kicked.
    island.frictionAt[row] = at * d[o + RATE] > 0 ? -at : at;
  }
  let stop = NO_STOP;
  if (!(flags & LIMITS_SOFT)) {
    if (flags & LIMITS_EQUAL) stop = AT_EQUAL;
    else if (flags & LOWER && (w[p + LOWER_IMPULSE] > 0 || next < w[p + LOWER_BOUND])) stop = AT_LOWER;
    else if (flags & UPPER && (w[p + UPPER_IMPULSE] > 0 || next > w[p + UPPER_BOUND])) stop = AT_UPPER;
  }
  if (flags & RATCHET && (w[p + RATCHET_IMPULSE] !== 0 || (next - w[p + LATCH]) * w[p + TOOTH] < 0)) {
    const isPushed = w[p + LOWER_IMPULSE] > 0 || w[p + UPPER_IMPULSE] > 0;
    if (stop === NO_STOP || (!isPushed && isMetBefore(w, p, toothOf(w, p), stop))) stop = toothOf(w, p);
  }
  island.stopAt[row] = stop !== NO_STOP && isLeft(island, c, flags, stop, ctx) ? NO_STOP : stop;
  startAtCap(island, c, flags, island.stopAt[row], ctx);
  // Of a motor at a stop the impulse of the last step is what it gave then: it may have been told to turn back since.
  if (stop !== NO_STOP && flags & MOTOR_CAPPED && island.yielding[row] === 0)
    island.motorAt[row] = wantedOf(d, o + VALUE, w, p, flags, ctx);
  softForceOf(island, c, flags, ctx);
  decideRow(island, c, ctx);
}

function toothOf(w: Float64Array, p: number): number {
  return w[p + TOOTH] > 0 ? AT_TOOTH_BELOW : AT_TOOTH_ABOVE;
}

/** Writes to `yielding` whether a stop is at its cap. */
function startAtCap(island: DirectIsland, c: DirectCoordinate, flags: number, stop: number, ctx: StepContext): void {
  const { yielding } = island;
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  yielding[row] = 0;
  const cap = stopCap(flags, stop, p);
  if (cap === NO_FIELD) return;
  const at = saturation(w, p + IMPULSE_OF[stop], w, cap, ctx);
  if (stop !== AT_EQUAL) yielding[row] = at !== 0 && !leadsOff(island, row, wayOf(stop), d, o + RATE) ? wayOf(stop) : 0;
  else {
    yielding[row] = at;
    aimAtCap(island, yielding, c, w, stopIndex(stop, p), cap, ctx);
  }
}

/**
 * What is at its cap, by `at`, pulls back to `goals[goal]`, at most as fast as what has no cap corrects its error: what comes faster it
 * brakes, until the step that gets there. It holds, and has the error closed, where it can stop in one step what moves, and could close that
 * in one, or at `maxCorrectionSpeed`: else it would go to and fro for ever. At the error of a teleport it is at its cap if that is too weak.
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
  const { unit } = ctx;
  const most = d[c.joint.r + MAX_CORRECTION] * ctx.correctionScale;
  const gain = w[cap] * d[o + INVERSE_MASS] * ctx.h;
  const approach = gap > 0 ? -d[o + RATE] : d[o + RATE];
  const isLarge = size > TELEPORT * unit;
  const reach = gain < most ? gain * ctx.h : Infinity;
  // Where all laws together gave more than its cap that way, others push along: it does not suffice.
  const suffices = at[row] * d[o + WARM] <= ROUNDED * w[cap] * ctx.h;
  if (suffices && gain > 0 && Math.abs(approach) <= ROUNDED * gain && size <= ROUNDED * reach) at[row] = 0;
  else if (at[row] === 0 && isLarge && gain < most) at[row] = gap > 0 ? -1 : 1;
  if (at[row] === 0 || size <= SLOP * unit || approach * ctx.h >= size) return;
  const correction = corrected[row] < 1 ? corrected[row] * ctx.perSecond : ctx.biasRate;
  const brakes = approach * ROUNDED >= Math.max(gain, Math.min(size * correction, most));
  at[row] = brakes === gap > 0 ? 1 : -1;
}

/** A motor by speed with a cap and no other hard law beside it has these alone. */
const HARD = LOCK | LOWER | UPPER | RATCHET | MOTOR | SERVO | MOTOR_CAPPED;
/** A motor whose rate differs by less than this share from its speed has it. */
const AT_SPEED = 1e-3;
/** Share of what it gave that it begins a step with. */
const KEPT = 0.9;

/**
 * A motor with a cap that has its speed begins below its cap, and with less than it gave: of motors that drive the same thing only the sum is known,
 * and what they push against each other would stay for ever.
 */
function startAtSpeed(island: DirectIsland, { row, o, p, joint }: DirectCoordinate): void {
  const speed = joint.batch.laws[p + MOTOR_SPEED];
  const off = joint.batch.rows[o + RATE] - speed;
  if (island.motorCap[row] === 0 || island.motorAt[row] * off < -AT_SPEED * Math.abs(speed)) return;
  island.motorAt[row] = 0;
  island.impulse[row] *= KEPT;
}

/** −1 or 1 if the impulse at `impulses[i]` lies at its cap, the force at `forces[cap]`; a law of no force is at it always. */
function saturation(impulses: Float64Array, i: number, forces: Float64Array, cap: number, { h }: StepContext): number {
  const impulse = impulses[i];
  const most = forces[cap] * h;
  if (most === 0) return 1;
  // An impulse that was set to its cap and scaled with the step differs by rounding.
  return Math.abs(impulse) < most * (1 - 1e-9) || impulse === 0 ? 0 : impulse > 0 ? 1 : -1;
}

/** Whether friction that follows the load slipped, by its impulse and the cap for the load: it is that but for what Newton leaves. */
function isSlipping(impulses: Float64Array, i: number, forces: Float64Array, cap: number, { h }: StepContext): boolean {
  return impulses[i] !== 0 && Math.abs(impulses[i]) >= NEARLY * forces[cap] * h;
}

const NEARLY = 0.99;
