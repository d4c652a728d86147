import {
  DISTANCE,
  LIMITS_EQUAL,
  LOCK,
  LOWER_BOUND,
  LOWER_GIVEN,
  MOTOR,
  MOTOR_GIVEN,
  MOTOR_TARGET,
  SERVO,
  UPPER,
  UPPER_BOUND,
  UPPER_GIVEN,
} from './law-fields';
import { FLAGS, LOCK_GIVEN, TARGET } from '../scalar';
import { LEAST_DISTANCE, type StepContext } from '../step-context';

/**
 * Writes what the laws of a length see of targets and bounds that it cannot come down to: `least`. A rope that is told to be shorter than it
 * can be would else draw its end through the sheave and back for ever, with ever less of a direction to do it in.
 */
export function raiseLaws(d: Float64Array, o: number, w: Float64Array, p: number, least: number): void {
  const flags = d[o + FLAGS] | 0;
  if (flags & LOCK) d[o + TARGET] = Math.max(least, d[o + LOCK_GIVEN]);
  if (flags & UPPER) w[p + UPPER_BOUND] = Math.max(least, w[p + UPPER_GIVEN]);
  if (flags & LIMITS_EQUAL) w[p + LOWER_BOUND] = Math.max(least, w[p + LOWER_GIVEN]);
  if (flags & MOTOR) w[p + MOTOR_TARGET] = Math.max(least, w[p + MOTOR_GIVEN]);
}

/** Leaves in out[i] how far a motor may draw in a distance; one by speed keeps there what it has no other use for. */
export function findLeastGoal(
  w: Float64Array,
  p: number,
  flags: number,
  { lengthUnit }: StepContext,
  out: Float64Array,
  i: number,
): void {
  out[i] = -Infinity;
  if (flags & DISTANCE) out[i] = Math.max(LEAST_DISTANCE * lengthUnit, flags & SERVO ? 0 : w[p + MOTOR_TARGET]);
}
