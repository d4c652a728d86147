import { LIMITS_SAID, LIMITS_SUM, LOWER, LOWER_BOUND, UPPER, UPPER_BOUND } from '../coordinates/laws/law-fields';
import { FLAGS, VALUE } from '../coordinates/scalar';
import type { Joint } from './joint';
import type { JointBatch } from '../batches/joint-batch';
import type { JointEvent } from './joint-events';
import type { CoordinateSpec } from './joint-type';

/** A stop that began to push, changed sides, or was left or taken away (`active` 0) in the last step. */
export interface LimitEvent extends JointEvent {
  /** Name of the coordinate with the stop: `angle`. */
  readonly coordinate: string;
  /** The stop that pushes now: −1 lower, 1 upper, 0 none. */
  readonly active: -1 | 0 | 1;
}

/** A stop is left where the value is farther from its bound than this, per lengthUnit or rad: what it lets go of by rounding it meets again. */
const LEFT = 1e-3;

const NONE: readonly LimitEvent[] = [];

/** Every stop whose state differs from what was said of it last, in order of batch, coordinate and creation. */
export function findStops(batches: readonly JointBatch[]): readonly LimitEvent[] {
  let found: LimitEvent[] | null = null;
  for (let b = 0; b < batches.length; b++) {
    const batch = batches[b];
    const { coordinates, handles, laws, count } = batch;
    for (let c = 0; c < coordinates.length; c++) {
      const spec = coordinates[c];
      const { kind, index, name } = spec;
      if (!kind.scalar) continue;
      for (let j = 0; j < count; j++) {
        const joint = handles[j];
        if (joint === null) continue;
        const p = batch.lawsAt(j, index);
        const active = laws[p + LIMITS_SUM] > 0 ? -1 : laws[p + LIMITS_SUM] < 0 ? 1 : 0;
        if (active === laws[p + LIMITS_SAID] || isRounding(joint, batch, spec, active)) continue;
        laws[p + LIMITS_SAID] = active;
        (found ??= []).push({ joint, coordinate: name, active });
      }
    }
  }
  return found ?? NONE;
}

/** True where the value still stands at the stop that was said to push, or at another one than pushes now; not where both are that near. */
function isRounding(joint: Joint, batch: JointBatch, { at, index, kind }: CoordinateSpec, active: -1 | 0 | 1): boolean {
  if (!joint.enabled) return false;
  joint.measure();
  const { rows: d, laws: w, stride } = batch;
  const o = joint.slot * stride + at;
  const p = batch.lawsAt(joint.slot, index);
  const slop = LEFT * (kind.unit === 'angle' ? 1 : joint.requireWorld().lengthUnit);
  const atLower = (d[o + FLAGS] & LOWER) !== 0 && Math.abs(d[o + VALUE] - w[p + LOWER_BOUND]) <= slop;
  const atUpper = (d[o + FLAGS] & UPPER) !== 0 && Math.abs(d[o + VALUE] - w[p + UPPER_BOUND]) <= slop;
  if (atLower === atUpper) return false;
  const stands = atLower ? -1 : 1;
  return active === 0 ? w[p + LIMITS_SAID] === stands : active !== stands;
}
