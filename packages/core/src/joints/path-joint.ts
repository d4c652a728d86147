import { COS, SIN } from '../state/body-store';
import type { ScalarKind } from '../coordinates/coordinate';
import { along } from '../coordinates/path';
import { SA, SB, UX, UY, VALUE } from '../coordinates/scalar';
import { finite, frozen, isObject, knownKeys, required } from '../base/check';
import { refuse } from '../base/error';
import { givenOr } from '../joint/create-joint';
import { defineJoint, type JointOf } from '../joint/define-joint';
import type { Joint } from '../joint/joint';
import type { AnchorOptions } from '../joint/frames';
import type { JointCommonOptions } from '../joint/joint-options';
import { measureFrames } from '../batches/measure';
import { ARM_AX, ARM_AY, ARM_BX, ARM_BY, GAP_X, GAP_Y } from '../state/record';
import { Path, type PathData } from '../math/path';
import { AT_X, AT_Y } from '../math/spot';
import { readVec } from '../math/vec2';
import { foot, OWN, PARAMETER, PIECE, PLACE_X, PLACE_Y, TURNS } from './path-foot';
import { local, measurePlace, OFFSET, OFFSET_X, OFFSET_Y, TRAVEL, TRAVEL_X, TRAVEL_Y } from './path-places';

/** A place on a path. */
export interface PathFoot {
  /** Number of the piece, from 0. */
  readonly piece: number;
  /** How far along the piece, by the curve's parameter: 0 at its first point, 1 at its last. */
  readonly at: number;
  /** Whole turns of a closed path that are behind it; default 0, of an open one always. */
  readonly turns?: number;
}

/** What a path joint follows. */
export interface PathFollowing {
  /** The curve in A's frame: a `path(points)`, or its points as data. Throws `option-missing` without one. */
  readonly path: Path | PathData;
  /** Where the foot point is looked for at creation; default: along the whole path, with no turns yet. */
  readonly foot?: PathFoot;
}

/** What the handle of a path joint has beside its coordinates. */
export interface Followed {
  /** The curve that it follows, in A's frame. */
  readonly path: Path;
  /** The foot point of B's anchor at the present poses: with it, a path joint is made again as it is. */
  readonly foot: Required<PathFoot>;
}

const paths = new WeakMap<Joint, Path>();

/** What a path measures. */
export interface PathCoordinates {
  /** Arc length of the foot point from the first point of the path, world units; over all turns of a closed one. */
  readonly travel: ScalarKind<'length'>;
  /** How far B’s anchor is to the left of the path, world units, held from the start. */
  readonly offset: ScalarKind<'length'>;
}

const coordinates: PathCoordinates = { travel: along, offset: along };

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
 * Corners of straight pieces are rounded (math/rounded-polyline.ts).
 */
export const PathJoint = /* @__PURE__ */ defineJoint<
  'path',
  PathCoordinates,
  'anchors',
  object,
  PathFollowing,
  Followed
>({
  name: 'path',
  coordinates,
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
    }: PathFollowing & JointCommonOptions & AnchorOptions) {
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
    measurePlace(d, r, followed);
    d[r + at.travel + VALUE] = local[TRAVEL];
    d[r + at.offset + VALUE] = local[OFFSET];
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
    const x = d[r + PLACE_X];
    const y = d[r + PLACE_Y];
    const travel = d[r + at.travel + VALUE];
    const offset = d[r + at.offset + VALUE];
    batch.measure(j, end);
    const dx = d[r + PLACE_X] - x;
    const dy = d[r + PLACE_Y] - y;
    const moreTravel = d[r + at.travel + VALUE] - travel;
    const moreOffset = d[r + at.offset + VALUE] - offset;
    d[r + PLACE_X] = x + dx / 2;
    d[r + PLACE_Y] = y + dy / 2;
    measurePlace(d, r, followed);
    const square = dx * dx + dy * dy;
    if (square > SHORT * SHORT * followed.length * followed.length) {
      const missedTravel = (moreTravel - local[TRAVEL_X] * dx - local[TRAVEL_Y] * dy) / square;
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

/** A move shorter than this share of the curve has no chord: its ends are known to 1e-12. */
const SHORT = 1e-6;

export interface PathJoint extends JointOf<typeof PathJoint> {}

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
