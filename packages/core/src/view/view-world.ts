import { grown } from '../math/short-arrays';
import { ANGLE, BODY, type BodyStore, COS, INERTIA, MASS, PREV_ANGLE, PREV_X, PREV_Y, X, Y } from '../state/body-store';
import {
  LIMITS_EQUAL,
  LOWER,
  LOWER_BOUND,
  MOTOR_TARGET,
  SPRING_TARGET,
  UPPER,
  UPPER_BOUND,
} from '../coordinates/laws/law-fields';
import { TARGET, VALUE } from '../coordinates/scalar';
import { finite, instanceOf, isObject, knownKeys } from '../base/check';
import { refuse } from '../base/error';
import { cosSinAt } from '../math/trig';
import { Joint } from '../joint/joint';
import type { CoordinateSpec } from '../joint/joint-type';
import { breaksByAllLaws, countLoad } from '../joint/breaking/breaking';
import { PointCoordinate } from '../joint/point-coordinate';
import { measureRate, rate } from '../batches/row-block';
import { noReaction, readReaction } from '../batches/reactions';
import { BREAKS } from '../state/record';
import type { ScalarCoordinate } from '../joint/scalar-coordinate';
import { storedEnergy } from '../joint/breaking/stored-energy';
import { World } from '../world/world';
import {
  addBodyView,
  clearJointView,
  createJointView,
  type CoordinateView,
  JointFlag,
  type JointView,
  type LawSet,
} from './joint-view';
import { placeCoordinate } from './place-coordinate';

/** How a world is viewed. */
export interface ViewOptions {
  /** Interpolation between the previous pose (0) and the present one (1, default). */
  readonly alpha?: number;
  /** Sleeping joints too; default true. */
  readonly asleep?: boolean;
}

const pooled = createJointView();
const reaction = noReaction();

/** Calls `visit` with a view of every joint, filled anew in the same record each time: what overlays read, and nothing else. */
export function viewWorld(world: World, visit: (view: JointView) => void, options: ViewOptions = {}): void {
  instanceOf('viewWorld.world', world, World, 'a World');
  instanceOf('viewWorld.visit', visit, Function, 'a function');
  knownKeys('viewWorld', options, ['alpha', 'asleep']);
  const { alpha = 1, asleep = true } = options;
  const poses = shownPoses(world, alpha);
  for (const joint of world.joints) {
    if (!joint.debug.visible || (!asleep && joint.isSleeping)) continue;
    visit(fill(joint, pooled, poses));
  }
}

/** A view of one joint, in `out`. */
export function viewJoint(joint: Joint, out: JointView = createJointView(), alpha = 1): JointView {
  instanceOf('viewJoint.joint', joint, Joint, 'a joint made by world.joints.create');
  if (!isObject(out) || !Array.isArray(out.bodies) || !Array.isArray(out.coordinates))
    refuse('param-invalid', 'viewJoint.out', 'be made by createJointView(), or left out', out);
  return fill(joint, out, shownPoses(joint.requireWorld(), alpha));
}

/** The distance from a path is shown by the path itself. */
function isAcrossPath({ spec }: { readonly spec: CoordinateSpec }): boolean {
  return spec.kind.kind === 'path' && spec.locked;
}

let blended = new Float64Array(0);

/** Poses between the previous and the present ones, laid out as in the store. */
function shownPoses({ store }: World, alpha: number): Float64Array {
  if (finite('view.alpha', alpha) >= 1) return store.pose;
  if (blended.length < store.pose.length) blended = new Float64Array(store.pose.length);
  const { pose: q } = store;
  for (let slot = 0; slot < store.count; slot++) {
    const b = slot * BODY;
    blended[b + X] = q[b + PREV_X] + alpha * (q[b + X] - q[b + PREV_X]);
    blended[b + Y] = q[b + PREV_Y] + alpha * (q[b + Y] - q[b + PREV_Y]);
    blended[b + ANGLE] = q[b + PREV_ANGLE] + alpha * (q[b + ANGLE] - q[b + PREV_ANGLE]);
    cosSinAt(blended, b + ANGLE, blended, b + COS);
  }
  return blended;
}

