import { BEARING, FRICTION_LOAD } from '../coordinates/law-fields';
import { P_FLAGS, P_IMPULSE_X, P_IMPULSE_Y } from '../coordinates/point-fields';
import { FLAGS, LOCK_IMPULSE } from '../coordinates/scalar';
import type { JointBatch } from './joint-batch';

/** The load on a bearing or slide: size of the impulse that the joint's own length and point locks gave in the last pass. */
export function prepareBearings(batch: JointBatch): void {
  const { active, activeCount, rows, stride, laws, lawsStride } = batch;
  const { coordinates } = batch.type;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    let load2 = 0;
    for (const { kind, at } of coordinates) {
      const o = j * stride + at;
      if (!kind.scalar)
        load2 +=
          rows[o + P_FLAGS] === 0
            ? 0
            : rows[o + P_IMPULSE_X] * rows[o + P_IMPULSE_X] + rows[o + P_IMPULSE_Y] * rows[o + P_IMPULSE_Y];
      else if (kind.unit === 'length') load2 += rows[o + LOCK_IMPULSE] * rows[o + LOCK_IMPULSE];
    }
    const load = Math.sqrt(load2);
    for (const { kind, at, law } of coordinates) {
      if (kind.scalar && rows[j * stride + at + FLAGS] & BEARING) laws[j * lawsStride + law + FRICTION_LOAD] = load;
    }
  }
}
