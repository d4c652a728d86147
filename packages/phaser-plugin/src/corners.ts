import { placePolygon } from '@tenon/core/adapter';
import type { Vector } from './affine';
import type { PlacedObject } from './game-object';

/** What a game object draws that is a polygon: along its own axes, not yet scaled, from where its display origin counts. */
export interface Corners {
  readonly points: readonly Readonly<Vector>[];
  readonly centroid: Readonly<Vector>;
  /** Of the box around them. */
  readonly least: Readonly<Vector>;
}

const TYPES = new Set(['Polygon', 'Star', 'Triangle']);

/** By the path that Phaser has laid, which is a new one after every change. */
const known = new WeakMap<readonly number[], Corners | null>();

/** The corners of a polygon, star or triangle; null of every other game object, and of one that has no area. */
export function cornersOf(object: PlacedObject & { readonly pathData?: readonly number[] }): Corners | null {
  const { pathData, type } = object;
  if (pathData === undefined || !TYPES.has(type)) return null;
  let corners = known.get(pathData);
  if (corners === undefined) known.set(pathData, (corners = read(pathData)));
  return corners;
}

function read(path: readonly number[]): Corners | null {
  const points = Array.from({ length: path.length >> 1 }, (_, i) => ({ x: path[2 * i], y: path[2 * i + 1] }));
  const placed = placePolygon(points);
  if (placed === null) return null;
  const least = { x: Math.min(...points.map(({ x }) => x)), y: Math.min(...points.map(({ y }) => y)) };
  return { points, centroid: placed.centre, least };
}
