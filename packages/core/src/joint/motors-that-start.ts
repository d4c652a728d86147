import type { BodyStore } from '../body/body-store';
import {
  LOWER,
  MOTOR,
  MOTOR_CAP,
  MOTOR_CAPPED,
  MOTOR_IMPULSE,
  MOTOR_RATE,
  MOTOR_SPEED,
  MOTOR_STARTING,
  RATCHET,
  SERVO,
  UPPER,
} from '../coordinates/law-fields';
import { isHeld } from '../coordinates/lock';
import { hardStops, isFreeMotor, isMotorIdle } from '../coordinates/motor';
import { EFFECTIVE_MASS } from '../coordinates/scalar';
import type { StepContext } from '../coordinates/step-context';
import type { BlockJoints } from '../islands/block-joints';
import { foundRate, LEAST_SHOCK, measureRate, strikeMotor, struck } from './blow';
import { MOST_COLUMNS } from './blow-block';
import type { JointBatch } from './joint-batch';
import type { CoordinateSpec } from './joint-type';

/**
 * What is switched on takes all that hangs on it along at once, if it is strong enough for that, or as fast as its cap lets it. By passes that
 * would come late, and impulses add up meanwhile until it goes on with twice its speed.
 */

/** What asks a motor for more than so many times of what it gave in the last pass has just been switched on. */
const JUMP = 3;

/** What gives this share of its cap gives all of it. */
const ALL = 1 - 1e-9;
/** What gains less than this share of what it should in a substep is held by something, and not started by blows. */
const LEAST_GAIN = 0.1;

/** Before the solve pass of each substep; in the `first` one of a step it is seen what was switched on. */
export function startMotors(
  { motion, load }: BodyStore,
  joints: readonly BlockJoints[],
  ctx: StepContext,
  first: boolean,
): void {
  ctx.motion = motion;
  ctx.load = load;
  ctx.relax = false;
  for (let i = 0; i < joints.length; i++) {
    const { part, index, slots, count } = joints[i];
    const { batch, lawful } = part;
    if (!batch.hasMotors || batch.columns > MOST_COLUMNS) continue;
    ctx.visited = index;
    for (let c = 0; c < lawful.length; c++)
      if (lawful[c].kind.scalar) for (let k = 0; k < count; k++) startMotor(batch, slots[k], lawful[c], ctx, first);
  }
}

function startMotor(batch: JointBatch, j: number, spec: CoordinateSpec, ctx: StepContext, first: boolean): void {
  const { rows: d, laws: w, stride, lawsStride } = batch;
  const { kind, at, law } = spec;
  const o = j * stride + at;
  const p = j * lawsStride + law;
  const flags = d[o + kind.flagsAt] | 0;
  if ((flags & (MOTOR | SERVO)) !== MOTOR) return;
  const goesOn = w[p + MOTOR_STARTING] === 1;
  if (!goesOn && !first) return;
  w[p + MOTOR_STARTING] = 0;
  if (!isFreeMotor(flags) || isMotorIdle(flags, isHeld(flags)) || hardStops(flags) & (RATCHET | LOWER | UPPER)) return;
  measureRate(batch, j, spec, ctx.motion);
  const rate = foundRate[0];
  const asked = w[p + MOTOR_SPEED] - rate;
  const given = Math.abs(w[p + MOTOR_IMPULSE]);
  const cap = flags & MOTOR_CAPPED ? w[p + MOTOR_CAP] * ctx.h : Number.MAX_VALUE;
  if (goesOn) {
    if ((rate - w[p + MOTOR_RATE]) * asked < 0) return;
  } else {
    const least = LEAST_SHOCK * (kind.unit === 'angle' ? Math.PI : ctx.lengthUnit);
    if (!(Math.abs(asked) > least && d[o + EFFECTIVE_MASS] * Math.abs(asked) > JUMP * given)) return;
    // What gives all that it has already, is held by something.
    if (given >= (ALL * cap) / 2) return;
  }
  struck[0] = w[p + MOTOR_SPEED];
  struck[1] = cap;
  // What hardly carries its weight is no blow.
  struck[2] = kind.unit === 'angle' ? ctx.leastBlow / ctx.lengthUnit : ctx.leastBlow;
  const share = strikeMotor(j, at, ctx);
  if (share === 0 || share === 1) return;
  w[p + MOTOR_STARTING] = 1;
  w[p + MOTOR_RATE] = rate + LEAST_GAIN * share * asked;
}
