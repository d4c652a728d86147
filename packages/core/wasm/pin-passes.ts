/**
 * The passes of the direct step over pins and bodies, on two numbers at a time, x and y or cos and sin, in AssemblyScript. What stands
 * above each names the file and the function of src/direct that does the same operations in the same order, so both give the same bits:
 * what changes there changes here. `npm run wasm` in packages/core compiles it.
 */

import { Space } from './space';

export { factorise, judgePivots, solve } from './ldlt';

/** Offsets in bytes: of a pin's bodies among poses and among velocities, of its first row, of that in the Jacobian. */
@unmanaged
class Pin {
  poseA!: usize;
  poseB!: usize;
  bodyA!: usize;
  bodyB!: usize;
  row!: usize;
  gradient!: usize;
}
const PIN: usize = 24;

/** Pins of one part in a row: the first of them, the one after the last, the part. */
@unmanaged
class Segment {
  first!: i32;
  end!: i32;
  part!: i32;
}
const SEGMENT: usize = 12;
/** Anchors of a pin. */
const LOCALS: usize = 32;
/** What it ends the step with. */
const PIN_END: usize = 32;
/** Of a pair of pins, as in pins.ts. */
const PAIR: usize = 24;
/** Of a product of angle rows, as in turns.ts. */
const TURN_PRODUCT: usize = 24;

const POSE: usize = 32;
const COS: usize = 16,
  SIN: usize = 24;
const VELOCITY: usize = 24;
const OMEGA: usize = 16;
const TURN_AX: usize = 16,
  TURN_BX: usize = 40,
  TURN_AY: usize = 64,
  TURN_BY: usize = 88;
const ROW_Y: usize = 48;
/** Of `out`, as in src/direct/outcomes.ts. */
const FASTEST: usize = 0,
  WIDEST: usize = 8,
  KINETIC: usize = 16,
  CHANGE: usize = 24,
  FACTOR: usize = 48;

const MOST_DAMPED: f64 = 2;
const LEAST_MASS: f64 = 0.3;
const LEAST_SCALE: f64 = 1e-12;
const MOST_TURN: f64 = 0.5;

/** atan(k/8), k = 0…8. */
const ATAN_EIGHTHS: usize = memory.data<f64>([
  0, 0.12435499454676144, 0.24497866312686414, 0.35877067027057225, 0.4636476090008061, 0.5585993153435624,
  0.6435011087932844, 0.7188299996216245, 0.7853981633974483,
]);
// prettier-ignore
/** Constants of both lanes: V8 would make each anew in a register wherever it is used. */
const NUMBERS: usize = memory.data<f64>([
  0.5, 1, 2, 8, 0.125, 1.0 / 16, 4, 0.25, 1.57079632679489661923,
  -1.0 / 3, 1.0 / 5, -1.0 / 7, 1.0 / 9, -1.0 / 11, 1.0 / 13,
  0.63661977236758134308, 1.57079632673412561417, 6.0771005063039659766e-11, 2.02226624879595063154e-21,
  -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800, 1.0 / 6227020800, -1.0 / 1307674368000, 1.0 / 355687428096000,
  1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600, -1.0 / 87178291200, 1.0 / 20922789888000,
]);
const HALF: usize = NUMBERS,
  ONE: usize = NUMBERS + 8,
  TWO: usize = NUMBERS + 16,
  EIGHT: usize = NUMBERS + 24,
  EIGHTH: usize = NUMBERS + 32,
  SIXTEENTH: usize = NUMBERS + 40,
  FOUR: usize = NUMBERS + 48,
  QUARTER: usize = NUMBERS + 56,
  QUARTER_TURN: usize = NUMBERS + 64,
  ARC_TANGENT: usize = NUMBERS + 72,
  QUARTERS: usize = NUMBERS + 120,
  SINE: usize = NUMBERS + 152,
  COSINE: usize = NUMBERS + 216;

/** The segments of pins. */
function endOfSegments(s: Space): usize {
  return s.segments + (s.segmentCount as usize) * SEGMENT;
}

/** Entry `i` of records of so many bytes. */
function recordAt(records: usize, i: i32, size: usize): usize {
  return records + (i as usize) * size;
}

/** 1 of a part that the passes are to leave alone. */
function isIdle(s: Space, part: i32): bool {
  return load<u8>(s.idle + (part as usize)) === 1;
}

/** 1 of a part that keeps its factor. */
function keepsFactor(s: Space, part: i32): bool {
  return load<u8>(s.keeps + (part as usize)) === 1;
}

/** Where a number of a part is. */
function ofPart(array: usize, part: i32): usize {
  return array + ((part as usize) << 3);
}

/** Of the table above, in both lanes. */
function both(at: usize): v128 {
  return v128.load64_splat(at);
}

function swapped(a: v128): v128 {
  return v128.shuffle<f64>(a, a, 1, 0);
}

/** [−y, x] */
function turnedLeft(a: v128): v128 {
  return v128.xor(swapped(a), f64x2(-0.0, 0.0));
}

/** A local place, and the same turned left, in the pose at `pose`. */
function arm(pose: usize, local: v128, left: v128): v128 {
  return f64x2.add(f64x2.mul(v128.load64_splat(pose, COS), local), f64x2.mul(v128.load64_splat(pose, SIN), left));
}

/** The turns of a pin's bodies in its two rows of the Jacobian at `g`. */
function turnsOfA(g: usize): v128 {
  return v128.load64_lane(g, v128.load64_zero(g, TURN_AX), 1, TURN_AY);
}

function turnsOfB(g: usize): v128 {
  return v128.load64_lane(g, v128.load64_zero(g, TURN_BX), 1, TURN_BY);
}

/** From the end of one arm to that of another, of bodies with these poses. */
function gapOf(poseA: usize, poseB: usize, rA: v128, rB: v128): v128 {
  return f64x2.sub(f64x2.add(f64x2.sub(v128.load(poseB), v128.load(poseA)), rB), rA);
}

/** How fast that changes with these velocities. */
function rateOf(a: usize, b: usize, rA: v128, rB: v128): v128 {
  return f64x2.sub(
    f64x2.add(f64x2.sub(v128.load(b), v128.load(a)), f64x2.mul(turnedLeft(rB), v128.load64_splat(b, OMEGA))),
    f64x2.mul(turnedLeft(rA), v128.load64_splat(a, OMEGA)),
  );
}

