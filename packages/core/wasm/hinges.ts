import {
  ANGLE,
  ARC,
  ARM_A,
  ARM_B,
  BIAS_RATE,
  BODY_A,
  BODY_B,
  COS_SIN,
  ENTRY,
  GAP,
  H,
  I11,
  I12,
  I22,
  IMPULSE,
  IMPULSE_SCALE,
  INERTIA,
  INV_INERTIA,
  INV_MASS,
  KEPT,
  KEPT_OMEGA,
  KICK,
  KICK_OMEGA,
  LAWS,
  LOCAL_A,
  LOCAL_B,
  LOST,
  MASS_SCALE,
  MAX_CORRECTION,
  MOMENT_A,
  MOST_KICK,
  MOST_SPEED,
  OMEGA,
  PEAK,
  PER_SECOND,
  PLACE,
  POINT_SUM,
  ROW,
  SHARE_A,
  SHARE_B,
  STIFFENED,
  STIFFNESS,
  STOPS_MET,
  SUM,
  V,
  WARM,
} from './hinge-fields';
import { beginAngle, forgetMet, isIdle, measureAngle, visitAngle, wasMet } from './hinge-stops';
import { swapped, turnedLeft, turnedRight, sum, sums, square, PAIRS } from './lanes';

/**
 * The iterative step of hinges that hold their points rigidly and have no other laws than hard stops: on the records of core where they
 * are (src/fast/home.ts), on two numbers at a time, x and y or cos and sin, in AssemblyScript. It is what src/iterative/step.ts does with every joint
 * (src/iterative/stiffen-masses.ts, src/iterative/integrate.ts, src/coordinates/points/point.ts), joint by joint and in fewer passes: measuring,
 * preparing and the second warm start are one; relaxing books what was given, and sums up per body the next warm start, which acts at the
 * same pose. `npm run wasm` in packages/core compiles it.
 *
 * Joints are those of a table (src/fast/hinge-layout.ts), bodies those of a list of where their motions lie; their poses, drives and loads
 * lie as far apart as those arrays do.
 */
/** Squares of rates and impulses below this are 0: along a slack chain they would fall off to subnormal numbers, which take twice as long. */
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

/** How far from either anchor to the other the impulses of a joint act, as in src/coordinates/points/point-mass.ts. */
function share(j: usize, a: usize, b: usize): void {
  const iA = load<f64>(a, INV_INERTIA);
  const iB = load<f64>(b, INV_INERTIA);
  const easeA = iA * square(v128.load(j, LOCAL_A));
  const easeB = iB * square(v128.load(j, LOCAL_B));
  const ofB = easeA + easeB > 0 ? easeB / (easeA + easeB) : iA + iB > 0 ? iA / (iA + iB) : 0.5;
  store<f64>(j, 1 - ofB, SHARE_A);
  store<f64>(j, ofB, SHARE_B);
}

/** A local place, turned by a pose. */
function armOf(pose: usize, j: usize, local: usize): v128 {
  const turn = v128.load(pose, COS_SIN);
  return f64x2.add(
    f64x2.mul(turn, v128.load64_splat(j + local)),
    f64x2.mul(turnedLeft(turn), v128.load64_splat(j + local, 8)),
  );
}

/** The gap between the ends of two arms. */
function gapOf(poseA: usize, poseB: usize, armA: v128, armB: v128): v128 {
  return f64x2.sub(f64x2.add(f64x2.sub(v128.load(poseB, PLACE), v128.load(poseA, PLACE)), armB), armA);
}

/** How fast the gap grows as body A turns, and as B does: by the arms to where impulses act. */
function turnsOfA(j: usize, armA: v128, gap: v128): v128 {
  return turnedRight(f64x2.add(armA, f64x2.mul(gap, v128.load64_splat(j, SHARE_A))));
}

function turnsOfB(j: usize, armB: v128, gap: v128): v128 {
  return turnedLeft(f64x2.sub(armB, f64x2.mul(gap, v128.load64_splat(j, SHARE_B))));
}

/** Begins a step: nothing is booked yet. Where bodies have been changed since the last, joints are measured and shared anew. */
function begin(table: usize, end: usize, pose: usize, areNew: bool): void {
  forgetMet();
  for (let t = table; t < end; t += ENTRY) {
    const j: usize = load<u32>(t, ROW);
    const laws: usize = load<u32>(t, LAWS);
    v128.store(j, f64x2.splat(0), POINT_SUM);
    v128.store(j, f64x2.splat(0), MOMENT_A);
    store<f64>(j, 0, PEAK);
    if (laws !== 0) beginAngle(j, laws);
    if (!areNew) continue;
    const a: usize = load<u32>(t, BODY_A);
    const b: usize = load<u32>(t, BODY_B);
    const armA = armOf(a + pose, j, LOCAL_A);
    const armB = armOf(b + pose, j, LOCAL_B);
    v128.store(j, armA, ARM_A);
    v128.store(j, armB, ARM_B);
    v128.store(j, gapOf(a + pose, b + pose, armA, armB), GAP);
    share(j, a, b);
  }
}

