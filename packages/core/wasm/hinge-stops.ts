import {
  ANGLE,
  ANGLE_IMPULSE,
  BIAS_RATE,
  CORRECTION_SCALE,
  EFFECTIVE_MASS,
  FLAGS,
  H,
  IMPULSE_SCALE,
  INVERSE_MASS,
  INV_INERTIA,
  LEAST_BLOW,
  LIMITS_LED,
  LIMITS_SUM,
  LOWER,
  LOWER_BOUND,
  LOWER_IMPULSE,
  MASS_SCALE,
  MAX_CORRECTION,
  MOMENT_A,
  MOMENT_B,
  NOW_TORQUE,
  OMEGA,
  PEAK_TORQUE,
  REACH_HIGH,
  REACH_LOW,
  REFERENCE,
  STOPS_HIT,
  SUM_TORQUE,
  TOTAL,
  UPPER,
  UPPER_BOUND,
  VALUE,
  WARM,
} from './hinge-fields';

/**
 * The angles of hinges whose only laws are hard stops, as src/coordinates/laws/stops.ts has them. Most have nothing to do at most visits:
 * between two of them `REACH_LOW` and `REACH_HIGH` hold the rates between which no stop acts, so that a look at the record is enough.
 */

const SLOP: f64 = 1e-6;
const BEYOND: f64 = 0.0002;

/** True once a stop was met in this step, and not at rest. */
export let wasMet = false;

export function forgetMet(): void {
  wasMet = false;
}

/** Nothing is booked yet in this step. */
export function beginAngle(j: usize, laws: usize): void {
  store<f64>(j, 0, SUM_TORQUE);
  store<f64>(j, 0, PEAK_TORQUE);
  store<f64>(j, 0, NOW_TORQUE);
  store<f64>(laws, 0, LIMITS_SUM);
  store<f64>(laws, 0, STOPS_HIT);
}

/** Adds the last impulse of an angle to the velocities, or with `into` to the sums for the next warm start. */
function warmStartAngle(j: usize, a: usize, b: usize, into: usize): void {
  const p = load<f64>(j, ANGLE_IMPULSE);
  if (p === 0) return;
  store<f64>(a + into, load<f64>(a + into, OMEGA) - load<f64>(a, INV_INERTIA) * p, OMEGA);
  store<f64>(b + into, load<f64>(b + into, OMEGA) + load<f64>(b, INV_INERTIA) * p, OMEGA);
}

/** Measures an angle of the bodies with their poses at `poseA` and `poseB`. */
export function measureAngle(
  j: usize,
  laws: usize,
  a: usize,
  b: usize,
  poseA: usize,
  poseB: usize,
  into: usize,
  perSecond: f64,
): void {
  const flags = load<f64>(j, FLAGS) as i32;
  const value = load<f64>(poseB, ANGLE) - load<f64>(poseA, ANGLE) - load<f64>(j, REFERENCE);
  store<f64>(j, value, VALUE);
  warmStartAngle(j, a, b, into);
  let low: f64 = -f64.MAX_VALUE;
  let high: f64 = f64.MAX_VALUE;
  if (flags & LOWER) {
    const room = value - load<f64>(laws, LOWER_BOUND);
    low = room > SLOP ? -room * perSecond : f64.MAX_VALUE;
  }
  if (flags & UPPER) {
    const room = load<f64>(laws, UPPER_BOUND) - value;
    high = room > SLOP ? room * perSecond : -f64.MAX_VALUE;
  }
  store<f64>(j, low, REACH_LOW);
  store<f64>(j, high, REACH_HIGH);
}

/** True if no stop acts at this rate. */
export function isIdle(j: usize, rate: f64): bool {
  return load<f64>(j, ANGLE_IMPULSE) === 0 && rate >= load<f64>(j, REACH_LOW) && rate <= load<f64>(j, REACH_HIGH);
}

/** What the stops of an angle hand on to each other, and leave. */
let rate: f64 = 0;
let delta: f64 = 0;
let given: f64 = 0;
let total: f64 = 0;
let summed: f64 = 0;

/** Numbers and bits of the lower stop; what the upper one has lies a number behind what the lower one has. */
const AT_LOWER: i32 = 1,
  MET_LOWER: i32 = 4;

