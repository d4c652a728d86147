import { makeCCW, quickDecomp } from 'poly-decomp-es';
import type { CompoundPart, Shape, SolidShape } from '../shapes/mass';
import { boxCorners, outlineMoments, outward, type Point } from '../shapes/moments';
import { refuse } from '../base/error';
import { cosSin } from '../math/trig';

/** What collides: a rounded convex polygon, disc (one corner) or bar (two), or one side of a segment of a chain. */
export interface Piece {
  /**
   * x, y of each corner, counter-clockwise, and the outward normal of the edge that begins there. Of a segment: its end, its beginning,
   * and in place of two more corners the normals of the segments after and before it.
   */
  readonly corners: readonly number[];
  /** 1 for a disc, 2 for a bar and a segment. */
  readonly cornerCount: number;
  /** 0 for a disc, 1 for a segment, which has one side, else as many as corners. */
  readonly edgeCount: number;
  readonly radius: number;
  /** Index in the parts of a compound, else 0. */
  readonly part: number;
}

const known = new WeakMap<Shape, readonly Piece[]>();

/** The pieces of a shape, cut once. Throws `param-invalid` for a concave polygon that crosses itself. */
export function piecesOf(shape: Shape): readonly Piece[] {
  let pieces = known.get(shape);
  if (pieces === undefined) {
    pieces = cut(shape);
    known.set(shape, pieces);
  }
  return pieces;
}

function cut(shape: Shape): Piece[] {
  switch (shape.type) {
    case 'chain':
      return segments(pointsOf(shape.vertices), shape.closed);
    case 'compound':
      return shape.parts.flatMap((part, i) =>
        outlines(part.shape).map((points) => convex(placed(points, part), part.shape, i)),
      );
    default:
      return outlines(shape).map((points) => convex(points, shape, 0));
  }
}

/** Convex cores, counter-clockwise, which `radius` goes round. */
function outlines(shape: SolidShape): Point[][] {
  switch (shape.type) {
    case 'disc':
      return [pointsOf([[0, 0]])];
    case 'capsule':
      return [pointsOf([[-shape.length / 2, 0], [shape.length / 2, 0]])]; // prettier-ignore
    case 'box':
      return [boxCorners(shape.width, shape.height)];
    case 'polygon':
      return convexParts(shape.vertices);
  }
}

function pointsOf(vertices: readonly (readonly [x: number, y: number])[]): Point[] {
  return vertices.map(([x, y]) => ({ x, y }));
}

function placed(points: readonly Point[], { position, angle }: CompoundPart): Point[] {
  cosSin(angle, turn, 0);
  const [c, s] = turn;
  return points.map(({ x, y }) => ({ x: position[0] + c * x - s * y, y: position[1] + s * x + c * y }));
}

const turn = new Float64Array(2);

function convex(points: readonly Point[], { type, ...rest }: SolidShape, part: number): Piece {
  const radius = 'radius' in rest ? (rest.radius ?? 0) : 0;
  const corners = points.flatMap((point, i) => {
    const normal = type === 'disc' ? { x: 0, y: 0 } : outward(point, points[(i + 1) % points.length]);
    return [point.x, point.y, normal.x, normal.y];
  });
  return { corners, cornerCount: points.length, edgeCount: type === 'disc' ? 0 : points.length, radius, part };
}

/** One piece each. Beyond a free end the ground falls off at a right angle. */
function segments(points: readonly Point[], closed: boolean): Piece[] {
  const at = (i: number) => points[(i + points.length) % points.length];
  const count = closed ? points.length : points.length - 1;
  const normal = (i: number) => outward(at(i + 1), at(i));
  return Array.from({ length: count }, (_, i) => {
    const { x, y } = normal(i);
    const after = closed || i + 1 < count ? normal(i + 1) : { x: y, y: -x };
    const before = closed || i > 0 ? normal(i - 1) : { x: -y, y: x };
    const [end, start] = [at(i + 1), at(i)];
    const corners = [end.x, end.y, x, y, start.x, start.y, x, y, 0, 0, after.x, after.y, 0, 0, before.x, before.y];
    return { corners, cornerCount: 2, edgeCount: 1, radius: 0, part: 0 };
  });
}

/** A simple polygon either way round, in convex ones counter-clockwise. */
function convexParts(vertices: readonly (readonly [x: number, y: number])[]): Point[][] {
  const corners = vertices.map(([x, y]): [number, number] => [x, y]);
  const { area } = outlineMoments(pointsOf(vertices), undefined);
  makeCCW(corners);
  // Told no precision, it takes lines for parallel that are not.
  const parts = quickDecomp(corners, [], [], [], 0).map((part) => withoutFlatCorners(pointsOf(part)));
  const sum = parts.reduce((total, part) => total + outlineMoments(part, undefined).area, 0);
  // What crosses itself, or runs back on itself, is not tiled by its parts.
  if (!parts.every(isConvex) || !(Math.abs(sum - area) <= 1e-6 * area))
    refuse('param-invalid', 'Body.shape', 'be a polygon that does not cross itself, to collide', vertices);
  return parts;
}

/** Leaves out corners that lie on the line between their neighbours: edges of length 0 have no normal. */
function withoutFlatCorners(points: readonly Point[]): Point[] {
  return points.filter((b, i) => Math.abs(bend(points, b, i)) > 1e-12);
}

function isConvex(points: readonly Point[]): boolean {
  return points.length >= 3 && points.every((b, i) => bend(points, b, i) > 0);
}

/** Sine of the turn at corner i, as a share of the lengths of its edges. */
function bend(points: readonly Point[], b: Point, i: number): number {
  const a = points[(i + points.length - 1) % points.length];
  const c = points[(i + 1) % points.length];
  const [ux, uy, vx, vy] = [b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y];
  const lengths = Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
  return lengths === 0 ? 0 : (ux * vy - uy * vx) / lengths;
}
