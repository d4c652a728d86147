import type { BodyStore } from '../../body/body-store';
import {
  MOTOR_CAP,
  MOTOR_CAPPED,
  MOTOR_CARRIES,
  MOTOR_EXPECTED,
  MOTOR_IMPULSE,
  MOTOR_MASS,
  MOTOR_RATE,
  MOTOR_STARTING,
  MOTOR_STEP,
  MOTOR_SUM,
} from '../../coordinates/laws/law-fields';
import { isHeld } from '../../coordinates/laws/lock';
import { isFreeMotor, isMotorBySpeed, LANDS } from '../../coordinates/laws/motor';
import { INVERSE_MASS } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { type Arms, FALLS, SIDE, SIDE_VX } from '../../islands/arms';
import type { BlockJoints } from '../../islands/block-joints';
import { NOTED } from '../../islands/ties';
import { found, measureInverseMass, ownRow } from '../batch/inverse-mass';
import type { JointBatch } from '../batch/joint-batch';
import type { CoordinateSpec } from '../joint-type';
import { canBeLed } from './lead-motor';
import { ALL, ON_ITS_WAY } from './motors-that-start';
import { stepLength } from './servos';

/**
 * A motor by speed on ground that drives an arm which it cannot be led with (motors-that-start.ts): one of many welded links, or with a heavy
 * end. Such an arm is soft in these passes, and its first link, whose rate the motor sees, is ahead of it or behind. But whatever links do to
 * each other, it leaves the momentum of the whole as it is. So the rate of all that the motor moves, as if it were rigid, is known, and what
 * changes that beside the motor is its load:
 *
 *   rate' = K (force − load)
 */

/** Share of what the rate was off in the last step that the load is corrected by. */
const LEARNS = 0.5;
/** A motor that moves less than the square of this times what its own two bodies tell comes there by itself. */
const LEAST_LAG = 3;

/** At the start of a step: of the motors of the joints at hand that land, or begin to; they are listed. */
export function beginLanding(joints: BlockJoints, bodies: BodyStore, arms: Arms, ctx: StepContext): void {
  const { slots, count, index } = joints;
  const { batch } = joints.part;
  const { coordinates, rows: d, laws: w, stride, lawsStride } = batch;
  ctx.visited = index;
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at, law } = coordinates[c];
    if (!kind.scalar) continue;
    for (let i = 0; i < count; i++) {
      const j = slots[i];
      if (!isMotorBySpeed(d[j * stride + at + kind.flagsAt] | 0)) continue;
      const state = w[j * lawsStride + law + MOTOR_STARTING];
      const mayLand = state === LANDS || state === ON_ITS_WAY;
      if (mayLand && lands(batch, j, coordinates[c], bodies, arms, ctx)) ctx.ties.landing.note(index, j, c);
    }
  }
}

/** True of a motor that lands; what that starts from is written to its laws. */
function lands(
  batch: JointBatch,
  j: number,
  spec: CoordinateSpec,
  bodies: BodyStore,
  arms: Arms,
  ctx: StepContext,
): boolean {
  const { rows: d, laws: w, stride, lawsStride } = batch;
  const o = j * stride + spec.at;
  const p = j * lawsStride + spec.law;
  const flags = d[o + spec.kind.flagsAt] | 0;
  const hasLanded = w[p + MOTOR_STARTING] === LANDS;
  const most = flags & MOTOR_CAPPED ? (w[p + MOTOR_CAP] * ctx.h) / 2 : Infinity;
  w[p + MOTOR_STARTING] = Math.abs(w[p + MOTOR_IMPULSE]) >= ALL * most ? ON_ITS_WAY : 0;
  if (!isFreeMotor(flags) || !arms.knowsRigid(batch, j, bodies)) return false;
  measureArm(batch, j, spec, bodies, arms);
  if (!(LEAST_LAG * LEAST_LAG * found[0] < d[o + INVERSE_MASS])) return false;
  if (hasLanded)
    w[p + MOTOR_CARRIES] -= (LEARNS * (armRate[0] - w[p + MOTOR_EXPECTED])) / (found[0] * w[p + MOTOR_STEP]);
  else if (canBeLed(j, spec.at, ctx)) {
    w[p + MOTOR_STARTING] = ON_ITS_WAY;
    return false;
  } else carryWeight(w, p, arms.sides, ctx);
  // Of masses at the ends of what numbers can be it may overflow.
  if (!Number.isFinite(w[p + MOTOR_CARRIES])) w[p + MOTOR_CARRIES] = 0;
  w[p + MOTOR_STARTING] = LANDS;
  w[p + MOTOR_MASS] = found[0];
  w[p + MOTOR_RATE] = armRate[0];
  return true;
}

/** At its end: the rate that those listed are to have. */
export function endLanding({ ties: { batches, landing } }: StepContext): void {
  const { numbers, length } = landing;
  for (let i = 0; i < length; i += NOTED) {
    const { coordinates, laws: w, lawsStride } = batches[numbers[i]];
    const p = numbers[i + 1] * lawsStride + coordinates[numbers[i + 2]].law;
    const gained = w[p + MOTOR_SUM] - w[p + MOTOR_CARRIES] * stepLength[0];
    w[p + MOTOR_EXPECTED] = w[p + MOTOR_RATE] + w[p + MOTOR_MASS] * gained;
    w[p + MOTOR_STEP] = stepLength[0];
  }
}

/** The rate of the coordinate as `measureArm` found it: returned as a double it would be allocated. */
const armRate = new Float64Array(1);

/** Finds the inverse mass that a motor moves, and the rate of that, by its momentum. */
function measureArm(batch: JointBatch, j: number, spec: CoordinateSpec, bodies: BodyStore, arms: Arms): void {
  const { sides } = arms;
  arms.measureSides(batch, j, bodies);
  measureInverseMass(batch, j, spec, -1, isHeld, bodies.motion, sides);
  let rate = 0;
  for (let c = 0; c < 2; c++) for (let k = 0; k < 3; k++) rate += ownRow[3 * c + k] * sides[SIDE * c + SIDE_VX + k];
  armRate[0] = rate;
}

/** What is known of the load at first. */
function carryWeight(w: Float64Array, p: number, sides: Float64Array, { gravityX, gravityY }: StepContext): void {
  let weight = 0;
  for (let c = 0; c < 2; c++)
    weight += sides[SIDE * c + FALLS] * (ownRow[3 * c] * gravityX + ownRow[3 * c + 1] * gravityY);
  w[p + MOTOR_CARRIES] = -weight / found[0];
}
