import {
  MOTOR_CAP,
  MOTOR_FOUND,
  MOTOR_GAINED,
  MOTOR_MASS,
  MOTOR_PUSHED,
  MOTOR_RATE,
  MOTOR_SUM,
} from '../coordinates/law-fields';
import { rate, stepLength } from './servos';

/**
 * What a servo with a cap moves where more than its own joint ties it: the boom that a ram lifts about a hinge of its own weighs many times
 * what the ram's joint tells. At its cap a servo does not choose its rate, so that between such a step and the one beside it
 *
 *   inverse mass = change of q̈ / change of force
 */

/** A force of more than this share of the cap is all that it has. */
const NEARLY = 0.99;
/** Forces that differ by less than this share of the cap tell nothing. */
const TELLS = 0.1;
/** In the place of an inverse mass: one step was seen. */
const ONE_STEP = -1;

/** At the start of a step: counts on the inverse mass that was found, where that is less than what its own joint tells. */
export function takeFoundMass(w: Float64Array, p: number): void {
  if (w[p + MOTOR_FOUND] > 0) w[p + MOTOR_MASS] = Math.min(w[p + MOTOR_MASS], w[p + MOTOR_FOUND]);
}

/** At its end, when `endServo` has measured the rate. */
export function findMass(w: Float64Array, p: number): void {
  const dt = stepLength[0];
  const cap = w[p + MOTOR_CAP];
  const force = w[p + MOTOR_SUM] / dt;
  const before = w[p + MOTOR_PUSHED];
  const gain = (rate[0] - w[p + MOTOR_RATE]) / dt;
  if (w[p + MOTOR_FOUND] === 0) w[p + MOTOR_FOUND] = ONE_STEP;
  else if (Math.max(Math.abs(force), Math.abs(before)) > NEARLY * cap && Math.abs(force - before) > TELLS * cap) {
    const inverse = (gain - w[p + MOTOR_GAINED]) / (force - before);
    if (inverse > 0) w[p + MOTOR_FOUND] = inverse;
  }
  w[p + MOTOR_PUSHED] = force;
  w[p + MOTOR_GAINED] = gain;
}
