import { LIMITS_SAID, LIMITS_SUM } from '../coordinates/law-fields';
import type { Joint } from './joint';
import type { JointBatch } from './joint-batch';

/** A stop that began to push, changed sides, or let go (`active` 0: it was left, or taken away) in the last step. */
export interface LimitEvent {
  readonly joint: Joint;
  readonly coordinate: string;
  readonly active: -1 | 0 | 1;
}

const NONE: readonly LimitEvent[] = [];

/** Every stop whose state differs from what was said of it last, in order of batch, coordinate and creation. */
export function findStops(batches: readonly JointBatch[]): readonly LimitEvent[] {
  let found: LimitEvent[] | null = null;
  for (let b = 0; b < batches.length; b++) {
    const { coordinates, handles, laws, lawsStride, count } = batches[b];
    for (let c = 0; c < coordinates.length; c++) {
      const { kind, law, name } = coordinates[c];
      if (!kind.scalar) continue;
      for (let j = 0; j < count; j++) {
        const joint = handles[j];
        if (joint === null) continue;
        const p = j * lawsStride + law;
        const active = laws[p + LIMITS_SUM] > 0 ? -1 : laws[p + LIMITS_SUM] < 0 ? 1 : 0;
        if (active === laws[p + LIMITS_SAID]) continue;
        laws[p + LIMITS_SAID] = active;
        (found ??= []).push({ joint, coordinate: name, active });
      }
    }
  }
  return found ?? NONE;
}
