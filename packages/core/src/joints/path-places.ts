import type { JointBatch } from '../joint/batch/joint-batch';
import type { Joint } from '../joint/joint';
import { AT_S, AT_T, AT_X, AT_Y, D_X, D_Y, DD_X, DD_Y, type Path } from '../math/path';
import {
  AFTER_X,
  AFTER_Y,
  ALONG,
  ALONG_X,
  ALONG_Y,
  BEFORE_X,
  BEFORE_Y,
  CORNER,
  LEFT,
  ON_PIECE,
  PART,
  PIECE_AFTER,
  PIECE_BEFORE,
  PLACE_SIZE,
  POINT_X,
  POINT_Y,
  type Polyline,
  SHARE,
  TANGENT_X,
  TANGENT_Y,
  TURNED,
} from '../math/polyline';
import { COMES_X, COMES_Y, findTips, GOES_X, GOES_Y, TIP_S, TIP_SIZE, TIP_X, TIP_Y } from '../math/tips';
import { zero } from '../math/short-arrays';
import { followFoot, foot, PARAMETER, PIECE, PLACE_X, PLACE_Y, TURNS } from './path-foot';

/** How far along a curve a place is and how far to its left: on the curve, beside straight pieces, and as if one went on from a corner or tip. */

/** Piece on which a joint is measured as if that went on straight, −1 where it is not; turns there, and what is added to `travel`. */
const straights = new WeakMap<Joint, Float64Array>();
/** Where smooth curves turn back within next to nothing. */
const tips = new WeakMap<Joint, Float64Array>();
const place = new Float64Array(PLACE_SIZE);

/** A tip of a smaller radius than this (lengthUnits), less than what falls moves by in a frame, is a corner. */
const SHARP = 2e-3;

/** A joint that follows a curve with corners, or sharp tips, may be held at them. */
export function findCorners(joint: Joint, followed: Path): void {
  const sharp = followed.smooth ? findTips(followed, SHARP * joint.requireWorld().lengthUnit) : null;
  if (sharp !== null) tips.set(joint, sharp);
  if (sharp === null || sharp.length > 0) straights.set(joint, Float64Array.of(-1, 0, 0));
}

/** As of a joint type. */
export function hasCorners({ handles }: JointBatch, j: number): boolean {
  const joint = handles[j];
  return joint !== null && straights.has(joint);
}

/** As of a joint type. */
export function goStraight({ handles }: JointBatch, j: number, pieces: Float64Array | null, at: number): void {
  const joint = handles[j];
  const on = joint === null ? undefined : straights.get(joint);
  if (on === undefined) return;
  for (let k = 0; k < 3; k++) on[k] = pieces === null ? 0 : pieces[at + k];
  if (pieces === null) on[0] = -1;
}

/** As of a joint type, for the record at `r`. */
export function writeCorner(
  d: Float64Array,
  r: number,
  followed: Path,
  joint: Joint,
  out: Float64Array,
  way: -1 | 0 | 1,
): boolean {
  const sharp = tips.get(joint);
  if (sharp !== undefined) return writeTip(d, r, followed, sharp, out, way);
  place[ON_PIECE] = d[r + PIECE];
  place[SHARE] = d[r + PARAMETER];
  place[TURNED] = d[r + TURNS];
  const { polyline } = followed;
  if (polyline === null) return false;
  return way === 0 ? polyline.writeCorner(place, out) : polyline.writeNextCorner(place, way, out);
}

/** Both values, their gradients by the place, in A's frame, and the stretches of the curve they are of, as last measured. */
export const local = new Float64Array(9);
export const TRAVEL = 0,
  TRAVEL_X = 1,
  TRAVEL_Y = 2,
  OFFSET = 3,
  OFFSET_X = 4,
  OFFSET_Y = 5,
  TRAVEL_STRETCH = 6,
  OFFSET_STRETCH = 7,
  /** Square of the steepest slope of travel in a step. */
  STEEPEST = 8;

/** Measures the place in the record against the curve, into `local`. */
export function measurePlace(d: Float64Array, r: number, followed: Path, joint: Joint | null): void {
  const { polyline } = followed;
  const straight = joint === null ? undefined : straights.get(joint);
  if (polyline !== null) measureBeside(d, r, polyline, straight);
  else if (straight !== undefined && straight[0] >= 0) measureAtTip(d, r, followed, joint, straight);
  else measureOnCurve(d, r, followed);
}

