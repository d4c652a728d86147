import type { Body } from '../body/body';
import type { Collides } from '../contacts/collides';
import { describeJoint } from '../joint/describe';
import type { Joint } from '../joint/joint';
import { BODY_ARRAYS } from '../state/body-store';
import { SETTINGS_SIZE } from '../state/record';
import type { World } from '../world/world';
import { encode } from './array-text';
import { checksumOf } from './checksum';
import { withoutHandles } from './options-by-id';
import { NO_CONTACTS } from './with-handles';
import type { WorldState } from './world-state';

/** A state of a world without any object of it: passes through `postMessage`, `structuredClone` and JSON files. */
export interface PortableSnapshot {
  /** Name and version of the format. */
  readonly schema: typeof PORTABLE_SCHEMA;
  /** Tells it from a `Snapshot`. */
  readonly portable: true;
  /** Of the world it is of; that which takes it has the same. */
  readonly lengthUnit: number;
  /** Names of the parts of that world. Another goes on from the same state, nearly but not bit by bit alike. */
  readonly parts: readonly string[];
  /** Time, settings and counters. */
  readonly state: WorldState;
  /** Ids, shapes and how they collide by slot, the world's own body left out. */
  readonly bodies: readonly PortableBody[];
  /** What is near each other; left out where there is nothing. */
  readonly contacts?: PortableContacts;
  /** The body arrays by name, those of numbers without their zeros (math/sparse.ts), base64. */
  readonly arrays: Readonly<Record<string, string>>;
  /** Joints by type and number of bodies: ids, options, and records in base64. */
  readonly batches: readonly PortableBatch[];
  /** Ids of the joints in order of creation. */
  readonly joints: readonly string[];
  /** Names of the force functions by number; `null` where none is used. */
  readonly forces: readonly (PortableForce | null)[];
  /** Of all the rest: a file that was damaged is refused. */
  readonly checksum: string;
}

interface PortableBody extends Pick<Body, 'id' | 'shape'> {
  /** Left out where it touches nothing. */
  readonly collides?: Collides;
}

interface PortableContacts {
  /** How many numbers. */
  readonly count: number;
  /** Without their zeros, base64. */
  readonly numbers: string;
}

interface PortableForce {
  /** What it is registered as, or how great it is everywhere. */
  readonly name: string | number;
  /** Internal force units per N, or per N·m of an angle. */
  readonly scale: number;
  /** Left out: 1. */
  readonly gauge?: number;
}

interface PortableBatch {
  readonly type: string;
  readonly columns: number;
  readonly joints: readonly { readonly id: string; readonly options: unknown }[];
  readonly rows: string;
  readonly settings: string;
  readonly laws: string;
  /** 1 for each coordinate of each joint that has laws of its own. */
  readonly lawful: string;
  readonly bodies: string;
}

/** Name and version of the format. */
export const PORTABLE_SCHEMA = 'tenon-snapshot/1';

/** Writes arrays as text and names handles by their ids. Throws `source-invalid` for a force function without a name. */
export function takePortable(world: World): PortableSnapshot {
  const arrays = world.store.copyArrays();
  const near = world.contactSolver?.save() ?? NO_CONTACTS;
  // As in a hash: equal states are equal text, whoever has read a value of them.
  for (const joint of world.joints) joint.measure();
  const laws = world.batches.map((batch) => batch.packLaws());
  const content = {
    schema: PORTABLE_SCHEMA,
    portable: true as const,
    lengthUnit: world.lengthUnit,
    parts: world.parts.map(({ name }) => name),
    state: world.state,
    bodies: [...world.bodies].map(({ id, shape, collides }) => ({ id, shape, ...(collides !== null && { collides }) })),
    ...(near.length > 0 && { contacts: { count: near.length, numbers: encode(near) } }),
    arrays: Object.fromEntries(BODY_ARRAYS.map(({ name }, i) => [name, encode(arrays[i])])),
    batches: world.batches.map((batch, i) => ({
      type: batch.type.name,
      columns: batch.columns,
      joints: batch.handles.flatMap((joint) =>
        joint === null ? [] : [{ id: joint.id, options: withoutHandles(optionsOf(joint), `joint '${joint.id}'`) }],
      ),
      rows: encode(batch.rows.subarray(0, batch.count * batch.stride)),
      settings: encode(batch.settings.subarray(0, batch.count * SETTINGS_SIZE)),
      laws: encode(laws[i].numbers),
      lawful: encode(Uint8Array.from(laws[i].places, (place) => (place === 0 ? 0 : 1))),
      bodies: encode(batch.bodies.subarray(0, batch.count * batch.columns)),
    })),
    joints: [...world.joints].map(({ id }) => id),
    forces: world.forceTable.functions.map(({ source, scale, gauge }) =>
      typeof source !== 'function' && source !== '' ? { name: source, scale, ...(gauge === 1 ? {} : { gauge }) } : null,
    ),
  } satisfies Omit<PortableSnapshot, 'checksum'>;
  return { ...content, checksum: checksumOf(content) };

  function optionsOf(joint: Joint): Record<string, unknown> {
    const { userData: _, ...options } = describeJoint(joint);
    return options;
  }
}
