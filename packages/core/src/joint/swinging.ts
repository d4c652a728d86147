import { INV_INERTIA, INV_MASS } from '../body/body-store';
import {
  LOCK_HERTZ,
  LOCK_SOFT,
  SPRING,
  SPRING_A,
  SPRING_B,
  SPRING_COMPLIANCE,
  SPRING_FORCE,
  SPRING_HERTZ,
} from '../coordinates/laws/law-fields';
import { P_LOCK_HERTZ, P_SPRING_A } from '../coordinates/points/point-fields';
import type { JointBatch } from './batch/joint-batch';
import type { CoordinateBase } from './coordinate-base';
import type { CoordinateSpec } from './joint-type';

/** What is damped by less than this, of critical, may gain more by locks that answer late than it loses: at 0.05 it still does, at 0.07 none was seen to. */
const LIGHTLY = 0.1;

/**
 * True of a coordinate that swings: it is held by a spring, or a soft lock, that hardly damps. How a force function damps is not
 * known before it is called.
 */
export function swings(
  { rows, laws: w, bodies, columns, stride, lawsStride }: JointBatch,
  j: number,
  { kind, at, law }: CoordinateSpec,
  v: Float64Array,
): boolean {
  const flags = rows[j * stride + at + kind.flagsAt] | 0;
  const p = j * lawsStride + law;
  if (flags & LOCK_SOFT && w[p + (kind.scalar ? LOCK_HERTZ : P_LOCK_HERTZ) + 1] < LIGHTLY) return true;
  if (!(flags & SPRING)) return false;
  if (flags & SPRING_FORCE) return true;
  const given = p + (kind.scalar ? SPRING_A : P_SPRING_A);
  const damping = w[given + SPRING_B - SPRING_A];
  if (flags & SPRING_HERTZ) return damping < LIGHTLY;
  const by = kind.unit === 'angle' ? INV_INERTIA : INV_MASS;
  const stiffness = flags & SPRING_COMPLIANCE ? 1 / w[given] : w[given];
  let inverseMass = 0;
  for (let c = j * columns; c < (j + 1) * columns; c++) inverseMass += v[bodies[c] + by];
  // c = 2ζ √(k / K), K without arms and weights.
  return damping * damping * inverseMass < 4 * LIGHTLY * LIGHTLY * stiffness;
}

/** Tunes a law of a coordinate. Hubs are looked for anew where that makes it swing, or cease to. */
export function tuneSwing({ joint, spec }: CoordinateBase, tune: () => void): void {
  const { batch, slot } = joint.record();
  const { motion } = joint.requireWorld().store;
  const before = swings(batch, slot, spec, motion);
  tune();
  if (swings(batch, slot, spec, motion) !== before) batch.lawsChanged = true;
}
