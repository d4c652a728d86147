import type { BodyStore } from '../../body/body-store';
import { MOTOR, MOTOR_CAPPED, MOTOR_HELD, MOTOR_IMPULSE, MOTOR_SPEED } from '../../coordinates/laws/law-fields';
import { ALL } from '../motors/motors-that-start';
import { INVERSE_MASS } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import type { BlockJoints } from '../../islands/block-joints';
import { solveRows } from './blow';
import { A, gatherHolds, impulse, MOST_COLUMNS, rows } from './blow-block';

/**
 * A motor without a cap gives way to locks of other joints as it does to those of its own coordinate. Where they leave it nothing to move it
 * would push against them harder in every pass, until they give way. So one that has come to give much more than its own bodies could need is
 * asked what is left of its inverse mass beside all that holds those bodies to each other and to what cannot move, and lets go if that is
 * nothing. Of two motors that leave each other nothing the first does.
 *
 * What is rigid only by way of other bodies, as a truss, is left alone: its gaps let it give way a little, so that a motor would be let go and
 * taken back by turns. So are stops, from which its load would fall as soon as it had let go: against them it is limited (motors-that-press.ts).
 */

/** So many times what brings a motor's own bodies to its speed, and by 1 lengthUnit or rad a second more, is much. */
const MUCH = 4;
/** What is left of this share of a row's inverse mass is rounding. */
const NOTHING = 1e-9;
/** What is a combination of the others is solved as if it gave way by so much. */
const EASE = 1e-8;

/** At the start of a step. True if there are motors without a cap. */
export function idleFightingMotors(joints: BlockJoints, { motion, load }: BodyStore, ctx: StepContext): boolean {
  let any = false;
  const { slots, count, index } = joints;
  const { batch } = joints.part;
  const { coordinates, rows: d, laws: w, stride, lawsStride, columns } = batch;
  if (columns > MOST_COLUMNS) return false;
  ctx.motion = motion;
  ctx.load = load;
  ctx.relax = false;
  ctx.visited = index;
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at, law } = coordinates[c];
    if (!kind.scalar) continue;
    const unit = kind.unit === 'angle' ? 1 : ctx.lengthUnit;
    for (let i = 0; i < count; i++) {
      const o = slots[i] * stride + at;
      const p = slots[i] * lawsStride + law;
      const flags = d[o + kind.flagsAt] | 0;
      if ((flags & (MOTOR | MOTOR_CAPPED)) !== MOTOR) continue;
      any = true;
      const isMuch =
        d[o + INVERSE_MASS] * Math.abs(w[p + MOTOR_IMPULSE]) > MUCH * (Math.abs(w[p + MOTOR_SPEED]) + unit);
      if (w[p + MOTOR_HELD] === 0 && !isMuch) continue;
      if (!givesAll(w, p, ctx)) w[p + MOTOR_HELD] = 0;
      gatherHolds(ctx, slots[i], at);
      if (isHeld()) w[p + MOTOR_HELD] = -1;
    }
  }
  return any;
}

/** True of a motor that gives all that it was limited to (joint/blows/motors-that-press.ts). */
function givesAll(w: Float64Array, p: number, { h }: StepContext): boolean {
  const most = (-1 - w[p + MOTOR_HELD]) * h;
  return most > 0 && 2 * Math.abs(w[p + MOTOR_IMPULSE]) >= ALL * most;
}

/** True if the other rows of the block leave the first one nothing. */
function isHeld(): boolean {
  const alone = A[0];
  A[0] += EASE * alone;
  impulse.fill(0, 0, rows);
  solveRows();
  return !(A[0] - EASE * alone > NOTHING * alone);
}
