import type { CoordinateKind, CoordinateView, JointView } from '@tenon/core/view';
import { coordinateOf, hasFreeLaw, isSlack, slideOf, turnsFreely } from './anatomy';
import { drawCurve } from './glyphs/path';
import type { Role, Weight } from './ink';
import { coil } from './marks/coil';
import type { Pen } from './pen';
import { lawRole } from './shade';
import { bodyMiddle, seatOf } from './seat-place';
import { createSpot, setScreenSpot, setSpot, stroke } from './spot';
import { ArcTrack } from './tracks/arc-track';

/** The coordinate that stands for its joint, best first. */
const principals: readonly CoordinateKind[] = ['point', 'axis', 'length', 'path', 'sum', 'pose', 'general', 'angle'];

/** Half a rail, sign pixels. */
const halfRail = 8;

/** Where the tick of a motor stands, rad ahead of the hand. */
const ahead = 0.9;

const spot = createSpot();
const track = new ArcTrack();

/** A joint in at most 8 segments: the shape of its main coordinate, and the hand, stops and motor of its angle. */
export function drawLow(pen: Pen, view: JointView): void {
  const c = principalOf(view);
  if (!c) drawPlates(pen, view);
  else low[c.kind](pen, c, view);
  const angle = coordinateOf(view, 'angle');
  if (c && angle && !angle.laws.lock.on && (c === angle || c.kind === 'point' || c.kind === 'axis')) {
    drawHand(pen, angle, view, c);
  }
}

/** A joint in at most 2 segments. */
export function drawDot(pen: Pen, view: JointView): void {
  const c = principalOf(view);
  if (c?.kind === 'length') drawRod(pen, c.ax, c.ay, c.bx, c.by);
  else if (c?.kind === 'path') drawCurve(pen, c, 2);
  else if (c?.kind === 'sum' && c.termCount > 0) drawTerms(pen, c, view, false);
  else drawPlus(pen, view);
}

type LowGlyph = (pen: Pen, c: CoordinateView, view: JointView) => void;

const low: Readonly<Record<CoordinateKind, LowGlyph>> = {
  point: drawPoint,
  angle: drawSeat,
  axis: drawAxis,
  length: drawLength,
  path: drawPath,
  sum: drawSum,
  pose: drawPoint,
  general: drawGeneral,
};

function principalOf(view: JointView): CoordinateView | null {
  for (const kind of principals) {
    const c = kind === 'axis' ? slideOf(view) : coordinateOf(view, kind);
    if (c) return c;
  }
  return null;
}

/** Held, a dot or a cross; pulled, a line from the target. */
function drawPoint(pen: Pen, c: CoordinateView, view: JointView): void {
  const { lock, spring, motor } = c.laws;
  if (!lock.on && (spring.on || motor.on)) {
    pen.line(lawRole(spring.on ? spring : motor, pen.structure), c.ax, c.ay, c.bx, c.by);
    pen.dot(pen.structure, c.bx, c.by, 2.5 * pen.u, pen.structureWeight);
  } else {
    drawSeat(pen, c, view);
  }
}

function drawSeat(pen: Pen, c: CoordinateView, view: JointView): void {
  const role = pen.structure;
  const weight = pen.structureWeight;
  if (turnsFreely(view)) pen.dot(role, c.bx, c.by, 2.5 * pen.u, weight);
  else drawCross(pen, c.bx, c.by);
}

function drawCross(pen: Pen, x: number, y: number): void {
  const role = pen.structure;
  const weight = pen.structureWeight;
  setScreenSpot(spot, pen, x, y);
  stroke(pen, role, spot, -2.5, -2.5, 2.5, 2.5, weight);
  stroke(pen, role, spot, -2.5, 2.5, 2.5, -2.5, weight);
}

/** One rail with what slides on it. */
function drawAxis(pen: Pen, c: CoordinateView, view: JointView): void {
  const role = pen.structure;
  const weight = pen.structureWeight;
  const { limits } = c.laws;
  setSpot(spot, pen.down, c.ax, c.ay, c.ux, c.uy);
  const bounded = limits.on && Number.isFinite(limits.lower) && Number.isFinite(limits.upper);
  const from = bounded ? limits.lower / pen.u : -halfRail;
  const to = bounded ? limits.upper / pen.u : halfRail;
  stroke(pen, limits.active === 0 ? role : 'atLimit', spot, from, 0, to, 0, weight);
  setSpot(spot, pen.down, c.bx, c.by, c.ux, c.uy);
  if (turnsFreely(view)) {
    pen.dot(role, c.bx, c.by, 2.5 * pen.u, weight);
  } else {
    stroke(pen, role, spot, -3, -2, 3, -2, weight);
    stroke(pen, role, spot, 3, -2, 3, 2, weight);
    stroke(pen, role, spot, 3, 2, -3, 2, weight);
    stroke(pen, role, spot, -3, 2, -3, -2, weight);
  }
}

