import {
  ANGLE,
  ANGLE_IMPULSE,
  ARM_A,
  ARM_B,
  BIAS_RATE,
  BODY_A,
  BODY_B,
  CORRECTION_SCALE,
  EFFECTIVE_MASS,
  FLAGS,
  H,
  IMPULSE_SCALE,
  INVERSE_MASS,
  INV_INERTIA,
  JOINT,
  LEAST_BLOW,
  LEAST_CLOSING,
  LEAST_SHOCK,
  LIMITS_SUM,
  LOWER,
  LOWER_BOUND,
  LOWER_IMPULSE,
  LOWER_STRUCK,
  MASS_SCALE,
  MAX_CORRECTION,
  MOMENT_A,
  MOMENT_B,
  MOST_PASSED,
  NEARLY_PASSED,
  NEXT,
  NOW_TORQUE,
  OMEGA,
  PEAK_TORQUE,
  REACH_HIGH,
  REACH_LOW,
  REFERENCE,
  STOPS_HIT,
  STOP_SLOP,
  SUM_TORQUE,
  TOTAL,
  UPPER,
  UPPER_BOUND,
  UPPER_IMPULSE,
  V,
  VALUE,
  WARM,
} from './plain-fields';
import { AT_LOWER, AT_UPPER, wayOf } from './plain-blow-block';
import { LEFT, strike, strikeAgain, struckImpulse, struckRate, TRACE } from './plain-blows';
import { square, turnedLeft } from './plain-lanes';

/** The angles of hinges whose only laws are hard stops (src/coordinates/angle.ts, src/coordinates/laws/stops.ts). */

const SLOP: f64 = 1e-6;
const BEYOND: f64 = 0.0002;
const JUMP: f64 = 3;
const ROUNDS = 3;

/** Adds the last impulse of an angle to the velocities, or with `into` to the sums for the next warm start. */
function warmStartAngle(g: usize, a: usize, b: usize, into: usize): void {
  const p = load<f64>(g, ANGLE_IMPULSE);
  if (p === 0) return;
  store<f64>(a + into, load<f64>(a + into, OMEGA) - load<f64>(a, INV_INERTIA) * p, OMEGA);
  store<f64>(b + into, load<f64>(b + into, OMEGA) + load<f64>(b, INV_INERTIA) * p, OMEGA);
}

export function measureAngle(g: usize, a: usize, b: usize, into: usize, perSecond: f64): void {
  const flags = load<i32>(g, FLAGS);
  if (flags === 0) return;
  const value = load<f64>(b, ANGLE) - load<f64>(a, ANGLE) - load<f64>(g, REFERENCE);
  store<f64>(g, value, VALUE);
  warmStartAngle(g, a, b, into);
  if (flags & LOWER) {
    const room = value - load<f64>(g, LOWER_BOUND);
    store<f64>(g, room > SLOP ? -room * perSecond : f64.MAX_VALUE, REACH_LOW);
  }
  if (flags & UPPER) {
    const room = load<f64>(g, UPPER_BOUND) - value;
    store<f64>(g, room > SLOP ? room * perSecond : -f64.MAX_VALUE, REACH_HIGH);
  }
}

/** True if the point of a joint is far from rate 0: something has kicked it (src/joint/blows/blow.ts). */
function isShaken(j: usize, a: usize, b: usize): bool {
  const wA = f64x2.splat(load<f64>(a, OMEGA));
  const wB = f64x2.splat(load<f64>(b, OMEGA));
  const atB = f64x2.add(v128.load(b, V), f64x2.mul(wB, turnedLeft(v128.load(j, ARM_B))));
  const rate = f64x2.sub(f64x2.sub(atB, v128.load(a, V)), f64x2.mul(wA, turnedLeft(v128.load(j, ARM_A))));
  return Math.sqrt(square(rate)) > load<f64>(LEAST_SHOCK);
}

/** The joints whose stops were passed as they were visited, in their order; 0: there are none. */
let firstPassed: usize = 0;
let lastPassed: usize = 0;

