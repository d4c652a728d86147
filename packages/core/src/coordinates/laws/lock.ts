import { MAX_CORRECTION } from '../../state/record';
import { expAt, logAt } from '../../math/trig';
import { after, correction, take, weaker } from './accumulate';
import { LOCK_CAP, LOCK_CAPPED, LOCK_CORRECTION, LOCK_ROW, LOCK_SOFT, S_BIAS, S_SUM } from './law-fields';
import { EFFECTIVE_MASS, LOCK_IMPULSE, LOCK_SUM, RATE, TARGET, TOTAL, VALUE, WARM } from '../scalar';
import { NO_FIELD, soft } from './soft-laws';
import type { StepContext } from '../step-context';

/** What holds a scalar coordinate from both sides. */

/** Holds the value at its target: rigid, or soft as a spring, with at most its cap. */
export function lock(
  d: Float64Array,
  r: number,
  o: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  flags: number,
): void {
  if (flags & LOCK_SOFT) {
    const s = p + LOCK_ROW;
    const sumBefore = w[s + S_SUM];
    soft(d, o, w, s, ctx, flags & LOCK_CAPPED ? p + LOCK_CAP : NO_FIELD);
    d[o + LOCK_SUM] += w[s + S_SUM] - sumBefore;
    return;
  }
  const corrected = (flags & LOCK_CORRECTION) !== 0;
  const most = flags & LOCK_CAPPED ? (w[p + LOCK_CAP] * ctx.h) / 2 : Infinity;
  after[0] = d[o + LOCK_IMPULSE];
  after[1] = (d[o + VALUE] - d[o + TARGET]) * (corrected ? w[p + LOCK_ROW + S_BIAS] : ctx.biasRate);
  // What reached its cap pulls on: relaxed it would take back the speed that it gave.
  rigid(d, r, o, ctx, corrected, ctx.relax && Math.abs(after[0]) < most);
  keepWithin(most);
  take(d, o, d, o + LOCK_IMPULSE, 1);
  d[o + LOCK_SUM] += after[0];
  d[o + WARM] += after[0];
  d[o + TOTAL] += after[0];
}

/**
 * A two-sided rigid row: `after` holds its accumulated impulse, and what its error pulls, and is left with the impulse after this
 * visit. `corrected`: by a rate of its own, without the softness of the others.
 */
export function rigid(
  d: Float64Array,
  r: number,
  o: number,
  ctx: StepContext,
  corrected: boolean,
  relaxed: boolean,
): void {
  const most = d[r + MAX_CORRECTION] * ctx.correctionScale;
  const bias = Math.max(-most, Math.min(most, after[1]));
  if (relaxed) after[0] -= d[o + EFFECTIVE_MASS] * d[o + RATE];
  else if (corrected) {
    after[0] -= d[o + EFFECTIVE_MASS] * (d[o + RATE] + bias);
    correction[0] = -d[o + EFFECTIVE_MASS] * bias;
  } else {
    after[1] = bias;
    holdSoftly(d, o, ctx);
    correction[0] = -(d[o + EFFECTIVE_MASS] * ctx.massScale * bias + after[1]) / (1 + ctx.impulseScale);
  }
}

/** Limits the impulse in `after` to a cap, beyond which a lock gives what it can, whatever its error. */
export function keepWithin(most: number): void {
  // What is no number stays none: it is found at the end of the step.
  if (!(Math.abs(after[0]) >= most)) return;
  after[0] = after[0] < 0 ? -most : most;
  correction[0] = 0;
}

/**
 * From the accumulated impulse and the bias in `after` the impulse after this visit, as soft as a lock is, and what it gave off of the
 * former one. What bears the weaker laws of its coordinate gives off none of that: it would be pushed along.
 */
export function holdSoftly(d: Float64Array, o: number, ctx: StepContext): void {
  const before = after[0];
  const push = weaker[0];
  const borne = before * push < 0 ? (Math.abs(push) < Math.abs(before) ? -push : before) : 0;
  const given = ctx.impulseScale * (before - borne);
  after[0] = before - d[o + EFFECTIVE_MASS] * ctx.massScale * (d[o + RATE] + after[1]) - given;
  after[1] = given;
}

/** Writes to w[to] the rate by which a lock corrects its error, of the share at w[left] that it leaves of it after a second. */
export function writeCorrection(w: Float64Array, left: number, to: number, { h }: StepContext): void {
  w[to] = w[left];
  logAt(w, to);
  w[to] *= h;
  expAt(w, to);
  w[to] = (1 - w[to]) / h;
}
