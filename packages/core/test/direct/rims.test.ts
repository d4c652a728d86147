import { expect, test } from 'vitest';
import { directWorld } from './scenes';

/** A wheel of as many kg as it has pendulums of 1 kg on its rim, let go turning at 1 rad/s. */
function rim(count: number) {
  const world = directWorld();
  const wheel = world.addBody({ position: [0, 0], mass: count, inertia: 4 * count, angularVelocity: 1 });
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * i) / count;
    const [x, y] = [2 * Math.cos(angle), 2 * Math.sin(angle)];
    const bodyB = world.addBody({ position: [x, y - 0.5], mass: 1, inertia: 0.1 });
    world.joints.create('pivot', { bodyA: wheel, bodyB, anchor: [x, y] });
  }
  return { world, wheel };
}

test('a wheel with 5 000 pendulums on its rim moves as one with 12', () => {
  const [many, few] = [rim(5000), rim(12)];
  for (let i = 0; i < 20; i++) {
    many.world.step(1 / 60);
    few.world.step(1 / 60);
    expect(many.wheel.angle).toBeCloseTo(few.wheel.angle, 8);
    expect(many.wheel.angularVelocity).toBeCloseTo(few.wheel.angularVelocity, 8);
  }
  const [island] = many.world.stats.islands;
  expect(island.solver).toBe('direct');
  expect(island.rank).toBe(10_000);
  expect(island.iterations).toBe(few.world.stats.islands[0].iterations);
  expect(Math.max(...[...many.world.joints].map((joint) => joint.error.point ?? 0))).toBeLessThan(1.1e-6);
});
