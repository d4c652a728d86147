import { Body } from './body/body';
import { BODY, GOAL } from './body/body-store';
import type { Shape } from './body/mass';
import { knownKeys } from './check';
import { SPRING_FORCE, SPRING_FUNCTION } from './coordinates/law-fields';
import { FLAGS } from './coordinates/scalar';
import { TenonError } from './error';
import { describeJoint } from './joint/describe';
import type { ForceEntry } from './joint/force-registry';
import type { Joint, SolverChoice } from './joint/joint';
import type { JointBatch } from './joint/joint-batch';
import { ScalarCoordinate } from './joint/scalar-coordinate';
import { fromBase64, toBase64 } from './math/base64';
import { fromSparse, toSparse } from './math/sparse';
import type { World } from './world';

/** Everything of a world that is neither in the arrays nor a handle. Plain numbers and words. */
export interface WorldState {
  readonly time: number;
  readonly lastStep: number;
  readonly lastSubstep: number;
  /** Frame time not yet stepped by `advance`, s. */
  readonly frameTime: number;
  /** How many ids were given so far. */
  readonly bodyCount: number;
  readonly jointCount: number;
  readonly gravity: readonly [x: number, y: number];
  readonly substeps: number;
  readonly directSubsteps: number | 'auto';
  readonly solver: SolverChoice;
  readonly tolerance: number;
  readonly directBudget: number;
  readonly sleeping: boolean;
  readonly fixedStep: number;
  readonly maxCatchUp: number;
  readonly maxCorrectionSpeed: number;
}

/** A state of a world, to be handed to `world.restore` of the same world. Opaque. */
export interface Snapshot {
  readonly portable: false;
  /** @internal */
  readonly world: World;
  /** @internal */
  readonly state: WorldState;
  /** @internal */
  readonly bodies: {
    readonly arrays: BodyArrays;
    readonly handles: readonly (Body | null)[];
    readonly shapes: readonly (Shape | null)[];
  };
  /** @internal */
  readonly batches: readonly SavedBatch[];
  /** @internal In order of creation. */
  readonly joints: readonly Joint[];
  /** @internal The force functions by number, and which of them rest. */
  readonly forces: readonly { readonly entry: ForceEntry; readonly failed: boolean; readonly reported: boolean }[];
}

/** A state of a world without any object of it: passes through `postMessage`, `structuredClone` and JSON files. */
export interface PortableSnapshot {
  readonly schema: typeof PORTABLE_SCHEMA;
  readonly portable: true;
  readonly lengthUnit: number;
  readonly state: WorldState;
  /** Ids and shapes by slot, the world's own body left out. */
  readonly bodies: readonly { readonly id: string; readonly shape: Shape | null }[];
  /** The body arrays by name, those of numbers without their zeros (math/sparse.ts), base64. */
  readonly arrays: Readonly<Record<string, string>>;
  readonly batches: readonly PortableBatch[];
  /** Ids of the joints in order of creation. */
  readonly joints: readonly string[];
  /** Names of the force functions by number; `null` where none is used. */
  readonly forces: readonly ({ readonly name: string; readonly scale: number } | null)[];
}

export interface SnapshotOptions {
  /** Without objects, for workers and files. Throws `source-invalid` if a force function in use has no name. Default false. */
  readonly portable?: boolean;
}

/** Numbers of all joints of a batch, as in its own arrays. */
interface BatchArrays {
  readonly rows: Float64Array;
  readonly laws: Float64Array;
  readonly bodies: Int32Array;
}

interface SavedBatch extends BatchArrays {
  readonly batch: JointBatch;
  readonly count: number;
  readonly handles: readonly (Joint | null)[];
  /** The bodies of each by slot. */
  readonly ties: readonly (readonly (Body | null)[])[];
  /** What its joints have beside their records; nothing where they were made by their options. */
  readonly numbers: readonly (Float64Array | undefined)[];
}

