import { type Body, type ScalarCoordinate, World, type WorldOptions } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { FRAME, run } from '../rigs';

/** Links of 1 m and 1 kg under 10 m/s², held out level by servos; what each moves by its cap is the weight beyond it times `cap`. */
function arm(options: WorldOptions, targets: readonly number[], { cap = 0, speed = Infinity } = {}) {
  const world = new World({ gravity: [0, -10], sleeping: false, ...options });
  let before: Body | null = null;
  const angles = targets.map((target, i) => {
    const link = world.addBody({ position: [i + 0.5, 0], mass: 1, inertia: 1 / 12 });
    const weight = 5 * (targets.length - i) ** 2;
    const { angle } = world.joints.create('pivot', {
      bodyA: before,
      bodyB: link,
      anchor: [i, 0],
      angle: {
        motor: { target, ...(cap > 0 && { maxTorque: cap * weight }), ...(speed < Infinity && { speed }) },
      },
    });
    before = link;
    return angle;
  });
  return { world, angles };
}

/** How far targets are passed, rad, and the second from which on every angle is within 0.02 rad. */
function watch(world: World, angles: readonly ScalarCoordinate[], targets: readonly number[], seconds: number) {
  let passed = 0;
  let arrived = 0;
  for (let i = 1; i <= seconds * 60; i++) {
    world.step(FRAME);
    angles.forEach(({ value }, k) => {
      passed = Math.max(passed, targets[k] === 0 ? Math.abs(value) : (value - targets[k]) * Math.sign(targets[k]));
      if (Math.abs(value - targets[k]) > 0.02) arrived = i * FRAME;
    });
  }
  return { passed, arrived };
}

describe.each(['iterative', 'direct'] as const)('arms of servos by the %s step', (solver) => {
  test.each([[[1, 0.5, 0.5]], [[1, 1, 0.3, 0.3, -1]], [[2, -1, 1]], [[1, 0, 0]], [[-1, 1, -1, 1, -1, 1]], [[3, 0]]])(
    'without caps they go to %j and hardly pass it',
    (targets) => {
      for (const speed of [Infinity, 8, 2]) {
        const { world, angles } = arm({ solver }, targets, { speed });
        const { passed, arrived } = watch(world, angles, targets, 4);
        expect(passed, `at ${speed}`).toBeLessThan(solver === 'direct' ? 0.02 : 0.6);
        if (solver === 'direct') expect(arrived, `at ${speed}`).toBeLessThan(2);
      }
    },
  );

  test.each([
    [[1, 0.5, 0.5], 3],
    [[2, -1, 1], 1.5],
    [[1, 1, 1], 3],
    [[1, -1, 1, -1], 3],
    [[1, 1, 0.3, 0.3, -1], 3],
    [[1, 1, 0.3, 0.3, -1], 10],
  ])('with caps they go to %j and hardly pass it (%d times the weight)', (targets, cap) => {
    const { world, angles } = arm({ solver }, targets, { cap });
    const { passed, arrived } = watch(world, angles, targets, 8);
    expect(passed).toBeLessThan(solver === 'direct' ? 0.1 : 0.8);
    if (solver === 'direct') expect(arrived).toBeLessThan(4);
  });

  test('a servo with a cap lowers an arm that hangs on a lift beside it, and passes nothing', () => {
    const world = new World({ solver, gravity: [0, -10], sleeping: false });
    const lift = world.addBody({ position: [0, 0], mass: 5, inertia: 1 });
    const upper = world.addBody({ position: [0.5, 0], mass: 1, inertia: 1 / 12 });
    const lower = world.addBody({ position: [1.5, 0], mass: 3, inertia: 0.3 });
    const { slide } = world.joints.create('prismatic', {
      bodyB: lift,
      anchor: [0, 0],
      axis: [0, 1],
      slide: { motor: { target: 2, maxForce: 360 } },
    });
    const shoulder = world.joints.create('pivot', {
      bodyA: lift,
      bodyB: upper,
      anchor: [0, 0],
      angle: { motor: { target: 1, maxTorque: 200 } },
    });
    const elbow = world.joints.create('pivot', {
      bodyA: upper,
      bodyB: lower,
      anchor: [1, 0],
      angle: { motor: { target: -1.5, maxTorque: 60 } },
    });
    const { passed, arrived } = watch(world, [slide, shoulder.angle, elbow.angle], [2, 1, -1.5], 4);
    expect(passed).toBeLessThan(solver === 'direct' ? 0.02 : 1);
    expect(arrived).toBeLessThan(2);
  });

  test('limbs of a body that floats brake in time', () => {
    const world = new World({ solver, sleeping: false });
    const links = [0, 1, 2, 3].map((x) => world.addBody({ position: [x, 0], mass: 1, inertia: 1 / 12 }));
    const targets = [1, -1, 1];
    const angles = targets.map(
      (target, i) =>
        world.joints.create('pivot', {
          bodyA: links[i],
          bodyB: links[i + 1],
          anchor: [i + 0.5, 0],
          angle: { motor: { target, maxTorque: 80 } },
        }).angle,
    );
    const { passed, arrived } = watch(world, angles, targets, 2);
    expect(passed).toBeLessThan(0.01);
    expect(arrived).toBeLessThan(1);
  });

  test.each([0, 1.1, 1.5, 3])('an arm of five links comes to rest (%d times the weight)', (cap) => {
    const targets = [1, 1, 0.3, 0.3, -1];
    const { world, angles } = arm({ solver }, targets, { cap });
    run(world, 14);
    angles.forEach(({ value, rate }, i) => {
      expect(value).toBeCloseTo(targets[i], 1);
      expect(rate).toBeCloseTo(0, solver === 'direct' ? 5 : 2);
    });
  });

  test('a servo moves five links at its speed, with their weight against it', () => {
    for (const cap of [0, 3]) {
      const { world, angles } = arm({ solver }, [3, 0, 0, 0, 0], { cap, speed: 0.5 });
      run(world, 1);
      const { value } = angles[0];
      run(world, 1);
      expect(Math.abs(angles[0].value - value - 0.5)).toBeLessThan(solver === 'direct' ? 0.01 : 0.15);
    }
  });
});
