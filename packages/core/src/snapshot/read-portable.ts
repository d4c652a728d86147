import { readShape, type Shape } from '../shapes/mass';
import { isObject } from '../base/check';
import type { Collides } from '../contacts/collides';
import { namedForce } from '../joint/force-registry';
import { placeLaws, sizesOfLaws } from '../batches/law-records';
import { BODY_ARRAYS, type BodyArrays } from '../state/body-store';
import { SETTINGS_SIZE } from '../state/record';
import type { JointType } from '../joint/joint-type';
import type { World } from '../world/world';
import { decode } from './array-text';
import { checksumOf } from './checksum';
import { refuseAt, within } from './invalid';
import { PORTABLE_SCHEMA } from './portable';
import { type BatchArrays, NO_CONTACTS } from './with-handles';
import type { WorldState } from './world-state';

/** What a portable snapshot says, read: every array has its length, every id is there once. */
export interface ReadSnapshot {
  readonly state: WorldState;
  readonly bodies: readonly { readonly id: string; readonly shape: Shape | null; readonly collides: Collides | null }[];
  readonly contacts: Float64Array;
  readonly arrays: BodyArrays;
  readonly batches: readonly ReadBatch[];
  /** Ids of the joints in order of creation. */
  readonly joints: readonly string[];
  readonly forces: readonly ({
    readonly name: string | number;
    readonly scale: number;
    readonly gauge: number;
  } | null)[];
  readonly checksum: unknown;
  /** The checksum is that of the rest. */
  readonly isWhole: boolean;
}

/** A batch of a portable snapshot. */
export interface ReadBatch extends BatchArrays {
  /** Where it stands in the snapshot. */
  readonly path: string;
  readonly type: JointType;
  readonly columns: number;
  readonly joints: readonly { readonly id: string; readonly options: Record<string, unknown> }[];
}

/** Reads a portable snapshot for a world, which it leaves alone. Throws `snapshot-invalid` with the path of what is wrong. */
export function readPortable(world: World, snapshot: unknown): ReadSnapshot {
  const given = objectAt('snapshot', snapshot);
  const { schema, lengthUnit } = given;
  if (schema !== PORTABLE_SCHEMA) refuseAt('snapshot.schema', `be '${PORTABLE_SCHEMA}'`, schema);
  if (lengthUnit !== world.lengthUnit)
    refuseAt('snapshot.lengthUnit', `be that of the world, ${world.lengthUnit}`, lengthUnit);
  const state = objectAt('snapshot.state', given['state']) as unknown as WorldState;
  within('snapshot.state', () => world.accept(state));
  const bodies = membersAt('snapshot.bodies', given['bodies']).map(({ path, id, value }) => {
    const shape = value['shape'] === null ? null : within(`${path}.shape`, () => readShape('Shape', value['shape']));
    const collides = within(path, () => world.readCollides('collides', value['collides'], shape));
    return { id, shape, collides };
  });
  const arrays = readArrays(objectAt('snapshot.arrays', given['arrays']), bodies.length + 1);
  const batches = listAt('snapshot.batches', given['batches']).map((batch, i) =>
    readBatch(world, `snapshot.batches[${i}]`, batch, bodies.length),
  );
  const joints = readOrder('snapshot.joints', given['joints'], batches);
  const forces = listAt('snapshot.forces', given['forces']).map((force, i) =>
    readForce(`snapshot.forces[${i}]`, force),
  );
  const contacts = given['contacts'] === undefined ? NO_CONTACTS : readContacts('snapshot.contacts', given['contacts']);
  const { checksum, ...content } = given;
  return {
    state,
    bodies,
    contacts,
    arrays,
    batches,
    joints,
    forces,
    checksum,
    isWhole: checksum === checksumOf(content),
  };
}

function objectAt(path: string, value: unknown): Record<string, unknown> {
  return isObject(value) ? value : refuseAt(path, 'be an object', value);
}

function listAt(path: string, value: unknown): readonly unknown[] {
  return Array.isArray(value) ? Array.from(value) : refuseAt(path, 'be a list', value);
}

