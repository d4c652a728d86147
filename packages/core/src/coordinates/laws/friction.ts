import { after, takeAndBook } from './accumulate';
import {
  BEARING,
  FRICTION_CAP,
  FRICTION_COEFFICIENT,
  FRICTION_IMPULSE,
  FRICTION_LOAD,
  FRICTION_RADIUS,
  FRICTION_SUM,
} from './law-fields';
import { EFFECTIVE_MASS, RATE } from '../scalar';
import type { StepContext } from '../step-context';

/** Coulomb friction: takes out the rate with at most its cap, or what the load on its bearing rubs. */
export function friction(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  flags: number,
): void {
  const most =
    flags & BEARING
      ? w[p + FRICTION_COEFFICIENT] * w[p + FRICTION_RADIUS] * w[p + FRICTION_LOAD]
      : (w[p + FRICTION_CAP] * ctx.h) / 2;
  const free = w[p + FRICTION_IMPULSE] - d[o + EFFECTIVE_MASS] * d[o + RATE];
  after[0] = Math.max(-most, Math.min(most, free));
  takeAndBook(d, o, w, p + FRICTION_IMPULSE, p + FRICTION_SUM, 1);
}
