import { factors } from '../coordinate';
import { GAP_X, GAP_Y, MAX_CORRECTION } from '../../state/record';
import {
  FRICTION,
  LOCK,
  LOCK_CAPPED,
  LOCK_CORRECTION,
  LOCK_SOFT,
  NOT_PLAIN,
  SPRING,
  SPRING_CAPPED,
  SPRING_COMPLIANCE,
  SPRING_HERTZ,
  VISCOUS,
} from '../laws/law-fields';
import { writeCorrection } from '../laws/lock';
import {
  actAtCap,
  applyChange,
  book,
  IMPULSE_X,
  IMPULSE_Y,
  MOST,
  now,
  RATE_X,
  RATE_Y,
  react,
  readArc,
  readRate,
  SHARE_A,
  SHARE_B,
  shorten,
  TIME,
  TURNING_X,
  TURNING_Y,
} from './law-at-hand';
import {
  I11,
  I12,
  I22,
  P_FLAGS,
  P_FRICTION_CAP,
  P_FRICTION_ROW,
  P_IMPULSE_X,
  P_IMPULSE_Y,
  P_INVERSE_MASS,
  P_SHARE_A,
  P_SHARE_B,
  P_LOCK_CAP,
  P_LOCK_HERTZ,
  P_LOCK_ROW,
  P_SPRING_A,
  P_SPRING_B,
  P_SPRING_CAP,
  P_SPRING_ROW,
  P_SUM_X,
  P_SUM_Y,
  P_VISCOUS,
  P_VISCOUS_ROW,
  P_WARM_X,
  P_WARM_Y,
  V_BIAS,
  V_GAMMA,
  V_HALVED,
  V_SUM_X,
  V_SUM_Y,
  V_X,
  V_Y,
} from './point-fields';
import { invert, readByHertz, readMass } from './point-mass';
import { asked, MIDPOINT, soften } from '../laws/softness';
import type { StepContext } from '../step-context';

/**
 * The laws of a point other than the plain rigid lock: caps bound the length of the impulse, so they are circles.
 * A soft law adds γ to K, equally in every direction.
 */

/** Brings the soft laws to the pose just measured. */
export function preparePointLaws(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext): void {
  const flags = d[o + P_FLAGS] | 0;
  if (flags & SPRING) {
    if (flags & SPRING_HERTZ) readByHertz(w, p + P_SPRING_ROW, p + P_SPRING_A, asked, 0);
    else {
      asked[0] = flags & SPRING_COMPLIANCE ? 1 / w[p + P_SPRING_A] : w[p + P_SPRING_A];
      asked[1] = w[p + P_SPRING_B];
    }
    setSoftness(w, p, p + P_SPRING_ROW, ctx);
  }
  if (flags & LOCK_SOFT) {
    readByHertz(w, p + P_LOCK_ROW, p + P_LOCK_HERTZ, asked, 0);
    setSoftness(w, p, p + P_LOCK_ROW, ctx);
  }
  if (flags & LOCK_CORRECTION) writeCorrection(w, p + P_LOCK_HERTZ, p + P_LOCK_ROW + V_BIAS, ctx);
  if (flags & VISCOUS) {
    asked[0] = 0;
    asked[1] = w[p + P_VISCOUS];
    setSoftness(w, p, p + P_VISCOUS_ROW, ctx);
  }
}

/** From stiffness and damping in `asked` of the law at `s`: γ, and the share of the gap in the bias. */
function setSoftness(w: Float64Array, p: number, s: number, ctx: StepContext): void {
  const { h } = ctx;
  const inverseMass = w[p + P_INVERSE_MASS];
  asked[0] *= h * h * inverseMass;
  asked[1] *= h * inverseMass;
  const way = soften(ctx);
  const a = (way === MIDPOINT ? asked[0] / 2 : asked[0]) + asked[1];
  w[s + V_HALVED] = way === MIDPOINT ? 0 : 1;
  w[s + V_GAMMA] = a > 0 ? (2 / a) * inverseMass : 0;
  w[s + V_BIAS] = a > 0 ? asked[0] / (a * h) : 0;
}

