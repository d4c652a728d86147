import {
  ACCELERATION,
  BEARING,
  FRICTION,
  FRICTION_CAP,
  FRICTION_COEFFICIENT,
  FRICTION_IMPULSE,
  FRICTION_LOAD,
  FRICTION_RADIUS,
  FRICTION_SUM,
  FRICTION_VISCOUS,
  LATCH,
  LIMITS_BOUNCE,
  LIMITS_EQUAL,
  LIMITS_HERTZ,
  LIMITS_RATIO,
  LIMITS_ROW,
  LIMITS_SOFT,
  LIMITS_SUM,
  LOCK,
  LOCK_CAP,
  LOCK_CAPPED,
  LOCK_CORRECTION,
  LOCK_HERTZ,
  LOCK_RATIO,
  LOCK_ROW,
  LOCK_SOFT,
  LOWER,
  LOWER_APPROACH,
  LOWER_BOUND,
  LOWER_IMPULSE,
  MET_IN,
  MOTOR,
  MOTOR_CAP,
  MOTOR_CAPPED,
  MOTOR_IMPULSE,
  MOTOR_LOAD,
  MOTOR_MASS,
  MOTOR_SPEED,
  MOTOR_SUM,
  MOTOR_TARGET,
  NOTED,
  NOT_PLAIN,
  PHASE,
  RATCHET,
  RATCHET_IMPULSE,
  RATCHET_SUM,
  SERVO,
  SERVO_SPEED,
  SPRING,
  SPRING_A,
  SPRING_B,
  SPRING_CAP,
  SPRING_CAPPED,
  SPRING_COMPLIANCE,
  SPRING_FORCE,
  SPRING_FUNCTION,
  SPRING_HERTZ,
  SPRING_ROW,
  SPRING_TARGET,
  STOPS_HIT,
  S_BIAS,
  S_DAMPING,
  S_FORCE,
  S_GAMMA,
  S_HALVED,
  S_IMPULSE,
  S_STIFFNESS,
  S_STRETCH,
  S_SUM,
  S_THETA,
  TOOTH,
  UPPER,
  UPPER_APPROACH,
  UPPER_BOUND,
  UPPER_IMPULSE,
  VISCOUS,
  VISCOUS_ROW,
  WRAPPED,
} from './law-fields';
import {
  DELTA,
  EFFECTIVE_MASS,
  FLAGS,
  INVERSE_MASS,
  LOCK_IMPULSE,
  LOCK_SUM,
  RATE,
  TARGET,
  TOTAL,
  VALUE,
  WARM,
} from './scalar';
import { LOCK_DAMPING, LOCK_STIFFNESS, RESOLVED, type StepContext } from './step-context';
import { MAX_CORRECTION } from '../joint/record';
import { exp, log } from '../math/trig';
import { linearizeForce, softTheta } from './force-function';

/**
 * The laws of a scalar coordinate: the only place where they are solved. Every function works on the row record
 * `d` (joint at `r`, coordinate at `o`) and the laws record `w` (coordinate at `p`); numbers pass through the
 * record, because a double handed to a call that is not inlined would be allocated.
 */

