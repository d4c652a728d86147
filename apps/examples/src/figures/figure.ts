import type { Shape } from '@tenon/core';
import type { BodyLook } from './looks';
import { type Frame, toWorld } from '../frame';
import { background, type Paint, tones } from './paint';

export type Point = readonly [x: number, y: number];

/** A filled polygon without holes. */
export interface Patch {
  readonly points: readonly Point[];
  readonly color: number;
}

/** A body's picture in its own frame, world units: patches, the lowest first. */
export type Figure = readonly Patch[];

/** Width of an edge, m. */
const EDGE = 0.035;

/** What a body looks like in the world of a frame. */
export function figureOf(shape: Shape, look: BodyLook, frame: Frame, isStatic: boolean): Figure {
  const { scale, flipY } = frame;
  const paint: Paint = look.paint ?? (isStatic ? 'ground' : 'steel');
  if (look.line !== undefined) {
    const points = look.line.points.map((point) => toWorld(frame, point));
    return ribbon(points, (look.line.width * scale) / 2).map((quad) => ({ points: quad, color: tones[paint].face }));
  }
  const edge = EDGE * scale;
  if (look.outline !== undefined) {
    const outer = look.outline.map((point) => toWorld(frame, point));
    return framed(
      paint,
      outer,
      outer.map(([x, y]) => [x * (1 - edge / Math.hypot(x, y)), y * (1 - edge / Math.hypot(x, y))]),
    );
  }
  switch (shape.type) {
    case 'disc':
      return discFigure(shape.radius, look, paint, edge, flipY ? -1 : 1);
    case 'box': {
      if (shape.radius !== undefined) return roundFigure(cornersOf(shape), shape.radius, look, paint, edge);
      const radius = Math.min(shape.width, shape.height) * 0.12;
      return framed(
        paint,
        roundedBox(shape.width, shape.height, radius),
        roundedBox(shape.width - 2 * edge, shape.height - 2 * edge, radius),
      );
    }
    case 'capsule': {
      const inner = Math.max(shape.radius - edge, shape.radius * 0.5);
      const { mark } = tones[paint];
      if (look.plain === true) return [{ points: bar(shape.length, shape.radius), color: tones[paint].face }];
      const pins = [-1, 1].map((side) => ({
        points: ring((side * shape.length) / 2, 0, shape.radius * 0.35, 16),
        color: mark,
      }));
      return [...framed(paint, bar(shape.length, shape.radius), bar(shape.length, inner)), ...pins];
    }
    case 'polygon':
      if (shape.radius !== undefined) return roundFigure(shape.vertices, shape.radius, look, paint, edge);
      if (look.plain === true) return [{ points: shape.vertices, color: tones[paint].face }];
      return framed(paint, shape.vertices, inset(shape.vertices, edge));
    case 'chain': {
      const points = shape.closed ? [...shape.vertices, shape.vertices[0]] : shape.vertices;
      // Behind its surface, so that what lies there lies upon it.
      const line = ribbon(points, edge, -edge).map((quad) => ({
        points: quad,
        color: tones[paint].edge,
      }));
      return look.depth === undefined ? line : [earth(points, look.depth * scale, flipY, tones[paint].face), ...line];
    }
    case 'compound':
      return shape.parts.flatMap(({ shape: part, position, angle }) =>
        figureOf(part, look, frame, isStatic).map(({ points, color }) => ({
          points: points.map((point) => placed(point, position, angle)),
          color,
        })),
      );
  }
}

/** A convex outline with round corners about it. */
function roundFigure(
  points: readonly Point[],
  radius: number,
  { plain = false }: BodyLook,
  paint: Paint,
  edge: number,
): Figure {
  const outer = grown(points, radius);
  if (plain) return [{ points: outer, color: tones[paint].face }];
  return framed(paint, outer, grown(points, Math.max(radius - edge, radius * 0.5)));
}

function cornersOf({ width, height }: { readonly width: number; readonly height: number }): Point[] {
  const [x, y] = [width / 2, height / 2];
  return [[-x, -y], [x, -y], [x, y], [-x, y]]; // prettier-ignore
}

