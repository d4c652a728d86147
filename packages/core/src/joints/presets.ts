import { isObject, required } from '../base/check';
import { refuse } from '../base/error';
import type { AxisOptions } from '../joint/frames';
import type { ByCompliance, ByForce, ByStiffness, ScalarByHertz } from '../joint/law-options';
import { definePreset } from '../joint/preset';
import type { ScalarOptions } from '../joint/scalar-coordinate';
import { readVec, type VecLike } from '../math/vec2';
import { AngleJoint } from './angle-joint';
import { DistanceJoint } from './distance-joint';
import { LineJoint } from './line-joint';

/** Fields of a spring under flat names: of one of the four ways in which it is given. */
export type FlatSpring = Partial<ScalarByHertz & ByStiffness & ByCompliance & ByForce>;

const SPRING_KEYS = [
  'hertz',
  'dampingRatio',
  'effectiveMass',
  'stiffness',
  'damping',
  'compliance',
  'force',
  'slope',
] as const;

/** Marked as pure where it is called: spread in place, the keys would keep their preset in bundles that have no use for it. */
function withSpring<K extends string>(...keys: K[]): readonly (K | (typeof SPRING_KEYS)[number])[] {
  return [...keys, ...SPRING_KEYS];
}

/** How long a `pin` is. */
export interface PinLength {
  /** World units, above 0; default: the distance at creation. Or laws of the length, which is locked beside them. */
  readonly length?: number | ScalarOptions;
}

/** A rigid rod: the distance of two anchors, as it is at creation or `length` (world units). */
export const pin = /* @__PURE__ */ definePreset<typeof DistanceJoint, PinLength>(
  'pin',
  DistanceJoint,
  ['length'],
  ({ length }) => ({
    length:
      typeof length === 'object'
        ? { lock: true, ...length }
        : { lock: length === undefined ? true : { target: length } },
  }),
);

/** A distance between `min` and `max` (world units), one of which may be left out. */
export const slide = /* @__PURE__ */ definePreset('slide', DistanceJoint, [], (_, { max, min = max, length }) =>
  bounded('SlideJoint.max', min, length),
);

/** A distance of at most `max` (world units). */
export const rope = /* @__PURE__ */ definePreset('rope', DistanceJoint, [], (_, { max, length }) =>
  bounded('RopeJoint.max', max, length, 'be given'),
);

/** Where a `groove` lies on A, from the centre of mass (world units). Throws `option-missing` without either, `zero-axis` for one point. */
export interface Groove {
  /** The end at which `slide` is 0. */
  readonly grooveA: VecLike;
  /** The end at which `slide` is the length of the groove. */
  readonly grooveB: VecLike;
}

/** A point of B on the segment from `grooveA` to `grooveB`, both points of A. */
export const groove = /* @__PURE__ */ definePreset<
  typeof LineJoint,
  Groove,
  'anchor' | 'localAnchorA' | keyof AxisOptions
>('groove', LineJoint, ['grooveA', 'grooveB'], ({ grooveA, grooveB }) => {
  const a = readVec('GrooveJoint.grooveA', required('GrooveJoint.grooveA', grooveA));
  const b = readVec('GrooveJoint.grooveB', required('GrooveJoint.grooveB', grooveB));
  const x = b.x - a.x;
  const y = b.y - a.y;
  return { localAnchorA: a, localAxisA: [x, y], slide: { limits: [0, Math.sqrt(x * x + y * y)] } };
});

/** Where a `damped-spring` rests, and its cap. */
export interface RestLength {
  /** World units; default: the distance at creation. */
  readonly restLength?: number;
  /** Greatest force of the spring, N, 0 or more; default `null`: no cap. */
  readonly maxForce?: number | null;
}

/** A spring between two anchors; `restLength` (world units) defaults to their distance at creation. */
export const dampedSpring = /* @__PURE__ */ definePreset<typeof DistanceJoint, FlatSpring & RestLength>(
  'damped-spring',
  DistanceJoint,
  /* @__PURE__ */ withSpring('restLength', 'maxForce'),
  ({ restLength, ...spring }) => ({ length: { spring: sprung(spring, restLength) } }),
);

/** Where a `rotary-spring` rests, and its cap. */
export interface RestAngle {
  /** rad; default: the angle at creation. */
  readonly restAngle?: number;
  /** Greatest torque of the spring, N·m, 0 or more; default `null`: no cap. */
  readonly maxTorque?: number | null;
}

/** A spring between two angles; `restAngle` (rad) defaults to what it is at creation. */
export const rotarySpring = /* @__PURE__ */ definePreset<typeof AngleJoint, FlatSpring & RestAngle>(
  'rotary-spring',
  AngleJoint,
  /* @__PURE__ */ withSpring('restAngle', 'maxTorque'),
  ({ restAngle, ...spring }) => ({ angle: { spring: sprung(spring, restAngle) } }),
);

/** An angle between `min` and `max` (rad), one of which may be left out. */
export const rotaryLimit = /* @__PURE__ */ definePreset(
  'rotary-limit',
  AngleJoint,
  [],
  (_, { max, min = max, angle }) => bounded('RotaryLimitJoint.max', min, angle),
);

/** The flat names of Chipmunk for `angle: { ratchet }`, and its cap. */
export interface Teeth {
  /** Size of a tooth, rad, not 0; its sign is the free direction. Throws `option-missing` where no ratchet is given otherwise. */
  readonly tooth?: number;
  /** Angle at which a tooth sits, rad; default 0. */
  readonly phase?: number;
  /** Greatest torque of a tooth, N·m, 0 or more; default `null`: no cap. */
  readonly maxTorque?: number | null;
}

/** An angle that turns one way and is caught at each `tooth` (rad; its sign is the free direction), with `maxTorque` (N·m) at most. */
export const ratchet = /* @__PURE__ */ definePreset<typeof AngleJoint, Teeth>(
  'ratchet',
  AngleJoint,
  ['tooth', 'phase', 'maxTorque'],
  (flat) => ({
    angle: { ratchet: flat },
  }),
);

/** Fills in nothing, but refuses what has neither the bound nor laws on the coordinate: it would hold nothing. */
function bounded(path: string, bound: unknown, laws: unknown, requirement = 'be given, or min'): Record<string, never> {
  if (bound === undefined && !isObject(laws)) refuse('option-missing', path, requirement, bound);
  return {};
}

function sprung(spring: object, target: number | undefined): object {
  return target === undefined ? spring : { ...spring, target };
}
