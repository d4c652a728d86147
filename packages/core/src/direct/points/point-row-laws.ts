import {
  FRICTION,
  LOCK,
  LOCK_CAPPED,
  LOCK_CORRECTION,
  LOCK_SOFT,
  SPRING,
  SPRING_CAPPED,
} from '../../coordinates/laws/law-fields';
import { writeCorrection } from '../../coordinates/laws/lock';
import {
  P_FLAGS,
  P_FRICTION_CAP,
  P_FRICTION_ROW,
  P_IMPULSE_X,
  P_IMPULSE_Y,
  P_LOCK_CAP,
  P_LOCK_HERTZ,
  P_LOCK_ROW,
  P_SPRING_CAP,
  P_SPRING_ROW,
  V_BIAS,
  V_X,
  V_Y,
} from '../../coordinates/points/point-fields';
import { FREE_X, FREE_Y, rubSlip, slip, SLIP_CAP, SLIP_X, SLIP_Y } from '../../coordinates/points/slip';
import { SLOP, type StepContext } from '../../coordinates/step-context';
import { MAX_CORRECTION } from '../../state/record';
import { own, readOwnImpulse } from './point-impulses';
import { bringToCap, direction, turned, writeDirection } from './directions';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { impulseFor, inverseMass, measureInverse, measureK } from './point-inverse';
import { isContradicted } from '../factor/redundant-rows';
import { LETS_GO, OFF, POSITION, RATE_ROW, ROUNDED, SOFT, TELEPORT, TURNS_BACK } from '../rows/row-modes';
import { SOFT_LAWS, addSoftLaws, checkSoftCaps, prepareSoftLaws } from './soft-point-laws';

/**
 * What the laws of a point ask of its two rows: the lock if there is one, else friction, and soft laws in parallel.
 * Caps are circles: a lock at its cap keeps the direction in which it got there, friction acts against the slip, a spring
 * against its stretch.
 */

/** Start of the active set of a step; rates are those of the start. */
export function startPoint(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o, p } = c;
  const rateX = island.rate[row];
  const rateY = island.rate[row + 1];
  const { rows: d, laws: w } = c.joint.batch;
  const { h } = ctx;
  const flags = d[o + P_FLAGS] | 0;
  if (flags & SOFT_LAWS) prepareSoftLaws(island, c);
  island.springAt[row] =
    flags & SPRING && flags & SPRING_CAPPED ? atCap(w, p + P_SPRING_ROW + V_X, w, p + P_SPRING_CAP, ctx) : 0;
  readLock(island, c, ctx);
  if (flags & LOCK_CORRECTION) writeCorrection(w, p + P_LOCK_HERTZ, p + P_LOCK_ROW + V_BIAS, ctx);
  island.corrected[row] = island.corrected[row + 1] = flags & LOCK_CORRECTION ? h * w[p + P_LOCK_ROW + V_BIAS] : 1;
  if ((flags & (LOCK_CAPPED | LOCK_SOFT)) === LOCK_CAPPED) aimLock(island, c, ctx);
  island.frictionAt[row] = flags & FRICTION ? atCap(w, p + P_FRICTION_ROW + V_X, w, p + P_FRICTION_CAP, ctx) : 0;
  if (island.frictionAt[row] === 1 && rateX * rateX + rateY * rateY > 0) {
    w[p + P_FRICTION_ROW + V_X] = -rateX;
    w[p + P_FRICTION_ROW + V_Y] = -rateY;
    bringToCap(w, p + P_FRICTION_ROW + V_X, w, p + P_FRICTION_CAP, ctx);
  }
  island.rateAtStart[row] = rateX;
  island.rateAtStart[row + 1] = rateY;
  island.lag[row] = island.lag[row + 1] = 0;
  island.missed[row] = island.missed[row + 1] = 0;
  addSoftLaws(island, c);
  decidePoint(island, c, ctx);
}

/** Whether the lock of a point lay at its cap in the last step. */
export function readLock({ lockAt }: DirectIsland, { row, o, p, joint }: DirectCoordinate, ctx: StepContext): void {
  const { rows: d, laws: w } = joint.batch;
  const flags = d[o + P_FLAGS] | 0;
  const lock = flags & LOCK_SOFT ? w : d;
  const i = flags & LOCK_SOFT ? p + P_LOCK_ROW + V_X : o + P_IMPULSE_X;
  lockAt[row] = flags & LOCK_CAPPED ? atCap(lock, i, w, p + P_LOCK_CAP, ctx) : 0;
}

/**
 * A lock at its cap pulls where the gap is, at most as fast as one without a cap corrects its error, and against what moves across
 * it: with the gap alone it would be orbited for ever. It holds where it can stop in one step what moves, and could close the gap in one, or
 * at `maxCorrectionSpeed`. At the gap of a teleport it is at its cap if that is too weak.
 */