/** Brings the laws to the pose just measured: stiffness and damping of soft rows, the latch of a ratchet. */
export function prepareLaws(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext): void {
  const flags = d[o + FLAGS] | 0;
  if (flags & SPRING) prepareSpring(d, o, w, p, ctx, flags);
  if (flags & LOCK_SOFT) prepareSoftLock(d, o, w, p, ctx);
  if (flags & LOCK_CORRECTION) w[p + LOCK_ROW + S_BIAS] = (1 - exp(ctx.h * log(w[p + LOCK_HERTZ]))) / ctx.h;
  if (flags & LIMITS_SOFT) prepareSoftLimits(d, o, w, p, ctx, flags);
  if (flags & LIMITS_BOUNCE) w[p + NOTED] = d[o + RATE];
  if (flags & VISCOUS) prepareViscous(d, o, w, p, ctx);
  if (flags & RATCHET) latch(d, o, w, p);
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
  if ((flags & ~(LOWER | UPPER | LIMITS_BOUNCE | WRAPPED)) === 0 && areLimitsIdle(d, o, w, p, ctx, flags)) {
    if (flags & LIMITS_BOUNCE) w[p + NOTED] = d[o + RATE];
    return;
  }
  if (flags & SPRING) soft(d, o, w, p + SPRING_ROW, ctx, flags & SPRING_CAPPED ? p + SPRING_CAP : NO_FIELD);
  if (flags & VISCOUS) soft(d, o, w, p + VISCOUS_ROW, ctx, NO_FIELD);
  const held = isHeld(flags);
  if (flags & (FRICTION | BEARING)) {
    if (held) w[p + FRICTION_IMPULSE] = 0;
    else friction(d, o, w, p, ctx, flags);
  }
  if (flags & MOTOR) {
    if (isMotorIdle(d, o, w, p, ctx, flags, held)) rest(d, o, w, p + MOTOR_IMPULSE);
    else motor(d, o, w, p, ctx, flags);
  }
  if ((flags & (LOCK | LOCK_SOFT | LOCK_CAPPED)) === LOCK && !(flags & LIMITS_SOFT)) {
    // A lock that cannot give way leaves stops and teeth nothing to do, wherever it holds.
    w[p + RATCHET_IMPULSE] = w[p + LOWER_IMPULSE] = w[p + UPPER_IMPULSE] = 0;
  } else {
    if (flags & RATCHET) ratchet(d, r, o, w, p, ctx);
    if (flags & (LOWER | UPPER)) limits(d, r, o, w, p, ctx, flags);
  }
  if (flags & LOCK) lock(d, r, o, w, p, ctx, flags);
  if (!held) giveWay(d, o, w, p, ctx, flags);
}

/** True under a lock that cannot give way, or between bounds that are one: the weaker laws have nothing to hold. */
export function isHeld(flags: number): boolean {
  return (flags & (LOCK | LOCK_SOFT | LOCK_CAPPED)) === LOCK || (flags & (LIMITS_EQUAL | LIMITS_SOFT)) === LIMITS_EQUAL;
}

/**
 * A motor under a law that holds: without a cap it would push against that without end, and one that brakes has nothing to
 * brake. A lock at its cap does not hold.
 */
function isMotorIdle(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  flags: number,
  held: boolean,
): boolean {
  if (flags & MOTOR_CAPPED) return held && wantedOf(d, o + VALUE, w, p, flags, ctx) === 0;
  if (held) return true;
  if (!(flags & LOCK)) return (flags & LIMITS_EQUAL) !== 0;
  if (!(flags & LOCK_CAPPED)) return true;
  const most = w[p + LOCK_CAP] * ctx.h * (1 - 1e-9);
  return Math.abs(flags & LOCK_SOFT ? w[p + LOCK_ROW + S_IMPULSE] : d[o + LOCK_IMPULSE]) < most / 2;
}

/** Takes back what a law did in the last pass. */
function rest(d: Float64Array, o: number, w: Float64Array, impulse: number): void {
  if (w[impulse] === 0) return;
  after[0] = 0;
  take(d, o, w, impulse, 1);
}

/** Values this near to each other, per lengthUnit, are the same. */
const SLOP = 1e-6;

/** Which way a motor drives at the value at values[i]: 1 or −1; 0 if it brakes, or a servo has arrived. */
export function wantedOf(
  values: Float64Array,
  i: number,
  w: Float64Array,
  p: number,
  flags: number,
  ctx: StepContext,
): number {
  const left = flags & SERVO ? w[p + MOTOR_TARGET] - values[i] : w[p + MOTOR_SPEED];
  return left === 0 || (flags & SERVO && Math.abs(left) <= SLOP * ctx.lengthUnit) ? 0 : left > 0 ? 1 : -1;
}

/** Where a motor goes, ±Infinity if on and on; without a cap as far as stops and teeth let it, and leaves them in peace. */
export function goalOf(w: Float64Array, p: number, flags: number): number {
  let goal = flags & SERVO ? w[p + MOTOR_TARGET] : w[p + MOTOR_SPEED] < 0 ? -Infinity : Infinity;
  if (flags & MOTOR_CAPPED) return goal;
  if (flags & RATCHET) goal = w[p + TOOTH] > 0 ? Math.max(goal, w[p + LATCH]) : Math.min(goal, w[p + LATCH]);
  if (flags & LOWER) goal = Math.max(goal, w[p + LOWER_BOUND]);
  if (flags & UPPER) goal = Math.min(goal, w[p + UPPER_BOUND]);
  return goal;
}

