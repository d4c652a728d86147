import { isObject, required } from '../check';
import { refuse } from '../error';
import type { CapOptions, SpringForce, SpringSlope } from '../joint/law-options';
import { definePreset } from '../joint/preset';
import type { ScalarOptions } from '../joint/scalar-coordinate';
import { readVec, type VecLike } from '../math/vec2';
import { AngleJoint } from './angle-joint';
import { DistanceJoint } from './distance-joint';
import { LineJoint } from './line-joint';

/** Fields of a spring under flat names. */
export interface FlatSpring extends CapOptions {
  hertz: number;
  dampingRatio: number;
  effectiveMass: number;
  stiffness: number;
  damping: number;
  compliance: number;
  force: SpringForce | string;
  slope: SpringSlope;
}

const SPRING_KEYS = [
  'hertz',
  'dampingRatio',
  'effectiveMass',
  'stiffness',
  'damping',
  'compliance',
  'force',
  'slope',
  'maxForce',
  'maxTorque',
] as const;

/** Marked as pure where it is called: spread in place, the keys would keep their preset in bundles that have no use for it. */
function withSpring<K extends string>(key: K): readonly (K | (typeof SPRING_KEYS)[number])[] {
  return [key, ...SPRING_KEYS];
}

/** A rigid rod: the distance of two anchors, as it is at creation or `length` (world units). */
export const pin = /* @__PURE__ */ definePreset<typeof DistanceJoint, { length: number | ScalarOptions }>(
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

/** A point of B on the segment from `grooveA` to `grooveB`, both points of A. */
export const groove = /* @__PURE__ */ definePreset<typeof LineJoint, { grooveA: VecLike; grooveB: VecLike }>(
  'groove',
  LineJoint,
  ['grooveA', 'grooveB'],
  ({ grooveA, grooveB }) => {
    const a = readVec('GrooveJoint.grooveA', required('GrooveJoint.grooveA', grooveA));
    const b = readVec('GrooveJoint.grooveB', required('GrooveJoint.grooveB', grooveB));
    const x = b.x - a.x;
    const y = b.y - a.y;
    return { localAnchorA: a, localAxisA: [x, y], slide: { limits: [0, Math.sqrt(x * x + y * y)] } };
  },
);

/** A spring between two anchors; `restLength` (world units) defaults to their distance at creation. */
export const dampedSpring = /* @__PURE__ */ definePreset<typeof DistanceJoint, FlatSpring & { restLength: number }>(
  'damped-spring',
  DistanceJoint,
  /* @__PURE__ */ withSpring('restLength'),
  ({ restLength, ...spring }) => ({ length: { spring: sprung(spring, restLength) } }),
);

/** A spring between two angles; `restAngle` (rad) defaults to what it is at creation. */
export const rotarySpring = /* @__PURE__ */ definePreset<typeof AngleJoint, FlatSpring & { restAngle: number }>(
  'rotary-spring',
  AngleJoint,
  /* @__PURE__ */ withSpring('restAngle'),
  ({ restAngle, ...spring }) => ({ angle: { spring: sprung(spring, restAngle) } }),
);

/** An angle between `min` and `max` (rad), one of which may be left out. */
export const rotaryLimit = /* @__PURE__ */ definePreset(
  'rotary-limit',
  AngleJoint,
  [],
  (_, { max, min = max, angle }) => bounded('RotaryLimitJoint.max', min, angle),
);

/** An angle that turns one way and is caught at each `tooth` (rad; its sign is the free direction), with `maxTorque` (N·m) at most. */
export const ratchet = /* @__PURE__ */ definePreset<
  typeof AngleJoint,
  { tooth: number; phase: number; maxTorque: number | null }
>('ratchet', AngleJoint, ['tooth', 'phase', 'maxTorque'], (flat) => ({
  angle: { ratchet: flat },
}));

/** Fills in nothing, but refuses what has neither the bound nor laws on the coordinate: it would hold nothing. */
function bounded(path: string, bound: unknown, laws: unknown, requirement = 'be given, or min'): Record<string, never> {
  if (bound === undefined && !isObject(laws)) refuse('option-missing', path, requirement, bound);
  return {};
}

function sprung(spring: object, target: number | undefined): object {
  return target === undefined ? spring : { ...spring, target };
}
