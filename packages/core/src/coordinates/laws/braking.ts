import { MOTOR_CAP, MOTOR_CAPPED, MOTOR_LOAD, MOTOR_MASS, MOTOR_SPEED, SERVO, SERVO_SPEED } from './law-fields';
import { INVERSE_MASS } from '../scalar';

/**
 * How a motor that is told where to stop comes there: at most at its speed, and no faster than a servo can brake in time. Both steps
 * ask this; they differ in what way they say is left.
 */

/** The way that is left, what braking takes off the rate, both per step, and the highest rate: doubles in calls would be allocated. */
export const approach = new Float64Array(3);

/**
 * Writes the highest rate of the motor at `p` to approach[2]. A servo that takes off `loss` in each step stops within `distance`, both per
 * step, from n whole losses and a rest; one without a cap and a loss need not brake:
 *
 *   r = n·loss + f,   distance = f + (f + loss) + … + r = (n + 1)·(f + n·loss/2),   0 ≤ f < loss
 */
export function limitApproach(w: Float64Array, p: number, flags: number): void {
  approach[2] = Infinity;
  if (!(flags & SERVO) || flags & SERVO_SPEED) approach[2] = Math.abs(w[p + MOTOR_SPEED]);
  const distance = approach[0];
  const loss = approach[1];
  if (!(flags & SERVO) || (loss === 0 && !(flags & MOTOR_CAPPED))) return;
  const n = loss > 0 ? Math.floor((Math.sqrt(1 + (8 * distance) / loss) - 1) / 2) : 0;
  approach[2] = loss > 0 ? Math.min(approach[2], distance / (n + 1) + (n * loss) / 2) : 0;
}

/** Share of its cap that a servo counts on, whatever loads it. */
const LEAST_BRAKE = 0.05;

/** Writes to approach[1] how fast a servo with a cap can brake, per second: with what its load leaves of that; 0 without a cap. */
export function readBraking(d: Float64Array, o: number, w: Float64Array, p: number): void {
  const cap = Math.max(0, w[p + MOTOR_CAP]);
  const mass = w[p + MOTOR_MASS] > 0 ? w[p + MOTOR_MASS] : d[o + INVERSE_MASS];
  approach[1] = mass * Math.max(LEAST_BRAKE * cap, cap - w[p + MOTOR_LOAD]);
}
