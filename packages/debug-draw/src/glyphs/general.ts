import type { CoordinateView, JointView } from '@tenon/core/view';
import { hasLaw } from '../anatomy';
import type { Detail } from '../detail';
import { gauge } from '../marks/gauge';
import type { Pen } from '../pen';
import { bodyMiddle } from '../seat-place';
import { createSpot } from '../spot';

/** The most gauges of a joint, and where they are below its middle, sign pixels. */
const mostGauges = 3;
const firstGauge = 15;
const nextGauge = 9;

/** Where the ties begin, sign pixels from the middle. */
const tieStart = 9;

const middle = createSpot();

/** What has no known shape: a double diamond amid the bodies it ties, and a gauge for each row with laws. */
export function drawGeneral(pen: Pen, c: CoordinateView, view: JointView, detail: Detail): void {
  const row = generalRow(c, view);
  bodyMiddle(view, middle);
  if (row === 0) {
    const role = pen.structure;
    const weight = pen.structureWeight;
    pen.dot(role, middle.x, middle.y, 7 * pen.u, weight);
    pen.dot(role, middle.x, middle.y, 2 * pen.u, weight);
    for (let i = 0; i < view.bodyCount; i++) drawTie(pen, view, i);
  }
  if (!hasLaw(c.laws) || row >= mostGauges) return;
  const y = middle.y + pen.down * (firstGauge + nextGauge * row) * pen.u;
  gauge(pen, middle.x, y, c.value, c.laws, detail);
}

function drawTie(pen: Pen, view: JointView, i: number): void {
  const body = view.bodies[i];
  if (body.world) return;
  const dx = body.x - middle.x;
  const dy = body.y - middle.y;
  const length = Math.sqrt(dx * dx + dy * dy);
  const start = (tieStart * pen.u) / length;
  if (start < 1) pen.dashed('link', middle.x + dx * start, middle.y + dy * start, body.x, body.y, 1, 1.5, 4);
}

/** Which of the joint's general coordinates with laws this is; 0 for the first of all. */
function generalRow(c: CoordinateView, view: JointView): number {
  let row = 0;
  for (let i = 0; i < view.coordinateCount && view.coordinates[i] !== c; i++) {
    if (view.coordinates[i].kind === 'general') row++;
  }
  return row;
}
