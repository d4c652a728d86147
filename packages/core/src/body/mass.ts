import { deepFrozen, positive } from '../check';
import { refuse } from '../error';
import { readVec, type VecLike } from '../math/vec2';

/**
 * An outline of uniform density: gives mass, drawing and picking. Nothing collides yet.
 * Lengths are world units. The origin is the centre of mass, which the body's `position` places. It is frozen: many bodies may share it.
 */
export type Shape = Disc | Box | Capsule | Polygon;

/** What `disc` makes. */
export interface Disc {
  /** Which outline it is. */
  readonly type: 'disc';
  /** World units, above 0. */
  readonly radius: number;
}

/** What `box` makes. */
export interface Box {
  /** Which outline it is. */
  readonly type: 'box';
  /** Along x, world units, above 0. */
  readonly width: number;
  /** Along y, world units, above 0. */
  readonly height: number;
}

/** What `capsule` makes. */
export interface Capsule {
  /** Which outline it is. */
  readonly type: 'capsule';
  /** Between the centres of its ends, along x, world units, above 0. */
  readonly length: number;
  /** Of its ends, world units, above 0. */
  readonly radius: number;
}

/** What `polygon` makes. */
export interface Polygon {
  /** Which outline it is. */
  readonly type: 'polygon';
  /** Its corners in order, either way round, world units from its centroid. */
  readonly vertices: readonly (readonly [x: number, y: number])[];
}

/** The centre of mass of corners written by hand may be off by a hundredth of the size: squared, by the area. */
const OFF_CENTRE = 1e-4;

/** Bounds of an area (unit²) and of its second moment (unit⁴). */
const LEAST_MOMENT = 1e-200;
const MOST_MOMENT = 1e200;

/** Those that are frozen and were looked at. */
const known = new WeakSet();

/** A disc of `radius` (world units, above 0) about the centre of mass. */
export function disc(radius: number): Shape {
  return readShape('disc', { type: 'disc', radius });
}

/** A rectangle of `width` × `height` (world units, above 0) about the centre of mass. */
export function box(width: number, height: number): Shape {
  return readShape('box', { type: 'box', width, height });
}

/** A bar along x with round ends of `radius`, about the centre of mass; `length` is between the centres of its ends (world units, above 0). */
export function capsule(length: number, radius: number): Shape {
  return readShape('capsule', { type: 'capsule', length, radius });
}

/**
 * A simple polygon, either way round, convex or not. **Its origin is its centroid**: the corners are moved so that it is at [0, 0], wherever they
 * were given, and `body.position` places the centroid. Throws `param-invalid` on fewer than 3 corners or no area.
 */
export function polygon(vertices: readonly VecLike[]): Shape {
  if (!Array.isArray(vertices)) refuse('param-invalid', 'polygon.vertices', 'be a list of points', vertices);
  // A hole in a list is a missing corner.
  const points = Array.from(vertices as unknown[], (vertex, i) => readVec(`polygon.vertices[${i}]`, vertex));
  if (points.length < 3) refuse('param-invalid', 'polygon.vertices', 'hold at least 3 corners', points.length);
  const { area, x, y } = polygonMoments(points);
  if (!(Math.abs(area) > 0)) refuse('param-invalid', 'polygon.vertices', 'enclose an area', area);
  return settled('polygon', {
    type: 'polygon',
    vertices: points.map((point) => [point.x - x, point.y - y] as const),
  });
}

/** Freezes a new shape. Refuses one so small or so large that its moments are lost to rounding or overflow. */
function settled(path: string, shape: Shape): Shape {
  const { area, second } = shapeMoments(shape);
  if (!(area >= LEAST_MOMENT && second >= LEAST_MOMENT && area <= MOST_MOMENT && second <= MOST_MOMENT))
    refuse('param-invalid', path, `have moments of area from ${LEAST_MOMENT} to ${MOST_MOMENT}`, [area, second]);
  known.add(shape);
  return deepFrozen(shape);
}