function fill(joint: Joint, view: JointView, poses: Float64Array): JointView {
  const world = joint.requireWorld();
  const { batch, slot } = joint.record();
  clearJointView(view);
  const elsewhere = poses !== world.store.pose;
  if (elsewhere) {
    // First to the present poses: bodies may have been moved since the record was measured.
    batch.look(slot, world.store.pose);
    keepRecord(joint);
  }
  batch.look(slot, poses);
  view.joint = joint;
  view.type = joint.type;
  view.name = joint.debug.label ?? joint.id;
  view.color = joint.debug.color;
  for (const body of joint.bodies) addBody(view, world.store, body?.slot ?? 0, poses);
  for (const coordinate of joint.coordinates) {
    if (isAcrossPath(coordinate)) continue;
    const shown = placeCoordinate(view, joint, coordinate, poses);
    if (coordinate instanceof PointCoordinate) pointLaws(shown, coordinate);
    else scalarLaws(shown, coordinate);
  }
  view.flags = flagsOf(joint, view);
  stressOf(joint, view);
  if (elsewhere) {
    // Records are left as the solver expects them, to the bit: a path keeps its foot point in its own.
    let at = restoreAt(joint, 0);
    for (const source of joint.sources) at = restoreAt(source, at);
  }
  return view;
}

let kept = new Float64Array(64);

/** Copies the record of a joint, then those of the joints that it reads. */
function keepRecord(joint: Joint): void {
  let at = keepAt(joint, 0);
  for (const source of joint.sources) at = keepAt(source, at);
}

function keepAt(joint: Joint, at: number): number {
  const { batch, slot } = joint.record();
  const end = at + batch.stride;
  if (end > kept.length) kept = grown(kept, 2 * end);
  const r = slot * batch.stride;
  for (let i = 0; i < batch.stride; i++) kept[at + i] = batch.rows[r + i];
  return end;
}

function restoreAt(joint: Joint, at: number): number {
  const { batch, slot } = joint.record();
  const r = slot * batch.stride;
  for (let i = 0; i < batch.stride; i++) batch.rows[r + i] = kept[at + i];
  return at + batch.stride;
}

function addBody(view: JointView, store: BodyStore, slot: number, poses: Float64Array): void {
  const body = addBodyView(view);
  const b = slot * BODY;
  const mass = store.load[b + MASS];
  body.x = poses[b + X];
  body.y = poses[b + Y];
  body.angle = poses[b + ANGLE];
  body.radius = mass > 0 ? Math.sqrt((2 * store.load[b + INERTIA]) / mass) : 0;
  body.world = slot === 0;
}

function pointLaws(shown: CoordinateView, point: PointCoordinate): void {
  const { lock, spring, friction } = point;
  const { laws } = shown;
  if (lock !== null) {
    switchOn(laws.lock, lock.force, lock.maxForce);
    laws.lock.target = 0;
    laws.lock.soft = isSoft(lock.softness);
  }
  if (spring !== null) {
    switchOn(laws.spring, spring.force, spring.maxForce);
    laws.spring.rest = 0;
  }
  if (friction !== null) switchOn(laws.friction, friction.force, friction.maxForce);
}

