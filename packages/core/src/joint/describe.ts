import { isObject } from '../base/check';
import {
  BEARING,
  FRICTION,
  LATCH,
  LIMITS_SOFT,
  LOCK_HERTZ,
  PHASE,
  SPRING_FUNCTION,
  TOOTH,
  VISCOUS,
} from '../coordinates/laws/law-fields';
import { toothPassed } from '../coordinates/laws/teeth';
import { refuse } from '../base/error';
import { COMMON } from './create-joint';
import type { Joint } from './joint';
import type { JointDebug, JointDebugOptions } from './joint-debug';
import type { JointType } from './joint-type';
import type { BreakOptions } from './breaking/break-law';
import type { CapName } from './coordinate-base';
import type { SoftnessOptions } from './law-options';
import { FrictionLaw } from './laws/friction-law';
import { stiffnessPerMass } from './laws/law';
import { PointCoordinate } from './point-coordinate';
import { LOCAL_AX, LOCAL_BX, LOCAL_UX, OWN_CORRECTION, REFERENCE_ANGLE } from '../state/record';
import type { ScalarCoordinate } from './scalar-coordinate';

/** Options by name, as `create` takes them. */
export type Described = Record<string, unknown>;

/**
 * The options with which `create` would make this joint again: nested by coordinate, with local frames, `null` for
 * unbounded, and otherwise only what differs from the default of its type. Bodies and sources are handles, force
 * functions are functions or their registered names.
 */
export function describeJoint(joint: Joint): Described {
  const type = joint.definition;
  const options: Described = { ...(type.describe ?? describePair)(joint) };
  for (const c of joint.coordinates) {
    const laws = c instanceof PointCoordinate ? describePoint(c) : describeScalar(c);
    if (Object.keys(laws).length > 0) options[c.name] = laws;
  }
  // Laws that the type fills in for a coordinate left out, and that this joint does not have.
  const filled = type.flat.length > 0 ? type.unfold({ ...options }, joint.requireWorld()) : {};
  for (const { name } of type.coordinates) {
    const laws = filled[name];
    if (typeof laws !== 'object' || laws === null) continue;
    const described = (options[name] ?? {}) as Described;
    options[name] = {
      ...described,
      ...Object.fromEntries(Object.keys(laws).flatMap((law) => (law in described ? [] : [[law, null]]))),
    };
  }
  return { ...options, ...describeCommon(joint) };
}

/** Bodies, frames and parameters of a joint of two bodies. */
export function describePair(joint: Joint): Described {
  const type = joint.definition;
  const options: Described = {};
  type.bodyKeys.forEach((key, i) => (options[key] = joint.bodies[i] ?? null));
  if (type.frames.includes('anchors')) {
    options['localAnchorA'] = vectorAt(joint, LOCAL_AX);
    options['localAnchorB'] = vectorAt(joint, LOCAL_BX);
  }
  if (type.frames.includes('axis')) options['localAxisA'] = vectorAt(joint, LOCAL_UX);
  if (type.frames.includes('referenceAngle')) options['referenceAngle'] = joint.read(REFERENCE_ANGLE);
  return { ...options, ...describeParameters(joint) };
}

function vectorAt(joint: Joint, at: number): [x: number, y: number] {
  return [joint.read(at), joint.read(at + 1)];
}

/** Parameters that differ from their defaults. */
export function describeParameters(joint: Joint): Described {
  const options: Described = {};
  for (const { name, at, default: usual } of joint.definition.parameters) {
    if (joint.read(at) !== usual) options[name] = joint.read(at);
  }
  return options;
}

function describeCommon(joint: Joint): Described {
  const options: Described = {};
  if (joint.settings & OWN_CORRECTION) {
    const unit = joint.requireWorld().lengthUnit;
    options['maxCorrectionSpeed'] = settled(joint.maxCorrectionSpeed, unit);
  }
  if (joint.collideConnected) options['collideConnected'] = true;
  if (joint.solver !== 'auto') options['solver'] = joint.solver;
  if (joint.break !== null) options['break'] = describeBreak(joint.break);
  const debug = describeDebug(joint.debug);
  if (Object.keys(debug).length > 0) options['debug'] = debug;
  if (joint.userData !== undefined) options['userData'] = joint.userData;
  if (!joint.enabled) options['enabled'] = false;
  return options;
}

