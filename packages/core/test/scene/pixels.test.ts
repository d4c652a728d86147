import { World } from '@tenon/core';
import { loadScene, saveScene } from '@tenon/core/scene';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Chance, createRandom, randomBody, randomWorld } from '../random-world';

const SCALE = 50;

const CASES = (['iterative', 'direct'] as const).flatMap((solver) =>
  new World().joints.names.map((name) => [name, solver] as const),
);

test.each(CASES)('a %s in pixels, y down, moves as in metres, y up (%s)', (name, solver) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
      const scene = saveScene(oneJoint(name, seed, solver));
      const metres = loadScene(scene).world;
      const pixels = loadScene(scene, { scale: SCALE, flipY: true }).world;
      for (let i = 0; i < 10; i++) {
        metres.step(1 / 240);
        pixels.step(1 / 240);
      }
      const seen = [...pixels.poses].map((value, i) =>
        i % 3 === 0 ? value / SCALE : i % 3 === 1 ? -value / SCALE : -value,
      );
      // A stop is met exactly, and rounding decides on which side of it: some 1e-5.
      // The direct step ends its iteration within its tolerance, some 1e-6.
      const least = solver === 'direct' ? 1e-5 : 1e-9;
      const tolerance = /limits|ratchet/.test(JSON.stringify(scene)) ? 1e-3 : least;
      [...metres.poses].forEach((value, i) =>
        expect(Math.abs(seen[i] - value)).toBeLessThan(tolerance * Math.max(1, Math.abs(value))),
      );
    }),
    { seed: 3, numRuns: 10, endOnFailure: true },
  );
});

test.each([
  ['pivot', 190056],
  ['pose', 31676],
  ['friction', 190056],
] as const)(
  '64 world units a metre round nothing: a %s moves to the bit as in metres, at its stops, too',
  (name, seed) => {
    const scene = saveScene(oneJoint(name, seed, 'iterative'));
    const metres = loadScene(scene).world;
    const scaled = loadScene(scene, { scale: 64 }).world;
    for (let i = 0; i < 90; i++) {
      metres.step(1 / 60);
      scaled.step(1 / 60);
    }
    expect([...scaled.poses].map((value, i) => (i % 3 === 2 ? value : value / 64))).toEqual([...metres.poses]);
  },
);

test.each(['iterative', 'direct'] as const)('a heap at 64 world units a metre moves as in metres (%s)', (solver) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
      const scene = saveScene(cappedHeap(seed, solver));
      const metres = loadScene(scene).world;
      const scaled = loadScene(scene, { scale: 64 }).world;
      for (let i = 0; i < 12; i++) {
        metres.step(1 / 60);
        scaled.step(1 / 60);
      }
      // Not to the bit: servos take 1e-30 for the inverse inertia of what cannot be turned, in any unit.
      metres.poses.forEach((value, i) =>
        expect(Math.abs((i % 3 === 2 ? scaled.poses[i] : scaled.poses[i] / 64) - value)).toBeLessThan(1e-9),
      );
    }),
    { seed: 5, numRuns: 40, endOnFailure: true },
  );
});

test.each(['iterative', 'direct'] as const)(
  'friction holds what is near a stop in pixels as in metres (%s)',
  (solver) => {
    for (const lengthUnit of [1, SCALE]) {
      const world = new World({ solver, lengthUnit, sleeping: false });
      const body = world.addBody({ mass: 1, inertia: 1, angle: 3e-5 });
      const { angle } = world.joints.create('pivot', {
        bodyB: body,
        anchor: [0, 0],
        referenceAngle: 0,
        angle: { limits: [0, 1], friction: { torque: 0.5 } },
      });
      for (let i = 0; i < 30; i++) {
        body.applyTorque(-0.3);
        world.step(1 / 60);
      }
      expect([angle.limits?.force, angle.friction?.force]).toEqual([0, expect.closeTo(0.3, 6)]);
    }
  },
);

function oneJoint(name: string, seed: number, solver: 'iterative' | 'direct'): World {
  const chance = new Chance(seed);
  const world = new World({ gravity: [0, -9.81], solver });
  for (let i = 0; i < 3; i++) world.addBody(randomBody(chance, i));
  createRandom(world, chance, name, true);
  return world;
}

/** Everything with everything, and points whose locks and friction have caps. */
function cappedHeap(seed: number, solver: 'iterative' | 'direct'): World {
  const world = randomWorld(seed, { numbersOnly: true, solver });
  const chance = new Chance(seed);
  for (const { coordinates } of world.joints)
    for (const point of coordinates) {
      if (point.unit === 'angle' || 'limits' in point) continue;
      if (point.lock !== null && chance.chance(0.5)) point.lock = { maxForce: chance.magnitude(1, 300) };
      if (chance.chance(0.5)) point.friction = { force: chance.magnitude(0.5, 30) };
    }
  return world;
}

test('scale and flip undo themselves', () => {
  const scene = saveScene(randomWorld(4, { numbersOnly: true }));
  const there = saveScene(loadScene(scene, { scale: 64, flipY: true }).world);
  const back = saveScene(loadScene(there, { scale: 1 / 64, flipY: true }).world);
  expect(rounded(back)).toEqual(rounded(scene));
});

/** To ten digits: the inertia of a body is kept per square unit. */
function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, item: unknown) => (typeof item === 'number' ? Number(item.toPrecision(10)) : item)),
  );
}
