import { type ScalarOptions, World } from '@tenon/core';
import { expect, test } from 'vitest';

/** What holds an angle at 0 against a spring that pulls it to 1 rad. */
const holds: Record<string, ScalarOptions> = {
  lock: { lock: { target: 0 } },
  'bounds that are one': { limits: [0, 0] },
  bound: { limits: [-1, 0] },
  tooth: { ratchet: { tooth: -0.5 } },
  servo: { motor: { target: 0 } },
  'motor at rest': { motor: { speed: 0 } },
};

const cases = Object.keys(holds).flatMap((name) =>
  [5, 30, 60].flatMap((hertz) => [1, 1000].map((mass) => [name, hertz, mass] as const)),
);

test.each(cases)('a %s holds against a spring of its own coordinate of %d Hz, A %d kg', (name, hertz, mass) => {
  const world = new World({ gravity: [0, 0], solver: 'iterative', sleeping: false });
  const bodyA = world.addBody({ mass, inertia: mass });
  const bodyB = world.addBody({ position: [0.5, 0], mass: 1, inertia: 0.1 });
  const spring = { hertz, target: 1, dampingRatio: 0.2 };
  const { angle } = world.joints.create('pivot', { bodyA, bodyB, anchor: [0, 0], angle: { ...holds[name], spring } });
  for (let i = 0; i < 120; i++) world.step(1 / 60);
  expect(Math.abs(angle.value)).toBeLessThan(1e-9);
  expect(Math.abs(angle.rate)).toBeLessThan(1e-9);
  const stiffness = (2 * Math.PI * hertz) ** 2 / (1 / mass + 1 / 0.1);
  expect(angle.spring?.force).toBeCloseTo(stiffness, 3);
});

const softly = { hertz: 30, dampingRatio: 0.2 };
/** What holds an angle at 0 against a soft law beside it that pulls it to 1 rad. */
const pulled: Record<string, ScalarOptions> = {
  'lock under soft bounds': { lock: { target: 0 }, limits: { lower: 1, upper: 2, ...softly } },
  'lock with a cap under soft bounds': {
    lock: { target: 0, maxTorque: 1e6 },
    limits: { lower: 1, upper: 2, ...softly },
  },
  'tooth under soft bounds': { ratchet: { tooth: -0.5 }, limits: { lower: 1, upper: 2, ...softly } },
  'tooth under a soft lock': { ratchet: { tooth: -0.5 }, lock: { target: 1, softness: softly } },
  'bound under a soft lock': { limits: [-1, 0], lock: { target: 1, softness: softly } },
  'bounds that are one, under a soft lock': { limits: [0, 0], lock: { target: 1, softness: softly } },
};

test.each(Object.keys(pulled))('%s holds', (name) => {
  const world = new World({ gravity: [0, 0], solver: 'iterative', sleeping: false });
  const bodyA = world.addBody({ mass: 1, inertia: 1 });
  const bodyB = world.addBody({ position: [0.5, 0], mass: 1, inertia: 0.1 });
  const { angle } = world.joints.create('pivot', { bodyA, bodyB, anchor: [0, 0], angle: pulled[name] });
  for (let i = 0; i < 120; i++) world.step(1 / 60);
  expect(Math.abs(angle.value)).toBeLessThan(1e-9);
  expect(Math.abs(angle.rate)).toBeLessThan(1e-9);
});
