import { AT_T, AT_X, AT_Y, D_X, D_Y, DD_X, DD_Y } from './spot';
import { atan, cosSinAt } from './trig';

/** Share of the shorter piece at a corner that its arc takes away of each. */
const ROUNDED = 1 / 20;
/** tan(turn/2) of the sharpest corner that is rounded, a turn of 179.9°. */
const SHARPEST = 1e3;

/** Numbers of a piece: where it leaves the arc at its start, direction; lengths of half that arc, of the straight, of half the arc at its end; curvatures. */
const X = 0,
  Y = 1,
  DIRECTION_X = 2,
  DIRECTION_Y = 3,
  ARC_BEFORE = 4,
  STRAIGHT = 5,
  ARC_AFTER = 6,
  BEND_BEFORE = 7,
  BEND_AFTER = 8,
  SIZE = 9;

const turn = new Float64Array(2);

/**
 * Straight pieces from point to point, joined by arcs of circles: each runs from the middle of one arc to that of the next, evenly in its parameter.
 * A corner would have no gradient, and what is pressed into it no direction to go.
 */
export class RoundedPolyline {
  /** Arc length of each piece. */
  readonly lengths: Float64Array;
  readonly #d: Float64Array;

  constructor(x: Float64Array, y: Float64Array, closed: boolean) {
    const points = x.length;
    const count = closed ? points : points - 1;
    const d = new Float64Array(count * SIZE);
    const lengths = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      const o = i * SIZE;
      const dx = x[(i + 1) % points] - x[i];
      const dy = y[(i + 1) % points] - y[i];
      lengths[i] = Math.sqrt(dx * dx + dy * dy);
      d[o + X] = x[i];
      d[o + Y] = y[i];
      d[o + DIRECTION_X] = dx / lengths[i];
      d[o + DIRECTION_Y] = dy / lengths[i];
      d[o + STRAIGHT] = lengths[i];
    }
    this.#d = d;
    for (let i = closed ? 0 : 1; i < count; i++) {
      const before = (i + count - 1) % count;
      this.#round(before * SIZE, i * SIZE, ROUNDED * Math.min(lengths[before], lengths[i]));
    }
    this.lengths = lengths.map((_, i) => d[i * SIZE + ARC_BEFORE] + d[i * SIZE + STRAIGHT] + d[i * SIZE + ARC_AFTER]);
  }

  /** Puts an arc between two pieces, of both of which it takes `taken`. */
  #round(before: number, after: number, taken: number): void {
    const d = this.#d;
    const sine = d[before + DIRECTION_X] * d[after + DIRECTION_Y] - d[before + DIRECTION_Y] * d[after + DIRECTION_X];
    const cosine = d[before + DIRECTION_X] * d[after + DIRECTION_X] + d[before + DIRECTION_Y] * d[after + DIRECTION_Y];
    if (sine === 0 || Math.abs(sine) >= SHARPEST * (1 + cosine)) return;
    const tangent = sine / (1 + cosine);
    const bend = tangent / taken;
    d[before + BEND_AFTER] = d[after + BEND_BEFORE] = bend;
    d[before + ARC_AFTER] = d[after + ARC_BEFORE] = atan(tangent) / bend;
    d[before + STRAIGHT] -= taken;
    d[after + STRAIGHT] -= taken;
    d[after + X] += taken * d[after + DIRECTION_X];
    d[after + Y] += taken * d[after + DIRECTION_Y];
  }

  /** Writes point and derivatives at the parameter in `out`. */
  locate(piece: number, out: Float64Array): void {
    const d = this.#d;
    const o = piece * SIZE;
    const length = this.lengths[piece];
    const tx = d[o + DIRECTION_X];
    const ty = d[o + DIRECTION_Y];
    const s = out[AT_T] * length - d[o + ARC_BEFORE];
    const straight = Math.max(0, Math.min(d[o + STRAIGHT], s));
    // How far on an arc, behind its tangent point or before it.
    const on = s - straight;
    const bend = on < 0 ? d[o + BEND_BEFORE] : on > 0 ? d[o + BEND_AFTER] : 0;
    let along = on;
    let left = 0;
    let cos = 1;
    let sin = 0;
    if (bend !== 0) {
      turn[0] = bend * on;
      cosSinAt(turn, 0, turn, 0);
      cos = turn[0];
      sin = turn[1];
      along = sin / bend;
      left = (1 - cos) / bend;
    }
    out[AT_X] = d[o + X] + (straight + along) * tx - left * ty;
    out[AT_Y] = d[o + Y] + (straight + along) * ty + left * tx;
    out[D_X] = length * (cos * tx - sin * ty);
    out[D_Y] = length * (cos * ty + sin * tx);
    out[DD_X] = -length * bend * out[D_Y];
    out[DD_Y] = length * bend * out[D_X];
  }
}
