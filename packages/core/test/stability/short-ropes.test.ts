import { type ScalarOptions, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { Chance } from '../random-world';

/** A kilogram on a rope over two fixed sheaves 3 m apart, which is told to be 2 m long. */
function shortRope(
  solver: 'direct' | 'iterative',
  substeps: number,
  anchor: readonly [number, number],
  length: ScalarOptions,
) {
  const world = new World({ solver, substeps, sleeping: false });
  const weight = world.addBody({ position: [0.3, -1], mass: 1, inertia: 0.1, linearDamping: 1, angularDamping: 1 });
  const ends = { localAnchorA: [0, 0], localAnchorB: anchor, localAnchorC: [2, 0], localAnchorD: [5, 0] } as const;
  const rope = world.joints.create('pulley', { bodyB: weight, ...ends, length });
  return { world, weight, rope };
}

const LAWS: readonly (readonly [string, ScalarOptions])[] = [
  ['a greatest length', { limits: [null, 2] }],
  ['bounds that meet', { limits: [2, 2] }],
  ['a lock', { lock: { target: 2 } }],
  ['a servo', { motor: { target: 2 } }],
  ['a slow servo', { motor: { target: 2, speed: 1 } }],
  ['a winch', { motor: { speed: -1 } }],
];
const ANCHORS = [
  [0, 0],
  [0.2, 0.1],
] as const;

// The rope has less and less of a direction near its sheave: told to go on, weights came to 10 to 200 000 J, and were never still.
describe('a rope that is told to be shorter than it can be', () => {
  test.each(LAWS)('comes to rest at its sheave, by %s', (_, law) => {
    for (const anchor of ANCHORS) {
      for (const substeps of [1, 4, 8]) {
        const { world, weight, rope } = shortRope('iterative', substeps, anchor, law);
        for (let i = 0; i < 900; i++) world.step(1 / 60);
        expect(weight.kineticEnergy).toBeLessThan(1e-3);
        expect(rope.length.value).toBeCloseTo(3.005, 2);
      }
    }
  });

  test.each(LAWS.slice(0, 3))('also in the direct step, by %s', (_, law) => {
    for (const anchor of ANCHORS) {
      const { world, weight, rope } = shortRope('direct', 4, anchor, law);
      for (let i = 0; i < 900; i++) world.step(1 / 60);
      expect(weight.kineticEnergy).toBeLessThan(1e-5);
      expect(rope.length.value).toBeCloseTo(3.005, 6);
    }
  });

  test('reads what is missing, and is drawn on when its sheaves come nearer', () => {
    const { world, rope } = shortRope('iterative', 4, [0, 0], { lock: { target: 2 } });
    for (let i = 0; i < 900; i++) world.step(1 / 60);
    expect(rope.length.lock?.target).toBe(2);
    expect(rope.length.error).toBeCloseTo(1.005, 3);
    rope.localAnchorD = [3, 0];
    for (let i = 0; i < 300; i++) world.step(1 / 60);
    expect(rope.length.value).toBeCloseTo(2, 3);
  });
});

// Two sheaves and both ends of the rope on one body: where it cannot get shorter its Jacobian is 0, and what bends away from there was
// asked for at once. Of a hundred such bodies fourteen had 60 to 600 m/s, and kept them.
test('a rope that cannot get shorter between two sheaves and one body lets it come to rest', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const chance = new Chance(seed);
    const substeps = chance.pick([1, 2, 4, 8]);
    const world = new World({ solver: 'iterative', gravity: [0, 0], substeps, sleeping: false });
    const place = (size: number) => [chance.between(-size, size), chance.between(-size, size)] as const;
    const mass = chance.magnitude(0.4, 2.5);
    const body = world.addBody({ position: place(2), mass, inertia: mass * chance.magnitude(0.03, 0.3) });
    const law = chance.pick<ScalarOptions>([{ lock: { target: 0.5 } }, { limits: [null, 0.5] }]);
    const ends = { localAnchorA: place(3), localAnchorB: place(0.7), localAnchorC: place(0.7), localAnchorD: place(3) };
    world.joints.create('pulley', { bodyB: body, bodyC: body, ...ends, length: law });
    let fastest = 0;
    for (let i = 0; i < 600; i++) {
      world.step(1 / 60);
      fastest = Math.max(fastest, Math.hypot(body.velocity.x, body.velocity.y));
      if (i === 400) expect(fastest, `seed ${seed}`).toBeLessThan(40);
    }
    expect(Math.hypot(body.velocity.x, body.velocity.y), `seed ${seed}`).toBeLessThan(5);
  }
});

// Asked to turn its error away by 4π rad/s, a joint that feels a hundredth of a body’s angle turned that as fast as anything may turn, 360 rad/s.
test('an angle joint with a small ratio turns its body no faster than one of ratio 1', () => {
  const world = new World({ solver: 'iterative', gravity: [0, 0], sleeping: false });
  const body = world.addBody({ mass: 1, inertia: 0.1 });
  world.joints.create('angle', { bodyB: body, ratio: 0.01, angle: { lock: { target: 1 } } });
  let fastest = 0;
  for (let i = 0; i < 600; i++) {
    const before = body.angle;
    world.step(1 / 60);
    fastest = Math.max(fastest, (body.angle - before) * 60);
  }
  expect(fastest).toBeLessThan(4 * Math.PI * 1.01);
  expect(body.angle).toBeGreaterThan(50);
});