/** Writes the tip that is nearest along to a foot point, or comes next after the one in `out`, as a corner; false where there is none. */
function writeTip(
  d: Float64Array,
  r: number,
  followed: Path,
  sharp: Float64Array,
  out: Float64Array,
  way: -1 | 0 | 1,
): boolean {
  const { length, closed } = followed;
  foot[AT_T] = d[r + PARAMETER];
  followed.measureTravel(d[r + PIECE], foot);
  const from = way === 0 ? foot[AT_S] + d[r + TURNS] * length : out[CORNER];
  let least = Infinity;
  for (let tip = 0; tip < sharp.length; tip += TIP_SIZE)
    for (let turn = closed ? -1 : 0; turn <= (closed ? 1 : 0); turn++) {
      const turns = d[r + TURNS] + turn;
      // As it was written: rounded otherwise the next one would be the same, for ever.
      const at = sharp[tip + TIP_S] + turns * length;
      const distance = way === 0 ? Math.abs(at - from) : way * (at - from);
      if (distance >= least || (way !== 0 && !(distance > 0))) continue;
      least = distance;
      zero(out);
      out[CORNER] = at;
      out[BEFORE_X] = sharp[tip + COMES_X];
      out[BEFORE_Y] = sharp[tip + COMES_Y];
      out[AFTER_X] = sharp[tip + GOES_X];
      out[AFTER_Y] = sharp[tip + GOES_Y];
      // As numbers of pieces, where `COMES_X` from there on is their direction.
      out[PIECE_BEFORE] = tip;
      out[PIECE_AFTER] = tip + GOES_X - COMES_X;
      out[PIECE_BEFORE + 1] = out[PIECE_AFTER + 1] = turns;
    }
  return least < Infinity;
}

/** Measures the place in the record as if the curve came to its tip, or went on from there, straight. */
function measureAtTip(d: Float64Array, r: number, followed: Path, joint: Joint | null, straight: Float64Array): void {
  const sharp = joint === null ? undefined : tips.get(joint);
  if (sharp === undefined) return;
  const way = straight[0];
  const tip = way - (way % TIP_SIZE);
  const tx = sharp[way + COMES_X];
  const ty = sharp[way + COMES_Y];
  const x = d[r + PLACE_X] - sharp[tip + TIP_X];
  const y = d[r + PLACE_Y] - sharp[tip + TIP_Y];
  local[TRAVEL] = sharp[tip + TIP_S] + straight[1] * followed.length + x * tx + y * ty;
  local[TRAVEL_X] = local[OFFSET_Y] = tx;
  local[TRAVEL_Y] = ty;
  local[OFFSET] = y * tx - x * ty;
  local[OFFSET_X] = -ty;
  local[TRAVEL_STRETCH] = local[OFFSET_STRETCH] = 0;
}

function measureOnCurve(d: Float64Array, r: number, followed: Path): void {
  followFoot(d, r, followed);
  followed.measureTravel(d[r + PIECE], foot);

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
  local[TRAVEL_STRETCH] = local[OFFSET_STRETCH] = 0;
}

/** As of a joint type, for the record at `r`, of a smooth curve: κ/(1 − κ·offset); nothing in a tip, which is a corner. */
export function writeBend(d: Float64Array, r: number, followed: Path, joint: Joint, out: Float64Array): void {
  const straight = straights.get(joint);
  if (straight !== undefined && straight[0] >= 0) return;
  const sharp = straight === undefined ? 0 : SHARP * joint.requireWorld().lengthUnit;
  foot[AT_T] = d[r + PARAMETER];
  followed.locate(d[r + PIECE], foot);
  const ex = d[r + PLACE_X] - foot[AT_X];
  const ey = d[r + PLACE_Y] - foot[AT_Y];
  const square = foot[D_X] * foot[D_X] + foot[D_Y] * foot[D_Y];
  // κ·|r′|³, and 1 − κ·offset = (|r′|² − e·r″)/|r′|² at a foot, where e·r′ = 0.
  const turn = foot[D_X] * foot[DD_Y] - foot[D_Y] * foot[DD_X];
  const room = square - ex * foot[DD_X] - ey * foot[DD_Y];
  const speed = Math.sqrt(square);
  if (room > 0 && Math.abs(turn) * sharp < square * speed) out[0] = turn / (room * speed);
}

function measureBeside(d: Float64Array, r: number, polyline: Polyline, straight: Float64Array | undefined): void {
  place[POINT_X] = d[r + PLACE_X];
  place[POINT_Y] = d[r + PLACE_Y];
  if (straight !== undefined && straight[0] >= 0) {
    place[ON_PIECE] = straight[0];
    place[TURNED] = straight[1];
    polyline.measureStraight(place);
    place[ALONG] += straight[2];
  } else {
    place[ON_PIECE] = d[r + PIECE];
    place[TURNED] = d[r + TURNS];
    polyline.find(place);
    d[r + PIECE] = place[ON_PIECE];
    d[r + TURNS] = place[TURNED];
    d[r + PARAMETER] = place[SHARE];
  }
  local[TRAVEL] = place[ALONG];
  local[TRAVEL_X] = place[ALONG_X];
  local[TRAVEL_Y] = place[ALONG_Y];
  local[OFFSET] = place[LEFT];
  local[OFFSET_X] = -place[TANGENT_Y];
  local[OFFSET_Y] = place[TANGENT_X];
  local[TRAVEL_STRETCH] = 3 * place[ON_PIECE] + place[PART];
  local[OFFSET_STRETCH] = place[ON_PIECE];
}

/** Here rather than in a number that is handed back: it would be allocated. */
export function noteSlope(): void {
  local[STEEPEST] = Math.max(local[STEEPEST], local[TRAVEL_X] * local[TRAVEL_X] + local[TRAVEL_Y] * local[TRAVEL_Y]);
}
