import { INV_INERTIA, INV_MASS, OMEGA, VX, VY } from '../body/body-store';
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

/** Locks that are taken into account, with the servo's own row. */
const MOST_ROWS = 7;
/** Rows as they are orthogonal to each other in M⁻¹, and J M⁻¹ Jᵀ of each. */
let J = new Float64Array(MOST_ROWS * 6);
const size = new Float64Array(MOST_ROWS);
/** J v of the last row. */
const rate = new Float64Array(1);
/** Less than this share of a row's own mass is left by the rows before it: it is one of them again. */
const REDUNDANT = 1e-9;

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
  const { rows: d, laws: w, columns, stride, lawsStride, type } = batch;
  const r = j * stride;
  const width = 3 * columns;
  if (J.length < MOST_ROWS * width) J = new Float64Array(MOST_ROWS * width);
  let n = 0;
  for (let c = 0; c < type.coordinates.length; c++) {
    const { kind, at } = type.coordinates[c];
    if (type.coordinates[c] === own || !isHeld(d[r + at + kind.flagsAt]) || n + kind.rowCount >= MOST_ROWS) continue;
    for (let k = 0; k < kind.rowCount; k++) {
      kind.jacobian(d, r, r + at, columns, k, J, n * width);
      if (isIndependent(batch, j, n, v)) n++;
    }
  }
  own.kind.jacobian(d, r, r + own.at, columns, 0, J, n * width);
  measureRate(batch, j, n, v);
  const p = j * lawsStride + own.law;
  w[p + MOTOR_RATE] = rate[0];
  w[p + MOTOR_MASS] = isIndependent(batch, j, n, v) ? size[n] : 0;
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
  const { rows: d, laws: w, columns, stride, lawsStride } = batch;
  const p = j * lawsStride + own.law;
  own.kind.jacobian(d, j * stride, j * stride + own.at, columns, 0, J, 0);
  measureRate(batch, j, 0, v);
  const mass = w[p + MOTOR_MASS];
  const load = mass > 0 ? ((rate[0] - w[p + MOTOR_RATE]) / mass - w[p + MOTOR_SUM]) / dt : 0;
  const turn = own.kind.unit === 'angle' ? ((rate[0] + w[p + MOTOR_RATE]) / 2) * dt : 0;
  const slope = Math.abs(turn) > LEAST_TURN ? (load - w[p + MOTOR_LOADED]) / turn : 0;
  const known = Math.max(Math.abs(load), w[p + MOTOR_LOAD] * Math.max(0, 1 - dt / MEMORY));
  const ahead = Math.min(Math.sqrt(load * load + slope * slope), MOST_GROWTH * known);
  w[p + MOTOR_LOADED] = load;
  w[p + MOTOR_LOAD] = Math.min(w[p + MOTOR_CAP], Math.max(known, ahead));
}

/** Takes the rows before out of row `n`; true if something is left. */
function isIndependent({ bodies, columns }: JointBatch, j: number, n: number, v: Float64Array): boolean {
  const width = 3 * columns;
  let whole = 0;
  for (let row = 0; row <= n; row++) {
    let product = 0;
    for (let c = 0; c < columns; c++) {
      const b = bodies[j * columns + c];
      const i = row * width + 3 * c;
      const k = n * width + 3 * c;
      product += v[b + INV_MASS] * (J[i] * J[k] + J[i + 1] * J[k + 1]) + v[b + INV_INERTIA] * J[i + 2] * J[k + 2];
    }
    if (row === n) {
      size[n] = product;
      return product > REDUNDANT * (whole + product);
    }
    whole += (product * product) / size[row];
    for (let k = 0; k < width; k++) J[n * width + k] -= (product / size[row]) * J[row * width + k];
  }
  return false;
}

function measureRate({ bodies, columns }: JointBatch, j: number, n: number, v: Float64Array): void {
  let sum = 0;
  for (let c = 0; c < columns; c++) {
    const b = bodies[j * columns + c];
    const i = 3 * (n * columns + c);
    sum += J[i] * v[b + VX] + J[i + 1] * v[b + VY] + J[i + 2] * v[b + OMEGA];
  }
  rate[0] = sum;
}
