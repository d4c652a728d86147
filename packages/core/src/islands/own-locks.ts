import type { BodyStore } from '../body/body-store';
import type { StepContext } from '../coordinates/step-context';
import type { JointBatch } from '../joint/batch/joint-batch';
import { SLEPT_AFTER } from '../joint/batch/record';
import { type Island, type Islands, islandOf } from './islands';

/**
 * Islands whose rigid locks hold by longer substeps than those of the world, because they have woken after such: their gaps are of those.
 * Each keeps its own until that is no longer than the world's. What grows together takes the longest, and what falls apart keeps it.
 */
export class OwnLocks {
  /** Of each island: the number of what it holds by in `lockSteps` of the context; 0 is the world's. */
  readonly #numbers: Int32Array;
  readonly #islands: Islands;
  /** How many there are, the world's included. */
  readonly count: number;

  constructor(islands: Islands, numbers: Int32Array, count: number) {
    this.#islands = islands;
    this.#numbers = numbers;
    this.count = count;
  }

  /** The number of what a joint holds by. */
  of(batch: JointBatch, slot: number): number {
    return this.#numbers[islandOf(batch, slot, this.#islands.ofBody)];
  }

  /** Keeps with its bodies what every island holds by after a step; true if some hold by the world's from now on. */
  keep({ lockStep }: BodyStore, { lockSteps }: StepContext): boolean {
    const { list } = this.#islands;
    let any = false;
    for (let i = 0; i < list.length; i++) {
      const number = this.#numbers[i];
      if (number === 0) continue;
      const isOwn = lockSteps[number] > lockSteps[0];
      for (const slot of list[i].bodies) lockStep[slot] = isOwn ? lockSteps[number] : 0;
      if (!isOwn) any = true;
    }
    return any;
  }
}

/** Finds those of the islands that the iterative step moves; null where all hold by the world's. */
export function findOwnLocks(
  islands: Islands,
  moves: (island: number) => boolean,
  substeps: number,
  { lockStep }: BodyStore,
  context: StepContext,
): OwnLocks | null {
  const [worlds] = context.lockSteps;
  const steps = [worlds];
  const numbers = new Int32Array(islands.list.length);
  islands.list.forEach((island, i) => {
    if (!moves(i)) return;
    const longest = longestOf(island, lockStep, substeps);
    const own = longest > worlds ? longest : 0;
    for (const slot of island.bodies) lockStep[slot] = own;
    if (own === 0) return;
    if (!steps.includes(own)) steps.push(own);
    numbers[i] = steps.indexOf(own);
  });
  context.lockSteps = Float64Array.from(steps);
  if (steps.length === 1) return null;
  context.locksOf = islands.ofBody.map((island) => (island < 0 ? 0 : numbers[island]));
  return new OwnLocks(islands, numbers, steps.length);
}

/** The longest substep that a body or a joint of an island remembers. */
function longestOf({ bodies, joints }: Island, lockStep: Float64Array, substeps: number): number {
  let longest = 0;
  if (joints.length === 0) return longest;
  for (const slot of bodies) longest = Math.max(longest, lockStep[slot]);
  // Its gaps are those of the step that it fell asleep in.
  for (const { batch, slot } of joints)
    longest = Math.max(longest, batch.laws[slot * batch.lawsStride + SLEPT_AFTER] / substeps);
  return longest;
}