interface PortableBatch {
  readonly type: string;
  readonly columns: number;
  readonly joints: readonly { readonly id: string; readonly options: unknown }[];
  readonly rows: string;
  readonly laws: string;
  readonly bodies: string;
}

const PORTABLE_SCHEMA = 'tenon-snapshot/1';

/** The arrays of the body store that make up a state, their kind, and how many numbers each has per body. */
const BODY_ARRAYS = [
  { name: 'motion', Kind: Float64Array, size: BODY },
  { name: 'pose', Kind: Float64Array, size: BODY },
  { name: 'load', Kind: Float64Array, size: BODY },
  { name: 'goal', Kind: Float64Array, size: GOAL },
  { name: 'type', Kind: Uint8Array, size: 1 },
  { name: 'asleep', Kind: Uint8Array, size: 1 },
  { name: 'restTime', Kind: Float64Array, size: 1 },
] as const;

/** In the order of `BODY_ARRAYS`. */
type BodyArrays = readonly (Float64Array | Uint8Array)[];

/** Copies the state of a settled world. */
export function takeSnapshot(world: World, options: SnapshotOptions): Snapshot | PortableSnapshot {
  knownKeys('World.snapshot', options, ['portable']);
  return options.portable === true ? takePortable(world) : takeWithHandles(world);
}

function takeWithHandles(world: World): Snapshot {
  const { store } = world;
  return {
    portable: false,
    world,
    state: world.state,
    bodies: {
      arrays: copyArrays(world),
      handles: store.handles.slice(0, store.count),
      shapes: store.handles.map((body) => body?.shape ?? null),
    },
    batches: world.batches.map((batch) => ({
      batch,
      count: batch.count,
      rows: batch.rows.slice(0, batch.count * batch.stride),
      laws: batch.laws.slice(0, batch.count * batch.lawsStride),
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
  };
}

function tiesOf(handles: readonly (Joint | null)[]): (readonly (Body | null)[])[] {
  return handles.map((joint) => joint?.bodies ?? []);
}

function copyArrays({ store }: World): BodyArrays {
  return BODY_ARRAYS.map(({ name, size }) => store[name].slice(0, store.count * size));
}

/** Brings a state back. Throws `snapshot-invalid` for one of another world or of no known form. */
export function restoreSnapshot(world: World, snapshot: Snapshot | PortableSnapshot): void {
  if (typeof snapshot !== 'object' || (snapshot as object | null) === null)
    throw invalid('be what world.snapshot() returned');
  if (snapshot.portable) restorePortable(world, snapshot);
  else restoreWithHandles(world, snapshot);
}

function restoreWithHandles(world: World, snapshot: Snapshot): void {
  if (snapshot.world !== world) throw invalid('be one of this world; take it with { portable: true } for another one');
  const before = handlesOf(world);
  const { store } = world;
  for (const body of before.bodies) body.slot = -1;
  for (const joint of before.joints) joint.slot = -1;

  store.count = snapshot.bodies.handles.length;
  store.handles = [...snapshot.bodies.handles];
  BODY_ARRAYS.forEach(({ name }, i) => store[name].set(snapshot.bodies.arrays[i]));
  store.handles.forEach((body, slot) => {
    if (body === null) return;
    body.slot = slot;
    body.reshape(snapshot.bodies.shapes[slot]);
  });
  world.batches.length = 0;
  for (const saved of snapshot.batches) {
    const { batch } = saved;
    world.batches.push(batch);
    batch.count = saved.count;
    batch.handles = [...saved.handles];
    batch.rows.set(saved.rows);
    batch.laws.set(saved.laws);
    batch.bodies.set(saved.bodies);
    batch.handles.forEach((joint, slot) => {
      if (joint === null) return;
      joint.sitAt(batch, slot, saved.ties[slot]);
      const numbers = saved.numbers.at(slot);
      if (numbers !== undefined) batch.type.numbers?.(joint).set(numbers);
    });
  }
  world.forceTable.replace(
    snapshot.forces.map(({ entry, failed, reported }) => Object.assign(entry, { failed, reported })),
  );
  world.state = snapshot.state;
  world.adoptRestored(
    store.handles.flatMap((body) => body ?? []),
    snapshot.joints,
    before,
  );
}

function handlesOf(world: World): { bodies: Set<Body>; joints: Set<Joint> } {
  return { bodies: new Set(world.bodies), joints: new Set(world.joints) };
}

function takePortable(world: World): PortableSnapshot {
  const arrays = copyArrays(world);
  return {
    schema: PORTABLE_SCHEMA,
    portable: true,
    lengthUnit: world.lengthUnit,
    state: world.state,
    bodies: [...world.bodies].map(({ id, shape }) => ({ id, shape })),
    arrays: Object.fromEntries(BODY_ARRAYS.map(({ name }, i) => [name, encode(arrays[i])])),
    batches: world.batches.map((batch) => ({
      type: batch.type.name,
      columns: batch.columns,
      joints: batch.handles.flatMap((joint) =>
        joint === null ? [] : [{ id: joint.id, options: withoutHandles(optionsOf(joint), `joint '${joint.id}'`) }],
      ),
      rows: encode(batch.rows.subarray(0, batch.count * batch.stride)),
      laws: encode(batch.laws.subarray(0, batch.count * batch.lawsStride)),
      bodies: encode(batch.bodies.subarray(0, batch.count * batch.columns)),
    })),
    joints: [...world.joints].map(({ id }) => id),
    forces: world.forceTable.functions.map(({ source, scale }) =>
      typeof source === 'string' && source !== '' ? { name: source, scale } : null,
    ),
  };

  function optionsOf(joint: Joint): Record<string, unknown> {
    const { userData: _, ...options } = describeJoint(joint);
    return options;
  }
}

/** Handles by id; functions refused. */
function withoutHandles(value: unknown, path: string): unknown {
  if (typeof value === 'function') {
    throw new TenonError(
      'source-invalid',
      `${path} must be a name given to forces.register in a portable snapshot, got a function`,
      path,
      value,
    );
  }
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Body) return { bodyId: value.id };
  if (value instanceof ScalarCoordinate) return { jointId: value.joint.id, coordinate: value.name };
  if (Array.isArray(value)) return value.map((item, i) => withoutHandles(item, `${path}[${i}]`));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutHandles(item, `${path}.${key}`)]));
}

