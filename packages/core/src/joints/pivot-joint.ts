import { angle, type AngleKind, measureAngle } from '../coordinates/angle';
import type { PointKind } from '../coordinates/coordinate';
import { point } from '../coordinates/points/point';
import { defineJoint, type JointOf } from '../joint/define-joint';

/** What a pivot measures. */
export interface PivotCoordinates {
  /** θB − θA − reference, rad, not wrapped; free until it is given a law. */
  readonly angle: AngleKind;
  /** The gap of the two anchors, held from the start. */
  readonly point: PointKind;
}

const coordinates: PivotCoordinates = { angle, point };

/**
 * Two anchors held together; the bodies turn freely about them.
 *
 *   point  C = pB − pA = 0
 *   angle  q = θB − θA − reference      (rad, not wrapped)
 */
export const PivotJoint = /* @__PURE__ */ defineJoint({
  name: 'pivot',
  coordinates,
  locked: ['point'],
  frames: ['anchors', 'referenceAngle'],
  isHinge: true,

  measure(d, r, at, q, a, b) {
    measureAngle(d, r, r + at.angle, q, a, b);
  },
});

export interface PivotJoint extends JointOf<typeof PivotJoint> {}
