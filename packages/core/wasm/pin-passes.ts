/**
 * The passes of the direct step over pins and bodies, on two numbers at a time, x and y or cos and sin, in AssemblyScript. What stands
 * above each names the file and the function of src/direct that does the same operations in the same order, so both give the same bits:
 * what changes there changes here. `npm run wasm` in packages/core compiles it.
 */

import { arm, cross, dot, swapped, turnedLeft } from './arms';
import { alsoLost, larger, largestOf } from './largest';
import { FASTEST, isIdle, numberAt, OMEGA, recordAt, SEGMENT, Segment, WIDEST } from './layout';
import { endOfSegments, Pin, PIN, TURN_AX, TURN_AY, TURN_BX, TURN_BY } from './pins';
import { Space } from './space';

export { visitAxes } from './axis-passes';
export {
  addIncrement,
  endPoses,
  findMissing,
  moveBodies,
  startIncrement,
  startVelocities,
  weighBodies,
} from './body-passes';
export { addMissing, measureKinetic, measureTurn, scaleVelocities } from './energy-passes';
export { factorise, judgePivots, solve } from './ldlt';
export { scaleRows, writeBlocks } from './pin-blocks';
export { addProducts, askRows, measureLeft, pushRows, writeRates } from './row-passes';
export { readTurns, turnBodies, visitTurns } from './turn-passes';

/** Anchors of a pin. */
const LOCALS: usize = 32;
/** What it ends the step with. */
const PIN_END: usize = 32;

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
    const error = numberAt(s.error, segment.part);
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

/** pins.ts, endGroup. */
export function endPins(s: Space): void {
  const end = s.end,
    v0 = s.v0,
    impulse = s.impulse,
    jacobian = s.jacobian;
  for (let each = s.segments, all = endOfSegments(s); each < all; each += SEGMENT) {
    const segment = changetype<Segment>(each);
    const largest = numberAt(s.fastest, segment.part);
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
    const made = numberAt(s.made, segment.part);
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
