import type { Body } from '../body/body';
import { BODY } from '../body/body-store';
import { readShape, type Shape } from '../body/mass';
import { isObject } from '../check';
import { quote } from '../error';
import { describeJoint } from '../joint/describe';
import { visitForces } from '../joint/force-table';
import type { Joint } from '../joint/joint';
import type { World } from '../world';
import { decode, encode } from './array-text';
import { BODY_ARRAYS, type BodyArrays, copyArrays } from './body-arrays';
import { invalid } from './invalid';
import { withHandles, withoutHandles } from './options-by-id';
import { type BatchArrays, restoreWithHandles, type SavedBatch, tiesOf } from './with-handles';
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
  /** Ids and shapes by slot, the world's own body left out. */
  readonly bodies: readonly Pick<Body, 'id' | 'shape'>[];
  /** The body arrays by name, those of numbers without their zeros (math/sparse.ts), base64. */
  readonly arrays: Readonly<Record<string, string>>;
  /** Joints by type and number of bodies: ids, options, and records in base64. */
  readonly batches: readonly PortableBatch[];
  /** Ids of the joints in order of creation. */
  readonly joints: readonly string[];
  /** Names of the force functions by number; `null` where none is used. */
  readonly forces: readonly (PortableForce | null)[];
}

interface PortableForce {
  /** What it is registered as. */
  readonly name: string;
  /** Internal force units per N, or per N·m of an angle. */
  readonly scale: number;
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

/** Writes arrays as text and names handles by their ids. Throws `source-invalid` for a force function without a name. */
export function takePortable(world: World): PortableSnapshot {
  const arrays = copyArrays(world);
  // As in a hash: equal states are equal text, whoever has read a value of them.
  for (const joint of world.joints) joint.measure();
  return {
    schema: PORTABLE_SCHEMA,
    portable: true,
    lengthUnit: world.lengthUnit,
    parts: world.parts.map(({ name }) => name),
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

/**
 * Brings back a state by ids. What is alive under the same id, a joint with the same type, bodies, curve and terms, keeps its handle;
 * the rest is made anew, so the world must know the types.
 */
export function restorePortable(world: World, snapshot: PortableSnapshot): void {
  const schema: string = snapshot.schema;
  if (schema !== PORTABLE_SCHEMA) throw invalid(`have the schema '${PORTABLE_SCHEMA}', got ${quote(schema)}`);
  if (!hasAllParts(snapshot)) throw invalid('be whole: with state, bodies, arrays, batches, joints and forces');
  if (snapshot.lengthUnit !== world.lengthUnit)
    throw invalid(`be of a world with lengthUnit ${world.lengthUnit}, got ${quote(snapshot.lengthUnit)}`);
  requireState(world, snapshot.state);
  const shapes = snapshot.bodies.map(readSavedShape);
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
    world,
    state: snapshot.state,
    bodies: {
      arrays,
      handles: [null, ...bodies],
      shapes: [null, ...shapes],
    },
    batches: distinctBatches(
      snapshot.batches.flatMap((saved, i) => batchLike(world, saved, batches[i], numbers) ?? []),
    ),
    joints: snapshot.joints.flatMap((id) => world.joint(id) ?? []),
    forces: world.forceTable.functions.map((entry) => ({ entry, failed: entry.failed, reported: entry.reported })),
  });
}

function hasAllParts({ state, arrays, bodies, batches, joints, forces }: PortableSnapshot): boolean {
  return (
    [state, arrays].every(isObject) &&
    [bodies, batches, joints, forces].every(Array.isArray) &&
    bodies.every(hasId) &&
    batches.every((batch) => isObject(batch) && Array.isArray(batch.joints) && batch.joints.every(hasId)) &&
    forces.every((force) => force === null || isObject(force))
  );
}

function hasId(saved: unknown): boolean {
  return isObject(saved) && typeof saved['id'] === 'string';
}

/** Nothing may be left out of a state, and each setting must be as its property takes it. */
function requireState(world: World, state: WorldState): void {
  try {
    world.accept(state);
  } catch (error) {
    throw invalid(`be of a state that a world can be in. ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readSavedShape({ shape }: PortableSnapshot['bodies'][number]): Shape | null {
  try {
    return shape === null ? null : readShape('World.restore.shape', shape);
  } catch (error) {
    throw invalid(`hold shapes that bodies can have. ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The numbers of bodies and joints. Nothing is changed before all of it is found whole. */
function decodeArrays(
  world: World,
  { arrays, bodies, batches }: PortableSnapshot,
): { arrays: BodyArrays; batches: readonly BatchArrays[] } {
  return {
    arrays: BODY_ARRAYS.map(({ name, Kind, size }) =>
      decode<Float64Array | Uint8Array>(Kind, arrays[name], (bodies.length + 1) * size, Number.isFinite),
    ),
    batches: batches.map(({ type: name, columns, joints, rows, laws, bodies: slots }) => {
      const type = world.joints.find(name);
      if (type === null || 'preset' in type) throw invalid(`hold joints of registered types, got ${quote(name)}`);
      return {
        rows: decode(Float64Array, rows, joints.length * type.strideFor(columns)),
        laws: decode(Float64Array, laws, joints.length * type.lawsStride),
        bodies: decode(Int32Array, slots, joints.length * columns, (body) => isBody(body, bodies.length)),
      };
    }),
  };
}

/** Whether it is where one of so many bodies stands in the body arrays, or the world's own before them. */
function isBody(at: number, count: number): boolean {
  return at >= 0 && at <= count * BODY && at % BODY === 0;
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
  if (same && (live.definition.matches?.(live, options) ?? true)) return;
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
  visitForces(batch, rows, handles.length, (at) => (laws[at] = numbers[laws[at]]));
  return { batch, count: handles.length, handles, ties: tiesOf(handles), numbers: [], rows, laws, bodies };
}

/** An empty batch may stand for two of one name: those that differ by their sources alone. */
function distinctBatches(batches: readonly SavedBatch[]): SavedBatch[] {
  return batches.filter(
    ({ batch, count }, i) => count > 0 || batches.findIndex((other) => other.batch === batch) === i,
  );
}
