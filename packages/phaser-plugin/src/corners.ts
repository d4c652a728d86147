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

/** Points nearer than this share of the size are one. */
const SAME = 1e-9;

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
  const all = Array.from({ length: path.length >> 1 }, (_, i) => ({ x: path[2 * i], y: path[2 * i + 1] }));
  const least = { x: Math.min(...all.map(({ x }) => x)), y: Math.min(...all.map(({ y }) => y)) };
  const size = Math.max(...all.map(({ x, y }) => Math.max(x - least.x, y - least.y)));
  // Phaser closes a path with its first point, and begins a star with it twice.
  const points = all.filter(({ x, y }, i) => {
    const next = all[(i + 1) % all.length];
    return Math.hypot(next.x - x, next.y - y) > SAME * size;
  });
  if (!(size > 0) || !(Math.abs(areaOf(points)) > SAME * size * size)) return null;
  return { points, centroid: placePolygon(points).centre, least };
}

function areaOf(points: readonly Vector[]): number {
  return points.reduce((sum, { x, y }, i) => {
    const next = points[(i + 1) % points.length];
    return sum + (x * next.y - next.x * y) / 2;
  }, 0);
}
