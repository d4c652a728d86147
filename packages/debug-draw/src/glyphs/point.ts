import { JointFlag, type CoordinateView, type JointView } from '@tenon/core/view';
import { turnsFreely } from '../anatomy';
import type { Detail } from '../detail';
import { frictionPad } from '../laws/friction';
import { coil } from '../marks/coil';
import { gap } from '../marks/gap';
import { link, tieEnds } from '../marks/link';
import { ring } from '../marks/ring';
import { boltRim, seat, seatRim } from '../marks/seat';
import type { Pen } from '../pen';
import { isAtCap, lawRole, lawWeight } from '../shade';
import { createSpot, setScreenSpot, stroke } from '../spot';

const spot = createSpot();

/** A seat where the point is held, a pad where it rubs; pulled to a target, a coil from there. */
export function drawPoint(pen: Pen, c: CoordinateView, view: JointView, detail: Detail): void {
  const { lock, spring, motor, friction } = c.laws;
  const full = detail === 3;
  if (!lock.on && (spring.on || motor.on)) {
    drawPulled(pen, c, view);
    return;
  }
  if (lock.on) {
    tieEnds(pen, view, c.ax, c.ay, c.bx, c.by, turnsFreely(view) ? seatRim : boltRim, full);
    gap(pen, lock.soft, c.ax, c.ay, c.bx, c.by);
  } else if (view.bodyCount > 1) {
    // What rubs on the world has no anchor there.
    link(pen, view.bodies[1], c.bx, c.by, seatRim);
  }
  seat(pen, view, c.bx, c.by);
  if (friction.on) frictionPad(pen, c.bx, c.by, friction, full);
}

/** A cross-hair at the target, and a coil from there to the point. */
function drawPulled(pen: Pen, c: CoordinateView, view: JointView): void {
  const dragging = (view.flags & JointFlag.dragging) !== 0;
  const law = c.laws.spring.on && !(c.laws.motor.on && isAtCap(c.laws.motor)) ? c.laws.spring : c.laws.motor;
  const target = dragging ? 'drag' : 'target';
  setScreenSpot(spot, pen, c.ax, c.ay);
  ring(pen, target, c.ax, c.ay, 4.2);
  stroke(pen, target, spot, 4.2, 0, 9, 0);
  stroke(pen, target, spot, -4.2, 0, -9, 0);
  stroke(pen, target, spot, 0, 4.2, 0, 9);
  stroke(pen, target, spot, 0, -4.2, 0, -9);
  coil(pen, lawRole(law, dragging ? 'drag' : 'spring'), c.ax, c.ay, c.bx, c.by, 6, 3.5, 6, lawWeight(law));
  pen.dot(pen.structure, c.bx, c.by, 3 * pen.u);
  // A target on the world needs no ground: it is what is drawn there already.
  if (view.bodyCount > 0) link(pen, view.bodies[0], c.ax, c.ay, 4.2);
  if (view.bodyCount > 1) link(pen, view.bodies[1], c.bx, c.by, 3);
}
