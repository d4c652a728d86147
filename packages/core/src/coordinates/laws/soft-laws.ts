import { after, keepWithin, takeAndBook } from './accumulate';
import { linearizeForce } from './force-function';
import {
  FRICTION_VISCOUS,
  LIMITS_EQUAL,
  LIMITS_HERTZ,
  LIMITS_ROW,
  LIMITS_SUM,
  LOCK_HERTZ,
  LOCK_ROW,
  LOWER,
  LOWER_BOUND,
  SOFT_FROM,
  SPRING_A,
  SPRING_B,
  SPRING_COMPLIANCE,
  SPRING_FORCE,
  SPRING_FUNCTION,
  SPRING_HERTZ,
  SPRING_ROW,
  SPRING_TARGET,
  S_BIAS,
  S_DAMPING,
  S_FORCE,
  S_GAMMA,
  S_GIVE,
  S_HALVED,
  S_IMPULSE,
  S_STIFFNESS,
  S_STRETCH,
  S_SUM,
  S_THETA,
  UPPER,
  UPPER_BOUND,
  VISCOUS_ROW,
} from './law-fields';
import { EFFECTIVE_MASS, INVERSE_MASS, RATE, TARGET, TOTAL, VALUE, WARM } from '../scalar';
import { AS_LOCK, asked, BOTH_PASSES, MIDPOINT, soften, softTheta } from './softness';
import type { StepContext } from '../step-context';

/**
 * Soft laws of a scalar coordinate: springs, soft locks, soft stops, viscous friction. Each is a row that pulls with a stiffness and a
 * damping of its own.
 */

/** Says that a law has no cap: a double in its place would be allocated. */
export const NO_FIELD = -1;

/** Sets the soft row at `s` from its stiffness, damping and force; `S_THETA` is the direct step's (softness.ts). */
function setRow(d: Float64Array, o: number, w: Float64Array, s: number, ctx: StepContext): void {
  const { h } = ctx;
  const inverseMass = d[o + INVERSE_MASS];
  const k = w[s + S_STIFFNESS];
  const c = w[s + S_DAMPING];
  const force = w[s + S_FORCE];
  const z = h * h * k * inverseMass;
  const damping = h * c * inverseMass;
  // A pure damper has no frequency; beyond hcK = 2 the midpoint rule would turn the motion round.
  w[s + S_THETA] = k > 0 || damping <= 2 ? softTheta(z) : 1;
  asked[0] = z;
  asked[1] = damping;
  const way = soften(ctx);
  w[s + S_HALVED] = way === MIDPOINT ? 0 : 1;
  if (way === AS_LOCK) {
    const a = (asked[0] + asked[1]) / (h * inverseMass);
    w[s + S_GAMMA] = 2 / (h * a);
    w[s + S_BIAS] = (-asked[0] * force) / (z * a);
  } else if (way === BOTH_PASSES) {
    const a = h * k + c;
    w[s + S_GAMMA] = 2 / (h * a);
    w[s + S_BIAS] = -force / a;
  } else {
    const a = (h * k) / 2 + c;
    w[s + S_GAMMA] = a > 0 ? 2 / (h * a) : 0;
    w[s + S_BIAS] = a > 0 ? -force / a : (h * force) / 2;
  }
  w[s + S_GIVE] = inverseMass + w[s + S_GAMMA];
}

/** The same for a row whose force is −stiffness · `S_STRETCH`. */
function setLinearRow(d: Float64Array, o: number, w: Float64Array, s: number, ctx: StepContext): void {
  w[s + S_FORCE] = -w[s + S_STIFFNESS] * w[s + S_STRETCH];
  setRow(d, o, w, s, ctx);
}

/**
 * Writes stiffness and damping of a soft row whose hertz are at w[given], its damping ratio behind them. What has a stiffness keeps it, and
 * damps by it: the effective mass changes with the pose, and a stiffness that followed it gave back another energy than it took. A body on a
 * spring off its centre went from 8 to 520 J in 40 s.
 */
function readHertz(d: Float64Array, o: number, w: Float64Array, s: number, given: number): void {
  const omega = 2 * Math.PI * w[given];
  if (w[s + S_STIFFNESS] === 0) w[s + S_STIFFNESS] = d[o + EFFECTIVE_MASS] * omega * omega;
  w[s + S_DAMPING] = (2 * w[given + 1] * w[s + S_STIFFNESS]) / omega;
}

