/** Caps of points are circles: a law at its cap is kept as the direction of its impulse. */

export function direction(w: Float64Array, i: number, axis: number): number {
  const size = Math.sqrt(w[i] * w[i] + w[i + 1] * w[i + 1]);
  return size > 0 ? w[i + axis] / size : 0;
}

/** Gives what is kept at w[i] the size of its impulse: by that it is known to be at its cap where a step is tried again. */
export function bringToCap(w: Float64Array, i: number, most: number): void {
  const x = direction(w, i, 0);
  w[i + 1] = most * direction(w, i, 1);
  w[i] = most * x;
}

/** A turn of a force at its cap by less than this times h², rad/s², is not followed within a step: its lag is of second order, too. */
const SAME_DIRECTION = 1;

/** True if (x, y) points elsewhere than what is kept at w[i], in a step of `h` seconds. */
export function turned(w: Float64Array, i: number, x: number, y: number, h: number): boolean {
  const size = Math.sqrt(x * x + y * y);
  if (size === 0) return false;
  const turnX = direction(w, i, 0) - x / size;
  const turnY = direction(w, i, 1) - y / size;
  const least = SAME_DIRECTION * h * h;
  return turnX * turnX + turnY * turnY >= least * least;
}