/** A convex polygon, either way round, with all that is nearer to it than `radius`. */
function grown(points: readonly Point[], radius: number): Point[] {
  const turn = (a: Point, b: Point) => Math.atan2(b[1] - a[1], b[0] - a[0]);
  const area = points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length];
    return sum + x * nextY - nextX * y;
  }, 0);
  const side = Math.sign(area);
  return points.flatMap(([x, y], i) => {
    const from = turn(points[(i + points.length - 1) % points.length], [x, y]);
    const to = turn([x, y], points[(i + 1) % points.length]);
    const bend = side * ((side * (to - from) + 4 * Math.PI) % (2 * Math.PI));
    const start = from - (side * Math.PI) / 2;
    return arc(x, y, radius, start, start + bend, 8);
  });
}

/** What lies below a line that leads from one side to the other. */
function earth(points: readonly Point[], depth: number, flipY: boolean, color: number): Patch {
  const ys = points.map(([, y]) => y);
  const floor = flipY ? Math.max(...ys) + depth : Math.min(...ys) - depth;
  return { points: [...points, [points[points.length - 1][0], floor], [points[0][0], floor]], color };
}

function placed([x, y]: Point, [px, py]: Point, angle: number): Point {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return [px + c * x - s * y, py + s * x + c * y];
}

function framed(paint: Paint, outer: readonly Point[], inner: readonly Point[]): Figure {
  const { face, edge } = tones[paint];
  return [
    { points: outer, color: edge },
    { points: inner, color: face },
  ];
}

function discFigure(
  radius: number,
  { disc = 'wheel', teeth = 12 }: BodyLook,
  paint: Paint,
  edge: number,
  up: 1 | -1,
): Figure {
  const { face, mark, edge: rim } = tones[paint];
  const inner = Math.max(radius - edge, radius * 0.5);
  const round: Figure = framed(paint, ring(0, 0, radius), ring(0, 0, inner));
  const hub = { points: ring(0, 0, radius * 0.16, 20), color: mark };
  switch (disc) {
    case 'ball':
      return [...round, { points: ring(-radius * 0.28, up * radius * 0.32, radius * 0.22, 24), color: rim }];
    case 'wheel':
      return [...round, { points: strip(0, radius * 0.82, radius * 0.09, 0), color: mark }, hub];
    case 'tyre':
      return [
        { points: ring(0, 0, radius), color: 0x39434f },
        { points: ring(0, 0, radius * 0.92), color: 0x252d37 },
        { points: ring(0, 0, radius * 0.6), color: face },
        ...spokes(5, radius * 0.16, radius * 0.54, radius * 0.07, mark),
        hub,
      ];
    case 'gear':
      return [
        { points: cog(radius, teeth), color: rim },
        { points: ring(0, 0, radius - (2.2 * radius) / teeth), color: face },
        ...spokes(teeth > 14 ? 6 : 4, radius * 0.16, radius * 0.7, radius * 0.06, mark),
        hub,
      ];
    case 'face':
      return [
        { points: ring(0, 0, radius), color: rim },
        { points: ring(0, 0, radius * 0.96), color: background },
        ...hours(radius, rim, face),
      ];
  }
}

/** Marks of a dial: twelve, each third long. */
function hours(radius: number, strong: number, weak: number): Patch[] {
  return Array.from({ length: 12 }, (_, i) => ({
    points: strip(
      radius * (i % 3 === 0 ? 0.78 : 0.84),
      radius * 0.92,
      radius * (i % 3 === 0 ? 0.025 : 0.014),
      (i * Math.PI) / 6,
    ),
    color: i % 3 === 0 ? strong : weak,
  }));
}

function spokes(count: number, from: number, to: number, half: number, color: number): Patch[] {
  return Array.from({ length: count }, (_, i) => ({ points: strip(from, to, half, (i * 2 * Math.PI) / count), color }));
}

