import { BODY, type BodyStore, KINEMATIC } from '../state/body-store';
import type { SlotList } from './integrate';
import type { JointBatch } from '../batches/joint-batch';
import type { Islands } from '../islands/islands';
import type { Joint } from '../joint/joint';
import type { BlockJoints } from './block-joints';
import type { ContactSolver } from '../simulation/parts';

/**
 * Some of the islands that the iterative step moves. It takes one block through all its substeps before it turns to the next: every pass
 * over a world that does not fit the cache would bring all of it from memory. Islands do not read each other, and within one the order of
 * bodies and joints stays that of slots, so blocks are the same as the whole to the bit.
 */
export interface Block {
  readonly awake: SlotList;
  /** The joints to visit, in the order of batches. */
  readonly joints: readonly BlockJoints[];
  /** True if the part `fast` takes it. */
  readonly isFast: boolean;
  /** True if bodies of it may touch something. */
  readonly collides: boolean;
}

/** Bodies and joints of a block: so many that all of them stay in a cache of 1 MiB. */
export const BLOCK_SIZE = 1000;

/** All that the iterative step moves: `awake`, and the active joints of all batches. */
export function wholeBlock(awake: SlotList, batches: readonly JointBatch[], contacts: ContactSolver | null): Block {
  const joints = batches.map((batch, index) => ({ batch, index, slots: batch.active, count: batch.activeCount }));
  return { awake, joints, isFast: false, collides: contacts !== null && !contacts.isEmpty };
}

/**
 * Cuts it into blocks of at most `size` bodies and joints, or of one larger island, those that `fast` takes apart from others; none
 * where nothing is awake. Where there are several, the first has all kinematic bodies and all islands on them, since one that they share
 * moves once in a substep, and all islands that may touch something.
 */
export function cutIntoBlocks(
  whole: Block,
  { type }: BodyStore,
  islands: Islands,
  fast: Uint8Array,
  contacts: ContactSolver | null,
  size: number,
): readonly Block[] {
  const { awake, joints } = whole;
  const { list } = islands;
  const ofBody = (slot: number): number => islands.of(slot)?.index ?? -1;
  if (awake.count === 0) return [];
  const sizes = new Int32Array(list.length);
  const collides = new Uint8Array(list.length);
  const kinds = new Set<number>();
  let anyKinematic = false;
  for (let i = 0; i < awake.count; i++) {
    const island = ofBody(awake.slots[i]);
    if (island < 0) {
      anyKinematic = true;
      kinds.add(0);
      continue;
    }
    sizes[island] = list[island].bodies.length + list[island].joints.length;
    kinds.add(fast[island]);
    if (contacts?.has(awake.slots[i]) === true) collides[island] = 1;
  }
  if (kinds.size < 2 && joints.reduce((sum, { count }) => sum + count, awake.count) <= size)
    return [{ ...whole, isFast: kinds.has(1) }];
  const numbers = new Int32Array(list.length);
  let last = 0;
  let lastSlow = 0;
  for (let kind = 0; kind < 2; kind++) {
    let room = 0;
    for (let island = 0; island < list.length; island++) {
      if (sizes[island] === 0 || fast[island] !== kind || collides[island] === 1) continue;
      if (anyKinematic && list[island].joints.some((joint) => isOnKinematic(joint, type))) continue;
      if (sizes[island] > room) {
        last++;
        room = size;
      }
      room -= sizes[island];
      numbers[island] = last;
    }
    if (kind === 0) lastSlow = last;
  }

  const bodyParts = sortOut(awake, last + 1, (slot) => (ofBody(slot) < 0 ? 0 : numbers[ofBody(slot)]));
  const jointParts = joints.map((part) =>
    sortOut(part, last + 1, (slot) => numbers[islands.ofJoint(part.batch, slot)?.index ?? -1]),
  );
  const blocks = bodyParts.map((part, k) => ({
    awake: part,
    joints: jointParts.map((parts, b) => ({ ...joints[b], ...parts[k] })).filter(({ count }) => count > 0),
    isFast: k > lastSlow,
    collides: k === 0 && whole.collides,
  }));
  return blocks.filter(({ awake }) => awake.count > 0);
}

function isOnKinematic({ batch, slot }: Joint, type: Uint8Array): boolean {
  for (let c = 0; c < batch.columns; c++)
    if (type[batch.bodies[slot * batch.columns + c] / BODY] === KINEMATIC) return true;
  return false;
}

/** The slots of each block, in their order. */
function sortOut({ slots, count }: SlotList, blocks: number, numberOf: (slot: number) => number): SlotList[] {
  const block = new Int32Array(count);
  const start = new Int32Array(blocks + 1);
  for (let i = 0; i < count; i++) {
    block[i] = numberOf(slots[i]);
    start[block[i] + 1]++;
  }
  for (let k = 0; k < blocks; k++) start[k + 1] += start[k];
  const sorted = new Int32Array(count);
  const next = start.slice();
  for (let i = 0; i < count; i++) sorted[next[block[i]]++] = slots[i];
  return Array.from({ length: blocks }, (_, k) => ({
    slots: sorted.subarray(start[k], start[k + 1]),
    count: start[k + 1] - start[k],
  }));
}