/** Lets a stop act once. */
function oneSided(
  j: usize,
  laws: usize,
  isUpper: bool,
  room: f64,
  mass: f64,
  inverseMass: f64,
  relax: bool,
  perSecond: f64,
): void {
  const at = isUpper ? laws + 8 : laws;
  const way: f64 = isUpper ? -1 : 1;
  const before = load<f64>(at, LOWER_IMPULSE);
  const spare = Math.max(0, room) * perSecond;
  const closing = -way * rate - spare;
  if (before === 0 && room > SLOP && closing * load<f64>(H) <= SLOP) return;
  let impulse = before + mass * closing;
  if (room <= 0 && !relax) {
    const most = load<f64>(j, MAX_CORRECTION) * load<f64>(CORRECTION_SCALE);
    const massScale = load<f64>(MASS_SCALE);
    const held = load<f64>(IMPULSE_SCALE) * before;
    const carried = (held * inverseMass) / massScale;
    const isLed = ((load<f64>(j, FLAGS) as i32) & LIMITS_LED) !== 0;
    const stopped = isLed ? most : Math.min(most, Math.sqrt(-2 * most * room));
    const pull = Math.min(-room * load<f64>(BIAS_RATE), Math.min(most, Math.max(carried, stopped)));
    impulse = before - mass * massScale * (way * rate - pull) - held;
  }
  const after = Math.max(0, impulse);
  const lambda = way * (after - before);
  store<f64>(at, after, LOWER_IMPULSE);
  rate += inverseMass * lambda;
  delta += lambda;
  const push = way * after;
  summed += push;
  given += push;
  total += push;
  if (relax && impulse < 0 && room < -BEYOND) {
    // The speed at which it comes back is no speed of its own.
    const taken = way * Math.max(impulse, mass * room * perSecond - before);
    rate += inverseMass * taken;
    delta += taken;
    total += taken;
    summed += taken;
  }
  if (after === 0) return;
  const isMet = before === 0 && room > SLOP && closing > load<f64>(LEAST_BLOW) * load<f64>(CORRECTION_SCALE);
  const bits = ((isMet ? AT_LOWER | MET_LOWER : AT_LOWER) << (isUpper as i32)) | (load<f64>(laws, STOPS_HIT) as i32);
  store<f64>(laws, bits as f64, STOPS_HIT);
  if (isMet) wasMet = true;
}

/** Solves an angle once. */
function solveAngle(j: usize, laws: usize, a: usize, b: usize, relax: bool, perSecond: f64): void {
  const iA = load<f64>(a, INV_INERTIA);
  const iB = load<f64>(b, INV_INERTIA);
  const k = iA + iB;
  const mass = k > 0 ? 1 / k : 0;
  store<f64>(j, mass, EFFECTIVE_MASS);
  store<f64>(j, k, INVERSE_MASS);
  if (mass === 0) return;
  const flags = load<f64>(j, FLAGS) as i32;
  const value = load<f64>(j, VALUE);
  rate = load<f64>(b, OMEGA) - load<f64>(a, OMEGA);
  delta = 0;
  given = 0;
  total = 0;
  summed = load<f64>(laws, LIMITS_SUM);
  if (flags & LOWER) oneSided(j, laws, false, value - load<f64>(laws, LOWER_BOUND), mass, k, relax, perSecond);
  if (flags & UPPER) oneSided(j, laws, true, load<f64>(laws, UPPER_BOUND) - value, mass, k, relax, perSecond);
  store<f64>(laws, summed, LIMITS_SUM);
  store<f64>(j, given, ANGLE_IMPULSE);
  store<f64>(j, total, TOTAL);
  store<f64>(a, load<f64>(a, OMEGA) - iA * delta, OMEGA);
  store<f64>(b, load<f64>(b, OMEGA) + iB * delta, OMEGA);
  store<f64>(j, load<f64>(j, NOW_TORQUE) + total, NOW_TORQUE);
  store<f64>(j, load<f64>(j, MOMENT_A) - total, MOMENT_A);
  store<f64>(j, load<f64>(j, MOMENT_B) + total, MOMENT_B);
}

/** Solves an angle, and after the second pass books its torque and adds its impulse to the next warm start. */
export function visitAngle(j: usize, laws: usize, a: usize, b: usize, relax: bool, perSecond: f64): void {
  solveAngle(j, laws, a, b, relax, perSecond);
  if (!relax) return;
  warmStartAngle(j, a, b, WARM);
  const torque = load<f64>(j, NOW_TORQUE);
  const peak = Math.abs(torque) * perSecond;
  store<f64>(j, load<f64>(j, SUM_TORQUE) + torque, SUM_TORQUE);
  if (peak > load<f64>(j, PEAK_TORQUE)) store<f64>(j, peak, PEAK_TORQUE);
  store<f64>(j, 0, NOW_TORQUE);
}
