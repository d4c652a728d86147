import { type Body, box, type Joint, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../code-of';
import { FRAME, SOLVERS, on, run, slider } from '../rigs';
import { loadScene, saveScene } from '@tenon/core/scene';

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

  /** Six links of 1 kg, of which the lowest carries 20 kg; then that weight falls into them at 8 m/s. */
  function jerked(breaking: 'one' | 'all') {
    const world = new World({ gravity: [0, -9.81], solver, breaking });
    let bodyA: Body | null = null;
    const hang = (y: number, mass: number, options: object): Body => {
      const bodyB = world.addBody({ position: [0, y - 0.25], shape: box(0.1, 0.5), mass });
      world.joints.create('pivot', { bodyA, bodyB, anchor: [0, y], ...options });
      return (bodyA = bodyB);
    };
    for (let i = 0; i < 6; i++) hang(-i * 0.5, 1, { id: `link${i}`, break: { force: 500 } });
    const weight = hang(-3, 20, {});
    run(world, 1);
    weight.velocity = [0, -8];
    return world;
  }

  test('of a chain that is overloaded for a moment one link breaks, or all at once where they are to', () => {
    for (const breaking of ['one', 'all'] as const) {
      const world = jerked(breaking);
      const again = loadScene(saveScene(world)).world;
      expect(again.breaking).toBe(breaking);
      const snapshot = world.snapshot({ portable: true });
      const broken: string[] = [];
      world.on('broken', ({ joint }) => broken.push(joint.id));
      run(world, 1);
      // The iterative step gives more where the rest recoils: a second link may go, in a later step.
      if (breaking === 'one') expect(broken.length).toBeLessThanOrEqual(solver === 'iterative' ? 2 : 1);
      else expect(broken.length).toBeGreaterThan(3);
      expect(broken.length).toBeGreaterThan(0);
      again.restore(snapshot);
      run(again, 1);
      expect(again.hash()).toBe(world.hash());
    }
  });

  test('where the breaking of a joint is cancelled the next in order is asked, in that step', () => {
    const world = jerked('one');
    const asked: string[] = [];
    const broken: string[] = [];
    world.on('breaking', ({ joint, cancel }) => {
      asked.push(joint.id);
      if (asked.length < 3) cancel();
    });
    world.on('broken', ({ joint }) => broken.push(joint.id));
    world.step(FRAME);
    expect(new Set(asked).size).toBe(3);
    expect(broken).toEqual([asked[2]]);
  });

  test('what is overloaded still in the next step breaks then, and other islands have one of their own', () => {
    const world = new World({ gravity: [0, -10], solver, sleeping: false });
    const bodies = [0, 5].map((x) => world.addBody({ position: [x, 0], mass: 1, inertia: Infinity }));
    for (const bodyB of bodies)
      for (let i = 0; i < 3; i++) world.joints.create('weld', { bodyB, anchor: [bodyB.x, 0], break: { force: 1 } });
    const steps: number[] = [];
    world.on('broken', () => steps.push(Math.round(world.time / FRAME)));
    run(world, 0.2);
    expect(steps).toEqual([1, 1, 2, 2, 3, 3]);
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
