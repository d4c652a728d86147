import {
  ANGLE,
  BODY,
  type BodyStore,
  COS,
  GOAL,
  GOAL_PENDING,
  GRAVITY_SCALE,
  INV_MASS,
  KINEMATIC,
  OMEGA,
  PREV_ANGLE,
  PREV_X,
  PREV_Y,
  VX,
  VY,
  X,
  Y,
} from '../state/body-store';
import { isForced } from '../state/forces';
import {
  LATCH,
  LIMITS_SOFT,
  LOCK,
  LOCK_SOFT,
  LOWER,
  LOWER_BOUND,
  MOTOR_SPEED,
  MOTOR_TARGET,
  RATCHET,
  SERVO_SPEED,
  SPRING,
  SPRING_TARGET,
  TOOTH,
  UPPER,
  UPPER_BOUND,
} from '../coordinates/laws/law-fields';
import { isMotorBySpeed, isServo } from '../coordinates/laws/motor';
import { FLAGS, TARGET, VALUE } from '../coordinates/scalar';
import type { StepContext } from '../coordinates/step-context';
import type { JointBatch } from '../batches/joint-batch';
import type { CoordinateSpec } from '../joint/joint-type';
import { GAP_X, GAP_Y } from '../state/record';
import { cosSinAt } from '../math/trig';
import type { Island } from './islands';

/** Farther than this, m or rad, from where its rest began a body under gravity is not at rest, however slow: it sinks, or swings. */
const STILL = 1e-3;

/** Further than this from its target (per lengthUnit, or rad), and faster than this towards it (per second), it is not there yet. */
const OFF_TARGET = 1e-3;
const CREEP = 1e-5;

/** Further than this from where something hard holds it (per lengthUnit, or rad), it has an error that may still be closed. */
const OFF_HOLD = 1e-6;

/** What a world asks of what rests. */
interface RestSettings {
  readonly sleepSpeed: number;
  readonly sleepAfter: number;
}

/**
 * Counts how long each body of an island has been at rest; true if the island may fall asleep now. Called before the poses
 * at the start of the step are forgotten; `before` is scratch, as long as the array of poses.
 */
export function isAtRest(
  island: Island,
  bodies: BodyStore,
  before: Float64Array,
  dt: number,
  ctx: Pick<StepContext, 'lengthUnit' | 'gravityX' | 'gravityY'>,
  { sleepSpeed, sleepAfter }: RestSettings,
): boolean {
  const { motion: v, pose: q, restTime, keepsAwake } = bodies;
  const { lengthUnit } = ctx;
  const isHeavy = ctx.gravityX !== 0 || ctx.gravityY !== 0;
  const speed = sleepSpeed * lengthUnit;
  let least = Infinity;
  for (const slot of island.bodies) {
    const b = slot * BODY;
    // Closing a gap moves bodies without velocity.
    const isSlow =
      isBelow(v[b + VX], v[b + VY], v[b + OMEGA], speed, sleepSpeed) &&
      isBelow(
        q[b + X] - q[b + PREV_X],
        q[b + Y] - q[b + PREV_Y],
        q[b + ANGLE] - q[b + PREV_ANGLE],
        speed * dt,
        sleepSpeed * dt,
      );
    const rests = isSlow && keepsAwake[slot] === 0 && !(isHeavy && hasMovedOn(slot, bodies, STILL * lengthUnit));
    restTime[slot] = rests ? restTime[slot] + dt : 0;
    if (!rests) restFromHere(slot, bodies);
    if (restTime[slot] < least) least = restTime[slot];
  }
  return (
    least >= sleepAfter &&
    !(!isHeavy && isTurningRound(island, bodies, dt, lengthUnit)) &&
    !isFalling(island, bodies, ctx) &&
    !isDriven(island, bodies) &&
    !isSettling(island, bodies, before, dt, lengthUnit)
  );
}

function hasMovedOn(slot: number, { pose: q, restFrom }: BodyStore, most: number): boolean {
  const b = slot * BODY;
  const i = 3 * slot;
  return !isBelow(q[b + X] - restFrom[i], q[b + Y] - restFrom[i + 1], q[b + ANGLE] - restFrom[i + 2], most, STILL);
}

