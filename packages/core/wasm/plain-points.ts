/**
 * The step of a block of plain points (src/coordinates/plain-point.ts, src/body/integrate.ts, src/body/stiffen-masses.ts) on two
 * numbers at a time, x and y or cos and sin, in AssemblyScript. Every number comes about by the same operations in the same order as
 * there, so both give the same bits: what changes there changes here. `npm run wasm` in packages/core compiles it.
 *
 * Offsets in bytes of a body: vx, vy, ω, 1/I, then the next warm start or the arcs, 1/m, pose, half kicks; of a joint as in record.ts.
 */
const BODY: usize = 128;
const V: usize = 0,
  OMEGA: usize = 16,
  INV_INERTIA: usize = 24,
  ARC: usize = 32,
  INERTIA: usize = 32,
  STIFFNESS: usize = 48,
  INV_MASS: usize = 56,
  PLACE: usize = 64,
  COS_SIN: usize = 80,
  KICK: usize = 96,
  ANGLE: usize = 112,
  KICK_OMEGA: usize = 120;
/** Added to the offsets of a velocity: those of its warm start. */
const WARM: usize = 32;
const JOINT: usize = 176;
const BODY_A: usize = 0,
  BODY_B: usize = 4,
  MAX_CORRECTION: usize = 8,
  LOCAL_A: usize = 16,
  LOCAL_B: usize = 32,
  ARM_A: usize = 48,
  ARM_B: usize = 64,
  GAP: usize = 80,
  INVERSE: usize = 96,
  IMPULSE: usize = 112,
  SUM: usize = 128,
  MOMENT_A: usize = 144,
  MOMENT_B: usize = 152,
  INVERSE_12: usize = 160,
  PEAK: usize = 168;

const NOTHING: f64 = 1e-120;
const SMALL_TURN: f64 = 0.25;
const MOST_TURN: f64 = 1.5;
const LOST_SPEED: f64 = 1e100;

// prettier-ignore
/** Constants of both lanes: V8 would make each anew in a register wherever it is used. */
const PAIRS: usize = memory.data<f64>([
  -0.0, 0.0, 0.0, -0.0, 0.5, 0.5,
  -1.0 / 2, -1.0 / 6, 1.0 / 24, 1.0 / 120, -1.0 / 720, -1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800,
  1.0 / 24, -1.0 / 6, -1.0 / 720, 1.0 / 120, 1.0 / 40320, -1.0 / 5040, -1.0 / 3628800, 1.0 / 362880,
  1.0 / 479001600, -1.0 / 39916800, -1.0 / 87178291200, 1.0 / 6227020800, 1.0 / 20922789888000, -1.0 / 1307674368000,
  0.0, 1.0 / 355687428096000,
], 16);

function swapped(a: v128): v128 {
  return v128.shuffle<f64>(a, a, 1, 0);
}

/** [−y, x] */
function turnedLeft(a: v128): v128 {
  return v128.xor(swapped(a), v128.load(PAIRS, 0));
}

/** [y, −x] */
function turnedRight(a: v128): v128 {
  return v128.xor(swapped(a), v128.load(PAIRS, 16));
}

function half(a: v128): v128 {
  return f64x2.mul(a, v128.load(PAIRS, 32));
}

function sum(a: v128): f64 {
  return f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1);
}

function square(a: v128): f64 {
  return sum(f64x2.mul(a, a));
}

/** r × p, with p swapped. */
function cross(r: v128, p: v128): f64 {
  const terms = f64x2.mul(r, p);
  return f64x2.extract_lane(terms, 0) - f64x2.extract_lane(terms, 1);
}

/** cos x − 1 and sin x − x of a small turn. */
function arcOf(x: f64): v128 {
  const z = x * x;
  const zz = f64x2.splat(z);
  const z2 = f64x2.mul(zz, zz);
  const end = f64x2.sub(
    f64x2.add(v128.load(PAIRS, 80), f64x2.mul(zz, v128.load(PAIRS, 96))),
    f64x2.mul(z2, v128.load(PAIRS, 112)),
  );
  const series = f64x2.add(f64x2.add(v128.load(PAIRS, 48), f64x2.mul(zz, v128.load(PAIRS, 64))), f64x2.mul(z2, end));
  return f64x2.mul(f64x2(z, x * z), series);
}

