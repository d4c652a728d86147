import { INV_INERTIA, INV_MASS } from '../body/body-store';
import {
  SPRING,
  SPRING_A,
  SPRING_COMPLIANCE,
  SPRING_FORCE,
  SPRING_FUNCTION,
  SPRING_HERTZ,
  SPRING_TARGET,
} from '../coordinates/law-fields';
import { I11, I12, I22, POINT_LAWS_SIZE, POINT_SIZE } from '../coordinates/point-fields';
import { moveArms, writeInverse, writeShares } from '../coordinates/point-mass';
import { NODES, WEIGHTS } from '../math/gauss';
import { found, measureInverseMass } from './inverse-mass';
import type { Joint } from './joint';
import type { PointCoordinate } from './point-coordinate';
import { ScalarCoordinate } from './scalar-coordinate';
import { GAP_X, GAP_Y } from './record';

/** Pieces of a stretch over which a force function is integrated, 8 points each. */
const PANELS = 8;

/**
 * What the springs of a joint store, J: ½ k s², of one given by hertz with the effective mass at the present poses. What a force function stores is the work
 * of stretching it at rate 0 from its target to where it is: −∫ F(s, 0) ds. It is below 0 where the function pushes away
 * from the target, and 0 where it is not finite.
 */
export function storedEnergy(joint: Joint): number {
  let energy = 0;
  for (let i = 0; i < joint.coordinates.length; i++) {
    const c = joint.coordinates[i];
    if (!(c.flags & SPRING)) continue;
    if (!(c instanceof ScalarCoordinate)) energy += storedBetween(c);
    else energy += c.flags & SPRING_FORCE ? storedByFunction(c) : storedAlong(c);
  }
  return energy;
}

function storedByFunction(c: ScalarCoordinate): number {
  const world = c.joint.requireWorld();
  const { force, failed } = world.forceTable.functions[c.law(SPRING_FUNCTION)];
  if (failed) return 0;
  const half = (c.seen - c.law(SPRING_TARGET)) / (2 * PANELS);
  let sum = 0;
  for (let panel = 0; panel < PANELS; panel++) {
    const middle = (2 * panel + 1) * half;
    for (let i = 0; i < NODES.length; i++)
      sum += WEIGHTS[i] * (force(middle - NODES[i] * half, 0) + force(middle + NODES[i] * half, 0));
  }
  const energy = (-sum * half) / (c.unit === 'angle' ? 1 : world.lengthUnit);
  return Number.isFinite(energy) ? energy : 0;
}

function storedAlong(c: ScalarCoordinate): number {
  const stretch = c.seen - c.law(SPRING_TARGET);
  // Stiffness is per metre (or rad), stretch in world units (or rad).
  const unit = c.unit === 'angle' ? 1 : c.joint.requireWorld().lengthUnit;
  return ((stiffnessOf(c) / c.stiffnessScale) * stretch * stretch) / (2 * unit * unit);
}

/** As the next step will prepare it, from the coordinate as just measured. */
function stiffnessOf(c: ScalarCoordinate): number {
  const given = c.law(SPRING_A);
  if (c.flags & SPRING_COMPLIANCE) return 1 / given;
  if (!(c.flags & SPRING_HERTZ)) return given;
  const { batch, slot } = c.joint.record();
  const omega = 2 * Math.PI * given;
  measureInverseMass(batch, slot, c.spec, batch.coordinates.length, noneHolds, motionOf(c), null);
  return found[0] > 0 ? (omega * omega) / found[0] : 0;
}

function noneHolds(): boolean {
  return false;
}

function motionOf(c: ScalarCoordinate | PointCoordinate): Float64Array {
  return c.joint.requireWorld().store.motion;
}

/** Of a spring between two points; one given by hertz is as stiff as the effective mass along each direction asks for. */
function storedBetween(c: PointCoordinate): number {
  const { spring, joint } = c;
  if (spring === null) return 0;
  const gap = c.value;
  const unit = joint.requireWorld().lengthUnit;
  const { hertz, compliance, stiffness } = spring;
  if (hertz === null)
    return ((compliance === null ? (stiffness ?? 0) : 1 / compliance) * gap * gap) / (2 * unit * unit);
  const x = joint.read(GAP_X);
  const y = joint.read(GAP_Y);
  const omega = 2 * Math.PI * hertz;
  measureInverse(c);
  const massGap = inverse[I11] * x * x + 2 * inverse[I12] * x * y + inverse[I22] * y * y;
  return (omega * omega * massGap) / (2 * unit * unit);
}

/** Inverse of K = J M⁻¹ Jᵀ of a point as just measured, where its impulses act. */
function measureInverse(c: PointCoordinate): void {
  const { kind, at } = c.spec;
  const { batch, slot } = c.joint.record();
  const v = motionOf(c);
  const r = slot * batch.stride;
  const flags = batch.rows[r + at + kind.flagsAt] | 0;
  writeShares(shares, 0, flags, v, batch.bodies[2 * slot], batch.bodies[2 * slot + 1]);
  for (let row = 0; row < 2; row++) {
    kind.jacobian(batch.rows, r, r + at, 2, row, J, 6 * row);
    moveArms(batch.rows, r, flags, shares, 0, row, J, 6 * row);
  }
  let k11 = 0;
  let k12 = 0;
  let k22 = 0;
  for (let i = 0; i < 6; i++) {
    const b = batch.bodies[2 * slot + (i < 3 ? 0 : 1)];
    const m = v[b + (i % 3 === 2 ? INV_INERTIA : INV_MASS)];
    k11 += m * J[i] * J[i];
    k12 += m * J[i] * J[6 + i];
    k22 += m * J[6 + i] * J[6 + i];
  }
  writeInverse(inverse, 0, k11, k12, k22);
}

const J = new Float64Array(12);
const shares = new Float64Array(POINT_LAWS_SIZE);
const inverse = new Float64Array(POINT_SIZE);
