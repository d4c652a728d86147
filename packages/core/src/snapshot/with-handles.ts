import type { Body } from '../body/body';
import type { Shape } from '../shapes/mass';
import { frozen, isObject } from '../base/check';
import type { Collides } from '../contacts/collides';
import type { ForceEntry } from '../joint/force-table';
import type { Joint } from '../joint/joint';
import type { JointBatch } from '../batches/joint-batch';
import type { PackedLaws } from '../batches/law-records';
import { BODY_ARRAYS, type BodyArrays } from '../state/body-store';
import { SETTINGS_SIZE } from '../state/record';
import type { Members } from '../world/membership';
import type { World } from '../world/world';
import { refuseAt } from './invalid';
import type { WorldState } from './world-state';

/** A state of a world, to be handed to `world.restore` of the same world. Opaque. */
export class Snapshot {
  /** Tells it from a `PortableSnapshot`. */
  readonly portable = false;
  readonly #saved: SavedState;

  /** @internal */
  constructor(saved: SavedState) {
    this.#saved = saved;
    frozen(this);
  }

  /** @internal What it holds; null of what is no snapshot. */
  static open(snapshot: unknown): SavedState | null {
    return isObject(snapshot) && #saved in snapshot ? snapshot.#saved : null;
  }
}

/** What a snapshot brings back. */
export interface SavedState {
  readonly world: World;
  readonly state: WorldState;
  readonly bodies: {
    readonly arrays: BodyArrays;
    readonly handles: readonly (Body | null)[];
    readonly shapes: readonly (Shape | null)[];
    readonly collides: readonly (Collides | null)[];
  };
  readonly batches: readonly SavedBatch[];
  /** What touches, as contacts hold it. */
  readonly contacts: Float64Array;
  /** In order of creation. */
  readonly joints: readonly Joint[];
  /** The force functions by number, and which of them rest. */
  readonly forces: readonly { readonly entry: ForceEntry; readonly failed: boolean; readonly reported: boolean }[];
}

/** Numbers of all joints of a batch, as in its own arrays. */
export interface BatchArrays {
  readonly rows: Float64Array;
  readonly settings: Float64Array;
  readonly laws: PackedLaws;
  readonly bodies: Int32Array;
}

/** A batch, and what was in it. */
export interface SavedBatch extends BatchArrays {
  readonly batch: JointBatch;
  readonly count: number;
  readonly handles: readonly (Joint | null)[];
  /** The bodies of each by slot. */
  readonly ties: readonly (readonly (Body | null)[])[];
  /** What its joints have beside their records; nothing where they were made by their options. */
  readonly numbers: readonly (Float64Array | undefined)[];
}

/** Of a world without contacts. */
export const NO_CONTACTS = new Float64Array(0);

/** Copies arrays, and remembers the handles themselves. */
export function takeWithHandles(world: World): Snapshot {
  const { store } = world;
  return new Snapshot({
    world,
    state: world.state,
    bodies: {
      arrays: store.copyArrays(),
      handles: store.handles.slice(0, store.count),
      shapes: store.handles.map((body) => body?.shape ?? null),
      collides: store.handles.map((body) => body?.collides ?? null),
    },
    contacts: world.contactSolver?.save() ?? NO_CONTACTS,
    batches: world.batches.map((batch) => ({
      batch,
      count: batch.count,
      rows: batch.rows.slice(0, batch.count * batch.stride),
      settings: batch.settings.slice(0, batch.count * SETTINGS_SIZE),
      laws: batch.packLaws(),
      bodies: batch.bodies.slice(0, batch.count * batch.columns),
      handles: batch.handles.slice(0, batch.count),
      ties: tiesOf(batch.handles),
      numbers:
        batch.type.numbers === undefined
          ? []
          : batch.handles.map((joint) => (joint === null ? undefined : batch.type.numbers?.(joint).slice())),
    })),
    joints: [...world.joints],
    forces: world.forceTable.functions.map((entry) => ({ entry, failed: entry.failed, reported: entry.reported })),
  });
}

/** Puts arrays and handles back; those that are not among them are removed. Throws `snapshot-invalid` for another world's. */
export function restoreWithHandles(world: World, saved: SavedState): void {
  if (saved.world !== world)
    refuseAt('snapshot', 'be one of this world; take it with { portable: true } for another one', 'that of another');
  const before = handlesOf(world);
  const { store } = world;
  for (const body of before.bodies) body.takeSlot(-1);
  for (const joint of before.joints) joint.takeSlot(-1);

  store.count = saved.bodies.handles.length;
  store.gaps = 0;
  store.handles = [...saved.bodies.handles];
  BODY_ARRAYS.forEach(({ name }, i) => store[name].set(saved.bodies.arrays[i]));
  store.mayBeKicked = store.mayBeForced = true;
  store.posesRemembered = false;
  store.massesChanged = true;
  store.handles.forEach((body, slot) => {
    if (body === null) return;
    body.takeSlot(slot);
    body.reshape(saved.bodies.shapes[slot], saved.bodies.collides[slot]);
  });
  world.batches.length = 0;
  for (const entry of saved.batches) {
    const { batch } = entry;
    world.batches.push(batch);
    batch.count = entry.count;
    batch.gaps = 0;
    batch.isPacked = true;
    batch.handles = [...entry.handles];
    batch.rows.set(entry.rows);
    batch.settings.set(entry.settings);
    batch.replaceLaws(entry.laws);
    batch.bodies.set(entry.bodies);
    batch.handles.forEach((joint, slot) => {
      if (joint === null) return;
      joint.sitAt(batch, slot, entry.ties[slot]);
      const numbers = entry.numbers.at(slot);
      if (numbers !== undefined) batch.type.numbers?.(joint).set(numbers);
    });
  }
  world.forceTable.replace(
    saved.forces.map(({ entry, failed, reported }) => Object.assign(entry, { failed, reported })),
  );
  world.state = saved.state;
  world.members.replace(
    store.handles.flatMap((body) => body ?? []),
    saved.joints,
    before,
  );
  const { contactSolver } = world;
  contactSolver?.restore(saved.bodies, saved.contacts, store);
}

function handlesOf(world: World): Members {
  return { bodies: new Set(world.bodies), joints: new Set(world.joints) };
}

/** The bodies that each joint ties. */
export function tiesOf(handles: readonly (Joint | null)[]): (readonly (Body | null)[])[] {
  return handles.map((joint) => joint?.bodies ?? []);
}
