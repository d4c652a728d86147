import type { Hulls } from './hulls';
import { asked, collide, found } from './narrow-phase';
import { GAP, GOES_X, GOES_Y, MARGIN, NORMAL_X, NORMAL_Y, SHARE } from './layout';

/** What `castHull` is told and tells. */
export const way = new Float64Array(3);

/** Steps at most; where one grazes a corner, each is shorter than the last. */
const MOST_STEPS = 64;

const by = new Float64Array(2);

/**
 * Goes with hull `b` along `way`, without turning, until it comes within the margin of hull `a`, and leaves it there: how they meet is what
 * `collide` found. 0 if they do not. By conservative advancement: no gap along an axis is closed sooner than the motion along it allows.
 */
export function castHull(hulls: Hulls, a: number, b: number): number {
  way[SHARE] = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    const count = collide(hulls, a, b);
    if (count > 0) return count;
    const approach = -(way[GOES_X] * found[NORMAL_X] + way[GOES_Y] * found[NORMAL_Y]);
    const gap = found[GAP] - asked[MARGIN] / 2;
    // Within the margin already: what was found is for a neighbour to meet.
    if (!(approach > 0) || found[GAP] <= asked[MARGIN]) return 0;
    const share = gap / approach;
    if (way[SHARE] + share > 1) return 0;
    way[SHARE] += share;
    by[0] = share * way[GOES_X];
    by[1] = share * way[GOES_Y];
    hulls.shift(b, by);
  }
  return 0;
}
