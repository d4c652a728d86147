import { ANGLE } from '../body/body-store';
import { angle } from '../coordinates/angle';
import { point } from '../coordinates/point';
import { defineJoint, type JointOf } from '../joint/define-joint';
import { REFERENCE_ANGLE } from '../joint/record';

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
  frames: { referenceAngle: true },

  measure(d, r, at, q, a, b) {
    angle.write(d, r + at.angle, 1, q[b + ANGLE] - q[a + ANGLE] - d[r + REFERENCE_ANGLE]);
  },
});

export type PivotJoint = JointOf<typeof PivotJoint>;
