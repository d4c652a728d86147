import type { CoordinateView, JointView } from '@tenon/core/view';
import { hasFreeLaw, isAnchored } from '../anatomy';
import type { Detail } from '../detail';
import { lawsOnArc } from '../laws/on-arc';
import { ground } from '../marks/ground';
import { eyeSegments, ring } from '../marks/ring';
import { pin, seatRim } from '../marks/seat';
import type { Pen } from '../pen';
import { createSpot, setSpot, stroke } from '../spot';
import { ArcTrack } from '../tracks/arc-track';

const track = new ArcTrack();
const spot = createSpot();

/** Laws round the seat of another coordinate; without one, round the middle of B. A locked angle beside a seat is its square. */
export function drawAngle(pen: Pen, c: CoordinateView, view: JointView, detail: Detail): void {
  const alone = !isAnchored(view);
  const onA = alone && view.bodyCount > 1 && view.bodies[1].world;
  const x = onA ? c.ax : c.bx;
  const y = onA ? c.ay : c.by;
  track.set(pen, x, y, c);
  if (alone) drawOwnSeat(pen, c, view, x, y, detail);
  if (hasFreeLaw(c.laws) && (alone || !c.laws.lock.on)) {
    lawsOnArc(pen, track, c.value, c.laws, detail);
  }
}

/** A ring on B and one on A with a tie between them; on the world, a ground. Locked: hands that move together. */
function drawOwnSeat(pen: Pen, c: CoordinateView, view: JointView, x: number, y: number, detail: Detail): void {
  pin(pen, x, y);
  if (view.bodyCount < 2 || view.bodies[0].world || view.bodies[1].world) {
    ground(pen, x, y, seatRim, detail === 3);
  } else {
    ring(pen, 'link', c.ax, c.ay, 3, 1, eyeSegments);
    drawTie(pen, c);
    if (c.laws.lock.on) twinHands(pen, c.ax, c.ay, c.aAngle + track.gain * c.laws.lock.target);
  }
  if (c.laws.lock.on) twinHands(pen, x, y, track.angleAt(c.value));
}

/** A dashed line from A toward B that ends before B's signs begin. */
function drawTie(pen: Pen, c: CoordinateView): void {
  const dx = c.bx - c.ax;
  const dy = c.by - c.ay;
  const length = Math.sqrt(dx * dx + dy * dy);
  const end = 1 - (20 * pen.u) / length;
  if (end > 0) pen.dashed('link', c.ax, c.ay, c.ax + dx * end, c.ay + dy * end, 0, 5, 6);
}

/** Two parallel strokes. */
function twinHands(pen: Pen, x: number, y: number, angle: number): void {
  const role = pen.structure;
  const weight = pen.structureWeight;
  setSpot(spot, pen.down, x, y, Math.cos(angle), Math.sin(angle));
  stroke(pen, role, spot, 4, -2, 17, -2, weight);
  stroke(pen, role, spot, 4, 2, 17, 2, weight);
}