function withHandles(world: World, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withHandles(world, item));
  if ('bodyId' in value && typeof value.bodyId === 'string') return world.body(value.bodyId);
  if ('jointId' in value && typeof value.jointId === 'string' && 'coordinate' in value)
    return world.joint(value.jointId)?.coordinates.find(({ name }) => name === value.coordinate);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withHandles(world, item)]));
}

/**
 * Brings back a state by ids. What is alive under the same id, a joint with the same type, bodies and curve, keeps its handle;
 * the rest is made anew, so the world must know the types.
 */
function restorePortable(world: World, snapshot: PortableSnapshot): void {
  const schema: string = snapshot.schema;
  if (schema !== PORTABLE_SCHEMA) throw invalid(`have the schema '${PORTABLE_SCHEMA}', got '${schema}'`);
  if (!hasAllParts(snapshot)) throw invalid('be whole: with state, bodies, arrays, batches, joints and forces');
  if (snapshot.lengthUnit !== world.lengthUnit)
    throw invalid(`be of a world with lengthUnit ${world.lengthUnit}, got ${snapshot.lengthUnit}`);
  const { arrays, batches } = decodeArrays(world, snapshot);
  const numbers = snapshot.forces.map((force) =>
    force === null ? -1 : world.forceTable.indexOf('World.restore', force.name, undefined, force.scale),
  );
  const bodies = snapshot.bodies.map((saved) => bodyLike(world, saved));
  for (const readsJoints of [false, true]) {
    for (const { type, joints } of snapshot.batches) {
      for (const { id, options } of joints) if (hasTerms(options) === readsJoints) makeJoint(world, type, id, options);
    }
  }
  restoreWithHandles(world, {
    portable: false,
    world,
    state: snapshot.state,
    bodies: {
      arrays,
      handles: [null, ...bodies],
      shapes: [null, ...snapshot.bodies.map(({ shape }) => shape)],
    },
    batches: distinctBatches(
      snapshot.batches.flatMap((saved, i) => batchLike(world, saved, batches[i], numbers) ?? []),
    ),
    joints: snapshot.joints.flatMap((id) => world.joint(id) ?? []),
    forces: world.forceTable.functions.map((entry) => ({ entry, failed: entry.failed, reported: entry.reported })),
  });
}

