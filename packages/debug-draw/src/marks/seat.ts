import type { JointView } from '@tenon/core/view';
import { turnsFreely } from '../anatomy';
import type { Pen } from '../pen';
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
  if (turnsFreely(view)) pin(pen, x, y);
  else bolt(pen, x, y);
}

/** A ring: free to turn. */
export function pin(pen: Pen, x: number, y: number): void {
  ring(pen, pen.structure, x, y, seatRim, pen.structureWeight);
}

/** A square on the screen's axes with its diagonals. */
export function bolt(pen: Pen, x: number, y: number): void {
  const role = pen.structure;
  rectangle(pen, x, y, 1, 0, boltRim, boltRim);
  setScreenSpot(spot, pen, x, y);
  stroke(pen, role, spot, -boltRim, -boltRim, boltRim, boltRim);
  stroke(pen, role, spot, -boltRim, boltRim, boltRim, -boltRim);
}

/** What slides: a ring if it turns freely, else a block along (ux, uy). */
export function carriage(pen: Pen, view: JointView, x: number, y: number, ux: number, uy: number): void {
  if (turnsFreely(view)) pin(pen, x, y);
  else rectangle(pen, x, y, ux, uy, carriageLength, carriageWidth);
}

/** Half a carriage along its way, sign pixels. */
export function carriageRim(view: JointView): number {
  return turnsFreely(view) ? seatRim : carriageLength;
}

/** Two plates that hold a carriage from both sides: its way is locked. */
export function plates(pen: Pen, target: Spot, rim: number): void {
  const role = pen.structure;
  const weight = pen.structureWeight;
  for (let t = -rim - 2; t <= rim + 2; t += 2 * rim + 4) stroke(pen, role, target, t, -9, t, 9, weight);
}

function rectangle(pen: Pen, x: number, y: number, ux: number, uy: number, t: number, n: number): void {
  const role = pen.structure;
  const weight = pen.structureWeight;
  setSpot(spot, pen.down, x, y, ux, uy);
  stroke(pen, role, spot, -t, -n, t, -n, weight);
  stroke(pen, role, spot, t, -n, t, n, weight);
  stroke(pen, role, spot, t, n, -t, n, weight);
  stroke(pen, role, spot, -t, n, -t, -n, weight);
}
