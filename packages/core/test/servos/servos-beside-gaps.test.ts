import { World } from '@tenon/core';
import { expect, test } from 'vitest';
import { FRAME } from '../rigs';
import { addSomeBody, Chance, randomDirection } from '../random-world';

/** How far a servo of a joint that was made 0.5 m apart goes past its target at most. */
function passedBy(seed: number, type: 'pivot' | 'prismatic', motor: object): number {
  const chance = new Chance(seed);
  const world = new World({ solver: 'iterative', maxCorrectionSpeed: 2, sleeping: false });
  const bodyB = addSomeBody(world, chance);
  const localAnchorB = chance.vec(1);
  const [ux, uy] = randomDirection(chance);
  const there = bodyB.toWorld(localAnchorB);
  const frames = { bodyB, localAnchorA: [there.x + ux / 2, there.y + uy / 2], localAnchorB } as const;
  const coordinate =
    type === 'pivot'
      ? world.joints.create('pivot', frames).angle
      : world.joints.create('prismatic', { ...frames, axis: randomDirection(chance) }).slide;
  const target = coordinate.value + chance.between(-1, 1);
  const way = target > coordinate.value ? 1 : -1;
  coordinate.motor = { target, ...motor };
  let worst = 0;
  for (let i = 0; i < 300; i++) {
    world.step(FRAME);
    worst = Math.max(worst, way * (coordinate.value - target));
  }
  expect(coordinate.value, `seed ${seed}`).toBeCloseTo(target, 3);
  return worst;
}

test('a servo with a cap has some of it left for the gap of its joint as that closes, by the iterative step', () => {
  for (let seed = 1; seed <= 40; seed++) {
    expect(passedBy(seed, 'pivot', { maxTorque: 10 }), `pivot, seed ${seed}`).toBeLessThan(2e-3);
    expect(passedBy(seed, 'prismatic', { maxForce: 10 }), `prismatic, seed ${seed}`).toBeLessThan(2e-3);
  }
});
