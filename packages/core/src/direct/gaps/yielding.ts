import { YIELDED } from '../../joint/batch/record';
import type { DirectIsland } from '../island/island-system';
import { POSITION } from '../rows/row-modes';

/*
 * Rows in line, or next to it, bear a load across only with impulses that grow without end: a bridge that is made as long as its gap.
 * Where no step that closes them converges, what holds yields by its impulse, as a spring that turns a thousand radians in a step would,
 * from then on until it does so by less than the tolerance.
 */

/** Compliance of the rows that hold, relative to their diagonal. */
export const FLOOR_OF_YIELDING = 1e-6;

/** What holds yields by its impulse. */
export function yieldToImpulses({ system, yielded, mode, impulse, held, attempt }: DirectIsland): void {
  const { compliance } = system;
  for (let row = 0; row < yielded.length; row++)
    yielded[row] = mode[row] === POSITION && held[row] === 0 ? -attempt.h * compliance[row] * impulse[row] : 0;
}

/** True if something yields by more than the tolerance. */
export function yields({ yielded, isAngle, attempt }: DirectIsland): boolean {
  for (let row = 0; row < yielded.length; row++)
    if (Math.abs(yielded[row]) * (isAngle[row] === 1 ? attempt.lengthUnit : 1) > attempt.tolerance) return true;
  return false;
}

/** Of so many frames in a row in which it does not help one begins without, the others with locks that yield. */
const PATIENCE = 8;

/** Above 0 if locks are to yield from the start, as they did in the last step: the joints keep it. */
export function readYielding({ joints, present }: DirectIsland): number {
  if (present === null) return 0;
  if (present.stepLength > 0) return present.yielded;
  present.yielded = 0;
  for (const { batch, slot } of joints)
    present.yielded = Math.max(present.yielded, batch.laws[slot * batch.lawsStride + YIELDED]);
  return present.yielded;
}

/** Tells the joints whether locks are to yield in the next step. */
export function noteYielding({ joints, present }: DirectIsland, yielding: number): void {
  if (present === null || present.yielded === yielding) return;
  present.yielded = yielding;
  for (const { batch, slot } of joints) batch.laws[slot * batch.lawsStride + YIELDED] = yielding;
}

/** After a last resort of rows that may be in line: the attempts without yielding have used up what a frame has for those with it. */
export function yieldNext(island: DirectIsland): void {
  const { system, attempt } = island;
  noteYielding(island, system.canBeRedundant ? (attempt.yieldedInVain + 1) % PATIENCE : 0);
}
