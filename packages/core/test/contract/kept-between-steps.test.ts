import { World } from '@tenon/core';
import { expect, test } from 'vitest';

/** What a step need not do again because nothing has changed, and what has. */

test.each(['iterative', 'direct'] as const)('a force acts in one step alone, whenever it was given (%s)', (solver) => {
  const world = new World({ solver, sleeping: false });
  const body = world.addBody({ mass: 1, inertia: 1 });
  world.joints.create('prismatic', { bodyB: body, anchor: [0, 0], axis: [1, 0] });
  world.step(0.1);
  body.applyForce([1, 0]);
  const given = world.snapshot();
  for (let i = 0; i < 3; i++) world.step(0.1);
  expect(body.velocity.x).toBeCloseTo(0.1, 9);
  world.restore(given);
  for (let i = 0; i < 3; i++) world.step(0.1);
  expect(body.velocity.x).toBeCloseTo(0.1, 9);
});

test('a force on a body made in the step acts in the next alone', () => {
  const world = new World({ sleeping: false });
  world.addBody({ mass: 1, inertia: 1 });
  let made: ReturnType<World['addBody']> | null = null;
  const off = world.on('beforestep', () => {
    made = world.addBody({ mass: 1, inertia: 1 });
    made.applyForce([1, 0]);
    off();
  });
  const speeds = [1, 2, 3].map(() => {
    world.step(0.1);
    return made?.velocity.x.toFixed(9);
  });
  expect(speeds).toEqual(['0.000000000', '0.100000000', '0.100000000']);
});

test('what is shown between two steps goes on from where it is, after steps of either kind and what is restored', () => {
  const world = new World({ sleeping: false, fixedStep: 0.1 });
  const body = world.addBody({ mass: 1, inertia: 1, velocity: [1, 0] });
  const shown = (): number => body.getInterpolated({ x: 0, y: 0, angle: 0 }).x;
  world.advance(0.15);
  expect(shown()).toBeCloseTo(0.05, 9);
  const between = world.snapshot();
  world.step(0.1);
  expect(shown()).toBeCloseTo(0.2, 9);
  world.restore(between);
  expect(shown()).toBeCloseTo(0.05, 9);
  world.advance(0.1);
  expect(shown()).toBeCloseTo(0.15, 9);
  world.step(0.1);
  world.advance(0.15);
  expect(shown()).toBeCloseTo(0.35, 9);
});
