import type { StepContext } from '../../coordinates/step-context';

/** Caps of points are circles: a law at its cap is kept as the direction of its impulse. */

/** The direction that was asked for last: numbers that are handed over or back would be allocated. */
export const direction = new Float64Array(2);

/** Leaves the direction of what is kept at w[i] in `direction`; 0 of what is none. */
export function writeDirection(w: Float64Array, i: number): void {
  const size = Math.sqrt(w[i] * w[i] + w[i + 1] * w[i + 1]);
  direction[0] = size > 0 ? w[i] / size : 0;
  direction[1] = size > 0 ? w[i + 1] / size : 0;
}

/** Gives what is kept at d[i] the size of its impulse, that of the cap at w[cap]: by that it is known to be there where a step is tried again. */
export function bringToCap(d: Float64Array, i: number, w: Float64Array, cap: number, { h }: StepContext): void {
  const most = w[cap] * h;
  writeDirection(d, i);
  d[i] = most * direction[0];
  d[i + 1] = most * direction[1];
}

/** A turn of a force at its cap by less than this times h², rad/s², is not followed within a step: its lag is of second order, too. */
const SAME_DIRECTION = 1;

/** True if what is kept at w[i] points elsewhere than `given`[k], in a step of h seconds. */
export function turned(
  w: Float64Array,
  i: number,
  given: Float64Array,
  k: number,
  { h }: { readonly h: number },
): boolean {
  const x = given[k];
  const y = given[k + 1];
  const size = Math.sqrt(x * x + y * y);
  if (size === 0) return false;
  writeDirection(w, i);
  const turnX = direction[0] - x / size;
  const turnY = direction[1] - y / size;
  const least = SAME_DIRECTION * h * h;
  return turnX * turnX + turnY * turnY >= least * least;
}
