import { COS, SIN } from '../body/body-store';
import { axis } from '../coordinates/axis';
import { along } from '../coordinates/path';
import { refuse } from '../error';
import { defineJoint, type JointOf } from '../joint/define-joint';
import type { Joint, JointCommonOptions } from '../joint/joint';
import { ARM_AX, ARM_AY, ARM_BX, ARM_BY, FRAME_SIZE, GAP_X, GAP_Y } from '../joint/record';
import { AT_X, AT_Y, D_X, D_Y, DD_X, DD_Y, Path, type PathData } from '../math/path';

/** What a path joint follows. */
export interface PathFollowing {
  path: Path | PathData;
}

/** Own numbers of a record: piece and parameter of the foot point, arc length gained by whole turns of a closed path. */
const PIECE = FRAME_SIZE,
  PARAMETER = FRAME_SIZE + 1,
  TURNS = FRAME_SIZE + 2,
  OWN = 3;

const paths = new WeakMap<Joint, Path>();
const foot = new Float64Array(6);

/**
 * A point of body B on a curve of body A: the roller coaster. `travel` counts on over the turns of a closed path, and is
 * limited to the ends of an open one unless it is given other laws.
 *
 *   travel  q = s           (m)    arc length of the foot point r(s), where (p − r)·r′ = 0; p = pB seen from A
 *   offset  q = (p − r)·n = 0  (m)    n = the curve's left normal
 *   J of travel: that of the tangent, divided by 1 − κ·offset
 */
export const PathJoint = /* @__PURE__ */ defineJoint({
  name: 'path',
  coordinates: { travel: along, offset: along },
  locked: ['offset'],
  own: OWN,
  findsArcByMeasuring: true,
  flat: {
    keys: ['path'],
    unfold({
      path,
      bodyB,
      anchor,
      localAnchorA,
      localAnchorB,
      ...options
    }: Partial<PathFollowing> & JointCommonOptions) {
      const followed = readPath(path);
      const { travel } = options as { travel?: object };
      const limited = travel !== undefined && 'limits' in travel;
      const ends = followed.closed || limited ? {} : { travel: { limits: [0, followed.length] } };
      if (anchor === undefined) return ends;
      if (localAnchorB !== undefined)
        refuse('option-conflict', 'PathJoint.localAnchorB', 'be left out beside anchor', localAnchorB);
      return {
        ...ends,
        anchor: undefined,
        localAnchorA: localAnchorA ?? [0, 0],
        localAnchorB: bodyB?.toLocal(anchor) ?? anchor,
      };
    },
  },

  attach(joint, options) {
    const followed = readPath(options['path'] as Path | PathData | undefined);
    paths.set(joint, followed);
    joint.measure();
    findFoot(joint, followed);
  },

  curve: (joint) => {
    const followed = paths.get(joint);
    if (followed === undefined) return { points: new Float64Array(0), lengths: new Float64Array(0), pointCount: 0 };
    return followed.outline;
  },

  describe: (joint) => ({ path: paths.get(joint)?.toJSON() }),

  measure(d, r, at, q, a, _b, joint) {
    const followed = joint === null ? undefined : paths.get(joint);
    if (followed === undefined) return;
    const c = q[a + COS];
    const s = q[a + SIN];
    // Into A's frame, and out again: at a mean pose the turn is not a pure one.
    const scale = 1 / (c * c + s * s);
    const x = scale * (c * d[r + GAP_X] + s * d[r + GAP_Y]);
    const y = scale * (c * d[r + GAP_Y] - s * d[r + GAP_X]);
    followFoot(d, r, followed, x, y);

    const speed = Math.sqrt(foot[D_X] * foot[D_X] + foot[D_Y] * foot[D_Y]);
    const tx = foot[D_X] / speed;
    const ty = foot[D_Y] / speed;
    const curvature = (foot[D_X] * foot[DD_Y] - foot[D_Y] * foot[DD_X]) / (speed * speed * speed);
    const offset = (y - foot[AT_Y]) * tx - (x - foot[AT_X]) * ty;
    const gain = 1 / (1 - curvature * offset);
    const ux = c * tx - s * ty;
    const uy = s * tx + c * ty;
    writeAlong(
      d,
      r,
      r + at.travel,
      gain * ux,
      gain * uy,
      followed.travelAt(d[r + PIECE], d[r + PARAMETER]) + d[r + TURNS],
    );
    writeAlong(d, r, r + at.offset, -uy, ux, offset);
  },
});

export type PathJoint = JointOf<typeof PathJoint>;

function readPath(path: Path | PathData | undefined): Path {
  if (path instanceof Path) return path;
  if (typeof path !== 'object' || !Array.isArray(path.points))
    refuse('option-missing', 'PathJoint.path', 'be a path(points) or { points, closed, smooth }', path);
  return new Path(path.points, path);
}

/** The row of a direction (ux, uy) fixed in A, at B's anchor. */
function writeAlong(d: Float64Array, r: number, o: number, ux: number, uy: number, value: number): void {
  const x = d[r + GAP_X] + d[r + ARM_AX];
  const y = d[r + GAP_Y] + d[r + ARM_AY];
  axis.write(d, o, ux, uy, -(x * uy - y * ux), d[r + ARM_BX] * uy - d[r + ARM_BY] * ux, value);
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
      joint.initialize(PIECE, piece);
      joint.initialize(PARAMETER, (k + 0.5) / 16);
    }
  }
  joint.initialize(TURNS, 0);
}

/** Newton on (r − p)·r′ = 0 from the last foot point, from piece to piece; leaves the place in `foot`. */
function followFoot(d: Float64Array, r: number, followed: Path, x: number, y: number): void {
  for (let k = 0; k < 30; k++) {
    followed.at(d[r + PIECE], d[r + PARAMETER], foot);
    const ex = foot[AT_X] - x;
    const ey = foot[AT_Y] - y;
    const first = ex * foot[D_X] + ey * foot[D_Y];
    const square = foot[D_X] * foot[D_X] + foot[D_Y] * foot[D_Y];
    const slope = square + ex * foot[DD_X] + ey * foot[DD_Y];
    // Far outside the curve's own circle the slope turns: then only its safe part leads downhill.
    const step = -first / (slope > 0.1 * square ? slope : square);
    // A step too small to take ends the search before it is taken: measuring again finds the same bits.
    if (Math.abs(step) < 1e-12) break;
    move(d, r, followed, Math.max(-0.5, Math.min(0.5, step)));
  }
  followed.at(d[r + PIECE], d[r + PARAMETER], foot);
}

/** Moves the foot point by `step` of the parameter, into the neighbouring piece where it leaves its own. */
function move(d: Float64Array, r: number, followed: Path, step: number): void {
  let t = d[r + PARAMETER] + step;
  let piece = d[r + PIECE];
  const last = followed.pieces - 1;
  if (t < 0 && (piece > 0 || followed.closed)) {
    if (piece === 0) d[r + TURNS] -= followed.length;
    piece = piece === 0 ? last : piece - 1;
    t += 1;
  } else if (t > 1 && (piece < last || followed.closed)) {
    if (piece === last) d[r + TURNS] += followed.length;
    piece = piece === last ? 0 : piece + 1;
    t -= 1;
  }
  d[r + PIECE] = piece;
  d[r + PARAMETER] = t;
}
