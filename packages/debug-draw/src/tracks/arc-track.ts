import type { CoordinateView } from '@tenon/core/view';
import { clamp, orZero } from '../numbers';
import type { Pen } from '../pen';
import type { Spot } from '../spot';
import type { Track } from './track';

const turn = 2 * Math.PI;

/** Radius of the track and what it grows by in a turn, sign pixels. */
const radius = 17;
const growth = 3.5;

/** A range of more turns than this is shown as so many. */
const mostTurns = 3;

/** Values round a centre; a range of more than a turn lies on a spiral. n points outward. */
export class ArcTrack implements Track {
  x = 0;
  y = 0;
  /** world direction of the value 0, rad */
  zero = 0;
  /** world radians per unit of the value */
  gain = 1;
  /** radius at the lower bound, world units */
  radius = 0;
  /** turns from the lower to the upper bound that are shown, 0 if they are less than one */
  turns = 0;
  #lower = 0;
  #upper = 0;
  #growth = 0;

  set(pen: Pen, x: number, y: number, c: CoordinateView): this {
    const { limits } = c.laws;
    this.x = x;
    this.y = y;
    this.zero = orZero(c.zero);
    this.gain = Number.isFinite(c.gain) ? c.gain : 1;
    this.radius = radius * pen.u;
    this.#growth = growth * pen.u;
    this.#lower = limits.lower;
    this.#upper = limits.upper;
    const turns = (Math.abs(this.gain) * (limits.upper - limits.lower)) / turn;
    this.turns = limits.on && turns > 1 && turns < Infinity ? Math.min(turns, mostTurns) : 0;
    return this;
  }

  /** The world direction of a value; that of 0 where there is none. */
  angleAt(value: number): number {
    return this.zero + this.gain * orZero(value);
  }

  radiusAt(value: number): number {
    if (this.turns === 0) return this.radius;
    const share = (value - this.#lower) / (this.#upper - this.#lower);
    return this.radius + this.#growth * this.turns * clamp(share, 0, 1);
  }

  at(value: number, spot: Spot): Spot {
    const angle = this.angleAt(value);
    const r = this.radiusAt(value);
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const way = this.gain < 0 ? -1 : 1;
    spot.x = this.x + r * c;
    spot.y = this.y + r * s;
    spot.tx = -s * way;
    spot.ty = c * way;
    spot.nx = c;
    spot.ny = s;
    return spot;
  }
}
