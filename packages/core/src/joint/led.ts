import { BODY, type BodyStore, DYNAMIC } from '../body/body-store';
import type { JointBatch } from './joint-batch';
import { JOINT_FLAGS, LED } from './record';

/**
 * Joints that hold something rigidly where their owner has moved it since the last step: a target, a bound, an anchor, a ratio. What they do then
 * is work from outside, as that of a motor, and the direct step must not take it for energy that it has made.
 */

/** The joint in this slot holds elsewhere than in the last step. */
export function noteLed(batch: JointBatch, slot: number): void {
  const i = slot * batch.lawsStride + JOINT_FLAGS;
  batch.laws[i] = batch.laws[i] | LED;
  batch.mayBeLed = true;
}

/** Bodies that hang on such joints. */
export class LedBodies {
  any = false;
  /** Of each body slot: 1 if it does. Of use only if there are any. */
  has = new Uint8Array(16);

  /** Before a step: finds those that are there, and forgets the notes. */
  find(batches: readonly JointBatch[], bodies: BodyStore): void {
    if (this.any) this.has.fill(0);
    this.any = false;
    if (this.has.length < bodies.type.length) this.has = new Uint8Array(bodies.type.length);
    for (let i = 0; i < batches.length; i++) if (batches[i].mayBeLed) this.#take(batches[i], bodies);
  }

  #take(batch: JointBatch, { type }: BodyStore): void {
    const { laws: w, lawsStride, columns, settled, bodies } = batch;
    for (let j = 0; j < settled; j++) {
      const i = j * lawsStride + JOINT_FLAGS;
      if (!(w[i] & LED)) continue;
      w[i] = w[i] & ~LED;
      for (let c = j * columns; c < (j + 1) * columns; c++) {
        const slot = bodies[c] / BODY;
        if (type[slot] !== DYNAMIC) continue;
        this.has[slot] = 1;
        this.any = true;
      }
    }
    // Those made since the last settle wait for the next.
    batch.mayBeLed = settled < batch.count;
  }
}