/**
 * The largest of `largest` and `x`, lane by lane, in one instruction, where `f64x2.max` is a chain of eight; it forgets what is no number,
 * which `lost` keeps.
 */
function larger(largest: v128, x: v128): v128 {
  return f64x2.pmax(largest, x);
}

/** Ones in each lane where `x`, or one before it, was no number. */
function alsoLost(lost: v128, x: v128): v128 {
  return v128.or(lost, f64x2.ne(x, x));
}

/** The larger of both lanes; no number where one was lost. */
function largestOf(largest: v128, lost: v128): f64 {
  const both = v128.or(largest, lost);
  return max<f64>(f64x2.extract_lane(both, 0), f64x2.extract_lane(both, 1));
}

/** a₀ b₀ + a₁ b₁ */
function dot(a: v128, b: v128): f64 {
  const terms = f64x2.mul(a, b);
  return f64x2.extract_lane(terms, 0) + f64x2.extract_lane(terms, 1);
}

/** a₀ b₀ − a₁ b₁ */
function cross(a: v128, b: v128): f64 {
  const terms = f64x2.mul(a, b);
  return f64x2.extract_lane(terms, 0) - f64x2.extract_lane(terms, 1);
}

/** mean-pose.ts, startVelocities. */
export function startVelocities(s: Space): void {
  memory.copy(s.u, s.v0, (s.bodies as usize) * VELOCITY);
  const length = s.h;
  const angle = s.lengthUnit * s.h;
  // Of two bodies x y, ω x, y ω. What is written beside the last belongs to a body that does not move, or to nobody.
  let lengths = f64x2.splat(length),
    next = f64x2(angle, length),
    last = f64x2(length, angle);
  const perTheta = f64x2.splat(1 / s.theta);
  for (let k: usize = 0, end = (s.movable as usize) * VELOCITY; k < end; k += 16) {
    startPair(s, k, lengths, perTheta);
    const done = lengths;
    lengths = next;
    next = last;
    last = done;
  }
}

/** Two numbers of bodies that begin at `k`, of which `length` in the units of each is a length of h. */
function startPair(s: Space, k: usize, length: v128, perTheta: v128): void {
  const m = v128.load(s.mass + k);
  const kept = f64x2.mul(f64x2.splat(s.h), v128.load(s.damping + k));
  const damped = f64x2.mul(kept, m);
  const share = v128.bitselect(perTheta, f64x2.splat(1), f64x2.gt(kept, f64x2.splat(MOST_DAMPED)));
  v128.store(s.inertial + k, f64x2.add(f64x2.mul(m, perTheta), f64x2.mul(damped, share)));
  const lengthOf = f64x2.div(length, f64x2.mul(f64x2.splat(2), m));
  v128.store(s.lengthOf + k, v128.and(lengthOf, f64x2.gt(m, f64x2.splat(0))));
  drivePair(s, k, perTheta);
}

function drivePair(s: Space, k: usize, perTheta: v128): void {
  const m = v128.load(s.mass + k),
    v = v128.load(s.v0 + k);
  const kept = f64x2.mul(f64x2.splat(s.h), v128.load(s.damping + k));
  const drive = f64x2.add(f64x2.mul(f64x2.mul(m, v), perTheta), v128.load(s.load + k));
  const ended = f64x2.mul(f64x2.mul(f64x2.mul(kept, m), f64x2.sub(perTheta, f64x2.splat(1))), v);
  const most = f64x2.gt(kept, f64x2.splat(MOST_DAMPED));
  v128.store(s.drive + k, v128.bitselect(f64x2.add(drive, ended), drive, most));
}

/** The same of bodies whose masses, loads and damping are those of the last step, as is its length: only velocities are others. */
export function restartVelocities(s: Space): void {
  memory.copy(s.u, s.v0, (s.bodies as usize) * VELOCITY);
  const perTheta = f64x2.splat(1 / s.theta);
  for (let k: usize = 0, end = (s.movable as usize) * VELOCITY; k < end; k += 16) drivePair(s, k, perTheta);
}

/** move-bodies.ts, writePoses. */
export function moveBodies(s: Space): void {
  for (let part: i32 = 0; part < s.parts; part++) if (!isIdle(s, part)) movePart(s, part * s.partBodies);
  const still = ((s.bodies - s.movable) as usize) * VELOCITY,
    first = (s.movable as usize) * VELOCITY;
  memory.fill(s.residual + first, 0, still);
  memory.fill(s.stiffness + first, 0, still);
}

function movePart(s: Space, first: i32): void {
  const velocity = (first as usize) * VELOCITY;
  startResidual(s, velocity, velocity + (s.partBodies as usize) * VELOCITY);
  const h = s.h;
  const hh = f64x2.splat(h);
  const theta = f64x2.splat(s.theta);
  const keep = f64x2.splat(1 - s.theta);
  const pose = (first as usize) * POSE;
  let start = s.start + pose,
    end = s.end + pose,
    mean = s.mean + pose,
    u = s.u + velocity,
    cayley = s.cayley + (first as usize);
  const last = cayley + (s.partBodies as usize);
  while (cayley < last) {
    const place = v128.load(start);
    const turn = v128.load(start, COS);
    const speed = v128.load(u);
    const omega = load<f64>(u, OMEGA);
    const place1 = f64x2.add(place, f64x2.mul(hh, speed));
    let turn1 = turn;
    if (load<u8>(cayley) === 1) {
      const t = (h * omega) / 2;
      const scale = 1 / (1 + t * t);
      const turnC = (1 - t * t) * scale;
      const turnS = 2 * t * scale;
      turn1 = f64x2.add(f64x2.mul(f64x2.splat(turnC), turn), f64x2.mul(f64x2.splat(turnS), turnedLeft(turn)));
    }
    v128.store(end, place1);
    v128.store(end, turn1, COS);
    v128.store(mean, f64x2.add(f64x2.mul(keep, place), f64x2.mul(theta, place1)));
    v128.store(mean, f64x2.add(f64x2.mul(keep, turn), f64x2.mul(theta, turn1)), COS);
    start += POSE;
    end += POSE;
    mean += POSE;
    u += VELOCITY;
    cayley++;
  }
}