/** Solves all laws of one point once, softest first: spring, viscous and Coulomb friction, lock. */
export function solvePointLaws(
  d: Float64Array,
  r: number,
  o: number,
  w: Float64Array,
  p: number,
  v: Float64Array,
  a: number,
  b: number,
  ctx: StepContext,
): void {
  const flags = d[o + P_FLAGS] | 0;
  now[SHARE_A] = d[o + P_SHARE_A];
  now[SHARE_B] = d[o + P_SHARE_B];
  readArc(d, r, v, a, b, ctx);
  w[p + P_WARM_X] = 0;
  w[p + P_WARM_Y] = 0;
  if (flags & SPRING)
    soft(d, r, o, w, p, p + P_SPRING_ROW, v, a, b, ctx, flags & SPRING_CAPPED ? p + P_SPRING_CAP : NO_FIELD);
  if (flags & VISCOUS) soft(d, r, o, w, p, p + P_VISCOUS_ROW, v, a, b, ctx, NO_FIELD);
  if (flags & FRICTION) friction(d, r, o, w, p, v, a, b, ctx);
  if (flags & LOCK_SOFT) softLock(d, r, o, w, p, v, a, b, ctx, flags);
  else if (flags & LOCK) lock(d, r, o, w, p, v, a, b, ctx, flags);
}

/** Says that a law has no cap. */
const NO_FIELD = -1;

function soft(
  d: Float64Array,
  r: number,
  o: number,
  w: Float64Array,
  p: number,
  s: number,
  v: Float64Array,
  a: number,
  b: number,
  ctx: StepContext,
  cap: number,
): void {
  if (ctx.relax && w[s + V_HALVED] === 0) {
    // It is not solved again: what it does in this pass is its warm start.
    now[IMPULSE_X] = w[s + V_X];
    now[IMPULSE_Y] = w[s + V_Y];
    book(d, r, w, p, s);
    return;
  }
  readSoftRate(d, r, w, s, v, a, b);
  now[IMPULSE_X] = w[s + V_X];
  now[IMPULSE_Y] = w[s + V_Y];
  if (w[s + V_GAMMA] > 0) yieldTo(d, o, w, s);
  if (cap !== NO_FIELD) {
    now[MOST] = (w[cap] * ctx.h) / 2;
    if (now[IMPULSE_X] * now[IMPULSE_X] + now[IMPULSE_Y] * now[IMPULSE_Y] > now[MOST] * now[MOST]) actAtCap(d, o, w, s);
  }
  applyChange(d, r, w, s + V_X, v, a, b);
  book(d, r, w, p, s);
}

/** Leaves the rate and the bias of a soft law at `s` in `now`. */
function readSoftRate(
  d: Float64Array,
  r: number,
  w: Float64Array,
  s: number,
  v: Float64Array,
  a: number,
  b: number,
): void {
  readRate(d, r, v, a, b);
  // A spring pulls along its gap in the middle of the substep, a stiff one along that at its end, turned with the bodies.
  const time = now[TIME] * (1 + w[s + V_HALVED]);
  now[RATE_X] += w[s + V_BIAS] * (d[r + GAP_X] + time * now[TURNING_X]);
  now[RATE_Y] += w[s + V_BIAS] * (d[r + GAP_Y] + time * now[TURNING_Y]);
}

/** K + γ of a soft law, and its inverse. */
const mass = new Float64Array(3);

/** Of a law at `s` whose impulse is P and whose rate is in `now`: P −= (K + γ)⁻¹ (rate + γP). */
function yieldTo(d: Float64Array, o: number, w: Float64Array, s: number): void {
  const gamma = w[s + V_GAMMA];
  const x = now[RATE_X] + gamma * now[IMPULSE_X];
  const y = now[RATE_Y] + gamma * now[IMPULSE_Y];
  readMass(d, o, mass);
  mass[0] += gamma;
  mass[2] += gamma;
  invert(mass, 0);
  now[IMPULSE_X] -= mass[0] * x + mass[1] * y;
  now[IMPULSE_Y] -= mass[1] * x + mass[2] * y;
}

function friction(
  d: Float64Array,
  r: number,
  o: number,
  w: Float64Array,
  p: number,
  v: Float64Array,
  a: number,
  b: number,
  ctx: StepContext,
): void {
  const s = p + P_FRICTION_ROW;
  const most = (w[p + P_FRICTION_CAP] * ctx.h) / 2;
  const lastX = w[s + V_X];
  const lastY = w[s + V_Y];
  readRate(d, r, v, a, b);
  now[IMPULSE_X] = lastX - d[o + I11] * now[RATE_X] - d[o + I12] * now[RATE_Y];
  now[IMPULSE_Y] = lastY - d[o + I12] * now[RATE_X] - d[o + I22] * now[RATE_Y];
  if (now[IMPULSE_X] * now[IMPULSE_X] + now[IMPULSE_Y] * now[IMPULSE_Y] > most * most) {
    const slipped = lastX * lastX + lastY * lastY >= most * most * (1 - 1e-9);
    if (ctx.relax && slipped && lastX * now[RATE_X] + lastY * now[RATE_Y] <= 0) {
      // What slips on is rubbed against the mean rate of the substep in both of its halves.
      now[IMPULSE_X] = lastX;
      now[IMPULSE_Y] = lastY;
    } else {
      now[MOST] = most;
      actAtCap(d, o, w, s);
    }
  }
  applyChange(d, r, w, s + V_X, v, a, b);
  book(d, r, w, p, s);
}

