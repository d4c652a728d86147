import {
  LATCH,
  LIMITS_CAP,
  LIMITS_CAPPED,
  LOWER_BOUND,
  LOWER_IMPULSE,
  RATCHET_CAP,
  RATCHET_CAPPED,
  RATCHET_IMPULSE,
  UPPER_BOUND,
  UPPER_IMPULSE,
} from '../../coordinates/laws/law-fields';
import { NO_FIELD } from '../../coordinates/laws/soft-laws';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { AT_UPPER, isTooth, NO_STOP, wayOf } from './row-modes';

/**
 * Stops and teeth with a cap. `yielding` is 0 where one holds as any other does; 1 or −1, the way in which it pushes, where it is at its cap
 * and what it should stop goes on; `STOPPING` times that in the step in which that comes to rest. There it is held, and brought back as
 * limits are that were drawn in (close-gaps.ts).
 */
export const STOPPING = 2;

/** True of one that brings the rate of its row to nothing. */
export function isStopping({ yielding }: DirectIsland, row: number): boolean {
  return Math.abs(yielding[row]) === STOPPING;
}

/** What goes less far than this share of the tolerance in a step stands. */
const STANDS = 1e-3;

/** True of a rate at `rates[i]` that leads off a stop, by more than rounding where others hold what that pushes. */
export function leadsOff(
  { isAngle, attempt }: DirectIsland,
  row: number,
  way: number,
  rates: Float64Array,
  i: number,
): boolean {
  const { h, tolerance, lengthUnit } = attempt;
  return way * rates[i] * h * (isAngle[row] === 1 ? lengthUnit : 1) > STANDS * tolerance;
}

/** Where the impulses of the last step lie, by stop. */
export const IMPULSE_OF = [0, LOWER_IMPULSE, UPPER_IMPULSE, LOWER_IMPULSE, RATCHET_IMPULSE, RATCHET_IMPULSE];

/** Where the value of a stop lies in the laws. */
export function stopIndex(stop: number, p: number): number {
  return p + (isTooth(stop) ? LATCH : stop === AT_UPPER ? UPPER_BOUND : LOWER_BOUND);
}

/** True of a tooth that is met before a bound on the same side. */
export function isMetBefore(w: Float64Array, p: number, tooth: number, bound: number): boolean {
  const way = wayOf(bound);
  return wayOf(tooth) === way && way * (w[stopIndex(tooth, p)] - w[stopIndex(bound, p)]) > 0;
}

/** Where its cap lies; `NO_FIELD` of one without. */
export function stopCap(flags: number, stop: number, p: number): number {
  if (isTooth(stop)) return flags & RATCHET_CAPPED ? p + RATCHET_CAP : NO_FIELD;
  return stop !== NO_STOP && flags & LIMITS_CAPPED ? p + LIMITS_CAP : NO_FIELD;
}

/** What one that yields pushes with. */
export function pushOf({ stopAt, yielding }: DirectIsland, { row, p, joint }: DirectCoordinate, flags: number): number {
  const way = yielding[row];
  return way === 1 || way === -1 ? way * joint.batch.laws[stopCap(flags, stopAt[row], p)] : 0;
}
