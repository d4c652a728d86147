import { type Body, World } from '@tenon/core';
import { expect, test } from 'vitest';
import { FRAME } from '../rigs';

test('a servo in the place of a soft lock holds as any other', () => {
  const world = new World({ solver: 'iterative', gravity: [0, -10], sleeping: false });
  const bodyB = world.addBody({ position: [0.5, 0], mass: 1, inertia: 0.1 });
  const { angle } = world.joints.create('pivot', { bodyB, anchor: [0, 0] });
  angle.lock = { softness: { hertz: 0.5, dampingRatio: 1 } };
  for (let i = 0; i < 60; i++) world.step(FRAME);
  angle.lock = null;
  angle.motor = { target: 0, maxTorque: 100 };
  for (let i = 0; i < 240; i++) world.step(FRAME);
  expect(Math.abs(angle.value)).toBeLessThan(0.01);
});

test.each([
  [0, 0],
  [0, 8],
  [2, 3],
  [2, 8],
])('an arm rests at its targets, whatever its weight (caps of %d times that, %d kg at its end)', (cap, load) => {
  const world = new World({ solver: 'iterative', gravity: [0, -10], sleeping: false });
  const targets = [1, -0.5, 0.7];
  let before: Body | null = null;
  const angles = targets.map((target, i) => {
    const bodyB = world.addBody({ position: [i + 0.5, 0], mass: 1, inertia: 1 / 12 });
    const weight = 5 * (3 - i) ** 2 + 10 * load * (3 - i);
    const motor = { target, ...(cap > 0 && { maxTorque: cap * weight }) };
    const { angle } = world.joints.create('pivot', { bodyA: before, bodyB, anchor: [i, 0], angle: { motor } });
    before = bodyB;
    return angle;
  });
  if (load > 0) {
    const bodyB = world.addBody({ position: [3, 0], mass: load, inertia: load / 10 });
    world.joints.create('weld', { bodyA: before, bodyB, anchor: [3, 0] });
  }
  for (let i = 0; i < 360; i++) world.step(FRAME);
  // A load that is so heavy comes to its target slowly, above all without a cap.
  const most = load > 0 ? (cap === 0 ? 0.035 : 0.01) : 5e-3;
  angles.forEach(({ value }, i) => expect(Math.abs(value - targets[i])).toBeLessThan(most));
});

test('so does a lift', () => {
  const world = new World({ solver: 'iterative', gravity: [0, -10], sleeping: false });
  const lift = world.addBody({ mass: 1, inertia: 0.1 });
  const load = world.addBody({ position: [0.5, 0], mass: 20, inertia: 2 });
  const motor = { target: 1, maxForce: 3000 };
  const { slide } = world.joints.create('prismatic', { bodyB: lift, anchor: [0, 0], axis: [0, 1], slide: { motor } });
  world.joints.create('weld', { bodyA: lift, bodyB: load, anchor: [0.25, 0] });
  for (let i = 0; i < 300; i++) world.step(FRAME);
  expect(slide.value).toBeCloseTo(1, 5);
});

test.each([Infinity, 900])('nor does it push an arm up whose weight something else bears (%d N·m)', (maxTorque) => {
  const world = new World({ solver: 'iterative', gravity: [0, -10], sleeping: false });
  let before: Body | null = null;
  const angles = [0, 1, 2].map((i) => {
    const bodyB = world.addBody({ position: [i + 0.5, 0], mass: i < 2 ? 1 : 9, inertia: 0.1 });
    const motor = { target: 0, maxTorque };
    const { angle } = world.joints.create('pivot', { bodyA: before, bodyB, anchor: [i, 0], angle: { motor } });
    before = bodyB;
    return angle;
  });
  const place = { bodyB: before, localAnchorA: [2.5, 4] as const, localAnchorB: [0, 0] as const };
  world.joints.create('damped-spring', { ...place, stiffness: 200, damping: 20, restLength: 4 - 0.5 });
  for (let i = 0; i < 480; i++) world.step(FRAME);
  for (const { value } of angles) expect(Math.abs(value)).toBeLessThan(5e-3);
});
