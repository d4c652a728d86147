import type { Role, Weight } from '../ink';
import { clamp } from '../numbers';
import type { Pen } from '../pen';

/** A gear of pitch radius `r` sign pixels, turned by `angle`, with a spoke that shows it. */
export function toothedWheel(
  pen: Pen,
  role: Role,
  x: number,
  y: number,
  r: number,
  angle: number,
  toothed: boolean,
  weight: Weight,
): void {
  const n = clamp(Math.round(0.75 * r), 7, 10);
  const root = 0.78 * r * pen.u;
  const tip = 1.12 * r * pen.u;
  const step = (2 * Math.PI) / n;
  let c = Math.cos(angle);
  let s = Math.sin(angle);
  pen.line(role, x, y, x + root * c, y + root * s, weight);
  for (let i = 1; i <= n; i++) {
    const c1 = Math.cos(angle + i * step);
    const s1 = Math.sin(angle + i * step);
    pen.line(role, x + root * c, y + root * s, x + root * c1, y + root * s1, weight);
    if (toothed) pen.line(role, x + root * c1, y + root * s1, x + tip * c1, y + tip * s1, 2);
    c = c1;
    s = s1;
  }
}
