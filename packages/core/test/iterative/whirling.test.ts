import { type Body, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { addSomeBody, Chance } from '../random-world';

/** Largest and least share of its energy that a mechanism has in ten seconds, once it turns as one at `rate` about the origin. */
function whirl(world: World, bodies: readonly Body[], rate: number): [most: number, least: number] {
  for (const body of bodies) {
    body.angularVelocity = rate;
    body.velocity = [-rate * body.y, rate * body.x];
  }
  // Locks give way under their new load first.
  for (let i = 0; i < 30; i++) world.step(1 / 60);
  const start = world.energy.total;
  let most = 1;
  let least = 1;
  for (let i = 1; i <= 600; i++) {
    world.step(1 / 60);
    if (i % 10 !== 0) continue;
    const share = world.energy.total / start;
    most = Math.max(most, share);
    least = Math.min(least, share);
  }
  return [most, least];
}

const HUBS = {
  ground: (world: World, bodyB: Body) => world.joints.create('pivot', { bodyB, anchor: [0, 0] }),
  'a heavy hub': (world: World, bodyB: Body) =>
    world.joints.create('pivot', { bodyA: world.addBody({ mass: 100, inertia: 30 }), bodyB, anchor: [0, 0] }),
  'ground with a cap': (world: World, bodyB: Body) =>
    world.joints.create('pivot', { bodyB, anchor: [0, 0], point: { lock: { maxForce: 1e6 } } }),
  'ground, beside friction': (world: World, bodyB: Body) =>
    world.joints.create('pivot', { bodyB, anchor: [0, 0], point: { lock: true, friction: { force: 1e-9 } } }),
  'ground, corrected slowly': (world: World, bodyB: Body) =>
    world.joints.create('pivot', { bodyB, anchor: [0, 0], point: { lock: { softness: { correction: 1e-4 } } } }),
};

/** Two bodies somewhere beside a hinge, welded together, or on a slide that is locked. */
function pair(seed: number, hub: keyof typeof HUBS, slides: boolean): { world: World; bodies: Body[] } {
  const chance = new Chance(seed);
  const world = new World({ gravity: [0, 0], solver: 'iterative', sleeping: false });
  const bodyA = addSomeBody(world, chance);
  const bodyB = addSomeBody(world, chance);
  bodyB.position = [bodyA.x + chance.between(-1, 1), bodyA.y + chance.between(-1, 1)];
  HUBS[hub](world, bodyA);
  const both = { bodyA, bodyB, anchor: [(bodyA.x + bodyB.x) / 2, (bodyA.y + bodyB.y) / 2] } as const;
  if (slides) world.joints.create('prismatic', { ...both, slide: { lock: {} } });
  else world.joints.create('weld', both);
  return { world, bodies: [bodyA, bodyB] };
}

describe('what whirls about a hinge by the iterative step keeps its energy', () => {
  test.each([
    ['welded', 'ground'],
    ['welded', 'a heavy hub'],
    ['welded', 'ground with a cap'],
    ['welded', 'ground, corrected slowly'],
    ['welded', 'ground, beside friction'],
    ['on a slide', 'ground'],
  ] as const)('a pair %s on %s', (joint, hub) => {
    for (let seed = 1; seed <= 12; seed++) {
      for (const rate of [10, 25, -10, -25]) {
        const { world, bodies } = pair(seed, hub, joint === 'on a slide');
        const [most, least] = whirl(world, bodies, rate);
        expect(most, `seed ${seed} at ${rate} rad/s`).toBeLessThan(1.02);
        expect(least, `seed ${seed} at ${rate} rad/s`).toBeGreaterThan(0.95);
      }
    }
  });
});
