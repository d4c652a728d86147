import type { CoordinateView, JointView, TermView } from '@tenon/core/view';
import { hasFreeLaw, isSlack } from '../anatomy';
import type { Detail } from '../detail';
import { gauge } from '../marks/gauge';
import { eyeSegments, ring } from '../marks/ring';
import { toothedWheel } from '../marks/toothed-wheel';
import { clamp, orZero } from '../numbers';
import type { Pen } from '../pen';
import { createSpot, setScreenSpot, setSpot, stroke } from '../spot';
import { drawGeneral } from './general';

/** Radius and sides of a sheave, sign pixels. */
const sheave = 7;
const sheaveSegments = 10;

/** Pitch radius of the smallest wheel and of the largest, sign pixels; between them it is as the weights are. */
const smallestWheel = 9;
const largestWheel = 16;

/** Half the length of a rack, sign pixels. */
const halfRack = 15;

/** Terms closer than this, rim to rim, need no tie, sign pixels. */
const nearEnough = 6;

/** How far below the lowest term its gauge is, sign pixels. */
const gaugeBelow = 24;

const spot = createSpot();

/** Each term as what it is, a rope over a sheave, a toothed wheel or a rack, tied to the one before. Without terms, a number. */
export function drawSum(pen: Pen, c: CoordinateView, view: JointView, detail: Detail): void {
  if (c.termCount === 0) {
    drawGeneral(pen, c, view, detail);
    return;
  }
  const unit = smallestWeight(c);
  for (let i = 0; i < c.termCount; i++) {
    const term = c.terms[i];
    const neighbour = c.termCount > 1 ? c.terms[i === 0 ? 1 : i - 1] : null;
    if (term.kind === 'length') drawRope(pen, term, neighbour, view, detail);
    else if (term.kind === 'angle') drawWheel(pen, term, wheelRadius(term, unit), view, detail);
    else drawRack(pen, term, neighbour, view, detail);
    if (i > 0 && neighbour) drawTie(pen, neighbour, term, unit, view);
  }
  if (hasFreeLaw(c.laws)) drawGauge(pen, c, view, detail);
}

/** A sheave at the fixed end, and the rope from its outer side to the free one. */
function drawRope(pen: Pen, term: TermView, neighbour: TermView | null, view: JointView, detail: Detail): void {
  const role = pen.structure;
  const weight = pen.structureWeight;
  const x = fixedX(term);
  const y = fixedY(term);
  ring(pen, role, x, y, sheave, weight, sheaveSegments);
  setScreenSpot(spot, pen, x, y);
  if (detail === 3) {
    stroke(pen, 'link', spot, 0, 0, 0, -14);
    stroke(pen, 'link', spot, -5, -14, 5, -14);
  }

  const freeX = term.fixedEnd === 'a' ? term.bx : term.ax;
  const freeY = term.fixedEnd === 'a' ? term.by : term.ay;
  setAlongRope(pen, term);
  const inward = neighbour ? (fixedX(neighbour) - x) * spot.nx + (fixedY(neighbour) - y) * spot.ny : -1;
  const side = (inward > 0 ? -sheave : sheave) * pen.u;
  pen.line(role, x + spot.nx * side, y + spot.ny * side, freeX, freeY, isSlack(view) ? 0 : 2);
  ring(pen, role, freeX, freeY, 3, weight, eyeSegments);
}

function drawWheel(pen: Pen, term: TermView, r: number, view: JointView, detail: Detail): void {
  const angle = orZero(term.zero) + (Number.isFinite(term.gain) ? term.gain : 1) * orZero(term.value);
  toothedWheel(pen, pen.structure, term.bx, term.by, r, angle, detail === 3, pen.structureWeight);
}

/** A toothed bar along its axis, the teeth toward its neighbour. */
function drawRack(pen: Pen, term: TermView, neighbour: TermView | null, view: JointView, detail: Detail): void {
  const role = pen.structure;
  setSpot(spot, pen.down, term.bx, term.by, term.ux, term.uy);
  stroke(pen, role, spot, -halfRack, 0, halfRack, 0, pen.structureWeight);
  const away = neighbour && (neighbour.bx - term.bx) * spot.nx + (neighbour.by - term.by) * spot.ny < 0;
  for (let i = 0; detail === 3 && i < 6; i++) stroke(pen, role, spot, 5 * i - 12.5, 0, 5 * i - 12.5, away ? -4 : 4, 2);
}

