import { S_STIFFNESS, SPRING, SPRING_FORCE, SPRING_ROW } from '../coordinates/law-fields';
import type { Joint } from './joint';
import { ScalarCoordinate } from './scalar-coordinate';

/** What the springs of a joint store, J: ½ k s² of the stiffness last prepared; force functions have no known potential. */
export function storedEnergy(joint: Joint): number {
  let energy = 0;
  for (const c of joint.coordinates) {
    if (c instanceof ScalarCoordinate && c.flags & SPRING && !(c.flags & SPRING_FORCE)) {
      const stretch = c.value - (c.spring?.target ?? 0);
      const stiffness = c.spring?.stiffness ?? c.law(SPRING_ROW + S_STIFFNESS) / c.stiffnessScale;
      // stiffness is per metre (or rad), stretch in world units (or rad).
      const unit = c.unit === 'angle' ? 1 : joint.requireWorld().lengthUnit;
      energy += (stiffness * stretch * stretch) / (2 * unit * unit);
    }
  }
  return energy;
}