/** Residuals of the numbers of bodies between two places, and no stiffness. */
function startResidual(s: Space, from: usize, to: usize): void {
  const u = s.u,
    residual = s.residual,
    inertial = s.inertial,
    drive = s.drive,
    stiffness = s.stiffness;
  const none = f64x2.splat(0);
  let k = from;
  for (; k + 16 <= to; k += 16) {
    v128.store(residual + k, f64x2.sub(f64x2.mul(v128.load(inertial + k), v128.load(u + k)), v128.load(drive + k)));
    v128.store(stiffness + k, none);
  }
  if (k === to) return;
  store<f64>(residual + k, load<f64>(inertial + k) * load<f64>(u + k) - load<f64>(drive + k));
  store<f64>(stiffness + k, 0);
}

/** pins.ts, visitGroup. */
export function visitPins(s: Space): void {
  const end = s.end,
    mean = s.mean,
    after = s.after,
    target = s.target,
    impulse = s.impulse,
    jacobian = s.jacobian,
    stiffness = s.stiffness,
    residual = s.residual;
  for (let each = s.segments, all = endOfSegments(s); each < all; each += SEGMENT) {
    const segment = changetype<Segment>(each);
    if (isIdle(s, segment.part)) continue;
    const error = ofPart(s.error, segment.part);
    let largest = v128.load64_splat(error),
      lost = f64x2.splat(0);
    let local = recordAt(s.locals, segment.first, LOCALS);
    const last = recordAt(s.pins, segment.end, PIN);
    for (let at = recordAt(s.pins, segment.first, PIN); at < last; at += PIN, local += LOCALS) {
      const pin = changetype<Pin>(at);
      const endA = end + pin.poseA,
        endB = end + pin.poseB;
      const localA = v128.load(local),
        localB = v128.load(local, 16);
      const leftA = turnedLeft(localA),
        leftB = turnedLeft(localB);
      const row = pin.row;
      const p = v128.load(impulse + row);
      const eA = arm(endA, localA, leftA),
        eB = arm(endB, localB, leftB);
      const gap = gapOf(endA, endB, eA, eB);
      const mA = arm(mean + pin.poseA, localA, leftA),
        mB = arm(mean + pin.poseB, localB, leftB);
      const g = jacobian + pin.gradient;
      const a = pin.bodyA,
        b = pin.bodyB;
      const other = swapped(p);

      v128.store(after + row, gap);
      const left = f64x2.abs(f64x2.sub(gap, v128.load(target + row)));
      largest = larger(largest, left);
      lost = alsoLost(lost, left);
      v128.store64_lane(g, mA, 1, TURN_AX);
      v128.store64_lane(g, f64x2.neg(mA), 0, TURN_AY);
      v128.store64_lane(g, f64x2.neg(mB), 1, TURN_BX);
      v128.store64_lane(g, mB, 0, TURN_BY);
      store<f64>(stiffness + a, load<f64>(stiffness + a, OMEGA) - dot(eA, p), OMEGA);
      store<f64>(stiffness + b, load<f64>(stiffness + b, OMEGA) + dot(eB, p), OMEGA);
      v128.store(residual + a, f64x2.add(v128.load(residual + a), p));
      store<f64>(residual + a, load<f64>(residual + a, OMEGA) - cross(swapped(mA), p), OMEGA);
      v128.store(residual + b, f64x2.sub(v128.load(residual + b), p));
      store<f64>(residual + b, load<f64>(residual + b, OMEGA) - cross(mB, other), OMEGA);
    }
    store<f64>(error, largestOf(largest, lost));
  }
}

/** newton.ts, findMissing. */
export function findMissing(s: Space): void {
  const size = (s.partBodies as usize) * VELOCITY;
  for (let part: i32 = 0; part < s.parts; part++) {
    if (isIdle(s, part)) continue;
    const at = (part as usize) * size;
    widen(ofPart(s.error, part), s.residual + at, s.lengthOf + at, s.partBodies);
  }
}

/** Widens an error by the momentum that some bodies miss. */
function widen(error: usize, residual: usize, lengthOf: usize, bodies: i32): void {
  let largest = v128.load64_splat(error),
    lost = f64x2.splat(0);
  const end = residual + (bodies as usize) * VELOCITY;
  for (; residual + 16 <= end; residual += 16, lengthOf += 16) {
    const missing = f64x2.abs(f64x2.mul(v128.load(residual), v128.load(lengthOf)));
    largest = larger(largest, missing);
    lost = alsoLost(lost, missing);
  }
  if (residual < end) {
    const missing = f64x2.splat(abs<f64>(load<f64>(residual) * load<f64>(lengthOf)));
    largest = larger(largest, missing);
    lost = alsoLost(lost, missing);
  }
  store<f64>(error, largestOf(largest, lost));
}

/** mean-pose.ts, weighBodies. */
export function weighBodies(s: Space): void {
  const h = s.h,
    share = s.theta * s.h;
  const least = f64x2.splat(LEAST_MASS);
  const one = f64x2.splat(1);
  const none = f64x2.splat(0);
  const u = s.u,
    inertial = s.inertial,
    stiffness = s.stiffness,
    weight = s.weight;
  const size = (s.partBodies as usize) * VELOCITY;
  for (let part: i32 = 0; part < s.parts; part++) {
    if (keepsFactor(s, part)) continue;
    const from = (part as usize) * size;
    for (let k = from; k < from + size; k += VELOCITY) {
      const t = (h * load<f64>(u + k, OMEGA)) / 2;
      const g = share / (1 + t * t);
      const bare = v128.load(inertial + k);
      const whole = f64x2.add(bare, f64x2.mul(f64x2.splat(g), v128.load(stiffness + k)));
      const whole1 = f64x2.div(one, f64x2.pmax(f64x2.mul(least, bare), whole));
      v128.store(weight + k, v128.andnot(whole1, f64x2.eq(bare, none)));
      const bareW = load<f64>(inertial + k, OMEGA);
      const wholeW = bareW + g * load<f64>(stiffness + k, OMEGA);
      store<f64>(weight + k, bareW === 0 ? 0 : 1 / (wholeW > LEAST_MASS * bareW ? wholeW : LEAST_MASS * bareW), OMEGA);
    }
  }
}

