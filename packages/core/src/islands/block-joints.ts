import type { SlotList } from '../body/integrate';
import type { BatchPart } from '../joint/batch/batch-part';
import type { JointBatch } from '../joint/batch/joint-batch';

/** The joints of one part of a batch that a block visits, and the number of that batch. */
export interface BlockJoints extends SlotList {
  readonly part: BatchPart;
  readonly index: number;
}

/** Its joints become those that kernels visit. */
export function visit({ part, slots, count }: BlockJoints): JointBatch {
  const { batch } = part;
  if (batch.active !== slots) batch.show(part, slots, count);
  return batch;
}
