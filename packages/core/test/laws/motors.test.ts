import { type Body, box, type ScalarCoordinate, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { FRAME, momenta, on, run, wheel } from '../rigs';

describe.each(['iterative', 'direct'] as const)('motors and servos by the %s step', (solver) => {
  test('a motor reaches its speed, and no more force than its cap', () => {
    const { world, disc, joint } = wheel({ solver });
    joint.angle.motor = { speed: 3, maxTorque: 2 };
    run(world, 1);
    expect(disc.angularVelocity).toBeCloseTo(2, 6);
    expect(joint.angle.motor?.force).toBeCloseTo(2, 6);
    run(world, 1);
    expect(disc.angularVelocity).toBeCloseTo(3, 6);
  });

  test('a winch that its cap keeps far below its speed pulls with all of it, whatever that speed', () => {
    for (const speed of [-10, -100, -1e4]) {
      const world = new World({ solver, sleeping: false });
      const bodyB = world.addBody({ position: [2, 0], mass: 1, inertia: 0.1 });
      const { length } = world.joints.create('distance', { bodyB, length: { motor: { speed, maxForce: 3 } } });
      run(world, 0.5);
      expect(bodyB.x).toBeCloseTo(2 - (3 * 0.5 * 0.5) / 2, 6);
      expect(length.motor?.force).toBeCloseTo(-3, 9);
    }
  });

  test('a motor turns a lever by its speed times the time, on ground and between two that are free', () => {
    const world = new World({ solver, gravity: [0, -9.81], sleeping: false });
    const arm = world.addBody({ position: [0.5, 0], mass: 1, inertia: 0.1 });
    const left = world.addBody({ position: [9, 0], mass: 2, inertia: 0.3, gravityScale: 0 });
    const right = world.addBody({ position: [11, 0], mass: 1, inertia: 0.1, gravityScale: 0 });
    const motor = { speed: 6 };
    const hinges = [
      world.joints.create('pivot', { bodyB: arm, anchor: [0, 0], angle: { motor } }),
      world.joints.create('pivot', { bodyA: left, bodyB: right, anchor: [10, 0], angle: { motor } }),
    ];
    run(world, 1);
    const starts = hinges.map(({ angle }) => angle.value);
    const before = momenta([left, right]);
    run(world, 10);
    hinges.forEach(({ angle }, i) => {
      // Under a weight that swings a motor of the iterative step gives a little: half a thousandth.
      expect(angle.value - starts[i]).toBeCloseTo(60, solver === 'direct' ? 5 : 1);
      expect(angle.rate).toBeCloseTo(6, solver === 'direct' ? 8 : 1);
    });
    momenta([left, right]).forEach((momentum, i) =>
      expect(momentum).toBeCloseTo(before[i], solver === 'direct' ? 4 : 6),
    );
  });

  test('a motor of a gear turns what the gear measures by its speed times the time', () => {
    const world = new World({ solver, gravity: [0, -9.81], sleeping: false });
    const [arm, other] = [0, 2].map((x) =>
      world.joints.create('pivot', {
        bodyB: world.addBody({ position: [x + 0.5, 0], mass: 1, inertia: 0.1 }),
        anchor: [x, 0],
      }),
    );
    const terms = [
      { of: arm.angle, weight: 2 },
      { of: other.angle, weight: 1 },
    ];
    const { sum } = world.joints.create('gear', { terms, sum: { lock: null, motor: { speed: 6 } } });
    run(world, 1);
    const start = sum.value;
    run(world, 10);
    expect(sum.value - start).toBeCloseTo(60, 4);
    expect(sum.rate).toBeCloseTo(6, solver === 'direct' ? 8 : 2);
  });

  describe('a motor of a length draws by its speed times the time, and stands where it is told to stand:', () => {
    const speed = -0.5;
    const bodyOf = (world: World, x: number, y = 0): Body =>
      world.addBody({ position: [x, y], mass: 1, inertia: 0.1, velocity: [0.3, 1] });
    const ways: [string, (world: World) => ScalarCoordinate][] = [
      [
        'a winch that swings',
        (world) =>
          world.joints.create('distance', {
            bodyB: bodyOf(world, 2),
            localAnchorA: [0, 0],
            localAnchorB: [0.1, 0],
            length: { lock: null, motor: { speed } },
          }).length,
      ],
      [
        'a slide on an arm that swings',
        (world) => {
          const bodyA = bodyOf(world, 0.5);
          world.joints.create('pivot', { bodyB: bodyA, anchor: [0, 0] });
          const slide = { motor: { speed } };
          return world.joints.create('prismatic', { bodyA, bodyB: bodyOf(world, 2), axis: [1, 0], slide }).slide;
        },
      ],
      [
        'a pulley whose ends swing',
        (world) =>
          world.joints.create('pulley', {
            bodyB: bodyOf(world, -1, -2),
            bodyD: bodyOf(world, 1.5, -2.5),
            localAnchorA: [-1.2, 0],
            localAnchorC: [1.2, 0],
            length: { lock: null, motor: { speed } },
          }).length,
      ],
    ];

    test.each(ways)('%s', (_, make) => {
      const world = new World({ solver, gravity: [0, -9.81], sleeping: false });
      const driven = make(world);
      run(world, 0.2);
      const start = driven.value;
      run(world, 0.8);
      expect(driven.rate).toBeCloseTo(speed, 7);
      // The iterative step takes some substeps to bring what swings to its speed.
      expect(driven.value - start).toBeCloseTo(0.8 * speed, solver === 'direct' ? 4 : 2);
      on(driven.motor).speed = 0;
      run(world, 2 * FRAME);
      const stopped = driven.value;
      for (let i = 0; i < 60; i++) {
        world.step(FRAME);
        expect(driven.rate).toBeCloseTo(0, 7);
      }
      // A rate is taken to nothing at one pose of a substep: what swings wanders by its curvature, some millimetres a second.
      expect(Math.abs(driven.value - stopped)).toBeLessThan(solver === 'direct' ? 5e-5 : 0.01);
    });

    test.each(ways)('%s, as a servo', (_, make) => {
      const world = new World({ solver, gravity: [0, -9.81], sleeping: false });
      const driven = make(world);
      const target = driven.value - 0.3;
      driven.motor = { target, speed: 0.5 };
      run(world, 2);
      for (let i = 0; i < 60; i++) {
        world.step(FRAME);
        expect(driven.value).toBeCloseTo(target, 3);
        // Of the tolerance a servo takes back in a step what was left in the one before.
        expect(Math.abs(driven.rate)).toBeLessThan(1e-4);
      }
    });
  });

  test('a servo arrives without passing its target, whatever its cap', () => {
    for (const maxTorque of [null, 200, 50, 5, 1])
      for (const speed of [Infinity, 2])
        for (const target of [1, -3.3]) {
          const { world, joint } = wheel({ solver, substeps: 1, directSubsteps: 1 });
          joint.angle.motor = { target, maxTorque, ...(speed < Infinity && { speed }) };
          let most = 0;
          for (let i = 0; i < 240; i++) {
            world.step(FRAME);
            most = Math.max(most, joint.angle.value / target);
          }
          expect(most, `maxTorque ${maxTorque} to ${target}`).toBeLessThan(1 + 1e-9);
          expect(most, `maxTorque ${maxTorque} to ${target}`).toBeGreaterThan(1 - 1e-6);
        }
  });

  test('a servo that moves a rod farther in a frame than a step resolves arrives without passing its target', () => {
    for (const lever of [1, 0.5, 0.1])
      for (const maxTorque of [null, 200, 2000]) {
        const world = new World({ solver, gravity: [0, -9.81], sleeping: false });
        const rod = world.addBody({ position: [lever, 0], mass: 1, inertia: 0.1 });
        const motor = { target: 1, maxTorque };
        const { angle } = world.joints.create('pivot', { bodyB: rod, anchor: [0, 0], angle: { motor } });
        let most = 0;
        for (let i = 0; i < 90; i++) {
          world.step(FRAME);
          most = Math.max(most, angle.value);
        }
        expect(most, `${maxTorque} N·m at ${lever} m`).toBeLessThan(1 + 1e-6);
        expect(angle.value, `${maxTorque} N·m at ${lever} m`).toBeCloseTo(1, 3);
      }
  });

  test('a servo that moves a rod by its end brakes in time for what it weighs, and for the weight on it', () => {
    // Each substep of the iterative step hands the rod's own share of an impulse to its hinge: it is felt late.
    const most = solver === 'direct' ? 1e-6 : 1e-2;
    for (const [gravity, maxTorque, target] of [
      [0, 8, 3.3],
      [0, 20, -2],
      [-9.81, 8, 1],
      [-9.81, 8, -2],
    ]) {
      const world = new World({ solver, gravity: [0, gravity], sleeping: false });
      const rod = world.addBody({ position: [0.5, 0], mass: 1, inertia: 1 / 12 });
      const { angle } = world.joints.create('pivot', {
        bodyB: rod,
        anchor: [0, 0],
        angle: { motor: { target, maxTorque } },
      });
      let reached = 0;
      for (let i = 0; i < 90; i++) {
        world.step(FRAME);
        reached = Math.max(reached, angle.value / target);
      }
      expect(Math.abs(target) * (reached - 1), `${maxTorque} N·m to ${target}`).toBeLessThan(most);
      expect(angle.value, `${maxTorque} N·m to ${target}`).toBeCloseTo(target, 2);
    }
  });

  test('a motor with a cap that is told to turn back leaves its stop, and one told to stand holds what hangs on it', () => {
    for (const maxTorque of [5, 50, 1000])
      for (const lever of [0, 0.1, 0.5])
        for (const isServo of [false, true]) {
          const world = new World({ solver, gravity: [0, 0], sleeping: false });
          const rod = world.addBody({ position: [lever, 0], mass: 1, inertia: 0.1 });
          const { angle } = world.joints.create('pivot', {
            bodyB: rod,
            anchor: [0, 0],
            angle: { limits: [-0.5, 0.5] },
          });
          const drive = (way: number) => {
            angle.motor = isServo ? { target: 2 * way, maxTorque } : { speed: 10 * way, maxTorque };
          };
          const way = `${maxTorque} N·m at ${lever} m${isServo ? ', a servo' : ''}`;
          drive(1);
          run(world, 1);
          expect(angle.motor?.force, way).toBeCloseTo(maxTorque, 6);
          expect(angle.limits?.active, way).toBe(1);
          drive(-1);
          run(world, 1);
          expect(angle.motor?.force, way).toBeCloseTo(-maxTorque, 6);
          expect(angle.limits?.active, way).toBe(-1);
          world.gravity = [0, 10];
          angle.motor = { speed: 0, maxTorque };
          run(world, 1);
          const load = 10 * lever * Math.cos(angle.value);
          expect(angle.motor?.force, way).toBeCloseTo(-Math.min(maxTorque, load), 2);
        }
  });

  test('the servos of an arm of two links arrive', () => {
    const world = new World({ solver, gravity: [0, -10], sleeping: false });
    const upper = world.addBody({ position: [0.5, 0], mass: 1, inertia: 1 / 12 });
    const lower = world.addBody({ position: [1.5, 0], mass: 1, inertia: 1 / 12 });
    const { angle: shoulder } = world.joints.create('pivot', {
      bodyB: upper,
      anchor: [0, 0],
      angle: { motor: { target: 1, maxTorque: 60 } },
    });
    const { angle: elbow } = world.joints.create('pivot', {
      bodyA: upper,
      bodyB: lower,
      anchor: [1, 0],
      angle: { motor: { target: 1, maxTorque: 15 } },
    });
    let reached = 0;
    for (let i = 0; i < 240; i++) {
      world.step(FRAME);
      reached = Math.max(reached, shoulder.value, elbow.value);
    }
    expect(reached).toBeLessThan(solver === 'direct' ? 1 + 1e-6 : 1.01);
    expect(shoulder.value).toBeCloseTo(1, 2);
    expect(elbow.value).toBeCloseTo(1, 2);
  });

  test('an arm of five links, each held by a servo without a cap, comes to rest', () => {
    const world = new World({ solver, gravity: [0, -10], sleeping: false });
    let before: Body | undefined;
    const angles = [1, 1, 0.3, 0.3, -1].map((target, i) => {
      const link = world.addBody({ position: [i + 0.5, 0], mass: 1, inertia: 1 / 12 });
      const { angle } = world.joints.create('pivot', {
        ...(before && { bodyA: before }),
        bodyB: link,
        anchor: [i, 0],
        angle: { motor: { target } },
      });
      before = link;
      return angle;
    });
    run(world, 10);
    [1, 1, 0.3, 0.3, -1].forEach((target, i) => {
      expect(angles[i].value).toBeCloseTo(target, 2);
      expect(angles[i].rate).toBeCloseTo(0, solver === 'direct' ? 4 : 2);
    });
  });

  test.each([
    [1, 1e3],
    [20, 1e3],
    [1, 1e6],
    [20, 1e6],
  ])('a motor of %d rad/s and %d N·m swings a rod to its stop, and not past it', (speed, maxTorque) => {
    const world = new World({ solver, gravity: [0, -9.81], sleeping: false });
    const rod = world.addBody({ position: [0.5, 0], mass: 1, inertia: 0.1 });
    const { angle } = world.joints.create('pivot', {
      bodyB: rod,
      anchor: [0, 0],
      angle: { motor: { speed, maxTorque }, limits: [-1, 0.5] },
    });
    let farthest = 0;
    for (let i = 0; i < 120; i++) {
      world.step(FRAME);
      farthest = Math.max(farthest, angle.value);
    }
    expect(farthest).toBeLessThan(0.5 + (solver === 'direct' ? 1e-3 : 5e-3));
    // What the motor holds up at the stop sags as under a lock.
    expect(angle.value).toBeCloseTo(0.5, 3);
    expect(angle.motor?.force).toBeCloseTo(maxTorque, 6);
  });

  test('motors without a cap that drive three links into their stops come to rest there', () => {
    const world = new World({ solver, gravity: [0, -10], sleeping: false });
    let before: Body | undefined;
    const angles = [0, 1, 2].map((i) => {
      const link = world.addBody({ position: [i + 0.5, 0], mass: 1, inertia: 1 / 12 });
      const { angle } = world.joints.create('pivot', {
        ...(before && { bodyA: before }),
        bodyB: link,
        anchor: [i, 0],
        angle: { motor: { speed: 1 }, limits: [-0.1, 0.1] },
      });
      before = link;
      return angle;
    });
    run(world, 5);
    for (const angle of angles) {
      expect(angle.value).toBeCloseTo(0.1, 2);
      expect(angle.rate).toBeCloseTo(0, 4);
    }
  });
});

test.each([1e3, 1e5, 1e9, Infinity])(
  'a motor that may give %d N·m leaves a stop at its speed, not for the other stop',
  (maxTorque) => {
    const world = new World({ gravity: [0, -9.81], solver: 'direct' });
    const bodyB = world.addBody({ position: [1.2, 0], shape: box(2.4, 0.32) });
    const hinge = world.joints.create('pivot', { bodyB, anchor: [0, 0], angle: { limits: [0, 1] } });
    run(world, 60);
    hinge.angle.motor = { speed: 2, maxTorque };
    world.step(FRAME);
    // From rest to its speed in this step.
    expect(hinge.angle.value).toBeCloseTo(FRAME, 6);
  },
);
