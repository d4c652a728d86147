import { openBlows, tiesOf } from './plain-blow-block';
import {
  ANGLE,
  ANGLE_IMPULSE,
  ARC,
  ARM_A,
  ARM_B,
  BIAS_RATE,
  BODY,
  BODY_A,
  BODY_B,
  COS_SIN,
  GAP,
  H,
  IMPULSE,
  IMPULSE_SCALE,
  INERTIA,
  INVERSE,
  INVERSE_12,
  INVERSE_INERTIA,
  INV_INERTIA,
  INV_MASS,
  JOINT,
  KEPT,
  KEPT_OMEGA,
  KICK,
  KICK_OMEGA,
  LIMITS_SUM,
  LOCAL_A,
  LOCAL_B,
  MASSES,
  MASS_SCALE,
  MAX_CORRECTION,
  MOMENT_A,
  MOST_KICK,
  MOST_SPEED,
  OMEGA,
  PEAK,
  PEAK_TORQUE,
  PER_SECOND,
  PLACE,
  REACH_HIGH,
  REACH_LOW,
  SAVED_ANGLE,
  SAVED_POINT,
  SHARE_A,
  SHARE_B,
  STIFFNESS,
  STOPS_HIT,
  SUM,
  TIES_STIFF,
  TURN_A,
  TURN_B,
  V,
  WARM,
} from './plain-fields';
import { swapped, turnedLeft, turnedRight, sum, sums, square, PAIRS } from './plain-lanes';
import { forgetPassed, measureAngle, strikePassed, visit } from './plain-stops';

/**
 * The step of a block of plain points (src/coordinates/points/plain-point.ts, src/body/integrate.ts, src/body/stiffen-masses.ts) on two
 * numbers at a time, x and y or cos and sin, in AssemblyScript. Every number comes about by the same operations in the same order as
 * there, so both give the same bits: what changes there changes here. `npm run wasm` in packages/core compiles it.
 *
 * So do the angles of hinges whose only laws are stops (plain-stops.ts).
 */
const NOTHING: f64 = 1e-120;
const SMALL_TURN: f64 = 0.25;
const MOST_TURN: f64 = 1.5;
const LOST_SPEED: f64 = 1e100;

/** cos x − 1 and sin x − x of a small turn. */
function arcOf(x: f64): v128 {
  const z = x * x;
  const zz = f64x2.splat(z);
  const z2 = f64x2.mul(zz, zz);
  const end = f64x2.sub(
    f64x2.add(v128.load(PAIRS, 64), f64x2.mul(zz, v128.load(PAIRS, 80))),
    f64x2.mul(z2, v128.load(PAIRS, 96)),
  );
  const series = f64x2.add(f64x2.add(v128.load(PAIRS, 32), f64x2.mul(zz, v128.load(PAIRS, 48))), f64x2.mul(z2, end));
  return f64x2.mul(f64x2(z, x * z), series);
}

function cosSin(angle: f64): v128 {
  const k = Math.floor(angle * 0.63661977236758134308 + 0.5);
  const x = angle - k * 1.57079632673412561417 - k * 6.0771005063039659766e-11 - k * 2.02226624879595063154e-21;
  const z = x * x;
  const zz = f64x2.splat(z);
  const z2 = f64x2.mul(zz, zz);
  const end = f64x2.add(
    f64x2.add(v128.load(PAIRS, 176), f64x2.mul(zz, v128.load(PAIRS, 192))),
    f64x2.mul(z2, f64x2.add(v128.load(PAIRS, 208), f64x2.mul(zz, v128.load(PAIRS, 224)))),
  );
  const middle = f64x2.add(v128.load(PAIRS, 144), f64x2.mul(zz, v128.load(PAIRS, 160)));
  const series = f64x2.add(
    f64x2.add(f64x2.add(v128.load(PAIRS, 112), f64x2.mul(zz, v128.load(PAIRS, 128))), f64x2.mul(z2, middle)),
    f64x2.mul(f64x2.mul(z2, z2), end),
  );
  const both = f64x2.add(f64x2(1 - z * 0.5, x), f64x2.mul(f64x2.replace_lane(z2, 1, x * z), series));
  const quarter = (k - 4 * Math.floor(k * 0.25)) as i32;
  const turned = quarter & 1 ? turnedLeft(both) : both;
  return quarter & 2 ? f64x2.neg(turned) : turned;
}

