import type { CoordinateView, JointView } from '@tenon/core/view';
import { coordinateOf, guideOf, slideOf } from '../anatomy';
import type { Detail } from '../detail';
import { lawsOnLine } from '../laws/on-line';
import { springOnAxis } from '../laws/spring';
import { gap } from '../marks/gap';
import { ground } from '../marks/ground';
import { link, tieEnds } from '../marks/link';
import { carriage, carriageRim, plates } from '../marks/seat';
import { railStop } from '../marks/stop';
import { orZero } from '../numbers';
import type { Pen } from '../pen';
import { createSpot, setSpot, stroke } from '../spot';
import { LineTrack } from '../tracks/line-track';

/** Half the distance of the rails, and how far they go beyond what slides where nothing ends them, sign pixels. */
const railHalf = 5.5;
const openRail = 26;

/** A rail without an end: its gap and last dash, sign pixels. */
const openGap = 4;
const openDash = 3;

/** Half the length of a slide without rails, sign pixels. */
const unguided = 24;

const track = new LineTrack();
const spot = createSpot();

/** What slides along the axis, with its laws; a locked axis beside it is the pair of rails it slides between. */
export function drawAxis(pen: Pen, c: CoordinateView, view: JointView, detail: Detail): void {
  if (c === slideOf(view) && !coordinateOf(view, 'path')) drawSlide(pen, c, view, detail);
  else drawGuide(pen, c, view, detail);
}

function drawSlide(pen: Pen, c: CoordinateView, view: JointView, detail: Detail): void {
  const { laws } = c;
  const value = slideValue(c);
  const rim = carriageRim(view);
  carriage(pen, view, c.bx, c.by, c.ux, c.uy);
  if (guideOf(view)) {
    if (view.bodyCount > 0) link(pen, view.bodies[0], c.ax, c.ay, 0);
    if (view.bodyCount > 1) tieCarriage(pen, c, view, rim, detail);
  } else {
    tieEnds(pen, view, c.ax, c.ay, c.bx, c.by, rim, detail === 3);
    drawLine(pen, c);
  }

  track.set(pen.down, c.ax, c.ay, c.ux, c.uy);
  if (laws.lock.on) plates(pen, track.at(laws.lock.target, spot), rim);
  if (laws.spring.on)
    springOnAxis(pen, track, value, laws.spring, rim, sideOfA(c, view), detail === 3 ? 6 : 4, detail === 3);
  lawsOnLine(pen, track, value, laws, railStop, detail);
}

/** The way of a slide that has no rails. */
function drawLine(pen: Pen, c: CoordinateView): void {
  const dx = unguided * pen.u * c.ux;
  const dy = unguided * pen.u * c.uy;
  pen.dashed('link', c.ax - dx, c.ay - dy, c.ax + dx, c.ay + dy, 0);
}

function tieCarriage(pen: Pen, c: CoordinateView, view: JointView, rim: number, detail: Detail): void {
  const body = view.bodies[1];
  if (body.world) ground(pen, c.bx, c.by, rim, detail === 3);
  else link(pen, body, c.bx, c.by, rim);
}

/** Two rails along the slide, from bound to bound or open; on the world, hatched outside. The gap across them is an error. */
function drawGuide(pen: Pen, c: CoordinateView, view: JointView, detail: Detail): void {
  const slide = slideOf(view);
  if (slide && slide !== c && !coordinateOf(view, 'path')) drawRails(pen, c, slide, view, detail);
  if (!c.laws.lock.on) return;
  const offset = orZero(c.value) - orZero(c.laws.lock.target);
  gap(pen, c.laws.lock.soft, c.bx - c.ux * offset, c.by - c.uy * offset, c.bx, c.by);
}

function drawRails(pen: Pen, c: CoordinateView, slide: CoordinateView, view: JointView, detail: Detail): void {
  const { lower, upper } = slide.laws.limits;
  const value = slideValue(slide);
  const endsLow = slide.laws.limits.on && Number.isFinite(lower);
  const endsHigh = slide.laws.limits.on && Number.isFinite(upper);
  const from = (endsLow ? lower : Math.min(0, value) - openRail * pen.u) / pen.u;
  const to = (endsHigh ? upper : Math.max(0, value) + openRail * pen.u) / pen.u;

  setSpot(spot, pen.down, c.ax, c.ay, slide.ux, slide.uy);
  for (let side = -1; side <= 1; side += 2) drawRail(pen, view, side * railHalf, from, to, endsLow, endsHigh);
  if (detail === 3 && view.bodyCount > 0 && view.bodies[0].world) drawHatches(pen, from + 0.12 * (to - from));
}

function drawRail(
  pen: Pen,
  view: JointView,
  n: number,
  from: number,
  to: number,
  endsLow: boolean,
  endsHigh: boolean,
): void {
  const role = pen.structure;
  const weight = pen.structureWeight;
  stroke(pen, role, spot, from, n, to, n, weight);
  if (!endsLow) stroke(pen, role, spot, from - openGap, n, from - openGap - openDash, n, weight);
  if (!endsHigh) stroke(pen, role, spot, to + openGap, n, to + openGap + openDash, n, weight);
}

/** Hatches outside the rail that is lower on the screen, from `first` on. */
function drawHatches(pen: Pen, first: number): void {
  const outside = spot.ny * pen.down >= 0 ? 1 : -1;
  for (let i = 0; i < 4; i++) {
    const t = first + 5 * i + 4;
    stroke(pen, 'link', spot, t, outside * railHalf, t - 4, outside * (railHalf + 4.5), 0);
  }
}

/** On which side of the slide A is: there its spring stands. */
function sideOfA(c: CoordinateView, view: JointView): 1 | -1 {
  if (view.bodyCount === 0 || view.bodies[0].world) return -1;
  const { x, y } = view.bodies[0];
  return (x - c.ax) * c.ux + (y - c.ay) * c.uy > 0 ? 1 : -1;
}

/** Measured from the places where only a rate is known. */
function slideValue(c: CoordinateView): number {
  return Number.isFinite(c.value) ? c.value : (c.bx - c.ax) * c.ux + (c.by - c.ay) * c.uy;
}
