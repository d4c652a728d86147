import { FORGET } from '../../coordinates/coordinate';
import { type BodyStore, INV_MASS } from '../../body/body-store';
import { isStiffened } from '../../body/stiffen-masses';
import {
  LIMITS_BOUNCE,
  LIMITS_SUM,
  LOWER_APPROACH,
  MET_IN,
  RESTITUTION,
  UPPER_APPROACH,
} from '../../coordinates/laws/law-fields';
import type { StepContext } from '../../coordinates/step-context';
import { isBlockStiffened, push, solveBlow } from './blow';
import {
  MOST_COLUMNS,
  batchOf,
  bodies,
  change,
  coordinateOf,
  firstRow,
  gatherBounces,
  impulse,
  joints,
  leftOut,
  reached,
  rows,
  slotOf,
  spare,
  stops,
  way,
} from './blow-block';
import type { JointBatch } from '../batch/joint-batch';

/**
 * After the last relax: a stop that was met in this step throws back `restitution` of the rate it met, once. It is solved
 * as one block with the locks and motors around it: a hinge would else take back what its stop gives, three quarters of it at the
 * end of a rod. The impulses count in the reactions and are not warm started. Where a body weighs more for this step, the rate is not
 * what it would have been, and nothing is thrown back: a light slider between heavy ones and its stops gained without end.
 */
export function restituteBatch(batch: JointBatch, index: number, store: BodyStore, ctx: StepContext): void {
  for (let i = 0; i < batch.activeCount; i++) {
    const j = batch.active[i];
    const pass = firstPass(batch, j);
    if (pass === 0) continue;
    if (!isAnyStiffened(batch, j, store)) throwBack(index, j, pass, ctx);
    forgetApproaches(batch, j);
  }
}

function isAnyStiffened(batch: JointBatch, j: number, store: BodyStore): boolean {
  for (let c = 0; c < batch.columns; c++) if (isStiffened(store, batch.bodies[j * batch.columns + c])) return true;
  return false;
}

/**
 * The pass in which a stop of the joint was met first, 0 if none was. One met later may owe its approach to the first, which has not
 * thrown back yet: it is left to the next step.
 */
function firstPass({ rows: d, laws: w, coordinates, stride, lawsStride }: JointBatch, j: number): number {
  let first = 0;
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at, law } = coordinates[c];
    if (!(d[j * stride + at + kind.flagsAt] & LIMITS_BOUNCE)) continue;
    const met = w[j * lawsStride + law + MET_IN];
    if (met > 0 && (first === 0 || met < first)) first = met;
  }
  return first;
}

function forgetApproaches({ rows: d, laws: w, coordinates, stride, lawsStride }: JointBatch, j: number): void {
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at, law } = coordinates[c];
    if (!(d[j * stride + at + kind.flagsAt] & LIMITS_BOUNCE)) continue;
    const p = j * lawsStride + law;
    w[p + LOWER_APPROACH] = w[p + UPPER_APPROACH] = w[p + MET_IN] = 0;
  }
}

/**
 * The stops of joint `j` that were met in `pass` throw back, as one block with the locks and motors around them: rates of locks become 0,
 * those of motors stay. Nothing of what they give is warm started. Where a body farther on weighs more for this step, or bodies differ much
 * in mass, the joint is a block of its own.
 */
function throwBack(index: number, j: number, pass: number, ctx: StepContext): void {
  if (ctx.ties.batches[index].columns > MOST_COLUMNS) return;
  gatherBounces(ctx, index, j, pass, false);
  if (isBlockStiffened(ctx) || isUneven(ctx)) gatherBounces(ctx, index, j, pass, true);
  if (rows === 0 || way[0] === 0 || solveBlow(ctx) === 0) return;
  limitBounce(ctx);
  for (let k = 0; k < joints; k++) push(ctx, k);
  forgetImpulses(ctx);
}

/**
 * A stop throws back with no more than `restitution` times the impulse that took the approach: that was noted before other stops took some
 * of it. Without this, links with stops on all coordinates gained 2 J of 15 J.
 */
function limitBounce({ ties }: StepContext): void {
  const { coordinates, laws: w, lawsStride } = ties.batches[batchOf[0]];
  let share = 1;
  for (let row = 0; row <= stops; row++) {
    if (leftOut[row] === 1 || way[row] * change[row] <= 0) continue;
    const p = slotOf[0] * lawsStride + coordinates[coordinateOf[row]].law;
    const rest = (impulse[row] / change[row]) * spare[row];
    const met = Math.abs(w[p + LIMITS_SUM]) + Math.max(0, rest);
    share = Math.min(share, Math.max(0, rest + w[p + RESTITUTION] * met) / (way[row] * impulse[row]));
  }
  for (let row = 0; row < rows; row++) impulse[row] *= share;
}

/** What the joint that throws back gave in this step is no load. */
function forgetImpulses({ ties }: StepContext): void {
  const { coordinates, rows: d, laws: w, stride, lawsStride } = ties.batches[batchOf[0]];
  for (let row = 0; row < firstRow[1]; row++) {
    const { kind, at, law } = coordinates[coordinateOf[row]];
    kind.scaleImpulses(d, slotOf[0] * stride + at, w, slotOf[0] * lawsStride + law, FORGET);
  }
}

/** Bodies of a block that throws back differ by no more than this in mass. */
const UNEVEN = 10;

/** Where they do, these passes do not hold still what hangs on light bodies, and it must not be thrown back. */
function isUneven({ motion: v }: StepContext): boolean {
  let least = Infinity;
  let most = 0;
  for (let k = 0; k < bodies; k++) {
    const m = v[reached[k] + INV_MASS];
    if (m === 0) continue;
    least = Math.min(least, m);
    most = Math.max(most, m);
  }
  return most > UNEVEN * least;
}
