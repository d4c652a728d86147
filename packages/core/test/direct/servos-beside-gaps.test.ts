import { World } from '@tenon/core';
import { expect, test } from 'vitest';
import { addSomeBody, Chance, randomDirection } from '../random-world';

const FRAME = 1 / 60;

/** How far servos of random joints, made 0.5 m apart, go past their targets at most. */
function passedBy(type: 'pivot' | 'line' | 'prismatic', motor: object): number {
  let worst = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const chance = new Chance(seed);
    const world = new World({ solver: 'direct', maxCorrectionSpeed: 2, sleeping: false });
    const bodyB = addSomeBody(world, chance);
    const bodyA = seed % 2 === 0 ? addSomeBody(world, chance) : null;
    const localAnchorB = chance.vec(1);
    const [ux, uy] = randomDirection(chance);
    const there = bodyB.toWorld(localAnchorB);
    const at = { x: there.x + ux / 2, y: there.y + uy / 2 };
    const frames = { bodyA, bodyB, localAnchorA: bodyA?.toLocal(at) ?? at, localAnchorB };
    const coordinate =
      type === 'pivot'
        ? world.joints.create('pivot', frames).angle
        : world.joints.create(type, { ...frames, axis: randomDirection(chance) }).slide;
    const target = coordinate.value + chance.between(-1, 1);
    const way = target > coordinate.value ? 1 : -1;
    coordinate.motor = { target, ...motor };
    for (let i = 0; i < 300; i++) {
      world.step(FRAME);
      worst = Math.max(worst, way * (coordinate.value - target));
    }
    expect(coordinate.value).toBeCloseTo(target, 3);
  }
  return worst;
}

test('a servo stays at its target while the gap of its joint closes', () => {
  expect(passedBy('pivot', {})).toBeLessThan(1e-6);
  expect(passedBy('pivot', { speed: 1 })).toBeLessThan(1e-6);
  // A servo on an axis is passed by what its own motion does beside any gap, too.
  expect(passedBy('line', { speed: 1 })).toBeLessThan(2e-3);
  expect(passedBy('prismatic', { speed: 1 })).toBeLessThan(2e-3);
});

test('and so it does with a cap, which no gap uses up', () => {
  expect(passedBy('pivot', { maxTorque: 100 })).toBeLessThan(5e-3);
});
