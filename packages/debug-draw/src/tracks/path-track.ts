import type { Place } from '@tenon/core/view';
import { clamp } from '../numbers';
import { setSpot, type Spot } from '../spot';
import type { Track } from './track';

/** Arc lengths along a curve that is fixed to A. */
export class PathTrack implements Track {
  #place: Place | null = null;
  #cos = 1;
  #sin = 0;
  #down: 1 | -1 = 1;

  set(down: 1 | -1, place: Place): this {
    this.#down = down;
    this.#place = place;
    this.#cos = Math.cos(place.aAngle);
    this.#sin = Math.sin(place.aAngle);
    return this;
  }

  /** World x of the curve's point `i`. */
  x(i: number): number {
    const { ax, points } = this.#curve;
    return ax + this.#cos * points[2 * i] - this.#sin * points[2 * i + 1];
  }

  y(i: number): number {
    const { ay, points } = this.#curve;
    return ay + this.#sin * points[2 * i] + this.#cos * points[2 * i + 1];
  }

  at(value: number, spot: Spot): Spot {
    const { lengths, pointCount } = this.#curve;
    if (pointCount < 2) return setSpot(spot, this.#down, this.x(0), this.y(0), 1, 0);
    const along = this.#wrapped(value);
    const i = segmentAt(lengths, pointCount, along);
    const x = this.x(i);
    const y = this.y(i);
    const dx = this.x(i + 1) - x;
    const dy = this.y(i + 1) - y;
    const chord = Math.sqrt(dx * dx + dy * dy) || 1;
    const share = (along - lengths[i]) / (lengths[i + 1] - lengths[i] || 1);
    return setSpot(spot, this.#down, x + dx * share, y + dy * share, dx / chord, dy / chord);
  }

  get #curve(): Place {
    if (!this.#place) throw new Error('PathTrack is used before it is set');
    return this.#place;
  }

  /** On a closed curve, within one round; else within its ends. */
  #wrapped(value: number): number {
    const { points, lengths, pointCount } = this.#curve;
    const last = pointCount - 1;
    const total = lengths[last];
    const closed = points[0] === points[2 * last] && points[1] === points[2 * last + 1];
    if (closed && total > 0) return value - total * Math.floor(value / total);
    return clamp(value, 0, total);
  }
}

/** The segment that holds the arc length `along`. */
function segmentAt(lengths: Float64Array, pointCount: number, along: number): number {
  let low = 0;
  let high = pointCount - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (lengths[middle] <= along) low = middle;
    else high = middle - 1;
  }
  return low;
}
