import {
  BEARING,
  FRICTION,
  LIMITS_CAP,
  LIMITS_CAPPED,
  LIMITS_SOFT,
  LOCK,
  LOCK_CAP,
  LOCK_SOFT,
  LOWER,
  MOTOR,
  MOTOR_CAPPED,
  RATCHET,
  RATCHET_CAP,
  RATCHET_CAPPED,
  UPPER,
} from '../../coordinates/laws/law-fields';
import { hardStops, wantedOf } from '../../coordinates/laws/motor';
import { stopBefore } from '../../coordinates/laws/stop-before';
import { pushesTo } from '../../coordinates/laws/stop-fields';
import { FLAGS, RATE, TARGET, VALUE } from '../../coordinates/scalar';
import { SLOP, type StepContext } from '../../coordinates/step-context';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { isMotorIdle, writeMotorRate } from './motor-rows';
import { AT_EQUAL, DRIVEN, LETS_GO, NO_STOP, OFF, POSITION, RATE_ROW, SOFT, TURNS_BACK, wayOf } from './row-modes';
import { isStopping, pushOf, stopIndex } from './stop-caps';

/**
 * What the laws of a scalar coordinate ask of its one row: of the hard laws the strongest that acts is solved, the weaker
 * act through their caps, springs in parallel to all of them (docs/adr/direct-laws.md). Two rows of one coordinate made a ragdoll gain
 * a megajoule.
 */

/** A stop that a motor without a cap drives away from lets go, whatever load lies on it. */
export function isLeft(
  island: DirectIsland,
  c: DirectCoordinate,
  flags: number,
  stop: number,
  ctx: StepContext,
): boolean {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  if ((flags & (MOTOR | MOTOR_CAPPED)) !== MOTOR || stop === AT_EQUAL) return false;
  const way = wayOf(stop);
  const passed = way * (w[stopIndex(stop, p)] - island.before[row]);
  return passed <= SLOP * ctx.unit && way * wantedOf(d, o + VALUE, w, p, flags, ctx) > 0;
}

/**
 * The way, 1 or −1, in which a lock with a cap pushes that cannot hold its value, because a stop or tooth that is stronger is on this side of
 * it; else 0. What was pushed past the value, against a stop with a cap, the lock draws back. Only stops with bits in `seen` count.
 */
export function pushPastStop(
  { o, p, joint }: DirectCoordinate,
  flags: number,
  ctx: StepContext,
  seen = strongerStops(joint.batch.laws, p, flags),
): -1 | 0 | 1 {
  const { rows: d, laws: w } = joint.batch;
  const stop = stopBefore(d, o, w, p, ctx, flags, seen);
  if (stop === 0) return 0;
  const way = pushesTo(stop, w, p) > 0 ? 1 : -1;
  if (way * (d[o + VALUE] - d[o + TARGET]) < -SLOP * ctx.unit) return 0;
  return way > 0 ? -1 : 1;
}

/** The bits of the stops and teeth without a cap, or with a greater one than that of the lock. */
function strongerStops(w: Float64Array, p: number, flags: number): number {
  let seen = hardStops(flags);
  if ((flags & (LIMITS_CAPPED | LIMITS_SOFT)) === LIMITS_CAPPED && w[p + LIMITS_CAP] > w[p + LOCK_CAP])
    seen |= flags & (LOWER | UPPER);
  if (flags & RATCHET_CAPPED && w[p + RATCHET_CAP] > w[p + LOCK_CAP]) seen |= flags & RATCHET;
  return seen;
}

/** Chooses the law that is solved, and adds up those that lie at their caps. */
export function decideRow(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const { h } = ctx;
  const flags = d[o + FLAGS] | 0;
  let fixed = 0;
  let mode = OFF;
  if (flags & LOCK && !(flags & LOCK_SOFT)) {
    if (island.lockAt[row] !== 0) fixed += island.lockAt[row] * w[p + LOCK_CAP] * h;
    else {
      island.goal[row] = d[o + TARGET];
      island.stopAt[row] = NO_STOP;
      island.yielding[row] = 0;
      mode = POSITION;
    }
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
  if (mode === OFF && flags & MOTOR && !isMotorIdle(flags)) {
    if (island.motorAt[row] === 0) {
      writeMotorRate(island, c, flags, ctx, island.goal, row);
      mode = DRIVEN;
    } else fixed += island.motorAt[row] * island.motorCap[row] * h;
  }
  if (mode === OFF && flags & (FRICTION | BEARING)) {
    const at = island.frictionAt[row];
    if (at === 0 || at === TURNS_BACK) {
      island.goal[row] = at === 0 ? d[o + RATE] / 2 : 0;
      mode = RATE_ROW;
    } else if (at !== LETS_GO) fixed += at * island.frictionCap[row] * h;
  }
  if (mode === OFF && island.isAngle[row] === 1 && island.slope[row] === 0)
    island.slope[row] = NEXT_TO_NONE * h * Math.abs(island.softForce[row]);
  if (mode === OFF && island.slope[row] > 0) mode = SOFT;
  else if (mode === OFF) fixed += h * island.softForce[row];
  island.mode[row] = mode;
  island.fixed[row] = fixed;
  island.held[row] = mode === OFF ? 1 : 0;
  island.softness[row] = mode === SOFT ? 1 / (h * island.slope[row]) : 0;
  if (mode === OFF) island.impulse[row] = fixed;
}

/**
 * Share by which the impulse of soft laws at their caps falls for each rad. Without any slope they would be no row of the system, and act on a lever
 * by its rate: not by how far it turns, which is what they give back.
 */
const NEXT_TO_NONE = 1e-8;

/** State of a motor that leaves a soft stop, which it has no cap against, to hold a load alone. */
export const AT_REST = 2;
