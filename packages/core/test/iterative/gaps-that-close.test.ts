import { type Body, type Joint, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { addSomeBody, Chance, randomDirection } from '../random-world';

const FRAME = 1 / 60;

/** Joints that hold a point, an axis or a length, made with their anchors anywhere. */
const MAKE: Record<string, (world: World, chance: Chance, bodyA: Body | null, bodyB: Body) => Joint> = {
  pivot: (world, chance, bodyA, bodyB) => world.joints.create('pivot', { bodyA, bodyB, ...anchors(chance) }),
  prismatic: (world, chance, bodyA, bodyB) =>
    world.joints.create('prismatic', { bodyA, bodyB, ...anchors(chance), axis: randomDirection(chance) }),
  line: (world, chance, bodyA, bodyB) =>
    world.joints.create('line', { bodyA, bodyB, ...anchors(chance), axis: randomDirection(chance) }),
  wheel: (world, chance, bodyA, bodyB) =>
    world.joints.create('wheel', { bodyA, bodyB, ...anchors(chance), axis: randomDirection(chance), suspension: {} }),
  groove: (world, chance, bodyA, bodyB) => {
    const [x, y] = chance.vec(1);
    const [ux, uy] = randomDirection(chance);
    return world.joints.create('groove', {
      bodyA,
      bodyB,
      localAnchorB: chance.vec(1),
      grooveA: [x - 20 * ux, y - 20 * uy],
      grooveB: [x + 20 * ux, y + 20 * uy],
    });
  },
  path: (world, chance, bodyA, bodyB) =>
    world.joints.create('path', {
      bodyA,
      bodyB,
      ...anchors(chance),
      path: {
        points: [
          [-9, 0],
          [-3, 1],
          [3, 0],
          [9, 1],
        ],
        smooth: true,
      },
    }),
  'bar of another length': (world, chance, bodyA, bodyB) => {
    const length = chance.between(0.1, 1.5);
    return world.joints.create('distance', { bodyA, bodyB, ...anchors(chance), length: { limits: [length, length] } });
  },
};

function anchors(chance: Chance): { localAnchorA: [number, number]; localAnchorB: [number, number] } {
  return { localAnchorA: chance.vec(1), localAnchorB: chance.vec(1) };
}

describe('by the iterative step', () => {
  test.each(Object.keys(MAKE))('a %s that was made apart closes, and its bodies stand still', (name) => {
    for (let seed = 1; seed <= 60; seed++) {
      const chance = new Chance(seed);
      const world = new World({ solver: 'iterative', maxCorrectionSpeed: 2, sleeping: false });
      const bodyB = addSomeBody(world, chance);
      const bodyA = seed % 2 === 0 ? addSomeBody(world, chance) : null;
      MAKE[name](world, chance, bodyA, bodyB);
      for (let i = 0; i < 240; i++) world.step(FRAME);
      // Of some joules at 2 m/s; before rows took their corrections along, up to 14 J were left.
      expect(world.energy.kinetic, `seed ${seed}`).toBeLessThan(5e-3);
    }
  });

  test('six bodies that are linked apart close, and stand still', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const chance = new Chance(seed);
      const world = new World({ solver: 'iterative', maxCorrectionSpeed: 2, sleeping: false });
      const bodies = Array.from({ length: 6 }, () => addSomeBody(world, chance));
      for (let i = 1; i < 6; i++) MAKE.pivot(world, chance, bodies[i - 1], bodies[i]);
      const joints = [...world.joints];
      for (let i = 0; i < 300; i++) world.step(FRAME);
      expect(world.energy.kinetic, `seed ${seed}`).toBeLessThan(5e-3);
      for (const { error } of joints) expect(error.point, `seed ${seed}`).toBeLessThan(1e-3);
    }
  });

  test.each(['pivot', 'line', 'prismatic'])(
    'bodies that spin keep their momentum while a %s draws them together',
    (name) => {
      for (let seed = 1; seed <= 20; seed++) {
        const chance = new Chance(seed);
        const world = new World({ solver: 'iterative', sleeping: false });
        const bodies = [addSomeBody(world, chance), addSomeBody(world, chance)];
        for (const body of bodies) {
          body.velocity = chance.vec(1);
          body.angularVelocity = chance.between(-5, 5);
        }
        MAKE[name](world, chance, bodies[0], bodies[1]);
        const before = momenta(bodies);
        for (let i = 0; i < 120; i++) world.step(FRAME);
        momenta(bodies).forEach((momentum, i) => expect(momentum, `seed ${seed}`).toBeCloseTo(before[i], 9));
      }
    },
  );
});

test('what a pivot draws in weighs what it weighs: its force is no more than that of its swing', () => {
  const world = new World({ gravity: [0, -10], solver: 'iterative', sleeping: false });
  const body = world.addBody({ position: [30, 0], mass: 1, inertia: 1 });
  const hinge = world.joints.create('pivot', { bodyB: body, localAnchorA: [0, 0], localAnchorB: [-1, 0] });
  for (let i = 0; i < 240; i++) {
    const { x, y } = body.velocity;
    const turn = body.angularVelocity;
    world.step(FRAME);
    const { x: forceX, y: forceY } = hinge.reaction;
    expect(forceX).toBeCloseTo((body.velocity.x - x) / FRAME, 6);
    expect(forceY).toBeCloseTo((body.velocity.y - y) / FRAME + 10, 6);
    expect(hinge.impulseOn(body).angular).toBeCloseTo(body.angularVelocity - turn, 6);
    expect(hinge.reaction.force).toBeLessThan(60);
  }
});

test('of a slider between free bodies, whose two locks share what they correct, little is left', () => {
  let sum = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const chance = new Chance(seed);
    const world = new World({ solver: 'iterative', maxCorrectionSpeed: 2, sleeping: false });
    const bodyA = addSomeBody(world, chance);
    const bodyB = addSomeBody(world, chance);
    world.joints.create('prismatic', { bodyA, bodyB, ...anchors(chance), axis: randomDirection(chance) });
    for (let i = 0; i < 240; i++) world.step(FRAME);
    sum += world.energy.kinetic;
  }
  expect(sum / 60).toBeLessThan(0.1);
});

function momenta(bodies: readonly Body[]): number[] {
  const sum = [0, 0, 0];
  for (const { mass, inertia, position, velocity, angularVelocity } of bodies) {
    sum[0] += mass * velocity.x;
    sum[1] += mass * velocity.y;
    sum[2] += inertia * angularVelocity + mass * (position.x * velocity.y - position.y * velocity.x);
  }
  return sum;
}
