import { type ScalarOptions, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';

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