function restFromHere(slot: number, { pose: q, restFrom }: BodyStore): void {
  const b = slot * BODY;
  restFrom[3 * slot] = q[b + X];
  restFrom[3 * slot + 1] = q[b + Y];
  restFrom[3 * slot + 2] = q[b + ANGLE];
}

function isBelow(x: number, y: number, angle: number, length: number, turn: number): boolean {
  return x * x + y * y < length * length && Math.abs(angle) < turn;
}

/** What gains speed faster than this (lengthUnits/s², rad/s²) is slow only because it turns round: a long pendulum, a soft spring. */
const MOST_GAIN = 0.05;

/** True if a body gains speed, as the way of the step and the velocity at its end tell. */
function isTurningRound(
  { bodies: slots }: Island,
  { motion: v, pose: q }: BodyStore,
  dt: number,
  lengthUnit: number,
): boolean {
  const most = (MOST_GAIN * dt) / 2;
  for (const slot of slots) {
    const b = slot * BODY;
    const x = v[b + VX] - (q[b + X] - q[b + PREV_X]) / dt;
    const y = v[b + VY] - (q[b + Y] - q[b + PREV_Y]) / dt;
    const turn = v[b + OMEGA] - (q[b + ANGLE] - q[b + PREV_ANGLE]) / dt;
    if (!isBelow(x, y, turn, most * lengthUnit, most)) return true;
  }
  return false;
}

/** Nothing holds it, and gravity pulls, however little: it is slow only at the top of its way, or where it is damped. */
function isFalling(
  { bodies: slots, joints, touches }: Island,
  { load, motion: v }: BodyStore,
  { gravityX, gravityY }: Pick<StepContext, 'gravityX' | 'gravityY'>,
): boolean {
  if (joints.length > 0 || touches || (gravityX === 0 && gravityY === 0)) return false;
  for (const slot of slots) if (v[slot * BODY + INV_MASS] > 0 && load[slot * BODY + GRAVITY_SCALE] !== 0) return true;
  return false;
}

/** Something still wants to move it: the hands of a clock never fall asleep. */
function isDriven(island: Island, bodies: BodyStore): boolean {
  for (const slot of island.bodies) {
    if (isForced(bodies, slot)) return true;
  }
  for (const { batch, slot } of island.joints) {
    for (let c = 0; c < batch.columns; c++)
      if (isMovingKinematic(batch.bodies[slot * batch.columns + c] / BODY, bodies)) return true;
    for (const { kind, at, index } of batch.coordinates) {
      const o = slot * batch.stride + at;
      if (kind.scalar && hasSpeed(batch.rows, o, batch.laws, batch.lawsAt(slot, index))) return true;
    }
  }
  return false;
}

/**
 * A spring still comes nearer to its target, however slowly, a servo that is not at its own moves at all, or errors are being closed. What
 * rests under load does not, nor what a stop holds, nor what contradicts itself: of such joints one error grows as the other shrinks. Judged
 * by the poses before and after the step, because closing a gap moves bodies without velocity.
 */
function isSettling(
  { joints }: Island,
  { pose }: BodyStore,
  before: Float64Array,
  dt: number,
  lengthUnit: number,
): boolean {
  let closed = 0;
  for (const { batch, slot } of joints) {
    const { coordinates } = batch.type;
    for (let c = 0; c < batch.columns; c++) writePoseBefore(before, pose, batch.bodies[slot * batch.columns + c]);
    batch.measure(slot, before);
    for (let c = 0; c < coordinates.length; c++) writeOff(batch, slot, coordinates[c], offBefore, OFF * c);
    batch.measure(slot, pose);
    for (let c = 0; c < coordinates.length; c++) {
      const size = coordinates[c].kind.unit === 'angle' ? 1 : lengthUnit;
      const i = OFF * c;
      writeOff(batch, slot, coordinates[c], off, 0);
      for (let k = OFF_SERVO; k <= OFF_SOFT; k++) {
        const nearer = offBefore[i + k] - off[k];
        if (off[k] <= OFF_TARGET * size) continue;
        const own = k === OFF_SERVO && off[OWN_SPEED] > 0 ? off[OWN_SPEED] / 2 : Infinity;
        if ((k === OFF_SERVO ? Math.abs(nearer) : nearer) > Math.min(CREEP * size, own) * dt) return true;
      }
      if (off[OFF_RIGID] > OFF_HOLD * size) closed += (offBefore[i + OFF_RIGID] - off[OFF_RIGID]) / size;
    }
  }
  return closed > CREEP * dt;
}

