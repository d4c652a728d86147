import type { JointBatch } from '../joint/joint-batch';
import { type Islands, islandOf } from './islands';

/** Of fewer joints no processor has the time to work on two trains of them. */
const LEAST_JOINTS = 64;

/**
 * Brings the joints to visit into the order of their islands, and those of a large island into two trains, its older and its younger half,
 * that are visited in turn. What hangs together mostly follows on each other, and a joint has to wait for the velocities that the one before
 * it leaves: meanwhile a processor is at the other train. The order of an island depends on no other.
 */
export function formTrains(batch: JointBatch, { list, ofBody }: Islands): void {
  const { active, activeCount } = batch;
  const counts = new Int32Array(list.length);
  for (let i = 0; i < activeCount; i++) counts[islandOf(batch, active[i], ofBody)]++;
  if (counts.every((count) => count < LEAST_JOINTS)) return;
  const starts = new Int32Array(list.length);
  for (let island = 1; island < list.length; island++) starts[island] = starts[island - 1] + counts[island - 1];
  const seen = new Int32Array(list.length);
  for (const slot of active.slice(0, activeCount)) {
    const island = islandOf(batch, slot, ofBody);
    active[starts[island] + placeOf(seen[island]++, counts[island])] = slot;
  }
}

/** Where the joint of number `i` of an island with `count` of them is visited. */
function placeOf(i: number, count: number): number {
  if (count < LEAST_JOINTS) return i;
  const half = (count + 1) >> 1;
  return i < half ? 2 * i : 2 * (i - half) + 1;
}
