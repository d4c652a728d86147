import { clamp } from '../numbers';
import type { Spot } from '../spot';
import type { Track } from './track';

/** How far beyond its ends a gauge still shows a value, as a share of its length. */
const margin = 0.15;

/** Values of a number without a place, on a short line across the screen; n points up. */
export class GaugeTrack implements Track {
  #x = 0;
  #y = 0;
  #up = 1;
  #half = 0;
  #lower = 0;
  #upper = 1;

  /** `lower` at the left end, `upper` at the right one, `half` world units from the middle (x, y). */
  set(x: number, y: number, half: number, down: 1 | -1, lower: number, upper: number): this {
    this.#x = x;
    this.#y = y;
    this.#half = half;
    this.#up = -down;
    this.#lower = lower;
    this.#upper = upper;
    return this;
  }

  at(value: number, spot: Spot): Spot {
    const range = this.#upper - this.#lower;
    const share = range > 0 ? (value - this.#lower) / range : 0.5;
    const shown = clamp(share, -margin, 1 + margin);
    spot.x = this.#x + (2 * shown - 1) * this.#half;
    spot.y = this.#y;
    spot.tx = 1;
    spot.ty = 0;
    spot.nx = 0;
    spot.ny = this.#up;
    return spot;
  }
}