function describeBreak(law: NonNullable<Joint['break']>): BreakOptions {
  const { force, torque, energy, error, laws, remove } = law;
  const errors = {
    ...unlessNone('length', error.length),
    ...unlessNone('angle', error.angle),
    ...(error.after > 0 ? { after: error.after } : {}),
  };
  return {
    ...unlessNone('force', force),
    ...unlessNone('torque', torque),
    ...unlessNone('energy', energy),
    ...(Object.keys(errors).length > 0 ? { error: errors } : {}),
    ...(laws.length < 6 ? { laws } : {}),
    ...(remove ? {} : { remove }),
  };
}

function describeDebug({ visible, color, label }: JointDebug): JointDebugOptions {
  return {
    ...(visible ? {} : { visible }),
    ...(color === null ? {} : { color }),
    ...(label === null ? {} : { label }),
  };
}

/** What holds a coordinate, beside its `own` options; nothing where its type does so by itself. */
function describeLock(c: ScalarCoordinate | PointCoordinate, own: Described): Described {
  const { lock, spec } = c;
  if (lock === null) return spec.locked ? { lock: null } : {};
  const options = { ...own, ...softness(lock.softness), ...capOf(c, lock.cap) };
  if (Object.keys(options).length > 0) return { lock: options };
  return spec.locked ? {} : { lock: true };
}

function describeScalar(c: ScalarCoordinate): Described {
  const { lock } = c;
  const own = lock !== null && {
    ...(c.isDistance || lock.target !== 0 ? { target: lock.target } : {}),
    ...massOf(c, lock.effectiveMass, c.law(LOCK_HERTZ)),
  };
  const laws: Described = { ...(c.wrapped && { wrapped: true }), ...describeLock(c, { ...own }) };
  if (c.limits !== null) laws['limits'] = describeLimits(c, c.limits);
  if (c.spring !== null) laws['spring'] = describeSpring(c, c.spring);
  if (c.motor !== null) {
    const { target, speed } = c.motor;
    laws['motor'] = {
      ...(target === null ? { speed } : { target, ...unlessNone('speed', speed) }),
      ...capOf(c, c.motor.cap),
    };
  }
  if (c.friction !== null) laws['friction'] = describeFriction(c, c.friction);
  if (c.ratchet !== null) {
    const tooth = c.law(TOOTH);
    const phase = c.law(PHASE);
    const latch = c.law(LATCH);
    // By default the tooth last passed holds.
    const passed = toothPassed(c.seen, phase, tooth);
    laws['ratchet'] = {
      tooth,
      ...(phase === 0 ? {} : { phase }),
      ...(latch === passed ? {} : { latch }),
      ...capOf(c, c.ratchet.cap),
    };
  }
  return laws;
}

function describeLimits(
  c: ScalarCoordinate,
  { lower, upper, restitution, hertz, dampingRatio, effectiveMass, cap }: NonNullable<ScalarCoordinate['limits']>,
): unknown {
  const low = lower === -Infinity ? null : lower;
  const high = upper === Infinity ? null : upper;
  const soft = (c.flags & LIMITS_SOFT) !== 0;
  if (!soft && restitution === 0 && dampingRatio === 1 && cap === Infinity) return [low, high];
  return {
    lower: low,
    upper: high,
    ...(restitution > 0 ? { restitution } : {}),
    ...(soft ? { hertz, ...massOf(c, effectiveMass, hertz) } : {}),
    ...(dampingRatio === 1 ? {} : { dampingRatio }),
    ...capOf(c, cap),
  };
}

function describeSpring(c: ScalarCoordinate, spring: NonNullable<ScalarCoordinate['spring']>): Described {
  const laws: Described = {};
  const { law, hertz } = spring;
  if (law !== null) {
    laws['force'] = law;
    const { slope } = c.joint.requireWorld().forceTable.functions[c.law(SPRING_FUNCTION)];
    if (typeof law === 'function' && slope !== undefined) laws['slope'] = slope;
  } else Object.assign(laws, byNumbers(c, spring), hertz === null ? {} : massOf(c, spring.effectiveMass, hertz));
  return { ...laws, target: spring.target, ...capOf(c, spring.cap) };
}