export function prepareSpring(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  flags: number,
): void {
  const s = p + SPRING_ROW;
  w[s + S_STRETCH] = d[o + VALUE] - w[p + SPRING_TARGET];
  if (flags & SPRING_FORCE) {
    linearizeForce(d, o, w, s, ctx, w[p + SPRING_FUNCTION]);
    setRow(d, o, w, s, ctx);
  } else if (flags & SPRING_HERTZ) {
    readHertz(d, o, w, s, p + SPRING_A);
    setLinearRow(d, o, w, s, ctx);
  } else {
    w[s + S_STIFFNESS] = flags & SPRING_COMPLIANCE ? 1 / w[p + SPRING_A] : w[p + SPRING_A];
    w[s + S_DAMPING] = w[p + SPRING_B];
    setLinearRow(d, o, w, s, ctx);
  }
}

export function prepareSoftLock(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext): void {
  w[p + LOCK_ROW + S_STRETCH] = d[o + VALUE] - d[o + TARGET];
  readHertz(d, o, w, p + LOCK_ROW, p + LOCK_HERTZ);
  setLinearRow(d, o, w, p + LOCK_ROW, ctx);
}

/** What is beyond its bound is thrown back with the stiffness that the stop was met with. */
export function prepareSoftLimits(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  flags: number,
): void {
  const below = flags & LOWER ? d[o + VALUE] - w[p + LOWER_BOUND] : 0;
  const above = flags & UPPER ? d[o + VALUE] - w[p + UPPER_BOUND] : 0;
  const s = p + LIMITS_ROW;
  w[s + S_STRETCH] = below < 0 ? below : above > 0 ? above : 0;
  if (w[s + S_STRETCH] === 0 && !(flags & LIMITS_EQUAL)) w[s + S_STIFFNESS] = 0;
  readHertz(d, o, w, s, p + LIMITS_HERTZ);
  setLinearRow(d, o, w, s, ctx);
}

export function prepareViscous(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext): void {
  const s = p + VISCOUS_ROW;
  w[s + S_STRETCH] = 0;
  w[s + S_STIFFNESS] = 0;
  w[s + S_DAMPING] = w[p + FRICTION_VISCOUS];
  setLinearRow(d, o, w, s, ctx);
}

/** A soft row at `s`; the number at `cap` bounds its force. */
export function soft(d: Float64Array, o: number, w: Float64Array, s: number, ctx: StepContext, cap: number): void {
  if (!pullSoft(d, o, w, s, ctx)) return;
  if (cap !== NO_FIELD) keepWithin(w, cap, ctx);
  takeAndBook(d, o, w, s + S_IMPULSE, s + S_SUM, 1);
}

/** Leaves the new impulse of a soft row in `after`; false where it is not solved in this pass: what it does then is its warm start. */
function pullSoft(d: Float64Array, o: number, w: Float64Array, s: number, { relax }: StepContext): boolean {
  const before = w[s + S_IMPULSE];
  if (relax && w[s + S_HALVED] === 0) {
    d[o + WARM] += before;
    d[o + TOTAL] += before;
    w[s + S_SUM] += before;
    return false;
  }
  const gamma = w[s + S_GAMMA];
  // γ = 0: neither stiffness nor damping, the impulse is the given force alone.
  after[0] = gamma > 0 ? before - (d[o + RATE] + w[s + S_BIAS] + gamma * before) / w[s + S_GIVE] : w[s + S_BIAS];
  return true;
}

/**
 * A soft stop is a spring that only pushes, while the bound is passed; bounds that are one hold from both sides. The number at `cap` bounds
 * its force.
 */
