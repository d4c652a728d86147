import { World } from '@tenon/core';
import { expect, test } from 'vitest';
import { Chance } from '../random-world';
import { FRAME } from '../rigs';

/** How fast a hinge with a servo, which turns two bodies that are welded together, still turns after five seconds. */
function restlessness(seed: number, gravity: number, motor: object): { rate: number; missed: number } {
  const chance = new Chance(seed);
  const world = new World({ solver: 'iterative', gravity: [0, -gravity], sleeping: false });
  const addBody = (size: number) => {
    const mass = chance.magnitude(0.2, 5);
    return world.addBody({ position: chance.vec(size), mass, inertia: mass * chance.between(0.02, 0.3) });
  };
  const bodyA = addBody(0.5);
  const bodyB = addBody(1);
  const { angle } = world.joints.create('pivot', { bodyB: bodyA, anchor: chance.vec(0.5) });
  world.joints.create('weld', { bodyA, bodyB, anchor: chance.vec(0.5) });
  const target = chance.between(-1, 1);
  angle.motor = { target, ...motor };
  for (let i = 0; i < 300; i++) world.step(FRAME);
  let rate = 0;
  for (let i = 0; i < 30; i++) {
    world.step(FRAME);
    rate = Math.max(rate, Math.abs(angle.rate));
  }
  return { rate, missed: Math.abs(angle.value - target) };
}

// Every twentieth swung about its target for ever, with up to 20 rad/s.
test.each([
  ['without a cap', {}],
  ['with a speed', { speed: 2 }],
  ['with a cap', { maxTorque: 200 }],
])('a servo %s that turns a welded pair comes to rest at its target', (_, motor) => {
  for (let seed = 1; seed <= 60; seed++)
    for (const gravity of [0, 10]) {
      const { rate, missed } = restlessness(seed, gravity, motor);
      expect(rate, `seed ${seed}`).toBeLessThan(0.01);
      expect(missed, `seed ${seed}`).toBeLessThan(0.04);
    }
});

test('a servo in the place of a soft lock holds as any other', () => {
  const world = new World({ solver: 'iterative', gravity: [0, -10], sleeping: false });
  const bodyB = world.addBody({ position: [0.5, 0], mass: 1, inertia: 0.1 });
  const { angle } = world.joints.create('pivot', { bodyB, anchor: [0, 0] });
  angle.lock = { softness: { hertz: 0.5, dampingRatio: 1 } };
  for (let i = 0; i < 60; i++) world.step(FRAME);
  angle.lock = null;
  angle.motor = { target: 0, maxTorque: 100 };
  for (let i = 0; i < 240; i++) world.step(FRAME);
  expect(Math.abs(angle.value)).toBeLessThan(0.01);
});
