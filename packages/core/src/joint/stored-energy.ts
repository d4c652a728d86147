import { S_STIFFNESS, SPRING, SPRING_FORCE, SPRING_ROW } from '../coordinates/law-fields';
import { I11, I12, I22 } from '../coordinates/point-fields';
import type { Joint } from './joint';
import type { PointCoordinate } from './point-coordinate';
import { ScalarCoordinate } from './scalar-coordinate';
import { GAP_X, GAP_Y } from './record';

/** What the springs of a joint store, J: ½ k s² of the stiffness last prepared; force functions have no known potential. */
export function storedEnergy(joint: Joint): number {
  let energy = 0;
  for (const c of joint.coordinates) {
    if (!(c.flags & SPRING) || c.flags & SPRING_FORCE) continue;
    energy += c instanceof ScalarCoordinate ? storedAlong(c) : storedBetween(c);
  }
  return energy;
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
