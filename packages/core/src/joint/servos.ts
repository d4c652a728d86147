import { OMEGA, VX, VY } from '../body/body-store';
import {
  MOTOR,
  MOTOR_CAP,
  MOTOR_CAPPED,
  MOTOR_LOAD,
  MOTOR_LOADED,
  MOTOR_MASS,
  MOTOR_RATE,
  MOTOR_SUM,
  SERVO,
} from '../coordinates/law-fields';
import { isHeld } from '../coordinates/lock';
import { found, measureInverseMass } from './inverse-mass';
import type { JointBatch } from './joint-batch';
import type { CoordinateSpec } from './joint-type';

/**
 * What a servo with a cap has to know to brake in time: the mass that its joint's own locks make it move (a rod on a hinge
 * weighs four times as much as about its centre), and what loads it.
 */

/** True if the laws with these bits have such a servo. */
export function isCappedServo(flags: number): boolean {
  return (flags & CAPPED_SERVO) === CAPPED_SERVO;
}
const CAPPED_SERVO = MOTOR | SERVO | MOTOR_CAPPED;

/** J of a servo's row, and J v. */
let J = new Float64Array(6);
const rate = new Float64Array(1);

/** The servos of the joints that the iterative step visits, at the start of a step. */
export function beginServos(batch: JointBatch, v: Float64Array): void {
  const { rows: d, type, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++)
    for (const spec of type.coordinates)
      if (spec.kind.scalar && isCappedServo(d[active[i] * stride + spec.at + spec.kind.flagsAt]))
        beginServo(batch, active[i], spec, v);
}

/** The same at its end. */
export function endServos(batch: JointBatch, v: Float64Array, dt: number): void {
  const { rows: d, type, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++)
    for (const spec of type.coordinates)
      if (spec.kind.scalar && isCappedServo(d[active[i] * stride + spec.at + spec.kind.flagsAt]))
        endServo(batch, active[i], spec, v, dt);
}

/** At the start of a step: the inverse mass of the servo on `own`, and its rate. */
export function beginServo(batch: JointBatch, j: number, own: CoordinateSpec, v: Float64Array): void {
  const { laws: w, lawsStride } = batch;
  const p = j * lawsStride + own.law;
  measureRate(batch, j, own, v);
  w[p + MOTOR_RATE] = rate[0];
  measureInverseMass(batch, j, own, -1, isHeld, v);
  w[p + MOTOR_MASS] = found[0];
}

/** What loaded a servo is remembered for so long, s: an arm that was lifted is lowered with the same weight. */
const MEMORY = 1;
/** A turn of a step by less than this, rad, does not tell how the load grows with the angle. */
const LEAST_TURN = 0.005;
/** Nor does a blow: in one step what is to come grows by this much at most. */
const MOST_GROWTH = 1.5;

/**
 * At its end, `dt` seconds later: the most force of late that changed the rate beside the motor's own. A weight on an arm loads it
 * by a sine of the angle, whose height is known from its value and its slope: what is still to come counts, too.
 */
export function endServo(batch: JointBatch, j: number, own: CoordinateSpec, v: Float64Array, dt: number): void {
  const { laws: w, lawsStride } = batch;
  const p = j * lawsStride + own.law;
  measureRate(batch, j, own, v);
  const mass = w[p + MOTOR_MASS];
  const load = mass > 0 ? ((rate[0] - w[p + MOTOR_RATE]) / mass - w[p + MOTOR_SUM]) / dt : 0;
  const turn = own.kind.unit === 'angle' ? ((rate[0] + w[p + MOTOR_RATE]) / 2) * dt : 0;
  const slope = Math.abs(turn) > LEAST_TURN ? (load - w[p + MOTOR_LOADED]) / turn : 0;
  const known = Math.max(Math.abs(load), w[p + MOTOR_LOAD] * Math.max(0, 1 - dt / MEMORY));
  const ahead = Math.min(Math.sqrt(load * load + slope * slope), MOST_GROWTH * known);
  w[p + MOTOR_LOADED] = load;
  w[p + MOTOR_LOAD] = Math.min(w[p + MOTOR_CAP], Math.max(known, ahead));
}

/** Leaves J v of the coordinate in `rate`. */
function measureRate(
  { rows: d, bodies, columns, stride }: JointBatch,
  j: number,
  own: CoordinateSpec,
  v: Float64Array,
): void {
  if (J.length < 3 * columns) J = new Float64Array(3 * columns);
  own.kind.jacobian(d, j * stride, j * stride + own.at, columns, 0, J, 0);
  let sum = 0;
  for (let c = 0; c < columns; c++) {
    const b = bodies[j * columns + c];
    sum += J[3 * c] * v[b + VX] + J[3 * c + 1] * v[b + VY] + J[3 * c + 2] * v[b + OMEGA];
  }
  rate[0] = sum;
}
