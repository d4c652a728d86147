import { clamp } from './accumulate';
import {
  BEARING,
  FRICTION,
  FRICTION_IMPULSE,
  FRICTION_SUM,
  LATCH,
  LIMITS_CAP,
  LIMITS_CAPPED,
  LIMITS_EQUAL,
  LIMITS_SOFT,
  LIMITS_SUM,
  LOCK,
  LOCK_CAP,
  LOCK_SOFT,
  LOWER,
  LOWER_BOUND,
  LOWER_IMPULSE,
  MOTOR,
  MOTOR_CAP,
  MOTOR_CAPPED,
  MOTOR_IMPULSE,
  MOTOR_SPEED,
  MOTOR_SUM,
  RATCHET,
  RATCHET_CAP,
  RATCHET_CAPPED,
  RATCHET_IMPULSE,
  RATCHET_SUM,
  SERVO,
  TOOTH,
  UPPER,
  UPPER_BOUND,
  UPPER_IMPULSE,
} from './law-fields';
import { LOCK_IMPULSE, LOCK_SUM, VALUE } from './scalar';
import { SLOP, type StepContext } from './step-context';

/**
 * Where laws hold a coordinate together, the weaker gives way: stops, teeth and locks with a cap take over what friction or
 * a brake holds beside them, stops what a tooth holds, a brake what friction holds.
 */
export function giveWay(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext, flags: number): void {
  const rubs = flags & (FRICTION | BEARING);
  const brakes = (flags & (MOTOR | SERVO)) === MOTOR && w[p + MOTOR_SPEED] === 0;
  if (!rubs && !brakes && !(flags & RATCHET)) return;
  const slop = SLOP * ctx.unit;
  const value = d[o + VALUE];
  const friction = p + FRICTION_IMPULSE;
  const motor = p + MOTOR_IMPULSE;
  const ratchet = p + RATCHET_IMPULSE;
  if (rubs && brakes) {
    const cap = flags & MOTOR_CAPPED ? p + MOTOR_CAP : 0;
    handOver(w, friction, p + FRICTION_SUM, w, motor, p + MOTOR_SUM, BOTH_WAYS, w, cap, ctx);
  }
  // A tooth or stop at its cap does not hold, nor does a lock: it pushes to where it will, and what rubs or brakes works against it.
  if (flags & RATCHET && !(flags & RATCHET_CAPPED && isAtCap(w, ratchet, w, p + RATCHET_CAP, ctx))) {
    const way = w[p + TOOTH] > 0 ? UPWARDS : DOWNWARDS;
    const cap = flags & RATCHET_CAPPED ? p + RATCHET_CAP : 0;
    if (w[ratchet] !== 0 || (value - w[p + LATCH]) * w[p + TOOTH] <= slop * Math.abs(w[p + TOOTH])) {
      if (rubs) handOver(w, friction, p + FRICTION_SUM, w, ratchet, p + RATCHET_SUM, way, w, cap, ctx);
      if (brakes) handOver(w, motor, p + MOTOR_SUM, w, ratchet, p + RATCHET_SUM, way, w, cap, ctx);
    }
  }
  if (flags & (LOWER | UPPER) && !(flags & (LIMITS_SOFT | LIMITS_EQUAL))) {
    const lower = flags & LOWER && (w[p + LOWER_IMPULSE] > 0 || value - w[p + LOWER_BOUND] <= slop);
    const upper = flags & UPPER && (w[p + UPPER_IMPULSE] > 0 || w[p + UPPER_BOUND] - value <= slop);
    const stop = p + (lower ? LOWER_IMPULSE : UPPER_IMPULSE);
    if ((lower || upper) && !(flags & LIMITS_CAPPED && isAtCap(w, stop, w, p + LIMITS_CAP, ctx))) {
      const cap = flags & LIMITS_CAPPED ? p + LIMITS_CAP : 0;
      // The impulse of the upper stop is kept as its size.
      const way = lower ? UPWARDS : SIZE_DOWNWARDS;
      if (rubs) handOver(w, friction, p + FRICTION_SUM, w, stop, p + LIMITS_SUM, way, w, cap, ctx);
      if (brakes) handOver(w, motor, p + MOTOR_SUM, w, stop, p + LIMITS_SUM, way, w, cap, ctx);
      if (flags & RATCHET) handOver(w, ratchet, p + RATCHET_SUM, w, stop, p + LIMITS_SUM, way, w, cap, ctx);
    }
  }
  if (flags & LOCK && !(flags & LOCK_SOFT) && !isAtCap(d, o + LOCK_IMPULSE, w, p + LOCK_CAP, ctx)) {
    const cap = p + LOCK_CAP;
    if (rubs) handOver(w, friction, p + FRICTION_SUM, d, o + LOCK_IMPULSE, o + LOCK_SUM, BOTH_WAYS, w, cap, ctx);
    if (brakes) handOver(w, motor, p + MOTOR_SUM, d, o + LOCK_IMPULSE, o + LOCK_SUM, BOTH_WAYS, w, cap, ctx);
  }
}

function isAtCap(impulses: Float64Array, i: number, caps: Float64Array, cap: number, { h }: StepContext): boolean {
  return Math.abs(impulses[i]) >= (caps[cap] * h) / 2;
}

/** How the law that takes over may push. */
type Way = 0 | 1 | 2 | 3;

const BOTH_WAYS: Way = 0,
  UPWARDS: Way = 1,
  DOWNWARDS: Way = 2,
  SIZE_DOWNWARDS: Way = 3;

/** Moves as much of an impulse from one law to a stronger one as that may have; `cap` is the offset of its cap, 0 for none. */
function handOver(
  w: Float64Array,
  from: number,
  fromSum: number,
  to: Float64Array,
  at: number,
  sum: number,
  way: Way,
  caps: Float64Array,
  cap: number,
  ctx: StepContext,
): void {
  if (w[from] === 0) return;
  const sign = way === SIZE_DOWNWARDS ? -1 : 1;
  let next = sign * to[at] + w[from];
  if (way === UPWARDS) next = Math.max(0, next);
  else if (way !== BOTH_WAYS) next = Math.min(0, next);
  if (cap > 0) next = clamp(next, (caps[cap] * ctx.h) / 2);
  const moved = next - sign * to[at];
  w[from] -= moved;
  w[fromSum] -= moved;
  to[at] = sign * next;
  to[sum] += moved;
}
