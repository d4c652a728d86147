import { World } from '@tenon/core';
import { expect, test } from 'vitest';

/** Stops whose bounds are moved in step after step take along what stands at them, by the iterative step. */

const STEP = 1 / 60;

function newWorld(gravity: number): World {
  return new World({ solver: 'iterative', gravity: [0, -gravity], sleeping: false });
}

/** How far what is led at `speed` for a second is behind at most; `lead` moves the bound by so much, and says how far it is behind. */
function lagOf(world: World, speed: number, lead: (by: number) => () => number): number {
  for (let i = 0; i < 30; i++) world.step(STEP);
  let most = 0;
  for (let i = 0; i < 60; i++) {
    const behind = lead(speed * STEP);
    world.step(STEP);
    most = Math.max(most, behind());
  }
  return most;
}

test.each([0.5, 2, 3])('a rope that is wound in at %d m/s lifts its load as fast', (speed) => {
  for (const gravity of [0, 10]) {
    const world = newWorld(gravity);
    const load = world.addBody({ position: [0, -5], mass: 1, inertia: 0.1 });
    const { length } = world.joints.create('rope', { bodyB: load, localAnchorA: [0, 0], localAnchorB: [0, 0], max: 5 });
    const lag = lagOf(world, speed, (by) => {
      const upper = (length.limits?.upper ?? 0) - by;
      length.limits = [0, upper];
      return () => length.value - upper;
    });
    // By the way that a lock leaves open, and that of the first step.
    expect(lag).toBeLessThan(0.015 * speed);
    for (let i = 0; i < 60; i++) world.step(STEP);
    // What stays of its speed, a 30th, slackens it a little.
    expect(Math.abs(length.value - (length.limits?.upper ?? 0))).toBeLessThan(gravity > 0 ? 1e-4 : 0.02);
    expect(Math.abs(load.velocity.y)).toBeLessThan(gravity > 0 ? 0.01 : 0.02);
  }
});

test('so does the lower stop of a slider, and that of a hinge', () => {
  const world = newWorld(10);
  const lift = world.addBody({ position: [0, 0], mass: 1, inertia: 0.1 });
  const { slide } = world.joints.create('prismatic', {
    bodyB: lift,
    anchor: [0, 0],
    axis: [0, 1],
    slide: { limits: [0, 9] },
  });
  const boom = world.addBody({ position: [5.5, 0], mass: 1, inertia: 1 / 12 });
  const { angle } = world.joints.create('pivot', { bodyB: boom, anchor: [5, 0], angle: { limits: [0, 9] } });
  const lag = lagOf(world, 2, (by) => {
    const bound = (slide.limits?.lower ?? 0) + by;
    if (slide.limits) slide.limits.lower = bound;
    if (angle.limits) angle.limits.lower = bound;
    return () => bound - Math.min(slide.value, angle.value);
  });
  expect(lag).toBeLessThan(0.04);
});
