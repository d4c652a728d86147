import { factors } from '../coordinate';
import { weaker } from './accumulate';
import { friction } from './friction';
import { giveWay } from './give-way';
import {
  BEARING,
  FRICTION,
  FRICTIONS,
  FRICTION_IMPULSE,
  FRICTION_SUM,
  LIMITS_BOUNCE,
  LIMITS_CAPPED,
  LIMITS_LED,
  LIMITS_ROW,
  LIMITS_SOFT,
  LIMITS_SUM,
  LOCK,
  LOCK_CORRECTION,
  LOCK_HERTZ,
  LOCK_ROW,
  LOCK_SOFT,
  LOWER,
  LOWER_IMPULSE,
  MOTOR,
  MOTOR_IMPULSE,
  MOTOR_SUM,
  NOTED,
  NOT_PLAIN,
  ONLY_STOPS,
  RATCHET,
  RATCHET_IMPULSE,
  RATCHET_SUM,
  SPRING,
  SPRING_CAP,
  SPRING_CAPPED,
  SPRING_ROW,
  STOPS,
  STOPS_HIT,
  S_BIAS,
  S_IMPULSE,
  S_SUM,
  UPPER,
  UPPER_IMPULSE,
  VISCOUS,
  VISCOUS_ROW,
  WRAPPED,
} from './law-fields';
import { isHardLock, isHeld, isRigidLock } from './holding';
import { lock, writeCorrection } from './lock';
import { idle, isMotorIdle, motor } from './motor';
import { DELTA, FLAGS, LOCK_IMPULSE, LOCK_SUM, RATE, TOTAL, WARM } from '../scalar';
import { NO_FIELD, prepareSoftLimits, prepareSoftLock, prepareSpring, prepareViscous, soft } from './soft-laws';
import type { StepContext } from '../step-context';
import { areLimitsIdle, latch, limits, ratchet } from './stops';

/**
 * The laws of a scalar coordinate: what is solved, and in which order. Every function works on the row record `d` (joint at `r`,
 * coordinate at `o`) and the laws record `w` (coordinate at `p`); numbers pass through the record, because a double handed to a call
 * that is not inlined would be allocated.
 */

/** Brings the laws to the pose just measured: stiffness and damping of soft rows, the latch of a ratchet. */
export function prepareLaws(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext): void {
  const flags = d[o + FLAGS] | 0;
  if (flags & SPRING) prepareSpring(d, o, w, p, ctx, flags);
  if (flags & LOCK_SOFT) prepareSoftLock(d, o, w, p, ctx);
  if (flags & LOCK_CORRECTION) writeCorrection(w, p + LOCK_HERTZ, p + LOCK_ROW + S_BIAS, ctx);
  if (flags & LIMITS_SOFT) prepareSoftLimits(d, o, w, p, ctx, flags);
  if (flags & LIMITS_BOUNCE) w[p + NOTED] = d[o + RATE];
  if (flags & VISCOUS) prepareViscous(d, o, w, p, ctx);
  if (flags & RATCHET) latch(d, o, w, p, flags);
}

/**
 * Solves all laws once, softest first, against the rate in `RATE`, which is the mean of the substep in the solve pass; leaves the
 * impulse of this visit in `DELTA`.
 */
export function solveLaws(d: Float64Array, r: number, o: number, w: Float64Array, p: number, ctx: StepContext): void {
  const flags = d[o + FLAGS] | 0;
  d[o + DELTA] = 0;
  d[o + WARM] = 0;
  d[o + TOTAL] = 0;
  if ((flags & ~(LOWER | UPPER | LIMITS_BOUNCE | LIMITS_CAPPED | LIMITS_LED | WRAPPED)) === 0) {
    weaker[0] = 0;
    if (!areLimitsIdle(d, o, w, p, ctx, flags)) limits(d, r, o, w, p, ctx, flags);
    else if (flags & LIMITS_BOUNCE) w[p + NOTED] = d[o + RATE];
    return;
  }
  const held = isHeld(flags);
  solveWeakLaws(d, o, w, p, ctx, flags, held);
  weaker[0] = d[o + TOTAL];
  if (isRigidLock(flags) && !(flags & LIMITS_SOFT)) {
    // A lock that cannot give way leaves stops and teeth nothing to do, wherever it holds.
    w[p + RATCHET_IMPULSE] = w[p + LOWER_IMPULSE] = w[p + UPPER_IMPULSE] = 0;
    lock(d, r, o, w, p, ctx, flags);
    return;
  }
  solveSoftLaws(d, r, o, w, p, ctx, flags);
  if (isHardLock(flags)) lock(d, r, o, w, p, ctx, flags);
  if (flags & RATCHET) ratchet(d, r, o, w, p, ctx, flags);
  if (flags & (LOWER | UPPER) && !(flags & LIMITS_SOFT)) limits(d, r, o, w, p, ctx, flags);
  giveWay(d, o, w, p, ctx, flags);
}

