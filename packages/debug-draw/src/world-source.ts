import type { World } from '@tenon/core';
import { createJointView, viewContacts, viewJoint, viewWorld } from '@tenon/core/view';
import type { ShownBody, ShownContact, Source } from './source';

/** A world as an overlay sees it. */
export function sourceOf(world: World): Source {
  const scratch = createJointView();
  const shown: ShownBody = { shape: null, x: 0, y: 0, angle: 0, asleep: false };
  const contact: ShownContact = { points: [], normalX: 0, normalY: 0, force: 0, asleep: false };
  const options = { alpha: 1, asleep: true };
  return {
    lengthUnit: world.lengthUnit,

    joints(visit, alpha, asleep) {
      options.alpha = alpha;
      options.asleep = asleep;
      viewWorld(world, visit, options);
    },

    bodies(visit, alpha) {
      // The world interpolates at its own alpha, which is below 1.
      const share = (1 - alpha) / (1 - world.alpha);
      for (const body of world.bodies) {
        shown.shape = body.shape;
        shown.asleep = body.isSleeping;
        body.getInterpolated(shown);
        shown.x = body.x + (shown.x - body.x) * share;
        shown.y = body.y + (shown.y - body.y) * share;
        shown.angle = body.angle + (shown.angle - body.angle) * share;
        visit(shown);
      }
    },

    contacts(visit) {
      viewContacts(world, ({ points, normal, force, bodyA, bodyB }) => {
        const sign = bodyB.type === 'dynamic' ? 1 : -1;
        contact.points = points;
        contact.normalX = sign * normal.x;
        contact.normalY = sign * normal.y;
        contact.force = force;
        contact.asleep = (bodyB.type === 'dynamic' ? bodyB : bodyA).isSleeping;
        visit(contact);
      });
    },

    onBreaking: (listener) => world.on('breaking', ({ joint }) => listener(viewJoint(joint, scratch))),
    onBroken: (listener) => world.on('broken', ({ joint }) => listener(joint)),
  };
}
