import type { Dim } from './ink';
import type { Pen } from './pen';

/** An outline in a body's own frame, world units. */
export type Outline =
  | { readonly type: 'disc'; readonly radius: number }
  | { readonly type: 'box'; readonly width: number; readonly height: number }
  | { readonly type: 'capsule'; readonly length: number; readonly radius: number }
  | { readonly type: 'polygon'; readonly vertices: readonly (readonly [x: number, y: number])[] };

const turn = 2 * Math.PI;

/** A body's outline, thin; a disc has a spoke that shows how it is turned. */
export function drawBody(pen: Pen, shape: Outline, x: number, y: number, angle: number, dim: Dim = 0): void {
  pen.at(x, y, 1);
  pen.dim = dim;
  place.x = x;
  place.y = y;
  place.c = Math.cos(angle);
  place.s = Math.sin(angle);
  place.angle = angle;
  drawOutline(pen, shape);
  pen.dim = 0;
}

/** How far an outline reaches from its origin, world units. */
export function outlineRadius(shape: Outline): number {
  switch (shape.type) {
    case 'disc':
      return shape.radius;
    case 'box':
      return Math.sqrt(shape.width * shape.width + shape.height * shape.height) / 2;
    case 'capsule':
      return shape.length / 2 + shape.radius;
    case 'polygon':
      return Math.sqrt(shape.vertices.reduce((most, [x, y]) => Math.max(most, x * x + y * y), 0));
  }
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
      drawBox(pen, shape.width / 2, shape.height / 2);
      break;
    case 'capsule':
      drawCapsule(pen, shape.length / 2, shape.radius);
      break;
    case 'polygon':
      drawPolygon(pen, shape.vertices);
  }
}

function drawBox(pen: Pen, w: number, h: number): void {
  edge(pen, -w, -h, w, -h);
  edge(pen, w, -h, w, h);
  edge(pen, w, h, -w, h);
  edge(pen, -w, h, -w, -h);
}

function drawCapsule(pen: Pen, half: number, radius: number): void {
  edge(pen, -half, -radius, half, -radius);
  round(pen, half, radius, -turn / 4, turn / 4);
  edge(pen, half, radius, -half, radius);
  round(pen, -half, radius, turn / 4, (3 * turn) / 4);
}

function drawPolygon(pen: Pen, vertices: readonly (readonly [x: number, y: number])[]): void {
  for (let i = 0; i < vertices.length; i++) {
    const a = vertices[i];
    const b = vertices[(i + 1) % vertices.length];
    edge(pen, a[0], a[1], b[0], b[1]);
  }
}

/** A segment between two points of the body's frame. */
function edge(pen: Pen, x0: number, y0: number, x1: number, y1: number): void {
  const { x, y, c, s } = place;
  pen.line('body', x + c * x0 - s * y0, y + s * x0 + c * y0, x + c * x1 - s * y1, y + s * x1 + c * y1, 0);
}

/** An arc round the point (cx, 0) of the body's frame. */
function round(pen: Pen, cx: number, radius: number, from: number, to: number): void {
  const { x, y, c, s, angle } = place;
  pen.arc('body', x + c * cx, y + s * cx, radius, angle + from, angle + to, 0);
}
