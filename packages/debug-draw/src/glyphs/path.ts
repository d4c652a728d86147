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
const mostSegments = 40;

const track = new PathTrack();
const spot = createSpot();

/** The curve, and what runs along it with its laws. */
export function drawPath(pen: Pen, c: CoordinateView, view: JointView, detail: Detail): void {
  const rim = carriageRim(view);
  track.set(pen.down, c);
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

/** The curve in so many chords or less, shorter ones where it bends. */
export function drawCurve(pen: Pen, c: CoordinateView, most: number): void {
  const role = pen.structure;
  const weight = pen.structureWeight;
  track.set(pen.down, c);
  const last = c.pointCount - 1;
  const total = c.lengths[last];
  let bends = 0;
  for (let i = 1; i < last; i++) bends += bendAt(c, i);
  // Length and bend, a share of each: straight parts have chords, too.
  const share = (total > 0 && bends > 0 ? 2 : 1) / most;
  let from = 0;
  let spent = 0;
  for (let i = 1; i <= last; i++) {
    spent += total > 0 ? (c.lengths[i] - c.lengths[i - 1]) / total : 1 / last;
    if (bends > 0 && i < last) spent += bendAt(c, i) / bends;
    if (i < last && last > most && spent < share) continue;
    pen.line(role, track.x(from), track.y(from), track.x(i), track.y(i), weight);
    from = i;
    spent = 0;
  }
}

/** How much the curve turns at its point `i`: about the sine. */
function bendAt({ points, lengths }: CoordinateView, i: number): number {
  const at = 2 * i;
  const dx = points[at] - points[at - 2];
  const dy = points[at + 1] - points[at - 1];
  const ex = points[at + 2] - points[at];
  const ey = points[at + 3] - points[at + 1];
  const size = (lengths[i] - lengths[i - 1]) * (lengths[i + 1] - lengths[i]);
  return size > 0 ? Math.abs(dx * ey - dy * ex) / size : 0;
}
