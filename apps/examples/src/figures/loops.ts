import type { Body } from '@tenon/core';
import type { Point } from './figure';
import type { PoseOf } from './pose-of';

/** Pieces of an arc of a belt, and of an edge of a skin. */
const ARC = 32;
const EDGE = 12;

const pose = { x: 0, y: 0, angle: 0 };

/** The middle of a belt that lies `out` from the rims of discs, in their order; it ends where it begins. */
export function beltPoints(bodies: readonly Body[], out: number, poseOf: PoseOf): Point[] {
  const wheels = bodies.map((body) => {
    poseOf(body, pose);
    return { x: pose.x, y: pose.y, radius: out + (body.shape?.type === 'disc' ? body.shape.radius : 0) };
  });
  const way = areaOf(wheels.map(({ x, y }) => [x, y])) < 0 ? -1 : 1;
  // The direction in which each span touches its two wheels.
  const normals = wheels.map((from, i) => {
    const to = wheels[(i + 1) % wheels.length];
    const [x, y] = [to.x - from.x, to.y - from.y];
    return Math.atan2(y, x) - way * Math.acos(Math.min(1, (from.radius - to.radius) / Math.hypot(x, y)));
  });
  const points = wheels.flatMap(({ x, y, radius }, i): Point[] => {
    const from = normals[(i + wheels.length - 1) % wheels.length];
    const turn = way * ((way * (normals[i] - from) + 4 * Math.PI) % (2 * Math.PI));
    return Array.from({ length: ARC + 1 }, (_, k) => {
      const angle = from + (turn * k) / ARC;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
  });
  return [...points, points[0]];
}

/** A smooth closed line through bodies; it ends where it begins. */
export function skinPoints(bodies: readonly Body[], poseOf: PoseOf): Point[] {
  const corners = bodies.map((body): Point => {
    poseOf(body, pose);
    return [pose.x, pose.y];
  });
  const at = (i: number) => corners[(i + corners.length) % corners.length];
  const points = corners.flatMap((_, i): Point[] =>
    Array.from({ length: EDGE }, (_, k) => between(at(i - 1), at(i), at(i + 1), at(i + 2), k / EDGE)),
  );
  return [...points, points[0]];
}

/** A point of the Catmull-Rom curve from `b` to `c`. */
function between(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const along = (i: 0 | 1) => {
    const [p, q, r, s] = [a[i], b[i], c[i], d[i]];
    return q + (t * (r - p + t * (2 * p - 5 * q + 4 * r - s + t * (3 * q - p - 3 * r + s)))) / 2;
  };
  return [along(0), along(1)];
}

/** Positive if the corners go round counter-clockwise. */
function areaOf(corners: readonly Point[]): number {
  return corners.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % corners.length];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}
