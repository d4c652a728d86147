import { BODY, type BodyStore, DYNAMIC, KINEMATIC } from '../body/body-store';
import type { JointBatch } from '../joint/batch/joint-batch';

/** A joint of an island: its batch and slot. */
export interface JointRef {
  readonly batch: JointBatch;
  readonly slot: number;
}

/** Dynamic bodies that joints connect, and those joints. Static and kinematic bodies do not connect. */
export interface Island {
  /** Slots in order of creation. */
  readonly bodies: readonly number[];
  /** In order of batch and slot. */
  readonly joints: readonly JointRef[];
}

/** Islands of a world, which one each body slot is in (−1: none), and the slots of bodies that are led. */
export interface Islands {
  readonly list: readonly Island[];
  readonly ofBody: Int32Array;
  readonly kinematic: readonly number[];
}

/** Finds the islands anew: union of the dynamic bodies of every enabled joint. */
export function buildIslands(bodies: BodyStore, batches: readonly JointBatch[]): Islands {
  const parent = new Int32Array(bodies.count);
  for (let slot = 0; slot < bodies.count; slot++) parent[slot] = slot;
  for (const batch of batches) {
    for (let j = 0; j < batch.count; j++) {
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

  const ofBody = new Int32Array(bodies.count).fill(-1);
  const kinematic: number[] = [];
  const list: { bodies: number[]; joints: JointRef[] }[] = [];
  for (let slot = 1; slot < bodies.count; slot++) {
    if (bodies.type[slot] === KINEMATIC) kinematic.push(slot);
    if (bodies.type[slot] !== DYNAMIC) continue;
    const top = root(parent, slot);
    if (ofBody[top] < 0) {
      ofBody[top] = list.length;
      list.push({ bodies: [], joints: [] });
    }
    ofBody[slot] = ofBody[top];
    list[ofBody[slot]].bodies.push(slot);
  }
  for (const batch of batches) {
    for (let slot = 0; slot < batch.count; slot++) {
      const island = isEnabled(batch, slot) ? islandOf(batch, slot, ofBody) : -1;
      if (island >= 0) list[island].joints.push({ batch, slot });
    }
  }
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