function aimLock(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { before, rate, lockAt, corrected } = island;
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const x = before[row];
  const y = before[row + 1];
  const size = Math.sqrt(x * x + y * y);
  const fastest = d[c.joint.r + MAX_CORRECTION];
  measureInverse(island, c);
  const most = w[p + P_LOCK_CAP] * ctx.h;
  const toClose = impulseFor(d, o, before, row);
  const gain = toClose > 0 ? (most * size) / toClose : 0;
  const isWeak = gain < fastest;
  const isLarge = isWeak && size > TELEPORT * ctx.lengthUnit;
  const reaches = toClose <= ROUNDED * most * ctx.h;
  if (most > 0 && impulseFor(d, o, rate, row) <= ROUNDED * most && (reaches || !isWeak)) lockAt[row] = 0;
  else if (isLarge) lockAt[row] = 1;
  if (size <= SLOP * ctx.lengthUnit) return;
  const approach = -(rate[row] * x + rate[row + 1] * y) / size;
  if (lockAt[row] !== 1 || approach * ctx.h >= size) return;
  const correction = corrected[row] < 1 ? corrected[row] * ctx.perSecond : ctx.biasRate;
  const share = Math.max(gain, Math.min(size * correction, fastest)) / (ROUNDED * size);
  d[o + P_IMPULSE_X] = -rate[row] - share * x;
  d[o + P_IMPULSE_Y] = -rate[row + 1] - share * y;
  bringToCap(d, o + P_IMPULSE_X, w, p + P_LOCK_CAP, ctx);
}

/** 1 if the impulse x, y at impulses[i] is as long as the cap at caps[k] lets it be. */
function atCap(impulses: Float64Array, i: number, caps: Float64Array, k: number, { h }: StepContext): number {
  const x = impulses[i];
  const y = impulses[i + 1];
  const most = caps[k] * h;
  const size = Math.sqrt(x * x + y * y);
  return most === 0 || (size > 0 && size >= most * (1 - 1e-9)) ? 1 : 0;
}

function decidePoint(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const flags = d[o + P_FLAGS] | 0;
  const hard = (flags & LOCK) !== 0 && !(flags & LOCK_SOFT);
  const locked = hard && island.lockAt[row] !== 1;
  const frictionAt = island.frictionAt[row];
  const rubs = !locked && (flags & FRICTION) !== 0;
  const rubbed = rubs && (frictionAt === 0 || frictionAt === TURNS_BACK);
  const yields = !locked && !rubbed && island.slope[row] > 0;
  const mode = locked ? POSITION : rubbed ? RATE_ROW : yields ? SOFT : OFF;
  for (let axis = 0; axis < 2; axis++) {
    const i = row + axis;
    let fixed = 0;
    if (hard && !locked) {
      writeDirection(d, o + P_IMPULSE_X);
      fixed += direction[axis] * w[p + P_LOCK_CAP] * ctx.h;
    }
    if (rubs && frictionAt === 1) {
      writeDirection(w, p + P_FRICTION_ROW + V_X);
      fixed += direction[axis] * w[p + P_FRICTION_CAP] * ctx.h;
    }
    if (mode === OFF) fixed += ctx.h * island.softForce[i];
    island.mode[i] = mode;
    island.fixed[i] = fixed;
    island.held[i] = mode === OFF ? 1 : 0;
    island.goal[i] = rubbed && frictionAt === 0 ? island.rateAtStart[i] / 2 : 0;
    if (mode === OFF) island.impulse[i] = fixed;
  }
  soften(island, row, yields, ctx);
}

/** Softness of the two rows: the inverse of h · slope. */
function soften(island: DirectIsland, row: number, yields: boolean, { h }: StepContext): void {
  const { slope, crossSlope, softness, system } = island;
  const cross = crossSlope[row + 1];
  const det = yields ? h * (slope[row] * slope[row + 1] - cross * cross) : 0;
  softness[row] = det > 0 ? slope[row + 1] / det : 0;
  softness[row + 1] = det > 0 ? slope[row] / det : 0;
  system.crossSoftness[row + 1] = det > 0 ? -cross / det : 0;
}

/** Compares the solved rows with their caps, in `rate` their mean rates J·u. Returns true if the active set changed. */
export function checkPoint(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): boolean {
  const { row, o } = c;
  const { rows: d } = c.joint.batch;
  const flags = d[o + P_FLAGS] | 0;
  readOwnImpulse(island, row, ctx);
  let changed = checkSoftCaps(island, c, flags, ctx);
  if (!changed && flags & LOCK_CAPPED && !(flags & LOCK_SOFT)) changed = moveLockCap(island, c, ctx);
  const locked = flags & LOCK && !(flags & LOCK_SOFT) && island.lockAt[row] !== 1;
  if (!changed && !locked && flags & FRICTION) changed = checkFriction(island, c, ctx);
  if (changed) decidePoint(island, c, ctx);
  return changed;
}

