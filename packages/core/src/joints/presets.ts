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
  stiffness: number;
  damping: number;
  compliance: number;
  force: SpringForce | string;
  slope: SpringSlope;
}

const SPRING_KEYS = [
  'hertz',
  'dampingRatio',
  'stiffness',
  'damping',
  'compliance',
  'force',
  'slope',
  'maxForce',
  'maxTorque',
] as const;

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

/** A distance between `min` and `max` (world units), each of which may be open. */
export const slide = /* @__PURE__ */ definePreset('slide', DistanceJoint);

/** A distance of at most `max` (world units): without it, and without laws on its length, it would hold nothing and is refused. */
export const rope = /* @__PURE__ */ definePreset('rope', DistanceJoint, [], (_, { max, length }) => {
  if (max === undefined && (typeof length !== 'object' || length === null))
    refuse('option-missing', 'RopeJoint.max', 'be given', max);
  return {};
});

/** A point of B on the segment from `grooveA` to `grooveB`, both points of A. */
export const groove = /* @__PURE__ */ definePreset<typeof LineJoint, { grooveA: VecLike; grooveB: VecLike }>(
  'groove',
  LineJoint,
  ['grooveA', 'grooveB'],
  ({ grooveA, grooveB }) => {
    const a = readVec('GrooveJoint.grooveA', grooveA);
    const b = readVec('GrooveJoint.grooveB', grooveB);
    const x = b.x - a.x;
    const y = b.y - a.y;
    return { localAnchorA: a, localAxisA: [x, y], slide: { limits: [0, Math.sqrt(x * x + y * y)] } };
  },
);

/** A spring between two anchors; `restLength` (world units) defaults to their distance at creation. */
export const dampedSpring = /* @__PURE__ */ definePreset<typeof DistanceJoint, FlatSpring & { restLength: number }>(
  'damped-spring',
  DistanceJoint,
  ['restLength', ...SPRING_KEYS],
  ({ restLength, ...spring }) => ({ length: { spring: sprung(spring, restLength) } }),
);

/** A spring between two angles; `restAngle` (rad) defaults to what it is at creation. */
export const rotarySpring = /* @__PURE__ */ definePreset<typeof AngleJoint, FlatSpring & { restAngle: number }>(
  'rotary-spring',
  AngleJoint,
  ['restAngle', ...SPRING_KEYS],
  ({ restAngle, ...spring }) => ({ angle: { spring: sprung(spring, restAngle) } }),
);

/** An angle between `min` and `max` (rad), each of which may be open. */
export const rotaryLimit = /* @__PURE__ */ definePreset('rotary-limit', AngleJoint);

/** An angle that turns one way and is caught at each `tooth` (rad; its sign is the free direction), with `maxTorque` (N·m) at most. */
export const ratchet = /* @__PURE__ */ definePreset<
  typeof AngleJoint,
  { tooth: number; phase: number; maxTorque: number | null }
>('ratchet', AngleJoint, ['tooth', 'phase', 'maxTorque'], (flat) => ({
  angle: { ratchet: flat },
}));

function sprung(spring: object, target: number | undefined): object {
  return target === undefined ? spring : { ...spring, target };
}
