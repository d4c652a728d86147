import { axis, measureAxis } from '../coordinates/axis';
import type { ScalarKind } from '../coordinates/coordinate';
import { defineJoint, type JointOf } from '../joint/define-joint';

/** What a line measures. */
export interface LineCoordinates {
  /** How far B’s anchor is along the axis, world units; free until it is given a law. */
  readonly slide: ScalarKind<'length'>;
  /** How far it is beside the axis, world units, held from the start. */
  readonly offset: ScalarKind<'length'>;
}

const coordinates: LineCoordinates = { slide: axis, offset: axis };

/**
 * A point of body B slides along a line of body A; B turns freely.
 *
 *   slide   q = d·u        (m)   u: the axis, turning with A; d = pB − pA
 *   offset  q = d·n = 0    (m)   n = u⊥
 */
export const LineJoint = /* @__PURE__ */ defineJoint({
  name: 'line',
  coordinates,
  locked: ['offset'],
  frames: ['anchors', 'axis'],

  homes: { grooveA: 'localAnchorA', grooveB: 'localAxisA and joint.slide.limits' },

  measure(d, r, at) {
    measureAxis(d, r, r + at.slide, false);
    measureAxis(d, r, r + at.offset, true);
  },
});

export interface LineJoint extends JointOf<typeof LineJoint> {}
