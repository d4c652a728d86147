import type { BodyStore } from '../body/body-store';
import {
  LOWER,
  MOTOR,
  MOTOR_CAP,
  MOTOR_CAPPED,
  MOTOR_IMPULSE,
  MOTOR_SPEED,
  RATCHET,
  UPPER,
} from '../coordinates/law-fields';
import { isHeld } from '../coordinates/lock';
import { hardStops, isFreeMotor, isMotorIdle } from '../coordinates/motor';
import { EFFECTIVE_MASS } from '../coordinates/scalar';
import type { StepContext } from '../coordinates/step-context';
import type { BlockJoints } from '../islands/block-joints';
import { foundRate, LEAST_SHOCK, measureRate, strikeMotor, struck } from './blow';
import { MOST_COLUMNS } from './blow-block';

/**
 * What is switched on takes all that hangs on it along at once, if it is strong enough for that. By passes that would come late, and impulses
 * add up meanwhile until it goes on with twice its speed.
 */

/** What asks a motor for more than so many times of what it gave in the last pass has just been switched on. */
const JUMP = 3;

/** Before the first pass of a step. */
export function startMotors({ motion, load }: BodyStore, joints: readonly BlockJoints[], ctx: StepContext): void {
  ctx.motion = motion;
  ctx.load = load;
  ctx.relax = false;
  for (let i = 0; i < joints.length; i++) {
    const { part, index, slots, count } = joints[i];
    const { batch, lawful } = part;
    if (!batch.hasMotors || batch.columns > MOST_COLUMNS) continue;
    const { rows: d, laws: w, stride, lawsStride } = batch;
    ctx.visited = index;
    for (let c = 0; c < lawful.length; c++) {
      const { kind, at, law } = lawful[c];
      if (!kind.scalar) continue;
      const least = LEAST_SHOCK * (kind.unit === 'angle' ? Math.PI : ctx.lengthUnit);
      for (let k = 0; k < count; k++) {
        const o = slots[k] * stride + at;
        const flags = d[o + kind.flagsAt] | 0;
        if (!(flags & MOTOR) || !isFreeMotor(flags) || isMotorIdle(flags, isHeld(flags))) continue;
        if (hardStops(flags) & (RATCHET | LOWER | UPPER)) continue;
        const p = slots[k] * lawsStride + law;
        measureRate(batch, slots[k], lawful[c], ctx.motion);
        const asked = Math.abs(w[p + MOTOR_SPEED] - foundRate[0]);
        if (!(asked > least && d[o + EFFECTIVE_MASS] * asked > JUMP * Math.abs(w[p + MOTOR_IMPULSE]))) continue;
        struck[0] = w[p + MOTOR_SPEED];
        struck[1] = flags & MOTOR_CAPPED ? (w[p + MOTOR_CAP] * ctx.h) / 2 : Number.MAX_VALUE;
        strikeMotor(slots[k], at, ctx);
      }
    }
  }
}
