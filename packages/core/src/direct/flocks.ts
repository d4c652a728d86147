import { createSpace, placeJoint, placeTables } from './island-space';
import type { DirectIsland, DirectStats, LaidOutIsland } from './island-system';
import type { JointBlock } from './joint-block';

/*
 * Small islands of one layout are stepped together: most of what a small island costs is that hundreds of loops begin and end. A flock has a
 * space in which each of its islands is a part (parts.ts), so that every loop goes over all of them; what is decided is decided for each
 * part by itself. Each goes where it would go alone, to the bit. Where one asks for more than the plain step (last resorts, gaps to be
 * closed, impacts that throw back) all are stepped by themselves (flock-step.ts).
 */

/** Flocks have at most so many islands, and movable bodies in all; fewer than so many islands are none. */
export const MOST_ISLANDS = 32;
const MOST_BODIES = 96;
const LEAST_ISLANDS = 4;
/** Steps for which islands that asked for more go by themselves. */
const RETRY = 4;

/** Where flocks of one layout and size are stepped, and which of them is in it. */
interface FlockSpace {
  readonly island: DirectIsland;
  present: Flock | null;
}

/** Some islands of one layout. */
export interface Flock {
  readonly members: readonly LaidOutIsland[];
  readonly space: FlockSpace;
  /** Steps that its islands go by themselves yet. */
  waits: number;
}

/** The islands of a world that are awake, in order; its flocks, and the islands that are in none. */
export class Flocks {
  all: readonly LaidOutIsland[] = [];
  list: readonly Flock[] = [];
  single: readonly LaidOutIsland[] = [];
  /** By size and layout; null where there was no room. */
  readonly #spaces = new Map<string, { readonly layout: string; readonly space: FlockSpace | null }>();

  /** Puts the islands at hand into flocks of at most `most`, in order. */
  form(islands: readonly LaidOutIsland[], most: number): void {
    const byLayout = new Map<string, LaidOutIsland[]>();
    for (const island of islands) {
      const alike = byLayout.get(island.layout);
      if (alike === undefined) byLayout.set(island.layout, [island]);
      else alike.push(island);
    }
    const list: Flock[] = [];
    const single: LaidOutIsland[] = [];
    for (const alike of byLayout.values()) {
      let next = 0;
      for (let size = sizeOf(alike[0].space, most); size >= LEAST_ISLANDS; size /= 2) {
        const space = next + size <= alike.length ? this.#spaceOf(alike[next], size) : null;
        for (; space !== null && next + size <= alike.length; next += size)
          list.push({ members: alike.slice(next, next + size), space, waits: 0 });
      }
      single.push(...alike.slice(next));
    }
    this.all = islands;
    this.list = list;
    this.single = single;
  }

  /** Gives up the spaces of layouts that no island has any more. */
  forget(islands: readonly (LaidOutIsland | null)[]): void {
    const layouts = new Set(islands.map((island) => island?.layout));
    for (const [key, { layout, space }] of this.#spaces) {
      if (layouts.has(layout)) continue;
      space?.island.passes?.release();
      this.#spaces.delete(key);
    }
  }

  /** Null where there is no WebAssembly, or no room: in JavaScript the loops are over single islands. */
  #spaceOf({ layout, space }: LaidOutIsland, size: number): FlockSpace | null {
    const key = `${size}×${layout}`;
    const known = this.#spaces.get(key);
    if (known !== undefined) return known.space;
    const island = repeated(space, size);
    const made = island.passes === null ? null : { island, present: null };
    this.#spaces.set(key, { layout, space: made });
    return made;
  }
}

/** Islands in a flock of this layout: a power of two; 1 where they are none for a flock. */
function sizeOf({ others, kkt, movable, pins }: DirectIsland, most: number): number {
  if (others.length > 0 || kkt !== null || pins.length === 0) return 1;
  let size = 1;
  while (2 * size <= most && 2 * size * movable <= MOST_BODIES) size *= 2;
  return size;
}

/** A space for so many islands of the layout of one. */
function repeated({ blocks, movable, bodies, stats }: DirectIsland, size: number): DirectIsland {
  const still = bodies.length - movable;
  const all: JointBlock[] = [];
  for (let part = 0; part < size; part++) {
    const place = (body: number): number =>
      body < movable ? part * movable + body : size * movable + part * still + body - movable;
    for (const block of blocks) all.push({ ...block, bodies: block.bodies.map(place) });
  }
  return createSpace(size * movable, new Int32Array(size * bodies.length), all, { ...stats }, size);
}

/** True if all islands of the flock begin with impulses of steps of this length, and none of them is known to ask for more. */
export function areAlike(flock: Flock, dt: number): boolean {
  const { members } = flock;
  if (flock.waits > 0) {
    flock.waits--;
    return false;
  }
  for (let i = 0; i < members.length; i++) if (members[i].stepLength !== dt || members[i].yielded) return false;
  return true;
}

/** Its islands go by themselves for some steps. */
export function sendApart(flock: Flock): void {
  flock.waits = RETRY;
}

/** Lets the islands of a flock into its space. */
export function enterFlock(flock: Flock): DirectIsland {
  const { members, space } = flock;
  const { island } = space;
  if (space.present === flock) return island;
  space.present = flock;
  const { bodies, movable, joints, parts } = island;
  const still = (bodies.length - movable) / parts.count;
  const jointsOfPart = joints.length / parts.count;
  for (let part = 0; part < parts.count; part++) {
    const { bodies: own, slots } = members[part];
    for (let i = 0; i < parts.bodies; i++) bodies[part * parts.bodies + i] = own[i];
    for (let i = 0; i < still; i++) bodies[movable + part * still + i] = own[parts.bodies + i];
    for (let k = 0; k < jointsOfPart; k++) placeJoint(joints[part * jointsOfPart + k], slots[k]);
  }
  placeTables(island);
  return island;
}

/** What is told of a step that the islands of a flock took together. */
export function noteSteps({ members, space: { island } }: Flock): void {
  const { parts } = island;
  for (let part = 0; part < parts.count; part++) {
    const stats: DirectStats = members[part].stats;
    stats.steps = 1;
    stats.iterations = parts.iterations[part];
    stats.factorisations = parts.factorisations[part];
    stats.halvings = stats.acceptedGaps = stats.lastResorts = 0;
    stats.rank = parts.rows;
  }
}