function cosSin(angle: f64): v128 {
  const k = Math.floor(angle * 0.63661977236758134308 + 0.5);
  const x = angle - k * 1.57079632673412561417 - k * 6.0771005063039659766e-11 - k * 2.02226624879595063154e-21;
  const z = x * x;
  const zz = f64x2.splat(z);
  const z2 = f64x2.mul(zz, zz);
  const end = f64x2.add(
    f64x2.add(v128.load(PAIRS, 192), f64x2.mul(zz, v128.load(PAIRS, 208))),
    f64x2.mul(z2, f64x2.add(v128.load(PAIRS, 224), f64x2.mul(zz, v128.load(PAIRS, 240)))),
  );
  const middle = f64x2.add(v128.load(PAIRS, 160), f64x2.mul(zz, v128.load(PAIRS, 176)));
  const series = f64x2.add(
    f64x2.add(f64x2.add(v128.load(PAIRS, 128), f64x2.mul(zz, v128.load(PAIRS, 144))), f64x2.mul(z2, middle)),
    f64x2.mul(f64x2.mul(z2, z2), end),
  );
  const both = f64x2.add(f64x2(1 - z * 0.5, x), f64x2.mul(f64x2.replace_lane(z2, 1, x * z), series));
  const quarter = (k - 4 * Math.floor(k * 0.25)) as i32;
  const turned = quarter & 1 ? turnedLeft(both) : both;
  return quarter & 2 ? f64x2.neg(turned) : turned;
}

/** Raises inertias; false if an impulse is of no use to a warm start. */
function stiffen(bodies: usize, joints: usize, end: usize, h: f64, mostKick: f64): bool {
  for (let j = joints; j < end; j += JOINT) {
    const a: usize = load<u32>(j, BODY_A);
    const b: usize = load<u32>(j, BODY_B);
    const p = v128.load(j, IMPULSE);
    if (!(sum(f64x2.abs(p)) * (load<f64>(a, INV_MASS) + load<f64>(b, INV_MASS)) < mostKick)) return false;
    store<f64>(a, load<f64>(a, STIFFNESS) - sum(f64x2.mul(v128.load(j, ARM_A), p)), STIFFNESS);
    store<f64>(b, load<f64>(b, STIFFNESS) + sum(f64x2.mul(v128.load(j, ARM_B), p)), STIFFNESS);
  }
  for (let b = bodies; b < joints; b += BODY) {
    const turn = 2 * h * Math.abs(load<f64>(b, STIFFNESS));
    if (turn > load<f64>(b, INERTIA) && load<f64>(b, INV_INERTIA) > 0) store<f64>(b, 1 / turn, INV_INERTIA);
    store<f64>(b, load<f64>(b, KICK_OMEGA) * load<f64>(b, INV_INERTIA), KICK_OMEGA);
    v128.store(b, f64x2.splat(0), WARM + V);
    store<f64>(b, 0, WARM + OMEGA);
  }
  return true;
}