/** The rope from sheave to sheave; between other terms a dashed line, if they do not touch. */
function drawTie(pen: Pen, before: TermView, term: TermView, unit: number, view: JointView): void {
  if (before.kind === 'length' && term.kind === 'length') {
    drawSpan(pen, before, term, view);
    return;
  }
  const x0 = termX(before);
  const y0 = termY(before);
  const dx = termX(term) - x0;
  const dy = termY(term) - y0;
  const length = Math.sqrt(dx * dx + dy * dy);
  const from = rimOf(before, unit) * pen.u;
  const to = length - rimOf(term, unit) * pen.u;
  if (!(to - from > nearEnough * pen.u)) return;
  const a = from / length;
  const b = to / length;
  pen.dashed('link', x0 + dx * a, y0 + dy * a, x0 + dx * b, y0 + dy * b, 0, 5, 6);
}

/** From the top of one sheave to the top of the next: top is where its rope does not hang. */
function drawSpan(pen: Pen, before: TermView, term: TermView, view: JointView): void {
  const role = pen.structure;
  const lift = sheave * pen.u;
  setAlongRope(pen, before);
  const x0 = fixedX(before) - spot.tx * lift;
  const y0 = fixedY(before) - spot.ty * lift;
  setAlongRope(pen, term);
  const x1 = fixedX(term) - spot.tx * lift;
  const y1 = fixedY(term) - spot.ty * lift;
  if (isSlack(view)) pen.dashed(role, x0, y0, x1, y1, 1, 5, 4);
  else pen.line(role, x0, y0, x1, y1, 2);
}

/** A gauge for the laws, under the lowest term. */
function drawGauge(pen: Pen, c: CoordinateView, view: JointView, detail: Detail): void {
  let x = NaN;
  let y = NaN;
  for (let i = 0; i < c.termCount; i++) {
    const { ax, ay, bx, by, kind } = c.terms[i];
    if (!(by * pen.down <= y * pen.down)) [x, y] = [bx, by];
    if (kind === 'length' && ay * pen.down > y * pen.down) [x, y] = [ax, ay];
  }
  gauge(pen, x, y + pen.down * gaugeBelow * pen.u, c.value, c.laws, detail);
}

/** Puts the spot at the fixed end, t toward the free one. */
function setAlongRope(pen: Pen, term: TermView): void {
  const way = term.fixedEnd === 'a' ? 1 : -1;
  const dx = way * (term.bx - term.ax);
  const dy = way * (term.by - term.ay);
  const length = Math.sqrt(dx * dx + dy * dy) || 1;
  setSpot(spot, pen.down, fixedX(term), fixedY(term), dx / length, dy / length);
}

function fixedX(term: TermView): number {
  return term.fixedEnd === 'a' ? term.ax : term.bx;
}

function fixedY(term: TermView): number {
  return term.fixedEnd === 'a' ? term.ay : term.by;
}

function termX(term: TermView): number {
  return term.kind === 'length' ? fixedX(term) : term.bx;
}

function termY(term: TermView): number {
  return term.kind === 'length' ? fixedY(term) : term.by;
}

function rimOf(term: TermView, unit: number): number {
  if (term.kind === 'length') return sheave;
  return term.kind === 'angle' ? 1.12 * wheelRadius(term, unit) : 4;
}

function wheelRadius(term: TermView, unit: number): number {
  return clamp((smallestWheel * Math.abs(term.weight)) / unit, smallestWheel, largestWheel);
}

/** The smallest weight of an angle. */
function smallestWeight(c: CoordinateView): number {
  let least = Infinity;
  for (let i = 0; i < c.termCount; i++) {
    const weight = Math.abs(c.terms[i].weight);
    if (c.terms[i].kind === 'angle' && weight > 0 && weight < least) least = weight;
  }
  return least;
}
