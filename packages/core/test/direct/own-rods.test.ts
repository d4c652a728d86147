import { type Body, defineConstraint, type WorldOptions, World } from '@tenon/core';
import { symbolic } from '@tenon/core/symbolic';
import { describe, expect, test } from 'vitest';

const rod = defineConstraint({
  name: 'rod',
  bodies: 2,
  rows: { stretch: 'length' },
  value: ([a, b]) => b.position.minus(a.position).length().minus(1),
});

/** Twenty masses in line, each on a rod from the one before, let go to the side; the last weighs 1000 times as much. */
function hang(join: (world: World, bodyA: Body | null, bodyB: Body) => void, last: number, options: WorldOptions = {}) {
  const world = new World({ gravity: [0, -9.81], solver: 'direct', sleeping: false, ...options });
  let before: Body | null = null;
  for (let i = 1; i <= 20; i++) {
    const body: Body = world.addBody({ position: [i, 0], mass: i === 20 ? last : 1, inertia: 1 });
    join(world, before, body);
    before = body;
  }
  return world;
}

const joins = {
  defineConstraint: (world: World, bodyA: Body | null, bodyB: Body) => world.joints.create(rod, { bodyA, bodyB }),
  'the language': (world: World, a: Body | null, b: Body) =>
    world.add(symbolic('body a, b  constraint |b.position - a.position| - 1', { a, b })),
};

describe.each(Object.entries(joins))('twenty rods by %s', (_, join) => {
  test.each([1, 1000])('with a load of %s times their mass take few factorisations and keep their energy', (last) => {
    const world = hang(join, last);
    const start = world.energy.total;
    let factorisations = 0;
    let resorts = 0;
    for (let i = 0; i < 600; i++) {
      world.step(1 / 60);
      for (const island of world.stats.islands) {
        factorisations += island.factorisations;
        resorts += island.lastResorts;
      }
    }
    expect(factorisations / 600).toBeLessThan(6);
    expect(resorts).toBe(0);
    // Of 2 kJ that the masses fall by, and 190 kJ of the load.
    expect(Math.abs(world.energy.total - start)).toBeLessThan(10);
  });
});