/** A bar along the ray at `angle`, from one radius to another. */
function strip(from: number, to: number, half: number, angle: number): Point[] {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const corners: Point[] = [
    [from, -half],
    [to, -half],
    [to, half],
    [from, half],
  ];
  return corners.map(([x, y]) => [c * x - s * y, s * x + c * y]);
}

/** A line as quadrangles that meet in its corners, so far to its left. One that ends where it begins is closed there. */
function ribbon(points: readonly Point[], half: number, shift = 0): Point[][] {
  const last = points.length - 1;
  const closed = Math.hypot(points[last][0] - points[0][0], points[last][1] - points[0][1]) < half / 10;
  const sides = points.map(([x, y], i): [Point, Point] => {
    const before = i > 0 ? i : closed ? last : 1;
    const after = i < last ? i + 1 : closed ? 1 : last;
    const [ax, ay] = way(points[before - 1], points[before]);
    const [bx, by] = way(points[after - 1], points[after]);
    // Mitred: as wide in a corner as beside it; a sharp one is cut.
    const size = 1 / Math.max(0.25, 1 + ax * bx + ay * by);
    const [ux, uy] = [(ax + bx) * size, (ay + by) * size];
    return [
      [x - uy * (half + shift), y + ux * (half + shift)],
      [x + uy * (half - shift), y - ux * (half - shift)],
    ];
  });
  return sides.slice(1).map(([left, right], i) => [sides[i][0], left, right, sides[i][1]]);
}

function ring(cx: number, cy: number, radius: number, count = 48): Point[] {
  return arc(cx, cy, radius, 0, 2 * Math.PI, count).slice(0, -1);
}

function arc(cx: number, cy: number, radius: number, from: number, to: number, count: number): Point[] {
  return Array.from({ length: count + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / count;
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
  });
}

function bar(length: number, radius: number): Point[] {
  const quarter = Math.PI / 2;
  return [
    ...arc(length / 2, 0, radius, -quarter, quarter, 14),
    ...arc(-length / 2, 0, radius, quarter, 3 * quarter, 14),
  ];
}

function roundedBox(width: number, height: number, radius: number): Point[] {
  const x = width / 2 - radius;
  const y = height / 2 - radius;
  const quarter = Math.PI / 2;
  return [
    ...arc(x, y, radius, 0, quarter, 5),
    ...arc(-x, y, radius, quarter, 2 * quarter, 5),
    ...arc(-x, -y, radius, 2 * quarter, 3 * quarter, 5),
    ...arc(x, -y, radius, 3 * quarter, 4 * quarter, 5),
  ];
}

/** A wheel with teeth that reach as far out of the pitch circle `radius` as into it. */
function cog(radius: number, teeth: number): Point[] {
  const half = (1.05 * radius) / teeth;
  const pitch = (2 * Math.PI) / teeth;
  return Array.from({ length: teeth }, (_, i): Point[] => {
    const at = (share: number, r: number): Point => [
      r * Math.cos((i + share) * pitch),
      r * Math.sin((i + share) * pitch),
    ];
    return [at(-0.28, radius - half), at(-0.15, radius + half), at(0.15, radius + half), at(0.28, radius - half)];
  }).flat();
}

/** A convex polygon drawn in by `by` on every side. */
function inset(points: readonly Point[], by: number): Point[] {
  return points.map(([x, y], i) => {
    const [ax, ay] = points[(i + points.length - 1) % points.length];
    const [bx, by2] = points[(i + 1) % points.length];
    const [ux, uy] = unit(ax - x, ay - y);
    const [vx, vy] = unit(bx - x, by2 - y);
    const sine = Math.max(0.2, Math.abs(ux * vy - uy * vx));
    return [x + ((ux + vx) * by) / sine, y + ((uy + vy) * by) / sine];
  });
}

function way([ax, ay]: Point, [bx, by]: Point): Point {
  return unit(bx - ax, by - ay);
}

function unit(x: number, y: number): Point {
  const size = Math.hypot(x, y);
  return [x / size, y / size];
}
