import type { CoordinateView, JointView } from '@tenon/core/view';
import { isSlack } from '../anatomy';
import type { Detail } from '../detail';
import type { Role } from '../ink';
import { drivesOnLine, lawsOnLine } from '../laws/on-line';
import { restMark } from '../laws/spring';
import { coil } from '../marks/coil';
import { gap } from '../marks/gap';
import { ground } from '../marks/ground';
import { link } from '../marks/link';
import { eyeSegments, ring } from '../marks/ring';
import { lengthStop } from '../marks/stop';
import type { Pen } from '../pen';
import { isAtCap } from '../shade';
import { createSpot, setSpot, stroke } from '../spot';
import { LineTrack } from '../tracks/line-track';

/** Radius of the eyes at both ends, sign pixels. */
const eye = 3;

const track = new LineTrack();
const spot = createSpot();

/** Between two eyes: a rod, a coil, a rope or a telescope, by the laws it has. */
export function drawLength(pen: Pen, c: CoordinateView, view: JointView, detail: Detail): void {
  const { laws } = c;
  const length = setAlong(pen, c);
  drawEnds(pen, c, view, detail);
  if (laws.lock.on && !laws.lock.soft) {
    drawRod(pen, c, view, length);
    drivesOnLine(pen, track, length, laws, detail);
  } else if (laws.lock.on || laws.spring.on) {
    drawCoil(pen, c, view, detail);
    lawsOnLine(pen, track, length, laws, lengthStop, detail);
  } else if (laws.limits.on && laws.limits.upper < Infinity && !(laws.limits.lower > 0)) {
    drawRope(pen, c, view, length, detail);
    drivesOnLine(pen, track, length, laws, detail);
  } else {
    if (laws.limits.on) drawTelescope(pen, c, view, length);
    else stroke(pen, pen.structure, spot, eye, 0, length / pen.u - eye, 0, pen.structureWeight);
    lawsOnLine(pen, track, length, laws, lengthStop, detail);
  }
}

/** Lays the track and the spot from a to b; returns how far apart they are. */
function setAlong(pen: Pen, c: CoordinateView): number {
  const dx = c.bx - c.ax;
  const dy = c.by - c.ay;
  const length = Math.sqrt(dx * dx + dy * dy);
  const ux = length > 0 ? dx / length : Number.isFinite(c.ux) ? c.ux : 1;
  const uy = length > 0 ? dy / length : Number.isFinite(c.uy) ? c.uy : 0;
  track.set(pen.down, c.ax, c.ay, ux, uy);
  setSpot(spot, pen.down, c.ax, c.ay, ux, uy);
  return length;
}

function drawEnds(pen: Pen, c: CoordinateView, view: JointView, detail: Detail): void {
  const role = pen.structure;
  const weight = pen.structureWeight;
  ring(pen, role, c.ax, c.ay, eye, weight, eyeSegments);
  ring(pen, role, c.bx, c.by, eye, weight, eyeSegments);
  if (view.bodyCount > 0) drawEnd(pen, view, 0, c.ax, c.ay, detail);
  if (view.bodyCount > 1) drawEnd(pen, view, 1, c.bx, c.by, detail);
}

function drawEnd(pen: Pen, view: JointView, body: 0 | 1, x: number, y: number, detail: Detail): void {
  if (view.bodies[body].world) ground(pen, x, y, eye, detail === 3);
  else if (detail === 3) link(pen, view.bodies[body], x, y, eye);
}

function drawRod(pen: Pen, c: CoordinateView, view: JointView, length: number): void {
  stroke(pen, pen.structure, spot, eye, 0, length / pen.u - eye, 0, 2);
  const target = Number.isFinite(c.laws.lock.target) ? c.laws.lock.target : length;
  gap(pen, false, c.ax + spot.tx * target, c.ay + spot.ty * target, c.bx, c.by);
}

/** A spring, or a soft rod, which is one too. */
function drawCoil(pen: Pen, c: CoordinateView, view: JointView, detail: Detail): void {
  const { lock, spring } = c.laws;
  const law = spring.on ? spring : lock;
  const inset = eye * pen.u;
  const x0 = c.ax + spot.tx * inset;
  const y0 = c.ay + spot.ty * inset;
  const x1 = c.bx - spot.tx * inset;
  const y1 = c.by - spot.ty * inset;
  const full = detail === 3;
  const role = isAtCap(law) ? 'load4' : coilRole(pen);
  coil(pen, role, x0, y0, x1, y1, full ? 8 : 5, 5.5, 7, isAtCap(law) ? 2 : pen.structureWeight);
  if (full) restMark(pen, 'spring', track, spring.on ? spring.rest : lock.target);
}

/** The coil is the joint's whole structure, so it shows the load; a calm one says what it is. */
function coilRole(pen: Pen): Role {
  const role = pen.structure;
  return role === 'load0' ? 'spring' : role;
}

/** Taut, a twisted line that ends at a bar; slack, a curve as long as the rope is. */
function drawRope(pen: Pen, c: CoordinateView, view: JointView, length: number, detail: Detail): void {
  const { upper } = c.laws.limits;
  if (isSlack(view) || length < upper - 2 * pen.u) {
    drawSag(pen, c, view, length, upper);
    return;
  }
  const role = pen.structure;
  const end = length / pen.u;
  stroke(pen, role, spot, eye, 0, end - eye, 0, 2);
  for (let i = 1; detail === 3 && i <= 4; i++) stroke(pen, role, spot, (end * i) / 5 - 2, -3.5, (end * i) / 5 + 2, 3.5);
  stroke(pen, 'atLimit', spot, end - eye - 3, -5, end - eye - 3, 5, 2);
}

/** A parabola toward the bottom of the screen, with the sag that makes it as long as the rope. */
function drawSag(pen: Pen, c: CoordinateView, view: JointView, length: number, rope: number): void {
  const role = pen.structure;
  const sag = pen.down * Math.sqrt(Math.max(0, 0.375 * length * (rope - length)));
  let x = c.ax;
  let y = c.ay;
  for (let i = 1; i <= 8; i++) {
    const t = i / 8;
    const x1 = c.ax + (c.bx - c.ax) * t;
    const y1 = c.ay + (c.by - c.ay) * t + 4 * sag * t * (1 - t);
    pen.line(role, x, y, x1, y1);
    x = x1;
    y = y1;
  }
}

/** A rod in a sleeve that reaches to the lower bound. */
function drawTelescope(pen: Pen, c: CoordinateView, view: JointView, length: number): void {
  const role = pen.structure;
  const weight = pen.structureWeight;
  const end = length / pen.u;
  const sleeve = Math.min(c.laws.limits.lower / pen.u - 2, end - eye);
  stroke(pen, role, spot, eye, 0, end - eye, 0, weight);
  if (!(sleeve > eye)) return;
  stroke(pen, role, spot, eye, -3, sleeve, -3, weight);
  stroke(pen, role, spot, eye, 3, sleeve, 3, weight);
}