/** As of a scalar row (check-row.ts), but that friction at its cap acts against the mean rate. */
function checkFriction(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): boolean {
  const { h } = ctx;
  const { frictionAt, rate, rateAtStart, attempt } = island;
  const { row, p } = c;
  const { laws: w } = c.joint.batch;
  const most = w[p + P_FRICTION_CAP] * h;
  if (most === 0) return false;
  const i = p + P_FRICTION_ROW + V_X;
  const at = frictionAt[row];
  const meanX = rate[row];
  const meanY = rate[row + 1];
  const startX = rateAtStart[row];
  const startY = rateAtStart[row + 1];
  const goes = (meanX * meanX + meanY * meanY) * h * h > attempt.tolerance * attempt.tolerance;
  let next = at;
  if (at === LETS_GO) {
    if (!attempt.settling && goes && meanX * startX + meanY * startY < 0) next = TURNS_BACK;
  } else if (at !== 1) {
    const x = own[0];
    const y = own[1];
    if (x * x + y * y > most * most) {
      if (at === TURNS_BACK && x * startX + y * startY < 0) next = LETS_GO;
      else {
        w[i] = x;
        w[i + 1] = y;
        next = 1;
      }
    } else if (at === 0 && goes && x * meanX + y * meanY > 0) next = TURNS_BACK;
  } else if (w[i] * meanX + w[i + 1] * meanY <= 0) return !attempt.settled && turnAgainst(island, c, ctx);
  else if (!attempt.settling) next = 0;
  else if (goes) next = LETS_GO;
  frictionAt[row] = next;
  return next !== at;
}

/** Friction that slips acts against the mean rate that it leaves: over the step (K/2 + γ) P = −rate without it. True if it has turned. */
function turnAgainst(island: DirectIsland, c: DirectCoordinate, { h }: StepContext): boolean {
  const { rate } = island;
  const { row, p } = c;
  const { laws: w } = c.joint.batch;
  const i = p + P_FRICTION_ROW + V_X;
  const most = w[p + P_FRICTION_CAP] * h;
  measureK(island, c);
  slip[0] = inverseMass[0] / 2;
  slip[1] = inverseMass[1] / 2;
  slip[2] = inverseMass[2] / 2;
  writeDirection(w, i);
  const givenX = most * direction[0];
  const givenY = most * direction[1];
  slip[FREE_X] = rate[row] - slip[0] * givenX - slip[1] * givenY;
  slip[FREE_Y] = rate[row + 1] - slip[1] * givenX - slip[2] * givenY;
  slip[SLIP_CAP] = most;
  rubSlip();
  if (!turned(w, i, slip, SLIP_X, island.attempt)) return false;
  w[i] = slip[SLIP_X];
  w[i + 1] = slip[SLIP_Y];
  return true;
}

/** A lock that passed its cap keeps the direction of its impulse; one at its cap is solved again when it pushes with what it resists. */
function moveLockCap(island: DirectIsland, { row, o, p, joint }: DirectCoordinate, ctx: StepContext): boolean {
  const { lockAt, before, after, yielded, gap, target, attempt } = island;
  const { rows: d, laws: w } = joint.batch;
  const most = w[p + P_LOCK_CAP] * ctx.h;
  const i = o + P_IMPULSE_X;
  if (most === 0) return false;
  if (lockAt[row] !== 1) {
    const isForbidden = isContradicted(island, row) || isContradicted(island, row + 1);
    if (!isForbidden && own[0] * own[0] + own[1] * own[1] <= ROUNDED * most * most) return false;
    const isOpen = gap[row] !== 0 || gap[row + 1] !== 0;
    for (let k = 0; k < 2; k++) d[i + k] = isOpen ? -gap[row + k] : isForbidden ? -yielded[row + k] : own[k];
    bringToCap(d, i, w, p + P_LOCK_CAP, ctx);
    lockAt[row] = 1;
    // There it holds no gap that could be closed without force.
    gap[row] = gap[row + 1] = 0;
    return true;
  }
  if (attempt.settling) return false;
  const along = d[i] * before[row] + d[i + 1] * before[row + 1];
  const brakes = along > SLOP * ctx.lengthUnit * most;
  const pushed = d[i] * after[row] + d[i + 1] * after[row + 1];
  if (pushed <= (brakes ? along : 0)) return false;
  lockAt[row] = 0;
  // What it would push farther away, where it brakes, stays where it is.
  if (brakes) for (let k = row; k < row + 2; k++) gap[k] = target[k] = before[k];
  if (brakes) attempt.mayBeOpen = true;
  return true;
}
