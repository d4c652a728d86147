import { COS, X, Y } from '../body/body-store';
import type { Shape } from '../body/mass';
import { refuse } from '../error';
import { cosSin } from '../math/trig';
import { readVec, type VecLike } from '../math/vec2';
import { AT_X, AT_Y, BOX, HALF_X, HALF_Y, WAY_X, WAY_Y } from './box-tree';
import { castHull, SHARE, way } from './cast';
import type { Colliders } from './colliders';
import type { Hulls } from './hulls';
import { asked, collide, found, MARGIN, NORMAL_X, NORMAL_Y, ON_A, POINT, POINTS, TIE } from './narrow-phase';
import { piecesOf } from './pieces';
import { meetRay, NORMAL_AT, ray, RAY_SHARE, RAY_X } from './ray';

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
  readonly position: VecLike;
  /** rad; default 0. */
  readonly angle?: number;
}

/** Says by slot which bodies count; default all. */
export type QueryFilter = (slot: number) => boolean;

/** A shape on its way is stopped as near as this, m: what is nearer already is not met by going along it. */
const TOUCH = 1e-4;

const everything: QueryFilter = () => true;

/** Whatever a ray meets, the nearest first, each body once. A ray that begins inside a body does not meet it, nor a chain from beyond. */
export function raycastAll(colliders: Colliders, from: VecLike, to: VecLike, filter = everything): QueryHit[] {
  const start = readVec('raycast.from', from);
  const end = readVec('raycast.to', to);
  ray[RAY_X] = start.x;
  ray[RAY_X + 1] = start.y;
  ray[RAY_X + 2] = end.x - start.x;
  ray[RAY_X + 3] = end.y - start.y;
  const nearest = new Map<number, QueryHit>();
  for (const hull of hullsOnTheWay(colliders, start.x, start.y, 0, 0, end.x - start.x, end.y - start.y)) {
    const slot = colliders.body[hull];
    if (!filter(slot) || !meetRay(colliders.hulls, hull)) continue;
    const fraction = ray[RAY_SHARE];
    if (fraction >= (nearest.get(slot)?.fraction ?? Infinity)) continue;
    nearest.set(slot, {
      slot,
      point: { x: start.x + fraction * (end.x - start.x), y: start.y + fraction * (end.y - start.y) },
      normal: { x: ray[NORMAL_AT], y: ray[NORMAL_AT + 1] },
      fraction,
    });
  }
  // Below 0: it begins inside.
  return [...nearest.values()].filter(({ fraction }) => fraction >= 0).sort(byFraction);
}

/** What a ray meets first, or null. */
export function raycast(colliders: Colliders, from: VecLike, to: VecLike, filter = everything): QueryHit | null {
  return raycastAll(colliders, from, to, filter)[0] ?? null;
}

/** Slots of the bodies that a shape at a place overlaps, the oldest first. */
export function overlapping(colliders: Colliders, shape: Shape, place: QueryPlace, filter = everything): number[] {
  const slots = new Set<number>();
  const { hulls } = colliders;
  forPieces('overlap', hulls, shape, place, (moving) => {
    asked[MARGIN] = asked[TIE] = 0;
    for (const hull of hullsAround(colliders, moving, 0, 0)) {
      const slot = colliders.body[hull];
      if (!slots.has(slot) && filter(slot) && collide(hulls, hull, moving) > 0) slots.add(slot);
    }
  });
  return [...slots].sort((a, b) => a - b);
}

/**
 * What a shape meets first as it goes from a place to a point without turning, or null. What it touches at the start counts if it goes
 * against it.
 */
export function castShape(
  colliders: Colliders,
  shape: Shape,
  from: QueryPlace,
  to: VecLike,
  lengthUnit: number,
  filter = everything,
): QueryHit | null {
  const start = readVec('cast.from.position', from.position);
  const end = readVec('cast.to', to);
  const x = end.x - start.x;
  const y = end.y - start.y;
  const hits: QueryHit[] = [];
  const { hulls } = colliders;
  forPieces('cast', hulls, shape, from, (moving, put) => {
    for (const hull of hullsAround(colliders, moving, x, y)) {
      const slot = colliders.body[hull];
      if (!filter(slot)) continue;
      asked[MARGIN] = asked[TIE] = TOUCH * lengthUnit;
      way[0] = x;
      way[1] = y;
      const count = castHull(hulls, hull, moving);
      put();
      if (count > 0 && found[NORMAL_X] * x + found[NORMAL_Y] * y < 0) hits.push(hitOf(hulls, hull, slot, count));
    }
  });
  return hits.sort(byFraction)[0] ?? null;
}

function byFraction(a: QueryHit, b: QueryHit): number {
  return a.fraction - b.fraction || a.slot - b.slot;
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

const pose = new Float64Array(4);

/** Visits the pieces of a shape as hulls at a place, which `put` puts back there. They are gone afterwards. */
function forPieces(
  path: string,
  hulls: Hulls,
  shape: Shape,
  place: QueryPlace,
  visit: (hull: number, put: () => void) => void,
): void {
  if (shape.type === 'chain') refuse('param-invalid', `${path}.shape`, 'have an area', shape.type);
  const { x, y } = readVec(`${path}.position`, place.position);
  for (const piece of piecesOf(shape)) {
    const hull = hulls.add(piece);
    const put = () => {
      pose[X] = x;
      pose[Y] = y;
      cosSin(place.angle ?? 0, pose, COS);
      hulls.place(hull, pose, 0);
    };
    put();
    try {
      visit(hull, put);
    } finally {
      hulls.remove(hull);
    }
  }
}

const box = new Float64Array(BOX);

/** Hulls whose boxes that of a placed one meets on its way. */
function hullsAround(colliders: Colliders, hull: number, wayX: number, wayY: number): number[] {
  colliders.hulls.bound(hull, box, 0);
  const halfX = (box[2] - box[0]) / 2;
  const halfY = (box[3] - box[1]) / 2;
  return hullsOnTheWay(colliders, box[0] + halfX, box[1] + halfY, halfX, halfY, wayX, wayY);
}

function hullsOnTheWay(
  { tree }: Colliders,
  x: number,
  y: number,
  halfX: number,
  halfY: number,
  wayX: number,
  wayY: number,
): number[] {
  const { probe } = tree;
  probe[AT_X] = x;
  probe[AT_Y] = y;
  probe[HALF_X] = halfX;
  probe[HALF_Y] = halfY;
  probe[WAY_X] = wayX;
  probe[WAY_Y] = wayY;
  return Array.from(tree.found.subarray(0, tree.find()));
}
