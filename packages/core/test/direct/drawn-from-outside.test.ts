import { type PivotJoint, World } from '@tenon/core';
import { expect, test } from 'vitest';

/** What comes from outside is no gain that is taken away: a winch, however slow, and what bodies of infinite mass drive. */

const SPEEDS = [0.001, 0.002, 0.005, 0.02];

/** A load of 20 kg with a pendulum that swings on it. */
function swinging() {
  const world = new World({ solver: 'direct', gravity: [0, -10], sleeping: false });
  const load = world.addBody({ position: [0, -5], mass: 20, inertia: 1 });
  const bob = world.addBody({ position: [0.5, -5.5], mass: 0.5, inertia: 0.02 });
  const pendulum: PivotJoint = world.joints.create('pivot', { bodyA: load, bodyB: bob, anchor: [0, -5] });
  return { world, load, pendulum };
}

/** The fastest that the pendulum swings in the tenth second. */
function swingAfter(world: World, { angle }: PivotJoint, draw: (frame: number) => void): number {
  let fastest = 0;
  for (let frame = 1; frame <= 600; frame++) {
    draw(frame);
    world.step(1 / 60);
    if (frame > 540) fastest = Math.max(fastest, Math.abs(angle.rate));
  }
  return fastest;
}

test.each(SPEEDS)('a pendulum swings on under a rope that is drawn in by %f m/s', (speed) => {
  const { world, load, pendulum } = swinging();
  const rope = world.joints.create('rope', { bodyB: load, localAnchorA: [0, 0], localAnchorB: [0, 0], max: 5 });
  const swing = swingAfter(world, pendulum, (frame) => (rope.length.limits = [0, 5 - (speed * frame) / 60]));
  expect(swing).toBeGreaterThan(2.7);
  expect(load.y).toBeCloseTo(-5 + 10 * speed, 2);
});

test('what a carousel of infinite inertia takes along by friction turns with it', () => {
  const world = new World({ solver: 'direct', gravity: [0, 0], sleeping: false });
  const carousel = world.addBody({ mass: 1, inertia: Infinity, angularVelocity: 3 });
  world.joints.create('pivot', { bodyB: carousel, anchor: [0, 0] });
  const rider = world.addBody({ mass: 1, inertia: 0.1 });
  world.joints.create('pivot', {
    bodyA: carousel,
    bodyB: rider,
    anchor: [0, 0],
    angle: { friction: { torque: 0.05 } },
  });
  for (let i = 0; i < 180; i++) world.step(1 / 60);
  expect(carousel.angularVelocity).toBe(3);
  expect(rider.angularVelocity).toBeCloseTo(1.5, 1);
});
