import { setSpot, type Spot } from '../spot';
import type { Track } from './track';

/** Values along a straight line. */
export class LineTrack implements Track {
  /** place of the value 0 */
  #x = 0;
  #y = 0;
  #ux = 1;
  #uy = 0;
  #down: 1 | -1 = 1;

  /** The value 0 at (x, y), world units along the unit direction (ux, uy). */
  set(down: 1 | -1, x: number, y: number, ux: number, uy: number): this {
    this.#x = x;
    this.#y = y;
    this.#ux = ux;
    this.#uy = uy;
    this.#down = down;
    return this;
  }

  at(value: number, spot: Spot): Spot {
    return setSpot(spot, this.#down, this.#x + this.#ux * value, this.#y + this.#uy * value, this.#ux, this.#uy);
  }
}
