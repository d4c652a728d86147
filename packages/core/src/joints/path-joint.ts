import { COS, SIN } from '../body/body-store';
import { along, STRETCH } from '../coordinates/path';
import { SA, SB, UX, UY, VALUE } from '../coordinates/scalar';
import { finite, frozen, isObject, knownKeys, required } from '../check';
import { refuse } from '../error';
import { givenOr } from '../joint/create-joint';
import { defineJoint, type JointOf } from '../joint/define-joint';
import type { Joint } from '../joint/joint';
import type { JointCommonOptions } from '../joint/joint-options';
import { measureFrames } from '../joint/batch/measure';
import { ARM_AX, ARM_AY, ARM_BX, ARM_BY, FRAME_SIZE, GAP_X, GAP_Y } from '../joint/batch/record';
import { AT_S, AT_T, AT_X, AT_Y, D_X, D_Y, DD_X, DD_Y, Path, type PathData, SPOT_SIZE } from '../math/path';
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
import { readVec } from '../math/vec2';

/** A place on a path: the piece after the point of that number, how far along it (0 to 1), and whole turns of a closed path. */
export interface PathFoot {
  readonly piece: number;
  readonly at: number;
  readonly turns?: number;
}

/** What a path joint follows. */
export interface PathFollowing {
  path: Path | PathData;
  /** Where the foot point is looked for at creation; default: along the whole path, with no turns yet. */
  foot: PathFoot;
}

/** What the handle of a path joint has beside its coordinates. */
export interface Followed {
  readonly path: Path;
  /** The foot point of B's anchor at the present poses, or near a corner of straight pieces the point at its travel: with it, a path joint is made again as it is. */
  readonly foot: Required<PathFoot>;
}

/** Own numbers of a record: piece and parameter of the foot point, whole turns of a closed path; B's anchor in A's frame. */
const PIECE = FRAME_SIZE,
  PARAMETER = FRAME_SIZE + 1,
  TURNS = FRAME_SIZE + 2,
  PLACE_X = FRAME_SIZE + 3,
  PLACE_Y = FRAME_SIZE + 4,
  OWN = 5;

const paths = new WeakMap<Joint, Path>();
/** Piece on which a joint is measured as if that went on straight, −1 where it is not; turns there, and what is added to `travel`. */
const straights = new WeakMap<Joint, Float64Array>();
/** Where smooth curves turn back within next to nothing. */
const tips = new WeakMap<Joint, Float64Array>();
const foot = new Float64Array(SPOT_SIZE);
const place = new Float64Array(PLACE_SIZE);

/**
 * A point of body B on a curve of body A: the roller coaster. `travel` counts on over the turns of a closed path, and is
 * limited to the ends of an open one unless it is given other laws. Where the curve comes close to itself, `foot` says
 * which part is meant; switched on again it follows the part that is nearest then, on a closed path in the turn nearest to
 * the last travel.
 *
 *   travel  q = s           (m)    arc length of the foot point r(s), where (p − r)·r′ = 0; p = pB seen from A
 *   offset  q = (p − r)·n = 0  (m)    n = the curve's left normal
 *   J of travel: that of the tangent, divided by 1 − κ·offset
 *
 * Beside straight pieces there is no curvature to go by: math/polyline.ts says how far along places near their corners are.
 */
export const PathJoint = /* @__PURE__ */ defineJoint<
  'path',
  { travel: typeof along; offset: typeof along },
  Record<never, never>,
  PathFollowing,
  Followed
