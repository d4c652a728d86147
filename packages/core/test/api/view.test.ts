import { World } from '@tenon/core';
import { viewJoint } from '@tenon/core/view';
import { expect, test } from 'vitest';
import { FRAME, run } from '../rigs';

test('between two steps the terms of a gear are where their joints are', () => {
  const world = new World({ solver: 'iterative', sleeping: false });
  const bodyA = world.addBody({ angularVelocity: 3 });
  const bodyB = world.addBody({ position: [1, 0] });
  const hinge = world.joints.create('pivot', { bodyA, bodyB, anchor: [0.5, 0] });
  const gear = world.joints.create('gear', { terms: [{ of: hinge.angle, weight: 1 }] });
  gear.sum.lock = null;
  run(world, 0.5);
  world.advance(FRAME);
  const angle = viewJoint(hinge, undefined, 0.5).coordinates[0];
  const [term] = viewJoint(gear, undefined, 0.5).coordinates[0].terms;
  for (const key of ['ax', 'ay', 'bx', 'by', 'zero', 'value'] as const) expect(term[key], key).toBe(angle[key]);
});

test('what is shown as load is what breaks a joint: the laws that count, and energy', () => {
  const world = new World({ solver: 'iterative', sleeping: false, gravity: [0, -10] });
  const cart = world.addBody({ velocity: [5, 0], mass: 1 });
  const rail = world.joints.create('line', {
    bodyB: cart,
    slide: { friction: { force: 50 } },
    break: { force: 100, laws: ['lock'] },
  });
  const spring = world.joints.create('damped-spring', {
    bodyB: world.addBody({ position: [1, 0], type: 'kinematic' }),
    stiffness: 100,
    restLength: 0.5,
    break: { energy: 50 },
  });
  world.step(FRAME);
  expect(viewJoint(rail).stress).toBeCloseTo(0.1, 6);
  expect(viewJoint(rail).stressPeak).toBeCloseTo(0.1, 6);
  expect(viewJoint(spring).stress).toBeCloseTo(0.25, 6);
});
