import { expect, it } from 'vitest';
import { World } from '@tenon/core';
import { loadScene, saveScene } from '@tenon/core/scene';

const REACH = [2, 4, 6];

/** A drawbridge of 600 kg on a hinge and three ropes to a post, each of them so much longer than it has to be. */
function drawbridge(slack: number, solver: 'auto' | 'direct' = 'auto') {
  const world = new World({ gravity: [0, -9.81], solver });
  const deck = world.addBody({ position: [3, 0], mass: 600, inertia: 1800 });
  world.joints.create('pivot', { bodyB: deck, anchor: [0, 0] });
  REACH.forEach((x, i) => {
    const max = Math.hypot(x, 5) + slack;
    world.joints.create('rope', { id: `rope${i}`, bodyB: deck, localAnchorA: [0, 5], localAnchorB: [x - 3, 0], max });
  });
  return world;
}

function pulls(world: World): number[] {
  world.step(1 / 60);
  return REACH.map((_, i) => world.joint(`rope${i}`)?.reaction.force ?? NaN);
}

it.each([-1e-7, -1e-15, 0, 1e-15, 1e-7])('ropes that are %f m longer than they have to be share the load', (slack) => {
  const shares = pulls(drawbridge(0));
  pulls(drawbridge(slack)).forEach((pull, i) => {
    expect(pull).toBeGreaterThan(1000);
    // What they have to close takes a force of its own.
    expect(Math.abs(pull - shares[i])).toBeLessThan(1 + (600 * Math.abs(slack)) / (1 / 60) ** 2);
  });
});

it('a loaded scene stands on the ropes that bore it', () => {
  const world = drawbridge(0);
  let bore: number[] = [];
  for (let i = 0; i < 30; i++) bore = pulls(world);
  const { world: loaded } = loadScene(saveScene(world));
  pulls(loaded).forEach((pull, i) => expect(pull).toBeCloseTo(bore[i], 0));
});
