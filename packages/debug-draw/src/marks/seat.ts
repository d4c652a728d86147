import type { JointView } from '@tenon/core/view';
import { turnsFreely } from '../anatomy';
import type { Pen } from '../pen';
import { structureRole, structureWeight } from '../shade';
import { createSpot, setScreenSpot, setSpot, stroke, type Spot } from '../spot';
import { ring } from './ring';

/** Radius of what bodies' links end at, sign pixels. */
export const seatRim = 4;
export const boltRim = 5;

/** Half the length and width of a carriage that cannot turn, sign pixels. */
const carriageLength = 8;
const carriageWidth = 4;

const spot = createSpot();

/** Where a point is held: round if the bodies turn about it, a bolted square if they do not. */
export function seat(pen: Pen, view: JointView, x: number, y: number): void {
  if (turnsFreely(view)) pin(pen, view, x, y);
  else bolt(pen, view, x, y);
}

/** A ring: free to turn. */
export function pin(pen: Pen, view: JointView, x: number, y: number): void {
  ring(pen, structureRole(view), x, y, seatRim, structureWeight(view));
}

/** A square on the screen's axes with its diagonals. */
export function bolt(pen: Pen, view: JointView, x: number, y: number): void {
  const role = structureRole(view);
  rectangle(pen, view, x, y, 1, 0, boltRim, boltRim);
  setScreenSpot(spot, pen, x, y);
  stroke(pen, role, spot, -boltRim, -boltRim, boltRim, boltRim);
  stroke(pen, role, spot, -boltRim, boltRim, boltRim, -boltRim);
}

/** What slides: a ring if it turns freely, else a block along (ux, uy). */
export function carriage(pen: Pen, view: JointView, x: number, y: number, ux: number, uy: number): void {
  if (turnsFreely(view)) pin(pen, view, x, y);
  else rectangle(pen, view, x, y, ux, uy, carriageLength, carriageWidth);
}

/** Half a carriage along its way, sign pixels. */
export function carriageRim(view: JointView): number {
  return turnsFreely(view) ? seatRim : carriageLength;
}

/** Two plates that hold a carriage from both sides: its way is locked. */
export function plates(pen: Pen, view: JointView, target: Spot, rim: number): void {
  const role = structureRole(view);
  const weight = structureWeight(view);
  for (let t = -rim - 2; t <= rim + 2; t += 2 * rim + 4) stroke(pen, role, target, t, -9, t, 9, weight);
}

function rectangle(
  pen: Pen,
  view: JointView,
  x: number,
  y: number,
  ux: number,
  uy: number,
  t: number,
  n: number,
): void {
  const role = structureRole(view);
  const weight = structureWeight(view);
  setSpot(spot, x, y, ux, uy);
  stroke(pen, role, spot, -t, -n, t, -n, weight);
  stroke(pen, role, spot, t, -n, t, n, weight);
  stroke(pen, role, spot, t, n, -t, n, weight);
  stroke(pen, role, spot, -t, n, -t, -n, weight);
}
