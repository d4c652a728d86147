import {
  LOWER,
  LOWER_BOUND,
  LOWER_GIVEN,
  MOTOR_GIVEN,
  MOTOR_TARGET,
  SPRING_GIVEN,
  SPRING_TARGET,
  UPPER,
  UPPER_BOUND,
  UPPER_GIVEN,
  WRAPPED,
} from './laws/law-fields';
import { FLAGS, LOCK_GIVEN, TARGET, VALUE } from './scalar';

/**
 * A wrapped angle is read in (−π, π], and each of its laws goes the short way round. The value in its record goes on over turns all
 * the same, so that nothing jumps within a step, nor for gears and ratchets; targets and bounds come along by whole turns instead.
 */

/** rad */
export const TURN = 2 * Math.PI;

/** The same angle in (−π, π]. */
export function shortWay(angle: number): number {
  return angle - TURN * Math.ceil(angle / TURN - 0.5);
}

/**
 * Writes what the laws see of the targets and bounds that they were given: those themselves, or, of a wrapped angle, those that are
 * nearest to the value as last measured. Two bounds stay together, so that their middle is nearest.
 */
export function bringLaws(d: Float64Array, o: number, w: Float64Array, p: number): void {
  const flags = d[o + FLAGS] | 0;
  d[o + TARGET] = d[o + LOCK_GIVEN];
  w[p + MOTOR_TARGET] = w[p + MOTOR_GIVEN];
  w[p + SPRING_TARGET] = w[p + SPRING_GIVEN];
  const lower = w[p + LOWER_GIVEN];
  const upper = w[p + UPPER_GIVEN];
  w[p + LOWER_BOUND] = lower;
  w[p + UPPER_BOUND] = upper;
  if (!(flags & WRAPPED)) return;
  const value = d[o + VALUE];
  d[o + TARGET] += turnsBetween(d[o + TARGET], value);
  w[p + MOTOR_TARGET] += turnsBetween(w[p + MOTOR_TARGET], value);
  w[p + SPRING_TARGET] += turnsBetween(w[p + SPRING_TARGET], value);
  const middle = !(flags & LOWER) ? upper : !(flags & UPPER) ? lower : (lower + upper) / 2;
  const turns = turnsBetween(middle, value);
  w[p + LOWER_BOUND] += turns;
  w[p + UPPER_BOUND] += turns;
}

/** Whole turns, in rad, that bring an angle so near to another that the way there is in (−π, π]. */
function turnsBetween(angle: number, to: number): number {
  return -TURN * Math.ceil((angle - to) / TURN - 0.5);
}
