/** A place in the plane. */
export interface Point {
  x: number;
  y: number;
}

/** Corners that stand out less than this share of the size are left out. */
const FLAT = 1e-3;
/** Distances from the middle of a round outline differ by less than this share. */
const ROUND = 1e-4;
/** Fewer corners are meant. */
const LEAST_ROUND = 12;

/** The corners of the convex hull, counter-clockwise, without those that hardly stand out; fewer than 3 where there is no area. */
export function hullOf(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const hull = [...half(sorted), ...half(sorted.reverse())];
  const size = Math.max(...hull.map(({ x, y }) => Math.hypot(x - hull[0].x, y - hull[0].y)), 0);
  // A round outline of many corners keeps them all: it is a disc.
  return hull.length < 3 || roundnessOf(hull) !== null ? hull : withoutFlat(hull, FLAT * size);
}

/** One side of the hull of sorted points, without its last corner. */
function half(sorted: readonly Point[]): Point[] {
  const side: Point[] = [];
  for (const point of sorted) {
    while (side.length > 1 && turn(side[side.length - 2], side[side.length - 1], point) <= 0) side.pop();
    side.push(point);
  }
  return side.slice(0, -1);
}

/** Twice the area of a triangle, positive where it turns counter-clockwise. */
function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/** One after the other, each measured against the neighbours that are left. */
function withoutFlat(hull: readonly Point[], least: number): Point[] {
  const kept = [...hull];
  for (let i = 0; i < kept.length && kept.length > 2;) {
    const before = kept[(i + kept.length - 1) % kept.length];
    const after = kept[(i + 1) % kept.length];
    const height = turn(before, kept[i], after) / Math.hypot(after.x - before.x, after.y - before.y);
    if (height > least) i++;
    else kept.splice(i, 1);
  }
  return kept;
}

/** The circle through the corners of a hull, or null if they lie on none, or are too few to mean one. */
export function roundnessOf(hull: readonly Point[]): { readonly radius: number; readonly centre: Point } | null {
  if (hull.length < LEAST_ROUND) return null;
  const [xs, ys] = [hull.map(({ x }) => x), hull.map(({ y }) => y)];
  const centre = { x: middleOf(xs), y: middleOf(ys) };
  const radii = hull.map(({ x, y }) => Math.hypot(x - centre.x, y - centre.y));
  const radius = Math.max(...radii);
  return Math.min(...radii) > (1 - ROUND) * radius ? { radius, centre } : null;
}

function middleOf(values: readonly number[]): number {
  return (Math.min(...values) + Math.max(...values)) / 2;
}
