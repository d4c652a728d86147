import type { JointBatch } from '../joint/batch/joint-batch';
import type { Islands } from './islands';

/** An island of fewer joints is one train. */
const LEAST_JOINTS = 64;

/**
 * Brings the joints to visit into two trains at a time that are visited in turn: the older and the younger half of a large island, or two
 * small islands. What hangs together mostly follows on each other, and a joint has to wait for the velocities that the one before it
 * leaves: meanwhile a processor is at the other train. The order within an island depends on no other.
 */
export function formTrains(batch: JointBatch, islands: Islands): void {
  const { list } = islands;
  const islandOf = (slot: number): number => islands.ofJoint(batch, slot)?.index ?? -1;
  const { active, activeCount } = batch;
  const starts = new Int32Array(list.length + 1);
  for (let i = 0; i < activeCount; i++) starts[islandOf(active[i]) + 1]++;
  for (let island = 0; island < list.length; island++) starts[island + 1] += starts[island];
  const sorted = new Int32Array(activeCount);
  const next = starts.slice();
  for (let i = 0; i < activeCount; i++) sorted[next[islandOf(active[i])]++] = active[i];

  let done = 0;
  /** A small island that waits for another. */
  let waiting = -1;
  for (let island = 0; island < list.length; island++) {
    const start = starts[island];
    const end = starts[island + 1];
    if (end - start >= LEAST_JOINTS) {
      const half = start + ((end - start + 1) >> 1);
      done = visitInTurn(sorted, start, half, half, end, active, done);
    } else if (end > start) {
      if (waiting >= 0) done = visitInTurn(sorted, starts[waiting], starts[waiting + 1], start, end, active, done);
      waiting = waiting < 0 ? island : -1;
    }
  }
  if (waiting >= 0) visitInTurn(sorted, starts[waiting], starts[waiting + 1], 0, 0, active, done);
}

/** Writes two trains in turn from `done` on, what one has more at the end; returns where that is. */
function visitInTurn(
  sorted: Int32Array,
  one: number,
  endOfOne: number,
  other: number,
  endOfOther: number,
  active: Int32Array,
  done: number,
): number {
  while (one < endOfOne || other < endOfOther) {
    if (one < endOfOne) active[done++] = sorted[one++];
    if (other < endOfOther) active[done++] = sorted[other++];
  }
  return done;
}