>({
  name: 'path',
  coordinates: { travel: along, offset: along },
  locked: ['offset'],
  own: OWN,
  findsArcByMeasuring: true,
  follows: 3,
  flat: {
    keys: ['path', 'foot'],
    unfold({
      path,
      bodyB,
      anchor,
      localAnchorA,
      localAnchorB,
      ...options
    }: Partial<PathFollowing> & JointCommonOptions) {
      const followed = readPath(path);
      const { travel } = options as { travel?: unknown };
      const limited = typeof travel === 'object' && travel !== null && 'limits' in travel;
      const ends = followed.closed || limited ? {} : { travel: { limits: [0, followed.length] } };
      if (anchor === undefined) return ends;
      if (localAnchorB !== undefined)
        refuse('option-conflict', 'PathJoint.localAnchorB', 'be left out beside anchor', localAnchorB);
      const at = readVec('PathJoint.anchor', anchor);
      return {
        ...ends,
        anchor: undefined,
        localAnchorA: givenOr(localAnchorA, [0, 0]),
        localAnchorB: bodyB?.toLocal(at) ?? at,
      };
    },
  },

  attach(joint, options) {
    const followed = readPath(options['path'] as Path | PathData | undefined);
    const { foot: given } = options;
    const start = given === undefined ? null : readFoot(followed, given);
    paths.set(joint, followed);
    const sharp = followed.smooth ? findTips(followed, SHARP * joint.requireWorld().lengthUnit) : null;
    if (sharp !== null) tips.set(joint, sharp);
    if (sharp === null || sharp.length > 0) straights.set(joint, Float64Array.of(-1, 0, 0));
    joint.follow();
    if (start === null) findFoot(joint, followed);
    else placeFoot(joint, start.piece, start.at, start.turns);
  },

  facade: (base) =>
    class extends base {
      get path(): Path {
        this.record();
        return pathOf(this);
      }

      get foot(): Required<PathFoot> {
        return footOf(this);
      }
    },

  resume: refindFoot,

  matches: (joint, { path }) => JSON.stringify(pathOf(joint)) === JSON.stringify(readPath(path as Path | PathData)),

  curve: (joint) => pathOf(joint).outline,

  writeCorner({ rows, stride, handles }, j, out, way) {
    const joint = handles[j];
    const followed = joint === null ? undefined : paths.get(joint);
    if (joint === null || followed === undefined) return false;
    const r = j * stride;
    const sharp = tips.get(joint);
    if (sharp !== undefined) return writeTip(rows, r, followed, sharp, out, way);
    place[ON_PIECE] = rows[r + PIECE];
    place[SHARE] = rows[r + PARAMETER];
    place[TURNED] = rows[r + TURNS];
    const { polyline } = followed;
    if (polyline === null) return false;
    return way === 0 ? polyline.writeCorner(place, out) : polyline.writeNextCorner(place, way, out);
  },

  hasCorners({ handles }, j) {
    const joint = handles[j];
    return joint !== null && straights.has(joint);
  },

  goStraight({ handles }, j, pieces, at) {
    const joint = handles[j];
    const on = joint === null ? undefined : straights.get(joint);
    if (on === undefined) return;
    for (let k = 0; k < 3; k++) on[k] = pieces === null ? 0 : pieces[at + k];
    if (pieces === null) on[0] = -1;
  },

  describe: (joint) => ({ path: pathOf(joint).toJSON(), foot: footOf(joint) }),

  measure(d, r, at, q, a, _b, joint) {
    const followed = joint === null ? undefined : paths.get(joint);
    if (followed === undefined) return;
    const c = q[a + COS];
    const s = q[a + SIN];
    // Into A's frame, and out again: at a mean pose the turn is not a pure one.
    const scale = 1 / (c * c + s * s);
    d[r + PLACE_X] = scale * (c * d[r + GAP_X] + s * d[r + GAP_Y]);
    d[r + PLACE_Y] = scale * (c * d[r + GAP_Y] - s * d[r + GAP_X]);
    measurePlace(d, r, followed, joint);
    d[r + at.travel + VALUE] = local[TRAVEL];
    d[r + at.offset + VALUE] = local[OFFSET];
    d[r + at.travel + STRETCH] = local[TRAVEL_STRETCH];
    d[r + at.offset + STRETCH] = local[OFFSET_STRETCH];
    writeAlong(d, r, r + at.travel, q, a, TRAVEL_X);
    writeAlong(d, r, r + at.offset, q, a, OFFSET_X);
  },

  /**
   * A curve is not bilinear in x, cos and sin. But the place in A's frame is, and along the chord from place to place the
   * gradient half way is put right by what it misses (Gonzalez' discrete gradient): a curve then does no work.
   */
  measureMean(batch, j, at, start, end, mean) {
    const { rows: d, stride, bodies } = batch;
    const r = j * stride;
    const joint = batch.handles[j];
    const followed = joint === null ? undefined : paths.get(joint);
    if (followed === undefined) return;
    batch.measure(j, start);
    local[STEEPEST] = 0;
    noteSlope();
    const x = d[r + PLACE_X];
    const y = d[r + PLACE_Y];
    const travel = d[r + at.travel + VALUE];
    const offset = d[r + at.offset + VALUE];
    batch.measure(j, end);
    noteSlope();
    const dx = d[r + PLACE_X] - x;
    const dy = d[r + PLACE_Y] - y;
    const moreTravel = d[r + at.travel + VALUE] - travel;
    const moreOffset = d[r + at.offset + VALUE] - offset;
    d[r + PLACE_X] = x + dx / 2;
    d[r + PLACE_Y] = y + dy / 2;
    measurePlace(d, r, followed, joint);
    const square = dx * dx + dy * dy;
    if (square > SHORT * SHORT * followed.length * followed.length) {
      noteSlope();
      const jumps = followed.polyline !== null && moreTravel * moreTravel > JUMP * JUMP * local[STEEPEST] * square;
      const missedTravel = jumps ? 0 : (moreTravel - local[TRAVEL_X] * dx - local[TRAVEL_Y] * dy) / square;
      const missedOffset = (moreOffset - local[OFFSET_X] * dx - local[OFFSET_Y] * dy) / square;
      local[TRAVEL_X] += missedTravel * dx;
      local[TRAVEL_Y] += missedTravel * dy;
      local[OFFSET_X] += missedOffset * dx;
      local[OFFSET_Y] += missedOffset * dy;
    }
    measureFrames(d, r, mean, bodies[2 * j], bodies[2 * j + 1]);
    writeAlong(d, r, r + at.travel, mean, bodies[2 * j], TRAVEL_X);
    writeAlong(d, r, r + at.offset, mean, bodies[2 * j], OFFSET_X);
  },
});

