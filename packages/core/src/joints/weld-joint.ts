import { angle, measureAngle } from '../coordinates/angle';
import { point } from '../coordinates/points/point';
import { defineJoint, type JointOf } from '../joint/define-joint';

/**
 * Two bodies held together as one; give it a softness and it bends.
 *
 *   angle  q = θB − θA − reference = 0  (rad)
 *   point  C = pB − pA = 0
 */
export const WeldJoint = /* @__PURE__ */ defineJoint({
  name: 'weld',
  coordinates: { angle, point },
  locked: ['angle', 'point'],
  frames: ['anchors', 'referenceAngle'],
  isHinge: true,

  measure(d, r, at, q, a, b) {
    measureAngle(d, r, r + at.angle, q, a, b);
  },
});

export type WeldJoint = JointOf<typeof WeldJoint>;