/** Measures frames and K, and adds the last impulse to the velocities, or with `into` to the sums for the next warm start. */
function measure(joints: usize, end: usize, into: usize): void {
  for (let j = joints; j < end; j += JOINT) {
    const a: usize = load<u32>(j, BODY_A);
    const b: usize = load<u32>(j, BODY_B);
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
    const rA = f64x2.add(armA, half(gap));
    const rB = f64x2.sub(armB, half(gap));

    const p = v128.load(j, IMPULSE);
    const q = swapped(p);
    const mA = v128.load64_splat(a, INV_MASS);
    const mB = v128.load64_splat(b, INV_MASS);
    const iA = load<f64>(a, INV_INERTIA);
    const iB = load<f64>(b, INV_INERTIA);
    const toA = a + into;
    v128.store(toA, f64x2.sub(v128.load(toA, V), f64x2.mul(mA, p)), V);
    store<f64>(toA, load<f64>(toA, OMEGA) - iA * cross(rA, q), OMEGA);
    const toB = b + into;
    v128.store(toB, f64x2.add(v128.load(toB, V), f64x2.mul(mB, p)), V);
    store<f64>(toB, load<f64>(toB, OMEGA) + iB * cross(rB, q), OMEGA);

    const sA = swapped(rA);
    const sB = swapped(rB);
    const uA = f64x2.mul(f64x2.splat(iA), sA);
    const uB = f64x2.mul(f64x2.splat(iB), sB);
    const k = f64x2.add(f64x2.add(f64x2.add(mA, mB), f64x2.mul(uA, sA)), f64x2.mul(uB, sB));
    const k12 = -f64x2.extract_lane(f64x2.mul(uA, rA), 1) - f64x2.extract_lane(f64x2.mul(uB, rB), 1);
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

// The next joint most often has body B of the one before, whose velocity is on its way to memory: kept in registers it is there 8 cycles
// earlier, and all else waits for it.

function solve(joints: usize, end: usize, perSecond: f64, biasRate: f64, massScale: f64, impulseScale: f64): void {
  let last: usize = 0;
  let lastV = f64x2.splat(0);
  let lastW: f64 = 0;
  for (let j = joints; j < end; j += JOINT) {
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
    const rA = f64x2.add(armA, half(gap));
    const rB = f64x2.sub(armB, half(gap));
    const most = load<f64>(j, MAX_CORRECTION);
    let pull = f64x2.mul(gap, f64x2.splat(biasRate));
    const pull2 = square(pull);
    if (pull2 > most * most) pull = f64x2.mul(pull, f64x2.splat(most / Math.sqrt(pull2)));

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
    const turning = f64x2.sub(f64x2.mul(f64x2.splat(wA), turnedRight(rA)), f64x2.mul(f64x2.splat(wB), turnedRight(rB)));
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
    const t = swapped(total);
    store<f64>(j, load<f64>(j, MOMENT_A) - cross(rA, t), MOMENT_A);
    store<f64>(j, load<f64>(j, MOMENT_B) + cross(rB, t), MOMENT_B);

    const q = swapped(p);
    v128.store(a, f64x2.sub(vA, f64x2.mul(v128.load64_splat(a, INV_MASS), p)), V);
    store<f64>(a, wA - load<f64>(a, INV_INERTIA) * cross(rA, q), OMEGA);
    last = b;
    lastV = f64x2.add(vB, f64x2.mul(v128.load64_splat(b, INV_MASS), p));
    lastW = wB + load<f64>(b, INV_INERTIA) * cross(rB, q);
    v128.store(b, lastV, V);
    store<f64>(b, lastW, OMEGA);
  }
}

function relax(joints: usize, end: usize, h: f64): void {
  let last: usize = 0;
  let lastV = f64x2.splat(0);
  let lastW: f64 = 0;
  for (let j = joints; j < end; j += JOINT) {
    const a: usize = load<u32>(j, BODY_A);
    const b: usize = load<u32>(j, BODY_B);
    const gap = v128.load(j, GAP);
    const rA = f64x2.add(v128.load(j, ARM_A), half(gap));
    const rB = f64x2.sub(v128.load(j, ARM_B), half(gap));
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
    const turning = f64x2.sub(f64x2.mul(f64x2.splat(wA), turnedRight(rA)), f64x2.mul(f64x2.splat(wB), turnedRight(rB)));
    let rate = f64x2.add(f64x2.sub(vB, vA), turning);
    if (square(rate) < NOTHING) rate = f64x2.splat(0);
    const needed = f64x2.add(
      f64x2.mul(v128.load(j, INVERSE), rate),
      f64x2.mul(v128.load64_splat(j, INVERSE_12), swapped(rate)),
    );
    const p = f64x2.neg(needed);
    const before = v128.load(j, IMPULSE);
    const after = f64x2.add(before, p);

    const q = swapped(p);
    const t = swapped(after);
    const mA = v128.load64_splat(a, INV_MASS);
    const iA = load<f64>(a, INV_INERTIA);
    v128.store(a, f64x2.sub(vA, f64x2.mul(mA, p)), V);
    store<f64>(a, wA - iA * cross(rA, q), OMEGA);
    v128.store(a, f64x2.sub(v128.load(a, WARM + V), f64x2.mul(mA, after)), WARM + V);
    const momentA = cross(rA, t);
    store<f64>(a, load<f64>(a, WARM + OMEGA) - iA * momentA, WARM + OMEGA);
    const mB = v128.load64_splat(b, INV_MASS);
    const iB = load<f64>(b, INV_INERTIA);
    last = b;
    lastV = f64x2.add(vB, f64x2.mul(mB, p));
    lastW = wB + iB * cross(rB, q);
    v128.store(b, lastV, V);
    store<f64>(b, lastW, OMEGA);
    v128.store(b, f64x2.add(v128.load(b, WARM + V), f64x2.mul(mB, after)), WARM + V);
    const momentB = cross(rB, t);
    store<f64>(b, load<f64>(b, WARM + OMEGA) + iB * momentB, WARM + OMEGA);

    const both = f64x2.add(before, after);
    const size2 = square(both);
    const peak = load<f64>(j, PEAK) * h;
    v128.store(j, size2 > NOTHING ? after : f64x2.splat(0), IMPULSE);
    v128.store(j, f64x2.add(v128.load(j, SUM), both), SUM);
    store<f64>(j, load<f64>(j, MOMENT_A) - momentA, MOMENT_A);
    store<f64>(j, load<f64>(j, MOMENT_B) + momentB, MOMENT_B);
    if (size2 > peak * peak) store<f64>(j, Math.sqrt(size2) / h, PEAK);
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

/**
 * All substeps of the step of the bodies up to `joints` and the joints up to `end`, by the numbers at the start of the memory. False where
 * only the long way, from the start, knows what to do.
 */
export function step(bodies: usize, joints: usize, end: usize, substeps: i32): bool {
  const h = load<f64>(0);
  const perSecond = load<f64>(8);
  const biasRate = load<f64>(16);
  const massScale = load<f64>(24);
  const impulseScale = load<f64>(32);
  const mostSpeed = load<f64>(40);
  if (!stiffen(bodies, joints, end, h, load<f64>(48))) return false;
  measure(joints, end, WARM);
  for (let k = 1; k <= substeps; k++) {
    kickBefore(bodies, joints, h);
    solve(joints, end, perSecond, biasRate, massScale, impulseScale);
    if (!integrate(bodies, joints, h, mostSpeed, k === substeps)) return false;
    measure(joints, end, 0);
    relax(joints, end, h);
  }
  for (let b = bodies; b < joints; b += BODY) if (!keepsSense(b, h, mostSpeed)) return false;
  return true;
}
