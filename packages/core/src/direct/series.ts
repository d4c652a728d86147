import type { DirectIsland } from './island/island-system';

/**
 * Where Newton creeps. Its matrix has the gradient of the mean pose for that of the end: where an impulse of kilonewton seconds turns its own
 * direction, increments only fall by the same share each, in line. They are the terms of a geometric series, whose rest is taken at once. Where a
 * curve bends within the step they go to and fro, for ever: so do the terms of a series, whose sum lies half way.
 */

/** Cosine squared between increments that are in line. */
const IN_LINE = 0.96;
/** Terms that fall by less than this are not known to come to an end. */
const MOST_RATIO = 0.97;

/** So many increments in a row creep, or go to and fro, before the rest is taken. */
const CREEPING = 2,
  SWINGING = 4;

/** Keeps the increment; the rest of a series goes to the share that is taken. */
export function takeRest({ du, lastDu, mass, parts }: DirectIsland, part: number): void {
  let now = 0;
  let both = 0;
  let before = 0;
  for (let i = 3 * part * parts.bodies, end = i + 3 * parts.bodies; i < end; i++) {
    now += mass[i] * du[i] * du[i];
    both += mass[i] * du[i] * lastDu[i];
    before += mass[i] * lastDu[i] * lastDu[i];
    lastDu[i] = du[i];
  }
  const terms = both > 0 ? CREEPING : SWINGING;
  if (parts.crept[part] >= terms && both * both > IN_LINE * now * before && both < MOST_RATIO * before)
    parts.share[part] = before / (before - both);
}