/** A spring that is given by hertz, stiffness or compliance. */
function byNumbers(
  { stiffnessScale: scale }: ScalarCoordinate | PointCoordinate,
  { hertz, compliance, stiffness, damping, dampingRatio }: NonNullable<(ScalarCoordinate | PointCoordinate)['spring']>,
): Described {
  if (hertz !== null) return { hertz, ...(dampingRatio === 1 ? {} : { dampingRatio }) };
  return {
    ...(compliance === null
      ? { stiffness: settled(stiffness ?? 0, scale) }
      : { compliance: fixed(compliance, (value) => (value / scale) * scale) }),
    ...(damping === null || damping === 0 ? {} : { damping: settled(damping, scale) }),
  };
}

function describeFriction(
  c: ScalarCoordinate | PointCoordinate,
  law: NonNullable<(ScalarCoordinate | PointCoordinate)['friction']>,
): Described {
  const angular = c.unit === 'angle';
  const laws: Described = {};
  if (c.flags & FRICTION) laws[angular ? 'torque' : 'force'] = settled(law.cap, c.forceScale);
  if (law instanceof FrictionLaw && c.flags & BEARING) {
    laws['coefficient'] = law.coefficient;
    if (angular) laws['radius'] = law.radius;
  }
  if (c.flags & VISCOUS) laws['viscous'] = settled(law.viscous, c.stiffnessScale);
  return laws;
}

function describePoint(c: PointCoordinate): Described {
  const { spring, friction } = c;
  return {
    ...describeLock(c, {}),
    ...(spring !== null && { spring: { ...byNumbers(c, spring), ...capOf(c, spring.cap) } }),
    ...(friction !== null && { friction: describeFriction(c, friction) }),
  };
}

function softness(value: SoftnessOptions | null): { softness?: SoftnessOptions } {
  if (value === null) return {};
  if ('hertz' in value && value.dampingRatio === 1) return { softness: { hertz: value.hertz } };
  return { softness: value };
}

/** By default a law that is soft by hertz takes it of the pose in which it begins to act. */
function massOf(c: ScalarCoordinate, mass: number | null, hertz: number): Described {
  return mass === null ? {} : { effectiveMass: settled(mass, stiffnessPerMass(c, hertz)) };
}

function capOf(c: { capName: CapName; forceScale: number }, cap: number): Described {
  return cap === Infinity ? {} : { [c.capName]: settled(cap, c.forceScale) };
}

function unlessNone(key: string, value: number): Described {
  return value === Infinity ? {} : { [key]: value };
}

/**
 * A number that is stored `scale` times as large. Multiplied and divided once more it may come back one bit off, so
 * what is written is the value that stays itself on the way into a record and out again.
 */
function settled(value: number, scale: number): number {
  return fixed(value, (number) => (number * scale) / scale);
}

/** What repeated `roundTrip`s of a number come to rest at. */
export function fixed(value: number, roundTrip: (value: number) => number): number {
  let before = value;
  for (let i = 0; i < 8; i++) {
    const after = roundTrip(before);
    if (after === before) break;
    before = after;
  }
  return before;
}

/** Options that stand for frames of a joint, and which. */
export function framesOf(type: JointType): Readonly<Record<string, string | readonly string[]>> {
  return { anchor: type.anchorKeys, axis: ['localAxisA'], ...type.aliases };
}

/** Options with some replaced. Laws are replaced one by one; a frame given otherwise displaces its local form. */
export function mergeOptions(type: JointType, options: Described, overrides: Readonly<Described>): Described {
  if (!isObject(overrides)) refuse('param-invalid', `${type.label}.clone`, 'be given an object of options', overrides);
  const isCoordinate = (key: string) => type.coordinates.some(({ name }) => name === key);
  const isAsItWas = Object.keys(overrides).every((key) => isCoordinate(key) || COMMON.some((name) => name === key));
  const merged = { ...options };
  if (!isAsItWas) for (const { name } of type.coordinates) if (name in merged) merged[name] = withoutMass(merged[name]);
  for (const [key, frames] of Object.entries(framesOf(type)))
    if (overrides[key] !== undefined) for (const frame of [frames].flat()) delete merged[frame];
  for (const [key, value] of Object.entries(overrides)) {
    const before = merged[key];
    merged[key] = isCoordinate(key) && isPlain(before) && isPlain(value) ? { ...before, ...value } : value;
  }
  return merged;
}

/** Other bodies, frames and ratios have other effective masses. */
function withoutMass(laws: unknown): unknown {
  if (!isPlain(laws)) return laws;
  const { effectiveMass: _, ...rest } = laws;
  return Object.fromEntries(Object.entries(rest).map(([name, law]) => [name, withoutMass(law)]));
}

function isPlain(value: unknown): value is Described {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
