import type { Role, Weight } from '../ink';
import type { Pen } from '../pen';

/** Segments of the eye of a rod. */
export const eyeSegments = 6;

/** A circle of radius `r` sign pixels, its first corner half a side above the x axis. */
export function ring(
  pen: Pen,
  role: Role,
  x: number,
  y: number,
  r: number,
  weight: Weight = 1,
  segments: number = ringSegments(r),
): void {
  const radius = r * pen.u;
  const stepCos = Math.cos((2 * Math.PI) / segments);
  const stepSin = Math.sin((2 * Math.PI) / segments);
  const first = Math.PI / segments;
  let c = Math.cos(first);
  let s = Math.sin(first);
  for (let i = 0; i < segments; i++) {
    const c1 = c * stepCos - s * stepSin;
    const s1 = s * stepCos + c * stepSin;
    pen.line(role, x + radius * c, y + radius * s, x + radius * c1, y + radius * s1, weight);
    c = c1;
    s = s1;
  }
}

/** The sides a circle of radius `r` px needs to look round; small ones are octagons. */
function ringSegments(r: number): number {
  return r <= 5 ? 8 : Math.max(8, Math.ceil(Math.PI / Math.acos(1 - 0.5 / r)));
}
