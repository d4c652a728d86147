import { LIMITS_SAID, LIMITS_SUM, LOWER, UPPER } from '../coordinates/law-fields';
import { FLAGS } from '../coordinates/scalar';
import type { Joint } from './joint';
import type { JointBatch } from './joint-batch';

/** A stop that began to push, changed sides, or let go (`active` 0) in the last step. */
export interface LimitEvent {
  readonly joint: Joint;
  readonly coordinate: string;
  readonly active: -1 | 0 | 1;
}

/** Every stop whose state differs from what was said of it last, in order of batch and creation. */
export function findStops(batches: readonly JointBatch[]): LimitEvent[] {
  const found: LimitEvent[] = [];
  for (const { type, handles, rows, laws, stride, lawsStride, count } of batches) {
    for (let j = 0; j < count; j++) {
      const joint = handles[j];
      if (joint === null) continue;
      for (const { kind, at, law, name } of type.coordinates) {
        if (!kind.scalar || !(rows[j * stride + at + FLAGS] & (LOWER | UPPER))) continue;
        const p = j * lawsStride + law;
        const active = laws[p + LIMITS_SUM] > 0 ? -1 : laws[p + LIMITS_SUM] < 0 ? 1 : 0;
        if (active === laws[p + LIMITS_SAID]) continue;
        laws[p + LIMITS_SAID] = active;
        found.push({ joint, coordinate: name, active });
      }
    }
  }
  return found;
}
