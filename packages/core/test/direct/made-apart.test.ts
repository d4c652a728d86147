import { type Body, type Joint, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { isScalar } from '../joint-cases';
import { Chance } from '../random-world';
import { FRAME, momenta } from '../rigs';

/** Joints whose anchors or angles are made apart: what each is given beside its bodies. */
const joints: Readonly<Record<string, (chance: Chance) => object>> = {
  pivot: anchors,
  weld: (chance) => ({ ...anchors(chance), referenceAngle: chance.between(-1, 1) }),
  pin: (chance) => ({ ...anchors(chance), length: 0.3 }),
  slide: (chance) => ({ ...anchors(chance), min: 0.2, max: 0.4 }),
  rope: (chance) => ({ ...anchors(chance), max: 0.4 }),
  line: (chance) => ({ ...anchors(chance), localAxisA: [1, 0.3], slide: { limits: [-0.1, 0.1] } }),
  prismatic: (chance) => ({ ...anchors(chance), localAxisA: [1, 0.3], referenceAngle: chance.between(-1, 1) }),
  wheel: (chance) => ({ ...anchors(chance), localAxisA: [1, 0.3], suspension: { limits: [-0.1, 0.1] } }),
  groove: (chance) => ({ grooveA: [0, 0.2], grooveB: [0.5, 0.2], localAnchorB: chance.vec(0.5) }),
  path: (chance) => ({ localAnchorB: chance.vec(0.3), path: { points: [[-1, 0.5], [0.5, 0], [1, 0.2], [2, 1]] } }), // prettier-ignore
  angle: () => ({ angle: { lock: { target: 0.8 } } }),
  gear: () => ({ ratio: 1, phase: 0.7 }),
};
const NAMES = Object.keys(joints);

function anchors(chance: Chance): object {
  return { localAnchorA: chance.vec(0.5), localAnchorB: chance.vec(0.5) };
}

/** Free bodies in a row that whirl and fly, each joined to the next by what is apart. */
function freeRow(name: string, count: number, seed: number) {
  const chance = new Chance(seed);
  const world = new World({ gravity: [0, 0], solver: 'direct', sleeping: false });
  const bodies = Array.from({ length: count }, (_, i) =>
    world.addBody({
      position: [i + chance.between(-0.5, 0.5), chance.between(-0.7, 0.7)],
      angle: chance.between(-1, 1),
      mass: chance.between(0.5, 3),
      inertia: chance.between(0.1, 0.5),
      velocity: chance.vec(1.5),
      angularVelocity: chance.between(-4, 4),
    }),
  );
  const row = bodies
    .slice(1)
    .map((bodyB, i) => world.joints.createNamed(name, { bodyA: bodies[i], bodyB, ...joints[name](chance) }));
  return { world, bodies, row };
}

/** By how much locks and limits miss what they hold, at most. */
function apart(row: readonly Joint[]): number {
  let most = 0;
  for (const { error, coordinates } of row) {
    for (const miss of Object.values(error)) most = Math.max(most, Math.abs(miss));
    for (const c of coordinates) {
      if (!isScalar(c) || c.limits === null) continue;
      most = Math.max(most, c.value - c.limits.upper, c.limits.lower - c.value);
    }
  }
  return most;
}

describe.each([2, 5])('free bodies, %d of them, joined apart', (count) => {
  test.each(NAMES)('by a %s keep their momentum while that is closed', (name) => {
    for (let seed = 1; seed <= 8; seed++) {
      const { world, bodies, row } = freeRow(name, count, seed);
      const before = momenta(bodies);
      expect(apart(row)).toBeGreaterThan(0.02);
      for (let i = 0; i < 180; i++) {
        world.step(FRAME);
        const after = momenta(bodies);
        // Linear to rounding, angular nearly.
        for (let k = 0; k < 2; k++) expect(Math.abs(after[k] - before[k])).toBeLessThan(1e-11);
        expect(Math.abs(after[2] - before[2]), `step ${i}, seed ${seed}`).toBeLessThan(1e-3);
      }
      expect(apart(row)).toBeLessThan(2e-6);
    }
  });
});

test('free bodies that are drawn together faster than a step can turn keep their momentum', () => {
  const world = new World({ gravity: [0, 0], solver: 'direct', sleeping: false });
  const bodyA = world.addBody({ mass: 1, inertia: 0.1, velocity: [1, -20] });
  const bodyB = world.addBody({ position: [10, 0], mass: 1, inertia: 0.1, velocity: [1, 20] });
  const pin = { localAnchorA: [0.3, 0], localAnchorB: [-0.3, 0], length: 0.2 };
  world.joints.createNamed('pin', { bodyA, bodyB, ...pin });
  const before = momenta([bodyA, bodyB]);
  for (let i = 0; i < 300; i++) {
    world.step(FRAME);
    const after = momenta([bodyA, bodyB]);
    for (let k = 0; k < 2; k++) expect(Math.abs(after[k] - before[k])).toBeLessThan(1e-9);
    expect(Math.abs(after[2] / before[2] - 1), `step ${i}`).toBeLessThan(1e-3);
  }
  expect((bodyA.x + bodyB.x) / 2).toBeCloseTo(10, 6);
});

test.each([
  [12, 11],
  [6, 5.9],
  [20, 15],
])(
  'a straight chain of %d m between posts %f m apart folds as fast as gaps close, and opens nowhere else',
  (count, end) => {
    const world = new World({ gravity: [0, -9.81], solver: 'direct', sleeping: false });
    let bodyA: Body | null = null;
    for (let i = 0; i < count; i++) {
      const bodyB: Body = world.addBody({ position: [i + 0.5, 0], mass: 1, inertia: 1 / 12 });
      world.joints.create('pivot', { bodyA, bodyB, anchor: [i, 0] });
      bodyA = bodyB;
    }
    const chain = [...world.joints];
    const last = world.joints.create('pivot', { bodyA, localAnchorA: [0.5, 0], localAnchorB: [end, 0] });
    for (let i = 0; i < 2 + 15 * (count - end); i++) {
      world.step(FRAME);
      expect(world.stats.islands[0].lastResorts).toBe(0);
      expect(apart(chain)).toBeLessThan(0.01);
    }
    expect(apart([last])).toBeLessThan(1e-4);
  },
);
