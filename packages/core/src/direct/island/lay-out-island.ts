import { BODY } from '../../state/body-store';
import type { Island } from '../../islands/islands';
import type { JointBatch } from '../../batches/joint-batch';
import type { FastPart } from '../../simulation/parts';
import { createSpace, leaveSpace } from './island-space';
import type { DirectIsland, DirectStats, LaidOutIsland } from './island-system';
import { blockOf, type JointBlock, lawfulOf, packingOf, rowsOf } from './joint-block';

/** The spaces in use, by the layout of their islands. */
export type IslandSpaces = Map<string, DirectIsland>;

/** Lays out an island for the direct step, in the space of an island like it if there is one. */
export function buildDirectIsland(
  island: Island,
  fast: FastPart | null,
  spaces: IslandSpaces = new Map(),
): LaidOutIsland {
  const movable = island.bodies.length;
  const index = new Map<number, number>();
  for (const slot of island.bodies) index.set(slot, index.size);
  // Those without a law have no part in it: what they lead to is not the island's.
  const joints = island.joints.filter(({ batch, slot }) => lawfulOf(batch, slot).length > 0);
  for (const { batch, slot } of joints) {
    for (let c = 0; c < batch.columns; c++) {
      const body = batch.bodies[slot * batch.columns + c] / BODY;
      if (!index.has(body)) index.set(body, index.size);
    }
  }
  const bodies = Int32Array.from(index.keys(), (slot) => slot * BODY);
  const blocks = joints.map(({ batch, slot }) => blockOf(batch, slot, index));
  const layout = layoutOf(movable, index.size, blocks);
  const stats: DirectStats = {
    solver: 'direct',
    bodies: movable,
    joints: island.joints.length,
    steps: 0,
    iterations: 0,
    factorisations: 0,
    halvings: 0,
    acceptedGaps: 0,
    lastResorts: 0,
    rank: 0,
  };
  let space = spaces.get(layout);
  if (space === undefined) spaces.set(layout, (space = createSpace(movable, bodies, blocks, stats, fast)));
  const slots = Int32Array.from(blocks, ({ slot }) => slot);
  return { space, layout, bodies, slots, stats, stepLength: 0, waits: 0 };
}

/** Equal for islands whose bodies, joints and coordinates under laws lie alike. */
function layoutOf(movable: number, count: number, blocks: readonly JointBlock[]): string {
  const parts = [movable, count];
  for (const { batch, bodies, lawful, packing, hasLevers } of blocks) {
    parts.push(packing === 'hinge' ? -1 : -2, batchNumber(batch), ...bodies, hasLevers ? -3 : -4);
    for (const { at } of lawful) parts.push(at);
  }
  return parts.join();
}

const batchNumbers = new WeakMap<JointBatch, number>();
let batches = 0;

function batchNumber(batch: JointBatch): number {
  let number = batchNumbers.get(batch);
  if (number === undefined) batchNumbers.set(batch, (number = batches++));
  return number;
}

/** Whether the records still say what the island was laid out for: the same coordinates under laws, packed or not. */
export function isUpToDate({ space, bodies, slots, stats }: LaidOutIsland, island: Island): boolean {
  const { joints } = space;
  if (stats.joints !== island.joints.length) return false;
  let k = 0;
  for (const { batch, slot } of island.joints) {
    const lawful = lawfulOf(batch, slot);
    if (lawful.length === 0) continue;
    if (k === joints.length) return false;
    const joint = joints[k];
    if (
      joint.batch !== batch ||
      slots[k] !== slot ||
      joint.coordinates.length !== lawful.length ||
      joint.coordinates.some(({ spec }, c) => spec !== lawful[c]) ||
      space.blocks[k].packing !== packingOf(batch, slot, lawful)
    ) {
      return false;
    }
    for (let c = 0; c < batch.columns; c++) {
      if (bodies[joint.bodies[c]] !== batch.bodies[slot * batch.columns + c]) return false;
    }
    k++;
  }
  if (k !== joints.length || island.bodies.length !== space.movable) return false;
  return island.bodies.every((slot, i) => bodies[i] === slot * BODY);
}

/** Tells a laid out island where its bodies and joints are now; the space that it is in hears of it when it enters that again. */
export function placeInStore(laidOut: LaidOutIsland, island: Island): void {
  const { space, bodies, slots } = laidOut;
  for (let i = 0; i < island.bodies.length; i++) bodies[i] = island.bodies[i] * BODY;
  let k = 0;
  for (const { batch, slot } of island.joints) {
    if (lawfulOf(batch, slot).length === 0) continue;
    for (let c = 0; c < batch.columns; c++) bodies[space.joints[k].bodies[c]] = batch.bodies[slot * batch.columns + c];
    slots[k++] = slot;
  }
  leaveSpace(space);
}

/** Rows that an island would have: of every coordinate under a law. */
export function rowsOfIsland(island: Island): number {
  let rows = 0;
  for (const { batch, slot } of island.joints) rows += rowsOfJoint(batch, slot);
  return rows;
}

export function rowsOfJoint(batch: JointBatch, slot: number): number {
  return rowsOf(lawfulOf(batch, slot));
}
