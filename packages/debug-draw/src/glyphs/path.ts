import type { CoordinateView, JointView } from '@tenon/core/view';
import type { Detail } from '../detail';
import { lawsOnLine } from '../laws/on-line';
import { springOnAxis } from '../laws/spring';
import { ground } from '../marks/ground';
import { link } from '../marks/link';
import { carriage, carriageRim, plates } from '../marks/seat';
import { lengthStop } from '../marks/stop';
import type { Pen } from '../pen';
import { createSpot } from '../spot';
import { PathTrack } from '../tracks/path-track';

/** The most segments a curve is drawn with. */
const mostSegments = 22;

const track = new PathTrack();
const spot = createSpot();

/** The curve, and what runs along it with its laws. */
export function drawPath(pen: Pen, c: CoordinateView, view: JointView, detail: Detail): void {
  const rim = carriageRim(view);
  track.set(c);
  drawCurve(pen, c, mostSegments);
  track.at(c.value, spot);
  carriage(pen, view, c.bx, c.by, spot.tx, spot.ty);
  if (view.bodyCount > 1) {
    const body = view.bodies[1];
    if (body.world) ground(pen, c.bx, c.by, rim, detail === 3);
    else link(pen, body, c.bx, c.by, rim);
  }
  if (c.laws.lock.on) plates(pen, track.at(c.laws.lock.target, spot), rim);
  if (c.laws.spring.on) springOnAxis(pen, track, c.value, c.laws.spring, rim, -1, 6, detail === 3);
  lawsOnLine(pen, track, c.value, c.laws, lengthStop, detail);
}

/** Every so-manieth point of the curve, and always the last. */
export function drawCurve(pen: Pen, c: CoordinateView, most: number): void {
  const role = pen.structure;
  const weight = pen.structureWeight;
  track.set(c);
  const last = c.pointCount - 1;
  const every = Math.max(1, Math.ceil(last / most));
  for (let i = 0; i < last; i += every) {
    const next = Math.min(i + every, last);
    pen.line(role, track.x(i), track.y(i), track.x(next), track.y(next), weight);
  }
}
