import type { JointView } from '@tenon/core/view';
import type { Pen } from '../pen';
import { bodyMiddle } from '../seat-place';
import { createSpot, stroke } from '../spot';

const middle = createSpot();

/** A joint that measures nothing (a filter): a dotted tie, and two plates that do not touch. */
export function drawNothing(pen: Pen, view: JointView): void {
  bodyMiddle(view, middle);
  if (view.bodyCount > 1 && !view.bodies[0].world && !view.bodies[1].world) {
    const [a, b] = view.bodies;
    pen.dashed('link', a.x, a.y, b.x, b.y, 1, 1.5, 4);
    turnToward(b.x - a.x, b.y - a.y);
  }
  const role = pen.structure;
  stroke(pen, role, middle, -3, -7, -3, 7, pen.structureWeight);
  stroke(pen, role, middle, 3, -7, 3, 7, pen.structureWeight);
}

function turnToward(dx: number, dy: number): void {
  const length = Math.sqrt(dx * dx + dy * dy);
  if (!(length > 0)) return;
  middle.tx = dx / length;
  middle.ty = dy / length;
  middle.nx = -middle.ty;
  middle.ny = middle.tx;
}
