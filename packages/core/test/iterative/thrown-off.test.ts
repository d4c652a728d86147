import { box, World } from '@tenon/core';
import { expect, test } from 'vitest';
import { run } from '../rigs';

// The stop that had pushed it gave way a little, and took out all of its velocity as the carriage was stopped: 13 m/s.
test.each([1, 2, 4])('what a carriage has thrown leaves it as that is stopped, substeps %d', (substeps) => {
  const world = new World({ gravity: [0, 0], solver: 'iterative', substeps });
  const carriage = world.addBody({ mass: 1, shape: box(0.2, 0.2) });
  const load = world.addBody({ position: [0.5, 0], mass: 1, shape: box(0.3, 0.3) });
  const spring = { stiffness: 500, damping: 0, target: 2 };
  world.joints.create('prismatic', { bodyB: carriage, axis: [1, 0], slide: { limits: [0, 1], spring } });
  const slide = { limits: [0, Infinity] as const };
  world.joints.create('prismatic', { bodyA: carriage, bodyB: load, anchor: [0.5, 0], axis: [1, 0], slide });
  run(world, 1);
  // All that the spring gives is 750 J.
  expect(load.velocity.x).toBeGreaterThan(0.75 * Math.sqrt(750));
});
