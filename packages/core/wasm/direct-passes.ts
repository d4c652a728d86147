/**
 * The passes of the direct step over hinges (src/direct/hinges/hinge-groups.ts), on two numbers at a time, x and y or cos and sin, in
 * AssemblyScript; with those over bodies, rows, angles and the factor. What stands above each of these names the file and the function of
 * src/direct that does the same where there is no WebAssembly: what changes there changes here. `npm run wasm` in packages/core compiles it.
 */

import { arm, cross, dot, swapped, turnedLeft } from './arms';
import { alsoLost, larger, largestOf } from './largest';
import { FASTEST, isIdle, numberAt, OMEGA, recordAt, SEGMENT, Segment, WIDEST } from './layout';
import { endOfSegments, Hinge, HINGE, TURN_AX, TURN_AY, TURN_BX, TURN_BY } from './hinge-places';
import { Space } from './space';

export {
  addIncrement,
  endPoses,
  findMissing,
  moveBodies,
  startIncrement,
  startVelocities,
  weighBodies,
} from './body-passes';
export { addMissing, measureKinetic, scaleVelocities } from './energy-passes';
export { factorise, judgePivots, solve } from './ldlt';
export { scaleRows, writeBlocks } from './hinge-blocks';
export { addProducts, askRows, measureLeft, pushRows, writeRates } from './row-passes';
export { readTurns, turnBodies, visitTurns } from './turn-passes';

/** Anchors of a hinge. */
const LOCALS: usize = 32;
/** What it ends the step with. */
const HINGE_END: usize = 32;

/** The turns of a hinge's bodies in its two rows of the Jacobian at `g`. */
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
 * One iteration's view: gaps at the end pose, turns at the mean pose, geometric stiffness (rB·P of B, −rA·P of A, arms of the end pose) and
 * −Jᵀ P. The error of each part grows to its largest gap beyond what is held.
 */
