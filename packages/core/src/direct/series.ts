import type { DirectIsland } from './island-system';

/**
 * Where Newton creeps. Its matrix has the gradient of the mean pose for that of the end: where an impulse of kilonewton seconds turns its own
 * direction, increments only fall by the same share each, in line. They are the terms of a geometric series, whose rest is taken at once.
 */

/** Cosine squared between increments that are in line. */
const IN_LINE = 0.96;
/** Terms that fall by less than this are not known to come to an end. */
const MOST_RATIO = 0.97;

/** Keeps the increment; of the second in a row that creeps the rest of the series goes to the share that is taken. */
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
  if (parts.crept[part] > 1 && both > 0 && both * both > IN_LINE * now * before && both < MOST_RATIO * before)
    parts.share[part] = before / (before - both);
}
