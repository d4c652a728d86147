import type { BodyStore } from '../body/body-store';
import { isStiffened } from '../body/stiffen-masses';
import { LIMITS_BOUNCE, LOWER_APPROACH, MET_IN, UPPER_APPROACH } from '../coordinates/law-fields';
import type { StepContext } from '../coordinates/step-context';
import { throwBack } from './blow';
import type { JointBatch } from './joint-batch';

/**
 * After the last relax: a stop that was met in this step throws back `restitution` of the rate it met, once. It is solved
 * as one block with the locks and motors around it: a hinge would else take back what its stop gives, three quarters of it at the
 * end of a rod. The impulses count in the reactions and are not warm started. Where a body weighs more for this step, the rate is not
 * what it would have been, and nothing is thrown back: a light slider between heavy ones and its stops gained without end.
 */
export function restituteBatch(batch: JointBatch, bodies: BodyStore, ctx: StepContext): void {
  const index = ctx.ties.batches.indexOf(batch);
  for (let i = 0; i < batch.activeCount; i++) {
    const j = batch.active[i];
    const pass = firstPass(batch, j);
    if (pass === 0) continue;
    if (!isAnyStiffened(batch, j, bodies)) throwBack(index, j, pass, ctx);
    forgetApproaches(batch, j);
  }
}

function isAnyStiffened(batch: JointBatch, j: number, bodies: BodyStore): boolean {
  for (let c = 0; c < batch.columns; c++) if (isStiffened(bodies, batch.bodies[j * batch.columns + c])) return true;
  return false;
}

/**
 * The pass in which a stop of the joint was met first, 0 if none was. One met later may owe its approach to the first, which has not
 * thrown back yet: it is left to the next step.
 */
function firstPass({ rows: d, laws: w, type, stride, lawsStride }: JointBatch, j: number): number {
  let first = 0;
  for (let c = 0; c < type.coordinates.length; c++) {
    const { kind, at, law } = type.coordinates[c];
    if (!(d[j * stride + at + kind.flagsAt] & LIMITS_BOUNCE)) continue;
    const met = w[j * lawsStride + law + MET_IN];
    if (met > 0 && (first === 0 || met < first)) first = met;
  }
  return first;
}

function forgetApproaches({ rows: d, laws: w, type, stride, lawsStride }: JointBatch, j: number): void {
  for (let c = 0; c < type.coordinates.length; c++) {
    const { kind, at, law } = type.coordinates[c];
    if (!(d[j * stride + at + kind.flagsAt] & LIMITS_BOUNCE)) continue;
    const p = j * lawsStride + law;
    w[p + LOWER_APPROACH] = w[p + UPPER_APPROACH] = w[p + MET_IN] = 0;
  }
}