/** Where travel changes by more than so many times what its gradient says, a piece without room was passed over: no gradient leads there. */
const JUMP = 2;
/** A move shorter than this share of the curve has no chord: its ends are known to 1e-12. */
const SHORT = 1e-6;

/** A tip of a smaller radius than this (lengthUnits), less than what falls moves by in a frame, is a corner. */
const SHARP = 2e-3;

export type PathJoint = JointOf<typeof PathJoint>;

function readPath(path: Path | PathData | null | undefined): Path {
  if (path instanceof Path) return path;
  if (!isObject(path) || !Array.isArray(path.points))
    refuse(
      path === undefined ? 'option-missing' : 'param-invalid',
      'PathJoint.path',
      'be a path(points) or { points, closed, smooth }',
      path,
    );
  knownKeys('PathJoint.path', path, ['points', 'closed', 'smooth']);
  return new Path(path.points, path);
}

function pathOf(joint: Joint): Path {
  return required('PathJoint.path', paths.get(joint));
}

function readFoot(followed: Path, value: unknown): Required<PathFoot> {
  const { piece, at, turns = 0 } = knownKeys('PathJoint.foot', value, ['piece', 'at', 'turns']);
  const { pieces, closed } = followed;
  if (!Number.isInteger(piece) || (piece as number) < 0 || (piece as number) >= pieces)
    refuse('param-invalid', 'PathJoint.foot.piece', `be a whole number from 0 to ${pieces - 1}`, piece);
  if (!Number.isInteger(turns) || (turns !== 0 && !closed))
    refuse('param-invalid', 'PathJoint.foot.turns', closed ? 'be a whole number' : 'be 0 on an open path', turns);
  return { piece: piece as number, at: finite('PathJoint.foot.at', at), turns: turns as number };
}

function footOf(joint: Joint): Required<PathFoot> {
  const last = [joint.read(PIECE), joint.read(PARAMETER), joint.read(TURNS)];
  joint.follow();
  const here = { piece: joint.read(PIECE), at: joint.read(PARAMETER), turns: joint.read(TURNS) };
  placeFoot(joint, last[0], last[1], last[2]);
  return frozen(here);
}

function placeFoot(joint: Joint, piece: number, at: number, turns: number): void {
  joint.initialize(PIECE, piece);
  joint.initialize(PARAMETER, at);
  joint.initialize(TURNS, turns);
}

