import { addCoordinateView, createJointView, type CoordinateView, type JointView, type LawSet } from '@tenon/core/view';
import { coordinateOf } from './anatomy';
import { isAtCap } from './shade';

/** The view that stands for another. Its header, bodies and laws are borrowed, so its records must not be cleared. */
const composed = createJointView();
const pose = addCoordinateView(composed, 'pose', 'pose');
const noLaws = pose.turn;

/** A joint that is drawn to a place along two axes, as one that is drawn to a pose; any other view as it is. */
export function asPose(view: JointView): JointView {
  const x = drivenAxis(view, null);
  const y = x && drivenAxis(view, x);
  if (!x || !y) return view;
  composed.joint = view.joint;
  composed.type = view.type;
  composed.name = view.name;
  composed.color = view.color;
  composed.flags = view.flags;
  composed.stress = view.stress;
  composed.stressPeak = view.stressPeak;
  composed.age = view.age;
  composed.bodies = view.bodies;
  composed.bodyCount = view.bodyCount;
  compose(x, y, coordinateOf(view, 'angle'));
  return composed;
}

/** The first axis, or the next after one, on which something pulls B to a target. */
function drivenAxis(view: JointView, after: CoordinateView | null): CoordinateView | null {
  let passed = after === null;
  for (let i = 0; i < view.coordinateCount; i++) {
    const c = view.coordinates[i];
    if (passed && c.kind === 'axis' && !c.laws.lock.on && isDriven(c.laws)) return c;
    if (c === after) passed = true;
  }
  return null;
}

/** B's frame, and the frame it is drawn to in the place of A's. */
function compose(x: CoordinateView, y: CoordinateView, angle: CoordinateView | null): void {
  const toX = targetOf(x);
  const toY = targetOf(y);
  pose.ax = x.ax + x.ux * toX + y.ux * toY;
  pose.ay = x.ay + x.uy * toX + y.uy * toY;
  pose.bx = x.bx;
  pose.by = x.by;
  pose.bAngle = angle ? angle.zero + angle.gain * angle.value : x.bAngle;
  pose.aAngle = angle ? angle.zero + angle.gain * targetOf(angle) : x.bAngle;
  pose.laws = isDriverAtCap(y.laws) ? y.laws : x.laws;
  pose.turn = angle?.laws ?? noLaws;
}

/** Where a coordinate is drawn to; where it is, if nothing draws it. */
function targetOf({ laws, value }: CoordinateView): number {
  if (laws.motor.on) return laws.motor.target;
  return laws.spring.on ? laws.spring.rest : value;
}

function isDriven({ spring, motor }: LawSet): boolean {
  return spring.on || (motor.on && Number.isFinite(motor.target));
}

function isDriverAtCap({ spring, motor }: LawSet): boolean {
  return (spring.on && isAtCap(spring)) || (motor.on && isAtCap(motor));
}