/** Raises inertias, as in src/iterative/stiffen-masses.ts; true if it has raised any. */
function stiffen(list: usize, last: usize, table: usize, end: usize, drive: usize, mass: usize, h: f64): bool {
  const mostKick = load<f64>(MOST_KICK);
  for (let i = list; i < last; i += 4) store<f64>(load<u32>(i), 0, STIFFNESS);
  for (let t = table; t < end; t += ENTRY) {
    const j: usize = load<u32>(t, ROW);
    const a: usize = load<u32>(t, BODY_A);
    const b: usize = load<u32>(t, BODY_B);
    const p = v128.load(j, IMPULSE);
    if (!(sum(f64x2.abs(p)) * (load<f64>(a, INV_MASS) + load<f64>(b, INV_MASS)) < mostKick)) {
      v128.store(j, f64x2.splat(0), IMPULSE);
      continue;
    }
    const gap = v128.load(j, GAP);
    const rA = f64x2.add(v128.load(j, ARM_A), f64x2.mul(gap, v128.load64_splat(j, SHARE_A)));
    const rB = f64x2.sub(v128.load(j, ARM_B), f64x2.mul(gap, v128.load64_splat(j, SHARE_B)));
    // Nobody would empty the sum of a body that does not move.
    if (load<f64>(a, INV_INERTIA) !== 0) store<f64>(a, load<f64>(a, STIFFNESS) - sum(f64x2.mul(rA, p)), STIFFNESS);
    if (load<f64>(b, INV_INERTIA) !== 0) store<f64>(b, load<f64>(b, STIFFNESS) + sum(f64x2.mul(rB, p)), STIFFNESS);
  }
  let raised = false;
  for (let i = list; i < last; i += 4) {
    const b: usize = load<u32>(i);
    const turn = 2 * h * Math.abs(load<f64>(b, STIFFNESS));
    const inverse = load<f64>(b, INV_INERTIA);
    if (turn > load<f64>(b + mass, INERTIA) && inverse > 0) {
      store<f64>(b + drive, load<f64>(b + drive, KICK_OMEGA) / (inverse * turn), KICK_OMEGA);
      store<f64>(b, 1 / turn, INV_INERTIA);
      raised = true;
    }
    clearWarmStart(b);
  }
  return raised;
}

function clearWarmStart(b: usize): void {
  v128.store(b, f64x2.splat(0), WARM + V);
  store<f64>(b, 0, WARM + OMEGA);
}

/** What K inverted has, times `scale`: xx, xy, yy. */
function writeInverse(j: usize, scale: f64, diagonal: v128, across: f64): void {
  const scaled = f64x2.mul(f64x2.splat(scale), diagonal);
  v128.store64_lane(j, scaled, 0, I11);
  store<f64>(j, scale * across, I12);
  v128.store64_lane(j, scaled, 1, I22);
}

/** Measures frames and K, and adds the last impulse to the velocities, or with `into` to the sums for the next warm start. */
function measure(table: usize, end: usize, pose: usize, into: usize, perSecond: f64): void {
  for (let t = table; t < end; t += ENTRY) {
    const j: usize = load<u32>(t, ROW);
    const a: usize = load<u32>(t, BODY_A);
    const b: usize = load<u32>(t, BODY_B);
    const laws: usize = load<u32>(t, LAWS);
    if (laws !== 0) measureAngle(j, laws, a, b, a + pose, b + pose, into, perSecond);
    const armA = armOf(a + pose, j, LOCAL_A);
    const armB = armOf(b + pose, j, LOCAL_B);
    const gap = gapOf(a + pose, b + pose, armA, armB);
    v128.store(j, armA, ARM_A);
    v128.store(j, armB, ARM_B);
    v128.store(j, gap, GAP);
    const turnsA = turnsOfA(j, armA, gap);
    const turnsB = turnsOfB(j, armB, gap);

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
      writeInverse(j, 1 / det, swapped(k), -k12);
    } else {
      // Two bodies that only turn have a K of rank 1: its pseudo-inverse is K / trace².
      writeInverse(j, trace > 0 ? 1 / (trace * trace) : 0, k, k12);
    }
  }
}

/** The inverse of K, times a rate. */
function needed(j: usize, rate: v128): v128 {
  return f64x2.add(
    f64x2.mul(v128.load(j, I11), v128.shuffle<f64>(rate, rate, 0, 0)),
    f64x2.mul(v128.load(j, I12), v128.shuffle<f64>(rate, rate, 1, 1)),
  );
}

