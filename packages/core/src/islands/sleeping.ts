import {
  BODY,
  type BodyStore,
  FORCE_X,
  FORCE_Y,
  GOAL,
  GOAL_PENDING,
  KINEMATIC,
  OMEGA,
  TORQUE,
  VX,
  VY,
} from '../body/body-store';
import { MOTOR, MOTOR_SPEED, MOTOR_TARGET, SERVO, SPRING, SPRING_TARGET } from '../coordinates/law-fields';
import { FLAGS, VALUE } from '../coordinates/scalar';
import type { JointBatch } from '../joint/joint-batch';
import type { CoordinateSpec } from '../joint/joint-type';
import { ARM_AX, ARM_AY, ARM_BX, ARM_BY, GAP_X, GAP_Y } from '../joint/record';
import type { Island } from './islands';

/** Rest for this long (s) below 0.05 · lengthUnit per second and 2° per second, and an island falls asleep. */
const REST_TIME = 0.5;
const REST_SPEED = 0.05;
const REST_TURN = (2 * Math.PI) / 180;

/** Further than this from its target (per lengthUnit, or rad), and faster than this towards it (per second), it is not there yet. */
const OFF_TARGET = 1e-3;
const CREEP = 1e-5;

/** Counts how long each body of an island has been at rest; true if the island may fall asleep now. */
export function isAtRest(island: Island, bodies: BodyStore, dt: number, lengthUnit: number): boolean {
  const { motion: v, restTime } = bodies;
  let least = Infinity;
  for (const slot of island.bodies) {
    const b = slot * BODY;
    const speed2 = v[b + VX] * v[b + VX] + v[b + VY] * v[b + VY];
    const limit = REST_SPEED * lengthUnit;
    const rests = speed2 < limit * limit && Math.abs(v[b + OMEGA]) < REST_TURN;
    restTime[slot] = rests ? restTime[slot] + dt : 0;
    if (restTime[slot] < least) least = restTime[slot];
  }
  return least >= REST_TIME && !isDriven(island, bodies, lengthUnit);
}

/** Something still wants to move it: the hands of a clock never fall asleep. */
function isDriven(island: Island, bodies: BodyStore, lengthUnit: number): boolean {
  for (const slot of island.bodies) {
    const { load } = bodies;
    const b = slot * BODY;
    if (load[b + FORCE_X] !== 0 || load[b + FORCE_Y] !== 0 || load[b + TORQUE] !== 0) return true;
  }
  for (const { batch, slot } of island.joints) {
    for (let c = 0; c < batch.columns; c++)
      if (isMovingKinematic(batch.bodies[slot * batch.columns + c] / BODY, bodies)) return true;
    for (const spec of batch.type.coordinates) {
      const { kind, at, law } = spec;
      const o = slot * batch.stride + at;
      if (kind.scalar && wantsToMove(batch.rows, o, batch.laws, slot * batch.lawsStride + law, lengthUnit)) return true;
      if (springs(batch, slot, spec, bodies.motion, lengthUnit)) return true;
    }
  }
  return false;
}

/** A spring that moves towards its target, however slowly; one that rests under load does not. */
function springs(batch: JointBatch, slot: number, spec: CoordinateSpec, v: Float64Array, lengthUnit: number): boolean {
  const { rows: d, laws: w, stride, lawsStride, type } = batch;
  const o = slot * stride + spec.at;
  if (!(d[o + spec.kind.flagsAt] & SPRING)) return false;
  const size = spec.kind.unit === 'angle' ? 1 : lengthUnit;
  if (spec.kind.scalar) {
    const stretch = d[o + VALUE] - w[slot * lawsStride + spec.law + SPRING_TARGET];
    return (
      Math.abs(stretch) > OFF_TARGET * size && -Math.sign(stretch) * type.rate(batch, slot, spec, v) > CREEP * size
    );
  }
  const r = slot * stride;
  const x = d[r + GAP_X];
  const y = d[r + GAP_Y];
  const gap = Math.sqrt(x * x + y * y);
  const a = batch.bodies[2 * slot];
  const b = batch.bodies[2 * slot + 1];
  const rateX = v[b + VX] - v[b + OMEGA] * d[r + ARM_BY] - v[a + VX] + v[a + OMEGA] * d[r + ARM_AY];
  const rateY = v[b + VY] + v[b + OMEGA] * d[r + ARM_BX] - v[a + VY] - v[a + OMEGA] * d[r + ARM_AX];
  return gap > OFF_TARGET * size && -(x * rateX + y * rateY) > CREEP * size * gap;
}

export function isMovingKinematic(slot: number, bodies: BodyStore): boolean {
  if (bodies.type[slot] !== KINEMATIC) return false;
  const b = slot * BODY;
  const { motion: v } = bodies;
  return v[b + VX] !== 0 || v[b + VY] !== 0 || v[b + OMEGA] !== 0 || bodies.goal[slot * GOAL + GOAL_PENDING] !== 0;
}

/** A motor with a speed, or a servo not at its target. */
function wantsToMove(d: Float64Array, o: number, w: Float64Array, p: number, lengthUnit: number): boolean {
  const flags = d[o + FLAGS] | 0;
  if (!(flags & MOTOR)) return false;
  if (!(flags & SERVO)) return w[p + MOTOR_SPEED] !== 0;
  return Math.abs(w[p + MOTOR_TARGET] - d[o + VALUE]) > OFF_TARGET * lengthUnit;
}