/**
 * pins.ts, writePinBlocks and addPinPairs, and turns.ts, addTurnProducts, in a matrix of zeros: of the parts that need a new factor. Rows of pins,
 * which are never soft and never held, are scaled at once.
 */
export function writeBlocks(s: Space): void {
  const parts = s.parts;
  const size = s.partValues as usize;
  for (let part: i32 = 0; part < parts; part++)
    if (!keepsFactor(s, part)) memory.fill(s.values + (((part as usize) * size) << 3), 0, size << 3);
  for (let each = s.segments, all = endOfSegments(s); each < all; each += SEGMENT) {
    const segment = changetype<Segment>(each);
    if (keepsFactor(s, segment.part)) continue;
    writePinBlocks(s, recordAt(s.pins, segment.first, PIN), recordAt(s.pins, segment.end, PIN));
  }
  const pairBytes = (s.partPairWords as usize) << 2,
    turnBytes = (s.partTurnWords as usize) << 2;
  for (let part: i32 = 0; part < parts; part++) {
    if (keepsFactor(s, part)) continue;
    const pairs = s.pairs + (part as usize) * pairBytes,
      turns = s.turns + (part as usize) * turnBytes;
    addPairs(s, pairs, pairs + pairBytes);
    addTurns(s, turns, turns + turnBytes);
  }
}

function writePinBlocks(s: Space, at: usize, last: usize): void {
  const weight = s.weight,
    jacobian = s.jacobian,
    values = s.values,
    diagonal = s.diagonal,
    floor = s.floor,
    scale = s.scale,
    compliance = s.compliance;
  for (; at < last; at += PIN) {
    const pin = changetype<Pin>(at);
    const g = jacobian + pin.gradient;
    const aX = load<f64>(g, TURN_AX),
      aY = load<f64>(g, TURN_AY),
      bX = load<f64>(g, TURN_BX),
      bY = load<f64>(g, TURN_BY);
    const a = weight + pin.bodyA,
      b = weight + pin.bodyB;
    const wA = load<f64>(a, OMEGA),
      wB = load<f64>(b, OMEGA);
    const row = pin.row;
    const places = diagonal + (row >> 1);
    const t = values + ((load<u32>(places) as usize) << 3),
      below = values + ((load<u32>(places, 4) as usize) << 3);
    const sizeX = load<f64>(a) + load<f64>(b) + wA * aX * aX + wB * bX * bX,
      sizeY = load<f64>(a, 8) + load<f64>(b, 8) + wA * aY * aY + wB * bY * bY;
    const size = f64x2(sizeX, sizeY),
      low = v128.load(floor + row);
    const whole = f64x2.mul(size, f64x2.add(f64x2.splat(1), low));
    v128.store(scale + row, size);
    v128.store(compliance + row, f64x2.mul(size, low));
    v128.store64_lane(t, whole, 0);
    store<f64>(below - 8, wA * aX * aY + wB * bX * bY);
    v128.store64_lane(below, whole, 1);
  }
}

function addPairs(s: Space, at: usize, last: usize): void {
  const weight = s.weight,
    jacobian = s.jacobian,
    values = s.values;
  for (; at < last; at += PAIR) {
    const t = values + ((load<u32>(at) as usize) << 3);
    const below = t + ((load<u32>(at, 4) as usize) << 3);
    const i = jacobian + ((load<u32>(at, 8) as usize) << 3),
      j = jacobian + ((load<u32>(at, 12) as usize) << 3);
    const w = weight + ((load<u32>(at, 16) as usize) << 3);
    const sign = load<i32>(at, 20) as f64;
    const turn = load<f64>(w, OMEGA);
    const x = turn * load<f64>(i),
      y = turn * load<f64>(i, ROW_Y);
    const jX = load<f64>(j),
      jY = load<f64>(j, ROW_Y);
    store<f64>(t, load<f64>(t) + (sign * load<f64>(w) + x * jX));
    store<f64>(t, load<f64>(t, 8) + x * jY, 8);
    store<f64>(below, load<f64>(below) + y * jX);
    store<f64>(below, load<f64>(below, 8) + (sign * load<f64>(w, 8) + y * jY), 8);
  }
}

function addTurns(s: Space, at: usize, last: usize): void {
  const weight = s.weight,
    jacobian = s.jacobian,
    values = s.values,
    held = s.held;
  for (; at < last; at += TURN_PRODUCT) {
    if ((load<u8>(held + (load<u32>(at, 16) as usize)) | load<u8>(held + (load<u32>(at, 20) as usize))) === 1) continue;
    const t = values + ((load<u32>(at) as usize) << 3);
    const i = jacobian + ((load<u32>(at, 4) as usize) << 3),
      j = jacobian + ((load<u32>(at, 8) as usize) << 3);
    const w = weight + ((load<u32>(at, 12) as usize) << 3);
    store<f64>(t, load<f64>(t) + load<f64>(w) * load<f64>(i) * load<f64>(j));
  }
}

/** row-system.ts, scaleRows: of pins `writePinBlocks` has done it, but for sizes that are none. */
export function scaleRows(s: Space): void {
  for (let part: i32 = 0; part < s.parts; part++) if (!keepsFactor(s, part)) scaleRowsOf(s, part);
}

