import { SA, SB, UX, UY } from './scalar';

/** [−u, sA, u, sB]: the gradient of a scalar of two bodies. */
export function pairJacobian(
  d: Float64Array,
  _r: number,
  o: number,
  _columns: number,
  _row: number,
  out: Float64Array,
  i: number,
): void {
  out[i] = -d[o + UX];
  out[i + 1] = -d[o + UY];
  out[i + 2] = d[o + SA];
  out[i + 3] = d[o + UX];
  out[i + 4] = d[o + UY];
  out[i + 5] = d[o + SB];
}