/** Begins a step: nothing is booked yet, and what joints go on with is saved for a step that is refused. */
function begin(joints: usize, end: usize, stride: usize, saved: usize): void {
  for (let j = joints; j < end; j += stride) {
    v128.store(saved, v128.load(j, IMPULSE));
    v128.store(saved, v128.load(j, ARM_A), 16);
    v128.store(saved, v128.load(j, ARM_B), 32);
    v128.store(saved, v128.load(j, GAP), 48);
    saved += SAVED_POINT;
    v128.store(j, f64x2.splat(0), SUM);
    v128.store(j, f64x2.splat(0), MOMENT_A);
    store<f64>(j, 0, PEAK);
    if (stride === JOINT) continue;
    const g = j + JOINT;
    for (let i: usize = 0; i < SAVED_ANGLE; i += 16) v128.store(saved + i, v128.load(g + i, ANGLE_IMPULSE));
    saved += SAVED_ANGLE;
    store<i32>(g, 0, STOPS_HIT);
    v128.store(g, f64x2.splat(0), LIMITS_SUM);
    store<f64>(g, 0, PEAK_TORQUE);
  }
}

/** Puts back what was saved. */
function restore(joints: usize, end: usize, stride: usize, saved: usize): void {
  for (let j = joints; j < end; j += stride) {
    v128.store(j, v128.load(saved), IMPULSE);
    v128.store(j, v128.load(saved, 16), ARM_A);
    v128.store(j, v128.load(saved, 32), ARM_B);
    v128.store(j, v128.load(saved, 48), GAP);
    saved += SAVED_POINT;
    if (stride === JOINT) continue;
    for (let i: usize = 0; i < SAVED_ANGLE; i += 16) v128.store(j + JOINT + i, v128.load(saved + i), ANGLE_IMPULSE);
    saved += SAVED_ANGLE;
  }
}

/** Raises inertias, which `masses` has as they are; false if an impulse is of no use to a warm start. */
function stiffen(bodies: usize, joints: usize, end: usize, stride: usize, masses: usize, h: f64, mostKick: f64): bool {
  for (let b = bodies; b < joints; b += BODY) store<f64>(b, 0, STIFFNESS);
  for (let j = joints; j < end; j += stride) {
    const a: usize = load<u32>(j, BODY_A);
    const b: usize = load<u32>(j, BODY_B);
    const p = v128.load(j, IMPULSE);
    if (!(sum(f64x2.abs(p)) * (load<f64>(a, INV_MASS) + load<f64>(b, INV_MASS)) < mostKick)) return false;
    const gap = v128.load(j, GAP);
    const rA = f64x2.add(v128.load(j, ARM_A), f64x2.mul(gap, v128.load64_splat(j, SHARE_A)));
    const rB = f64x2.sub(v128.load(j, ARM_B), f64x2.mul(gap, v128.load64_splat(j, SHARE_B)));
    store<f64>(a, load<f64>(a, STIFFNESS) - sum(f64x2.mul(rA, p)), STIFFNESS);
    store<f64>(b, load<f64>(b, STIFFNESS) + sum(f64x2.mul(rB, p)), STIFFNESS);
  }
  for (let b = bodies; b < joints; b += BODY) {
    const turn = 2 * h * Math.abs(load<f64>(b, STIFFNESS));
    const inertia = load<f64>(masses, INERTIA);
    const inverse = load<f64>(masses, INVERSE_INERTIA);
    const raises = turn > inertia && inverse > 0;
    store<f64>(b, raises ? 1 / turn : inverse, INV_INERTIA);
    if (stride !== JOINT) store<i32>(tiesOf(b), raises && 1 / turn < 1 / inertia ? 1 : 0, TIES_STIFF);
    store<f64>(b, load<f64>(b, KICK_OMEGA) * load<f64>(b, INV_INERTIA), KICK_OMEGA);
    v128.store(b, f64x2.splat(0), WARM + V);
    store<f64>(b, 0, WARM + OMEGA);
    masses += MASSES;
  }
  return true;
}

