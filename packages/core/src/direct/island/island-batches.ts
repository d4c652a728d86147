import { createSpace, placeJoint, placeTables } from './island-space';
import type { DirectIsland, DirectStats, LaidOutIsland } from './island-system';
import type { JointBlock } from './joint-block';
import type { FastPart } from '../../simulation/parts';

/*
 * Small islands of one layout are stepped together: most of what a small island costs is that hundreds of loops begin and end. A batch of islands has a
 * space in which each of its islands is a part (parts.ts), so that every loop goes over all of them; what is decided is decided for each
 * part by itself. Each goes where it would go alone, to the bit. Where one asks for more than the plain step (last resorts, gaps to be
 * closed, impacts that throw back) all are stepped by themselves (batch-step.ts).
 */

/** Batches have at most so many islands, and movable bodies in all; fewer than so many islands are none. */
export const MOST_ISLANDS = 32;
const MOST_BODIES = 96;
const LEAST_ISLANDS = 4;
/** Steps for which islands that asked for more go by themselves. */
const RETRY = 4;

/** Where so many islands of one layout are stepped together, and which of them are in it. */
export interface IslandBatch {
  readonly island: DirectIsland;
  readonly members: LaidOutIsland[];
}

/**
 * All islands of one layout; in the step at hand first of all those that may step together, and of those the ones that take as many steps
 * as each other; its batches, the largest first.
 */
export interface LayoutGroup {
  readonly islands: readonly LaidOutIsland[];
  readonly ready: LaidOutIsland[];
  readonly alike: LaidOutIsland[];
  readonly batches: readonly IslandBatch[];
}

/** The islands of a world that are awake, in order; its groups, and the islands that are in none. */
export class IslandBatches {
  all: readonly LaidOutIsland[] = [];
  groups: readonly LayoutGroup[] = [];
  single: readonly LaidOutIsland[] = [];
  /** By layout and size; null where there was no room. */
  readonly #known = new Map<string, Map<number, IslandBatch | null>>();
  readonly #fast: FastPart | null;

  constructor(fast: FastPart | null) {
    this.#fast = fast;
  }

  /** Puts the islands at hand into groups, whose batches have at most `most` of them. */
  form(islands: readonly LaidOutIsland[], most: number): void {
    const byLayout = new Map<string, LaidOutIsland[]>();
    for (const island of islands) {
      const alike = byLayout.get(island.layout);
      if (alike === undefined) byLayout.set(island.layout, [island]);
      else alike.push(island);
    }
    const groups: LayoutGroup[] = [];
    const single: LaidOutIsland[] = [];
    for (const alike of byLayout.values()) {
      const batches: IslandBatch[] = [];
      let left = alike.length;
      for (let size = sizeOf(alike[0].space, most); size >= LEAST_ISLANDS; size /= 2) {
        const islandBatch = size <= left ? this.#batchOf(alike[0], size) : null;
        if (islandBatch === null) continue;
        batches.push(islandBatch);
        left %= size;
      }
      if (batches.length > 0) groups.push({ islands: alike, ready: [...alike], alike: [...alike], batches });
      else single.push(...alike);
    }
    this.all = islands;
    this.groups = groups;
    this.single = single;
  }

  /** Gives up the spaces of a layout that no island has any more. */
  forget(layout: string): void {
    this.#known.get(layout)?.forEach((batch) => batch?.island.passes?.release());
    this.#known.delete(layout);
  }

  /** Bodies and joints of all islands are in other places than when they entered their batches. */
  forgetMembers(): void {
    for (const bySize of this.#known.values()) bySize.forEach((batch) => batch?.members.splice(0));
  }

  /** Null where there is no WebAssembly, or no room: in JavaScript the loops are over single islands. */
  #batchOf({ layout, space }: LaidOutIsland, size: number): IslandBatch | null {
    const bySize = this.#known.get(layout) ?? new Map<number, IslandBatch | null>();
    this.#known.set(layout, bySize);
    const known = bySize.get(size);
    if (known !== undefined) return known;
    const island = repeated(space, size, this.#fast);
    const batch = island.passes === null ? null : { island, members: [] };
    bySize.set(size, batch);
    return batch;
  }
}

/** Islands in a batch of this layout: a power of two; 1 where they are stepped by themselves. */
function sizeOf({ others, kkt, passes, movable }: DirectIsland, most: number): number {
  if (others.length > 0 || kkt !== null || passes === null) return 1;
  let size = 1;
  while (2 * size <= most && 2 * size * movable <= MOST_BODIES) size *= 2;
  return size;
}

/** A space for so many islands of the layout of one. */
function repeated({ blocks, movable, bodies, stats }: DirectIsland, size: number, fast: FastPart | null): DirectIsland {
  const still = bodies.length - movable;
  const all: JointBlock[] = [];
  for (let part = 0; part < size; part++) {
    const place = (body: number): number =>
      body < movable ? part * movable + body : size * movable + part * still + body - movable;
    for (const block of blocks) all.push({ ...block, bodies: block.bodies.map(place) });
  }
  return createSpace(size * movable, new Int32Array(size * bodies.length), all, { ...stats }, fast, size);
}

/** True of an island that has asked for more than the plain step of late, or may do so now. */
export function goesAlone(island: LaidOutIsland): boolean {
  if (island.waits > 0) {
    island.waits--;
    return true;
  }
  return island.stepLength === 0;
}

/** Its islands go by themselves for some steps. */
export function sendApart({ members }: IslandBatch): void {
  for (let i = 0; i < members.length; i++) members[i].waits = RETRY;
}

/** Lets the islands of a list from `first` on into a batch of islands: as many as it has parts. */
export function enterBatch({ island, members }: IslandBatch, islands: readonly LaidOutIsland[], first: number): void {
  const { bodies, movable, joints, parts } = island;
  const still = (bodies.length - movable) / parts.count;
  const jointsOfPart = joints.length / parts.count;
  let isPlaced = true;
  for (let part = 0; part < parts.count; part++) {
    const member = islands[first + part];
    if (members[part] === member) continue;
    members[part] = member;
    isPlaced = false;
    const { bodies: own, slots } = member;
    for (let i = 0; i < parts.bodies; i++) bodies[part * parts.bodies + i] = own[i];
    for (let i = 0; i < still; i++) bodies[movable + part * still + i] = own[parts.bodies + i];
    for (let k = 0; k < jointsOfPart; k++) placeJoint(joints[part * jointsOfPart + k], slots[k]);
  }
  if (!isPlaced) placeTables(island);
}

/** Before the steps that the islands of a batch take together. */
export function beginNotes({ members, island: { parts, stats } }: IslandBatch): void {
  for (let part = 0; part < parts.count; part++) {
    const own: DirectStats = members[part].stats;
    own.iterations = own.factorisations = own.halvings = own.acceptedGaps = own.lastResorts = 0;
    own.steps = stats.steps;
    own.rank = parts.rows;
  }
}

/** Adds what is told of one of them. */
export function noteSteps({ members, island: { parts } }: IslandBatch): void {
  for (let part = 0; part < parts.count; part++) {
    const own: DirectStats = members[part].stats;
    own.iterations += parts.iterations[part];
    own.factorisations += parts.factorisations[part];
  }
}
