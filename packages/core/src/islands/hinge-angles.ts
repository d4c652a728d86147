import { INDEX } from '../coordinates/coordinate';
import {
  LIMITS_SUM,
  LOWER_BOUND,
  LOWER_IMPULSE,
  LOWER_STRUCK,
  ONLY_STOPS,
  STOPS_HIT,
  UPPER_BOUND,
  UPPER_IMPULSE,
  UPPER_STRUCK,
} from '../coordinates/law-fields';
import { EFFECTIVE_MASS, FLAGS, INVERSE_MASS, REACH_HIGH, REACH_LOW, TOTAL, VALUE, WARM } from '../coordinates/scalar';
import type { JointBatch } from '../joint/joint-batch';
import { NOW_TORQUE, PEAK_TORQUE, REFERENCE_ANGLE, SUM_TORQUE } from '../joint/record';
import type { PlainKernel } from './plain-kernel';
import type { BlockJoints } from './plain-loan';

/** The angles of hinges in a block that wasm/plain-points.ts steps: what lies where, as wasm/plain-fields.ts has it. */

/** Words of an angle in the kernel's memory: bits of its laws, and which stops pushed. */
const FLAGS_WORD = 30,
  HIT_WORD = 31;

/** True if some angle has a law. */
export function hasStops({ batch, slots, count }: BlockJoints): boolean {
  const { rows: d, stride, plainAngle } = batch;
  if (plainAngle >= 0) for (let i = 0; i < count; i++) if (d[slots[i] * stride + plainAngle + FLAGS] !== 0) return true;
  return false;
}

/** True if some angle has a law other than hard stops, or an impulse of one that is gone. */
export function hasOtherLaws({ batch, slots, count }: BlockJoints): boolean {
  const { rows: d, stride, plainAngle } = batch;
  if (plainAngle < 0) return false;
  for (let i = 0; i < count; i++) {
    const g = slots[i] * stride + plainAngle;
    const flags = d[g + FLAGS] | 0;
    if (flags & ~ONLY_STOPS || (flags === 0 && d[g + WARM] !== 0)) return true;
  }
  return false;
}

/** Writes the angle of the joint in slot `j` to `at`. */
export function writeAngle({ numbers: m, words }: PlainKernel, at: number, batch: JointBatch, j: number): void {
  const { rows: d, laws: w, stride, lawsStride, plainAngle, plainAngleLaw } = batch;
  const r = (j * stride) & INDEX;
  const flags = plainAngle < 0 ? 0 : d[r + plainAngle + FLAGS] | 0;
  words[2 * at + FLAGS_WORD] = flags;
  m[at + 2] = 0;
  if (flags !== 0) {
    const g = (r + plainAngle) & INDEX;
    const p = (j * lawsStride + plainAngleLaw) & INDEX;
    m[at + 2] = d[g + WARM];
    m[at + 3] = d[r + NOW_TORQUE];
    m[at + 4] = d[g + EFFECTIVE_MASS];
    m[at + 5] = d[g + INVERSE_MASS];
    m[at + 6] = d[g + TOTAL];
    m[at + 7] = w[p + LOWER_IMPULSE];
    m[at + 8] = w[p + UPPER_IMPULSE];
    m[at + 9] = w[p + LOWER_STRUCK];
    m[at + 10] = w[p + UPPER_STRUCK];
    m[at + 11] = d[g + VALUE];
    m[at + 12] = d[r + REFERENCE_ANGLE];
    m[at + 13] = w[p + LOWER_BOUND];
    m[at + 14] = w[p + UPPER_BOUND];
    words[2 * at + HIT_WORD] = w[p + STOPS_HIT];
    m[at + 16] = w[p + LIMITS_SUM];
    m[at + 17] = d[r + SUM_TORQUE];
    m[at + 18] = d[r + PEAK_TORQUE];
  }
  // A side without a stop has no bound.
  m[at] = -Number.MAX_VALUE;
  m[at + 1] = Number.MAX_VALUE;
}

/** Brings to the records what the kernel has of the angle at `at`, that of the joint in slot `j`. */
export function readAngle(
  { numbers: m, words }: PlainKernel,
  at: number,
  { rows: d, laws: w, stride, lawsStride, plainAngle, plainAngleLaw }: JointBatch,
  j: number,
): void {
  if (plainAngle < 0) return;
  const r = (j * stride) & INDEX;
  const g = (r + plainAngle) & INDEX;
  d[g + REACH_LOW] = m[at];
  d[g + REACH_HIGH] = m[at + 1];
  if (words[2 * at + FLAGS_WORD] === 0) return;
  const p = (j * lawsStride + plainAngleLaw) & INDEX;
  d[g + WARM] = m[at + 2];
  d[r + NOW_TORQUE] = m[at + 3];
  d[g + EFFECTIVE_MASS] = m[at + 4];
  d[g + INVERSE_MASS] = m[at + 5];
  d[g + TOTAL] = m[at + 6];
  w[p + LOWER_IMPULSE] = m[at + 7];
  w[p + UPPER_IMPULSE] = m[at + 8];
  w[p + LOWER_STRUCK] = m[at + 9];
  w[p + UPPER_STRUCK] = m[at + 10];
  d[g + VALUE] = m[at + 11];
  w[p + STOPS_HIT] = words[2 * at + HIT_WORD];
  w[p + LIMITS_SUM] = m[at + 16];
  d[r + SUM_TORQUE] = m[at + 17];
  d[r + PEAK_TORQUE] = m[at + 18];
}
