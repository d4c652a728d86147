import { type Body, type PivotJoint, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { Chance } from '../random-world';

function newWorld(): World {
  return new World({ solver: 'iterative', gravity: [0, -10], sleeping: false });
}

/** Two to seven links of 1 m let go level, of 1 kg or `heavy`, whose hinges have stops 0.1 to 0.6 rad either way. */
function addChain(world: World, chance: Chance, heavy: number): PivotJoint[] {
  const joints: PivotJoint[] = [];
  let last: Body | null = null;
  const count = 2 + chance.integer(6);
  for (let i = 0; i < count; i++) {
    const mass = chance.pick([1, heavy]);
    const body: Body = world.addBody({ position: [i + 0.5, 0], mass, inertia: mass / 12 });
    const limits = [-chance.between(0.1, 0.6), chance.between(0.1, 0.6)] as const;
    joints.push(world.joints.create('pivot', { bodyA: last, bodyB: body, anchor: [i, 0], angle: { limits } }));
    last = body;
  }
  return joints;
}

function passedBy({ value, limits }: PivotJoint['angle']): number {
  return limits === null ? 0 : Math.max(limits.lower - value, value - limits.upper);
}

function weightOf({ bodies }: World): number {
  let sum = 0;
  for (const { mass } of bodies) sum += 10 * mass;
  return sum;
}

describe('chains of light and heavy links that fall on their stops', () => {
  // Passed by 0.05, 0.07, 0.3 and 1 rad by every tenth chain where stops strike only as they are visited.
  test.each([
    [1, 0.02],
    [10, 0.04],
    [100, 0.1],
    [1000, 0.2],
  ])('of 1 and %d kg pass few of them by %d rad, and gain nothing', (heavy, most) => {
    const passed: number[] = [];
    for (let seed = 1; seed <= 40; seed++) {
      const world = newWorld();
      const joints = addChain(world, new Chance(seed), heavy);
      const start = world.energy.total;
      let worst = 0;
      for (let i = 0; i < 180; i++) {
        world.step(1 / 60);
        worst = Math.max(worst, ...joints.map(({ angle }) => passedBy(angle)));
        expect(world.energy.total - start, `seed ${seed}`).toBeLessThan(0.01 * weightOf(world));
      }
      passed.push(worst);
    }
    passed.sort((a, b) => a - b);
    expect(passed[35]).toBeLessThan(most);
  });
});

test('a heavy arm on a light one that stands at its stop reads its load there', () => {
  const world = newWorld();
  const light = world.addBody({ position: [0.5, 0], mass: 1, inertia: 1 / 12 });
  const heavy = world.addBody({ position: [1.5, 0], mass: 100, inertia: 100 / 12 });
  const root = world.joints.create('pivot', { bodyB: light, anchor: [0, 0], angle: { limits: [-0.01, 1] } });
  world.joints.create('pivot', { bodyA: light, bodyB: heavy, anchor: [1, 0], angle: { limits: [-0.01, 1] } });
  let [force, torque] = [0, 0];
  for (let i = 0; i < 300; i++) {
    world.step(1 / 60);
    if (i < 240) continue;
    force += root.reaction.y / 60;
    torque += root.reaction.torque / 60;
    expect(passedBy(root.angle)).toBeLessThan(0.012);
  }
  expect(force / 1010).toBeCloseTo(1, 2);
  expect(torque / 1505).toBeCloseTo(1, 2);
});
