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

  // Read where it stands alone, it let a body far into itself for nothing: 10 J were 40 kJ after ten seconds.
  test.each([1e3, 1e4, 1e5, 1e6])('a bump stop of %d N/m throws nothing off with more than it came with', (k) => {
    const world = new World({ sleeping: false, solver, gravity: [0, -10] });
    const bodyB = world.addBody({ position: [0, 1], mass: 1 });
    const slide = { spring: { force: (depth: number) => (depth < 0 ? -k * depth : 0), target: 0 } };
    world.joints.create('prismatic', { bodyB, localAnchorA: [0, 0], localAnchorB: [0, 0], localAxisA: [0, 1], slide });
    let highest = 0;
    for (let frame = 0; frame < 3600; frame++) {
      world.step(FRAME);
      highest = Math.max(highest, bodyB.y);
    }
    expect(highest).toBeLessThan(1.1);
  });

  test('a force function that returns no number is told with the springs that have it', () => {
    const world = new World({ solver });
    const force = (): number => NaN;
    for (let i = 0; i < 2; i++)
      world.joints.create('distance', {
        id: `rod${i}`,
        bodyB: world.addBody({ position: [1 + i, 0] }),
        length: { spring: { force, target: 0 } },
      });
    const place = "DistanceJoint 'rod0'.length.spring, DistanceJoint 'rod1'.length.spring";
    expect(() => world.step(FRAME)).toThrow(
      `${place}: the force function returned a number that is not finite; the law rests. Assign a new spring.`,
    );
  });

  test('a force function that is not defined where it may come to is read where it is', () => {
    const world = new World({ sleeping: false, solver });
    const bodyB = world.addBody({ position: [1, 0], mass: 1, velocity: [-100, 0] });
    const force = (stretch: number) => {
      if (stretch < 0.4) throw new Error('too near');
      return 1 / stretch;
    };
    const joint = world.joints.create('distance', {
      bodyB,
      length: { limits: { lower: 0.5 }, spring: { force, target: 0 } },
    });
    world.step(FRAME);
    expect(joint.length.value).toBeGreaterThan(0.49);
    expect(on(joint.length.spring).force).toBeGreaterThan(0);
  });

  test('a force function is not blamed for a speed that overflows', () => {
    const world = new World({ sleeping: false, solver });
    const body = world.addBody({ position: [1, 0], mass: 1 });
    const joint = world.joints.create('distance', {
      bodyB: body,
      length: { spring: { force: (stretch, rate) => -10 * stretch - rate, target: 0.5 } },
    });
    body.applyForce([1e308, 0]);
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
