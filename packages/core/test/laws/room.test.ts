import { World } from '@tenon/core';
import { expect, test } from 'vitest';
import { SETTINGS_SIZE } from '../../src/state/record';

function hinges(many: number) {
  const world = new World();
  const joints = Array.from({ length: many }, () => world.joints.create('pivot', { bodyB: world.addBody() }));
  return { world, joints, batch: world.batches[0] };
}

test('laws that nobody set take no room: a plain pivot has 0.6 kB of numbers at most', () => {
  const { batch } = hinges(100);
  const places = batch.coordinates.length + batch.columns;
  expect(8 * (batch.stride + SETTINGS_SIZE) + 4 * places).toBeLessThanOrEqual(600);
  expect(batch.laws.length).toBe(hinges(1).batch.laws.length);
});

test('those of a joint that was removed are given to others', () => {
  const { world, joints, batch } = hinges(100);
  for (const joint of joints) joint.angle.motor = { speed: 1 };
  const room = batch.laws.length;
  for (let i = 0; i < 300; i++) {
    world.joints.create('pivot', { bodyB: world.addBody(), angle: { motor: { speed: 1 } } });
    [...world.joints][0].remove();
    world.step(1 / 60);
  }
  expect(batch.laws.length).toBe(room);
});
