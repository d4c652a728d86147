import { angle, type AngleKind, measureAngle } from '../coordinates/angle';
import { measureWorldAxis, worldAxis } from '../coordinates/axis';
import type { ScalarKind } from '../coordinates/coordinate';
import { refuse } from '../base/error';
import { givenOr } from '../joint/create-joint';
import { defineJoint, type JointOf } from '../joint/define-joint';
import type { AnchorOptions } from '../joint/frames';
import type { JointCommonOptions } from '../joint/joint-options';
import { readVec } from '../math/vec2';

/** How the pose is driven: by springs on those coordinates that are given no laws of their own. Throws `option-conflict` where all are. */
export interface PoseOptions {
  /** Of all three springs, Hz, above 0; default 5. */
  readonly hertz?: number;
  /** Of all three springs, 0 or more; default 1, critical. */
  readonly dampingRatio?: number;
  /** Cap of each of the two forces, N, 0 or more; default `null`: none. */
  readonly maxForce?: number | null;
  /** Cap of the torque, N·m, 0 or more; default `null`: none. */
  readonly maxTorque?: number | null;
}

/** What a pose measures. */
export interface PoseCoordinates {
  /** θB − θA − reference, rad, not wrapped, with a spring from the start. */
  readonly angle: AngleKind;
  /** How far B’s anchor is from A’s along x of the world, world units, with a spring from the start. */
  readonly x: ScalarKind<'length'>;
  /** The same along y. */
  readonly y: ScalarKind<'length'>;
}

const coordinates: PoseCoordinates = { angle, x: worldAxis, y: worldAxis };

/**
 * Drives body B to a pose in the frame of A: to `localAnchorA`, turned by `referenceAngle` (by default where it is).
 *
 *   x, y   q = pB − pA              (m)     along the axes of the world
 *   angle  q = θB − θA − reference  (rad)
 */
export const PoseJoint = /* @__PURE__ */ defineJoint({
  name: 'pose',
  coordinates,
  frames: ['anchors', 'referenceAngle'],
  flat: {
    keys: ['hertz', 'dampingRatio', 'maxForce', 'maxTorque'],
    unfold({ hertz, dampingRatio, maxForce, maxTorque, ...options }: PoseOptions & JointCommonOptions & AnchorOptions) {
      const spring = { hertz: givenOr(hertz, 5), dampingRatio: givenOr(dampingRatio, 1) };
      const force = { spring: { ...spring, target: 0, maxForce: maxForce ?? null } };
      const torque = { spring: { ...spring, target: 0, maxTorque: maxTorque ?? null } };
      const laws: Record<string, unknown> = { ...options };
      refuseDisplaced({ maxForce }, laws, ['x', 'y']);
      refuseDisplaced({ maxTorque }, laws, ['angle']);
      refuseDisplaced({ hertz, dampingRatio }, laws, ['x', 'y', 'angle']);
      const { bodyA, bodyB, localAnchorB } = options;
      const local = readVec('PoseJoint.localAnchorB', givenOr(localAnchorB, [0, 0]));
      const held = bodyB?.toWorld(local) ?? local;
      return {
        ...(laws['x'] === undefined ? { x: force } : {}),
        ...(laws['y'] === undefined ? { y: force } : {}),
        ...(laws['angle'] === undefined ? { angle: torque } : {}),
        ...(options.anchor === undefined
          ? { localAnchorA: givenOr(options.localAnchorA, bodyA?.toLocal(held) ?? held) }
          : {}),
      };
    },
  },

  homes: { hertz: 'x.spring.hertz, as of y and angle', dampingRatio: 'x.spring.dampingRatio, as of y and angle' },

  measure(d, r, at, q, a, b) {
    measureAngle(d, r, r + at.angle, q, a, b);
    measureWorldAxis(d, r, r + at.x, false);
    measureWorldAxis(d, r, r + at.y, true);
  },
});

/** A flat name that only fills laws which are given themselves would be lost. */
function refuseDisplaced(flat: object, laws: object, names: readonly string[]): void {
  if (names.some((name) => !(name in laws))) return;
  for (const [name, value] of Object.entries(flat))
    if (value !== undefined)
      refuse('option-conflict', `PoseJoint.${name}`, `be left out beside ${names.join(', ')}`, value);
}

export interface PoseJoint extends JointOf<typeof PoseJoint> {}