/** True if no law acts at this rate. */
function isIdle(g: usize, rate: f64): bool {
  return load<f64>(g, ANGLE_IMPULSE) === 0 && rate >= load<f64>(g, REACH_LOW) && rate <= load<f64>(g, REACH_HIGH);
}

/** Measures frames and K, and adds the last impulse to the velocities, or with `into` to the sums for the next warm start. */
function measure(joints: usize, end: usize, into: usize, stride: usize, perSecond: f64): void {
  for (let j = joints; j < end; j += stride) {
    const a: usize = load<u32>(j, BODY_A);
    const b: usize = load<u32>(j, BODY_B);
    if (stride !== JOINT) measureAngle(j + JOINT, a, b, into, perSecond);
    const turnA = v128.load(a, COS_SIN);
    const armA = f64x2.add(
      f64x2.mul(turnA, v128.load64_splat(j, LOCAL_A)),
      f64x2.mul(turnedLeft(turnA), v128.load64_splat(j, LOCAL_A + 8)),
    );
    v128.store(j, armA, ARM_A);
    const turnB = v128.load(b, COS_SIN);
    const armB = f64x2.add(
      f64x2.mul(turnB, v128.load64_splat(j, LOCAL_B)),
      f64x2.mul(turnedLeft(turnB), v128.load64_splat(j, LOCAL_B + 8)),
    );
    v128.store(j, armB, ARM_B);
    const gap = f64x2.sub(f64x2.add(f64x2.sub(v128.load(b, PLACE), v128.load(a, PLACE)), armB), armA);
    v128.store(j, gap, GAP);
    const rA = f64x2.add(armA, f64x2.mul(gap, v128.load64_splat(j, SHARE_A)));
    const rB = f64x2.sub(armB, f64x2.mul(gap, v128.load64_splat(j, SHARE_B)));
    const turnsA = turnedRight(rA);
    const turnsB = turnedLeft(rB);
    v128.store(j, turnsA, TURN_A);
    v128.store(j, turnsB, TURN_B);

    const p = v128.load(j, IMPULSE);
    const mA = v128.load64_splat(a, INV_MASS);
    const mB = v128.load64_splat(b, INV_MASS);
    const iA = load<f64>(a, INV_INERTIA);
    const iB = load<f64>(b, INV_INERTIA);
    const moments = sums(f64x2.mul(turnsA, p), f64x2.mul(turnsB, p));
    const toA = a + into;
    v128.store(toA, f64x2.sub(v128.load(toA, V), f64x2.mul(mA, p)), V);
    store<f64>(toA, load<f64>(toA, OMEGA) + iA * f64x2.extract_lane(moments, 0), OMEGA);
    const toB = b + into;
    v128.store(toB, f64x2.add(v128.load(toB, V), f64x2.mul(mB, p)), V);
    store<f64>(toB, load<f64>(toB, OMEGA) + iB * f64x2.extract_lane(moments, 1), OMEGA);

    const uA = f64x2.mul(f64x2.splat(iA), turnsA);
    const uB = f64x2.mul(f64x2.splat(iB), turnsB);
    const k = f64x2.add(f64x2.add(f64x2.add(mA, mB), f64x2.mul(uA, turnsA)), f64x2.mul(uB, turnsB));
    const k12 =
      f64x2.extract_lane(uA, 1) * f64x2.extract_lane(turnsA, 0) +
      f64x2.extract_lane(uB, 1) * f64x2.extract_lane(turnsB, 0);
    const det = f64x2.extract_lane(f64x2.mul(k, swapped(k)), 0) - k12 * k12;
    const trace = sum(k);
    if (det > 1e-14 * trace * trace) {
      const scale = 1 / det;
      v128.store(j, f64x2.mul(f64x2.splat(scale), swapped(k)), INVERSE);
      store<f64>(j, -scale * k12, INVERSE_12);
    } else {
      const scale = trace > 0 ? 1 / (trace * trace) : 0;
      v128.store(j, f64x2.mul(f64x2.splat(scale), k), INVERSE);
      store<f64>(j, scale * k12, INVERSE_12);
    }
  }
}

