import type { Pen } from '../pen';
import { createSpot, setScreenSpot, stroke } from '../spot';

const spot = createSpot();

/** Two legs on a hatched base, toward the bottom of the screen: this end is on the world. `rim`: radius of the seat above, sign pixels. */
export function ground(pen: Pen, x: number, y: number, rim: number, hatched: boolean): void {
  setScreenSpot(spot, pen, x, y);
  stroke(pen, 'link', spot, -2, rim, -6, 11);
  stroke(pen, 'link', spot, 2, rim, 6, 11);
  stroke(pen, 'link', spot, -8, 11, 8, 11);
  for (let i = 0; hatched && i < 3; i++) stroke(pen, 'link', spot, -3 + 5 * i, 11, -7 + 5 * i, 15.5, 0);
}
