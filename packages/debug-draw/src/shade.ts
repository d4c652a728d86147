import { JointFlag, type JointView, type LawView } from '@tenon/core/view';
import type { Role, Weight } from './ink';

/** From here on the structure is bold, and no detail bias is applied. */
export const highStress = 0.8;

/** A law counts as at its cap from this share on. */
const capReached = 0.98;

/** What an arrow shows of a motor without a cap. */
const shareWithoutCap = 0.35;

/** The ink of a joint's structure: what it is made of, not what its laws ask for. `calm`: its ink while it is not loaded. */
export function structureRole(view: JointView, calm: Role = 'load0'): Role {
  if (view.flags & JointFlag.broken) return 'broken';
  if (view.flags & JointFlag.dragging) return 'drag';
  const load = loadRole(view.stress);
  return load === 'load0' ? calm : load;
}

/** The five steps of the load ramp: few, so that the hue does not flicker. */
function loadRole(stress: number): Role {
  if (stress >= 1) return 'load4';
  if (stress >= highStress) return 'load3';
  if (stress >= 0.5) return 'load2';
  if (stress >= 0.25) return 'load1';
  return 'load0';
}

export function structureWeight(view: JointView): Weight {
  return view.stress >= highStress ? 2 : 1;
}

/** True if the law gives all it may. */
export function isAtCap(law: LawView): boolean {
  const force = Math.abs(law.force);
  return force > 0 && force >= capReached * law.cap;
}

/** The ink of a law's glyph: its own, or the top of the ramp when it is at its cap. */
export function lawRole(law: LawView, own: Role): Role {
  return isAtCap(law) ? 'load4' : own;
}

export function lawWeight(law: LawView): Weight {
  return isAtCap(law) ? 2 : 1;
}

/** How much of its cap a motor uses, 0 … 1. */
export function shareOfCap(law: LawView): number {
  const share = Math.abs(law.force) / law.cap;
  return law.cap < Infinity && share >= 0 ? Math.min(share, 1) : shareWithoutCap;
}
