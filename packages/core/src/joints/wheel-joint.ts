import { angle, type AngleKind, measureAngle } from '../coordinates/angle';
import { axis, measureAxis } from '../coordinates/axis';
import type { ScalarKind } from '../coordinates/coordinate';
import { defineJoint, type JointOf } from '../joint/define-joint';

/** What a wheel measures. */
export interface WheelCoordinates {
  /** How far B’s anchor is along the axis, world units; free until it is given a law. */
  readonly suspension: ScalarKind<'length'>;
  /** θB − θA − reference, rad, not wrapped; free until it is given a law. */
  readonly spin: AngleKind;
  /** How far B’s anchor is beside the axis, world units, held from the start. */
  readonly offset: ScalarKind<'length'>;
}

const coordinates: WheelCoordinates = { suspension: axis, spin: angle, offset: axis };

/**
 * A wheel B on a car A: it moves along the suspension axis and spins. The axis is x of A unless given, [0, 1] for up and
 * down, and both coordinates are free until they get laws: `suspension: { spring: { hertz: 4 } }`.
 *
 *   suspension  q = d·u                    (m)     u: the axis, turning with A; d = pB − pA
 *   spin        q = θB − θA − reference    (rad)
 *   offset      q = d·n = 0                (m)     n = u⊥
 */
export const WheelJoint = /* @__PURE__ */ defineJoint({
  name: 'wheel',
  coordinates,
  locked: ['offset'],
  frames: ['anchors', 'axis', 'referenceAngle'],

  measure(d, r, at, q, a, b) {
    measureAxis(d, r, r + at.suspension, false);
    measureAngle(d, r, r + at.spin, q, a, b);
    measureAxis(d, r, r + at.offset, true);
  },
});

export interface WheelJoint extends JointOf<typeof WheelJoint> {}
