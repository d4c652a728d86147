import type { BodyView, JointView } from '@tenon/core/view';
import type { Pen } from '../pen';
import { ground } from './ground';

/**
 * Ties the ends of a joint to what they are fixed to: a thin line from the centre of a body, a ground on the world.
 * `rim`: radius of what is drawn at the ends, sign pixels.
 */
export function tieEnds(
  pen: Pen,
  view: JointView,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  rim: number,
  hatched: boolean,
): void {
  if (view.bodyCount > 0) tieEnd(pen, view.bodies[0], ax, ay, rim, hatched);
  if (view.bodyCount > 1) tieEnd(pen, view.bodies[1], bx, by, rim, hatched);
}

function tieEnd(pen: Pen, body: BodyView, x: number, y: number, rim: number, hatched: boolean): void {
  if (body.world) ground(pen, x, y, rim, hatched);
  else link(pen, body, x, y, rim);
}

/** The thin line from a body's centre to its anchor, ending at the rim of the seat; none if it would be a stub. */
export function link(pen: Pen, body: BodyView, x: number, y: number, rim: number): void {
  const dx = x - body.x;
  const dy = y - body.y;
  const length = Math.sqrt(dx * dx + dy * dy);
  if (body.world || length < (rim + 3) * pen.u) return;
  const share = 1 - (rim * pen.u) / length;
  pen.line('link', body.x, body.y, body.x + dx * share, body.y + dy * share, 0);
}
