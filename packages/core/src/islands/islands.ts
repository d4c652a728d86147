import { BODY, type BodyStore, DYNAMIC, KINEMATIC } from '../state/body-store';
import type { Joint } from '../joint/joint';
import type { JointBatch } from '../batches/joint-batch';

/**
 * Dynamic bodies that joints connect, and those joints. Static and kinematic bodies do not connect. Contacts do not, either: an island stays the
 * same object while nothing happens to its own bodies and joints, so that what the direct step has laid out for it serves on while contacts
 * come and go. What contacts connect falls asleep and wakes together, and is found when that is asked (touching.ts).
 */
export class Island {
  /** Its place in the list. */
  index = -1;
  /** Slots in order of creation. */
  readonly bodies: number[] = [];
  /** In order of batch and creation. */
  readonly joints: Joint[] = [];
  /** What the direct step knows of it. */
  plan: object | null = null;
  /** True if a body of it touches something: kept so by the simulation. */
  touches = false;
  /** True if all of it was at rest after the last step, where that is judged. */
  rests = false;
  /** The walk that came to it last (touching.ts). */
  walk = 0;
  /** True of one that is no more: its bodies are in others. */
  isGone = false;
}

/** Islands that were no more, and those that took their places. */
export interface Renewal {
  readonly gone: readonly Island[];
  readonly fresh: readonly Island[];
}

/**
 * The islands of a world. They are kept from step to step: where something came, went or changed, the islands of the bodies concerned are found
 * anew, by a walk over these alone. Whether islands have grown piece by piece or were found at once, they are the same, in the same order.
 */
export class Islands {
  /** In the order of their oldest bodies. */
  list: readonly Island[] = [];
  /** Slots of bodies that are led, in order of creation. */
  kinematic: readonly number[] = [];
  /** True where nothing has changed since the last renewal. */
  areUpToDate = true;
  /** By body slot; of bodies that take part only: those that a hook makes wait for the next step. */
  #of: (Island | null)[] = [];
  /** Slots of bodies whose islands are to be found anew. */
  #changed: number[] = [];
  /** Islands that are no more since the last renewal. */
  #gone: Island[] = [];

  /** How many bodies take part, the world's own included. */
  get count(): number {
    return this.#of.length;
  }

  /** The island of the body in this slot, or null: it is not dynamic, or does not take part yet. */
  of(slot: number): Island | null {
    return slot < this.#of.length ? this.#of[slot] : null;
  }

  /** The island of a joint: that of its dynamic bodies, null if it has none. */
  ofJoint(batch: JointBatch, slot: number): Island | null {
    for (let c = 0; c < batch.columns; c++) {
      const island = this.of(batch.bodies[slot * batch.columns + c] / BODY);
      if (island !== null) return island;
    }
    return null;
  }

  /** The body in this slot or one of its joints came, went, or changed what it connects. */
  change(slot: number): void {
    // Of a body that has left: its joints go, too.
    if (slot < 0) return;
    this.areUpToDate = false;
    this.#changed.push(slot);
  }

  /** Everything is other than it was: all of it is found anew. */
  replace({ count }: BodyStore): void {
    for (const island of this.list) this.#leave(island);
    this.list = [];
    this.#of = [];
    this.areUpToDate = false;
    this.#changed = Array.from({ length: count }, (_, slot) => slot);
  }

  /** All bodies of the store take part from now on. */
  admit({ count }: BodyStore): void {
    while (this.#of.length < count) this.#of.push(null);
  }

  /** Finds the islands of all bodies anew to which something has happened. */
  renew(bodies: BodyStore): Renewal {
    const slots = this.#changed;
    this.#changed = [];
    this.areUpToDate = true;
    for (const slot of slots) {
      const island = this.of(slot);
      if (island === null) continue;
      this.#leave(island);
      for (const body of island.bodies) slots.push(body);
    }
    const fresh: Island[] = [];
    for (const slot of slots)
      if (slot < this.#of.length && bodies.type[slot] === DYNAMIC && this.#of[slot] === null)
        fresh.push(this.#findFrom(slot, bodies));
    fresh.sort((a, b) => a.bodies[0] - b.bodies[0]);
    this.#putInOrder(fresh);
    this.kinematic = this.#findKinematic(bodies);
    const gone = this.#gone;
    this.#gone = [];
    return { gone, fresh };
  }

  /** Bodies have other slots, as the table tells, in the same order. */
  renumber(moved: Int32Array, store: BodyStore): void {
    this.#of = new Array<Island | null>(store.count).fill(null);
    for (const island of this.list) {
      const { bodies } = island;
      for (let i = 0; i < bodies.length; i++) {
        bodies[i] = moved[bodies[i]];
        this.#of[bodies[i]] = island;
      }
    }
    this.kinematic = this.#findKinematic(store);
  }

  #leave(island: Island): void {
    island.isGone = true;
    this.#gone.push(island);
    for (const slot of island.bodies) this.#of[slot] = null;
  }

  /** All that joints connect with the body in this slot, which is in no island yet. */
  #findFrom(slot: number, { type, handles }: BodyStore): Island {
    const island = new Island();
    const { bodies, joints } = island;
    this.#of[slot] = island;
    bodies.push(slot);
    for (let i = 0; i < bodies.length; i++) {
      const reached = bodies[i];
      handles[reached]?.jointSet.forEach((joint) => {
        if (!joint.takesPart) return;
        const { batch } = joint;
        const first = joint.slot * batch.columns;
        let isFirst = true;
        for (let c = first; c < first + batch.columns; c++) {
          const other = batch.bodies[c] / BODY;
          if (type[other] !== DYNAMIC) continue;
          // Of the bodies that it connects one lists it.
          if (isFirst && other === reached) joints.push(joint);
          isFirst = false;
          const known = this.#of[other];
          if (known === island) continue;
          // All of it hangs together still: this walk comes to the rest of it.
          if (known !== null) this.#leave(known);
          this.#of[other] = island;
          bodies.push(other);
        }
      });
    }
    bodies.sort(ascending);
    joints.sort(byBatchAndAge);
    return island;
  }

  /** The list without those that are gone, and with the fresh ones, which are in order. */
  #putInOrder(fresh: readonly Island[]): void {
    const list: Island[] = [];
    let next = 0;
    for (const island of this.list) {
      if (island.isGone) continue;
      while (next < fresh.length && fresh[next].bodies[0] < island.bodies[0]) list.push(fresh[next++]);
      list.push(island);
    }
    while (next < fresh.length) list.push(fresh[next++]);
    for (let i = 0; i < list.length; i++) list[i].index = i;
    this.list = list;
  }

  #findKinematic({ type }: BodyStore): number[] {
    const slots: number[] = [];
    for (let slot = 1; slot < this.#of.length; slot++) if (type[slot] === KINEMATIC) slots.push(slot);
    return slots;
  }
}

function ascending(a: number, b: number): number {
  return a - b;
}

export function byBatchAndAge(a: Joint, b: Joint): number {
  return a.batch.rank - b.batch.rank || a.age - b.age;
}
