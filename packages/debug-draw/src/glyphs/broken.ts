import type { JointView } from '@tenon/core/view';
import type { Dim } from '../ink';
import type { Pen } from '../pen';
import { createSpot, setSpot, stroke } from '../spot';

/** How long a broken joint is seen, s, fading in steps. */
export const fadeTime = 0.6;
const fadeStep = 0.15;

const middle = createSpot();

/** The crack: points (t, n) in sign pixels. */
const crack = [0, -8, 3, -3, -2, 2, 1, 8] as const;

/** Two loose ends and a crack between them, paler with its age. */
export function drawBroken(pen: Pen, view: JointView): void {
  if (!(view.age < fadeTime) || view.bodyCount < 2) return;
  pen.dim = dimOf(view.age);
  const [a, b] = view.bodies;
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = Math.sqrt(dx * dx + dy * dy);
  const [ux, uy] = length > 0 ? [dx / length, dy / length] : [1, 0];
  setSpot(middle, pen.down, (a.x + b.x) / 2, (a.y + b.y) / 2, ux, uy);
  const end = length / 2 - 6 * pen.u;
  if (end > 0) {
    pen.dashed('broken', a.x, a.y, a.x + ux * end, a.y + uy * end, 1, 5, 4);
    pen.dashed('broken', b.x, b.y, b.x - ux * end, b.y - uy * end, 1, 5, 4);
  }
  for (let t = -4; t <= 4; t += 8) {
    for (let i = 0; i < 6; i += 2)
      stroke(pen, 'broken', middle, t + crack[i], crack[i + 1], t + crack[i + 2], crack[i + 3]);
  }
}

function dimOf(age: number): Dim {
  const step = Math.floor(age / fadeStep);
  return step >= 3 ? 3 : step === 2 ? 2 : step === 1 ? 1 : 0;
}
