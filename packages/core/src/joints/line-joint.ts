import { axis, measureAxis } from '../coordinates/axis';
import { defineJoint, type JointOf } from '../joint/define-joint';

/**
 * A point of body B slides along a line of body A; B turns freely.
 *
 *   slide   q = d·u        (m)   u: the axis, turning with A; d = pB − pA
 *   offset  q = d·n = 0    (m)   n = u⊥
 */
export const LineJoint = /* @__PURE__ */ defineJoint({
  name: 'line',
  coordinates: { slide: axis, offset: axis },
  locked: ['offset'],
  frames: ['anchors', 'axis'],

  measure(d, r, at) {
    measureAxis(d, r, r + at.slide, false);
    measureAxis(d, r, r + at.offset, true);
  },
});

export type LineJoint = JointOf<typeof LineJoint>;
