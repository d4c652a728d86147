/**
 * The pass of the direct step over axes of packed joints (src/direct/motion/axes.ts), in AssemblyScript. As in direct-passes.ts, with which it is
 * compiled: the same operations in the same order.
 */

import { arm, cross, dot, swapped, turnedLeft } from './arms';
import { isIdle, numberAt, OMEGA, POSE, SEGMENT, Segment, VELOCITY } from './layout';
import { Space } from './space';

/** Bodies of an axis, its row, and that in the Jacobian, all counted. */
@unmanaged
class Axis {
  bodyA!: u32;
  bodyB!: u32;
  row!: u32;
  gradient!: u32;
}
const AXIS: usize = 16;

/** What an axis has of its own, as in axes.ts: direction in A, anchors, constant. */
const FRAME: usize = 64;
const ANCHOR_A: usize = 16,
  ANCHOR_B: usize = 32,
  REST: usize = 48;

/** Offsets in a row of the Jacobian: of the turn of A, and of what B has in it. */
const TURN_A: usize = 16,
  OF_B: usize = 24,
  TURN_B: usize = 40;

/** axes.ts, visitAxes. */
export function visitAxes(s: Space): void {
  const last = s.axisSegments + (s.axisSegmentCount as usize) * SEGMENT;
  for (let each = s.axisSegments; each < last; each += SEGMENT) {
    const segment = changetype<Segment>(each);
    if (isIdle(s, segment.part)) continue;
    for (let i = segment.first; i < segment.end; i++)
      visitAxis(s, changetype<Axis>(s.axes + (i as usize) * AXIS), s.frames + (i as usize) * FRAME);
  }
}

function visitAxis(s: Space, axis: Axis, frame: usize): void {
  const a = axis.bodyA as usize,
    b = axis.bodyB as usize,
    row = axis.row as usize;
  const endA = s.end + a * POSE,
    endB = s.end + b * POSE,
    meanA = s.mean + a * POSE,
    meanB = s.mean + b * POSE;
  const direction = v128.load(frame),
    localB = v128.load(frame, ANCHOR_B);
  const e = armOf(endA, direction),
    m = armOf(meanA, direction);
  const eB = armOf(endB, localB),
    mB = armOf(meanB, localB);
  // From the centre of A to the anchor of B: d + rA.
  const far = f64x2.add(f64x2.sub(v128.load(endB), v128.load(endA)), eB);
  const gap = f64x2.sub(far, armOf(endA, v128.load(frame, ANCHOR_A)));
  const farMean = f64x2.add(f64x2.sub(v128.load(meanB), v128.load(meanA)), mB);
  const turnA = cross(m, swapped(farMean)),
    turnB = cross(mB, swapped(m));

  store<f64>(numberAt(s.after, row), dot(e, gap) + load<f64>(frame, REST));
  const g = numberAt(s.jacobian, axis.gradient as usize);
  v128.store(g, f64x2.neg(m));
  store<f64>(g, turnA, TURN_A);
  v128.store(g, m, OF_B);
  store<f64>(g, turnB, TURN_B);
  const p = load<f64>(numberAt(s.impulse, row));
  if (p === 0) return;
  const pull = f64x2.mul(m, f64x2.splat(p));
  const velocityA = a * VELOCITY,
    velocityB = b * VELOCITY;
  const stiffnessA = s.stiffness + velocityA,
    stiffnessB = s.stiffness + velocityB,
    residualA = s.residual + velocityA,
    residualB = s.residual + velocityB;
  store<f64>(stiffnessA, load<f64>(stiffnessA, OMEGA) + p * dot(e, far), OMEGA);
  store<f64>(stiffnessB, load<f64>(stiffnessB, OMEGA) + p * dot(e, eB), OMEGA);
  v128.store(residualA, f64x2.add(v128.load(residualA), pull));
  store<f64>(residualA, load<f64>(residualA, OMEGA) - turnA * p, OMEGA);
  v128.store(residualB, f64x2.sub(v128.load(residualB), pull));
  store<f64>(residualB, load<f64>(residualB, OMEGA) - turnB * p, OMEGA);
}

function armOf(pose: usize, local: v128): v128 {
  return arm(pose, local, turnedLeft(local));
}
