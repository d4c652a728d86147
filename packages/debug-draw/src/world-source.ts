import type { World } from '@tenon/core';
import { createJointView, viewJoint, viewWorld } from '@tenon/core/view';
import type { ShownBody, Source } from './source';

/** A world as an overlay sees it. */
export function sourceOf(world: World): Source {
  const scratch = createJointView();
  const shown: ShownBody = { shape: null, x: 0, y: 0, angle: 0, asleep: false };
  const options = { alpha: 1, asleep: true };
  return {
    joints(visit, alpha, asleep) {
      options.alpha = alpha;
      options.asleep = asleep;
      viewWorld(world, visit, options);
    },

    bodies(visit, alpha) {
      for (const body of world.bodies) {
        shown.shape = body.shape;
        shown.asleep = body.isSleeping;
        if (alpha < 1) {
          body.getInterpolated(shown);
        } else {
          shown.x = body.x;
          shown.y = body.y;
          shown.angle = body.angle;
        }
        visit(shown);
      }
    },

    onBreaking: (listener) => world.on('breaking', ({ joint }) => listener(viewJoint(joint, scratch))),
    onBroken: (listener) => world.on('broken', ({ joint }) => listener(joint)),
  };
}
