import { type Joint, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../code-of';
import { FRAME, SOLVERS, on, run, slider } from '../rigs';

test('the errors at which a joint breaks are live', () => {
  const { joint } = slider();
  joint.break = { force: 1, error: { length: 2, after: 0.5 } };
  const { error } = on(joint.break);
  error.length = 9;
  error.angle = 0.1;
  error.after = 1;
  expect(joint.break?.error).toBe(error);
  expect(joint.break?.error).toEqual({ length: 9, angle: 0.1, after: 1 });
  expect(joint.clone().break?.error).toEqual(error);
  error.length = null;
  expect(error.length).toBe(Infinity);
  expect(codeOf(() => (error.angle = -1))).toBe('param-negative');
  expect(codeOf(() => (error.after = NaN))).toBe('param-not-finite');
  expect(error.angle).toBe(0.1);
});

describe.each(SOLVERS)('with the %s solver', (solver) => {
  test('a shock that a lock takes up at once is in the reaction, and breaks', () => {
    const world = new World({ solver, sleeping: false });
    const [a, b, c] = [0, 5, 10].map((x) => world.addBody({ position: [x, 0], mass: 1, inertia: 1 }));
    const pivot = world.joints.create('pivot', { bodyB: a, anchor: [0, 0], angle: { lock: true } });
    const weld = world.joints.create('weld', { bodyA: a, bodyB: b, anchor: [2, 0] });
    const rod = world.joints.create('pin', { bodyB: c, localAnchorA: [9, 0] });
    run(world, 0.1);
    c.velocity = [5, 0];
    world.step(FRAME);
    expect(rod.reaction.force * FRAME).toBeCloseTo(5, 6);
    expect(rod.length.lock?.force).toBeCloseTo(-5 / FRAME, 3);
    expect(rod.impulseOn(c).x).toBeCloseTo(-5, 6);
    a.velocity = [3, 4];
    b.velocity = [3, 4];
    world.step(FRAME);
    // Of two joints in a row the iterative step leaves some for the next one.
    const left = solver === 'direct' ? 1e-5 : 1;
    expect(Math.abs(pivot.reaction.x * FRAME + 6)).toBeLessThan(left);
    expect(Math.abs(pivot.reaction.y * FRAME + 8)).toBeLessThan(left);
    expect(Math.abs(weld.reaction.x * FRAME + 3)).toBeLessThan(left);
    rod.break = { force: 100 };
    c.velocity = [5, 0];
    world.step(FRAME);
    expect(rod.world).toBe(null);
  });

  test('a joint that sleeps under load breaks when its threshold comes below', () => {
    const world = new World({ gravity: [0, -10], solver });
    const body = world.addBody({ position: [0, -1], mass: 1 });
    const joint = world.joints.create('pivot', { bodyB: body, anchor: [0, 0], break: { force: 20 } });
    run(world, 1);
    expect([body.isSleeping, joint.world, joint.reaction.force]).toEqual([true, world, expect.closeTo(10, 6)]);
    on(joint.break).force = 9;
    world.step(FRAME);
    expect(joint.world).toBe(null);
  });

  test('an error breaks a joint once it has lasted', () => {
    const world = new World({ sleeping: false, solver });
    const body = world.addBody({ position: [1, 0] });
    const joint = world.joints.create('pivot', {
      bodyB: body,
      localAnchorA: [0, 0],
      maxForce: 0.001,
      break: { error: { length: 0.5, after: 0.1 } },
    });
    let steps = 0;
    while (joint.world !== null && steps < 60) {
      world.step(FRAME);
      steps++;
    }
    expect(steps).toBeGreaterThanOrEqual(6);
    expect(steps).toBeLessThanOrEqual(8);
  });

  test('only the laws that count break', () => {
    const { world, slide, joint } = slider({ solver, gravity: [0, -10] });
    slide.motor = { speed: 5, maxForce: 100 };
    joint.break = { force: 50, laws: ['lock'] };
    run(world, 0.1);
    expect(joint.world).toBe(world);
    joint.break = { force: 5, laws: ['lock'], remove: false };
    let broken: Joint | null = null;
    world.on('broken', (event) => (broken = event.joint));
    world.step(FRAME);
    expect([broken === joint, joint.enabled, joint.world]).toEqual([true, false, world]);
  });
});
