import { type Body, box, World } from '@tenon/core';
import { expect, test } from 'vitest';
import { FRAME, run } from '../rigs';

/** An arm of five links with a load at its end, held level by its servos. */
function level(maxTorque: number) {
  const world = new World({ gravity: [0, -10], solver: 'iterative', sleeping: false });
  const links: Body[] = [];
  const angles = [1, 1, 1, 1, 20].map((mass, x) => {
    const bodyB = world.addBody({ position: [x + 0.5, 0], mass, shape: box(1, 0.1) });
    const { angle } = world.joints.create('pivot', { bodyA: links[x - 1] ?? null, bodyB, anchor: [x, 0] });
    angle.motor = { target: 0, speed: 2, maxTorque };
    links.push(bodyB);
    return angle;
  });
  run(world, 3);
  return { world, angle: angles[1], load: links[4] };
}

/** The fastest that the load is in a second. */
function fastest(world: World, load: Body): number {
  let most = 0;
  for (let i = 0; i < 60; i++) {
    world.step(FRAME);
    most = Math.max(most, Math.abs(load.velocity.y));
  }
  return most;
}

// They forgot what all of their rows carried, and came down at 0.7 m/s.
test.each([Infinity, 1900])('servos of an arm go on carrying it as a hinge gets stops, torques up to %d', (cap) => {
  const { world, angle, load } = level(cap);
  angle.limits = [-1, 1];
  expect(fastest(world, load)).toBeLessThan(0.25);
});

test('they do so as it gets them before a substep', () => {
  const { world, angle, load } = level(1900);
  let substeps = 0;
  world.on('beforesubstep', () => {
    if (++substeps === 3) angle.limits = [-1, 1];
  });
  expect(fastest(world, load)).toBeLessThan(0.25);
});
