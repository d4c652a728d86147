import { INDEX } from '../../coordinates/coordinate';
import {
  LIMITS_SUM,
  LOWER_BOUND,
  LOWER_IMPULSE,
  LOWER_STRUCK,
  WRAPPED,
  STOPS_HIT,
  UPPER_BOUND,
  UPPER_IMPULSE,
  UPPER_STRUCK,
} from '../../coordinates/laws/law-fields';
import {
  EFFECTIVE_MASS,
  FLAGS,
  INVERSE_MASS,
  REACH_HIGH,
  REACH_LOW,
  TOTAL,
  VALUE,
  WARM,
} from '../../coordinates/scalar';
import type { BatchPart } from '../../joint/batch/batch-part';
import { NOW_TORQUE, PEAK_TORQUE, REFERENCE_ANGLE, SUM_TORQUE } from '../../joint/batch/record';
import type { PlainKernel } from './plain-kernel';
import {
  ANGLE_EFFECTIVE_MASS,
  ANGLE_FLAGS_WORD,
  ANGLE_INVERSE_MASS,
  ANGLE_LIMITS_SUM,
  ANGLE_LOWER_BOUND,
  ANGLE_LOWER_IMPULSE,
  ANGLE_LOWER_STRUCK,
  ANGLE_NOW_TORQUE,
  ANGLE_PEAK_TORQUE,
  ANGLE_REACH_HIGH,
  ANGLE_REACH_LOW,
  ANGLE_REFERENCE,
  ANGLE_STOPS_HIT_WORD,
  ANGLE_SUM_TORQUE,
  ANGLE_TOTAL,
  ANGLE_UPPER_BOUND,
  ANGLE_UPPER_IMPULSE,
  ANGLE_UPPER_STRUCK,
  ANGLE_VALUE,
  ANGLE_WARM,
} from './plain-layout';
import type { BlockJoints } from '../block-joints';

/** The angles of hinges in a block that wasm/plain-points.ts steps: between their records and its memory. */

/** True if some angle has a law. */
export function hasStops({ part, slots, count }: BlockJoints): boolean {
  const { plainAngle } = part;
  const { rows: d, stride } = part.batch;
  if (plainAngle >= 0) for (let i = 0; i < count; i++) if (d[slots[i] * stride + plainAngle + FLAGS] !== 0) return true;
  return false;
}

/** True if the angle of the joint in slot `j` has a law, or an impulse of one that is gone. */
export function hasOtherLaw({ batch, plainAngle }: BatchPart, j: number): boolean {
  if (plainAngle < 0) return false;
  const { rows: d, stride } = batch;
  const g = j * stride + plainAngle;
  const flags = d[g + FLAGS] | 0;
  return (flags & ~WRAPPED) !== 0 || d[g + WARM] !== 0;
}

/** Writes the angle of the joint in slot `j` to `at`. */
export function writeAngle({ numbers: m, words }: PlainKernel, at: number, part: BatchPart, j: number): void {
  const { plainAngle, plainAngleIndex } = part;
  const { rows: d, laws: w, stride } = part.batch;
  const r = (j * stride) & INDEX;
  const flags = plainAngle < 0 ? 0 : d[r + plainAngle + FLAGS] | 0;
  words[2 * at + ANGLE_FLAGS_WORD] = flags;
  m[at + ANGLE_WARM] = 0;
  if (flags !== 0) {
    const g = (r + plainAngle) & INDEX;
    const p = part.batch.lawsAt(j, plainAngleIndex);
    m[at + ANGLE_WARM] = d[g + WARM];
    m[at + ANGLE_NOW_TORQUE] = d[r + NOW_TORQUE];
    m[at + ANGLE_EFFECTIVE_MASS] = d[g + EFFECTIVE_MASS];
    m[at + ANGLE_INVERSE_MASS] = d[g + INVERSE_MASS];
    m[at + ANGLE_TOTAL] = d[g + TOTAL];
    m[at + ANGLE_LOWER_IMPULSE] = w[p + LOWER_IMPULSE];
    m[at + ANGLE_UPPER_IMPULSE] = w[p + UPPER_IMPULSE];
    m[at + ANGLE_LOWER_STRUCK] = w[p + LOWER_STRUCK];
    m[at + ANGLE_UPPER_STRUCK] = w[p + UPPER_STRUCK];
    m[at + ANGLE_VALUE] = d[g + VALUE];
    m[at + ANGLE_REFERENCE] = d[r + REFERENCE_ANGLE];
    m[at + ANGLE_LOWER_BOUND] = w[p + LOWER_BOUND];
    m[at + ANGLE_UPPER_BOUND] = w[p + UPPER_BOUND];
    words[2 * at + ANGLE_STOPS_HIT_WORD] = w[p + STOPS_HIT];
    m[at + ANGLE_LIMITS_SUM] = w[p + LIMITS_SUM];
    m[at + ANGLE_SUM_TORQUE] = d[r + SUM_TORQUE];
    m[at + ANGLE_PEAK_TORQUE] = d[r + PEAK_TORQUE];
  }
  // A side without a stop has no bound.
  m[at + ANGLE_REACH_LOW] = -Number.MAX_VALUE;
  m[at + ANGLE_REACH_HIGH] = Number.MAX_VALUE;
}

/** Brings to the records what the kernel has of the angle at `at`, that of the joint in slot `j`. */
export function readAngle(
  { numbers: m, words }: PlainKernel,
  at: number,
  { batch, plainAngle, plainAngleIndex }: BatchPart,
  j: number,
): void {
  if (plainAngle < 0) return;
  const { rows: d, laws: w, stride } = batch;
  const r = (j * stride) & INDEX;
  const g = (r + plainAngle) & INDEX;
  d[g + REACH_LOW] = m[at + ANGLE_REACH_LOW];
  d[g + REACH_HIGH] = m[at + ANGLE_REACH_HIGH];
  if (words[2 * at + ANGLE_FLAGS_WORD] === 0) return;
  const p = batch.lawsAt(j, plainAngleIndex);
  d[g + WARM] = m[at + ANGLE_WARM];
  d[r + NOW_TORQUE] = m[at + ANGLE_NOW_TORQUE];
  d[g + EFFECTIVE_MASS] = m[at + ANGLE_EFFECTIVE_MASS];
  d[g + INVERSE_MASS] = m[at + ANGLE_INVERSE_MASS];
  d[g + TOTAL] = m[at + ANGLE_TOTAL];
  w[p + LOWER_IMPULSE] = m[at + ANGLE_LOWER_IMPULSE];
  w[p + UPPER_IMPULSE] = m[at + ANGLE_UPPER_IMPULSE];
  w[p + LOWER_STRUCK] = m[at + ANGLE_LOWER_STRUCK];
  w[p + UPPER_STRUCK] = m[at + ANGLE_UPPER_STRUCK];
  d[g + VALUE] = m[at + ANGLE_VALUE];
  w[p + STOPS_HIT] = words[2 * at + ANGLE_STOPS_HIT_WORD];
  w[p + LIMITS_SUM] = m[at + ANGLE_LIMITS_SUM];
  d[r + SUM_TORQUE] = m[at + ANGLE_SUM_TORQUE];
  d[r + PEAK_TORQUE] = m[at + ANGLE_PEAK_TORQUE];
}
