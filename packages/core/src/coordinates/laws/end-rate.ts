import { approach, limitApproach, readBraking } from './braking';
import { findGoal, goal } from './motor';
import type { StepContext } from '../step-context';

/** With what rate a motor that is told where to stop ends a step, if nothing else forbids it. */

/** Value and rate at the start of a step. */
export const goalFrom = new Float64Array(2);

/** The way that is left to where a motor goes, then the rate towards it: a double handed to a call would be allocated. */
export const towards = new Float64Array(1);

/** From what is in `goalFrom` leaves in `towards` the rate to which a motor comes by the end of the step. */
export function writeEndRate(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  flags: number,
  ctx: StepContext,
): void {
  findGoal(w, p, flags, ctx);
  const gap = goal[0] - goalFrom[0];
  // The move of this step is the mean of both rates, and the next step still moves half of what is left of the rate.
  const left = gap - (ctx.h * goalFrom[1]) / 2;
  towards[0] = left;
  if (gap * left > 0) writeMotorSpeed(d, o, w, p, flags, ctx);
  else towards[0] = 0;
}

/** From the way in `towards` the rate which does not pass its end, however long the next step is. */
export function writeMotorSpeed(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  flags: number,
  { h, longest }: StepContext,
): void {
  const way = towards[0];
  const next = Math.max(h, longest);
  readBraking(d, o, w, p);
  approach[0] = Math.abs(way) / next;
  // A little less than the cap, so that braking never saturates.
  approach[1] = 0.98 * approach[1] * next;
  limitApproach(w, p, flags);
  const speed = Math.min(approach[0], approach[2]);
  towards[0] = way < 0 ? -speed : speed;
}