function scaleRowsOf(s: Space, part: i32): void {
  const held = s.held,
    values = s.values,
    scale = s.scale,
    softness = s.softness,
    floor = s.floor,
    diagonal = s.diagonal;
  const compliance = s.compliance,
    crossSoftness = s.crossSoftness;
  let smallestOfPins = f64x2.splat(Infinity),
    largestOfPins = f64x2.splat(0);
  const parts = s.parts as usize;
  for (let each = s.segments + (part as usize) * SEGMENT, all = endOfSegments(s); each < all; each += parts * SEGMENT) {
    const segment = changetype<Segment>(each);
    const last = recordAt(s.pins, segment.end, PIN);
    for (let at = recordAt(s.pins, segment.first, PIN); at < last; at += PIN) {
      const size = v128.load(scale + changetype<Pin>(at).row);
      smallestOfPins = f64x2.pmin(smallestOfPins, size);
      largestOfPins = f64x2.pmax(largestOfPins, size);
    }
  }
  let smallest = min<f64>(f64x2.extract_lane(smallestOfPins, 0), f64x2.extract_lane(smallestOfPins, 1));
  let largest = max<f64>(f64x2.extract_lane(largestOfPins, 0), f64x2.extract_lane(largestOfPins, 1));
  const laws = (s.partLawRows as usize) << 2;
  const lastLaw = s.lawRows + ((part + 1) as usize) * laws;
  for (let law = lastLaw - laws; law < lastLaw; law += 4) {
    const row = (load<u32>(law) as usize) << 3;
    const free = load<u8>(held + (row >> 3)) === 0;
    const at = values + ((load<u32>(diagonal + (row >> 1)) as usize) << 3);
    const soft = load<f64>(softness + row);
    const low = load<f64>(floor + row);
    const size = free ? load<f64>(at) + soft : 1;
    store<f64>(scale + row, size);
    store<f64>(at, size * (1 + low));
    store<f64>(compliance + row, size * low);
    const across = load<f64>(crossSoftness + row);
    if (across !== 0 && soft > 0 && free) store<f64>(at - 8, load<f64>(at - 8) + across);
    if (size < smallest) smallest = size;
    if (free && size > largest) largest = size;
  }
  const least = LEAST_SCALE * largest;
  if (smallest >= least) return;
  const rows = (s.partRows as usize) << 3;
  for (let at = scale + (part as usize) * rows, end = at + rows; at < end; at += 8)
    if (load<f64>(at) < least) store<f64>(at, least);
}

/** mean-pose.ts, findIncrement: what bodies do by themselves. */
export function startIncrement(s: Space): void {
  const weight = s.weight,
    residual = s.residual,
    du = s.du;
  const size = (s.partBodies as usize) * VELOCITY;
  // A last part is of the bodies that do not move.
  for (let part: i32 = 0; part <= s.parts; part++) {
    if (part < s.parts && isIdle(s, part)) continue;
    const from = (part as usize) * size;
    const to = part < s.parts ? from + size : (s.bodies as usize) * VELOCITY;
    for (let k = from; k < to; k += VELOCITY) {
      v128.store(du + k, f64x2.mul(f64x2.neg(v128.load(weight + k)), v128.load(residual + k)));
      store<f64>(du + k, -load<f64>(weight + k, OMEGA) * load<f64>(residual + k, OMEGA), OMEGA);
    }
  }
}

/** pins.ts, askGroup. */
export function askPins(s: Space, gap: usize, hold: usize, v: usize, out: usize): void {
  const jacobian = s.jacobian;
  const perStep = f64x2.splat(1 / s.h);
  for (let each = s.segments, all = endOfSegments(s); each < all; each += SEGMENT) {
    const segment = changetype<Segment>(each);
    if (isIdle(s, segment.part)) continue;
    const last = recordAt(s.pins, segment.end, PIN);
    for (let at = recordAt(s.pins, segment.first, PIN); at < last; at += PIN) {
      const pin = changetype<Pin>(at);
      const a = v + pin.bodyA,
        b = v + pin.bodyB;
      const g = jacobian + pin.gradient;
      const row = pin.row;
      const turnA = turnsOfA(g),
        turnB = turnsOfB(g);
      const rate = f64x2.add(
        f64x2.add(f64x2.sub(v128.load(b), v128.load(a)), f64x2.mul(turnA, v128.load64_splat(a, OMEGA))),
        f64x2.mul(turnB, v128.load64_splat(b, OMEGA)),
      );
      const open = f64x2.mul(f64x2.sub(v128.load(hold + row), v128.load(gap + row)), perStep);
      v128.store(out + row, f64x2.sub(open, rate));
    }
  }
}

/** pins.ts, pushGroup. */
export function pushPins(s: Space, impulse: usize, v: usize): void {
  const weight = s.weight,
    jacobian = s.jacobian;
  for (let each = s.segments, all = endOfSegments(s); each < all; each += SEGMENT) {
    const segment = changetype<Segment>(each);
    if (isIdle(s, segment.part)) continue;
    const last = recordAt(s.pins, segment.end, PIN);
    for (let at = recordAt(s.pins, segment.first, PIN); at < last; at += PIN) {
      const pin = changetype<Pin>(at);
      const a = pin.bodyA,
        b = pin.bodyB;
      const g = jacobian + pin.gradient;
      const p = v128.load(impulse + pin.row);
      const px = f64x2.extract_lane(p, 0),
        py = f64x2.extract_lane(p, 1);
      v128.store(v + a, f64x2.sub(v128.load(v + a), f64x2.mul(v128.load(weight + a), p)));
      store<f64>(
        v + a,
        load<f64>(v + a, OMEGA) +
          load<f64>(weight + a, OMEGA) * (load<f64>(g, TURN_AX) * px + load<f64>(g, TURN_AY) * py),
        OMEGA,
      );
      v128.store(v + b, f64x2.add(v128.load(v + b), f64x2.mul(v128.load(weight + b), p)));
      store<f64>(
        v + b,
        load<f64>(v + b, OMEGA) +
          load<f64>(weight + b, OMEGA) * (load<f64>(g, TURN_BX) * px + load<f64>(g, TURN_BY) * py),
        OMEGA,
      );
    }
  }
}

/** newton.ts, addIncrement. */
export function addIncrement(s: Space): void {
  const rows = s.partRows,
    numbers = 3 * s.partBodies;
  for (let part: i32 = 0; part < s.parts; part++) {
    const at = s.share + ((part as usize) << 3);
    if (load<f64>(at) === 0) continue;
    const row = ((part * rows) as usize) << 3,
      k = ((part * numbers) as usize) << 3;
    boundShare(s, at, s.du + k);
    const share = v128.load64_splat(at);
    addShare(s.impulse + row, s.dImpulse + row, rows, share);
    addShare(s.u + k, s.du + k, numbers, share);
  }
}

