import { World } from '@tenon/core';
import { expect, test } from 'vitest';

/** What a step does not resolve: damping that takes more than there is, and speeds beyond all measure. */

const STEP = 1 / 60;

function newWorld(): World {
  return new World({ gravity: [0, -10], solver: 'direct', sleeping: false });
}

test.each([100, 130, 1e4])(
  'a spin that is damped by %d per second dies away, and never turns round',
  (angularDamping) => {
    const world = newWorld();
    const body = world.addBody({ angularVelocity: 2, angularDamping });
    world.joints.create('pivot', { bodyB: body, anchor: [0, 0] });
    for (let i = 0; i < 5; i++) {
      const before = body.angularVelocity;
      world.step(STEP);
      expect(body.angularVelocity).toBeGreaterThanOrEqual(0);
      expect(body.angularVelocity).toBeLessThan(0.4 * before);
    }
  },
);

test.each([3, 100, 130, 1e4])('what is damped by %d per second sinks at its weight by its damping', (linearDamping) => {
  const world = newWorld();
  const body = world.addBody({ linearDamping });
  world.joints.create('line', { bodyB: body, axis: [0, 1] });
  for (let i = 0; i < 300; i++) world.step(STEP);
  expect(body.velocity.y * linearDamping).toBeCloseTo(-10, 4);
});

test.each([1e5, 1e20, 1e60])('a spin of %d rad/s and as strong a torque leave every number finite', (most) => {
  const world = newWorld();
  const body = world.addBody({ angularVelocity: most });
  const pivot = world.joints.create('pivot', { bodyB: body, localAnchorB: [0, 0] });
  for (let i = 0; i < 5; i++) {
    body.applyTorque(-most);
    world.step(STEP);
    expect(Math.hypot(body.cos, body.sin)).toBeCloseTo(1, 6);
    expect(Number.isFinite(body.angularVelocity + body.x + pivot.reaction.force + pivot.angle.rate)).toBe(true);
  }
});
