import { JointFlag, type JointView } from '@tenon/core/view';
import { clamp } from '../numbers';
import type { Pen } from '../pen';
import { createSpot, setScreenSpot, stroke } from '../spot';

/** Below this share no load bar is drawn. */
const smallestLoad = 0.02;

/** Half the load bar, and how far it is above what is drawn, pixels. */
const halfBar = 10;
const barAbove = 6;

/** How far the brackets are from what is drawn, pixels. */
const bracketMargin = 5;

const spot = createSpot();

/** How much of the lock's cap or of the break threshold is used, above the drawn box; a × at its end: it breaks there. */
export function loadBar(pen: Pen, view: JointView): void {
  if (!(view.stressPeak >= smallestLoad) || pen.minX > pen.maxX) return;
  const top = pen.down > 0 ? pen.minY : pen.maxY;
  setScreenSpot(spot, pen, (pen.minX + pen.maxX) / 2, top - pen.down * barAbove * pen.u);
  stroke(pen, 'link', spot, -halfBar, 0, halfBar, 0, 0);
  stroke(pen, pen.structure, spot, -halfBar, 0, -halfBar + 2 * halfBar * clamp(view.stressPeak, 0, 1), 0, 2);
  if (view.flags & JointFlag.breakable) {
    stroke(pen, 'text', spot, halfBar - 3, -3, halfBar + 3, 3);
    stroke(pen, 'text', spot, halfBar - 3, 3, halfBar + 3, -3);
  } else {
    stroke(pen, 'text', spot, halfBar, -3.5, halfBar, 3.5);
  }
}

/** A Z above the seat: asleep. */
export function sleepMark(pen: Pen, x: number, y: number): void {
  setScreenSpot(spot, pen, x, y);
  stroke(pen, 'text', spot, 7, -13, 12, -13);
  stroke(pen, 'text', spot, 12, -13, 7, -7);
  stroke(pen, 'text', spot, 7, -7, 12, -7);
}

/** A stroke through the seat: disabled. */
export function strikeMark(pen: Pen, x: number, y: number): void {
  setScreenSpot(spot, pen, x, y);
  stroke(pen, 'text', spot, -8, 8, 8, -8);
}

/** Corners round what is drawn: long and bold on the selected joint, short under the pointer. */
export function brackets(pen: Pen, selected: boolean): void {
  if (pen.minX > pen.maxX) return;
  const margin = bracketMargin * pen.px;
  const arm = (selected ? 7 : 4) * pen.px;
  const weight = selected ? 2 : 1;
  const { minX, minY, maxX, maxY } = pen;
  for (let i = 0; i < 4; i++) {
    const right = i % 2 === 0 ? -1 : 1;
    const up = i < 2 ? -1 : 1;
    const x = right < 0 ? minX - margin : maxX + margin;
    const y = up < 0 ? minY - margin : maxY + margin;
    pen.line('select', x - right * arm, y, x, y, weight);
    pen.line('select', x, y, x, y - up * arm, weight);
  }
}
