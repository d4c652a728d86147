import { LIMITS_EQUAL, LOCK, LOWER_BOUND, LOWER_GIVEN, WRAPPED } from '../coordinates/laws/law-fields';
import { GAUGE, LOCK_GIVEN, TARGET, VALUE } from '../coordinates/scalar';
import type { JointBatch } from '../batches/joint-batch';
import type { CoordinateSpec } from './joint-type';
import { GAP_X, GAP_Y } from '../state/record';

/** The error that was measured last: a number that is handed back would be allocated in every step of what may break. */
export const measuredError = new Float64Array(1);

/**
 * Leaves in `measuredError` the value of a coordinate of the joint in slot `j`, as it was measured last, or the size of its gap, away from where its
 * lock or equal limits hold it; 0 while nothing does.
 */
export function measureError(batch: JointBatch, j: number, { kind, at, index }: CoordinateSpec): void {
  const { rows: d, laws: w, stride } = batch;
  const r = j * stride;
  const o = r + at;
  const p = batch.lawsAt(j, index);
  const flags = d[o + kind.flagsAt] | 0;
  // Of a wrapped angle what laws see is nearest; of a length it may be more than they were given, if that is too short.
  const isWrapped = (flags & WRAPPED) !== 0;
  if (!kind.scalar) {
    const gap = Math.sqrt(d[r + GAP_X] * d[r + GAP_X] + d[r + GAP_Y] * d[r + GAP_Y]);
    measuredError[0] = flags & LOCK ? gap : 0;
  } else if (flags & LOCK) measuredError[0] = d[o + VALUE] - (isWrapped ? d[o + TARGET] : d[o + LOCK_GIVEN]);
  else if (flags & LIMITS_EQUAL) measuredError[0] = d[o + VALUE] - w[p + (isWrapped ? LOWER_BOUND : LOWER_GIVEN)];
  else measuredError[0] = 0;
  if (kind.isGauged === true) measuredError[0] /= d[o + GAUGE];
}
