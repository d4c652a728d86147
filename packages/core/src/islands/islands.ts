import { BODY, type BodyStore, DYNAMIC, KINEMATIC } from '../body/body-store';
import type { JointBatch } from '../joint/batch/joint-batch';
import type { ContactSolver } from '../parts';

/** A joint of an island: its batch and slot. */
export interface JointRef {
  readonly batch: JointBatch;
  readonly slot: number;
}

/** Dynamic bodies that joints and contacts connect, and those joints. Static and kinematic bodies do not connect. */
export interface Island {
  /** Slots in order of creation. */
  readonly bodies: readonly number[];
  /** In order of batch and slot. */
  readonly joints: readonly JointRef[];
  /** True if a body of it touches something. */
  readonly touches: boolean;
}

/** Islands of a world, which one each body slot is in (−1: none), and the slots of bodies that are led. */
export interface Islands {
  readonly list: readonly Island[];
  readonly ofBody: Int32Array;
  readonly kinematic: readonly number[];
}

/** Finds the islands of the first `count` bodies anew: union of the dynamic bodies of every enabled joint that is settled, and of every contact. */
export function buildIslands(
  bodies: BodyStore,
  batches: readonly JointBatch[],
  contacts: ContactSolver | null,
  count: number,
): Islands {
  const parent = new Int32Array(count);
  for (let slot = 0; slot < count; slot++) parent[slot] = slot;
  for (const batch of batches) {
    for (let j = 0; j < batch.settled; j++) {
      if (!isEnabled(batch, j)) continue;
      let first = -1;
      for (let c = 0; c < batch.columns; c++) {
        const slot = batch.bodies[j * batch.columns + c] / BODY;
        if (bodies.type[slot] !== DYNAMIC) continue;
        if (first < 0) first = root(parent, slot);
        else first = unite(parent, first, root(parent, slot));
      }
    }
  }
  contacts?.forEachTouch((a, b) => {
    if (bodies.type[a] === DYNAMIC && bodies.type[b] === DYNAMIC) unite(parent, root(parent, a), root(parent, b));
  });

  const ofBody = new Int32Array(count).fill(-1);
  const kinematic: number[] = [];
  const list: { bodies: number[]; joints: JointRef[]; touches: boolean }[] = [];
  for (let slot = 1; slot < count; slot++) {
    if (bodies.type[slot] === KINEMATIC) kinematic.push(slot);
    if (bodies.type[slot] !== DYNAMIC) continue;
    const top = root(parent, slot);
    if (ofBody[top] < 0) {
      ofBody[top] = list.length;
      list.push({ bodies: [], joints: [], touches: false });
    }
    ofBody[slot] = ofBody[top];
    list[ofBody[slot]].bodies.push(slot);
  }
  for (const batch of batches) {
    for (let slot = 0; slot < batch.settled; slot++) {
      const island = isEnabled(batch, slot) ? islandOf(batch, slot, ofBody) : -1;
      if (island >= 0) list[island].joints.push({ batch, slot });
    }
  }
  contacts?.forEachTouch((a, b) => {
    const island = ofBody[bodies.type[a] === DYNAMIC ? a : b];
    if (island >= 0) list[island].touches = true;
  });
  return { list, ofBody, kinematic };
}

/** The island of a joint: that of its first dynamic body; −1 if it has none. */
export function islandOf(batch: JointBatch, slot: number, ofBody: Int32Array): number {
  for (let c = 0; c < batch.columns; c++) {
    const island = ofBody[batch.bodies[slot * batch.columns + c] / BODY];
    if (island >= 0) return island;
  }
  return -1;
}

/** True if there is a joint in the slot, and it takes part. */
export function isEnabled(batch: JointBatch, slot: number): boolean {
  return batch.handles[slot]?.takesPart ?? false;
}

function root(parent: Int32Array, slot: number): number {
  let top = slot;
  while (parent[top] !== top) {
    parent[top] = parent[parent[top]];
    top = parent[top];
  }
  return top;
}

/** The older root wins, so that islands are numbered by their oldest body. */
function unite(parent: Int32Array, a: number, b: number): number {
  const low = Math.min(a, b);
  parent[Math.max(a, b)] = low;
  return low;
}
