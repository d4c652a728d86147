import { DELTA, INVERSE_MASS, RATE, TOTAL, WARM } from '../scalar';
import type { StepContext } from '../step-context';

/** The new accumulated impulse of the law at hand, and what else one function leaves for another: doubles in calls would be allocated. */
export const after = new Float64Array(2);

/** What the visit at hand gives for the error of the coordinate alone: a pass without bias takes it back. */
export const correction = new Float64Array(1);

/** What the laws of the coordinate at hand that are weaker than the one to be solved gave in this pass. */
export const weaker = new Float64Array(1);

/** The impulse at `at` becomes the next one: that changes the rate which the next law sees. `sign`: −1 where it lowers the coordinate. */
export function take(d: Float64Array, o: number, w: Float64Array, at: number, sign: number): void {
  const lambda = sign * (after[0] - w[at]);
  w[at] = after[0];
  d[o + RATE] += d[o + INVERSE_MASS] * lambda;
  d[o + DELTA] += lambda;
}

/** The same for a law that acts in both passes: books it for the warm start and for read-outs. */
export function takeAndBook(d: Float64Array, o: number, w: Float64Array, at: number, sum: number, sign: number): void {
  take(d, o, w, at, sign);
  const impulse = sign * after[0];
  w[sum] += impulse;
  d[o + WARM] += impulse;
  d[o + TOTAL] += impulse;
}

/** Keeps what is to be the next impulse within a cap, N, of a law of a substep that is visited twice. */
export function keepWithin(w: Float64Array, cap: number, { h }: StepContext): void {
  const most = (w[cap] * h) / 2;
  if (after[0] > most) after[0] = most;
  else if (after[0] < -most) after[0] = -most;
}
