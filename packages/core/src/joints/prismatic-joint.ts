import { angle, measureAngle } from '../coordinates/angle';
import { axis, measureAxis } from '../coordinates/axis';
import { defineJoint, type JointOf } from '../joint/define-joint';

/**
 * Body B slides along an axis of body A and does not turn against it.
 *
 *   slide   q = d·u                        (m)      u: the axis, turning with A; d = pB − pA
 *   angle   q = θB − θA − reference = 0    (rad)
 *   offset  q = d·n = 0                    (m)      n = u⊥
 */
export const PrismaticJoint = /* @__PURE__ */ defineJoint({
  name: 'prismatic',
  coordinates: { slide: axis, angle, offset: axis },
  locked: ['angle', 'offset'],
  frames: ['anchors', 'axis', 'referenceAngle'],

  measure(d, r, at, q, a, b) {
    measureAxis(d, r, r + at.slide, false);
    measureAngle(d, r, r + at.angle, q, a, b);
    measureAxis(d, r, r + at.offset, true);
  },
});

export type PrismaticJoint = JointOf<typeof PrismaticJoint>;
