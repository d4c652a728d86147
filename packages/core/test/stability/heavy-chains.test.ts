import { type Body, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';

const GRAVITY = 10;
const MASSES = [0.01, 10];
type Hang = (world: World, place: { bodyA: Body | null; bodyB: Body; anchor: readonly [number, number] }) => void;

/** What a light body hangs by, and a body of a thousand times its mass hangs on it by. */
const HANGS: Record<string, Hang> = {
  pivot: (world, place) => world.joints.create('pivot', place),
  weld: (world, place) => world.joints.create('weld', place),
  prismatic: (world, place) => world.joints.create('prismatic', { ...place, axis: [0, 1], slide: { limits } }),
  wheel: (world, place) => world.joints.create('wheel', { ...place, axis: [0, 1], suspension: { limits } }),
};
const limits = [-0.07, 0.07] as const;

describe.each(['auto', 'iterative'] as const)(
  'a body of 1000 times the mass on a light one, by the %s step,',
  (solver) => {
    test.each(Object.keys(HANGS))('gains no energy at the end of a %s', (name) => {
      const world = new World({ solver, gravity: [0, -GRAVITY], sleeping: false });
      let last: Body | null = null;
      MASSES.forEach((mass, i) => {
        const bodyB = world.addBody({ position: [i + 0.5, 0], mass, inertia: mass / 12 });
        HANGS[name](world, { bodyA: last, bodyB, anchor: [i, 0] });
        last = bodyB;
      });
      const start = world.energy.total;
      let most = 0;
      for (let frame = 0; frame < 300; frame++) {
        world.step(1 / 60);
        most = Math.max(most, world.energy.total - start);
      }
      // As if all of it stood 5 cm higher.
      expect(most).toBeLessThan(0.05 * GRAVITY * (MASSES[0] + MASSES[1]));
    });
  },
);