/** As in src/coordinates/points/most-pull.ts. */
function limitPull(j: usize, pull: v128, size: f64, most: f64, massScale: f64, impulseScale: f64): v128 {
  const carried = -sum(f64x2.mul(v128.load(j, IMPULSE), pull));
  let reach = most;
  if (carried > 0) {
    const needed = f64x2.add(
      f64x2.mul(v128.load(j, INVERSE), pull),
      f64x2.mul(v128.load64_splat(j, INVERSE_12), swapped(pull)),
    );
    const mass = sum(f64x2.mul(pull, needed));
    reach += Math.min(most, (impulseScale * carried * size) / (massScale * mass));
  }
  return size > reach ? f64x2.mul(pull, f64x2.splat(reach / size)) : pull;
}

// The next joint most often has body B of the one before, whose velocity is on its way to memory: kept in registers it is there 8 cycles
// earlier, and all else waits for it.

function solve(
  joints: usize,
  end: usize,
  stride: usize,
  pass: i32,
  perSecond: f64,
  biasRate: f64,
  massScale: f64,
  impulseScale: f64,
): void {
  let last: usize = 0;
  let lastV = f64x2.splat(0);
  let lastW: f64 = 0;
  for (let j = joints; j < end; j += stride) {
    const a: usize = load<u32>(j, BODY_A);
    const b: usize = load<u32>(j, BODY_B);
    const armA = v128.load(j, ARM_A);
    const armB = v128.load(j, ARM_B);
    const arcA = f64x2.sub(
      f64x2.mul(v128.load64_splat(a, ARC + 8), turnedRight(armA)),
      f64x2.mul(v128.load64_splat(a, ARC), armA),
    );
    const arcB = f64x2.sub(
      f64x2.mul(v128.load64_splat(b, ARC), armB),
      f64x2.mul(v128.load64_splat(b, ARC + 8), turnedRight(armB)),
    );
    const gap = v128.load(j, GAP);
    const turnsA = v128.load(j, TURN_A);
    const turnsB = v128.load(j, TURN_B);
    const most = load<f64>(j, MAX_CORRECTION);
    let pull = f64x2.mul(gap, f64x2.splat(biasRate));
    const pull2 = square(pull);
    if (pull2 > most * most) pull = limitPull(j, pull, Math.sqrt(pull2), most, massScale, impulseScale);

    let vA: v128, vB: v128, wA: f64, wB: f64;
    if (a === last) {
      vA = lastV;
      wA = lastW;
    } else {
      vA = v128.load(a, V);
      wA = load<f64>(a, OMEGA);
    }
    if (b === last) {
      vB = lastV;
      wB = lastW;
    } else {
      vB = v128.load(b, V);
      wB = load<f64>(b, OMEGA);
    }
    if (stride !== JOINT && !isIdle(j + JOINT, wB - wA)) {
      visit(j, j + JOINT, a, b, pass, perSecond);
      vA = v128.load(a, V);
      wA = load<f64>(a, OMEGA);
      vB = v128.load(b, V);
      wB = load<f64>(b, OMEGA);
    }
    const turning = f64x2.add(f64x2.mul(f64x2.splat(wA), turnsA), f64x2.mul(f64x2.splat(wB), turnsB));
    const error = f64x2.add(pull, f64x2.mul(f64x2.add(arcA, arcB), f64x2.splat(perSecond)));
    let rate = f64x2.add(f64x2.add(error, f64x2.sub(vB, vA)), turning);
    if (square(rate) < NOTHING) rate = f64x2.splat(0);
    const before = v128.load(j, IMPULSE);
    const needed = f64x2.add(
      f64x2.mul(v128.load(j, INVERSE), rate),
      f64x2.mul(v128.load64_splat(j, INVERSE_12), swapped(rate)),
    );
    const p = f64x2.sub(f64x2.mul(f64x2.splat(-impulseScale), before), f64x2.mul(f64x2.splat(massScale), needed));
    const total = f64x2.add(before, p);
    v128.store(j, total, IMPULSE);
    const moments = sums(f64x2.mul(turnsA, total), f64x2.mul(turnsB, total));
    v128.store(j, f64x2.add(v128.load(j, MOMENT_A), moments), MOMENT_A);

    const changes = sums(f64x2.mul(turnsB, p), f64x2.mul(turnsA, p));
    v128.store(a, f64x2.sub(vA, f64x2.mul(v128.load64_splat(a, INV_MASS), p)), V);
    store<f64>(a, wA + load<f64>(a, INV_INERTIA) * f64x2.extract_lane(changes, 1), OMEGA);
    last = b;
    lastV = f64x2.add(vB, f64x2.mul(v128.load64_splat(b, INV_MASS), p));
    lastW = wB + load<f64>(b, INV_INERTIA) * f64x2.extract_lane(changes, 0);
    v128.store(b, lastV, V);
    store<f64>(b, lastW, OMEGA);
  }
}

