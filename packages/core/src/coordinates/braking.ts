import { MOTOR_CAP, MOTOR_LOAD, MOTOR_MASS } from './law-fields';
import { INVERSE_MASS } from './scalar';

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
export function brakingRate(distance: number, loss: number): number {
  if (!(loss > 0)) return 0;
  const n = Math.floor((Math.sqrt(1 + (8 * distance) / loss) - 1) / 2);
  return distance / (n + 1) + (n * loss) / 2;
}
