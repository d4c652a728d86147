import {
  S_STIFFNESS,
  SPRING,
  SPRING_FORCE,
  SPRING_FUNCTION,
  SPRING_ROW,
  SPRING_TARGET,
} from '../coordinates/law-fields';
import { I11, I12, I22 } from '../coordinates/point-fields';
import { NODES, WEIGHTS } from '../math/gauss';
import type { Joint } from './joint';
import type { PointCoordinate } from './point-coordinate';
import { ScalarCoordinate } from './scalar-coordinate';
import { GAP_X, GAP_Y } from './record';

/** Pieces of a stretch over which a force function is integrated, 8 points each. */
const PANELS = 8;

/**
 * What the springs of a joint store, J: ½ k s² of the stiffness last prepared. What a force function stores is the work
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
  const half = (c.value - c.law(SPRING_TARGET)) / (2 * PANELS);
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
  const stretch = c.value - (c.spring?.target ?? 0);
  const stiffness = c.spring?.stiffness ?? c.law(SPRING_ROW + S_STIFFNESS) / c.stiffnessScale;
  // stiffness is per metre (or rad), stretch in world units (or rad).
  const unit = c.unit === 'angle' ? 1 : c.joint.requireWorld().lengthUnit;
  return (stiffness * stretch * stretch) / (2 * unit * unit);
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
  const massGap = c.row(I11) * x * x + 2 * c.row(I12) * x * y + c.row(I22) * y * y;
  return (omega * omega * massGap) / (2 * unit * unit);
}
