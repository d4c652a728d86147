import type { BodyStore } from '../../body/body-store';
import { mayTry } from '../budget';
import type { DirectIsland } from '../island/island-system';
import { solve } from '../factor/ldlt';
import { OPEN, WIDEST } from '../island/outcomes';
import { measurePins } from '../pins/pins';
import { weighByMass } from '../impacts/project';
import { factoriseIsland } from '../factor/redundant-rows';
import { POSITION, wayOf } from '../rows/row-modes';
import { FLOOR_OF_LOOPS } from '../factor/row-system';
import { FLOOR_OF_YIELDING } from './yielding';

/*
 * Joints that are there twice and miss each other stay open by a gap g, and an open gap is a lever: what would move nothing but for it has
 * eigenvalues of (g/l)². Above the floor those count as what rows can do, and hold the gap in the axes of the world: where two hinges missed
 * each other by a millimetre nothing turned any more. So the floor is raised above them.
 */

/** Floor by the square of the widest gap, in lengthUnits, and at most: beyond that rows yield that are only long chains. */
const FLOOR_OF_GAPS = 1000;
const MOST_FLOOR = 1e-3;
/** Misfits are wider than so many tolerances, and narrower than this, per lengthUnit: (g/l)² is no small number beyond. */
const LEAST_MISFIT = 10;
const MOST_MISFIT = 0.02;
/** Gaps are of misfits if no impulse can do so much of them: next to nothing of what is yet to close. If it is nearly all nothing is held. */
const LEFT_OPEN = 0.25;
const NEARLY_ALL = 0.8;

/** Finds the floor of this step, from the gaps at its start. */
export function findFloor(island: DirectIsland, store: BodyStore): void {
  const { system, out, attempt } = island;
  attempt.floor = attempt.yields ? FLOOR_OF_YIELDING : FLOOR_OF_LOOPS;
  if (!system.canBeRedundant || attempt.fits || attempt.yields) return;
  measureOpen(island);
  const widest = out[OPEN];
  const lever = widest / attempt.lengthUnit;
  const floor = FLOOR_OF_GAPS * lever * lever;
  if (!(floor > FLOOR_OF_LOOPS && widest > LEAST_MISFIT * attempt.tolerance && lever < MOST_MISFIT)) return;
  if (!mayTry(island)) return;
  attempt.floor = Math.min(MOST_FLOOR, floor);
  measureLeftOpen(island, store);
  if (out[OPEN] > NEARLY_ALL * widest) letGo(island);
  if (out[OPEN] > LEFT_OPEN * widest) return;
  attempt.floor = FLOOR_OF_LOOPS;
  attempt.redundant = false;
}

/** Leaves in `out` the widest of what no impulse can do of the gaps, with the floor of the attempt. */
function measureLeftOpen(island: DirectIsland, store: BodyStore): void {
  const { system, start, pins, borne: gap, isAngle, out, attempt } = island;
  for (let i = 0; i < pins.length; i++) measurePins(pins[i], start, system.jacobian);
  weighByMass(island, store);
  factoriseIsland(island, null);
  readGaps(island);
  solve(system.factor, gap);
  let widest = 0;
  for (let row = 0; row < gap.length; row++) {
    const left = Math.abs(gap[row]) * system.compliance[row] * (isAngle[row] === 1 ? attempt.lengthUnit : 1);
    if (left > widest) widest = left;
  }
  out[OPEN] = widest;
}

/** What stays open by itself need not be held, but for what is corrected at a rate of its own, and stops. */
function letGo({ gap, corrected, stopAt }: DirectIsland): void {
  for (let row = 0; row < gap.length; row++) if (corrected[row] === 1 && wayOf(stopAt[row]) === 0) gap[row] = 0;
}

/** Leaves the widest gap of what holds from both sides in `out`. */
function measureOpen(island: DirectIsland): void {
  const { before, goal, lawRows, isAngle, out, attempt } = island;
  let widest = out[WIDEST];
  for (let k = 0; k < lawRows.length; k++) {
    const row = lawRows[k];
    if (!holds(island, row)) continue;
    const size = Math.abs(before[row] - goal[row]) * (isAngle[row] === 1 ? attempt.lengthUnit : 1);
    if (size > widest) widest = size;
  }
  out[OPEN] = widest;
}

/** Writes those gaps to `borne`. */
function readGaps(island: DirectIsland): void {
  const { borne: gap, before, goal, lawRows } = island;
  gap.set(before);
  for (let k = 0; k < lawRows.length; k++) {
    const row = lawRows[k];
    gap[row] = holds(island, row) ? before[row] - goal[row] : 0;
  }
}

function holds({ mode, stopAt }: DirectIsland, row: number): boolean {
  return mode[row] === POSITION && wayOf(stopAt[row]) === 0;
}
