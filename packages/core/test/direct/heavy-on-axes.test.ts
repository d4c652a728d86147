import { expect, it } from 'vitest';
import { type Body, World } from '@tenon/core';

const LINK = 0.25;
const LINKS = 20;

/** A level chain, let go; its last link weighs a thousand times as much as each of the others. */
function chain(hang: (world: World, bodyA: Body | null, bodyB: Body, anchor: [number, number]) => void) {
  const world = new World({ gravity: [0, -9.81], solver: 'direct', sleeping: false });
  let last: Body | null = null;
  for (let i = 0; i < LINKS; i++) {
    const mass = i === LINKS - 1 ? 1000 : 1;
    const link: Body = world.addBody({ position: [(i + 0.5) * LINK, 0], mass, inertia: (mass * LINK * LINK) / 12 });
    hang(world, last, link, [i * LINK, 0]);
    last = link;
  }
  return world;
}

function factorisationsOf(world: World, frames: number): number {
  let sum = 0;
  for (let i = 0; i < frames; i++) {
    world.step(1 / 60);
    for (const { factorisations, lastResorts } of world.stats.islands) {
      sum += factorisations;
      expect(lastResorts).toBe(0);
    }
  }
  return sum / frames;
}

it('links on two locked axes bear a thousand times their weight as on hinges', () => {
  const onHinges = chain((world, bodyA, bodyB, anchor) => world.joints.create('pivot', { bodyA, bodyB, anchor }));
  const onAxes = chain((world, bodyA, bodyB, anchor) =>
    world.joints.create('line', { bodyA, bodyB, anchor, axis: [0.6, 0.8], slide: { lock: true } }),
  );
  expect(factorisationsOf(onHinges, 60)).toBeLessThan(8);
  expect(factorisationsOf(onAxes, 60)).toBeLessThan(8);
  // It is one motion.
  const [hung, slid] = [[...onHinges.bodies], [...onAxes.bodies]];
  for (let i = 0; i < LINKS; i++) {
    expect(slid[i].x).toBeCloseTo(hung[i].x, 2);
    expect(slid[i].y).toBeCloseTo(hung[i].y, 2);
  }
});
