/** Caps of points are circles: a law at its cap is kept as the direction of its impulse. */

export function direction(w: Float64Array, i: number, axis: number): number {
  const size = Math.sqrt(w[i] * w[i] + w[i + 1] * w[i + 1]);
  return size > 0 ? w[i + axis] / size : 0;
}

/** A turn of a force at its cap by less than this is not followed within a step. */
const SAME_DIRECTION = 1e-3;

/** True if (x, y) points elsewhere than what is kept at w[i]. */
export function turned(w: Float64Array, i: number, x: number, y: number): boolean {
  const size = Math.sqrt(x * x + y * y);
  if (size === 0) return false;
  const turnX = direction(w, i, 0) - x / size;
  const turnY = direction(w, i, 1) - y / size;
  return turnX * turnX + turnY * turnY >= SAME_DIRECTION * SAME_DIRECTION;
}