/** newton.ts, boundShare. */
function boundShare(s: Space, share: usize, du: usize): void {
  let most: f64 = 0;
  for (let k = du + OMEGA, end = du + (s.partBodies as usize) * VELOCITY; k < end; k += VELOCITY) {
    const turn = abs<f64>(load<f64>(k));
    if (turn > most) most = turn;
  }
  most *= s.h;
  if (load<f64>(share) * most > MOST_TURN) store<f64>(share, MOST_TURN / most);
}

function addShare(to: usize, from: usize, count: i32, share: v128): void {
  const even = to + (((count & ~1) as usize) << 3);
  while (to < even) {
    v128.store(to, f64x2.add(v128.load(to), f64x2.mul(share, v128.load(from))));
    to += 16;
    from += 16;
  }
  if ((count & 1) !== 0) store<f64>(to, load<f64>(to) + f64x2.extract_lane(share, 0) * load<f64>(from));
}

/** pins.ts, beginGroup, but for what the records hold. */
export function beginPins(s: Space): void {
  const start = s.start,
    v0 = s.v0,
    before = s.before;
  let fastest = v128.load64_splat(s.out, FASTEST),
    widest = v128.load64_splat(s.out, WIDEST);
  let lostRate = f64x2.splat(0),
    lostGap = f64x2.splat(0);
  let local = s.locals;
  for (let at = s.pins, last = at + (s.pinCount as usize) * PIN; at < last; at += PIN, local += LOCALS) {
    const pin = changetype<Pin>(at);
    const poseA = start + pin.poseA,
      poseB = start + pin.poseB;
    const a = v0 + pin.bodyA,
      b = v0 + pin.bodyB;
    const localA = v128.load(local),
      localB = v128.load(local, 16);
    const rA = arm(poseA, localA, turnedLeft(localA)),
      rB = arm(poseB, localB, turnedLeft(localB));
    const rate = rateOf(a, b, rA, rB);
    const gap = gapOf(poseA, poseB, rA, rB);
    v128.store(before + pin.row, gap);
    fastest = larger(fastest, f64x2.abs(rate));
    widest = larger(widest, f64x2.abs(gap));
    lostRate = alsoLost(lostRate, rate);
    lostGap = alsoLost(lostGap, gap);
  }
  store<f64>(s.out, largestOf(fastest, lostRate), FASTEST);
  store<f64>(s.out, largestOf(widest, lostGap), WIDEST);
}

/** Of pins that begin as they have ended, at the same poses: what `beginPins` would find, at rates that nothing asks for. */
export function keepGaps(s: Space): void {
  const before = s.before;
  let widest = f64x2.splat(0),
    lost = f64x2.splat(0);
  let ends = s.pinEnds;
  for (let at = s.pins, last = at + (s.pinCount as usize) * PIN; at < last; at += PIN, ends += PIN_END) {
    const gap = v128.load(ends, 16);
    v128.store(before + changetype<Pin>(at).row, gap);
    widest = larger(widest, f64x2.abs(gap));
    lost = alsoLost(lost, gap);
  }
  store<f64>(s.out, load<f64>(s.fastest), FASTEST);
  store<f64>(s.out, largestOf(widest, lost), WIDEST);
}

/** pins.ts, endGroup. */
export function endPins(s: Space): void {
  const end = s.end,
    v0 = s.v0,
    impulse = s.impulse,
    jacobian = s.jacobian;
  for (let each = s.segments, all = endOfSegments(s); each < all; each += SEGMENT) {
    const segment = changetype<Segment>(each);
    const largest = ofPart(s.fastest, segment.part);
    let fastest = v128.load64_splat(largest),
      lost = f64x2.splat(0);
    let at = recordAt(s.pins, segment.first, PIN),
      local = recordAt(s.locals, segment.first, LOCALS),
      ends = recordAt(s.pinEnds, segment.first, PIN_END);
    for (const last = recordAt(s.pins, segment.end, PIN); at < last; at += PIN, local += LOCALS, ends += PIN_END) {
      const pin = changetype<Pin>(at);
      const poseA = end + pin.poseA,
        poseB = end + pin.poseB;
      const a = v0 + pin.bodyA,
        b = v0 + pin.bodyB;
      const g = jacobian + pin.gradient;
      const p = v128.load(impulse + pin.row);
      const localA = v128.load(local),
        localB = v128.load(local, 16);
      const rA = arm(poseA, localA, turnedLeft(localA)),
        rB = arm(poseB, localB, turnedLeft(localB));
      const rate = rateOf(a, b, rA, rB);

      fastest = larger(fastest, f64x2.abs(rate));
      lost = alsoLost(lost, rate);
      store<f64>(ends, dot(turnsOfA(g), p));
      store<f64>(ends, dot(turnsOfB(g), p), 8);
      v128.store(ends, gapOf(poseA, poseB, rA, rB), 16);
      v128.store64_lane(g, rA, 1, TURN_AX);
      v128.store64_lane(g, f64x2.neg(rA), 0, TURN_AY);
      v128.store64_lane(g, f64x2.neg(rB), 1, TURN_BX);
      v128.store64_lane(g, rB, 0, TURN_BY);
    }
    store<f64>(largest, largestOf(fastest, lost));
  }
}

/** pins.ts, addWorkOfGroup. */
export function addPinWork(s: Space): void {
  const impulse = s.impulse,
    before = s.before,
    after = s.after,
    gap = s.gap;
  for (let each = s.segments, all = endOfSegments(s); each < all; each += SEGMENT) {
    const segment = changetype<Segment>(each);
    const made = ofPart(s.made, segment.part);
    let work = load<f64>(made);
    const last = recordAt(s.pins, segment.end, PIN);
    for (let at = recordAt(s.pins, segment.first, PIN); at < last; at += PIN) {
      const row = changetype<Pin>(at).row;
      const works = f64x2.mul(v128.load(impulse + row), f64x2.sub(v128.load(after + row), v128.load(before + row)));
      if (load<f64>(gap + row) === 0) work += f64x2.extract_lane(works, 0);
      if (load<f64>(gap + row, 8) === 0) work += f64x2.extract_lane(works, 1);
    }
    store<f64>(made, work);
  }
}