/** Both values, their gradients by the place, in A's frame, and the stretches of the curve they are of, as last measured. */
const local = new Float64Array(9);
const TRAVEL = 0,
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
function measurePlace(d: Float64Array, r: number, followed: Path, joint: Joint | null): void {
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
  const from = way === 0 ? foot[AT_S] : out[CORNER] - d[r + TURNS] * length;
  let least = Infinity;
  for (let tip = 0; tip < sharp.length; tip += TIP_SIZE)
    for (let turn = closed ? -1 : 0; turn <= (closed ? 1 : 0); turn++) {
      const ahead = sharp[tip + TIP_S] + turn * length - from;
      const distance = way === 0 ? Math.abs(ahead) : way * ahead;
      if (distance >= least || (way !== 0 && !(distance > 0))) continue;
      least = distance;
      const turns = d[r + TURNS] + turn;
      zero(out);
      out[CORNER] = sharp[tip + TIP_S] + turns * length;
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
function noteSlope(): void {
  local[STEEPEST] = Math.max(local[STEEPEST], local[TRAVEL_X] * local[TRAVEL_X] + local[TRAVEL_Y] * local[TRAVEL_Y]);
}

/** The row of the direction at `local[from]`, fixed in A, at B's anchor. */
function writeAlong(d: Float64Array, r: number, o: number, q: Float64Array, a: number, from: number): void {
  const ux = q[a + COS] * local[from] - q[a + SIN] * local[from + 1];
  const uy = q[a + SIN] * local[from] + q[a + COS] * local[from + 1];
  const x = d[r + GAP_X] + d[r + ARM_AX];
  const y = d[r + GAP_Y] + d[r + ARM_AY];
  d[o + UX] = ux;
  d[o + UY] = uy;
  d[o + SA] = -(x * uy - y * ux);
  d[o + SB] = d[r + ARM_BX] * uy - d[r + ARM_BY] * ux;
}

/** Looks along the whole path for the nearest point, to begin from. */
function findFoot(joint: Joint, followed: Path): void {
  const x = joint.read(GAP_X);
  const y = joint.read(GAP_Y);
  const { bodyA } = joint;
  const local = bodyA === null ? { x, y } : bodyA.toLocalVector([x, y]);
  let nearest = Infinity;
  for (let piece = 0; piece < followed.pieces; piece++) {
    for (let k = 0; k < 16; k++) {
      followed.at(piece, (k + 0.5) / 16, foot);
      const distance =
        (foot[AT_X] - local.x) * (foot[AT_X] - local.x) + (foot[AT_Y] - local.y) * (foot[AT_Y] - local.y);
      if (distance >= nearest) continue;
      nearest = distance;
      placeFoot(joint, piece, (k + 0.5) / 16, 0);
    }
  }
}

/** Two places as near to B's anchor as this (lengthUnits) are one: then the foot stays on its part of the curve. */
const SAME_PLACE = 1e-3;

/** Looks along the whole path again, and on a closed one for the turn that is nearest to the last travel. */
function refindFoot(joint: Joint): void {
  const followed = pathOf(joint);
  const last = travelOf(joint, followed);
  joint.follow();
  const kept = [PIECE, PARAMETER, TURNS].map((at) => joint.read(at));
  const away = awayFromFoot(joint, followed);
  findFoot(joint, followed);
  joint.follow();
  if (away <= awayFromFoot(joint, followed) + SAME_PLACE * joint.requireWorld().lengthUnit) {
    placeFoot(joint, kept[0], kept[1], kept[2]);
    joint.follow();
  } else if (followed.closed) {
    const turns = Math.round((last - travelOf(joint, followed)) / followed.length);
    joint.initialize(TURNS, joint.read(TURNS) + turns);
  }
}

function travelOf(joint: Joint, followed: Path): number {
  return followed.travelAt(joint.read(PIECE), joint.read(PARAMETER)) + joint.read(TURNS) * followed.length;
}

/** How far B's anchor is from the foot point as last measured; from the end where that is beyond it. */
function awayFromFoot(joint: Joint, followed: Path): number {
  followed.at(joint.read(PIECE), Math.max(0, Math.min(1, joint.read(PARAMETER))), foot);
  const x = foot[AT_X] - joint.read(PLACE_X);
  const y = foot[AT_Y] - joint.read(PLACE_Y);
  return Math.sqrt(x * x + y * y);
}

/** How far along its piece a foot point goes next: handed from call to call, it would be allocated. */
const step = new Float64Array(1);

/**
 * Newton on (r − p)·r′ = 0 from the last foot point, from piece to piece; leaves the place in `foot`. Where the search
 * turns about, its steps are halved, so that it comes to rest; and where it rests, it rests again, to the bit.
 */
function followFoot(d: Float64Array, r: number, followed: Path): void {
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
  followed.locate(d[r + PIECE], foot);
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
