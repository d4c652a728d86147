import { FRAME_SIZE } from '../state/record';
import type { Path } from '../math/path';
import { AT_T, AT_X, AT_Y, D_X, D_Y, DD_X, DD_Y, SPOT_SIZE } from '../math/spot';

/** Where B's anchor is nearest to a curve of A. */

/** Own numbers of a record: piece and parameter of the foot point, whole turns of a closed path; B's anchor in A's frame. */
export const PIECE = FRAME_SIZE,
  PARAMETER = FRAME_SIZE + 1,
  TURNS = FRAME_SIZE + 2,
  PLACE_X = FRAME_SIZE + 3,
  PLACE_Y = FRAME_SIZE + 4,
  OWN = 5;

/** The foot point at hand. */
export const foot = new Float64Array(SPOT_SIZE);

/** How far along its piece a foot point goes next: handed from call to call, it would be allocated. */
const step = new Float64Array(1);

/**
 * Newton on (r − p)·r′ = 0 from the last foot point, from piece to piece; leaves the place in `foot`. Where the search
 * turns about, its steps are halved, so that it comes to rest; and where it rests, it rests again, to the bit.
 */
export function followFoot(d: Float64Array, r: number, followed: Path): void {
  const piece = d[r + PIECE];
  const parameter = d[r + PARAMETER];
  const turns = d[r + TURNS];
  let most = 0.5;
  let before = 0;
  let k = 2 * followed.pieces + 100;
  for (; k > 0; k--) {
    locateFoot(d, r, followed);
    findStep(d, r);
    const full = step[0];
    // Also where a trial of the direct step has gone so far that it is no number: the next one begins from here.
    if (!(Math.abs(full) > 0 && Math.abs(full) < Infinity)) break;
    if (leaveEnd(d, r, followed)) continue;
    if (full * before < 0) most = Math.abs(before) / 2;
    before = Math.max(-most, Math.min(most, full));
    step[0] = before;
    move(d, r, followed);
  }
  if (k === 0) {
    // The search found no rest, and would end elsewhere if it went on from here at the same pose: the foot point stays where it was.
    d[r + PIECE] = piece;
    d[r + PARAMETER] = parameter;
    d[r + TURNS] = turns;
    locateFoot(d, r, followed);
  }
}

/** Leaves the foot point in `foot`. */
function locateFoot(d: Float64Array, r: number, followed: Path): void {
  foot[AT_T] = d[r + PARAMETER];
  followed.locate(d[r + PIECE] | 0, foot);
}

/** Writes how far along its piece a foot point has to go for the nearest place; 0 where it is as near as numbers tell. */
function findStep(d: Float64Array, r: number): void {
  const ex = foot[AT_X] - d[r + PLACE_X];
  const ey = foot[AT_Y] - d[r + PLACE_Y];
  const first = ex * foot[D_X] + ey * foot[D_Y];
  const square = foot[D_X] * foot[D_X] + foot[D_Y] * foot[D_Y];
  const slope = square + ex * foot[DD_X] + ey * foot[DD_Y];
  // Beyond the curve's own circle the slope turns: then only its safe part leads downhill.
  const full = -first / (slope > 1e-3 * square ? slope : square);
  step[0] = full * full * square < 1e-24 * (square + ex * ex + ey * ey) ? 0 : full;
}

/** Beyond an end of an open path it is straight, and the step exact: as far as it leads, or back to the end. */
function leaveEnd(d: Float64Array, r: number, followed: Path): boolean {
  const t = d[r + PARAMETER];
  const first = t < 0 && d[r + PIECE] === 0;
  if (followed.closed || !(first || (t > 1 && d[r + PIECE] === followed.pieces - 1))) return false;
  d[r + PARAMETER] = first ? Math.min(0, t + step[0]) : Math.max(1, t + step[0]);
  return true;
}

/** Moves the foot point by `step`, into the neighbouring piece where it leaves its own. */
function move(d: Float64Array, r: number, { closed, pieces }: Path): void {
  const piece = d[r + PIECE];
  const t = d[r + PARAMETER] + step[0];
  const last = pieces - 1;
  if (t < 0 && (piece > 0 || closed)) {
    if (piece === 0) d[r + TURNS] -= 1;
    d[r + PIECE] = piece === 0 ? last : piece - 1;
    d[r + PARAMETER] = t + 1;
  } else if (t > 1 && (piece < last || closed)) {
    if (piece === last) d[r + TURNS] += 1;
    d[r + PIECE] = piece === last ? 0 : piece + 1;
    d[r + PARAMETER] = t - 1;
  } else d[r + PARAMETER] = t;
}
