import { type ScalarCoordinate, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { FRAME, run } from '../rigs';

/** The most that servos pass their speed by on their way to their targets, as a share of it. */
function passing(world: World, servos: readonly ScalarCoordinate[], targets: readonly number[], speed: number): number {
  for (const servo of servos) servo.motor = { target: 0 };
  run(world, 0.5);
  servos.forEach((servo, i) => (servo.motor = { target: targets[i], speed }));
  let most = 0;
  for (let i = 0; i < 150; i++) {
    world.step(FRAME);
    servos.forEach((servo, k) => (most = Math.max(most, (Math.sign(targets[k]) * servo.rate) / speed - 1)));
  }
  return most;
}

const rigs: Record<string, (world: World) => ScalarCoordinate> = {
  'a rod on a hinge by its end': (world) => {
    const bodyB = world.addBody({ position: [1, 0], mass: 1, inertia: 0.02 });
    return world.joints.create('pivot', { bodyB, anchor: [0, 0] }).angle;
  },
  'a heavy body on a light carrier': (world) => {
    const bodyA = world.addBody({ mass: 1, inertia: 0.1 });
    world.joints.create('weld', { bodyB: bodyA, anchor: [0, 0] });
    const bodyB = world.addBody({ mass: 30, inertia: 9 });
    return world.joints.create('prismatic', { bodyA, bodyB, axis: [1, 0] }).slide;
  },
  'a rack by its pinion': (world) => {
    const { angle } = world.joints.create('pivot', { bodyB: world.addBody({ mass: 1, inertia: 0.1 }) });
    const bodyB = world.addBody({ position: [0.2, 0], mass: 30, inertia: 1 });
    const { slide } = world.joints.create('prismatic', { bodyB, axis: [0, 1] });
    const terms = [
      { of: angle, weight: 1 },
      { of: slide, weight: -4 },
    ];
    world.joints.create('gear', { terms });
    return angle;
  },
};

describe('a servo of the iterative step comes to its speed and hardly passes it:', () => {
  test.each(Object.entries(rigs))('%s', (_, rig) => {
    for (const substeps of [1, 4, 16])
      for (const speed of [0.5, 2]) {
        const world = new World({ solver: 'iterative', gravity: [0, -10], substeps, sleeping: false });
        expect(passing(world, [rig(world)], [1], speed), `${speed} in ${substeps}`).toBeLessThan(0.15);
      }
  });
});