/** As in src/coordinates/points/most-pull.ts. */
function limitPull(j: usize, pull: v128, size: f64, most: f64, massScale: f64, impulseScale: f64): v128 {
  const carried = -sum(f64x2.mul(v128.load(j, IMPULSE), pull));
  let reach = most;
  if (carried > 0) {
    const mass = sum(f64x2.mul(pull, needed(j, pull)));
    reach += Math.min(most, (impulseScale * carried * size) / (massScale * mass));
  }
  return size > reach ? f64x2.mul(pull, f64x2.splat(reach / size)) : pull;
}

// The next joint most often has body B of the one before, whose velocity is on its way to memory: kept in registers it is there 8 cycles
// earlier, and all else waits for it.

function solve(table: usize, end: usize, perSecond: f64): void {
  const biasRate = load<f64>(BIAS_RATE);
  const massScale = load<f64>(MASS_SCALE);
  const impulseScale = load<f64>(IMPULSE_SCALE);
  let last: usize = 0;
  let lastV = f64x2.splat(0);
  let lastW: f64 = 0;
  for (let t = table; t < end; t += ENTRY) {
    const j: usize = load<u32>(t, ROW);
    const a: usize = load<u32>(t, BODY_A);
    const b: usize = load<u32>(t, BODY_B);
    const laws: usize = load<u32>(t, LAWS);
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
    const turnsA = turnsOfA(j, armA, gap);
    const turnsB = turnsOfB(j, armB, gap);
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
    if (laws !== 0 && !isIdle(j, wB - wA)) {
      visitAngle(j, laws, a, b, false, perSecond);
      wA = load<f64>(a, OMEGA);
      wB = load<f64>(b, OMEGA);
    }
    const turning = f64x2.add(f64x2.mul(f64x2.splat(wA), turnsA), f64x2.mul(f64x2.splat(wB), turnsB));
    const error = f64x2.add(pull, f64x2.mul(f64x2.add(arcA, arcB), f64x2.splat(perSecond)));
    let rate = f64x2.add(f64x2.add(error, f64x2.sub(vB, vA)), turning);
    if (square(rate) < NOTHING) rate = f64x2.splat(0);
    const before = v128.load(j, IMPULSE);
    const p = f64x2.sub(
      f64x2.mul(f64x2.splat(-impulseScale), before),
      f64x2.mul(f64x2.splat(massScale), needed(j, rate)),
    );
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

function relax(table: usize, end: usize, perSecond: f64, h: f64): void {
  let last: usize = 0;
  let lastV = f64x2.splat(0);
  let lastW: f64 = 0;
  for (let t = table; t < end; t += ENTRY) {
    const j: usize = load<u32>(t, ROW);
    const a: usize = load<u32>(t, BODY_A);
    const b: usize = load<u32>(t, BODY_B);
    const laws: usize = load<u32>(t, LAWS);
    const gap = v128.load(j, GAP);
    const turnsA = turnsOfA(j, v128.load(j, ARM_A), gap);
    const turnsB = turnsOfB(j, v128.load(j, ARM_B), gap);
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
    if (laws !== 0 && !isIdle(j, wB - wA)) {
      visitAngle(j, laws, a, b, true, perSecond);
      wA = load<f64>(a, OMEGA);
      wB = load<f64>(b, OMEGA);
    }
    const turning = f64x2.add(f64x2.mul(f64x2.splat(wA), turnsA), f64x2.mul(f64x2.splat(wB), turnsB));
    let rate = f64x2.add(f64x2.sub(vB, vA), turning);
    if (square(rate) < NOTHING) rate = f64x2.splat(0);
    const p = f64x2.neg(needed(j, rate));
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
    // Together both passes may give nothing: it goes on with what is warm started all the same.
    v128.store(j, square(after) > NOTHING ? after : f64x2.splat(0), IMPULSE);
    v128.store(j, f64x2.add(v128.load(j, POINT_SUM), both), POINT_SUM);
    v128.store(j, f64x2.add(v128.load(j, MOMENT_A), moments), MOMENT_A);
    if (size2 > peak * peak) store<f64>(j, Math.sqrt(size2) / h, PEAK);
  }
}

/** As in src/iterative/integrate.ts. */
function damp(list: usize, last: usize, drive: usize): void {
  for (let i = list; i < last; i += 4) {
    const b: usize = load<u32>(i);
    const d = b + drive;
    v128.store(b, f64x2.mul(v128.load(b, V), v128.load64_splat(d, KEPT)), V);
    store<f64>(b, load<f64>(b, OMEGA) * load<f64>(d, KEPT_OMEGA), OMEGA);
  }
}

function kickBefore(list: usize, last: usize, drive: usize, h: f64): void {
  for (let i = list; i < last; i += 4) {
    const b: usize = load<u32>(i);
    const d = b + drive;
    v128.store(b, f64x2.add(f64x2.add(v128.load(b, V), v128.load(d, KICK)), v128.load(b, WARM + V)), V);
    const w = load<f64>(b, OMEGA) + load<f64>(d, KICK_OMEGA) + load<f64>(b, WARM + OMEGA);
    store<f64>(b, w, OMEGA);
    const x = h * w;
    v128.store(b, x * x < SMALL_TURN ? arcOf(x) : f64x2.sub(cosSin(x), f64x2(1, x)), ARC);
  }
}

/** Slows what is too fast; what is beyond all measure is 0, and true is returned: numbers may have overflowed. */
function slowDown(b: usize, h: f64, mostSpeed: f64): bool {
  const v = v128.load(b, V);
  const w = load<f64>(b, OMEGA);
  const speed = sum(f64x2.abs(v));
  if (Math.abs(h * w) <= MOST_TURN && speed <= mostSpeed) return false;
  const turn = Math.abs(w);
  if (!(turn + speed < LOST_SPEED)) {
    v128.store(b, f64x2.splat(0), V);
    store<f64>(b, 0, OMEGA);
    return true;
  }
  if (turn > MOST_TURN / h) store<f64>(b, w * (MOST_TURN / h / turn), OMEGA);
  if (speed > mostSpeed) v128.store(b, f64x2.mul(v, f64x2.splat(mostSpeed / speed)), V);
  return false;
}

function integrate(list: usize, end: usize, pose: usize, drive: usize, h: f64, mostSpeed: f64, last: bool): bool {
  let lost = false;
  for (let i = list; i < end; i += 4) {
    const b: usize = load<u32>(i);
    if (slowDown(b, h, mostSpeed)) lost = true;
    const q = b + pose;
    const d = b + drive;
    const v = v128.load(b, V);
    const w = load<f64>(b, OMEGA);
    const x = h * w;
    const angle = load<f64>(q, ANGLE) + x;
    v128.store(q, f64x2.add(v128.load(q, PLACE), f64x2.mul(f64x2.splat(h), v)), PLACE);
    store<f64>(q, angle, ANGLE);
    if (last || x * x >= SMALL_TURN) {
      v128.store(q, cosSin(angle), COS_SIN);
    } else {
      const arc = arcOf(x);
      const turn = v128.load(q, COS_SIN);
      const across = f64x2.splat(x + f64x2.extract_lane(arc, 1));
      const change = f64x2.add(
        f64x2.mul(f64x2.splat(f64x2.extract_lane(arc, 0)), turn),
        f64x2.mul(across, turnedLeft(turn)),
      );
      v128.store(q, f64x2.add(turn, change), COS_SIN);
    }
    clearWarmStart(b);
    v128.store(b, f64x2.add(v, v128.load(d, KICK)), V);
    store<f64>(b, w + load<f64>(d, KICK_OMEGA), OMEGA);
  }
  return lost;
}

/**
 * All substeps of the step of the joints of the table up to `end` and the bodies of the list up to `last`, by the numbers at the start of
 * the memory. The poses, drives and loads of bodies lie so many bytes behind their motions. Returns bits of src/fast/hinge-layout.ts.
 */
export function step(
  table: usize,
  end: usize,
  list: usize,
  last: usize,
  pose: usize,
  drive: usize,
  mass: usize,
  substeps: i32,
  damps: bool,
  areNew: bool,
): i32 {
  const h = load<f64>(H);
  const perSecond = load<f64>(PER_SECOND);
  const mostSpeed = load<f64>(MOST_SPEED);
  begin(table, end, pose, areNew);
  let found = stiffen(list, last, table, end, drive, mass, h) ? STIFFENED : 0;
  measure(table, end, pose, WARM, perSecond);
  for (let k = 1; k <= substeps; k++) {
    if (damps) damp(list, last, drive);
    kickBefore(list, last, drive, h);
    solve(table, end, perSecond);
    if (integrate(list, last, pose, drive, h, mostSpeed, k === substeps)) found |= LOST;
    measure(table, end, pose, 0, perSecond);
    if (damps) damp(list, last, drive);
    relax(table, end, perSecond, h);
  }
  for (let i = list; i < last; i += 4) {
    const b: usize = load<u32>(i);
    clearWarmStart(b);
    if (slowDown(b, h, mostSpeed)) found |= LOST;
  }
  for (let t = table; t < end; t += ENTRY) {
    const j: usize = load<u32>(t, ROW);
    v128.store(j, v128.load(j, POINT_SUM), SUM);
  }
  return wasMet ? found | STOPS_MET : found;
}
