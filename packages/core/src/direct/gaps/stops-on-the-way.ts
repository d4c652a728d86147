import { LOWER, LOWER_BOUND, UPPER, UPPER_BOUND } from '../../coordinates/laws/law-fields';
import { hardStops } from '../../coordinates/laws/motor';
import { FLAGS } from '../../coordinates/scalar';
import type { DirectIsland } from '../island/island-system';
import { DRAWN, MOVED, way } from './find-way';

/** The share of its way that a row goes up to the stop that it passes. */
const upTo = new Float64Array(1);

/**
 * True if a stop that does not act was passed, by values at hand. Leaves in `way` the share of the way of laws with caps that goes up to it,
 * or, where none draws, holds the row at the stop from now on.
 */
export function findPassed(island: DirectIsland): boolean {
  const { coordinates } = island;
  let any = false;
  let share = 1;
  for (let i = 0; i < coordinates.length; i++) {
    const { scalar, row, o, p, joint } = coordinates[i];
    if (!scalar || island.held[row] === 0) continue;
    const { rows: d, laws: w } = joint.batch;
    const flags = hardStops(d[o + FLAGS] | 0);
    if (flags & LOWER && isPassed(island, row, 1, w, p + LOWER_BOUND)) any = true;
    else if (flags & UPPER && isPassed(island, row, -1, w, p + UPPER_BOUND)) any = true;
    else continue;
    share = Math.min(share, upTo[0]);
  }
  if (way[DRAWN] > 0) way[DRAWN] *= share;
  return any;
}

/** True of a row that has gone past a stop; where no law with a cap draws, that stop holds it from now on. */
function isPassed(island: DirectIsland, row: number, side: 1 | -1, w: Float64Array, bound: number): boolean {
  const { held, after, borne: now, isAngle, rateBefore: asked, attempt } = island;
  const room = Math.max(0, side * (after[row] - w[bound]));
  const gone = side * (after[row] - now[row]);
  if (!((gone - room) * (isAngle[row] === 1 ? attempt.lengthUnit : 1) > attempt.tolerance)) return false;
  upTo[0] = room / gone;
  if (way[DRAWN] > 0) return true;
  held[row] = 0;
  asked[row] = (-side * room) / way[MOVED];
  return true;
}
