import { angle, type AngleKind, measureAngle } from '../coordinates/angle';
import { axis, measureAxis } from '../coordinates/axis';
import type { ScalarKind } from '../coordinates/coordinate';
import { defineJoint, type JointOf } from '../joint/define-joint';

/** What a prismatic measures. */
export interface PrismaticCoordinates {
  /** How far B’s anchor is along the axis, world units; free until it is given a law. */
  readonly slide: ScalarKind<'length'>;
  /** θB − θA − reference, rad, not wrapped, held from the start. */
  readonly angle: AngleKind;
  /** How far B’s anchor is beside the axis, world units, held from the start. */
  readonly offset: ScalarKind<'length'>;
}

const coordinates: PrismaticCoordinates = { slide: axis, angle, offset: axis };

/**
 * Body B slides along an axis of body A and does not turn against it.
 *
 *   slide   q = d·u                        (m)      u: the axis, turning with A; d = pB − pA
 *   angle   q = θB − θA − reference = 0    (rad)
 *   offset  q = d·n = 0                    (m)      n = u⊥
 */
export const PrismaticJoint = /* @__PURE__ */ defineJoint({
  name: 'prismatic',
  coordinates,
  locked: ['angle', 'offset'],
  frames: ['anchors', 'axis', 'referenceAngle'],

  measure(d, r, at, q, a, b) {
    measureAxis(d, r, r + at.slide, false);
    measureAngle(d, r, r + at.angle, q, a, b);
    measureAxis(d, r, r + at.offset, true);
  },
});

export interface PrismaticJoint extends JointOf<typeof PrismaticJoint> {}