/** energy.ts, addMissing. */
export function addMissing(s: Space): void {
  const residual = s.residual,
    lengthOf = s.lengthOf,
    u = s.u,
    v0 = s.v0,
    mass = s.mass;
  const perStep = f64x2.splat(1 / s.h);
  const perTurn = 1 / (s.h * s.lengthUnit);
  const none = f64x2.splat(0);
  const size = (s.partBodies as usize) * VELOCITY;
  for (let part: i32 = 0; part < s.parts; part++) {
    let places = none;
    let turns: f64 = 0;
    const from = (part as usize) * size;
    for (let k = from; k < from + size; k += VELOCITY) {
      const r = v128.load(residual + k);
      const half = f64x2.mul(f64x2.mul(r, v128.load(lengthOf + k)), perStep);
      const change = f64x2.sub(f64x2.sub(v128.load(u + k), v128.load(v0 + k)), half);
      places = f64x2.add(places, v128.and(f64x2.mul(r, change), f64x2.gt(v128.load(mass + k), none)));
      const torque = load<f64>(residual + k, OMEGA);
      const halfTurn = torque * load<f64>(lengthOf + k, OMEGA) * perTurn;
      if (load<f64>(mass + k, OMEGA) > 0)
        turns += torque * (load<f64>(u + k, OMEGA) - load<f64>(v0 + k, OMEGA) - halfTurn);
    }
    const made = ofPart(s.made, part);
    store<f64>(made, load<f64>(made) - sumOf(places, turns));
  }
}

/** Of what bodies have in x and y, and by their turns. */
function sumOf(places: v128, turns: f64): f64 {
  return f64x2.extract_lane(places, 0) + f64x2.extract_lane(places, 1) + turns;
}

/** energy.ts, measureTurn. */
export function measureTurn(s: Space, part: i32): void {
  const u = s.u,
    v0 = s.v0,
    mass = s.mass;
  const two = f64x2.splat(2),
    byTwo = f64x2.splat(0.5);
  const from = ((part * s.partBodies) as usize) * VELOCITY,
    to = from + (s.partBodies as usize) * VELOCITY;
  let kinetic = f64x2.splat(0),
    change = f64x2.splat(0);
  let kineticOfTurns: f64 = 0,
    changeOfTurns: f64 = 0;
  for (let k = from; k < to; k += VELOCITY) {
    const m = v128.load(mass + k),
      mean = v128.load(u + k);
    const half = f64x2.sub(mean, v128.load(v0 + k));
    const end = f64x2.add(mean, half);
    kinetic = f64x2.add(kinetic, f64x2.mul(f64x2.mul(f64x2.mul(m, end), end), byTwo));
    change = f64x2.add(change, f64x2.mul(f64x2.mul(f64x2.mul(two, m), half), half));
    const inertia = load<f64>(mass + k, OMEGA),
      omega = load<f64>(u + k, OMEGA);
    const halfTurn = omega - load<f64>(v0 + k, OMEGA);
    const endTurn = omega + halfTurn;
    kineticOfTurns += inertia * endTurn * endTurn * 0.5;
    changeOfTurns += 2 * inertia * halfTurn * halfTurn;
  }
  store<f64>(s.out, sumOf(kinetic, kineticOfTurns), KINETIC);
  store<f64>(s.out, sumOf(change, changeOfTurns), CHANGE);
}

/** energy.ts, measureKinetic. */
export function measureKinetic(s: Space, part: i32): void {
  const v0 = s.v0,
    mass = s.mass;
  const byTwo = f64x2.splat(0.5);
  const from = ((part * s.partBodies) as usize) * VELOCITY,
    to = from + (s.partBodies as usize) * VELOCITY;
  let kinetic = f64x2.splat(0);
  let turns: f64 = 0;
  for (let k = from; k < to; k += VELOCITY) {
    const v = v128.load(v0 + k);
    const omega = load<f64>(v0 + k, OMEGA);
    kinetic = f64x2.add(kinetic, f64x2.mul(f64x2.mul(f64x2.mul(v128.load(mass + k), v), v), byTwo));
    turns += load<f64>(mass + k, OMEGA) * omega * omega * 0.5;
  }
  store<f64>(s.out, sumOf(kinetic, turns), KINETIC);
}

/** energy.ts, scaleVelocities. */
export function scaleVelocities(s: Space, part: i32): void {
  const from = ((part * s.partBodies) as usize) * VELOCITY,
    to = from + (s.partBodies as usize) * VELOCITY;
  const factor = v128.load64_splat(s.out, FACTOR);
  let at = s.v0 + from,
    mass = s.mass + from;
  const end = s.v0 + to;
  for (; at + 16 <= end; at += 16, mass += 16) {
    const v = v128.load(at);
    v128.store(at, v128.bitselect(f64x2.mul(v, factor), v, f64x2.gt(v128.load(mass), f64x2.splat(0))));
  }
  if (at < end && load<f64>(mass) > 0) store<f64>(at, load<f64>(at) * f64x2.extract_lane(factor, 0));
}

/** finish-step.ts, endPoses: of two bodies at a time, of an odd one twice. To divide by θ, ½ or 1, is to multiply by 1/θ, to the bit. */
export function endPoses(s: Space): void {
  const h = s.h,
    perTheta = 1 / s.theta,
    perLength = 2 / s.h,
    perTurn = 2 / (s.h * s.lengthUnit);
  const count = s.movable as usize;
  for (let i: usize = 0; i < count; i += 2) {
    const j = i + 1 < count ? i + 1 : i;
    const a = VELOCITY * i,
      b = VELOCITY * j;
    const omegaA = load<f64>(s.u + a, OMEGA),
      omegaB = load<f64>(s.u + b, OMEGA);
    const turn = f64x2(h * omegaA, h * omegaB);
    const cayleyA = load<u8>(s.cayley + i),
      cayleyB = load<u8>(s.cayley + j);
    let arc = f64x2.mul(both(TWO), arcTangents(half(turn)));
    if ((cayleyA & cayleyB) === 0) arc = v128.bitselect(arc, turn, i64x2(-(cayleyA as i64), -(cayleyB as i64)));
    const turned = f64x2.add(f64x2(load<f64>(s.angle + 8 * i), load<f64>(s.angle + 8 * j)), arc);
    writeTurns(turned, s.end + POSE * i, s.end + POSE * j);
    if (omegaA !== 0) store<f64>(s.angle + 8 * i, f64x2.extract_lane(turned, 0));
    else v128.store(s.end + POSE * i, v128.load(s.start + POSE * i, COS), COS);
    if (omegaB !== 0) store<f64>(s.angle + 8 * j, f64x2.extract_lane(turned, 1));
    else v128.store(s.end + POSE * j, v128.load(s.start + POSE * j, COS), COS);
    endVelocity(s, a, perTheta, perLength, perTurn);
    if (j > i) endVelocity(s, b, perTheta, perLength, perTurn);
  }
}

