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

function oneJoint(name: string, seed: number, solver: 'iterative' | 'direct'): World {
  const chance = new Chance(seed);
  const world = new World({ gravity: [0, -9.81], solver });
  for (let i = 0; i < 3; i++) world.addBody(randomBody(chance, i));
  createRandom(world, chance, name, true);
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