export function softLimits(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  flags: number,
  cap: number,
): void {
  const s = p + LIMITS_ROW;
  const stretch = w[s + S_STRETCH];
  const sumBefore = w[s + S_SUM];
  const isOne = (flags & LIMITS_EQUAL) !== 0;
  const isResolved = !isOne && w[s + S_HALVED] === 0;
  if (isResolved && ctx.relax) findRest(d, o, w, p, ctx, flags);
  else if (isResolved) findPush(d, o, w, p, ctx, flags);
  else if (stretch === 0 && !isOne) after[0] = 0;
  else if (!pullSoft(d, o, w, s, ctx)) {
    w[p + LIMITS_SUM] += w[s + S_SUM] - sumBefore;
    return;
  } else if (!isOne && after[0] * stretch > 0) after[0] = 0;
  w[p + SOFT_FROM] = ctx.relax || isOne ? 0 : d[o + VALUE];
  if (cap !== NO_FIELD) keepWithin(w, cap, ctx);
  takeAndBook(d, o, w, s + S_IMPULSE, s + S_SUM, 1);
  w[p + LIMITS_SUM] += w[s + S_SUM] - sumBefore;
}

/*
 * What a resolved soft stop gives on the part of the way of a substep that lies beyond it, so that it takes and gives back what is stored
 * there and no more. From x₀ to x₁ beyond the bound, at the mean rate v:
 *
 *   met    P = k x₁² / 2v + c x₁          left   P = k x₀² / 2v − c x₀
 *
 * Half of it comes before the move, by the rate that it leaves, the rest after it, by the way that was gone. Met only where a substep
 * begins beyond it, one of 20 Hz had 521 m/s after a minute.
 */

/** Leaves in `after` what it gives before the move. */
function findPush(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext, flags: number): void {
  const { h } = ctx;
  const s = p + LIMITS_ROW;
  const stretch = w[s + S_STRETCH];
  const inverseMass = d[o + INVERSE_MASS];
  const before = w[s + S_IMPULSE];
  const free = d[o + RATE] - inverseMass * before;
  const k = w[s + S_STIFFNESS];
  const c = w[s + S_DAMPING];
  const give = w[s + S_GIVE] - w[s + S_GAMMA];
  const way = stretch > 0 || (stretch === 0 && free > 0) ? 1 : -1;
  const rate = way * free;
  after[0] = 0;
  if (stretch !== 0) {
    pullSoft(d, o, w, s, ctx);
    if (after[0] * stretch > 0) after[0] = 0;
    const x = way * stretch;
    if (x + h * (rate + way * inverseMass * after[0]) >= 0) return;
    const away = -rate - (give * c * x) / 2;
    const v = Math.max(x / h, (away + Math.sqrt(away * away + give * k * x * x)) / 2);
    after[0] = -way * Math.max(0, (k * x * x) / (4 * v) - (c * x) / 2);
    return;
  }
  if (!(flags & (way > 0 ? UPPER : LOWER))) return;
  const x = way * (d[o + VALUE] - w[p + (way > 0 ? UPPER_BOUND : LOWER_BOUND)]);
  if (x + h * rate <= 0) return;
  const a = 1 + (give * h * (h * k + 2 * c)) / 4;
  const b = rate - (give * x * (h * k + c)) / 2;
  const root = b * b - a * give * k * x * x;
  const v = root > 0 ? (b + Math.sqrt(root)) / (2 * a) : 0;
  const beyond = x + h * v;
  if (beyond > 0) after[0] = -way * ((k * beyond * beyond) / (4 * v) + (c * beyond) / 2);
}

/** Leaves in `after` what it gives after the move. */
function findRest(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext, flags: number): void {
  const s = p + LIMITS_ROW;
  const before = w[s + S_IMPULSE];
  const from = w[p + SOFT_FROM];
  const stretch = w[s + S_STRETCH];
  const isAbove = stretch !== 0 ? stretch > 0 : (flags & UPPER) !== 0 && from > w[p + UPPER_BOUND];
  const isMet = isAbove || stretch < 0 || ((flags & LOWER) !== 0 && from < w[p + LOWER_BOUND]);
  after[0] = -before;
  if (!isMet) return;
  const way = isAbove ? 1 : -1;
  const bound = w[p + (isAbove ? UPPER_BOUND : LOWER_BOUND)];
  const start = way * (from - bound);
  const end = way * (d[o + VALUE] - bound);
  if (start > 0 && end > 0) {
    after[0] = before;
    return;
  }
  const x = start > 0 ? start : end;
  const share = x / Math.abs(end - start);
  const damping = start > 0 ? -w[s + S_DAMPING] : w[s + S_DAMPING];
  after[0] = -way * Math.max(0, x * ((ctx.h * share * w[s + S_STIFFNESS]) / 2 + damping)) - before;
}
