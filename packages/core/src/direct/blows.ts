import { RESTITUTION } from '../coordinates/law-fields';
import { RATE } from '../coordinates/scalar';
import { copy, zero } from '../math/short-arrays';
import type { DirectIsland } from './island-system';
import { solve } from './ldlt';
import { leaveUnborne } from './redundant-rows';
import { POSITION, wayOf } from './row-modes';

/*
 * What stands at a stop is knocked off it where the blow at those that are met pulls it away, though over the whole step its stop may have
 * pushed. The blow is what those take out of their rows, and 0 of all others, which had no rate: what the factor answers to it alone tells
 * push from pull.
 */

/** True of a stop that was not yet reached when the step began. */
export function isStopMet({ stopAt, mode, before, goal, isAngle, attempt }: DirectIsland, row: number): boolean {
  const room = wayOf(stopAt[row]) * (before[row] - goal[row]) * (isAngle[row] === 1 ? attempt.lengthUnit : 1);
  return mode[row] === POSITION && room > attempt.tolerance;
}

/** Writes to `blow` what the stops that were met in the step take out; false if there are none. */
export function findBlow(island: DirectIsland): boolean {
  const { coordinates, before, goal, blow, attempt } = island;
  let any = false;
  for (let i = 0; i < coordinates.length; i++) {
    const { joint, row, o } = coordinates[i];
    if (!isStopMet(island, row)) continue;
    if (!any) zero(blow);
    any = true;
    // At least the mean rate of the way to it, whatever the step began with.
    const mean = (before[row] - goal[row]) / attempt.h;
    const start = -joint.batch.rows[o + RATE];
    blow[row] = mean > 0 ? Math.max(mean, start) : Math.min(mean, start);
  }
  return any;
}

/** The same of those that throw back: of what they take out `thrown` is the share of their restitution. */
export function findThrowingBlow({ coordinates, thrown, blow }: DirectIsland): boolean {
  let any = false;
  zero(blow);
  for (let i = 0; i < coordinates.length; i++) {
    const { joint, row, p } = coordinates[i];
    if (thrown[row] === 0) continue;
    any = true;
    blow[row] = thrown[row] / joint.batch.laws[p + RESTITUTION];
  }
  return any;
}

/** Leaves stops that pull in the blow, by the factor at hand, which then throw nothing back; true if there are any. */
export function leaveStruck(island: DirectIsland): boolean {
  const { coordinates, held, mode, stopAt, thrown, blow, borne: answer, system, attempt, parts } = island;
  copy(blow, answer);
  solve(system.factor, answer);
  if (attempt.redundant) leaveUnborne(island, answer);
  let any = false;
  for (let i = 0; i < coordinates.length; i++) {
    const { row } = coordinates[i];
    if (held[row] === 1 || mode[row] !== POSITION || wayOf(stopAt[row]) * answer[row] >= 0) continue;
    held[row] = 1;
    thrown[row] = 0;
    parts.renews[Math.floor(i / parts.coordinates)] = 1;
    any = true;
  }
  return any;
}
