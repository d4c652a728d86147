import type { Body } from '../body/body';
import { visitForces } from '../joint/force-table';
import type { World } from '../world/world';
import { withHandles } from './options-by-id';
import type { PortableSnapshot } from './portable';
import { refuseAt, within } from './invalid';
import { type ReadBatch, readPortable, type ReadSnapshot } from './read-portable';
import { restoreWithHandles, type SavedBatch, tiesOf } from './with-handles';

/**
 * Brings back a state by ids. What is alive under the same id, a joint with the same type, bodies, curve and terms, keeps its handle;
 * the rest is made anew, so the world must know the types. Throws `snapshot-invalid`, and leaves the world as it was.
 */
export function restorePortable(world: World, snapshot: PortableSnapshot): void {
  const read = readPortable(world, snapshot);
  world.attempt('World.restore', () => bringBack(world, read));
}

function bringBack(world: World, read: ReadSnapshot): void {
  const numbers = read.forces.map((force) =>
    force === null ? -1 : world.forceTable.indexOf('World.restore', force.name, undefined, force.scale, force.gauge),
  );
  const bodies = new Set(
    read.bodies.map(
      (saved) =>
        world.body(saved.id) ??
        world.addBody({ id: saved.id, shape: saved.shape, type: 'static', mass: 1, inertia: 1 }),
    ),
  );
  for (const readsJoints of [false, true]) {
    for (const { path, type, joints } of read.batches) {
      joints.forEach(({ id, options }, j) => {
        if ('terms' in options === readsJoints)
          makeJoint(world, bodies, `${path}.joints[${j}].options`, type.name, id, options);
      });
    }
  }
  // What each part is by itself some world may have.
  if (!read.isWhole) refuseAt('snapshot.checksum', 'be that of what world.snapshot() returned', read.checksum);
  restoreWithHandles(world, {
    world,
    state: read.state,
    bodies: {
      arrays: read.arrays,
      handles: [null, ...bodies],
      shapes: [null, ...read.bodies.map(({ shape }) => shape)],
      collides: [null, ...read.bodies.map(({ collides }) => collides)],
    },
    contacts: read.contacts,
    batches: distinctBatches(read.batches.flatMap((batch) => batchLike(world, batch, numbers) ?? [])),
    joints: read.joints.flatMap((id) => world.joint(id) ?? []),
    forces: world.forceTable.functions.map((entry) => ({ entry, failed: entry.failed, reported: entry.reported })),
  });
}

/** Sees to it that a joint of that id is there, of that type, between those bodies and on that curve. */
function makeJoint(
  world: World,
  bodies: ReadonlySet<Body>,
  path: string,
  type: string,
  id: string,
  saved: Record<string, unknown>,
): void {
  const options = withHandles(world, bodies, path, saved) as Record<string, unknown>;
  const live = world.joint(id);
  within(path, () => {
    const same =
      live?.type === type &&
      live.definition.bodyKeys.every((key, i) => options[key] === undefined || live.bodies[i] === options[key]);
    if (same && (live.definition.matches?.(live, options) ?? true)) return;
    live?.remove();
    world.joints.createNamed(type, { ...options, id });
  });
}

/** A batch of live joints with the numbers of the snapshot; null for an empty one of a type chosen by its sources. */
function batchLike(world: World, saved: ReadBatch, numbers: readonly number[]): SavedBatch | null {
  const { rows, settings, laws, bodies } = saved;
  const handles = saved.joints.flatMap(({ id }) => world.joint(id) ?? []);
  const batch =
    handles[0]?.record().batch ??
    world.batches.find(({ type, columns }) => type === saved.type && columns === saved.columns);
  if (batch === undefined) return null;
  visitForces(batch, rows, laws.places, handles.length, (at) => (laws.numbers[at] = numbers[laws.numbers[at]]));
  return { batch, count: handles.length, handles, ties: tiesOf(handles), numbers: [], rows, settings, laws, bodies };
}

/** An empty batch may stand for two of one name: those that differ by their sources alone. */
function distinctBatches(batches: readonly SavedBatch[]): SavedBatch[] {
  return batches.filter(
    ({ batch, count }, i) => count > 0 || batches.findIndex((other) => other.batch === batch) === i,
  );
}
