import type { JointView } from '@tenon/core/view';
import { coordinateOf, slideOf } from './anatomy';
import { setWorldSpot, type Spot } from './spot';

/** Where a joint sits: its point, else where it slides, else its first place, else amid its bodies. Marks are put beside it. */
export function seatOf(view: JointView, spot: Spot): Spot {
  const c = view.coordinateCount > 0 ? (coordinateOf(view, 'point') ?? slideOf(view) ?? view.coordinates[0]) : null;
  if (!c || c.kind === 'general') return bodyMiddle(view, spot);
  const place = c.kind === 'sum' && c.termCount > 0 ? c.terms[0] : c;
  return setWorldSpot(spot, place.bx, place.by);
}

/** The middle of the bodies that are not the world. */
export function bodyMiddle(view: JointView, spot: Spot): Spot {
  let x = 0;
  let y = 0;
  let n = 0;
  for (let i = 0; i < view.bodyCount; i++) {
    const body = view.bodies[i];
    if (body.world) continue;
    x += body.x;
    y += body.y;
    n++;
  }
  return n > 0 ? setWorldSpot(spot, x / n, y / n) : setWorldSpot(spot, 0, 0);
}
