import type { JointBatch } from '../../batches/joint-batch';
import type { DirectCoordinate } from './island-system';

/** Coordinates by the batch of their joints, in order: each batch is a loop of its own. */
export function byBatch(
  coordinates: readonly DirectCoordinate[],
): { readonly batch: JointBatch; readonly coordinates: readonly DirectCoordinate[] }[] {
  const batches = [...new Set(coordinates.map(({ joint }) => joint.batch))];
  return batches.map((batch) => ({ batch, coordinates: coordinates.filter(({ joint }) => joint.batch === batch) }));
}
