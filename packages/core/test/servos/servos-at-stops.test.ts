import { box, World } from '@tenon/core';
import { expect, test } from 'vitest';
import { run } from '../rigs';

test('a servo that has pushed against its stop comes back as soon as one that has stood there', () => {
  const values = [0.5, 1].map((pushedTo) => {
    const world = new World({ gravity: [0, -9.81], solver: 'direct', sleeping: false });
    const door = world.addBody({ position: [1, 0], shape: box(2, 0.1), mass: 20 });
    const { angle } = world.joints.create('pivot', {
      bodyB: door,
      anchor: [0, 0],
      angle: { limits: [-1, 0.5], motor: { target: pushedTo, speed: 2, maxTorque: 600 } },
    });
    run(world, 1);
    if (angle.motor !== null) angle.motor.target = 0;
    run(world, 0.25);
    return angle.value;
  });
  expect(values[1]).toBeCloseTo(values[0], 3);
});
