import { expect, it } from 'vitest';
import { type ScalarOptions, World } from '@tenon/core';
import { loadScene, saveScene } from '@tenon/core/scene';

const REACH = [2, 4, 6];

/** What a rope may be beside its length. */
const kinds: Record<string, (upper: number) => ScalarOptions> = {
  ropes: (upper) => ({ limits: [null, upper] }),
  'bouncing ropes': (upper) => ({ limits: { upper, restitution: 0.3 } }),
  'sprung ropes': (upper) => ({ limits: [null, upper], spring: { stiffness: 10 } }),
  'rubbing ropes': (upper) => ({ limits: [null, upper], friction: { viscous: 1 } }),
};

/** A drawbridge of 600 kg on a hinge and three ropes to a post, each of them so much longer than it has to be. */
function drawbridge(slack: number, kind = 'ropes') {
  const world = new World({ gravity: [0, -9.81] });
  const deck = world.addBody({ position: [3, 0], mass: 600, inertia: 1800 });
  world.joints.create('pivot', { bodyB: deck, anchor: [0, 0] });
  REACH.forEach((x, i) => {
    const length = kinds[kind](Math.hypot(x, 5) + slack);
    world.joints.create('distance', {
      id: `rope${i}`,
      bodyB: deck,
      localAnchorA: [0, 5],
      localAnchorB: [x - 3, 0],
      length,
    });
  });
  return world;
}

function pulls(world: World): number[] {
  world.step(1 / 60);
  return REACH.map((_, i) => world.joint(`rope${i}`)?.reaction.force ?? NaN);
}

it.each(Object.keys(kinds))('%s that rounding makes too short or too long share the load', (kind) => {
  const shares = pulls(drawbridge(0, kind));
  for (const slack of [-1e-7, -1e-15, 1e-15, 1e-7]) {
    pulls(drawbridge(slack, kind)).forEach((pull, i) => {
      expect(pull).toBeGreaterThan(1000);
      // What they have to close takes a force of its own.
      expect(Math.abs(pull - shares[i])).toBeLessThan(1 + 600 * Math.abs(slack) * 60 ** 2);
    });
  }
});

it('a loaded scene stands on the ropes that bore it', () => {
  const world = drawbridge(0);
  let bore: number[] = [];
  for (let i = 0; i < 30; i++) bore = pulls(world);
  const { world: loaded } = loadScene(saveScene(world));
  pulls(loaded).forEach((pull, i) => expect(pull).toBeCloseTo(bore[i], 0));
});
