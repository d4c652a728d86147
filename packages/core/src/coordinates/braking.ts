import { MOTOR_CAP, MOTOR_CAPPED, MOTOR_LOAD, MOTOR_MASS, MOTOR_SPEED, SERVO, SERVO_SPEED } from './law-fields';
import { INVERSE_MASS } from './scalar';

/**
 * How a motor that is told where to stop comes there: at most at its speed, and no faster than a servo can brake in time. Both steps
 * ask this; they differ in what way they say is left.
 */

/** The way that is left, what braking takes off the rate, both per step, and the highest rate: doubles in calls would be allocated. */
export const approach = new Float64Array(3);

/** Writes the highest rate of the motor at `p` to approach[2]; the other two are asked of a servo with a cap alone. */
export function limitApproach(w: Float64Array, p: number, flags: number): void {
  approach[2] = Infinity;
  if (!(flags & SERVO) || flags & SERVO_SPEED) approach[2] = Math.abs(w[p + MOTOR_SPEED]);
  if (flags & SERVO && flags & MOTOR_CAPPED) approach[2] = Math.min(approach[2], brakingRate(approach[0], approach[1]));
}

/** Share of its cap that a servo counts on, whatever loads it. */
const LEAST_BRAKE = 0.05;

/** How fast a servo can brake, per second: with what its load leaves of its cap. */
export function brakingOf(d: Float64Array, o: number, w: Float64Array, p: number): number {
  const cap = w[p + MOTOR_CAP];
  const mass = w[p + MOTOR_MASS] > 0 ? w[p + MOTOR_MASS] : d[o + INVERSE_MASS];
  return mass * Math.max(LEAST_BRAKE * cap, cap - w[p + MOTOR_LOAD]);
}

/**
 * The highest rate from which steps that take `loss` each stop within `distance`, both per step: n whole losses and a rest,
 *
 *   r = n·loss + f,   distance = f + (f + loss) + … + r = (n + 1)·(f + n·loss/2),   0 ≤ f < loss
 */
function brakingRate(distance: number, loss: number): number {
  if (!(loss > 0)) return 0;
  const n = Math.floor((Math.sqrt(1 + (8 * distance) / loss) - 1) / 2);
  return distance / (n + 1) + (n * loss) / 2;
}
