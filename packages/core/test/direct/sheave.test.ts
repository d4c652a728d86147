import type { ScalarOptions, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { directWorld, pulley, run } from './scenes';

/** Two weights straight under their sheaves, the second three times as heavy. */
function straight(length: ScalarOptions) {
  const world = directWorld();
  const light = world.addBody({ position: [0, -1], mass: 1, inertia: 0.05 });
  const heavy = world.addBody({ position: [2, -1], mass: 3, inertia: 0.05 });
  const anchors = { localAnchorA: [0, 0], localAnchorC: [2, 0], localAnchorB: [0, 0], localAnchorD: [0, 0] } as const;
  const rope = world.joints.create('pulley', { bodyB: light, bodyD: heavy, ...anchors, length });
  return { world, light, heavy, rope };
}

/** Largest number of factorisations in a frame, and largest gain of energy in one against the fastest motion so far. */
function watch(world: World, seconds: number): { factorisations: number; gain: number } {
  let before = world.energy.total;
  let fastest = 0;
  let gain = 0;
  let factorisations = 0;
  for (let i = 0; i < seconds * 60; i++) {
    world.step(1 / 60);
    const { kinetic, total } = world.energy;
    fastest = Math.max(fastest, kinetic);
    gain = Math.max(gain, (total - before) / fastest);
    before = total;
    factorisations = Math.max(factorisations, world.stats.islands[0].factorisations);
  }
  return { factorisations, gain };
}

describe('an anchor that is drawn into its sheave', () => {
  const locked = { lock: true } as const;
  const slack = { limits: [null, 2] } as const;
  test.each([
    ['straight, on a rod', () => straight(locked).world],
    ['straight, on a rope', () => straight(slack).world],
    ['swinging, by a lever', () => pulley([1, 3]).world],
    ['swinging past it', () => pulley([1, 1.2]).world],
  ])('%s: keeps to the cap on factorisations and gains nothing', (_, make) => {
    const world = make();
    const { factorisations, gain } = watch(world, 10);
    expect(factorisations).toBeLessThanOrEqual(64);
    // At rest a gap within the tolerance may lift both by 1e-6 m: 40 N, against 19 J.
    expect(gain).toBeLessThan(4e-6);
  });

  test('hangs there under the load, and comes out when the load is taken off', () => {
    const { world, light, heavy, rope } = straight(slack);
    run(world, 5);
    expect(Math.hypot(light.x, light.y)).toBeLessThan(2e-3);
    expect(heavy.y).toBeCloseTo(-2, 2);
    expect(light.velocity.y).toBeCloseTo(0, 1);
    let force = 0;
    for (let i = 0; i < 60; i++) {
      world.step(1 / 60);
      force += (rope.length.limits?.force ?? 0) / 60;
    }
    expect(force).toBeCloseTo(-3 * 9.81, 1);
    heavy.mass = 0.5;
    run(world, 0.5);
    // (m − M)/(m + M) g = g/3; before it hung still it trembled, and did not lose all of that.
    expect(light.y).toBeCloseTo((-9.81 / 3) * 0.125, 1);
  });

  test('the length is |d| to the bit three thousandths of a lengthUnit from it, and nearer smooth', () => {
    const { world, light, rope } = straight({});
    light.position = [0, -0.003];
    expect(rope.length.value).toBe(1.003);
    light.position = [0, 0];
    expect(rope.length.value).toBe(1.0015);
    light.velocity = [1, 2];
    expect(rope.length.rate).toBe(0);
    world.step(1 / 60);
    expect(Number.isFinite(light.y)).toBe(true);
  });
});
