import {
  LIMITS_SUM,
  LOCK,
  LOWER,
  LOWER_BOUND,
  LOWER_IMPULSE,
  NOT_PLAIN,
  ONLY_STOPS,
  STOPS_HIT,
  UPPER,
  UPPER_BOUND,
  UPPER_IMPULSE,
} from '../../coordinates/laws/law-fields';
import { FLAGS, LOCK_IMPULSE, LOCK_SUM, RATE, TARGET, VALUE, WARM } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { holdGapOf } from '../gaps/held-gaps';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { AT_LOWER, AT_UPPER, NO_STOP, OFF, POSITION } from './row-modes';

/**
 * What start-row.ts and check-row.ts do, for rows with a rigid lock and nothing else, and for those with hard stops and nothing else: most rows
 * of mechanisms and ragdolls. A lock has no laws record, and the one of stops is as large as all else of a joint together.
 */
export function isPlain(flags: number): boolean {
  return (flags & NOT_PLAIN) === 0 || (flags & ~ONLY_STOPS) === 0;
}

export function startPlain(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const flags = d[o + FLAGS] | 0;
  if (island.isBare[row] === 0) strip(island, row);
  if (flags & LOCK) {
    island.stopAt[row] = NO_STOP;
    island.goal[row] = d[o + TARGET];
    island.mode[row] = POSITION;
    island.held[row] = 0;
    return;
  }
  const next = d[o + VALUE] + ctx.h * d[o + RATE];
  let stop = NO_STOP;
  if (flags & LOWER && (w[p + LOWER_IMPULSE] > 0 || next < w[p + LOWER_BOUND])) stop = AT_LOWER;
  else if (flags & UPPER && (w[p + UPPER_IMPULSE] > 0 || next > w[p + UPPER_BOUND])) stop = AT_UPPER;
  stopAt(island, c, stop);
}

/** Leaves a row no law beside a lock or stops. */
function strip(island: DirectIsland, row: number): void {
  island.springAt[row] = island.lockAt[row] = island.limitsAt[row] = island.yielding[row] = 0;
  island.motorAt[row] = island.frictionAt[row] = 0;
  island.softForce[row] = island.slope[row] = island.softness[row] = island.fixed[row] = 0;
  island.corrected[row] = island.isBare[row] = 1;
}

/** Lets the stop act, or none. */
function stopAt(island: DirectIsland, { row, p, joint }: DirectCoordinate, stop: number): void {
  const { laws: w } = joint.batch;
  island.stopAt[row] = stop;
  if (stop === NO_STOP) {
    island.mode[row] = OFF;
    island.held[row] = 1;
    island.impulse[row] = 0;
    return;
  }
  island.goal[row] = w[p + (stop === AT_UPPER ? UPPER_BOUND : LOWER_BOUND)];
  island.mode[row] = POSITION;
  island.held[row] = 0;
}

/** Lets a stop go that pulls, and one take over that was passed. Returns true if one did. */
export function checkPlain(island: DirectIsland, c: DirectCoordinate): boolean {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const flags = d[o + FLAGS] | 0;
  if (flags & LOCK) return false;
  const stop = island.stopAt[row];
  if (stop !== NO_STOP) {
    const pushed = island.pressed[row] === 0 ? island.impulse[row] : island.pressed[row];
    if (stop === AT_UPPER ? pushed <= 0 : pushed >= 0) return false;
    stopAt(island, c, NO_STOP);
    return true;
  }
  const { lengthUnit, tolerance } = island.attempt;
  const slop = tolerance / (island.isAngle[row] === 1 ? lengthUnit : 1);
  // Beyond the bound it may be by as much as is held.
  const value = island.after[row];
  const gap = island.gap[row];
  if (flags & LOWER && value < w[p + LOWER_BOUND] + Math.min(0, gap) - slop) stopAt(island, c, AT_LOWER);
  else if (flags & UPPER && value > w[p + UPPER_BOUND] + Math.max(0, gap) + slop) stopAt(island, c, AT_UPPER);
  else return false;
  holdGapOf(island, c);
  return true;
}

export function recordPlain(island: DirectIsland, c: DirectCoordinate): void {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const impulse = island.impulse[row];
  const projected = island.dImpulse[row];
  d[o + WARM] = impulse;
  if ((d[o + FLAGS] | 0) & LOCK) {
    d[o + LOCK_IMPULSE] = impulse;
    d[o + LOCK_SUM] += impulse + projected;
    return;
  }
  const stop = island.stopAt[row];
  w[p + LOWER_IMPULSE] = stop === AT_LOWER ? impulse : 0;
  w[p + UPPER_IMPULSE] = stop === AT_UPPER ? -impulse : 0;
  if (stop === NO_STOP) return;
  w[p + LIMITS_SUM] += impulse + projected;
  w[p + STOPS_HIT] = w[p + STOPS_HIT] | stop;
}
