import type { Role, Weight } from '../ink';
import type { Pen } from '../pen';
import { stroke, type Spot } from '../spot';

/** The two strokes of an arrow head at (x, y), pointing along the unit direction (dx, dy); `size` in sign pixels. */
export function chevron(
  pen: Pen,
  role: Role,
  x: number,
  y: number,
  dx: number,
  dy: number,
  size: number,
  weight: Weight = 1,
): void {
  const back = size * pen.u;
  const side = 0.8 * back;
  pen.line(role, x - dx * back - dy * side, y - dy * back + dx * side, x, y, weight);
  pen.line(role, x, y, x - dx * back + dy * side, y - dy * back - dx * side, weight);
}

/** A straight arrow along t from (0, n) to (length, n), sign pixels; a negative length points back. */
export function arrow(pen: Pen, role: Role, spot: Spot, length: number, n: number, weight: Weight = 1): void {
  const way = length < 0 ? -1 : 1;
  stroke(pen, role, spot, 0, n, length, n, weight);
  const x = spot.x + (spot.tx * length + spot.nx * n) * pen.u;
  const y = spot.y + (spot.ty * length + spot.ny * n) * pen.u;
  chevron(pen, role, x, y, spot.tx * way, spot.ty * way, 4.5, weight);
}

/** An arrow round (x, y) at `r` sign pixels, from one world angle to another. */
export function turnArrow(
  pen: Pen,
  role: Role,
  x: number,
  y: number,
  r: number,
  from: number,
  to: number,
  weight: Weight = 1,
): void {
  const radius = r * pen.u;
  const way = to < from ? -1 : 1;
  const c = Math.cos(to);
  const s = Math.sin(to);
  pen.arc(role, x, y, radius, from, to, weight);
  chevron(pen, role, x + radius * c, y + radius * s, -s * way, c * way, 4.5, weight);
}
