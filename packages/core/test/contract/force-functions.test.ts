import { atan, cos, exp, log, sin, World } from '@tenon/core';
import * as bare from '@tenon/core/bare';
import { describe, expect, test } from 'vitest';
import { FRAME, SOLVERS, on } from '../rigs';

test('force functions have a sine, cosine, arc tangent, exponential and logarithm of their own, from either entry', () => {
  expect([bare.sin, bare.cos, bare.atan, bare.exp, bare.log]).toEqual([sin, cos, atan, exp, log]);
  for (const x of [-3, -0.1, 0.7, 2.5]) {
    expect([sin(x), cos(x), atan(x), exp(x), log(Math.abs(x))].map((value) => value.toFixed(12))).toEqual(
      [Math.sin(x), Math.cos(x), Math.atan(x), Math.exp(x), Math.log(Math.abs(x))].map((value) => value.toFixed(12)),
    );
  }
});

test('a new force function in every frame does not make the world grow, and old snapshots keep theirs', () => {
  const world = new World({ sleeping: false });
  const bodyB = world.addBody({ position: [1, 0] });
  const joints = Array.from({ length: 3 }, () => world.joints.create('distance', { bodyB, length: {} }));
  const [first, ...others] = joints;
  first.length.spring = { force: () => 7, target: 1 };
  const snapshot = world.snapshot();
  for (let i = 0; i < 200; i++) for (const { length } of others) length.spring = { force: () => i, target: 1 };
  expect(world.forceTable.functions.length).toBeLessThan(20);
  expect(joints.map(({ length }) => (length.spring?.law as () => number)())).toEqual([7, 199, 199]);
  first.length.spring = null;
  for (let i = 0; i < 50; i++) for (const { length } of others) length.spring = { force: () => i, target: 1 };
  world.restore(snapshot);
  world.step(FRAME);
  expect(on(joints[0].length.spring).force).toBeCloseTo(7, 6);
});

describe.each(SOLVERS)('with the %s solver', (solver) => {
  test('a force function that throws rests, and is reported after the step', () => {
    const world = new World({ sleeping: false, solver, gravity: [0, -10] });
    const body = world.addBody({ position: [2, 0], mass: 1 });
    const other = world.addBody({ position: [5, 0], mass: 1 });
    const joint = world.joints.create('distance', {
      bodyB: body,
      length: {
        spring: {
          force: () => {
            throw new Error('mine');
          },
        },
      },
    });
    expect(() => world.step(FRAME)).toThrow('mine');
    expect(world.time).toBeCloseTo(FRAME, 12);
    expect(other.y).toBeCloseTo(-5 * FRAME * FRAME, 6);
    world.step(FRAME);
    joint.length.spring = { force: () => 3 };
    world.step(FRAME);
    expect(joint.length.spring?.force).toBeCloseTo(3, 9);
  });

  test('a force function is not blamed for a speed that overflows', () => {
    const world = new World({ sleeping: false, solver });
    const body = world.addBody({ position: [1, 0], mass: 1 });
    const joint = world.joints.create('distance', {
      bodyB: body,
      length: { spring: { force: (stretch, rate) => -10 * stretch - rate, target: 0.5 } },
    });
    for (let i = 0; i < 3; i++) body.applyImpulse([1e308, 0]);
    world.step(FRAME);
    for (const number of [body.x, body.y, body.velocity.x, joint.length.value, joint.reaction.x])
      expect(number).toSatisfy(Number.isFinite);
    body.position = [1, 0];
    body.velocity = [0, 0];
    world.step(FRAME);
    // The mean of 5 N at the start and what is left of it after 1/60 s: x, v of the damped spring of 10 N/m, 1 N s/m.
    const [x, v] = [0.5 - 5 / 7200, -5 / 60];
    expect(joint.length.spring?.force).toBeCloseTo((-5 - 10 * x - v) / 2, 2);
  });
});
