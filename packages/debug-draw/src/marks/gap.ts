import type { Pen } from '../pen';
import { coil } from './coil';

/** Below this many sign pixels a gap is not shown. */
const smallest = 2;

/** What separates a lock's two sides: for a rigid one an error from where it should be, for a soft one a small coil. */
export function gap(pen: Pen, soft: boolean, fromX: number, fromY: number, toX: number, toY: number): void {
  const dx = toX - fromX;
  const dy = toY - fromY;
  const shown = Math.sqrt(dx * dx + dy * dy) > smallest * pen.u;
  if (soft) pen.dot('spring', toX, toY, 2 * pen.u);
  if (!shown) return;
  if (soft) {
    coil(pen, 'spring', toX, toY, fromX, fromY, 4, 3, 1);
    pen.dot('spring', fromX, fromY, 2 * pen.u);
  } else {
    pen.line('error', fromX, fromY, toX, toY, 2);
    pen.dot('error', fromX, fromY, 2 * pen.u, 2);
  }
}
