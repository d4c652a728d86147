import type { BodyStore } from '../../body/body-store';
import { zero } from '../../math/short-arrays';
import type { DirectIsland } from '../island/island-system';
import { solve } from '../factor/ldlt';
import { pushRows } from '../mean-pose';
import { writeRates } from '../motion/measure-rows';
import { askPins, pushPins } from '../pins/pins';
import { setAside, weighByMass } from '../impacts/project';
import { factoriseIsland, leaveUnborne } from '../factor/redundant-rows';
import { POSITION } from '../rows/row-modes';
import { measureArms } from '../gaps/turned-gaps';

/**
 * What servos move that loops, gears or ropes tie to more than their own joints know: what one unit of impulse on a row changes the rates of all
 * servos by, while locks, and stops that bear something, hold. The laws of a servo have no part in it.
 */

/** Prepares `weight` and the factor of what holds, as the island begins a step. `putBack` of project.ts ends it. */
export function beginHolding(island: DirectIsland, store: BodyStore): void {
  const { lawRows, held, mode, attempt } = island;
  measureArms(island, island.start);
  weighByMass(island, store);
  setAside(island);
  for (let k = 0; k < lawRows.length; k++) held[lawRows[k]] = mode[lawRows[k]] === POSITION ? 0 : 1;
  const { redundant } = attempt;
  attempt.redundant = false;
  factoriseIsland(island, null);
  isRedundant = attempt.redundant;
  attempt.redundant = redundant;
}

let isRedundant = false;

/** Leaves in `du` the velocity that one unit of impulse on `row` gives. */
export function strikeRow(island: DirectIsland, row: number): void {
  const { system, weight, du, dImpulse: mu, lawRows, held, rate, before } = island;
  const { entryStart, body, jacobian: J } = system;
  zero(du);
  for (let e = entryStart[row]; e < entryStart[row + 1]; e++) {
    const i = 3 * body[e];
    for (let k = 0; k < 3; k++) du[i + k] += weight[i + k] * J[3 * e + k];
  }
  zero(mu);
  askPins(island, before, before, du, mu);
  writeRates(island, du);
  for (let k = 0; k < lawRows.length; k++) mu[lawRows[k]] = held[lawRows[k]] === 1 ? 0 : -rate[lawRows[k]];
  solve(system.factor, mu);
  if (isRedundant) leaveUnborne(island, mu);
  for (let k = 0; k < lawRows.length; k++) if (held[lawRows[k]] === 1) mu[lawRows[k]] = 0;
  pushPins(island, mu, du);
  pushRows(island, mu, du);
}
