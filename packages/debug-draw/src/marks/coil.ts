import type { Role, Weight } from '../ink';
import type { Pen } from '../pen';

/** A zigzag with straight ends: `zigs` points `amplitude` to either side, `lead` at each end, sign pixels. Without length, a dot. */
export function coil(
  pen: Pen,
  role: Role,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  zigs: number,
  amplitude: number,
  lead: number,
  weight: Weight = 1,
): void {
  const dx = bx - ax;
  const dy = by - ay;
  const length = Math.sqrt(dx * dx + dy * dy);
  if (!(length > 1e-3 * pen.u)) {
    pen.dot(role, ax, ay, amplitude * pen.u, weight);
    return;
  }
  const ux = dx / length;
  const uy = dy / length;
  const start = Math.min(lead * pen.u, 0.2 * length);
  const pitch = (length - 2 * start) / zigs;
  let side = amplitude * pen.u * pen.down;

  let x = ax + ux * start;
  let y = ay + uy * start;
  pen.line(role, ax, ay, x, y, weight);
  for (let i = 0; i < zigs; i++) {
    const along = start + (i + 0.5) * pitch;
    const x1 = ax + ux * along - uy * side;
    const y1 = ay + uy * along + ux * side;
    pen.line(role, x, y, x1, y1, weight);
    x = x1;
    y = y1;
    side = -side;
  }
  const endX = bx - ux * start;
  const endY = by - uy * start;
  pen.line(role, x, y, endX, endY, weight);
  pen.line(role, endX, endY, bx, by, weight);
}
