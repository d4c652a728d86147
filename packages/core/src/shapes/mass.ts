import { deepFrozen, finite, flag, isObject, knownKeys, nonNegative, positive } from '../base/check';
import { refuse } from '../base/error';
import { cosSin } from '../math/trig';
import { type MutableVec, readVec, type VecLike } from '../math/vec2';
import { compoundMoments, outlineMoments, shapeMoments } from './moments';

/**
 * An outline of uniform density, several of them, or a line of ground: gives mass, drawing and picking, and touches where its body collides.
 * Lengths are world units. The origin is the centre of mass, which the body's `position` places. It is frozen: many bodies may share it.
 */
export type Shape = SolidShape | Chain | Compound;

/** A shape of one piece that has an area. */
export type SolidShape = Disc | Box | Capsule | Polygon;

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
  /** What is added to it all round, with round corners, world units, above 0; left out where there is nothing. */
  readonly radius?: number;
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
  /** What is added to it all round, with round corners, world units, above 0; left out where there is nothing. */
  readonly radius?: number;
}

/** What `chain` makes. */
export interface Chain {
  /** Which outline it is. */
  readonly type: 'chain';
  /** The points it runs through, world units. Its surface is on the left of its way, where y is up. */
  readonly vertices: readonly (readonly [x: number, y: number])[];
  /** The last point leads back to the first. */
  readonly closed: boolean;
}

/** How a `chain` is made. */
export interface ChainOptions {
  /** The last point leads back to the first; default false. */
  readonly closed?: boolean;
}

/** What `compound` makes. */
export interface Compound {
  /** Which outline it is. */
  readonly type: 'compound';
  /** At their places about the common centre of mass. */
  readonly parts: readonly CompoundPart[];
}

/** A part of a `compound`. What is left out is that of its body. */
export interface CompoundPart {
  /** A disc, box, capsule or polygon. */
  readonly shape: SolidShape;
  /** Where its origin is, world units. */
  readonly position: readonly [x: number, y: number];
  /** rad */
  readonly angle: number;
  /** Times that of its body, above 0; default 1. */
  readonly density?: number;
  /** 0 or more. */
  readonly friction?: number;
  /** 0 or more. */
  readonly restitution?: number;
  /** 0 or more. */
  readonly rolling?: number;
  /** World units/s. */
  readonly surfaceSpeed?: number;
}