/**
 * Where laws hold a coordinate together, the weaker gives way: stops, teeth and locks with a cap take over what friction or
 * a brake holds beside them, stops what a tooth holds, a brake what friction holds.
 */
function giveWay(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext, flags: number): void {
  const rubs = flags & (FRICTION | BEARING);
  const brakes = (flags & (MOTOR | SERVO)) === MOTOR && w[p + MOTOR_SPEED] === 0;
  if (!rubs && !brakes && !(flags & RATCHET)) return;
  const slop = SLOP * ctx.lengthUnit;
  const value = d[o + VALUE];
  const friction = p + FRICTION_IMPULSE;
  const motor = p + MOTOR_IMPULSE;
  const ratchet = p + RATCHET_IMPULSE;
  if (rubs && brakes) {
    const cap = flags & MOTOR_CAPPED ? p + MOTOR_CAP : 0;
    handOver(w, friction, p + FRICTION_SUM, w, motor, p + MOTOR_SUM, BOTH_WAYS, w, cap, ctx);
  }
  if (flags & RATCHET) {
    const way = w[p + TOOTH] > 0 ? UPWARDS : DOWNWARDS;
    if (w[ratchet] !== 0 || (value - w[p + LATCH]) * w[p + TOOTH] <= slop * Math.abs(w[p + TOOTH])) {
      if (rubs) handOver(w, friction, p + FRICTION_SUM, w, ratchet, p + RATCHET_SUM, way, w, 0, ctx);
      if (brakes) handOver(w, motor, p + MOTOR_SUM, w, ratchet, p + RATCHET_SUM, way, w, 0, ctx);
    }
  }
  if (flags & (LOWER | UPPER) && !(flags & LIMITS_SOFT)) {
    const lower = flags & LOWER && (w[p + LOWER_IMPULSE] > 0 || value - w[p + LOWER_BOUND] <= slop);
    const upper = flags & UPPER && (w[p + UPPER_IMPULSE] > 0 || w[p + UPPER_BOUND] - value <= slop);
    if (lower || upper) {
      const stop = p + (lower ? LOWER_IMPULSE : UPPER_IMPULSE);
      // The impulse of the upper stop is kept as its size.
      const way = lower ? UPWARDS : SIZE_DOWNWARDS;
      if (rubs) handOver(w, friction, p + FRICTION_SUM, w, stop, p + LIMITS_SUM, way, w, 0, ctx);
      if (brakes) handOver(w, motor, p + MOTOR_SUM, w, stop, p + LIMITS_SUM, way, w, 0, ctx);
      if (flags & RATCHET) handOver(w, ratchet, p + RATCHET_SUM, w, stop, p + LIMITS_SUM, way, w, 0, ctx);
    }
  }
  if (flags & LOCK && !(flags & LOCK_SOFT)) {
    const cap = p + LOCK_CAP;
    if (rubs) handOver(w, friction, p + FRICTION_SUM, d, o + LOCK_IMPULSE, o + LOCK_SUM, BOTH_WAYS, w, cap, ctx);
    if (brakes) handOver(w, motor, p + MOTOR_SUM, d, o + LOCK_IMPULSE, o + LOCK_SUM, BOTH_WAYS, w, cap, ctx);
  }
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

/** True if no stop pushed in the last pass and none will be met in this substep: what most limits do most of the time. */
function areLimitsIdle(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  flags: number,
): boolean {
  if (w[p + LOWER_IMPULSE] !== 0 || w[p + UPPER_IMPULSE] !== 0) return false;
  const { h } = ctx;
  const rate = d[o + RATE];
  const value = d[o + VALUE];
  const below = value - w[p + LOWER_BOUND];
  const above = w[p + UPPER_BOUND] - value;
  return (
    (!(flags & LOWER) || (below > 0 && rate + below / h >= 0)) &&
    (!(flags & UPPER) || (above > 0 && above / h - rate >= 0))
  );
}

/** Says that a law has no cap: a double in its place would be allocated. */
const NO_FIELD = -1;

/** The new accumulated impulse of the law at hand, and what else one function leaves for another: doubles in calls would be allocated. */
const after = new Float64Array(2);

/** The impulse at `at` becomes the next one: that changes the rate which the next law sees. `sign`: −1 where it lowers the coordinate. */
function take(d: Float64Array, o: number, w: Float64Array, at: number, sign: number): void {
  const lambda = sign * (after[0] - w[at]);
  w[at] = after[0];
  d[o + RATE] += d[o + INVERSE_MASS] * lambda;
  d[o + DELTA] += lambda;
}

/** The same for a law that acts in both passes: books it for the warm start and for read-outs. */
function takeAndBook(d: Float64Array, o: number, w: Float64Array, at: number, sum: number, sign: number): void {
  take(d, o, w, at, sign);
  const impulse = sign * after[0];
  w[sum] += impulse;
  d[o + WARM] += impulse;
  d[o + TOTAL] += impulse;
}

function clamp(value: number, size: number): number {
  return value > size ? size : value < -size ? -size : value;
}

/**
 * Sets the soft row at `s` from its stiffness, damping and force. One that is not resolved acts in both passes, and no harder than a lock
 * would: else it would drive bodies that other rows of their joints hold, or throw other joints about. `S_THETA` is the direct step's
 * (design §3).
 */
function setSoftRow(d: Float64Array, o: number, w: Float64Array, s: number, ctx: StepContext): void {
  const { h } = ctx;
  const inverseMass = d[o + INVERSE_MASS];
  const k = w[s + S_STIFFNESS];
  const c = w[s + S_DAMPING];
  const force = w[s + S_FORCE];
  const z = h * h * k * inverseMass;
  const damping = h * c * inverseMass;
  // A pure damper has no frequency; beyond hcK = 2 the midpoint rule would turn the motion round.
  w[s + S_THETA] = k > 0 || damping <= 2 ? softTheta(z) : 1;
  w[s + S_HALVED] = 1;
  if (z > LOCK_STIFFNESS) {
    const a = (LOCK_STIFFNESS + Math.max(damping, LOCK_DAMPING)) / (h * inverseMass);
    w[s + S_GAMMA] = 2 / (h * a);
    w[s + S_BIAS] = (-LOCK_STIFFNESS * force) / (z * a);
  } else if (z > RESOLVED || damping > 2) {
    const a = h * k + c;
    w[s + S_GAMMA] = 2 / (h * a);
    w[s + S_BIAS] = -force / a;
  } else {
    const a = (h * k) / 2 + c;
    w[s + S_HALVED] = 0;
    w[s + S_GAMMA] = a > 0 ? 2 / (h * a) : 0;
    w[s + S_BIAS] = a > 0 ? -force / a : (h * force) / 2;
  }
}

/** Sets the soft row at `s` of a spring with stiffness and damping in the record, drawn by `S_STRETCH`. */
function setSpringRow(d: Float64Array, o: number, w: Float64Array, s: number, ctx: StepContext): void {
  w[s + S_FORCE] = -w[s + S_STIFFNESS] * w[s + S_STRETCH];
  setSoftRow(d, o, w, s, ctx);
}

function prepareSpring(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext, flags: number): void {
  const s = p + SPRING_ROW;
  const mass = d[o + EFFECTIVE_MASS];
  const a = w[p + SPRING_A];
  w[s + S_STRETCH] = d[o + VALUE] - w[p + SPRING_TARGET];
  if (flags & SPRING_FORCE) {
    linearizeForce(d, o, w, s, ctx, w[p + SPRING_FUNCTION]);
    setSoftRow(d, o, w, s, ctx);
    return;
  }
  if (flags & SPRING_HERTZ) {
    const omega = 2 * Math.PI * a;
    w[s + S_STIFFNESS] = mass * omega * omega;
    w[s + S_DAMPING] = 2 * w[p + SPRING_B] * mass * omega;
  } else {
    w[s + S_STIFFNESS] = flags & SPRING_COMPLIANCE ? 1 / a : a;
    w[s + S_DAMPING] = w[p + SPRING_B];
  }
  setSpringRow(d, o, w, s, ctx);
}

function prepareSoftLock(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext): void {
  const s = p + LOCK_ROW;
  const omega = 2 * Math.PI * w[p + LOCK_HERTZ];
  w[s + S_STRETCH] = d[o + VALUE] - d[o + TARGET];
  w[s + S_STIFFNESS] = d[o + EFFECTIVE_MASS] * omega * omega;
  w[s + S_DAMPING] = 2 * w[p + LOCK_RATIO] * d[o + EFFECTIVE_MASS] * omega;
  setSpringRow(d, o, w, s, ctx);
}

function prepareSoftLimits(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  flags: number,
): void {
  const s = p + LIMITS_ROW;
  const omega = 2 * Math.PI * w[p + LIMITS_HERTZ];
  const below = flags & LOWER ? d[o + VALUE] - w[p + LOWER_BOUND] : 0;
  const above = flags & UPPER ? d[o + VALUE] - w[p + UPPER_BOUND] : 0;
  w[s + S_STRETCH] = below < 0 ? below : above > 0 ? above : 0;
  w[s + S_STIFFNESS] = d[o + EFFECTIVE_MASS] * omega * omega;
  w[s + S_DAMPING] = 2 * w[p + LIMITS_RATIO] * d[o + EFFECTIVE_MASS] * omega;
  setSpringRow(d, o, w, s, ctx);
}

function prepareViscous(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext): void {
  const s = p + VISCOUS_ROW;
  w[s + S_STRETCH] = 0;
  w[s + S_STIFFNESS] = 0;
  w[s + S_DAMPING] = w[p + FRICTION_VISCOUS];
  setSpringRow(d, o, w, s, ctx);
}

/** What changes a rate by more than this share of it in half a substep is a blow, not a force. */
const BLOW = 0.25;

/**
 * Keeps the rate at which a bound within reach will be met, before anything brakes it: forces come in two halves, one
 * before each pass, so that half of what a substep adds to the rate is seen since `NOTED`, at this pose. What the blow at
 * another stop adds does not count: thrown back, too, it would be there twice.
 */
function noteApproach(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext, flags: number): void {
  const { h, relax } = ctx;
  const rate = d[o + RATE];
  const gained = rate - w[p + NOTED];
  const struck = Math.abs(gained) > BLOW * Math.abs(w[p + NOTED]);
  const now = relax && !struck ? rate : w[p + NOTED];
  if (relax) w[p + NOTED] = rate;
  const below = d[o + VALUE] - w[p + LOWER_BOUND];
  const above = w[p + UPPER_BOUND] - d[o + VALUE];
  const falls = flags & LOWER && w[p + LOWER_IMPULSE] === 0 && rate * h + below < 0 && now < 0;
  const rises = flags & UPPER && w[p + UPPER_IMPULSE] === 0 && above - rate * h < 0 && now > 0;
  if (!falls && !rises) return;
  const field = p + (falls ? LOWER_APPROACH : UPPER_APPROACH);
  const acceleration = struck ? 0 : (2 * gained) / h;
  const approach = rateAfter(now, acceleration, falls ? -Math.max(0, below) : Math.max(0, above));
  if (approach <= w[field]) return;
  w[field] = approach;
  w[p + ACCELERATION] = acceleration;
  w[p + MET_IN] = ctx.pass;
}

/** Size of the rate after a way at constant acceleration; 0 where it turns round before. */
export function rateAfter(rate: number, acceleration: number, way: number): number {
  return Math.sqrt(Math.max(0, rate * rate + 2 * acceleration * way));
}

/** The latch follows the last tooth passed, and never goes back. */
function latch(d: Float64Array, o: number, w: Float64Array, p: number): void {
  const tooth = w[p + TOOTH];
  const passed = w[p + PHASE] + Math.floor((d[o + VALUE] - w[p + PHASE]) / tooth) * tooth;
  if ((passed - w[p + LATCH]) * tooth > 0) w[p + LATCH] = passed;
}

/** A soft row at `s`; the number at `cap` bounds its force. */
function soft(d: Float64Array, o: number, w: Float64Array, s: number, ctx: StepContext, cap: number): void {
  if (!pullSoft(d, o, w, s, ctx)) return;
  if (cap !== NO_FIELD) after[0] = clamp(after[0], (w[cap] * ctx.h) / 2);
  bookSoft(d, o, w, s);
}

/** Leaves the new impulse of a soft row in `after`; false where it does not act in this pass, but is kept for the next warm start. */
function pullSoft(d: Float64Array, o: number, w: Float64Array, s: number, { relax }: StepContext): boolean {
  const before = w[s + S_IMPULSE];
  if (relax && w[s + S_HALVED] === 0) {
    d[o + WARM] += before;
    return false;
  }
  const gamma = w[s + S_GAMMA];
  // γ = 0: neither stiffness nor damping, the impulse is the given force alone.
  after[0] =
    gamma > 0 ? before - (d[o + RATE] + w[s + S_BIAS] + gamma * before) / (d[o + INVERSE_MASS] + gamma) : w[s + S_BIAS];
  return true;
}

function bookSoft(d: Float64Array, o: number, w: Float64Array, s: number): void {
  if (w[s + S_HALVED] !== 0) {
    takeAndBook(d, o, w, s + S_IMPULSE, s + S_SUM, 1);
    return;
  }
  take(d, o, w, s + S_IMPULSE, 1);
  d[o + WARM] += after[0];
  d[o + TOTAL] += 2 * after[0];
  w[s + S_SUM] += 2 * after[0];
}

function friction(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext, flags: number): void {
  const most =
    flags & BEARING
      ? w[p + FRICTION_COEFFICIENT] * w[p + FRICTION_RADIUS] * w[p + FRICTION_LOAD]
      : (w[p + FRICTION_CAP] * ctx.h) / 2;
  const free = w[p + FRICTION_IMPULSE] - d[o + EFFECTIVE_MASS] * d[o + RATE];
  after[0] = Math.max(-most, Math.min(most, free));
  takeAndBook(d, o, w, p + FRICTION_IMPULSE, p + FRICTION_SUM, 1);
}

/** A motor by speed that nothing tells where to stop: it has a cap, or there are no stops. */
export function isFreeMotor(flags: number): boolean {
  return !(flags & SERVO) && ((flags & MOTOR_CAPPED) !== 0 || !(flags & (RATCHET | LOWER | UPPER)));
}

function motor(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext, flags: number): void {
  if (isFreeMotor(flags)) after[0] = w[p + MOTOR_IMPULSE] - d[o + EFFECTIVE_MASS] * (d[o + RATE] - w[p + MOTOR_SPEED]);
  else approach(d, o, w, p, ctx, flags);
  if (flags & MOTOR_CAPPED) after[0] = clamp(after[0], (w[p + MOTOR_CAP] * ctx.h) / 2);
  const way = wayIntoStop(d, o + VALUE, w, p, flags, ctx);
  // At a stop it pushes and does not brake: what comes the other way is the stop's.
  if (way * after[0] < 0) after[0] = 0;
  takeAndBook(d, o, w, p + MOTOR_IMPULSE, p + MOTOR_SUM, 1);
  if (way !== 0) feel(d, o, w, p, flags, way);
}

/**
 * A motor that is told where to stop holds there as a lock does, soft and without bias as it relaxes: arms of many servos stay as still
 * as welded ones. From farther it comes as fast as it may, and never passes by what the softness leaves.
 */
function approach(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext, flags: number): void {
  const before = w[p + MOTOR_IMPULSE];
  const mass = d[o + EFFECTIVE_MASS];
  const rate = d[o + RATE];
  const gap = goalOf(w, p, flags) - d[o + VALUE];
  limitApproach(d, o, w, p, gap < 0 ? -1 : 1, ctx, flags);
  const most = after[1];
  if (most < Math.abs(gap) * ctx.biasRate) after[0] = before - mass * (rate - (gap < 0 ? -most : most));
  else if (ctx.relax) after[0] = before - mass * rate;
  else {
    const soft = before - mass * ctx.massScale * (rate - gap * ctx.biasRate) - ctx.impulseScale * before;
    const arriving = before - mass * (rate - gap * ctx.perSecond);
    after[0] = gap < 0 ? Math.max(soft, arriving) : Math.min(soft, arriving);
  }
}

/** Leaves in after[1] how fast a motor may go that way: at most at its speed, and no faster than a servo can brake in time. */
function limitApproach(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  way: number,
  ctx: StepContext,
  flags: number,
): void {
  after[1] = Infinity;
  if (!(flags & SERVO) || flags & SERVO_SPEED) after[1] = Math.abs(w[p + MOTOR_SPEED]);
  if (!(flags & MOTOR_CAPPED)) return;
  const loss = brakingOf(d, o, w, p) * ctx.h;
  const distance = (way * (goalOf(w, p, flags) - d[o + VALUE])) / ctx.h;
  // Where the locks of its joint make it move more than its own mass, an impulse needs so many substeps to be felt.
  const lag = w[p + MOTOR_MASS] > 0 ? d[o + INVERSE_MASS] / w[p + MOTOR_MASS] - 1 : 0;
  const fast = Math.max(0, way * d[o + RATE] - loss);
  after[1] = Math.min(after[1], brakingRate(Math.max(0, distance - lag * fast), loss));
}

/** 1 or −1 where a motor without a cap has come as far as a stop or tooth lets it; else 0. */
export function wayIntoStop(
  values: Float64Array,
  i: number,
  w: Float64Array,
  p: number,
  flags: number,
  ctx: StepContext,
): number {
  if (flags & MOTOR_CAPPED || !(flags & (RATCHET | LOWER | UPPER))) return 0;
  const goal = goalOf(w, p, flags);
  const asked = flags & SERVO ? w[p + MOTOR_TARGET] - goal : w[p + MOTOR_SPEED];
  const slop = SLOP * ctx.lengthUnit;
  if (asked > 0) return goal - values[i] <= slop ? 1 : 0;
  return asked < 0 && values[i] - goal <= slop ? -1 : 0;
}

/** Share of what a motor without a cap could push in a pass that the stop it has reached is felt by, whatever the load. */
const FELT = 1e-9;

/** Lets the stop that holds a motor without a cap read a little of its push, so that it is seen to be active. */
export function feel(d: Float64Array, o: number, w: Float64Array, p: number, flags: number, way: number): void {
  const felt = way * FELT * (d[o + EFFECTIVE_MASS] + Math.abs(w[p + MOTOR_IMPULSE]));
  w[p + (flags & RATCHET && goalOf(w, p, flags) === w[p + LATCH] ? RATCHET_SUM : LIMITS_SUM)] -= felt;
  w[p + MOTOR_SUM] += felt;
}

/** Share of its cap that a servo counts on, whatever loads it. */
const LEAST_BRAKE = 0.05;

/** How fast a servo can brake, per second: with what its load leaves of its cap. */
export function brakingOf(d: Float64Array, o: number, w: Float64Array, p: number): number {
  const cap = w[p + MOTOR_CAP];
  const mass = w[p + MOTOR_MASS] > 0 ? w[p + MOTOR_MASS] : d[o + INVERSE_MASS];
  return mass * Math.max(LEAST_BRAKE * cap, cap - w[p + MOTOR_LOAD]);
}

/**
 * The highest rate from which steps that take `loss` each stop within `distance`, both per step: n whole losses and a rest,
 *
 *   r = n·loss + f,   distance = f + (f + loss) + … + r = (n + 1)·(f + n·loss/2),   0 ≤ f < loss
 */
export function brakingRate(distance: number, loss: number): number {
  if (!(loss > 0)) return 0;
  const n = Math.floor((Math.sqrt(1 + (8 * distance) / loss) - 1) / 2);
  return distance / (n + 1) + (n * loss) / 2;
}

/**
 * The stop or tooth at `bound`, on the side of smaller values (`way` 1) or of larger ones (−1), with the impulse P ≥ 0 at `at`, kept
 * with `sign`. Room is spent at speed room/h, so the bound is met, not overshot.
 */
function oneSided(
  d: Float64Array,
  r: number,
  o: number,
  w: Float64Array,
  at: number,
  bound: number,
  sum: number,
  way: number,
  sign: number,
  ctx: StepContext,
): void {
  const mass = d[o + EFFECTIVE_MASS];
  const before = sign * w[at];
  const room = way * (d[o + VALUE] - w[bound]);
  const rate = way * d[o + RATE];
  let impulse = before - mass * rate;
  if (room > 0) {
    impulse = before - mass * (rate + room / ctx.h);
  } else if (!ctx.relax) {
    const bias = Math.max(room * ctx.biasRate, -d[r + MAX_CORRECTION] * ctx.correctionScale);
    impulse = before - mass * ctx.massScale * (rate + bias) - ctx.impulseScale * before;
  }
  after[0] = sign * Math.max(0, impulse);
  takeAndBook(d, o, w, at, sum, way * sign);
}

function ratchet(d: Float64Array, r: number, o: number, w: Float64Array, p: number, ctx: StepContext): void {
  const way = w[p + TOOTH] > 0 ? 1 : -1;
  oneSided(d, r, o, w, p + RATCHET_IMPULSE, p + LATCH, p + RATCHET_SUM, way, way, ctx);
}

function limits(
  d: Float64Array,
  r: number,
  o: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  flags: number,
): void {
  if (flags & LIMITS_SOFT) {
    softLimits(d, o, w, p, ctx);
    return;
  }
  if (flags & LIMITS_EQUAL) {
    after[0] = w[p + LOWER_IMPULSE];
    after[1] = (d[o + VALUE] - w[p + LOWER_BOUND]) * ctx.biasRate;
    rigid(d, r, o, ctx, false, ctx.relax);
    takeAndBook(d, o, w, p + LOWER_IMPULSE, p + LIMITS_SUM, 1);
    return;
  }
  if (flags & LIMITS_BOUNCE) noteApproach(d, o, w, p, ctx, flags);
  if (flags & LOWER) {
    oneSided(d, r, o, w, p + LOWER_IMPULSE, p + LOWER_BOUND, p + LIMITS_SUM, 1, 1, ctx);
    if (after[0] > 0) w[p + STOPS_HIT] = w[p + STOPS_HIT] | 1;
  }
  if (flags & UPPER) {
    oneSided(d, r, o, w, p + UPPER_IMPULSE, p + UPPER_BOUND, p + LIMITS_SUM, -1, 1, ctx);
    if (after[0] > 0) w[p + STOPS_HIT] = w[p + STOPS_HIT] | 2;
  }
}

/** A soft stop is a spring that only pushes, while the bound is passed. */
function softLimits(d: Float64Array, o: number, w: Float64Array, p: number, ctx: StepContext): void {
  const s = p + LIMITS_ROW;
  const stretch = w[s + S_STRETCH];
  const sumBefore = w[s + S_SUM];
  if (stretch === 0) {
    after[0] = 0;
    take(d, o, w, s + S_IMPULSE, 1);
    return;
  }
  if (pullSoft(d, o, w, s, ctx)) {
    // It pushes and does not pull.
    if (after[0] * stretch > 0) after[0] = 0;
    bookSoft(d, o, w, s);
  }
  w[p + LIMITS_SUM] += w[s + S_SUM] - sumBefore;
}

/**
 * A two-sided rigid row: `after` holds its accumulated impulse, and what its error pulls, and is left with the impulse after this
 * visit. `corrected`: by a rate of its own, without the softness of the others.
 */
function rigid(d: Float64Array, r: number, o: number, ctx: StepContext, corrected: boolean, relaxed: boolean): void {
  const before = after[0];
  if (relaxed) {
    after[0] = before - d[o + EFFECTIVE_MASS] * d[o + RATE];
    return;
  }
  const most = d[r + MAX_CORRECTION] * ctx.correctionScale;
  const massScale = corrected ? 1 : ctx.massScale;
  const impulseScale = corrected ? 0 : ctx.impulseScale;
  const bias = Math.max(-most, Math.min(most, after[1]));
  after[0] = before - d[o + EFFECTIVE_MASS] * massScale * (d[o + RATE] + bias) - impulseScale * before;
}

function lock(
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
  after[0] = Math.max(-most, Math.min(most, after[0]));
  take(d, o, d, o + LOCK_IMPULSE, 1);
  d[o + LOCK_SUM] += after[0];
  d[o + WARM] += after[0];
  d[o + TOTAL] += after[0];
}

/** Multiplies every accumulated impulse: the substep has changed, or 0 to forget them. */
export function scaleImpulses(d: Float64Array, o: number, w: Float64Array, p: number, factor: number): void {
  d[o + LOCK_IMPULSE] *= factor;
  d[o + WARM] *= factor;
  for (const i of IMPULSES) w[p + i] *= factor;
}

/** Zeroes what is summed over a step. */
export function clearSums(d: Float64Array, o: number, w: Float64Array, p: number): void {
  d[o + LOCK_SUM] = 0;
  if (((d[o + FLAGS] | 0) & NOT_PLAIN) === 0) return;
  w[p + SPRING_ROW + S_SUM] = 0;
  w[p + LOCK_ROW + S_SUM] = 0;
  w[p + LIMITS_ROW + S_SUM] = 0;
  w[p + VISCOUS_ROW + S_SUM] = 0;
  w[p + LIMITS_SUM] = 0;
  w[p + MOTOR_SUM] = 0;
  w[p + FRICTION_SUM] = 0;
  w[p + RATCHET_SUM] = 0;
  w[p + STOPS_HIT] = 0;
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
