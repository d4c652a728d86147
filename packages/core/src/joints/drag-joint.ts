import { knownKeys, nonNegative } from '../base/check';
import type { PointKind } from '../coordinates/coordinate';
import { point } from '../coordinates/points/point';
import { refuse } from '../base/error';
import { givenOr } from '../joint/create-joint';
import { defineJoint, type JointOf } from '../joint/define-joint';
import type { AnchorOptions } from '../joint/frames';
import type { JointCommonOptions } from '../joint/joint-options';
import type { PointSpringOptions } from '../joint/law-options';
import { POINT_SPRING_KEYS } from '../joint/laws/point-spring';
import { readVec, type VecLike, type VecView } from '../math/vec2';

/** How a body is dragged. */
export interface DragOptions {
  /** World point to which the anchor is pulled; default: the anchor, at creation. */
  readonly target?: VecLike;
  /** Cap of the pull in weights of the body, 0 or more; default 5. More lifts what hangs on the body, and tears what is to hold. */
  readonly weights?: number;
  /** What pulls; default { hertz: 5, dampingRatio: 1 }, with a cap of `weights`. */
  readonly spring?: PointSpringOptions;
}

/** What the handle of a drag has beside its coordinate. */
export interface Dragged {
  /** World point to which the anchor is pulled; live. */
  get target(): VecView;
  set target(value: VecLike);
}

/** What a drag measures. */
export interface DragCoordinates {
  /** The gap of the target and the anchor of B, with a spring from the start. */
  readonly point: PointKind;
}

const coordinates: DragCoordinates = { point };

/**
 * A point of body B pulled to a target by a spring that is as strong as some weights of the body: the mouse.
 * Move `target` at any time.
 *
 *   point  C = pB − target
 */
export const DragJoint = /* @__PURE__ */ defineJoint<'drag', DragCoordinates, 'anchors', object, DragOptions, Dragged>({
  name: 'drag',
  coordinates,
  aliases: { target: 'localAnchorA' },
  flat: {
    keys: ['target', 'weights', 'spring'],
    unfold(
      {
        target,
        weights,
        spring,
        bodyB,
        anchor,
        localAnchorA,
        localAnchorB,
        ...options
      }: DragOptions & JointCommonOptions & AnchorOptions,
      world,
    ) {
      if (anchor !== undefined && localAnchorB !== undefined)
        refuse('option-conflict', 'DragJoint.localAnchorB', 'be left out beside anchor', localAnchorB);
      if (target !== undefined && localAnchorA !== undefined)
        refuse('option-conflict', 'DragJoint.localAnchorA', 'be left out beside target', localAnchorA);
      const at = anchor === undefined ? null : readVec('DragJoint.anchor', anchor);
      const local =
        at === null ? readVec('DragJoint.localAnchorB', givenOr(localAnchorB, [0, 0])) : (bodyB?.toLocal(at) ?? at);
      const frames = {
        anchor: undefined,
        localAnchorA:
          target === undefined
            ? givenOr(localAnchorA, at ?? bodyB?.toWorld(local) ?? local)
            : readVec('DragJoint.target', target),
        localAnchorB: local,
      };
      if ('point' in options && weights === undefined && spring === undefined) return frames;
      const { x, y } = world.gravity;
      // Weights make sense from above, too, where there is no gravity.
      const gravity = Math.max(Math.sqrt(x * x + y * y) / world.lengthUnit, 9.81);
      const mass = bodyB === undefined || bodyB === null || bodyB.mass === Infinity ? 1 : bodyB.mass;
      const maxForce = nonNegative('DragJoint.weights', givenOr(weights, 5)) * mass * gravity;
      const own = spring === undefined ? {} : knownKeys('DragJoint.spring', spring, POINT_SPRING_KEYS);
      const isByHertz = own['stiffness'] === undefined && own['compliance'] === undefined;
      return {
        ...frames,
        point: { spring: { ...(isByHertz ? { hertz: 5, dampingRatio: 1 } : {}), maxForce, ...own } },
      };
    },
  },

  homes: { anchor: 'localAnchorB', weights: 'point.spring.maxForce, N' },

  measure() {
    // The gap of the two anchors is all that there is.
  },
});

export interface DragJoint extends JointOf<typeof DragJoint> {}
