import type { Path } from '../math/path';
import { AT_S, AT_X, AT_Y, D_X, D_Y, DD_X, DD_Y } from '../math/spot';
import { followFoot, foot, PIECE, PLACE_X, PLACE_Y, TURNS } from './path-foot';

/** How far along a curve a place is and how far to its left. */

/** Both values and their gradients by the place, in A's frame, as last measured. */
export const local = new Float64Array(6);
export const TRAVEL = 0,
  TRAVEL_X = 1,
  TRAVEL_Y = 2,
  OFFSET = 3,
  OFFSET_X = 4,
  OFFSET_Y = 5;

/** Measures the place in the record against the curve, into `local`. */
export function measurePlace(d: Float64Array, r: number, followed: Path): void {
  followFoot(d, r, followed);
  followed.measureTravel(d[r + PIECE] | 0, foot);

  const speed = Math.sqrt(foot[D_X] * foot[D_X] + foot[D_Y] * foot[D_Y]);
  const tx = foot[D_X] / speed;
  const ty = foot[D_Y] / speed;
  const curvature = (foot[D_X] * foot[DD_Y] - foot[D_Y] * foot[DD_X]) / (speed * speed * speed);
  const offset = (d[r + PLACE_Y] - foot[AT_Y]) * tx - (d[r + PLACE_X] - foot[AT_X]) * ty;
  const gain = 1 / (1 - curvature * offset);
  local[TRAVEL] = foot[AT_S] + d[r + TURNS] * followed.length;
  local[TRAVEL_X] = gain * tx;
  local[TRAVEL_Y] = gain * ty;
  local[OFFSET] = offset;
  local[OFFSET_X] = -ty;
  local[OFFSET_Y] = tx;
}