function drawLength(pen: Pen, c: CoordinateView, view: JointView): void {
  const { lock, spring, limits } = c.laws;
  const role = pen.structure;
  if (spring.on || (lock.on && lock.soft)) {
    coil(pen, role === 'load0' ? 'spring' : role, c.ax, c.ay, c.bx, c.by, 4, 2.5, 2, pen.structureWeight);
  } else if (isSlack(view)) {
    pen.dashed(role, c.ax, c.ay, c.bx, c.by, 1, 3, 3);
  } else {
    pen.line(limits.active === 0 ? role : 'atLimit', c.ax, c.ay, c.bx, c.by, pen.structureWeight);
  }
}

function drawPath(pen: Pen, c: CoordinateView): void {
  drawCurve(pen, c, 4);
  pen.dot(pen.structure, c.bx, c.by, 2.5 * pen.u, pen.structureWeight);
}

function drawSum(pen: Pen, c: CoordinateView, view: JointView): void {
  if (c.termCount > 0) drawTerms(pen, c, view, true);
  else drawGeneral(pen, c, view);
}

/** Ropes as lines, wheels and racks as crosses if wanted, and what joins them. */
function drawTerms(pen: Pen, c: CoordinateView, view: JointView, crosses: boolean): void {
  const role = pen.structure;
  for (let i = 0; i < c.termCount; i++) {
    const term = c.terms[i];
    if (term.kind === 'length') drawRod(pen, term.ax, term.ay, term.bx, term.by);
    else if (crosses) drawCross(pen, term.bx, term.by);
  }
  for (let i = 1; i < c.termCount; i++) {
    const { ax, ay, bx, by, kind, fixedEnd } = c.terms[i - 1];
    const next = c.terms[i];
    const fromA = kind === 'length' && fixedEnd === 'a';
    const toA = next.kind === 'length' && next.fixedEnd === 'a';
    pen.line(role, fromA ? ax : bx, fromA ? ay : by, toA ? next.ax : next.bx, toA ? next.ay : next.by);
  }
}

function drawRod(pen: Pen, ax: number, ay: number, bx: number, by: number): void {
  pen.line(pen.structure, ax, ay, bx, by, pen.structureWeight);
}

function drawGeneral(pen: Pen, _c: CoordinateView, view: JointView): void {
  bodyMiddle(view, spot);
  pen.dot(pen.structure, spot.x, spot.y, 2.5 * pen.u, pen.structureWeight);
  for (let i = 0; i < view.bodyCount; i++) {
    const body = view.bodies[i];
    if (!body.world) pen.line('link', spot.x, spot.y, body.x, body.y, 0);
  }
}

function drawPlates(pen: Pen, view: JointView): void {
  const role = pen.structure;
  bodyMiddle(view, spot);
  stroke(pen, role, spot, -1.5, -3, -1.5, 3);
  stroke(pen, role, spot, 1.5, -3, 1.5, 3);
}

function drawPlus(pen: Pen, view: JointView): void {
  const role = pen.structure;
  const weight = pen.structureWeight;
  seatOf(view, spot);
  stroke(pen, role, spot, -1.5, 0, 1.5, 0, weight);
  stroke(pen, role, spot, 0, -1.5, 0, 1.5, weight);
}

/** The value of an angle, where it stops, and the way it is driven. On a slide the stops are left out. */
function drawHand(pen: Pen, angle: CoordinateView, view: JointView, at: CoordinateView): void {
  const { laws, value } = angle;
  const { limits, motor } = laws;
  if (!hasFreeLaw(laws)) return;
  track.set(pen, at.bx, at.by, angle);
  if (Number.isFinite(value)) tick(pen, pen.structure, track.angleAt(value), 0, 7, pen.structureWeight);
  if (limits.on && at.kind !== 'axis') {
    tick(pen, limits.active < 0 ? 'atLimit' : 'limit', track.angleAt(limits.lower), 5, 8);
    tick(pen, limits.active > 0 ? 'atLimit' : 'limit', track.angleAt(limits.upper), 5, 8);
  }
  if (motor.on && motor.speed !== 0) {
    const way = motor.speed * track.gain < 0 ? -1 : 1;
    tick(pen, lawRole(motor, 'drive'), track.angleAt(value) + ahead * way, 5, 8);
  }
}

/** A radial stroke of the angle's track, sign pixels. */
function tick(pen: Pen, role: Role, angle: number, from: number, to: number, weight: Weight = 1): void {
  setSpot(spot, pen.down, track.x, track.y, Math.cos(angle), Math.sin(angle));
  stroke(pen, role, spot, from, 0, to, 0, weight);
}
