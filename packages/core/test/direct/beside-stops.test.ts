import { World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { Chance } from '../random-world';

const STEP = 1 / 60;

/** Laws beside a stop: of an inertia, and a torque that stops it within a step. */
const LAWS: Readonly<Record<string, (chance: Chance, inertia: number, torque: number) => object>> = {
  friction: (chance, _, torque) => ({ friction: { torque: torque * chance.magnitude(0.05, 5) } }),
  'viscous friction': (chance, inertia) => ({ friction: { viscous: (inertia / STEP) * chance.magnitude(0.05, 3) } }),
  'both frictions': (chance, inertia, torque) => ({
    friction: {
      torque: torque * chance.magnitude(0.05, 5),
      viscous: (inertia / STEP) * chance.magnitude(0.05, 1),
    },
  }),
  'a damper': (chance, inertia) => ({
    spring: { target: 0.3, stiffness: 0, damping: (inertia / STEP) * chance.magnitude(0.05, 3) },
  }),
  'a brake': (chance, _, torque) => ({ motor: { speed: 0, maxTorque: torque * chance.magnitude(0.05, 5) } }),
  'a ratchet': () => ({ ratchet: { tooth: 0.05 } }),
};

/** Laws that pull away from the stop, and go on after an impact. */
const PULLS: typeof LAWS = {
  'a spring': (chance, _, torque) => {
    const stiffness = chance.magnitude(10, 1e3);
    return { spring: { target: 0.3 - (torque * chance.between(0.2, 0.9)) / stiffness, stiffness, damping: 0 } };
  },
  'a motor': (chance, _, torque) => ({ motor: { speed: -20, maxTorque: torque * chance.between(0.2, 0.9) } }),
};

/** A body on a hinge that comes to its stop at 0.3 within a step of `seconds`, after so many of them. */
function arrive(seed: number, law: string, load: number, steps: number) {
  const chance = new Chance(seed);
  const inertia = chance.magnitude(0.02, 5);
  const speed = chance.between(0.2, 4);
  const room = chance.between(0.02, 0.98);
  const world = new World({ gravity: [0, 0], solver: 'direct', directSubsteps: 1, sleeping: false });
  const body = world.addBody({ mass: 2, inertia });
  const laws = { ...LAWS, ...PULLS }[law](chance, inertia, (inertia * speed) / STEP);
  const { angle } = world.joints.create('pivot', {
    bodyB: body,
    anchor: [0, 0],
    angle: { limits: [-0.3, 0.3], ...laws },
  });
  body.angle = 0.3 - speed * STEP * room;
  body.angularVelocity = speed;
  let passed = 0;
  for (let i = 0; i < steps; i++) {
    body.applyTorque((load * inertia * speed) / STEP);
    world.step(STEP / steps);
    passed = Math.max(passed, angle.value - 0.3);
  }
  return { angle, passed, isThere: angle.value > 0.3 - 1e-9, rate: angle.rate / speed };
}

describe('a stop that is met beside other laws of its coordinate', () => {
  test.each(Object.keys(LAWS))('is not passed, and throws nothing back: %s', (law) => {
    let met = 0;
    for (let seed = 0; seed < 100; seed++) {
      const { passed, isThere, rate } = arrive(seed, law, 0, 1);
      expect(passed, String(seed)).toBeLessThan(1e-6);
      // Friction that alone would have stopped it short of there leaves up to a tenth of its speed.
      if (isThere) expect(Math.abs(rate), String(seed)).toBeLessThan(law === 'both frictions' ? 0.1 : 1e-8);
      if (isThere) met++;
    }
    expect(met).toBeGreaterThan(20);
  });

  test('is left, where a load turns the motion round, as fast as friction lets it be', () => {
    for (let seed = 0; seed < 40; seed++)
      for (const load of [-0.3, -0.7]) {
        const { passed, rate } = arrive(seed, 'friction', load, 1);
        expect(passed, String(seed)).toBeLessThan(1e-6);
        expect(Math.abs(rate - arrive(seed, 'friction', load, 64).rate), `${seed} ${load}`).toBeLessThan(0.7);
      }
  });

  test.each(Object.keys(PULLS))('is left with what pulls for the rest of the step: %s', (law) => {
    let off = 0;
    for (let seed = 0; seed < 40; seed++)
      off += Math.abs(arrive(seed, law, 0, 1).rate - arrive(seed, law, 0, 64).rate) / 40;
    expect(off).toBeLessThan(0.3);
  });

  test('is left by what a motor drives away no faster than that goes', () => {
    for (const room of [0.05, 0.2, 0.5, 0.9]) {
      const world = new World({ gravity: [0, 0], solver: 'direct', sleeping: false });
      const body = world.addBody({ mass: 2, inertia: 0.5 });
      const motor = { speed: -1, maxTorque: 150 };
      const { angle } = world.joints.create('pivot', {
        bodyB: body,
        anchor: [0, 0],
        angle: { limits: [-0.3, 0.3], motor },
      });
      body.angle = 0.3 - (room * 1.6) / 120;
      body.angularVelocity = 1.6;
      world.step(STEP);
      expect(angle.rate).toBeGreaterThan(-1 - 1e-6);
      expect(angle.value).toBeLessThan(0.3 + 1e-6);
    }
  });

  test('pushes with what friction does not take', () => {
    const world = new World({ gravity: [0, 0], solver: 'direct', sleeping: false });
    const body = world.addBody({ mass: 2, inertia: 0.5 });
    const { angle } = world.joints.create('pivot', {
      bodyB: body,
      anchor: [0, 0],
      angle: { limits: [-0.3, 0.3], friction: { torque: 50 } },
    });
    body.angle = 0.3 - 0.2 * (1.6 / 120);
    body.angularVelocity = 1.6;
    world.step(STEP);
    const [rubbed, pushed] = [angle.friction?.force ?? 0, angle.limits?.force ?? 0];
    expect(rubbed + pushed).toBeCloseTo((-0.5 * 1.6) / STEP, 6);
    // It slides for a tenth of the step, and is not slowed for all of it.
    expect(rubbed).toBeLessThan(0);
    expect(rubbed).toBeGreaterThan(-12);
  });

  // The rate at which it stood was rounding, and told how long it is rubbed: up to thousands of steps, so that it was held.
  test('is rubbed for no more than the step as it is knocked off where it stands', () => {
    const world = new World({ gravity: [0, -60], solver: 'direct', directSubsteps: 1, sleeping: false });
    const arm = world.addBody({ position: [0.5, 0], mass: 1, inertia: 0.1, angularVelocity: -1e-12 });
    const tip = world.addBody({ position: [1.5, 0], mass: 1, inertia: 0.1, angularVelocity: 3, velocity: [0, 1.5] });
    const { angle } = world.joints.create('pivot', {
      bodyB: arm,
      anchor: [0, 0],
      angle: { limits: { lower: 1e-9, upper: 1 }, friction: { torque: 1 } },
    });
    world.joints.create('pivot', { bodyA: arm, bodyB: tip, anchor: [1, 0], angle: { limits: [-1, 0.034] } });
    world.step(STEP);
    // In short steps 0.448; held, 0.
    expect(angle.rate).toBeGreaterThan(0.15);
    expect(angle.rate).toBeLessThan(0.5);
  });

  test('is next to never passed by what is driven about at random', () => {
    for (let seed = 0; seed < 30; seed++) {
      const chance = new Chance(seed);
      const inertia = chance.magnitude(0.05, 1);
      const world = new World({ gravity: [0, 0], solver: 'direct', directSubsteps: 1, sleeping: false });
      const body = world.addBody({ mass: 2, inertia, angularVelocity: chance.between(-1, 2) });
      const { angle } = world.joints.create('pivot', {
        bodyB: body,
        anchor: [0, 0],
        angle: {
          limits: { lower: -0.3, upper: 0.3, restitution: seed % 2 ? 0.4 : 0 },
          friction: { torque: chance.magnitude(0.5, 20), viscous: seed % 3 ? 0.3 : 0 },
          motor: seed % 5 ? { speed: chance.between(-2, 2), maxTorque: 8 } : { speed: 0, maxTorque: 3 },
          spring: { target: 0.2, hertz: 2, dampingRatio: 0.1, maxTorque: 50 },
          ...(seed % 4 ? {} : { ratchet: { tooth: 0.07 } }),
        },
      });
      for (let i = 0; i < 150; i++) {
        body.applyTorque(chance.between(-20, 20));
        world.step(STEP);
        expect(Math.abs(angle.value), `${seed} ${i}`).toBeLessThan(0.3 + 1e-3);
      }
    }
  });
});