function relax(joints: usize, end: usize, stride: usize, perSecond: f64, h: f64): void {
  let last: usize = 0;
  let lastV = f64x2.splat(0);
  let lastW: f64 = 0;
  for (let j = joints; j < end; j += stride) {
    const a: usize = load<u32>(j, BODY_A);
    const b: usize = load<u32>(j, BODY_B);
    const turnsA = v128.load(j, TURN_A);
    const turnsB = v128.load(j, TURN_B);
    let vA: v128, vB: v128, wA: f64, wB: f64;
    if (a === last) {
      vA = lastV;
      wA = lastW;
    } else {
      vA = v128.load(a, V);
      wA = load<f64>(a, OMEGA);
    }
    if (b === last) {
      vB = lastV;
      wB = lastW;
    } else {
      vB = v128.load(b, V);
      wB = load<f64>(b, OMEGA);
    }
    if (stride !== JOINT && !isIdle(j + JOINT, wB - wA)) {
      visit(j, j + JOINT, a, b, 1, perSecond);
      vA = v128.load(a, V);
      wA = load<f64>(a, OMEGA);
      vB = v128.load(b, V);
      wB = load<f64>(b, OMEGA);
    }
    const turning = f64x2.add(f64x2.mul(f64x2.splat(wA), turnsA), f64x2.mul(f64x2.splat(wB), turnsB));
    let rate = f64x2.add(f64x2.sub(vB, vA), turning);
    if (square(rate) < NOTHING) rate = f64x2.splat(0);
    const needed = f64x2.add(
      f64x2.mul(v128.load(j, INVERSE), rate),
      f64x2.mul(v128.load64_splat(j, INVERSE_12), swapped(rate)),
    );
    const p = f64x2.neg(needed);
    const before = v128.load(j, IMPULSE);
    const after = f64x2.add(before, p);

    const changes = sums(f64x2.mul(turnsB, p), f64x2.mul(turnsA, p));
    const mA = v128.load64_splat(a, INV_MASS);
    const iA = load<f64>(a, INV_INERTIA);
    v128.store(a, f64x2.sub(vA, f64x2.mul(mA, p)), V);
    store<f64>(a, wA + iA * f64x2.extract_lane(changes, 1), OMEGA);
    v128.store(a, f64x2.sub(v128.load(a, WARM + V), f64x2.mul(mA, after)), WARM + V);
    const moments = sums(f64x2.mul(turnsA, after), f64x2.mul(turnsB, after));
    store<f64>(a, load<f64>(a, WARM + OMEGA) + iA * f64x2.extract_lane(moments, 0), WARM + OMEGA);
    const mB = v128.load64_splat(b, INV_MASS);
    const iB = load<f64>(b, INV_INERTIA);
    last = b;
    lastV = f64x2.add(vB, f64x2.mul(mB, p));
    lastW = wB + iB * f64x2.extract_lane(changes, 0);
    v128.store(b, lastV, V);
    store<f64>(b, lastW, OMEGA);
    v128.store(b, f64x2.add(v128.load(b, WARM + V), f64x2.mul(mB, after)), WARM + V);
    store<f64>(b, load<f64>(b, WARM + OMEGA) + iB * f64x2.extract_lane(moments, 1), WARM + OMEGA);

    const both = f64x2.add(before, after);
    const size2 = square(both);
    const peak = load<f64>(j, PEAK) * h;
    v128.store(j, square(after) > NOTHING ? after : f64x2.splat(0), IMPULSE);
    v128.store(j, f64x2.add(v128.load(j, SUM), both), SUM);
    v128.store(j, f64x2.add(v128.load(j, MOMENT_A), moments), MOMENT_A);
    if (size2 > peak * peak) store<f64>(j, Math.sqrt(size2) / h, PEAK);
  }
}

