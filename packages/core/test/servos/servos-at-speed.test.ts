import { type Body, type ScalarCoordinate, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { Chance } from '../random-world';
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

/** Two or three links of random lengths and masses, held out by a servo at each hinge; and the most that weight loads each with. */
function randomArm(world: World, chance: Chance) {
  let bodyA: Body | null = null;
  let x = 0;
  const links = Array.from({ length: chance.integer(2) + 2 }, () => {
    const length = chance.between(0.4, 1.5);
    const mass = chance.between(0.5, 5);
    const bodyB = world.addBody({ position: [x + length / 2, 0], mass, inertia: (mass * length * length) / 12 });
    const { angle } = world.joints.create('pivot', { bodyA, bodyB, anchor: [x, 0] });
    bodyA = bodyB;
    x += length;
    return { angle, mass, from: x - length, at: x - length / 2 };
  });
  const weight = links.map(({ from }) =>
    links.reduce((sum, { mass, at }) => sum + (at > from ? 10 * mass * (at - from) : 0), 0),
  );
  return { servos: links.map(({ angle }) => angle), weight };
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
        // The rod, in one substep, passes it by 0.06; all passed it by 0.25 to 0.46.
        expect(passing(world, [rig(world)], [1], speed), `${speed} in ${substeps}`).toBeLessThan(0.07);
      }
  });

  test.each([1, 4, 8])('arms of random links, whose servos feel each other, in %d substeps', (substeps) => {
    const chance = new Chance(7);
    for (let i = 0; i < 12; i++) {
      const world = new World({ solver: 'iterative', gravity: [0, -10], substeps, sleeping: false });
      const { servos, weight } = randomArm(world, chance);
      const targets = servos.map(() => chance.between(-1, 1));
      const isCapped = i % 2 === 0;
      for (const servo of servos) servo.motor = { target: 0 };
      run(world, 0.5);
      const speed = chance.between(1, 4);
      servos.forEach((servo, k) => {
        const maxTorque = isCapped ? 3 * weight[k] : Infinity;
        servo.motor = { target: targets[k], speed, maxTorque };
      });
      let over = 0;
      let passed = 0;
      for (let f = 0; f < 240; f++) {
        world.step(FRAME);
        servos.forEach((servo, k) => {
          const way = Math.sign(targets[k]);
          over = Math.max(over, (way * servo.rate) / speed - 1);
          passed = Math.max(passed, way * (servo.value - targets[k]));
          if (isCapped) expect(Math.abs(servo.motor?.force ?? 0)).toBeLessThan(3 * weight[k] * (1 + 1e-9));
        });
      }
      expect(over, `arm ${i}`).toBeLessThan(0.02);
      expect(passed, `arm ${i}`).toBeLessThan(0.01);
      servos.forEach((servo, k) => expect(servo.value).toBeCloseTo(targets[k], 3));
    }
  });
});
