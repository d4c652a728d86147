import { type Body, type PivotJoint, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';

/** What is switched on takes all that hangs on it along: by passes it came late, and went on with up to twice its speed. */

const SPEED = 3;

function newWorld(gravity = 0): World {
  return new World({ solver: 'iterative', gravity: [0, -gravity], sleeping: false });
}

/** A hinge that turns a body of 0.1 kg m², geared to another. */
function geared(world: World, inertia: number, weight: number): PivotJoint {
  const driver = world.addBody({ mass: 1, inertia: 0.1 });
  const driven = world.addBody({ position: [3, 0], mass: 1, inertia });
  const hinge = world.joints.create('pivot', { bodyB: driver, anchor: [0, 0] });
  const other = world.joints.create('pivot', { bodyB: driven, anchor: [3, 0] });
  world.joints.create('gear', {
    terms: [
      { of: hinge.angle, weight: 1 },
      { of: other.angle, weight },
    ],
  });
  return hinge;
}

/** A hinge that turns an arm of links of 1 m welded to each other. */
function arm(world: World, masses: readonly number[]): PivotJoint {
  const hinges: PivotJoint[] = [];
  let last: Body | null = null;
  masses.forEach((mass, i) => {
    const body: Body = world.addBody({ position: [i + 0.5, 0], mass, inertia: mass / 12 });
    const options = { bodyA: last, bodyB: body, anchor: [i, 0] } as const;
    if (i === 0) hinges.push(world.joints.create('pivot', options));
    else world.joints.create('weld', options);
    last = body;
  });
  return hinges[0];
}

describe('a motor without a cap that is switched on turns at its speed from the first step on', () => {
  test.each([
    [0.5, 1],
    [5, 1],
    [50, 2],
    [0.5, 0.2],
  ])('a hinge that is geared to %d kg m² by %d', (inertia, weight) => {
    const world = newWorld();
    const hinge = geared(world, inertia, weight);
    hinge.angle.motor = { speed: SPEED };
    for (let i = 0; i < 60; i++) {
      world.step(1 / 60);
      expect(hinge.angle.rate / SPEED).toBeCloseTo(1, 3);
    }
  });

  test.each([
    ['two links', [1, 1], 0.002],
    ['two links, the outer of 10 kg', [1, 10], 0.01],
    ['four links', [1, 1, 1, 1], 0.006],
  ] as const)('an arm of %s', (_, masses, most) => {
    const world = newWorld();
    const hinge = arm(world, masses);
    world.step(1 / 60);
    hinge.angle.motor = { speed: SPEED };
    for (let i = 0; i < 60; i++) {
      world.step(1 / 60);
      expect(Math.abs(hinge.angle.rate / SPEED - 1)).toBeLessThan(most);
    }
    hinge.angle.motor = { speed: -SPEED };
    for (let i = 0; i < 60; i++) {
      world.step(1 / 60);
      expect(Math.abs(hinge.angle.rate / SPEED + 1)).toBeLessThan(most);
    }
  });
});

test('what a motor gives as it starts is its reading, and the momentum that the arm gets', () => {
  const world = newWorld();
  const hinge = arm(world, [1, 1]);
  hinge.angle.motor = { speed: SPEED, maxTorque: 1e5 };
  world.step(1 / 60);
  // Two rods of 1 m and 1 kg in a row: (2 m)² · 2 kg / 3.
  const momentum = (SPEED * 8) / 3;
  expect((hinge.angle.motor?.force ?? 0) / 60 / momentum).toBeCloseTo(1, 2);
  expect(hinge.reaction.torque / 60 / momentum).toBeCloseTo(1, 2);
});

test('a motor that is not strong enough for that gives its cap', () => {
  const world = newWorld();
  const hinge = arm(world, [1, 1]);
  hinge.angle.motor = { speed: SPEED, maxTorque: 8 };
  for (let i = 0; i < 30; i++) world.step(1 / 60);
  expect(hinge.angle.motor?.force).toBeCloseTo(8, 6);
  expect(hinge.angle.rate).toBeCloseTo((8 * 0.5) / (8 / 3), 1);
});

describe('a motor that needs several passes for that starts with its cap, and goes on at its speed', () => {
  test.each([
    ['two links', [1, 1], 0.002],
    ['two links, the outer of 10 kg', [1, 10], 0.01],
    ['two links, the outer of 0.1 kg', [1, 0.1], 0.002],
    ['four links', [1, 1, 1, 1], 0.006],
  ] as const)('an arm of %s', (_, masses, most) => {
    const inertia = masses.reduce((sum, mass, i) => sum + mass / 12 + mass * (i + 0.5) ** 2, 0);
    for (const passes of [1.5, 3, 5, 8, 16, 40, 100]) {
      const world = newWorld();
      const hinge = arm(world, masses);
      world.step(1 / 60);
      const maxTorque = (inertia * SPEED * 480) / passes;
      hinge.angle.motor = { speed: SPEED, maxTorque };
      for (let i = 1; i <= 60; i++) {
        world.step(1 / 60);
        const expected = Math.min(1, (8 * i) / passes);
        expect(Math.abs(hinge.angle.rate / SPEED - expected), `${passes} passes, step ${i}`).toBeLessThan(most);
        expect(hinge.angle.motor?.force).toBeLessThan(maxTorque * (1 + 1e-9));
      }
    }
  });

  test.each([3, 10, 100])('an arm that is lifted by %d times its weight', (times) => {
    const world = newWorld(10);
    const hinge = arm(world, [1, 1]);
    hinge.angle.motor = { speed: SPEED, maxTorque: times * 20 };
    for (let i = 0; i < 60; i++) {
      world.step(1 / 60);
      expect(hinge.angle.rate / SPEED).toBeLessThan(1.01);
    }
    expect(hinge.angle.rate / SPEED).toBeCloseTo(1, 2);
  });
});