/** A shape as it is where `disc`, `box`, `capsule` or `polygon` made it, else, checked, a copy: whoever gave it may change it. */
export function readShape(path: string, shape: unknown): Shape {
  if (typeof shape !== 'object' || shape === null)
    refuse('param-invalid', path, 'be made by disc(), box(), capsule() or polygon()', shape);
  if (known.has(shape)) return shape as Shape;
  const given = shape as Record<string, unknown>;
  const size = (name: string) => positive(`${path}.${name}`, given[name]);
  switch (given['type']) {
    case 'disc':
      return settled(path, { type: 'disc', radius: size('radius') });
    case 'box':
      return settled(path, { type: 'box', width: size('width'), height: size('height') });
    case 'capsule':
      return settled(path, { type: 'capsule', length: size('length'), radius: size('radius') });
    case 'polygon':
      return settled(path, { type: 'polygon', vertices: readVertices(`${path}.vertices`, given['vertices']) });
    default:
      return refuse('param-invalid', `${path}.type`, "be 'disc', 'box', 'capsule' or 'polygon'", given['type']);
  }
}

function readVertices(path: string, vertices: unknown): (readonly [x: number, y: number])[] {
  if (!Array.isArray(vertices) || vertices.some((corner) => !Array.isArray(corner)))
    refuse('param-invalid', path, 'be a list of [x, y]', vertices);
  const corners = vertices as (readonly [x: number, y: number])[];
  requireCentred(path, corners);
  return corners.map(([x, y]) => [x, y] as const);
}

/** A polygon given as data has to be about its centre of mass, or it would turn about another point than it is drawn about. */
function requireCentred(path: string, vertices: readonly VecLike[]): void {
  const centred = polygon(vertices);
  const corners = numbersOf(centred);
  const first = readVec(path, vertices[0]);
  const x = first.x - corners[0];
  const y = first.y - corners[1];
  if (x * x + y * y > OFF_CENTRE * shapeMoments(centred).area)
    refuse('param-invalid', path, 'have their centre of mass at [0, 0], where polygon() moves it', [x, y]);
}

/** True if the two are of one type and size. */
export function isSameShape(a: Shape, b: Shape): boolean {
  const ours = numbersOf(a);
  const theirs = numbersOf(b);
  return a.type === b.type && ours.length === theirs.length && ours.every((number, i) => number === theirs[i]);
}

function numbersOf(shape: Shape): readonly number[] {
  switch (shape.type) {
    case 'disc':
      return [shape.radius];
    case 'box':
      return [shape.width, shape.height];
    case 'capsule':
      return [shape.length, shape.radius];
    case 'polygon':
      return shape.vertices.flat();
  }
}

/** Area and second moment of area about the centre of mass, in world units² and units⁴. */
export function shapeMoments(shape: Shape): { area: number; second: number } {
  switch (shape.type) {
    case 'disc': {
      const area = Math.PI * shape.radius * shape.radius;
      return { area, second: (area * shape.radius * shape.radius) / 2 };
    }
    case 'box': {
      const area = shape.width * shape.height;
      return { area, second: (area * (shape.width * shape.width + shape.height * shape.height)) / 12 };
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
    case 'polygon': {
      const { area, second } = polygonMoments(shape.vertices.map(([x, y]) => ({ x, y })));
      return { area: Math.abs(area), second: Math.abs(second) };
    }
  }
}

/** True if the point (x, y) of the body's frame lies within the shape. */
export function shapeContains(shape: Shape, x: number, y: number): boolean {
  switch (shape.type) {
    case 'disc':
      return x * x + y * y <= shape.radius * shape.radius;
    case 'box':
      return Math.abs(x) <= shape.width / 2 && Math.abs(y) <= shape.height / 2;
    case 'capsule': {
      const beyond = Math.max(0, Math.abs(x) - shape.length / 2);
      return beyond * beyond + y * y <= shape.radius * shape.radius;
    }
    case 'polygon':
      return polygonContains(shape.vertices, x, y);
  }
}

function polygonContains(vertices: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = vertices.length - 1; i < vertices.length; j = i++) {
    const [xi, yi] = vertices[i];
    const [xj, yj] = vertices[j];
    if (yi > y !== yj > y && x < xi + ((xj - xi) * (y - yi)) / (yj - yi)) inside = !inside;
  }
  return inside;
}

/** Signed area, centre, and second moment about the centre, as sums over the triangles from the first corner. */
function polygonMoments(points: readonly { x: number; y: number }[]): {
  area: number;
  x: number;
  y: number;
  second: number;
} {
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
