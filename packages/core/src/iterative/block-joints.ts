import type { SlotList } from './integrate';
import type { JointBatch } from '../batches/joint-batch';

/** The joints of a batch that a block visits, and the number of that batch. */
export interface BlockJoints extends SlotList {
  readonly batch: JointBatch;
  readonly index: number;
}

/** Its joints become those that kernels visit. */
export function visit({ batch, slots, count }: BlockJoints): JointBatch {
  if (batch.active !== slots) batch.show(slots, count);
  return batch;
}