function hasAllParts({ state, arrays, bodies, batches, joints, forces }: PortableSnapshot): boolean {
  const objects: readonly unknown[] = [state, arrays];
  const lists: readonly unknown[] = [bodies, batches, joints, forces];
  return (
    objects.every((part) => typeof part === 'object' && part !== null) && lists.every((part) => Array.isArray(part))
  );
}

/** The numbers of bodies and joints. Nothing is changed before all of it is found whole. */
function decodeArrays(
  world: World,
  { arrays, bodies, batches }: PortableSnapshot,
): { arrays: BodyArrays; batches: readonly BatchArrays[] } {
  return {
    arrays: BODY_ARRAYS.map(({ name, Kind, size }) =>
      decode<Float64Array | Uint8Array>(Kind, arrays[name], (bodies.length + 1) * size),
    ),
    batches: batches.map(({ type: name, columns, joints, rows, laws, bodies: slots }) => {
      const type = world.joints.find(name);
      if (type === null || 'preset' in type) throw invalid(`hold joints of registered types, got '${name}'`);
      return {
        rows: decode(Float64Array, rows, joints.length * type.strideFor(columns)),
        laws: decode(Float64Array, laws, joints.length * type.lawsStride),
        bodies: decode(Int32Array, slots, joints.length * columns),
      };
    }),
  };
}

/** The body of that id, or a new one. */
function bodyLike(world: World, { id, shape }: PortableSnapshot['bodies'][number]): Body {
  return world.body(id) ?? world.addBody({ id, shape, mass: 1, inertia: 1 });
}

/** Sees to it that a joint of that id is there, of that type, between those bodies and on that curve. */
function makeJoint(world: World, type: string, id: string, saved: unknown): void {
  const options = withHandles(world, saved) as Record<string, unknown>;
  const live = world.joint(id);
  const same =
    live?.type === type &&
    live.definition.bodyKeys.every((key, i) => options[key] === undefined || live.bodies[i] === options[key]);
  if (same && !hasTerms(saved) && (live.definition.matches?.(live, options) ?? true)) return;
  live?.remove();
  world.joints.createNamed(type, { ...options, id });
}

/** Gears read other joints and are made after them. */
function hasTerms(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'terms' in options;
}

/** A batch of live joints with the numbers of the snapshot; null for an empty one of a type chosen by its sources. */
function batchLike(
  world: World,
  saved: PortableBatch,
  { rows, laws, bodies }: BatchArrays,
  numbers: readonly number[],
): SavedBatch | null {
  const handles = saved.joints.flatMap(({ id }) => world.joint(id) ?? []);
  const batch =
    handles[0]?.record().batch ??
    world.batches.find(({ type, columns }) => type.name === saved.type && columns === saved.columns);
  if (batch === undefined) return null;
  for (const { kind, at, law } of batch.type.coordinates) {
    if (!kind.scalar) continue;
    for (let slot = 0; slot < handles.length; slot++) {
      const p = slot * batch.lawsStride + law;
      if (rows[slot * batch.stride + at + FLAGS] & SPRING_FORCE)
        laws[p + SPRING_FUNCTION] = numbers[laws[p + SPRING_FUNCTION]];
    }
  }
  return { batch, count: handles.length, handles, ties: tiesOf(handles), numbers: [], rows, laws, bodies };
}