export function forgetPassed(): void {
  firstPassed = lastPassed = 0;
}

function notePassed(j: usize, g: usize): void {
  if (lastPassed === 0) firstPassed = j;
  else store<u32>(lastPassed + JOINT, j as u32, NEXT);
  lastPassed = j;
  store<u32>(g, 0, NEXT);
}

/** Lets stops that were passed, and go on, strike again before bodies move (src/joint/blows/passed-stops.ts). */
export function strikePassed(h: f64): void {
  let any = firstPassed !== 0;
  for (let round = 0; any && round < ROUNDS; round++) {
    any = false;
    for (let j = firstPassed; j !== 0; j = load<u32>(j + JOINT, NEXT)) if (strikeIfPassed(j, h)) any = true;
  }
}

function strikeIfPassed(j: usize, h: f64): bool {
  const g = j + JOINT;
  const value = load<f64>(g, VALUE);
  const stop = load<i32>(g, FLAGS) & LOWER && value < load<f64>(g, LOWER_BOUND) ? AT_LOWER : AT_UPPER;
  const way = wayOf(stop);
  const beyond = way * ((stop === AT_LOWER ? load<f64>(g, LOWER_BOUND) : load<f64>(g, UPPER_BOUND)) - value);
  const rate = load<f64>(load<u32>(j, BODY_B), OMEGA) - load<f64>(load<u32>(j, BODY_A), OMEGA);
  const closing = -way * rate;
  if (!(closing > load<f64>(LEAST_CLOSING) && beyond + closing * h > load<f64>(MOST_PASSED))) return false;
  return strikeAgain(j, stop, way * closing);
}

/** What the stops of an angle hand on to each other, and leave. */
let rate: f64 = 0;
let delta: f64 = 0;
let given: f64 = 0;
let total: f64 = 0;
let summed: f64 = 0;

/** Lets a stop act once. What the upper one has lies a number behind what the lower one has. */
function oneSided(
  j: usize,
  g: usize,
  a: usize,
  b: usize,
  stop: i32,
  room: f64,
  mass: f64,
  inverseMass: f64,
  pass: i32,
  perSecond: f64,
): void {
  const at = stop === AT_LOWER ? g : g + 8;
  const way: f64 = stop === AT_LOWER ? 1 : -1;
  const before = load<f64>(at, LOWER_IMPULSE);
  const hasStruck = load<f64>(at, LOWER_STRUCK) !== 0;
  const slop = load<f64>(STOP_SLOP);
  const spare = Math.max(0, room) * perSecond;
  const closing = -way * rate - spare;
  store<f64>(at, 0, LOWER_STRUCK);
  if (before === 0 && closing <= 0 && room > slop) return;
  const closes = closing > load<f64>(LEAST_BLOW);
  const isBlow = closes && (before === 0 || (!hasStruck && before + mass * closing > JUMP * before));
  let least: f64 = 0;
  let pushed = false;
  if (isBlow || (pass === 0 && room <= slop && isShaken(j, a, b))) {
    if (strike(j, stop, way * closing, isBlow ? -1 : (JUMP - 1) * before, pass === 1)) {
      pushed = struckImpulse !== 0;
      rate += struckRate;
      total += struckImpulse;
      summed += struckImpulse;
      if (pushed && (pass === 1 ? spare < LEFT * closing : room <= 0)) {
        store<f64>(at, 1, LOWER_STRUCK);
        if (before === 0) least = TRACE * Math.abs(struckImpulse);
      }
    }
  }
  if (room < -load<f64>(NEARLY_PASSED) && pass !== 1) notePassed(j, g);
  let impulse = before - mass * (way * rate + spare);
  if (room <= 0 && pass !== 1) {
    const most = load<f64>(j, MAX_CORRECTION) * load<f64>(CORRECTION_SCALE);
    const massScale = load<f64>(MASS_SCALE);
    const impulseScale = load<f64>(IMPULSE_SCALE);
    const carried = (impulseScale * before * inverseMass) / massScale;
    const pull = Math.min(Math.min(-room * load<f64>(BIAS_RATE), most), Math.max(carried, Math.sqrt(-2 * most * room)));
    impulse = before - mass * massScale * (way * rate - pull) - impulseScale * before;
  }
  const after = Math.max(least, impulse);
  const lambda = way * (after - before);
  store<f64>(at, after, LOWER_IMPULSE);
  rate += inverseMass * lambda;
  delta += lambda;
  const push = way * after;
  summed += push;
  given += push;
  total += push;
  if (pass === 1 && impulse < 0 && room <= 0) {
    const home = room < -BEYOND ? mass * room * perSecond : 0;
    const back = way * Math.max(impulse, home - before);
    rate += inverseMass * back;
    delta += back;
    total += back;
    summed += back;
  }
  if (pushed || after !== 0) store<i32>(g, load<i32>(g, STOPS_HIT) | stop, STOPS_HIT);
}

