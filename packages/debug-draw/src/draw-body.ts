import type { Dim } from './ink';
import type { Pen } from './pen';

type Points = readonly (readonly [x: number, y: number])[];

/** An outline in a body's own frame, world units. */
export type Outline =
  | { readonly type: 'disc'; readonly radius: number }
  | { readonly type: 'box'; readonly width: number; readonly height: number; readonly radius?: number }
  | { readonly type: 'capsule'; readonly length: number; readonly radius: number }
  | { readonly type: 'polygon'; readonly vertices: Points; readonly radius?: number }
  | { readonly type: 'chain'; readonly vertices: Points; readonly closed: boolean }
  | { readonly type: 'compound'; readonly parts: readonly OutlinePart[] };

/** An outline at its place in that of a body; `angle` in rad. */
export interface OutlinePart {
  readonly shape: Outline;
  readonly position: readonly [x: number, y: number];
  readonly angle: number;
}

const turn = 2 * Math.PI;

/** A body's outline, thin; a disc has a spoke that shows how it is turned. */
export function drawBody(pen: Pen, shape: Outline, x: number, y: number, angle: number, dim: Dim = 0): void {
  pen.at(x, y, 1);
  pen.dim = dim;
  put(x, y, angle);
  drawOutline(pen, shape);
  pen.dim = 0;
}

function put(x: number, y: number, angle: number): void {
  place.x = x;
  place.y = y;
  place.c = Math.cos(angle);
  place.s = Math.sin(angle);
  place.angle = angle;
}

/** How far an outline reaches from its origin, world units. */
export function outlineRadius(shape: Outline): number {
  switch (shape.type) {
    case 'disc':
      return shape.radius;
    case 'box':
      return Math.sqrt(shape.width * shape.width + shape.height * shape.height) / 2 + (shape.radius ?? 0);
    case 'capsule':
      return shape.length / 2 + shape.radius;
    case 'polygon':
      return farthest(shape.vertices) + (shape.radius ?? 0);
    case 'chain':
      return farthest(shape.vertices);
    case 'compound':
      return shape.parts.reduce(
        (most, part) => Math.max(most, farthest([part.position]) + outlineRadius(part.shape)),
        0,
      );
  }
}

function farthest(points: Points): number {
  return Math.sqrt(points.reduce((most, [x, y]) => Math.max(most, x * x + y * y), 0));
}

/** The pose of the body that is drawn. */
const place = { x: 0, y: 0, c: 1, s: 0, angle: 0 };

function drawOutline(pen: Pen, shape: Outline): void {
  switch (shape.type) {
    case 'disc':
      round(pen, 0, shape.radius, 0, turn);
      edge(pen, 0, 0, shape.radius, 0);
      break;
    case 'box':
      drawBox(pen, shape.width / 2, shape.height / 2, shape.radius ?? 0);
      break;
    case 'capsule':
      drawCapsule(pen, shape.length / 2, shape.radius);
      break;
    case 'polygon':
      drawPolygon(pen, shape.vertices, shape.radius ?? 0);
      break;
    case 'chain':
      drawLine(pen, shape.vertices, shape.closed);
      break;
    case 'compound':
      drawParts(pen, shape.parts);
  }
}

function drawParts(pen: Pen, parts: readonly OutlinePart[]): void {
  const { x, y, c, s, angle } = place;
  for (const { shape, position, angle: turned } of parts) {
    put(x + c * position[0] - s * position[1], y + s * position[0] + c * position[1], angle + turned);
    drawOutline(pen, shape);
  }
}

function drawBox(pen: Pen, w: number, h: number, radius: number): void {
  const corners: Points = [
    [-w, -h],
    [w, -h],
    [w, h],
    [-w, h],
  ];
  drawPolygon(pen, corners, radius);
}

function drawCapsule(pen: Pen, half: number, radius: number): void {
  edge(pen, -half, -radius, half, -radius);
  round(pen, half, radius, -turn / 4, turn / 4);
  edge(pen, half, radius, -half, radius);
  round(pen, -half, radius, turn / 4, (3 * turn) / 4);
}

/** Its edges; where it is rounded, moved out by `radius` and joined by arcs at the corners that bend outwards. */
function drawPolygon(pen: Pen, vertices: Points, radius: number): void {
  if (radius === 0) {
    drawLine(pen, vertices, true);
    return;
  }
  const ccw = vertices.reduce((sum, a, i) => sum + cross(a, vertices[(i + 1) % vertices.length]), 0) > 0;
  const corners = ccw ? vertices : [...vertices].reverse();
  let [px, py] = outward(corners[corners.length - 1], corners[0]);
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length];
    const [nx, ny] = outward(a, b);
    const bend = Math.atan2(px * ny - py * nx, px * nx + py * ny);
    const from = Math.atan2(py, px);
    if (bend > 0) round(pen, a[0], radius, from, from + bend, a[1]);
    edge(pen, a[0] + radius * nx, a[1] + radius * ny, b[0] + radius * nx, b[1] + radius * ny);
    [px, py] = [nx, ny];
  });
}

function drawLine(pen: Pen, vertices: Points, closed: boolean): void {
  for (let i = 0; i < vertices.length - (closed ? 0 : 1); i++) {
    const a = vertices[i];
    const b = vertices[(i + 1) % vertices.length];
    edge(pen, a[0], a[1], b[0], b[1]);
  }
}

function cross(a: readonly [number, number], b: readonly [number, number]): number {
  return a[0] * b[1] - a[1] * b[0];
}

/** Outward unit normal of an edge of a counter-clockwise outline. */
function outward(a: readonly [number, number], b: readonly [number, number]): [number, number] {
  const x = b[0] - a[0];
  const y = b[1] - a[1];
  const length = Math.hypot(x, y);
  return [y / length, -x / length];
}

/** A segment between two points of the body's frame. */
function edge(pen: Pen, x0: number, y0: number, x1: number, y1: number): void {
  const { x, y, c, s } = place;
  pen.line('body', x + c * x0 - s * y0, y + s * x0 + c * y0, x + c * x1 - s * y1, y + s * x1 + c * y1, 0);
}

/** An arc round the point (cx, cy) of the body's frame. */
function round(pen: Pen, cx: number, radius: number, from: number, to: number, cy = 0): void {
  const { x, y, c, s, angle } = place;
  pen.arc('body', x + c * cx - s * cy, y + s * cx + c * cy, radius, angle + from, angle + to, 0);
}
