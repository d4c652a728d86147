import { box, capsule, disc, polygon, type Shape } from '@tenon/core';
import fc from 'fast-check';
import { cosSin } from '../../src/math/trig';
import type { Hulls } from '../../src/contacts/hulls';
import { CORNER, GAP, FAR, MARGIN, NORMAL, ON_A, ON_B, POINT, POINT_GAP, POINTS, TIE } from '../../src/contacts/layout';
import { asked, collide, features, found } from '../../src/contacts/narrow-phase';
import { piecesOf } from '../../src/contacts/pieces';

export type Point = readonly [x: number, y: number];

export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

/** A hull of the first piece of a shape, or of that one, placed. */
export function place(hulls: Hulls, shape: Shape, pose: Pose, piece = 0): number {
  const hull = hulls.add(piecesOf(shape)[piece]);
  put(hulls, hull, pose);
  return hull;
}

export function put(hulls: Hulls, hull: number, { x, y, angle }: Pose): void {
  const numbers = new Float64Array(8);
  numbers[0] = x;
  numbers[1] = y;
  cosSin(angle, numbers, 2);
  hulls.place(hull, numbers, 0);
}

export interface Meeting {
  readonly normal: Point;
  readonly gap: number;
  readonly points: readonly { onA: Point; onB: Point; gap: number; feature: number }[];
}

/** What `collide` finds, as objects. */
export function meet(hulls: Hulls, a: number, b: number, margin = Infinity): Meeting {
  asked[MARGIN] = asked[FAR] = margin;
  asked[TIE] = 5e-4;
  const count = collide(hulls, a, b);
  return {
    normal: [found[0], found[1]],
    gap: found[GAP],
    points: Array.from({ length: count }, (_, k) => {
      const o = POINTS + k * POINT;
      return {
        onA: [found[o + ON_A], found[o + ON_A + 1]],
        onB: [found[o + ON_B], found[o + ON_B + 1]],
        gap: found[o + POINT_GAP],
        feature: features[k],
      };
    }),
  };
}

/** Corners of a placed hull. */
function cornersOf(hulls: Hulls, hull: number): Point[] {
  return Array.from({ length: hulls.corners[hull] }, (_, i) => {
    const o = hulls.start[hull] + CORNER * i;
    return [hulls.placed[o], hulls.placed[o + 1]];
  });
}

/** Distance of two hulls, or minus the least way that parts them: by all corners against all edges, and all normals. */
export function bruteDistance(hulls: Hulls, a: number, b: number): number {
  const p = cornersOf(hulls, a);
  const q = cornersOf(hulls, b);
  const rounding = hulls.radius[a] + hulls.radius[b];
  const axes = [...normalsOf(hulls, a), ...normalsOf(hulls, b)];
  let depth = -Infinity;
  for (const [nx, ny] of axes) {
    const along = ([x, y]: Point) => nx * x + ny * y;
    const separation = Math.max(
      Math.min(...q.map(along)) - Math.max(...p.map(along)),
      Math.min(...p.map(along)) - Math.max(...q.map(along)),
    );
    depth = Math.max(depth, separation);
  }
  const nearest = Math.min(...p.map((point) => toOutline(point, q)), ...q.map((point) => toOutline(point, p)));
  return (depth < 0 && !isFlat(p, q) ? depth : nearest) - rounding;
}

/** Of points and bars, no normal tells that they are beside each other on a line. */
function isFlat(p: Point[], q: Point[]): boolean {
  return p.length + q.length <= 2;
}

function normalsOf(hulls: Hulls, hull: number): Point[] {
  const corners = cornersOf(hulls, hull);
  const own = Array.from({ length: hulls.edges[hull] }, (_, i): Point => {
    const o = hulls.start[hull] + CORNER * i + NORMAL;
    return [hulls.placed[o], hulls.placed[o + 1]];
  });
  // Ends of a bar count as well, to see what lies on its line.
  return corners.length === 2 ? [...own, [own[0][1], -own[0][0]]] : own;
}

function toOutline([x, y]: Point, corners: readonly Point[]): number {
  return Math.min(
    ...corners.map(([ax, ay], i) => {
      const [bx, by] = corners[(i + 1) % corners.length];
      const ex = bx - ax;
      const ey = by - ay;
      const length = ex * ex + ey * ey;
      const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * ex + (y - ay) * ey) / length));
      return Math.hypot(x - ax - t * ex, y - ay - t * ey);
    }),
  );
}

const size = fc.double({ min: 0.1, max: 2, noNaN: true });

/** A convex polygon: corners of a circle, stretched. */
const convexPolygon = fc
  .record({
    turns: fc.uniqueArray(fc.integer({ min: 0, max: 31 }), { minLength: 3, maxLength: 8 }),
    width: size,
    height: size,
    radius: fc.constantFrom(0, 0, 0.1),
  })
  .map(({ turns, width, height, radius }) => {
    const sorted = [...turns].sort((a, b) => a - b);
    const corners = sorted.map((k): [number, number] => [
      width * Math.cos((k * Math.PI) / 16),
      height * Math.sin((k * Math.PI) / 16),
    ]);
    return polygon(corners, radius);
  });

export const anyConvex: fc.Arbitrary<Shape> = fc.oneof(
  size.map((radius) => disc(radius)),
  fc.tuple(size, size, fc.constantFrom(0, 0.1)).map(([w, h, r]) => box(w, h, r)),
  fc.tuple(size, size).map(([length, radius]) => capsule(length, radius / 4)),
  convexPolygon,
);

export const anyPose: fc.Arbitrary<Pose> = fc.record({
  x: fc.double({ min: -3, max: 3, noNaN: true }),
  y: fc.double({ min: -3, max: 3, noNaN: true }),
  angle: fc.double({ min: -4, max: 4, noNaN: true }),
});