/** How a part of a compound is given. */
export interface CompoundPartOptions extends Omit<CompoundPart, 'shape' | 'position' | 'angle'> {
  /** A disc, box, capsule or polygon. */
  readonly shape: Shape;
  /** Where its origin is, world units; default [0, 0]. */
  readonly position?: VecLike;
  /** rad; default 0. */
  readonly angle?: number;
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

/**
 * A rectangle of `width` × `height` (world units, above 0) about the centre of mass; `radius` (default 0) goes round it with round corners,
 * so that it reaches that much further.
 */
export function box(width: number, height: number, radius = 0): Shape {
  return readShape('box', { type: 'box', width, height, radius });
}

/** A bar along x with round ends of `radius`, about the centre of mass; `length` is between the centres of its ends (world units, above 0). */
export function capsule(length: number, radius: number): Shape {
  return readShape('capsule', { type: 'capsule', length, radius });
}

/**
 * A simple polygon, either way round, convex or not. **Its origin is its centroid**: the corners are moved so that it is at [0, 0], wherever they
 * were given, and `body.position` places the centroid. `radius` (default 0) goes round it with round corners, so that it reaches that much
 * further. Throws `param-invalid` on fewer than 3 corners or no area.
 */
export function polygon(vertices: readonly VecLike[], radius = 0): Shape {
  const points = readPoints('polygon.vertices', vertices, 3);
  const rounding = readRadius('polygon', radius);
  const { area, x, y } = outlineMoments(points, rounding.radius);
  if (!(area > 0)) refuse('param-invalid', 'polygon.vertices', 'enclose an area', area);
  const corners = points.map((point) => [point.x - x, point.y - y] as const);
  return settled('polygon', { type: 'polygon', vertices: corners, ...rounding });
}

/**
 * Ground: a line through `points`, for static and kinematic bodies. It has one side: on the left of its way where y is up (so ground
 * leads from left to right), on the right where y is down. What is beyond it, or comes from there, does not touch it. Nothing catches on
 * its inner corners. Not moved: its origin is that of the points. Throws on fewer than 2 points, 3 where it is closed, or two in one place.
 */
export function chain(points: readonly VecLike[], options: ChainOptions = {}): Shape {
  const { closed = false } = knownKeys('chain', options, ['closed']);
  const vertices = readPoints('chain.vertices', points, 2).map(({ x, y }) => [x, y] as const);
  return readShape('chain', { type: 'chain', vertices, closed });
}

/**
 * Several shapes as one body, each with its own place, density and material; moved so that their common centre of mass is the origin.
 * Where parts overlap, each counts in full.
 */
export function compound(parts: readonly CompoundPartOptions[]): Shape {
  const read = readParts('compound.parts', parts);
  const { x, y } = compoundMoments(read);
  const moved = read.map((part) => ({ ...part, position: [part.position[0] - x, part.position[1] - y] as const }));
  return settled('compound', { type: 'compound', parts: moved });
}

/** Freezes a new shape. Refuses one so small or so large that its moments are lost to rounding or overflow. */
function settled(path: string, shape: Shape): Shape {
  const { area, second } = shapeMoments(shape);
  const weighs = shape.type !== 'chain';
  if (weighs && !(area >= LEAST_MOMENT && second >= LEAST_MOMENT && area <= MOST_MOMENT && second <= MOST_MOMENT))
    refuse('param-invalid', path, `have moments of area from ${LEAST_MOMENT} to ${MOST_MOMENT}`, [area, second]);
  known.add(shape);
  return deepFrozen(shape);
}

/** A shape as it is where `disc`, `box` … made it, else, checked, a copy: whoever gave it may change it. */
export function readShape(path: string, shape: unknown): Shape {
  if (!isObject(shape))
    refuse('param-invalid', path, 'be made by disc(), box(), capsule(), polygon(), chain() or compound()', shape);
  if (known.has(shape)) return shape as unknown as Shape;
  const size = (name: string) => positive(`${path}.${name}`, shape[name]);
  switch (shape['type']) {
    case 'disc':
      return settled(path, { type: 'disc', radius: size('radius') });
    case 'box': {
      const box = { type: 'box', width: size('width'), height: size('height') } as const;
      return settled(path, { ...box, ...readRadius(path, shape['radius']) });
    }
    case 'capsule':
      return settled(path, { type: 'capsule', length: size('length'), radius: size('radius') });
    case 'polygon':
      return settled(path, readPolygon(path, shape));
    case 'chain':
      return settled(path, readChain(path, shape));
    case 'compound':
      return settled(path, readCompound(path, shape));
    default:
      return refuse(
        'param-invalid',
        `${path}.type`,
        "be 'disc', 'box', 'capsule', 'polygon', 'chain' or 'compound'",
        shape['type'],
      );
  }
}

function readPoints(path: string, points: unknown, least: number): MutableVec[] {
  if (!Array.isArray(points)) refuse('param-invalid', path, 'be a list of points', points);
  // A hole in a list is a missing point.
  const read = Array.from(points as unknown[], (point, i) => readVec(`${path}[${i}]`, point));
  if (read.length < least) refuse('param-invalid', path, `hold at least ${least} points`, read.length);
  return read;
}

/** As points of data are kept. */
function readVertices(path: string, vertices: unknown, least: number): (readonly [x: number, y: number])[] {
  if (!Array.isArray(vertices) || vertices.some((corner) => !Array.isArray(corner)))
    refuse('param-invalid', path, 'be a list of [x, y]', vertices);
  return readPoints(path, vertices, least).map(({ x, y }) => [x, y] as const);
}

/** A rounding, left out where it is 0. */
function readRadius(path: string, given: unknown): { radius?: number } {
  const radius = given === undefined ? 0 : nonNegative(`${path}.radius`, given);
  return radius === 0 ? {} : { radius };
}

function readPolygon(path: string, given: Record<string, unknown>): Polygon {
  const vertices = readVertices(`${path}.vertices`, given['vertices'], 3);
  const rounding = readRadius(path, given['radius']);
  const points = vertices.map(([x, y]) => ({ x, y }));
  requireCentred(`${path}.vertices`, outlineMoments(points, rounding.radius), 'polygon()');
  return { type: 'polygon', vertices, ...rounding };
}

function readChain(path: string, given: Record<string, unknown>): Chain {
  const closed = flag(`${path}.closed`, given['closed']);
  const vertices = readVertices(`${path}.vertices`, given['vertices'], closed ? 3 : 2);
  for (let i = closed ? 0 : 1; i < vertices.length; i++) {
    const [x, y] = vertices[i];
    const [x0, y0] = vertices[(i + vertices.length - 1) % vertices.length];
    if (x === x0 && y === y0)
      refuse('param-invalid', `${path}.vertices[${i}]`, 'lie elsewhere than the point before it', [x, y]);
  }
  return { type: 'chain', vertices, closed };
}

function readCompound(path: string, given: Record<string, unknown>): Compound {
  const parts = readParts(`${path}.parts`, given['parts']);
  requireCentred(`${path}.parts`, compoundMoments(parts), 'compound()');
  return { type: 'compound', parts };
}

function readParts(path: string, parts: unknown): CompoundPart[] {
  if (!Array.isArray(parts) || parts.length === 0) refuse('param-invalid', path, 'be a list of parts', parts);
  return parts.map((part, i) => readPart(`${path}[${i}]`, part));
}

function readPart(path: string, given: unknown): CompoundPart {
  const part = knownKeys(path, given, ['shape', 'position', 'angle', ...Object.keys(PART_NUMBERS)]);
  const shape = readShape(`${path}.shape`, part['shape']);
  if (shape.type === 'chain' || shape.type === 'compound')
    refuse('param-invalid', `${path}.shape`, 'be a disc, box, capsule or polygon', shape.type);
  const { x, y } = readVec(`${path}.position`, part['position'] ?? [0, 0]);
  const angle = finite(`${path}.angle`, part['angle'] ?? 0);
  const numbers = Object.entries(PART_NUMBERS).flatMap(([name, read]) =>
    part[name] === undefined ? [] : [[name, read(`${path}.${name}`, part[name])]],
  );
  return { shape, position: [x, y], angle, ...(Object.fromEntries(numbers) as Partial<CompoundPart>) };
}

const PART_NUMBERS = {
  density: positive,
  friction: nonNegative,
  restitution: nonNegative,
  rolling: nonNegative,
  surfaceSpeed: finite,
};

/** What is given as data has to be about its centre of mass, or it would turn about another point than it is drawn about. */
function requireCentred(path: string, { area, x, y }: { area: number; x: number; y: number }, maker: string): void {
  if (!(area > 0)) refuse('param-invalid', path, 'enclose an area', area);
  if (x * x + y * y > OFF_CENTRE * area)
    refuse('param-invalid', path, `have their centre of mass at [0, 0], where ${maker} moves it`, [x, y]);
}

/** True if the two are of one type and size. */
export function isSameShape(a: Shape, b: Shape): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** True if the point (x, y) of the body's frame lies within the shape; within a chain there is nothing. */
export function shapeContains(shape: Shape, x: number, y: number): boolean {
  switch (shape.type) {
    case 'disc':
      return x * x + y * y <= shape.radius * shape.radius;
    case 'box': {
      const { width, height, radius = 0 } = shape;
      const dx = Math.max(0, Math.abs(x) - width / 2);
      const dy = Math.max(0, Math.abs(y) - height / 2);
      return dx * dx + dy * dy <= radius * radius;
    }
    case 'capsule': {
      const beyond = Math.max(0, Math.abs(x) - shape.length / 2);
      return beyond * beyond + y * y <= shape.radius * shape.radius;
    }
    case 'polygon': {
      const { vertices, radius = 0 } = shape;
      return polygonContains(vertices, x, y) || (radius > 0 && isNear(vertices, x, y, radius));
    }
    case 'chain':
      return false;
    case 'compound':
      return shape.parts.some((part) => partContains(part, x, y));
  }
}

function partContains({ shape, position, angle }: CompoundPart, x: number, y: number): boolean {
  cosSin(angle, turn, 0);
  const [c, s] = turn;
  const dx = x - position[0];
  const dy = y - position[1];
  return shapeContains(shape, c * dx + s * dy, c * dy - s * dx);
}

const turn = new Float64Array(2);

/** True within `radius` of the edges of a closed outline. */
function isNear(vertices: readonly (readonly [number, number])[], x: number, y: number, radius: number): boolean {
  return vertices.some(([ax, ay], i) => {
    const [bx, by] = vertices[(i + 1) % vertices.length];
    const ex = bx - ax;
    const ey = by - ay;
    const along = Math.max(0, Math.min(1, ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey)));
    const dx = x - ax - along * ex;
    const dy = y - ay - along * ey;
    return dx * dx + dy * dy <= radius * radius;
  });
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