/** A list of objects with ids, each of which is there once. */
function membersAt(path: string, list: unknown, taken = new Set<string>()) {
  return listAt(path, list).map((item, i) => {
    const at = `${path}[${i}]`;
    const value = objectAt(at, item);
    const { id } = value;
    if (typeof id !== 'string' || id === '') return refuseAt(`${at}.id`, 'be a string that is not empty', id);
    if (taken.has(id)) refuseAt(`${at}.id`, 'be unique', id);
    taken.add(id);
    return { path: at, id, value };
  });
}

function readArrays(given: Record<string, unknown>, count: number): BodyArrays {
  return BODY_ARRAYS.map(({ name, Kind, size }) =>
    decode<Float64Array | Uint8Array>(`snapshot.arrays.${name}`, Kind, given[name], count * size),
  );
}

function readContacts(path: string, given: unknown): Float64Array {
  const { count, numbers } = objectAt(path, given);
  if (!Number.isSafeInteger(count)) refuseAt(`${path}.count`, 'be a whole number', count);
  return decode<Float64Array>(`${path}.numbers`, Float64Array, numbers, count as number);
}

function readBatch(world: World, path: string, given: unknown, bodies: number): ReadBatch {
  const { type: name, columns, joints: list, rows, settings, laws, lawful, bodies: slots } = objectAt(path, given);
  const named = world.joints.find(name);
  if (named === null || 'preset' in named) return refuseAt(`${path}.type`, 'be that of a registered type', name);
  if (!Number.isInteger(columns) || (columns as number) < 0 || (columns as number) > bodies + 1)
    refuseAt(`${path}.columns`, `be a whole number from 0 to ${bodies + 1}`, columns);
  const width = columns as number;
  const joints = membersAt(`${path}.joints`, list).map(({ path: at, id, value: { options } }) => ({
    id,
    options: objectAt(`${at}.options`, options),
  }));
  const type = within(path, () => (joints.length === 0 ? null : named.variant?.(joints[0].options)) ?? named);
  const places = Int32Array.from(decode(`${path}.lawful`, Uint8Array, lawful, joints.length * type.coordinates.length));
  const size = placeLaws(sizesOfLaws(type), places);
  return {
    path,
    type,
    columns: width,
    joints,
    rows: decode(`${path}.rows`, Float64Array, rows, joints.length * type.strideFor(width)),
    settings: decode(`${path}.settings`, Float64Array, settings, joints.length * SETTINGS_SIZE),
    laws: { numbers: decode(`${path}.laws`, Float64Array, laws, size), places },
    bodies: decode(`${path}.bodies`, Int32Array, slots, joints.length * width),
  };
}

/** The ids of all joints, each once. */
function readOrder(path: string, given: unknown, batches: readonly ReadBatch[]): readonly string[] {
  const order = listAt(path, given);
  const taken = new Set<string>();
  batches.forEach(({ path: at, joints }) => membersAt(`${at}.joints`, joints, taken));
  order.forEach((id, i) => {
    if (typeof id !== 'string' || !taken.delete(id)) refuseAt(`${path}[${i}]`, 'be the id of a joint, once', id);
  });
  if (taken.size > 0) refuseAt(path, 'name every joint of the batches', [...taken]);
  return order as readonly string[];
}

function readForce(path: string, given: unknown): ReadSnapshot['forces'][number] {
  if (given === null) return null;
  const { name, scale, gauge = 1 } = objectAt(path, given);
  if ((typeof name !== 'string' && typeof name !== 'number') || namedForce(name) === undefined)
    return refuseAt(`${path}.name`, 'be a name given to forces.register, or a finite number', name);
  if (typeof scale !== 'number' || !(scale > 0 && scale < Infinity))
    return refuseAt(`${path}.scale`, 'be a finite number above 0', scale);
  if (typeof gauge !== 'number' || !(gauge > 0 && gauge < Infinity))
    return refuseAt(`${path}.gauge`, 'be a finite number above 0', gauge);
  return { name, scale, gauge };
}
