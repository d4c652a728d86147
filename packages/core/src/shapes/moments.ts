import { atan2At, cosSin } from '../math/trig';
import type { Shape } from './mass';

/** What a shape weighs at 1 kg per square unit, and how hard it is to turn. */
export interface Moments {
  /** units² */
  readonly area: number;
  /** Second moment of area about the centre of mass, units⁴. */
  readonly second: number;
}

/** Of a plane. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Moments with the centre that they are about. */
interface CentredMoments extends Moments, Point {}

/** Moments of what has an area; null for no shape, and for a chain, which weighs nothing. */
export function momentsOf(shape: Shape | null): Moments | null {
  return shape === null || shape.type === 'chain' ? null : shapeMoments(shape);
}

/** Area and second moment of area about the centre of mass; those of a compound count each part by its density. */
export function shapeMoments(shape: Shape): Moments {
  switch (shape.type) {
    case 'disc': {
      const area = Math.PI * shape.radius * shape.radius;
      return { area, second: (area * shape.radius * shape.radius) / 2 };
    }
    case 'box': {
      const { width, height, radius } = shape;
      if (radius !== undefined) return roundedMoments(boxCorners(width, height), radius);
      const area = width * height;
      return { area, second: (area * (width * width + height * height)) / 12 };
    }
    case 'capsule': {
      const { length, radius } = shape;
      const bar = length * 2 * radius;
      const ends = Math.PI * radius * radius;
      // Each half disc has its centre of mass 4r/3π beyond the end of the bar.
      const offset = (4 * radius) / (3 * Math.PI);
      const out = length / 2 + offset;
      return {
        area: bar + ends,
        second:
          (bar * (length * length + 4 * radius * radius)) / 12 +
          ends * ((radius * radius) / 2 - offset * offset + out * out),
      };
    }
    case 'polygon':
      return outlineMoments(
        shape.vertices.map(([x, y]) => ({ x, y })),
        shape.radius,
      );
    case 'compound':
      return compoundMoments(shape.parts);
    case 'chain':
      return { area: 0, second: 0 };
  }
}

/** Corners of a box about its centre, counter-clockwise. */
export function boxCorners(width: number, height: number): Point[] {
  const x = width / 2;
  const y = height / 2;
  return [
    { x: -x, y: -y },
    { x, y: -y },
    { x, y },
    { x: -x, y },
  ];
}

/** Of an outline either way round, perhaps rounded. */
export function outlineMoments(points: readonly Point[], radius: number | undefined): CentredMoments {
  const sharp = polygonMoments(points);
  if (radius === undefined) return { ...sharp, area: Math.abs(sharp.area), second: Math.abs(sharp.second) };
  return roundedMoments(sharp.area < 0 ? [...points].reverse() : points, radius);
}

interface Weighed {
  readonly shape: Shape;
  readonly position: readonly [x: number, y: number];
  readonly density?: number;
}

/** Of parts at their places, by their densities. */
export function compoundMoments(parts: readonly Weighed[]): CentredMoments {
  const sum = new MomentSum();
  for (const { shape, position, density = 1 } of parts) {
    const { area, second } = shapeMoments(shape);
    sum.add(density * area, position[0], position[1], density * second);
  }
  return sum.centred();
}

/** Adds up moments about the origin, and tells them about the centre. */
class MomentSum {
  #area = 0;
  #x = 0;
  #y = 0;
  #second = 0;

  /** An area whose centre is (x, y) and whose second moment about that is `own`. */
  add(area: number, x: number, y: number, own: number): void {
    this.#area += area;
    this.#x += area * x;
    this.#y += area * y;
    this.#second += own + area * (x * x + y * y);
  }

  centred(): CentredMoments {
    const area = this.#area;
    const x = this.#x / area;
    const y = this.#y / area;
    return { area, x, y, second: this.#second - area * (x * x + y * y) };
  }
}

/** Signed area, centre, and second moment about the centre, as sums over the triangles from the first corner. */
function polygonMoments(points: readonly Point[]): CentredMoments {
  const [origin] = points;
  let area = 0;
  let mx = 0;
  let my = 0;
  let second = 0;
  for (let i = 1; i + 1 < points.length; i++) {
    const ax = points[i].x - origin.x;
    const ay = points[i].y - origin.y;
    const bx = points[i + 1].x - origin.x;
    const by = points[i + 1].y - origin.y;
    const triangle = (ax * by - ay * bx) / 2;
    area += triangle;
    mx += (triangle * (ax + bx)) / 3;
    my += (triangle * (ay + by)) / 3;
    second += (triangle * (ax * ax + ax * bx + bx * bx + ay * ay + ay * by + by * by)) / 6;
  }
  const x = mx / area;
  const y = my / area;
  return { area, x: origin.x + x, y: origin.y + y, second: second - area * (x * x + y * y) };
}

/**
 * Of a counter-clockwise polygon with a margin of `radius` all round: a rectangle beside each edge and a sector of a disc at each
 * corner. Exact for convex ones; where a corner bends inwards, its sector counts as taken away.
 */
function roundedMoments(points: readonly Point[], radius: number): CentredMoments {
  const sum = new MomentSum();
  const inside = polygonMoments(points);
  sum.add(inside.area, inside.x, inside.y, inside.second);
  let before = outward(points[points.length - 1], points[0]);
  for (let i = 0; i < points.length; i++) {
    const a = points[i];
    const b = points[(i + 1) % points.length];
    const edge = outward(a, b);
    const strip = edge.length * radius;
    const own = (strip * (edge.length * edge.length + radius * radius)) / 12;
    sum.add(strip, (a.x + b.x + edge.x * radius) / 2, (a.y + b.y + edge.y * radius) / 2, own);
    turn[0] = before.x * edge.y - before.y * edge.x;
    turn[1] = before.x * edge.x + before.y * edge.y;
    atan2At(turn, 0);
    addSector(sum, a, before, turn[0], radius);
    before = edge;
  }
  return sum.centred();
}

const turn = new Float64Array(2);

/** The sector about `corner` that turns by `angle` from the direction `from`. */
function addSector(sum: MomentSum, corner: Point, from: Point, angle: number, radius: number): void {
  if (angle === 0) return;
  cosSin(angle / 2, turn, 0);
  const [c, s] = turn;
  const area = (angle * radius * radius) / 2;
  // The centre of mass is 4r·sin(φ/2)/3φ from the corner, on the bisector.
  const out = (4 * radius * s) / (3 * angle);
  const x = corner.x + out * (c * from.x - s * from.y);
  const y = corner.y + out * (s * from.x + c * from.y);
  sum.add(area, x, y, area * ((radius * radius) / 2 - out * out));
}

/** Outward normal and length of an edge of a counter-clockwise polygon. */
export function outward(a: Point, b: Point): Point & { length: number } {
  const x = b.x - a.x;
  const y = b.y - a.y;
  const length = Math.sqrt(x * x + y * y);
  return { x: y / length, y: -x / length, length };
}