/** How far a coordinate is from its servo's and its spring's target, and from where a soft or a rigid law holds it. */
const OFF_SERVO = 0;
const OFF_SPRING = 1;
const OFF_SOFT = 2;
const OFF_RIGID = 3;
/** In the place of a distance the speed of a servo that has one: told to be slower than creeping it moves from half of that on. */
const OWN_SPEED = 4;
const OFF = 5;
/** Of each coordinate of a joint before the step, and of the one at hand after it. */
const offBefore = new Float64Array(64 * OFF);
const off = new Float64Array(OFF);

function writePoseBefore(out: Float64Array, q: Float64Array, b: number): void {
  out[b + X] = q[b + PREV_X];
  out[b + Y] = q[b + PREV_Y];
  out[b + ANGLE] = q[b + PREV_ANGLE];
  cosSinAt(out, b + ANGLE, out, b + COS);
}

/** Writes these distances as last measured to `out[i]`; 0 where there is no such law. */
function writeOff(batch: JointBatch, slot: number, spec: CoordinateSpec, out: Float64Array, i: number): void {
  const { rows: d, laws: w, stride } = batch;
  const r = slot * stride;
  const o = r + spec.at;
  const flags = d[o + spec.kind.flagsAt] | 0;
  out[i + OFF_SPRING] = out[i + OFF_SERVO] = out[i + OFF_SOFT] = out[i + OFF_RIGID] = out[i + OWN_SPEED] = 0;
  if (!spec.kind.scalar) {
    const gap = Math.sqrt(d[r + GAP_X] * d[r + GAP_X] + d[r + GAP_Y] * d[r + GAP_Y]);
    if (flags & SPRING) out[i + OFF_SPRING] = gap;
    if (flags & LOCK) out[i + (flags & LOCK_SOFT ? OFF_SOFT : OFF_RIGID)] = gap;
    return;
  }
  const p = batch.lawsAt(slot, spec.index);
  const value = d[o + VALUE];
  if (flags & SPRING) out[i + OFF_SPRING] = Math.abs(value - w[p + SPRING_TARGET]);
  if (isServo(flags)) {
    out[i + OFF_SERVO] = Math.abs(value - w[p + MOTOR_TARGET]);
    if (flags & SERVO_SPEED) out[i + OWN_SPEED] = w[p + MOTOR_SPEED];
  }
  const bound = flags & LIMITS_SOFT ? OFF_SOFT : OFF_RIGID;
  if (flags & LOCK) out[i + (flags & LOCK_SOFT ? OFF_SOFT : OFF_RIGID)] = Math.abs(value - d[o + TARGET]);
  else if (flags & LOWER && value < w[p + LOWER_BOUND]) out[i + bound] = w[p + LOWER_BOUND] - value;
  else if (flags & UPPER && value > w[p + UPPER_BOUND]) out[i + bound] = value - w[p + UPPER_BOUND];
  else if (flags & RATCHET && (w[p + LATCH] - value) * w[p + TOOTH] > 0)
    out[i + OFF_RIGID] = Math.abs(value - w[p + LATCH]);
}

export function isMovingKinematic(slot: number, bodies: BodyStore): boolean {
  if (bodies.type[slot] !== KINEMATIC) return false;
  const b = slot * BODY;
  const { motion: v } = bodies;
  return v[b + VX] !== 0 || v[b + VY] !== 0 || v[b + OMEGA] !== 0 || bodies.goal[slot * GOAL + GOAL_PENDING] !== 0;
}

/** A motor by speed that has one. */
function hasSpeed(d: Float64Array, o: number, w: Float64Array, p: number): boolean {
  return isMotorBySpeed(d[o + FLAGS]) && w[p + MOTOR_SPEED] !== 0;
}
