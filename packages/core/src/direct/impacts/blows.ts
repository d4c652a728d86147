import { RESTITUTION } from '../../coordinates/laws/law-fields';
import { copy, zero } from '../../math/short-arrays';
import type { DirectIsland } from '../island/island-system';
import { solve } from '../factor/ldlt';
import { leaveUnborne } from '../factor/redundant-rows';
import { POSITION, wayOf } from '../rows/row-modes';

/*
 * What stands at a stop is knocked off it where the blow at those that throw back pulls it away, though over the whole step its stop may have
 * pushed. The blow is what those take out of their rows, and 0 of all others, which had no rate: what the factor answers to it alone tells
 * push from pull.
 */

/** Writes to `blow` what the stops that throw back take out, of which `thrown` is the share of their restitution; false if there are none. */
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
