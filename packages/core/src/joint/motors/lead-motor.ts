import { INV_MASS, OMEGA } from '../../body/body-store';
import { LOWER_IMPULSE, MOTOR_IMPULSE } from '../../coordinates/laws/law-fields';
import { isRigidLock } from '../../coordinates/laws/lock';
import { P_IMPULSE_X, P_SUM_X } from '../../coordinates/points/point-fields';
import { LOCK_IMPULSE } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import {
  apply,
  copyMatrix,
  isBlockStiffened,
  rateOf,
  readChanges,
  solveRows,
  struck,
  wholeA,
  wholeTies,
} from '../blows/blow';
import {
  A,
  batchOf,
  bodies,
  bookMotor,
  coordinateOf,
  driven,
  firstRow,
  gather,
  impulse,
  isWhole,
  joints,
  MOST_ROWS,
  motors,
  reached,
  rows,
  slotOf,
  tiedTo,
} from '../blows/blow-block';

/** A motor, and all that hangs on it, as if they had been warm started with what it has to give (motors-that-start.ts says when and why). */

/**
 * Locks that are off their rates by more than this, times lengthUnit or rad, per second, or bodies that turn by more than this, rad, in a substep,
 * or of which the lightest of three or more bears more than so many times its mass, are not calm.
 */
const SHAKEN = 3,
  MOST_TURN = 0.05,
  MOST_BORNE = 5;

/** What is left to be desired. */
const LESS = 0.5;
/** What each row gives where the motor is to keep its rate. */
const kept = new Float64Array(MOST_ROWS);

/**
 * Brings the coordinate at `at` of joint `j` of the batch that is visited to the rate in struck[0], or as near as an impulse from struck[1] to struck[2] more than it was warm started with
 * does, and all that hangs on it along, as if it had been warm started with its share of that. 1 if it is at its rate, less if not; 0 if
 * nothing hangs on it, or what does is not calm.
 */
export function leadMotor(j: number, at: number, ctx: StepContext): number {
  if (!canBeLed(j, at, ctx)) return 0;
  bookMotor();
  copyMatrix(A, tiedTo, wholeA, wholeTies);
  // First as if it were to keep its rate, then what changes that by 1.
  readChanges(ctx);
  impulse[0] = 0;
  solveRows();
  for (let row = 0; row < rows; row++) kept[row] = impulse[row];
  copyMatrix(wholeA, wholeTies, A, tiedTo);
  impulse.fill(0, 0, rows);
  impulse[0] = 1;
  solveRows();
  const asked = kept[0] + (struck[0] - rateOf(0, 0, ctx.motion)) * impulse[0];
  const given = Math.max(struck[1], Math.min(struck[2], asked));
  const by = impulse[0] > 0 ? (given - kept[0]) / impulse[0] : 0;
  for (let row = 0; row < rows; row++) impulse[row] = kept[row] + by * impulse[row];
  for (let k = 0; k < joints; k++) keep(ctx, k);
  return given === asked ? 1 : LESS;
}

/** True if `leadMotor` can do that; lists the block for it. */
export function canBeLed(j: number, at: number, ctx: StepContext): boolean {
  gather(ctx, j, at, true, true);
  return joints > 1 && isCalm(ctx);
}

/**
 * True of a block that may be warm started with what it is solved to: what holds harder than a pass does throws about what is not resolved, or
 * not all in the block, loops, sliders whose axes turn, and what other motors drive.
 */
function isCalm(ctx: StepContext): boolean {
  if (motors > 0 || !isWhole || joints > bodies || isBlockStiffened(ctx)) return false;
  let mass = 0;
  let lightest = Infinity;
  for (let k = 0; k < bodies; k++) {
    const b = reached[k];
    if (Math.abs(ctx.motion[b + OMEGA]) * ctx.h > MOST_TURN) return false;
    if (ctx.motion[b + INV_MASS] === 0) continue;
    mass += 1 / ctx.motion[b + INV_MASS];
    lightest = Math.min(lightest, 1 / ctx.motion[b + INV_MASS]);
  }
  if (bodies > 2 && mass - lightest > MOST_BORNE * lightest) return false;
  for (let k = 0; k < joints; k++)
    for (let row = firstRow[k]; row < firstRow[k + 1]; row++) {
      const { kind } = ctx.ties.batches[batchOf[k]].coordinates[coordinateOf[row]];
      if (kind.kind !== 'point' && kind.kind !== 'angle') return false;
      const most = SHAKEN * (kind.unit === 'angle' ? 1 : ctx.lengthUnit);
      if (row > 0 && !(Math.abs(rateOf(k, row, ctx.motion)) <= most)) return false;
    }
  return true;
}

/** Applies the impulses of a joint's rows, and adds them to those of the last pass, with which it was warm started: it books them as it relaxes. */
function keep(ctx: StepContext, k: number): void {
  apply(ctx, k);
  const batch = ctx.ties.batches[batchOf[k]];
  const { rows: d, laws: w, coordinates, stride, lawsStride } = batch;
  const j = slotOf[k];
  // Plain points book both passes by what the first has left them with.
  const isPlain = batch.partWith(j).plainPoint >= 0;
  let axis = 0;
  for (let row = firstRow[k]; row < firstRow[k + 1]; row++) {
    const { kind, at, law } = coordinates[coordinateOf[row]];
    const o = j * stride + at;
    const p = j * lawsStride + law;
    if (!kind.scalar) {
      d[o + P_IMPULSE_X + axis] += impulse[row];
      if (isPlain) d[o + P_SUM_X + axis] -= impulse[row];
      axis = 1 - axis;
    } else if (driven[row] === 1) w[p + MOTOR_IMPULSE] += impulse[row];
    else if (isRigidLock(d[o + kind.flagsAt] | 0)) d[o + LOCK_IMPULSE] += impulse[row];
    else w[p + LOWER_IMPULSE] += impulse[row];
  }
}
