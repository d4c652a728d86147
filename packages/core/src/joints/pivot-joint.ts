import { angle, measureAngle } from '../coordinates/angle';
import { point } from '../coordinates/points/point';
import { defineJoint, type JointOf } from '../joint/define-joint';

/**
 * Two anchors held together; the bodies turn freely about them.
 *
 *   point  C = pB − pA = 0
 *   angle  q = θB − θA − reference      (rad, not wrapped)
 */
export const PivotJoint = /* @__PURE__ */ defineJoint({
  name: 'pivot',
  coordinates: { angle, point },
  locked: ['point'],
  frames: ['anchors', 'referenceAngle'],
  isHinge: true,

  measure(d, r, at, q, a, b) {
    measureAngle(d, r, r + at.angle, q, a, b);
  },
});

export type PivotJoint = JointOf<typeof PivotJoint>;