/** Solves an angle once. */
function solveAngle(j: usize, g: usize, a: usize, b: usize, pass: i32, perSecond: f64): void {
  const iA = load<f64>(a, INV_INERTIA);
  const iB = load<f64>(b, INV_INERTIA);
  const k = iA + iB;
  const mass = k > 0 ? 1 / k : 0;
  store<f64>(g, mass, EFFECTIVE_MASS);
  store<f64>(g, k, INVERSE_MASS);
  const flags = load<i32>(g, FLAGS);
  if (flags === 0 || mass === 0) return;
  const value = load<f64>(g, VALUE);
  const below = value - load<f64>(g, LOWER_BOUND);
  const above = load<f64>(g, UPPER_BOUND) - value;
  const h = load<f64>(H);
  const slop = load<f64>(STOP_SLOP);
  rate = load<f64>(b, OMEGA) - load<f64>(a, OMEGA);
  delta = 0;
  given = 0;
  total = 0;
  summed = load<f64>(g, LIMITS_SUM);
  const idle =
    load<f64>(g, LOWER_IMPULSE) === 0 &&
    load<f64>(g, UPPER_IMPULSE) === 0 &&
    (!(flags & LOWER) || (below > slop && rate + below / h >= 0)) &&
    (!(flags & UPPER) || (above > slop && above / h - rate >= 0));
  if (!idle) {
    if (flags & LOWER) oneSided(j, g, a, b, AT_LOWER, below, mass, k, pass, perSecond);
    if (flags & UPPER) oneSided(j, g, a, b, AT_UPPER, -(value - load<f64>(g, UPPER_BOUND)), mass, k, pass, perSecond);
    store<f64>(g, summed, LIMITS_SUM);
  }
  store<f64>(g, given, ANGLE_IMPULSE);
  store<f64>(g, total, TOTAL);
  store<f64>(a, load<f64>(a, OMEGA) - iA * delta, OMEGA);
  store<f64>(b, load<f64>(b, OMEGA) + iB * delta, OMEGA);
  store<f64>(g, load<f64>(g, NOW_TORQUE) + total, NOW_TORQUE);
  store<f64>(j, load<f64>(j, MOMENT_A) - total, MOMENT_A);
  store<f64>(j, load<f64>(j, MOMENT_B) + total, MOMENT_B);
}

/** Solves an angle, and after the second pass books its torque and adds its impulse to the next warm start. */
export function visit(j: usize, g: usize, a: usize, b: usize, pass: i32, perSecond: f64): void {
  solveAngle(j, g, a, b, pass, perSecond);
  if (pass !== 1) return;
  warmStartAngle(g, a, b, WARM);
  const torque = load<f64>(g, NOW_TORQUE);
  const peak = Math.abs(torque) / load<f64>(H);
  store<f64>(g, load<f64>(g, SUM_TORQUE) + torque, SUM_TORQUE);
  if (peak > load<f64>(g, PEAK_TORQUE)) store<f64>(g, peak, PEAK_TORQUE);
  store<f64>(g, 0, NOW_TORQUE);
}
