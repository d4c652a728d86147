import { COS, X, Y } from '../state/body-store';
import type { Shape } from '../shapes/mass';
import { finite } from '../base/check';
import { refuse } from '../base/error';
import { cosSin } from '../math/trig';
import { readVec, type VecLike } from '../math/vec2';
import { castHull, way } from './cast';
import type { Colliders } from './colliders';
import type { Hulls } from './hulls';
import { asked, collide, found } from './narrow-phase';
import { type Piece, piecesOf } from './pieces';
import {
  AT_X,
  AT_Y,
  BOX,
  GAP,
  HALF_X,
  HALF_Y,
  NORMAL_X,
  NORMAL_Y,
  ON_A,
  POINT,
  POINTS,
  SHARE,
  WAY_X,
  WAY_Y,
} from './layout';

/** What a ray or a shape on its way meets. */
export interface QueryHit {
  /** Slot of the body. */
  readonly slot: number;
  /** Where, world units. */
  readonly point: { readonly x: number; readonly y: number };
  /** Of the body's surface there, of unit length, against the way. */
  readonly normal: { readonly x: number; readonly y: number };
  /** Share of the way up to there, 0 to 1. */
  readonly fraction: number;
}

/** Where a shape is asked for. */
export interface QueryPlace {
  /** Of its origin, world units. */
  readonly position: VecLike;
  /** rad; default 0. */
  readonly angle?: number;
}

/** Says by slot which bodies count; default all. */
export type QueryFilter = (slot: number) => boolean;

/** How near rays and shapes come to what stops them, m (× lengthUnit). */
const RAY_ENDS = 1e-6;
const SHAPE_ENDS = 1e-4;

/** What goes along a ray. */
const DOT: readonly Piece[] = [{ corners: [0, 0, 0, 0], cornerCount: 1, edgeCount: 0, radius: 0, part: 0 }];

const everything: QueryFilter = () => true;

/** Whatever a ray meets, the nearest first, each body once. A ray that begins inside a body does not meet it, nor a chain from beyond. */
export function raycast(colliders: Colliders, from: VecLike, to: VecLike, filter = everything): QueryHit[] {
  const start = placed('raycast.from', { position: from });
  const inside = new Set<number>();
  const ends = RAY_ENDS * colliders.lengthUnit;
  const hits = castPieces(colliders, DOT, start, readVec('raycast.to', to), ends, filter, inside);
  return hits.filter(({ slot }) => !inside.has(slot));
}

/** Whatever a shape meets as it goes to a point without turning, the nearest first, each body once: also what it goes against at the start. */
export function castShape(
  colliders: Colliders,
  shape: Shape,
  from: QueryPlace,
  to: VecLike,
  filter = everything,
): QueryHit[] {
  const start = placed('cast.from', from);
  const pieces = solidPieces('cast.shape', shape);
  const ends = SHAPE_ENDS * colliders.lengthUnit;
  return castPieces(colliders, pieces, start, readVec('cast.to', to), ends, filter, new Set());
}

/** Slots of the bodies that a shape at a place overlaps, the oldest first. */
export function overlapping(colliders: Colliders, shape: Shape, at: QueryPlace, filter = everything): number[] {
  const pose = placed('overlap', at);
  const slots = new Set<number>();
  for (const piece of solidPieces('overlap.shape', shape))
    visitNear(colliders, piece, pose, 0, 0, filter, (hull, moving, slot) => {
      asked.fill(0);
      if (!slots.has(slot) && collide(colliders.hulls, hull, moving) > 0) slots.add(slot);
    });
  return [...slots].sort((a, b) => a - b);
}

function solidPieces(path: string, shape: Shape): readonly Piece[] {
  if (shape.type === 'chain') refuse('param-invalid', path, 'have an area', shape.type);
  return piecesOf(shape);
}

/** A pose of its own for each query: a filter may ask another one. */
function placed(path: string, { position, angle = 0 }: QueryPlace): Float64Array {
  const { x, y } = readVec(path, position);
  const pose = new Float64Array(4);
  pose[X] = x;
  pose[Y] = y;
  cosSin(finite(`${path}.angle`, angle), pose, COS);
  return pose;
}

/** Notes in `inside` what the pieces overlap before they go. */
function castPieces(
  colliders: Colliders,
  pieces: readonly Piece[],
  pose: Float64Array,
  to: { x: number; y: number },
  ends: number,
  filter: QueryFilter,
  inside: Set<number>,
): QueryHit[] {
  const { hulls } = colliders;
  const x = to.x - pose[X];
  const y = to.y - pose[Y];
  const nearest = new Map<number, QueryHit>();
  for (const piece of pieces)
    visitNear(colliders, piece, pose, x, y, filter, (hull, moving, slot) => {
      asked.fill(ends);
      way[0] = x;
      way[1] = y;
      const count = castHull(hulls, hull, moving);
      if (count === 0) return;
      if (found[GAP] < 0) inside.add(slot);
      const goesAgainst = found[NORMAL_X] * x + found[NORMAL_Y] * y < 0;
      if (goesAgainst && way[SHARE] < (nearest.get(slot)?.fraction ?? Infinity))
        nearest.set(slot, hitOf(hulls, hull, slot, count));
    });
  return [...nearest.values()].sort((a, b) => a.fraction - b.fraction || a.slot - b.slot);
}

/** In the middle of the points that were found, on the surface of the hull that was met. */
function hitOf(hulls: Hulls, hull: number, slot: number, count: number): QueryHit {
  const normal = { x: found[NORMAL_X], y: found[NORMAL_Y] };
  const last = POINTS + (count - 1) * POINT + ON_A;
  const radius = hulls.radius[hull];
  const point = {
    x: (found[POINTS + ON_A] + found[last]) / 2 + radius * normal.x,
    y: (found[POINTS + ON_A + 1] + found[last + 1]) / 2 + radius * normal.y,
  };
  return { slot, point, normal, fraction: way[SHARE] };
}

const box = new Float64Array(BOX);

/** Visits the hulls whose boxes a piece at `pose` meets on its way, with its own hull, always there, and the slot of theirs. */
function visitNear(
  { body, hulls, tree }: Colliders,
  piece: Piece,
  pose: Float64Array,
  wayX: number,
  wayY: number,
  filter: QueryFilter,
  visit: (hull: number, moving: number, slot: number) => void,
): void {
  const moving = hulls.add(piece);
  hulls.place(moving, pose, 0);
  hulls.bound(moving, box, 0);
  const { probe } = tree;
  probe[HALF_X] = (box[2] - box[0]) / 2;
  probe[HALF_Y] = (box[3] - box[1]) / 2;
  probe[AT_X] = box[0] + probe[HALF_X];
  probe[AT_Y] = box[1] + probe[HALF_Y];
  probe[WAY_X] = wayX;
  probe[WAY_Y] = wayY;
  try {
    for (const hull of Array.from(tree.found.subarray(0, tree.find()))) {
      if (!filter(body[hull])) continue;
      hulls.place(moving, pose, 0);
      visit(hull, moving, body[hull]);
    }
  } finally {
    hulls.remove(moving);
  }
}