function softLock(
  d: Float64Array,
  r: number,
  o: number,
  w: Float64Array,
  p: number,
  v: Float64Array,
  a: number,
  b: number,
  ctx: StepContext,
  flags: number,
): void {
  const s = p + P_LOCK_ROW;
  const beforeX = w[s + V_SUM_X];
  const beforeY = w[s + V_SUM_Y];
  soft(d, r, o, w, p, s, v, a, b, ctx, flags & LOCK_CAPPED ? p + P_LOCK_CAP : NO_FIELD);
  d[o + P_SUM_X] += w[s + V_SUM_X] - beforeX;
  d[o + P_SUM_Y] += w[s + V_SUM_Y] - beforeY;
}

/** A rigid lock with a cap or a correction of its own. */
function lock(
  d: Float64Array,
  r: number,
  o: number,
  w: Float64Array,
  p: number,
  v: Float64Array,
  a: number,
  b: number,
  ctx: StepContext,
  flags: number,
): void {
  const { h, relax } = ctx;
  const beforeX = d[o + P_IMPULSE_X];
  const beforeY = d[o + P_IMPULSE_Y];
  // By way of `now`: chosen by a condition it would be allocated.
  now[MOST] = Infinity;
  if (flags & LOCK_CAPPED) now[MOST] = (w[p + P_LOCK_CAP] * h) / 2;
  const most = now[MOST];
  // What reached its cap pulls on: relaxed it would take back the speed that it gave.
  const relaxed = relax && beforeX * beforeX + beforeY * beforeY < most * most * (1 - 1e-9);
  const corrected = flags & LOCK_CORRECTION;
  const massScale = relaxed || corrected ? 1 : ctx.massScale;
  const impulseScale = relaxed || corrected ? 0 : ctx.impulseScale;
  readRate(d, r, v, a, b);
  let x = now[RATE_X];
  let y = now[RATE_Y];
  if (!relaxed) {
    const biasRate = corrected ? w[p + P_LOCK_ROW + V_BIAS] : ctx.biasRate;
    // In the place of the impulse, which comes after it.
    now[IMPULSE_X] = d[r + GAP_X] * biasRate;
    now[IMPULSE_Y] = d[r + GAP_Y] * biasRate;
    now[MOST] = d[r + MAX_CORRECTION];
    shorten();
    x += now[IMPULSE_X];
    y += now[IMPULSE_Y];
  }
  now[IMPULSE_X] = beforeX - massScale * (d[o + I11] * x + d[o + I12] * y) - impulseScale * beforeX;
  now[IMPULSE_Y] = beforeY - massScale * (d[o + I12] * x + d[o + I22] * y) - impulseScale * beforeY;
  if (now[IMPULSE_X] * now[IMPULSE_X] + now[IMPULSE_Y] * now[IMPULSE_Y] > most * most) {
    now[RATE_X] = x;
    now[RATE_Y] = y;
    now[MOST] = most;
    actAtCap(d, o, d, o + P_IMPULSE_X);
  }
  applyChange(d, r, d, o + P_IMPULSE_X, v, a, b);
  d[o + P_SUM_X] += now[IMPULSE_X];
  d[o + P_SUM_Y] += now[IMPULSE_Y];
  react(d, r, w, p);
}

/** Multiplies every accumulated impulse by one of `factors`: where they are forgotten their sign is, too, since a hash knows −0 from 0. */
export function scalePointImpulses(d: Float64Array, o: number, w: Float64Array, p: number, by: number): void {
  const factor = factors[by];
  d[o + P_IMPULSE_X] = d[o + P_IMPULSE_X] * factor + 0;
  d[o + P_IMPULSE_Y] = d[o + P_IMPULSE_Y] * factor + 0;
  for (let i = 0; i < IMPULSES.length; i++) w[p + IMPULSES[i]] = w[p + IMPULSES[i]] * factor + 0;
}

/** Zeroes what is summed over a step. */
export function clearPointSums(d: Float64Array, o: number, w: Float64Array, p: number): void {
  d[o + P_SUM_X] = 0;
  d[o + P_SUM_Y] = 0;
  if ((d[o + P_FLAGS] | 0) & NOT_PLAIN) for (const i of SUMS) w[p + i] = 0;
}

const ROWS = [P_SPRING_ROW, P_LOCK_ROW, P_FRICTION_ROW, P_VISCOUS_ROW];
const IMPULSES = [P_WARM_X, P_WARM_Y, ...ROWS.flatMap((row) => [row + V_X, row + V_Y])];
const SUMS = ROWS.flatMap((row) => [row + V_SUM_X, row + V_SUM_Y]);