/** As in src/body/integrate.ts. */
function damp(bodies: usize, awake: usize, masses: usize): void {
  for (let b = bodies; b < awake; b += BODY) {
    v128.store(b, f64x2.mul(v128.load(b, V), v128.load64_splat(masses, KEPT)), V);
    store<f64>(b, load<f64>(b, OMEGA) * load<f64>(masses, KEPT_OMEGA), OMEGA);
    masses += MASSES;
  }
}

function kickBefore(bodies: usize, awake: usize, h: f64): void {
  for (let b = bodies; b < awake; b += BODY) {
    v128.store(b, f64x2.add(f64x2.add(v128.load(b, V), v128.load(b, KICK)), v128.load(b, WARM + V)), V);
    const w = load<f64>(b, OMEGA) + load<f64>(b, KICK_OMEGA) + load<f64>(b, WARM + OMEGA);
    store<f64>(b, w, OMEGA);
    const x = h * w;
    v128.store(b, x * x < SMALL_TURN ? arcOf(x) : f64x2.sub(cosSin(x), f64x2(1, x)), ARC);
  }
}

/** Slows what is too fast; false where numbers may have overflowed. */
function keepsSense(b: usize, h: f64, mostSpeed: f64): bool {
  const v = v128.load(b, V);
  const w = load<f64>(b, OMEGA);
  const speed = sum(f64x2.abs(v));
  if (Math.abs(h * w) <= MOST_TURN && speed <= mostSpeed) return true;
  const turn = Math.abs(w);
  if (!(turn + speed < LOST_SPEED)) return false;
  if (turn > MOST_TURN / h) store<f64>(b, w * (MOST_TURN / h / turn), OMEGA);
  if (speed > mostSpeed) v128.store(b, f64x2.mul(v, f64x2.splat(mostSpeed / speed)), V);
  return true;
}

