import { angle, type AngleKind, measureAngle } from '../coordinates/angle';
import type { PointKind } from '../coordinates/coordinate';
import { point } from '../coordinates/points/point';
import { defineJoint, type JointOf } from '../joint/define-joint';

/** The friction of both coordinates; what is left out does not rub. */
export interface FrictionCaps {
  /** Greatest force against sliding, in any direction, N, 0 or more. */
  readonly maxForce?: number;
  /** Greatest torque against turning, N·m, 0 or more. */
  readonly maxTorque?: number;
}

/** What a friction measures. */
export interface FrictionCoordinates {
  /** How far B has turned against A, rad: what rubs is its rate. */
  readonly angle: AngleKind;
  /** The gap of the two anchors: what rubs is how fast the bodies slide there. */
  readonly point: PointKind;
}

const coordinates: FrictionCoordinates = { angle, point };

/**
 * Friction of body B on body A, seen from above: against sliding and against turning.
 *
 *   angle  q̇ = ωB − ωA             (rad/s)
 *   point  slip = vB(z) − vA(z)    (m/s)
 *
 * z is the anchor of B where A cannot be turned; else on the line from there to that of A, nearer to the body that is easier to turn.
 */
export const FrictionJoint = /* @__PURE__ */ defineJoint({
  name: 'friction',
  coordinates,
  frames: ['anchors', 'referenceAngle'],
  flat: {
    keys: ['maxForce', 'maxTorque'],
    unfold: ({ maxForce, maxTorque }: FrictionCaps): Record<string, unknown> => ({
      ...(maxForce === undefined ? {} : { point: { friction: { force: maxForce } } }),
      ...(maxTorque === undefined ? {} : { angle: { friction: { torque: maxTorque } } }),
    }),
  },

  measure(d, r, at, q, a, b) {
    measureAngle(d, r, r + at.angle, q, a, b);
  },
});

export interface FrictionJoint extends JointOf<typeof FrictionJoint> {}
