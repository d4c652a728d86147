import type { Hulls } from './hulls';
import { asked, collide, found, GAP, MARGIN, NORMAL_X, NORMAL_Y } from './narrow-phase';

/** Offsets in `way`: how far hull b goes, and at what share of that it meets hull a. */
export const WAY_X = 0,
  WAY_Y = 1,
  SHARE = 2;

/** What `castHull` is told and tells. */
export const way = new Float64Array(3);

/** Steps at most; where one grazes a corner, each is shorter than the last. */
const MOST_STEPS = 32;

const by = new Float64Array(2);

/**
 * True if hull `b` comes within the margin of hull `a` as it goes along `way` without turning. It is left there, and `found` says how they
 * meet, with `count` points. By conservative advancement: no gap along an axis is closed sooner than the motion along it allows.
 */
export function castHull(hulls: Hulls, a: number, b: number): number {
  way[SHARE] = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    const count = collide(hulls, a, b);
    if (count > 0) return count;
    const approach = -(way[WAY_X] * found[NORMAL_X] + way[WAY_Y] * found[NORMAL_Y]);
    const gap = found[GAP] - asked[MARGIN] / 2;
    // Within the margin already: what was found is for a neighbour to meet.
    if (!(approach > 0) || found[GAP] <= asked[MARGIN]) return 0;
    const share = gap / approach;
    if (way[SHARE] + share > 1) return 0;
    way[SHARE] += share;
    by[0] = share * way[WAY_X];
    by[1] = share * way[WAY_Y];
    hulls.shift(b, by);
  }
  return 0;
}