function integrate(bodies: usize, awake: usize, h: f64, mostSpeed: f64, last: bool): bool {
  for (let b = bodies; b < awake; b += BODY) {
    if (!keepsSense(b, h, mostSpeed)) return false;
    const v = v128.load(b, V);
    const w = load<f64>(b, OMEGA);
    const x = h * w;
    const angle = load<f64>(b, ANGLE) + x;
    v128.store(b, f64x2.add(v128.load(b, PLACE), f64x2.mul(f64x2.splat(h), v)), PLACE);
    store<f64>(b, angle, ANGLE);
    if (last || x * x >= SMALL_TURN) {
      v128.store(b, cosSin(angle), COS_SIN);
    } else {
      const arc = arcOf(x);
      const turn = v128.load(b, COS_SIN);
      const across = f64x2.splat(x + f64x2.extract_lane(arc, 1));
      const change = f64x2.add(
        f64x2.mul(f64x2.splat(f64x2.extract_lane(arc, 0)), turn),
        f64x2.mul(across, turnedLeft(turn)),
      );
      v128.store(b, f64x2.add(turn, change), COS_SIN);
    }
    v128.store(b, f64x2.splat(0), WARM + V);
    store<f64>(b, 0, WARM + OMEGA);
    v128.store(b, f64x2.add(v, v128.load(b, KICK)), V);
    store<f64>(b, w + load<f64>(b, KICK_OMEGA), OMEGA);
  }
  return true;
}

function steps(
  bodies: usize,
  joints: usize,
  end: usize,
  stride: usize,
  masses: usize,
  substeps: i32,
  damps: bool,
): bool {
  const h = load<f64>(H);
  const perSecond = load<f64>(PER_SECOND);
  const biasRate = load<f64>(BIAS_RATE);
  const massScale = load<f64>(MASS_SCALE);
  const impulseScale = load<f64>(IMPULSE_SCALE);
  const mostSpeed = load<f64>(MOST_SPEED);
  if (!stiffen(bodies, joints, end, stride, masses, h, load<f64>(MOST_KICK))) return false;
  measure(joints, end, WARM, stride, perSecond);
  for (let k = 1; k <= substeps; k++) {
    if (damps) damp(bodies, joints, masses);
    kickBefore(bodies, joints, h);
    forgetPassed();
    solve(joints, end, stride, k === 1 ? 0 : 2, perSecond, biasRate, massScale, impulseScale);
    strikePassed(h);
    if (!integrate(bodies, joints, h, mostSpeed, k === substeps)) return false;
    measure(joints, end, 0, stride, perSecond);
    if (damps) damp(bodies, joints, masses);
    relax(joints, end, stride, perSecond, h);
  }
  for (let b = bodies; b < joints; b += BODY) if (!keepsSense(b, h, mostSpeed)) return false;
  return true;
}

/** Writes where between the anchors the impulses of the joints act, as in src/coordinates/points/point-mass.ts. */
export function share(joints: usize, end: usize, stride: usize): void {
  for (let j = joints; j < end; j += stride) {
    const iA = load<f64>(load<u32>(j, BODY_A), INV_INERTIA);
    const iB = load<f64>(load<u32>(j, BODY_B), INV_INERTIA);
    const easeA = iA * square(v128.load(j, LOCAL_A));
    const easeB = iB * square(v128.load(j, LOCAL_B));
    const ofB = easeA + easeB > 0 ? easeB / (easeA + easeB) : iA + iB > 0 ? iA / (iA + iB) : 0.5;
    store<f64>(j, 1 - ofB, SHARE_A);
    store<f64>(j, ofB, SHARE_B);
  }
}

/**
 * All substeps of the step of the bodies up to `joints` and the joints up to `end`, by the numbers at the start of the memory. Joints lie
 * `stride` bytes apart, with their angles behind them if that is more than they take themselves; at `masses` lie those of the bodies, at
 * `ties` what hangs on each. False where only the long way knows what to do: joints are as before then, by what was saved from `saved` on.
 */
export function step(
  bodies: usize,
  joints: usize,
  end: usize,
  stride: usize,
  masses: usize,
  ties: usize,
  saved: usize,
  substeps: i32,
  damps: bool,
): bool {
  openBlows(bodies, ties);
  begin(joints, end, stride, saved);
  if (steps(bodies, joints, end, stride, masses, substeps, damps)) return true;
  restore(joints, end, stride, saved);
  return false;
}
