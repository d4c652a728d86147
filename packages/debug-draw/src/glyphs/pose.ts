import type { CoordinateView, JointView, LawSet, LawView } from '@tenon/core/view';
import type { Detail } from '../detail';
import type { Role, Weight } from '../ink';
import { chevron, turnArrow } from '../marks/arrow';
import { coil } from '../marks/coil';
import { gap } from '../marks/gap';
import { link, tieEnds } from '../marks/link';
import { bolt, boltRim } from '../marks/seat';
import type { Pen } from '../pen';
import { lawRole, lawWeight } from '../shade';

/** Axes of a frame, sign pixels. */
const xAxis = 18;
const yAxis = 10.8;

/** Below this distance the way to the target is a dashed line, from it on a coil, sign pixels. */
const coilFrom = 26;

/** Below this angle no arrow shows the turn to the target, rad. */
const smallestTurn = 0.15;

/** A pose that is held is a bolted square; one that is driven, two frames and the way from one to the other. */
export function drawPose(pen: Pen, c: CoordinateView, view: JointView, detail: Detail): void {
  const driver = driverOf(c.laws);
  if (c.laws.lock.on || !driver) {
    tieEnds(pen, view, c.ax, c.ay, c.bx, c.by, boltRim, detail === 3);
    bolt(pen, c.bx, c.by);
    if (c.laws.lock.on) gap(pen, c.laws.lock.soft, c.ax, c.ay, c.bx, c.by);
    return;
  }
  if (view.bodyCount > 1) link(pen, view.bodies[1], c.bx, c.by, 2);
  frame(pen, pen.structure, c.bx, c.by, c.bAngle, pen.structureWeight);
  frame(pen, 'target', c.ax, c.ay, c.aAngle, 1);
  drawWay(pen, c, driver);
  drawTurn(pen, c, driverOf(c.turn) ?? driver);
}

function drawWay(pen: Pen, c: CoordinateView, driver: LawView): void {
  const dx = c.ax - c.bx;
  const dy = c.ay - c.by;
  const role = lawRole(driver, 'drive');
  const weight = lawWeight(driver);
  if (dx * dx + dy * dy < (coilFrom * pen.u) ** 2) pen.dashed(role, c.bx, c.by, c.ax, c.ay, weight, 4, 3);
  else coil(pen, role, c.bx, c.by, c.ax, c.ay, 6, 3.5, 5, weight);
}

function drawTurn(pen: Pen, c: CoordinateView, driver: LawView): void {
  const turn = c.aAngle - c.bAngle;
  if (!(Math.abs(turn) > smallestTurn)) return;
  const to = c.bAngle + Math.max(-4.5, Math.min(4.5, turn));
  turnArrow(pen, lawRole(driver, 'drive'), c.bx, c.by, 23, c.bAngle, to, lawWeight(driver));
}

/** Two axes from a dot, the x axis longer and with a head. */
function frame(pen: Pen, role: Role, x: number, y: number, angle: number, weight: Weight): void {
  const c = Math.cos(angle) * pen.u;
  const s = Math.sin(angle) * pen.u;
  pen.line(role, x, y, x + xAxis * c, y + xAxis * s, weight);
  chevron(pen, role, x + xAxis * c, y + xAxis * s, c / pen.u, s / pen.u, 3.5, weight);
  pen.line(role, x, y, x - yAxis * s, y + yAxis * c, weight);
  pen.dot(role, x, y, 2 * pen.u, weight);
}

/** The law that draws B to its target. */
function driverOf(laws: LawSet): LawView | null {
  if (laws.motor.on) return laws.motor;
  return laws.spring.on ? laws.spring : null;
}
