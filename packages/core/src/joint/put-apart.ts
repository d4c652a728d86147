import type { BodyStore } from '../body/body-store';
import { LOCK, LOCK_APART } from '../coordinates/law-fields';
import { P_FLAGS, P_IMPULSE_X, P_IMPULSE_Y, P_WARM_X, P_WARM_Y } from '../coordinates/point-fields';
import type { StepContext } from '../coordinates/step-context';
import { isImmovable } from './blow-block';
import type { JointBatch } from './joint-batch';
import { GAP_X, GAP_Y, JOINT_FLAGS, PUT_APART } from './record';

/**
 * Points between a body and what nothing moves, where the joint was made apart or the body was put elsewhere. Impulses at the middle of the
 * gap would let the body swing about that: put 30 m away under gravity it came round at 80 rad/s, and never home. So until the gap is closed
 * they act at the anchor of the body; there is no momentum to be kept.
 */

/** Gaps below this, times lengthUnit, are closed as any others. */
const APART = 0.1;

/** Before a step: measures what was moved of the joints that the iterative step visits, marks such points of them, and forgets the others. */
export function findApart(batch: JointBatch, { pose, motion }: BodyStore, { lengthUnit }: StepContext): void {
  const { active, activeCount, type, bodies, stride, lawsStride } = batch;
  const { rows: d, laws: w } = batch;
  let any = false;
  const spec = type.coordinates.find(({ kind }) => kind.kind === 'point');
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    if (!(w[j * lawsStride + JOINT_FLAGS] & PUT_APART)) continue;
    // What the step reads as last measured is the same whether somebody has looked at it in between or not.
    batch.measure(j, pose);
    if (spec === undefined) continue;
    const o = j * stride + spec.at;
    if (d[o + P_FLAGS] !== LOCK) continue;
    if (!isImmovable(motion, bodies[2 * j]) && !isImmovable(motion, bodies[2 * j + 1])) continue;
    const x = d[j * stride + GAP_X];
    const y = d[j * stride + GAP_Y];
    if (Math.sqrt(x * x + y * y) < APART * lengthUnit) continue;
    d[o + P_FLAGS] = LOCK | LOCK_APART;
    w[j * lawsStride + spec.law + P_WARM_X] = d[o + P_IMPULSE_X];
    w[j * lawsStride + spec.law + P_WARM_Y] = d[o + P_IMPULSE_Y];
    any = true;
  }
  for (let j = 0; j < batch.settled; j++) {
    const isApart = any && spec !== undefined && (d[j * stride + spec.at + P_FLAGS] & LOCK_APART) !== 0;
    if (!isApart) w[j * lawsStride + JOINT_FLAGS] = w[j * lawsStride + JOINT_FLAGS] & ~PUT_APART;
  }
  batch.mayBeApart = any || batch.settled < batch.count;
  if (any) batch.lawsChanged = true;
}

/** After a step: nobody else sees the marks. */
export function endApart({ type, rows: d, stride, count }: JointBatch): void {
  const spec = type.coordinates.find(({ kind }) => kind.kind === 'point');
  if (spec !== undefined)
    for (let j = 0; j < count; j++) d[j * stride + spec.at + P_FLAGS] = d[j * stride + spec.at + P_FLAGS] & ~LOCK_APART;
}
