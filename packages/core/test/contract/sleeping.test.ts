import { type Body, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { SOLVERS, on, run } from '../rigs';

describe.each(SOLVERS)('with the %s solver', (solver) => {
  test('a spring on its way keeps its island awake, however slow it is, and sleeps under load', () => {
    for (const lengthUnit of [1, 50]) {
      const world = new World({ solver, lengthUnit });
      const bodies = [0, 1, 2].map((i) => world.addBody({ position: [i * lengthUnit, 0], mass: 1e4, inertia: 1e4 }));
      world.joints.create('distance', {
        bodyB: bodies[0],
        localAnchorA: [-lengthUnit, 0],
        length: { spring: { stiffness: 5, damping: 5, target: 0.5 * lengthUnit } },
      });
      world.joints.create('rotary-spring', { bodyB: bodies[1], stiffness: 5, restAngle: 0.5 });
      world.joints.create('drag', { bodyB: bodies[2], target: [3 * lengthUnit, 0], spring: { stiffness: 5 } });
      run(world, 1);
      expect(bodies.map(({ isSleeping }) => isSleeping)).toEqual([false, false, false]);
      const loaded = new World({ solver, lengthUnit, gravity: [0, -10 * lengthUnit] });
      const weight = loaded.addBody({ position: [0, -lengthUnit], mass: 1 });
      loaded.joints.create('damped-spring', { bodyB: weight, stiffness: 100, damping: 20 });
      run(loaded, 5);
      expect(weight.y / lengthUnit).toBeCloseTo(-1.1, 3);
      expect(weight.isSleeping).toBe(true);
    }
  });

  test('a slow servo gets to its target before it sleeps, as near in pixels as in metres', () => {
    for (const lengthUnit of [1, 50]) {
      const world = new World({ solver, lengthUnit });
      const turned = world.addBody({ mass: 1, inertia: 1 });
      const hinge = world.joints.create('pivot', {
        bodyB: turned,
        anchor: [0, 0],
        angle: { motor: { target: 0.1, speed: 0.01, maxTorque: 100 } },
      });
      run(world, 11);
      expect(Math.abs(hinge.angle.value - 0.1)).toBeLessThanOrEqual(1e-3);
      expect(turned.isSleeping).toBe(true);
    }
  });

  test('a servo with a speed slower than creeping sleeps where something stops it, and not on its way', () => {
    for (const speed of [1e-6, 1e-8]) {
      const world = new World({ solver });
      const [free, stopped] = [0, 1].map((y) => world.addBody({ position: [0, y], mass: 1, inertia: 1 }));
      for (const bodyB of [free, stopped]) {
        const { slide } = world.joints.create('prismatic', { bodyB, axis: [1, 0], anchor: [0, bodyB.y] });
        slide.motor = { target: 0.1, speed, maxForce: 10 };
        if (bodyB === stopped) slide.limits = [-1, 0];
      }
      run(world, 3);
      expect([free.isSleeping, stopped.isSleeping]).toEqual([false, true]);
      expect(free.x / (3 * speed)).toBeCloseTo(1, 2);
    }
  });

  test('a servo that a stop or a load keeps from its target sleeps where it rests, and not on its way there', () => {
    for (const lengthUnit of [1, 50]) {
      const world = new World({ solver, lengthUnit, gravity: [0, -10 * lengthUnit] });
      const arm = (x: number) => {
        const body = world.addBody({ position: [(x + 1) * lengthUnit, 0], mass: 1, inertia: 0.1 });
        return { body, hinge: { bodyB: body, anchor: [x * lengthUnit, 0] as const } };
      };
      const [stopped, weak, sinking] = [arm(0), arm(10), arm(20)];
      world.joints.create('pivot', {
        ...stopped.hinge,
        angle: { limits: [0, 1], motor: { target: 2, speed: 2, maxTorque: 50 } },
      });
      world.joints.create('pivot', { ...weak.hinge, angle: { limits: [-0.5, 1], motor: { target: 1, maxTorque: 5 } } });
      const { angle } = world.joints.create('pivot', {
        ...sinking.hinge,
        angle: { limits: [-0.1, 1], motor: { target: 1, maxTorque: 9 }, friction: { viscous: 100 } },
      });
      run(world, 4);
      expect([stopped, weak, sinking].map(({ body }) => body.isSleeping)).toEqual([true, true, false]);
      expect(angle.value).toBeCloseTo(-0.04, 2);
      run(world, 10);
      expect(sinking.body.isSleeping).toBe(true);
      expect(angle.value).toBeCloseTo(-0.1, 3);
    }
  });

  test('what turns round slowly is not at rest', () => {
    for (const lengthUnit of [1, 50]) {
      const world = new World({ solver, lengthUnit, gravity: [0, -9.81 * lengthUnit] });
      const pendulums = [5, 50].map((length) => {
        const body = world.addBody({ position: [0.02 * length * lengthUnit, -length * lengthUnit], inertia: 0.1 });
        world.joints.create('pivot', { bodyB: body, anchor: [0, 0] });
        return body;
      });
      let slept = 0;
      world.on('sleep', () => slept++);
      run(world, 60);
      expect(slept).toBe(0);
      for (const body of pendulums) body.linearDamping = 3;
      run(world, 100);
      expect(pendulums.map(({ isSleeping }) => isSleeping)).toEqual([true, true]);
    }
  });

  test('a body that may not sleep keeps those awake that hang on it', () => {
    const world = new World({ solver, gravity: [0, 0] });
    const kept = world.addBody({ position: [1, 0], canSleep: false });
    const other = world.addBody({ position: [2, 0] });
    world.joints.create('weld', { bodyA: kept, bodyB: other, anchor: [1.5, 0] });
    const alone = world.addBody({ position: [9, 0] });
    run(world, 2);
    expect([kept, other, alone].map(({ isSleeping }) => isSleeping)).toEqual([false, false, true]);
    kept.canSleep = true;
    run(world, 2);
    expect(other.isSleeping).toBe(true);
    other.canSleep = false;
    expect(kept.isSleeping).toBe(false);
  });

  test('what nothing holds falls on, however weak its gravity is', () => {
    for (const lengthUnit of [1, 50]) {
      const world = new World({ solver, lengthUnit, gravity: [0, -0.1 * lengthUnit] });
      const falls = world.addBody();
      const thrown = world.addBody({ velocity: [0, 0.5 * lengthUnit] });
      const sinks = world.addBody({ linearDamping: 100 });
      const floats = world.addBody({ gravityScale: 0 });
      const fixed = world.addBody({ mass: Infinity });
      run(world, 20);
      expect(falls.y / lengthUnit).toBeCloseTo(-20, 9);
      expect(thrown.y / lengthUnit).toBeCloseTo(-10, 9);
      expect(sinks.y / lengthUnit).toBeCloseTo(-0.02, 3);
      expect([floats.isSleeping, fixed.isSleeping]).toEqual([true, true]);
    }
  });

  test('an island stays awake while an error is being closed', () => {
    for (const lengthUnit of [1, 50]) {
      const world = new World({ solver, lengthUnit });
      const far = (x: number, y = 0): Body =>
        world.addBody({ position: [x * lengthUnit, y * lengthUnit], mass: 1, inertia: lengthUnit ** 2 });
      const ends = { localAnchorA: [0, 0], localAnchorB: [0, 0] } as const;
      const pivot = world.joints.create('pivot', { ...ends, bodyB: far(3) });
      const slow = world.joints.create('pivot', { ...ends, bodyB: far(3), maxCorrectionSpeed: 0.5 });
      const half = world.joints.create('pivot', { ...ends, bodyB: far(1), softness: { correction: 0.5 } });
      const rope = world.joints.create('rope', { ...ends, bodyB: far(9), max: lengthUnit });
      const turned = world.joints.create('angle', { bodyB: far(0), min: 15, max: 16 });
      const slider = world.joints.create('prismatic', {
        ...ends,
        bodyB: far(10),
        axis: [1, 0],
        slide: { limits: [0, 2 * lengthUnit] },
      });
      run(world, 10);
      expect(on(pivot.error['point']) / lengthUnit).toBeCloseTo(0, 9);
      expect(on(slow.error['point']) / lengthUnit).toBeCloseTo(0, 9);
      expect(on(half.error['point']) / lengthUnit).toBeLessThan(0.001);
      expect(rope.length.value / lengthUnit).toBeLessThan(1 + 1e-9);
      expect(turned.angle.value).toBeCloseTo(15, 1);
      expect(slider.slide.value / lengthUnit).toBeCloseTo(2, 1);
      run(world, 10);
      for (const joint of world.joints) expect(joint.isSleeping, joint.id).toBe(true);
      expect(on(half.error['point']) / lengthUnit).toBeLessThan(2e-5);
    }
  });

  test('an island sleeps with an error that nothing can close', () => {
    const ends = { localAnchorA: [0, 0], localAnchorB: [0, 0] } as const;
    const make: Record<string, (world: World) => void> = {
      'two places': (world) => {
        const body = world.addBody({ position: [1, 0.3], mass: 1, inertia: 1 });
        world.joints.create('pivot', { bodyB: body, localAnchorA: [0, 0], localAnchorB: [-0.4, 0] });
        world.joints.create('pivot', { bodyB: body, localAnchorA: [2, 0], localAnchorB: [0.4, 0] });
      },
      'two angles on a hinge': (world) => {
        const body = world.addBody({ position: [1, 0.3], mass: 1, inertia: 1 });
        world.joints.create('pivot', { bodyB: body, localAnchorA: [0, 0], localAnchorB: [-0.4, 0] });
        for (const angle of [1, 2]) world.joints.create('angle', { bodyB: body, min: angle, max: angle });
      },
      'a heavy load on soft locks': (world) => {
        const [light, heavy] = [1, 1000].map((mass, i) =>
          world.addBody({ position: [0, -i], mass, linearDamping: 1, inertia: mass / 10 }),
        );
        world.joints.create('pivot', { bodyB: light, anchor: [0, 1], softness: { hertz: 5 } });
        world.joints.create('pivot', {
          bodyA: light,
          bodyB: heavy,
          anchor: [0, -0.5],
          softness: { correction: 0.5 },
        });
      },
      'a lock at its cap': (world) => {
        const body = world.addBody({ position: [3, 0], mass: 1, inertia: 1, linearDamping: 2 });
        world.joints.create('pivot', { ...ends, bodyB: body, maxForce: 5 });
        world.joints.create('pin', { bodyB: body, localAnchorA: [0, -3], localAnchorB: [0, 0], length: 1 });
      },
      'no correction': (world) => {
        const body = world.addBody({ position: [3, 0], mass: 1, inertia: 1, gravityScale: 0 });
        world.joints.create('pivot', { ...ends, bodyB: body, maxCorrectionSpeed: 0 });
      },
    };
    for (const [name, build] of Object.entries(make)) {
      const world = new World({ solver, gravity: [0, -10] });
      build(world);
      run(world, 20);
      for (const joint of world.joints) expect(joint.isSleeping, name).toBe(true);
    }
  });
});