function endVelocity(s: Space, k: usize, perTheta: f64, perLength: f64, perTurn: f64): void {
  const v = v128.load(s.v0 + k);
  const lost = f64x2.mul(f64x2.mul(v128.load(s.residual + k), v128.load(s.lengthOf + k)), f64x2.splat(perLength));
  const change = f64x2.mul(f64x2.sub(v128.load(s.u + k), v), f64x2.splat(perTheta));
  v128.store(s.v0 + k, f64x2.add(v, f64x2.sub(change, lost)));
  const w = load<f64>(s.v0 + k, OMEGA);
  const lostW = load<f64>(s.residual + k, OMEGA) * load<f64>(s.lengthOf + k, OMEGA) * perTurn;
  store<f64>(s.v0 + k, w + ((load<f64>(s.u + k, OMEGA) - w) * perTheta - lostW), OMEGA);
}

function half(x: v128): v128 {
  return f64x2.mul(x, both(HALF));
}

/** trig.ts, atanAt and arcTangentOfUnit. */
function arcTangents(x: v128): v128 {
  const size = f64x2.abs(x);
  const one = both(ONE);
  const isSteep = f64x2.gt(size, one);
  let unit = size;
  if (v128.any_true(isSteep)) unit = v128.bitselect(f64x2.div(one, size), size, isSteep);
  let t = unit;
  let nearest = f64x2.splat(0);
  const isFar = f64x2.ge(unit, both(SIXTEENTH));
  if (v128.any_true(isFar)) {
    const k = v128.and(f64x2.floor(f64x2.add(f64x2.mul(unit, both(EIGHT)), both(HALF))), isFar);
    const c = f64x2.mul(k, both(EIGHTH));
    t = f64x2.div(f64x2.sub(unit, c), f64x2.add(one, f64x2.mul(unit, c)));
    nearest = f64x2(eighth(f64x2.extract_lane(k, 0)), eighth(f64x2.extract_lane(k, 1)));
  }
  const z = f64x2.mul(t, t);
  const z2 = f64x2.mul(z, z);
  const rest = f64x2.add(line(ARC_TANGENT + 16, z), f64x2.mul(z2, line(ARC_TANGENT + 32, z)));
  const sum = f64x2.add(line(ARC_TANGENT, z), f64x2.mul(z2, rest));
  const arc = f64x2.add(nearest, f64x2.add(t, f64x2.mul(f64x2.mul(t, z), sum)));
  const angle = v128.bitselect(f64x2.sub(both(QUARTER_TURN), arc), arc, isSteep);
  return v128.xor(angle, v128.and(x, f64x2.splat(-0.0)));
}

/** Arc tangent of k/8. */
function eighth(k: f64): f64 {
  return load<f64>(ATAN_EIGHTHS + ((k as i32 as usize) << 3));
}

/** trig.ts, cosSin, of two angles to two poses. */
function writeTurns(angle: v128, pose: usize, other: usize): void {
  const k = f64x2.floor(f64x2.add(f64x2.mul(angle, both(QUARTERS)), both(HALF)));
  const first = f64x2.sub(angle, f64x2.mul(k, both(QUARTERS + 8)));
  const second = f64x2.sub(first, f64x2.mul(k, both(QUARTERS + 16)));
  const x = f64x2.sub(second, f64x2.mul(k, both(QUARTERS + 24)));
  const z = f64x2.mul(x, x);
  const z2 = f64x2.mul(z, z);
  const z4 = f64x2.mul(z2, z2);
  // −1/6 + z/120 + z²(−1/5040 + z/362880) + z⁴(…), from the left
  const s = f64x2.add(
    x,
    f64x2.mul(
      f64x2.mul(x, z),
      f64x2.add(
        f64x2.add(line(SINE, z), f64x2.mul(z2, line(SINE + 16, z))),
        f64x2.mul(z4, f64x2.add(line(SINE + 32, z), f64x2.mul(z2, line(SINE + 48, z)))),
      ),
    ),
  );
  const c = f64x2.add(
    f64x2.sub(both(ONE), half(z)),
    f64x2.mul(
      z2,
      f64x2.add(
        f64x2.add(line(COSINE, z), f64x2.mul(z2, line(COSINE + 16, z))),
        f64x2.mul(z4, f64x2.add(line(COSINE + 32, z), f64x2.mul(z2, both(COSINE + 48)))),
      ),
    ),
  );
  // Turned by k right angles, without a branch that nobody foresees.
  const quarter = f64x2.sub(k, f64x2.mul(both(FOUR), f64x2.floor(f64x2.mul(both(QUARTER), k))));
  const isFirst = f64x2.eq(quarter, both(ONE));
  const isOver = f64x2.ge(quarter, both(TWO));
  const isThird = f64x2.gt(quarter, both(TWO));
  const isAcross = v128.or(isFirst, isThird);
  const isBack = v128.xor(v128.or(isFirst, isOver), isThird);
  const sign = f64x2.splat(-0.0);
  const cos = v128.xor(v128.bitselect(s, c, isAcross), v128.and(sign, isBack));
  const sin = v128.xor(v128.bitselect(c, s, isAcross), v128.and(sign, isOver));
  v128.store(pose, v128.shuffle<f64>(cos, sin, 0, 2), COS);
  v128.store(other, v128.shuffle<f64>(cos, sin, 1, 3), COS);
}

/** a + b z of two numbers of the table. */
function line(at: usize, z: v128): v128 {
  return f64x2.add(both(at), f64x2.mul(z, both(at + 8)));
}