/** Soft stops and locks: before those that are hard, which bear what these give as well. */
function solveSoftLaws(
  d: Float64Array,
  r: number,
  o: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  flags: number,
): void {
  if (flags & (LOWER | UPPER) && flags & LIMITS_SOFT) limits(d, r, o, w, p, ctx, flags);
  if (flags & LOCK && flags & LOCK_SOFT) lock(d, r, o, w, p, ctx, flags);
  weaker[0] = d[o + TOTAL];
}

/** Springs, friction and motors. */
function solveWeakLaws(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  flags: number,
  held: boolean,
): void {
  if (flags & SPRING) soft(d, o, w, p + SPRING_ROW, ctx, flags & SPRING_CAPPED ? p + SPRING_CAP : NO_FIELD);
  if (flags & VISCOUS) soft(d, o, w, p + VISCOUS_ROW, ctx, NO_FIELD);
  if (flags & (FRICTION | BEARING)) {
    if (held) w[p + FRICTION_IMPULSE] = 0;
    else friction(d, o, w, p, ctx, flags);
  }
  if (flags & MOTOR) {
    if (isMotorIdle(flags, held)) idle(d, o, w, p, ctx, flags);
    else {
      weaker[0] = d[o + TOTAL];
      motor(d, o, w, p, ctx, flags);
    }
  }
}

/** Multiplies every accumulated impulse: the substep has changed, or they are forgotten, their sign too: a hash knows −0 from 0. */
export function scaleImpulses(d: Float64Array, o: number, w: Float64Array, p: number, by: number): void {
  const factor = factors[by];
  d[o + LOCK_IMPULSE] = d[o + LOCK_IMPULSE] * factor + 0;
  d[o + WARM] = d[o + WARM] * factor + 0;
  for (let i = 0; i < IMPULSES.length; i++) w[p + IMPULSES[i]] = w[p + IMPULSES[i]] * factor + 0;
}

/** Zeroes what is summed over a step: of laws that are off there is nothing, and the laws record is long. */
export function clearSums(d: Float64Array, o: number, w: Float64Array, p: number): void {
  const flags = d[o + FLAGS] | 0;
  d[o + LOCK_SUM] = 0;
  if ((flags & NOT_PLAIN) === 0) return;
  if (flags & STOPS) w[p + LIMITS_SUM] = w[p + STOPS_HIT] = 0;
  if ((flags & ~ONLY_STOPS) === 0) return;
  if (flags & SPRING) w[p + SPRING_ROW + S_SUM] = 0;
  if (flags & LOCK_SOFT) w[p + LOCK_ROW + S_SUM] = 0;
  if (flags & LIMITS_SOFT) w[p + LIMITS_ROW + S_SUM] = 0;
  if (flags & MOTOR) w[p + MOTOR_SUM] = 0;
  if (flags & FRICTIONS) w[p + FRICTION_SUM] = w[p + VISCOUS_ROW + S_SUM] = 0;
  if (flags & RATCHET) w[p + RATCHET_SUM] = 0;
}

const IMPULSES = [
  SPRING_ROW + S_IMPULSE,
  LOCK_ROW + S_IMPULSE,
  LIMITS_ROW + S_IMPULSE,
  VISCOUS_ROW + S_IMPULSE,
  LOWER_IMPULSE,
  UPPER_IMPULSE,
  MOTOR_IMPULSE,
  FRICTION_IMPULSE,
  RATCHET_IMPULSE,
];