/** An empty batch may stand for two of one name: those that differ by their sources alone. */
function distinctBatches(batches: readonly SavedBatch[]): SavedBatch[] {
  return batches.filter(
    ({ batch, count }, i) => count > 0 || batches.findIndex((other) => other.batch === batch) === i,
  );
}

/** An array as text, without the zeros that most numbers of a joint are. */
function encode(array: Float64Array | Int32Array | Uint8Array): string {
  return toBase64(array instanceof Float64Array ? toSparse(array) : array);
}

/** An array of `count` numbers from such text. */
function decode<T extends Float64Array | Int32Array | Uint8Array>(
  Kind: new (bytes: ArrayBuffer) => T,
  text: unknown,
  count: number,
): T {
  try {
    if (typeof text === 'string') {
      const bytes = fromBase64(text).buffer;
      const array = new Kind(Object.is(Kind, Float64Array) ? fromSparse(new Uint32Array(bytes), count) : bytes);
      if (array.length === count) return array;
    }
  } catch {
    // Not base64, or not of whole numbers.
  }
  throw invalid(`be whole: an array must hold ${count} numbers`);
}

function invalid(requirement: string): TenonError {
  return new TenonError('snapshot-invalid', `A snapshot must ${requirement}`, 'World.restore');
}

/** 64 bits of everything that the motion depends on, as 16 hexadecimal digits: equal states, equal hashes, in every engine. */
export function hashState(world: World): string {
  const hash = new Hash();
  const { store } = world;
  // cos hω − 1 and the like are made anew in every substep, but with the same bits.
  for (const { name, size } of BODY_ARRAYS) hash.add(store[name].subarray(0, store.count * size));
  for (const body of world.bodies) hash.addText(body.id);
  for (const batch of world.batches) {
    if (batch.count === 0) continue;
    hash.addText(batch.type.name);
    for (const joint of batch.handles) {
      // Reading a value measures a joint; measured at the present poses, all are alike.
      joint?.measure();
      hash.addText(joint?.id ?? '');
    }
    hash.add(batch.rows.subarray(0, batch.count * batch.stride));
    hash.add(batch.laws.subarray(0, batch.count * batch.lawsStride));
    hash.add(batch.bodies.subarray(0, batch.count * batch.columns));
  }
  hash.addText(JSON.stringify(world.state));
  return hash.digest();
}

/** Two chains of 32 bits, each word mixed as in MurmurHash3. */
class Hash {
  #a = 0x9e3779b9;
  #b = 0x85ebca6b;

  add(array: Float64Array | Int32Array | Uint8Array): void {
    if (array instanceof Uint8Array) {
      for (const byte of array) this.#mix(byte);
      return;
    }
    const words = new Uint32Array(array.buffer, array.byteOffset, array.byteLength / 4);
    for (let i = 0; i < words.length; i++) this.#mix(words[i]);
  }

  addText(text: string): void {
    for (let i = 0; i < text.length; i++) this.#mix(text.charCodeAt(i));
    this.#mix(text.length);
  }

  digest(): string {
    return (
      (finish(this.#a) >>> 0).toString(16).padStart(8, '0') +
      (finish(this.#b ^ this.#a) >>> 0).toString(16).padStart(8, '0')
    );
  }

  #mix(word: number): void {
    let k = Math.imul(word, 0xcc9e2d51);
    k = (k << 15) | (k >>> 17);
    this.#a ^= Math.imul(k, 0x1b873593);
    this.#a = Math.imul((this.#a << 13) | (this.#a >>> 19), 5) + 0xe6546b64;
    let l = Math.imul(word ^ 0x27d4eb2f, 0x85ebca77);
    l = (l << 17) | (l >>> 15);
    this.#b ^= Math.imul(l, 0xc2b2ae3d);
    this.#b = Math.imul((this.#b << 11) | (this.#b >>> 21), 9) + 0x38495ab5;
  }
}

function finish(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
