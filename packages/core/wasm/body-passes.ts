/**
 * The passes of the direct step over bodies, in AssemblyScript. Compiled with
 * direct-passes.ts; each does what is named above it.
 */

import { turnedLeft } from './arms';
import { alsoLost, larger, largestOf } from './largest';
import { COS, isIdle, keepsFactor, numberAt, OMEGA, POSE, VELOCITY } from './layout';
import { Space } from './space';
import { arcTangents, half, twice, writeTurns } from './turning';

const MOST_DAMPED: f64 = 2;
const LEAST_REACH: f64 = 0.05;
const LEAST_MASS: f64 = 0.3;
const MOST_TURN: f64 = 0.5;

/** mean-pose.ts, startVelocities. */
export function startVelocities(s: Space): void {
  memory.copy(s.u, s.v0, (s.bodies as usize) * VELOCITY);
  const perTheta = f64x2.splat(1 / s.theta);
  const end = (s.movable as usize) * VELOCITY;
  // What is written beside the last belongs to a body that does not move, or to nobody.
  for (let k: usize = 0; k < end; k += 16) startPair(s, k, perTheta);
  for (let k: usize = 0; k < end; k += VELOCITY) {
    const length = s.lengthOf + k;
    store<f64>(length, load<f64>(length, OMEGA) * reachOf(s, k), OMEGA);
  }
}

/** mean-pose.ts, reachOf. */
function reachOf(s: Space, k: usize): f64 {
  const perMass = load<f64>(s.inverseMass + k);
  if (perMass === 0) return s.lengthUnit;
  const radius = sqrt<f64>(load<f64>(s.mass + k, OMEGA) * perMass);
  const least = LEAST_REACH * s.lengthUnit;
  return radius > least ? radius : least;
}

/** Two numbers of bodies that begin at `k`. */
function startPair(s: Space, k: usize, perTheta: v128): void {
  const m = v128.load(s.mass + k);
  const kept = f64x2.mul(f64x2.splat(s.h), v128.load(s.damping + k));
  const damped = f64x2.mul(kept, m);
  const share = v128.bitselect(perTheta, f64x2.splat(1), f64x2.gt(kept, f64x2.splat(MOST_DAMPED)));
  v128.store(s.inertial + k, f64x2.add(f64x2.mul(m, perTheta), f64x2.mul(damped, share)));
  const perMass = v128.and(f64x2.div(f64x2.splat(1), m), f64x2.gt(m, f64x2.splat(0)));
  v128.store(s.inverseMass + k, perMass);
  v128.store(s.lengthOf + k, f64x2.mul(f64x2.splat(s.h / 2), perMass));
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

/** newton.ts, findMissing. */
export function findMissing(s: Space): void {
  const size = (s.partBodies as usize) * VELOCITY;
  for (let part: i32 = 0; part < s.parts; part++) {
    if (isIdle(s, part)) continue;
    const at = (part as usize) * size;
    widen(numberAt(s.error, part), s.residual + at, s.lengthOf + at, s.partBodies);
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

/** newton.ts, addIncrement. */
export function addIncrement(s: Space): void {
  const rows = s.partRows,
    numbers = 3 * s.partBodies;
  for (let part: i32 = 0; part < s.parts; part++) {
    const at = numberAt(s.share, part);
    if (load<f64>(at) === 0) continue;
    const row = part * rows,
      k = part * numbers;
    boundShare(s, at, numberAt(s.du, k));
    const share = v128.load64_splat(at);
    addShare(numberAt(s.impulse, row), numberAt(s.dImpulse, row), rows, share);
    addShare(numberAt(s.u, k), numberAt(s.du, k), numbers, share);
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

/** finish-step.ts, endPoses: of two bodies at a time, of an odd one twice. */
export function endPoses(s: Space): void {
  const h = s.h,
    start = s.start,
    end = s.end,
    angle = s.angle,
    cayley = s.cayley,
    u = s.u + OMEGA;
  const count = s.movable as usize;
  for (let i: usize = 0; i < count; i += 2) {
    const j = i + 1 < count ? i + 1 : i;
    const omegaA = load<f64>(u + VELOCITY * i),
      omegaB = load<f64>(u + VELOCITY * j);
    const turn = f64x2(h * omegaA, h * omegaB);
    const cayleyA = load<u8>(cayley + i),
      cayleyB = load<u8>(cayley + j);
    let arc = twice(arcTangents(half(turn)));
    if ((cayleyA & cayleyB) === 0) arc = v128.bitselect(arc, turn, i64x2(-(cayleyA as i64), -(cayleyB as i64)));
    const turned = f64x2.add(f64x2(load<f64>(angle + 8 * i), load<f64>(angle + 8 * j)), arc);
    writeTurns(turned, end + POSE * i, end + POSE * j);
    if (omegaA !== 0) store<f64>(angle + 8 * i, f64x2.extract_lane(turned, 0));
    else v128.store(end + POSE * i, v128.load(start + POSE * i, COS), COS);
    if (omegaB !== 0) store<f64>(angle + 8 * j, f64x2.extract_lane(turned, 1));
    else v128.store(end + POSE * j, v128.load(start + POSE * j, COS), COS);
  }
  for (let part: i32 = 0; part < s.parts; part++) endVelocities(s, part);
}

/** finish-step.ts, endVelocities. To divide by θ, ½ or 1, is to multiply by 1/θ, to the bit. */
function endVelocities(s: Space, part: i32): void {
  const v0 = s.v0,
    u = s.u,
    residual = s.residual,
    inverseMass = s.inverseMass,
    lengthUnit = s.lengthUnit;
  const perTheta = 1 / s.theta;
  const bothPerTheta = f64x2.splat(perTheta);
  const size = (s.partBodies as usize) * VELOCITY;
  let straight = f64x2.splat(0),
    turning = f64x2.splat(0);
  for (let k = (part as usize) * size, end = k + size; k < end; k += VELOCITY) {
    const v = v128.load(v0 + k);
    const lost = f64x2.mul(v128.load(residual + k), v128.load(inverseMass + k));
    const change = f64x2.mul(f64x2.sub(v128.load(u + k), v), bothPerTheta);
    const ended = f64x2.add(v, f64x2.sub(change, lost));
    v128.store(v0 + k, ended);
    straight = larger(straight, f64x2.abs(ended));
    const w = load<f64>(v0 + k, OMEGA);
    const lostW = load<f64>(residual + k, OMEGA) * load<f64>(inverseMass + k, OMEGA);
    const endedW = w + ((load<f64>(u + k, OMEGA) - w) * perTheta - lostW);
    store<f64>(v0 + k, endedW, OMEGA);
    turning = larger(turning, f64x2.splat(abs<f64>(endedW) * lengthUnit));
  }
  const fastest = larger(straight, turning);
  store<f64>(numberAt(s.speed, part), max<f64>(f64x2.extract_lane(fastest, 0), f64x2.extract_lane(fastest, 1)));
}
