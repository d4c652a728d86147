import { isObject, knownKeys } from '../base/check';
import { refuse } from '../base/error';
import type { World } from '../world/world';
import { type PortableSnapshot, takePortable } from './portable';
import { restorePortable } from './restore-portable';
import { restoreWithHandles, Snapshot, takeWithHandles } from './with-handles';

/** In which form a state is copied. */
export interface SnapshotOptions {
  /** Without objects, for workers and files. Throws `source-invalid` if a force function in use has no name. Default false. */
  readonly portable?: boolean;
}

/** Copies the state of a settled world. */
export function takeSnapshot(world: World, options: SnapshotOptions): Snapshot | PortableSnapshot {
  knownKeys('World.snapshot', options, ['portable']);
  return options.portable === true ? takePortable(world) : takeWithHandles(world);
}

/** Brings a state back. Throws `snapshot-invalid` for one of another world or of no known form. */
export function restoreSnapshot(world: World, snapshot: Snapshot | PortableSnapshot): void {
  const saved = Snapshot.open(snapshot);
  if (saved !== null) restoreWithHandles(world, saved);
  else if (isObject(snapshot) && snapshot.portable) restorePortable(world, snapshot);
  else refuse('snapshot-invalid', 'snapshot', 'be what world.snapshot() returned', snapshot);
}