function scalarLaws(shown: CoordinateView, c: ScalarCoordinate): void {
  const { laws } = shown;
  const { lock, limits, spring, motor, friction, ratchet } = c;
  measureRate(c.joint.batch, c.joint.slot, c.spec, c.joint.requireWorld().store.motion);
  shown.rate = rate[0];
  // Targets and bounds of a wrapped angle where they are nearest to the value that is shown.
  const turns = c.row(VALUE) - shown.value;
  if (lock !== null) {
    switchOn(laws.lock, lock.force, lock.cap);
    laws.lock.target = c.row(TARGET) - turns;
    laws.lock.soft = isSoft(lock.softness);
  }
  if (limits !== null) {
    const lower = c.flags & LOWER ? c.law(LOWER_BOUND) - turns : -Infinity;
    const upper = c.flags & UPPER ? c.law(UPPER_BOUND) - turns : Infinity;
    if (c.flags & LIMITS_EQUAL) {
      // Bounds that meet are a lock at that value.
      switchOn(laws.lock, limits.force, Infinity);
      laws.lock.target = lower;
    } else {
      switchOn(laws.limits, limits.force, Infinity);
      laws.limits.lower = lower;
      laws.limits.upper = upper;
      laws.limits.active = activeStop(c, shown.value, lower, upper, limits.active);
    }
  }
  if (spring !== null) {
    switchOn(laws.spring, spring.force, spring.cap);
    laws.spring.rest = c.law(SPRING_TARGET) - turns;
  }
  if (motor !== null) {
    switchOn(laws.motor, motor.force, motor.cap);
    laws.motor.speed = motor.speed;
    laws.motor.target = motor.target === null ? NaN : c.law(MOTOR_TARGET) - turns;
  }
  if (friction !== null) switchOn(laws.friction, friction.force, friction.cap);
  if (ratchet !== null) {
    switchOn(laws.ratchet, ratchet.force, Infinity);
    laws.ratchet.tooth = ratchet.tooth;
    laws.ratchet.phase = ratchet.phase;
    laws.ratchet.blocked = ratchet.blocked;
  }
}

function switchOn(law: { on: boolean; force: number; cap: number }, force: number, cap: number): void {
  law.on = true;
  law.force = force;
  law.cap = cap;
}

function isSoft(softness: object | null): boolean {
  return softness !== null && 'hertz' in softness;
}

/** The stop that pushed in the last step, or that is within slop. */
function activeStop(c: ScalarCoordinate, value: number, lower: number, upper: number, pushed: -1 | 0 | 1): -1 | 0 | 1 {
  if (pushed !== 0) return pushed;
  const slop = c.unit === 'angle' ? 1e-3 : 1e-3 * c.joint.requireWorld().lengthUnit;
  return value <= lower + slop ? -1 : value >= upper - slop ? 1 : 0;
}

function flagsOf(joint: Joint, view: JointView): number {
  let flags = 0;
  if (joint.isSleeping) flags |= JointFlag.asleep;
  if (!joint.takesPart) flags |= JointFlag.disabled;
  if (joint.type === 'drag') flags |= JointFlag.dragging;
  if (joint.isSlack) flags |= JointFlag.slack;
  if (joint.settings & BREAKS) flags |= JointFlag.breakable;
  for (let i = 0; i < view.coordinateCount; i++) {
    const { limits } = view.coordinates[i].laws;
    if (limits.on && limits.active !== 0) flags |= JointFlag.atLimit;
  }
  return flags;
}

/** Largest share of a lock's cap or of a break threshold in use, as breaking counts it. */
function stressOf(joint: Joint, view: JointView): void {
  const limit = joint.break;
  let stress = 0;
  for (let i = 0; i < view.coordinateCount; i++) stress = Math.max(stress, lockStress(view.coordinates[i].laws));
  view.stressPeak = stress;
  if (limit !== null) {
    const { force, torque, length, angle } = countLoad(joint);
    const { error } = limit;
    stress = Math.max(
      stress,
      share(force, limit.force),
      share(torque, limit.torque),
      share(length, error.length),
      share(angle, error.angle),
      share(storedEnergy(joint), limit.energy),
    );
    view.stressPeak = stress;
    if (breaksByAllLaws(joint)) {
      const { peakForce, peakTorque } = readReaction(joint, reaction);
      view.stressPeak = Math.max(stress, share(peakForce, limit.force), share(peakTorque, limit.torque));
    }
  }
  view.stress = stress;
}

function lockStress({ lock }: LawSet): number {
  return lock.on ? share(Math.abs(lock.force), lock.cap) : 0;
}

function share(load: number, threshold: number): number {
  if (threshold === Infinity) return 0;
  return threshold > 0 ? load / threshold : load > 0 ? 1 : 0;
}
