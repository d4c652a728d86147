import { YIELDED } from '../../joint/batch/record';
import type { DirectIsland } from '../island/island-system';
import { POSITION } from '../rows/row-modes';

/*
 * Rows in line, or next to it, bear a load across only with impulses that grow without end: a bridge that is made as long as its gap.
 * Where no step that closes them converges, what holds yields by its impulse, as a spring that turns a hundred radians in a step would,
 * from then on until it does so by less than the tolerance.
 */

/** Compliance of the rows that hold, relative to their diagonal. */
export const FLOOR_OF_YIELDING = 1e-4;

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

/** True if locks yielded in the last step: the joints keep it. */
export function hasYielded({ joints, present }: DirectIsland): boolean {
  if (present === null) return false;
  if (present.stepLength > 0) return present.yielded;
  present.yielded = false;
  for (const { batch, slot } of joints) if (batch.laws[slot * batch.lawsStride + YIELDED] === 1) present.yielded = true;
  return present.yielded;
}

/** Tells the joints whether locks yield in this step. */
export function noteYielding({ joints, present }: DirectIsland, yielding: boolean): void {
  if (present === null || present.yielded === yielding) return;
  present.yielded = yielding;
  for (const { batch, slot } of joints) batch.laws[slot * batch.lawsStride + YIELDED] = yielding ? 1 : 0;
}
