import { isDiscInView } from './cull';
import type { Pen } from './pen';
import type { ShownContact } from './source';
import { chevron } from './marks/arrow';

/** Size of the cross at a point, px. */
const crossSize = 3;
/** Length of the arrow at 1 N, how much longer it is for ten times as much, and the most of it, px. */
const least = 8;
const perDecade = 6;
const most = 32;

/** Where two bodies touch: a cross at every point, and from it, while they push, an arrow along the normal, longer the harder they do. */
export function drawContact(pen: Pen, { points, normalX, normalY, force, asleep }: ShownContact, scale: number): void {
  pen.dim = asleep ? 1 : 0;
  for (const { x, y } of points) {
    pen.at(x, y, scale);
    if (pen.seen !== null && !isDiscInView(x, y, most * pen.u, pen.seen)) continue;
    const r = crossSize * pen.u;
    pen.line('limit', x - r, y - r, x + r, y + r, 1);
    pen.line('limit', x - r, y + r, x + r, y - r, 1);
    const length = lengthFor(force / points.length) * pen.u;
    if (length === 0) continue;
    const [tipX, tipY] = [x + normalX * length, y + normalY * length];
    pen.line('atLimit', x, y, tipX, tipY, 1);
    chevron(pen, 'atLimit', tipX, tipY, normalX, normalY, 4);
  }
  pen.dim = 0;
}

/** px; 0 of what does not push. */
function lengthFor(force: number): number {
  return force > 0 ? Math.min(most, Math.max(least, least + perDecade * Math.log10(force))) : 0;
}