export function visitHinges(s: Space): void {
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
    const last = recordAt(s.hinges, segment.end, HINGE);
    for (let at = recordAt(s.hinges, segment.first, HINGE); at < last; at += HINGE, local += LOCALS) {
      const hinge = changetype<Hinge>(at);
      const endA = end + hinge.poseA,
        endB = end + hinge.poseB;
      const localA = v128.load(local),
        localB = v128.load(local, 16);
      const leftA = turnedLeft(localA),
        leftB = turnedLeft(localB);
      const row = hinge.row;
      const p = v128.load(impulse + row);
      const eA = arm(endA, localA, leftA),
        eB = arm(endB, localB, leftB);
      const gap = gapOf(endA, endB, eA, eB);
      const mA = arm(mean + hinge.poseA, localA, leftA),
        mB = arm(mean + hinge.poseB, localB, leftB);
      const g = jacobian + hinge.gradient;
      const a = hinge.bodyA,
        b = hinge.bodyB;
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

/** −(C₁ − hold)/h − J du: what the increments of the impulses have to make up for. `du` is 0 of what does not move. */
export function askHinges(s: Space, gap: usize, hold: usize, v: usize, out: usize): void {
  const jacobian = s.jacobian;
  const perStep = f64x2.splat(1 / s.h);
  for (let each = s.segments, all = endOfSegments(s); each < all; each += SEGMENT) {
    const segment = changetype<Segment>(each);
    if (isIdle(s, segment.part)) continue;
    const last = recordAt(s.hinges, segment.end, HINGE);
    for (let at = recordAt(s.hinges, segment.first, HINGE); at < last; at += HINGE) {
      const hinge = changetype<Hinge>(at);
      const a = v + hinge.bodyA,
        b = v + hinge.bodyB;
      const g = jacobian + hinge.gradient;
      const row = hinge.row;
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

/** du += W Jᵀ dP. */
export function pushHinges(s: Space, impulse: usize, v: usize): void {
  const weight = s.weight,
    jacobian = s.jacobian;
  for (let each = s.segments, all = endOfSegments(s); each < all; each += SEGMENT) {
    const segment = changetype<Segment>(each);
    if (isIdle(s, segment.part)) continue;
    const last = recordAt(s.hinges, segment.end, HINGE);
    for (let at = recordAt(s.hinges, segment.first, HINGE); at < last; at += HINGE) {
      const hinge = changetype<Hinge>(at);
      const a = hinge.bodyA,
        b = hinge.bodyB;
      const g = jacobian + hinge.gradient;
      const p = v128.load(impulse + hinge.row);
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

/** Gaps at the start; the largest rate |J v| and the largest gap go to `out` if larger. */
export function beginHinges(s: Space): void {
  const start = s.start,
    v0 = s.v0,
    before = s.before;
  let fastest = v128.load64_splat(s.out, FASTEST),
    widest = v128.load64_splat(s.out, WIDEST);
  let lostRate = f64x2.splat(0),
    lostGap = f64x2.splat(0);
  let local = s.locals;
  for (let at = s.hinges, last = at + (s.hingeCount as usize) * HINGE; at < last; at += HINGE, local += LOCALS) {
    const hinge = changetype<Hinge>(at);
    const poseA = start + hinge.poseA,
      poseB = start + hinge.poseB;
    const a = v0 + hinge.bodyA,
      b = v0 + hinge.bodyB;
    const localA = v128.load(local),
      localB = v128.load(local, 16);
    const rA = arm(poseA, localA, turnedLeft(localA)),
      rB = arm(poseB, localB, turnedLeft(localB));
    const rate = rateOf(a, b, rA, rB);
    const gap = gapOf(poseA, poseB, rA, rB);
    v128.store(before + hinge.row, gap);
    fastest = larger(fastest, f64x2.abs(rate));
    widest = larger(widest, f64x2.abs(gap));
    lostRate = alsoLost(lostRate, rate);
    lostGap = alsoLost(lostGap, gap);
  }
  store<f64>(s.out, largestOf(fastest, lostRate), FASTEST);
  store<f64>(s.out, largestOf(widest, lostGap), WIDEST);
}

/**
 * The end of the step: to `hingeEnds` what the impulses did to the bodies by the gradient of the mean pose, and the gaps at the end; then the
 * turns there. `fastest`, the largest rate |J v| of each part, grows.
 */
export function endHinges(s: Space): void {
  const end = s.end,
    v0 = s.v0,
    impulse = s.impulse,
    jacobian = s.jacobian;
  for (let each = s.segments, all = endOfSegments(s); each < all; each += SEGMENT) {
    const segment = changetype<Segment>(each);
    const largest = numberAt(s.fastest, segment.part);
    let fastest = v128.load64_splat(largest),
      lost = f64x2.splat(0);
    let at = recordAt(s.hinges, segment.first, HINGE),
      local = recordAt(s.locals, segment.first, LOCALS),
      ends = recordAt(s.hingeEnds, segment.first, HINGE_END);
    for (
      const last = recordAt(s.hinges, segment.end, HINGE);
      at < last;
      at += HINGE, local += LOCALS, ends += HINGE_END
    ) {
      const hinge = changetype<Hinge>(at);
      const poseA = end + hinge.poseA,
        poseB = end + hinge.poseB;
      const a = v0 + hinge.bodyA,
        b = v0 + hinge.bodyB;
      const g = jacobian + hinge.gradient;
      const p = v128.load(impulse + hinge.row);
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

/** Adds Σ P·(C₁ − C₀) of the gaps that the dynamics closes to what was made. */
export function addHingeWork(s: Space): void {
  const impulse = s.impulse,
    before = s.before,
    after = s.after,
    gap = s.gap;
  for (let each = s.segments, all = endOfSegments(s); each < all; each += SEGMENT) {
    const segment = changetype<Segment>(each);
    const made = numberAt(s.made, segment.part);
    let work = load<f64>(made);
    const last = recordAt(s.hinges, segment.end, HINGE);
    for (let at = recordAt(s.hinges, segment.first, HINGE); at < last; at += HINGE) {
      const row = changetype<Hinge>(at).row;
      const works = f64x2.mul(v128.load(impulse + row), f64x2.sub(v128.load(after + row), v128.load(before + row)));
      if (load<f64>(gap + row) === 0) work += f64x2.extract_lane(works, 0);
      if (load<f64>(gap + row, 8) === 0) work += f64x2.extract_lane(works, 1);
    }
    store<f64>(made, work);
  }
}
