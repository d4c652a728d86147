import { angle, type AngleKind, measureAngle } from '../coordinates/angle';
import type { PointKind } from '../coordinates/coordinate';
import { point } from '../coordinates/points/point';
import { defineJoint, type JointOf } from '../joint/define-joint';

/** What a weld measures. */
export interface WeldCoordinates {
  /** θB − θA − reference, rad, not wrapped, held from the start. */
  readonly angle: AngleKind;
  /** The gap of the two anchors, held from the start. */
  readonly point: PointKind;
}

const coordinates: WeldCoordinates = { angle, point };

/**
 * Two bodies held together as one; give it a softness and it bends.
 *
 *   angle  q = θB − θA − reference = 0  (rad)
 *   point  C = pB − pA = 0
 */
export const WeldJoint = /* @__PURE__ */ defineJoint({
  name: 'weld',
  coordinates,
  locked: ['angle', 'point'],
  frames: ['anchors', 'referenceAngle'],
  isHinge: true,

  measure(d, r, at, q, a, b) {
    measureAngle(d, r, r + at.angle, q, a, b);
  },
});

export interface WeldJoint extends JointOf<typeof WeldJoint> {}
