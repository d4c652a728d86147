import { type ScalarOptions, World } from '@tenon/core';
import { inspect } from '@tenon/core/inspect';
import { describe, expect, test } from 'vitest';
import { FRAME, run, slider, wheel } from '../rigs';

describe.each(['iterative', 'direct'] as const)('laws with the %s step', (solver) => {
  test('a limit is met, not overshot, and holds a load', () => {
    const { world, cart, joint } = slider({ solver, gravity: [7, 0] }, { velocity: [5, 0] });
    joint.slide.limits = [-1, 1];
    let most = 0;
    for (let i = 0; i < 120; i++) {
      world.step(FRAME);
      most = Math.max(most, cart.x);
    }
    // A stop of the iterative step is as soft as its locks: it gives by a share of g h².
    expect(most).toBeLessThan(1 + (solver === 'direct' ? 1e-6 : 1e-4));
    expect(cart.x).toBeCloseTo(1, 4);
    expect(joint.slide.limits?.force).toBeCloseTo(-7, 5);
    expect(joint.slide.limits?.active).toBe(1);
    expect(joint.reaction.x).toBeCloseTo(-7, 5);
  });

  test('a stop gives way no farther than a lock, however it is pressed', () => {
    const pressed: ((laws: ScalarOptions) => number)[] = [
      (laws) => {
        const { world, joint } = slider({ solver });
        joint.slide.spring = { hertz: 20, dampingRatio: 1, target: -0.8 };
        Object.assign(joint.slide, laws);
        run(world, 3);
        return joint.slide.value;
      },
      (laws) => {
        const { world, joint } = slider({ solver, gravity: [-1e4, 0] });
        Object.assign(joint.slide, laws);
        run(world, 3);
        return joint.slide.value;
      },
      (laws) => {
        const { world, joint } = wheel({ solver, gravity: [0, -9.81] });
        joint.angle.motor = { speed: -3, maxTorque: 1e4 };
        Object.assign(joint.angle, laws);
        run(world, 3);
        return joint.angle.value;
      },
    ];
    for (const at of pressed) {
      const [stopped, locked] = [at({ limits: [0, 1] }), at({ lock: true })];
      expect(stopped).toBeLessThan(1e-9);
      expect(Math.abs(stopped)).toBeLessThan(1.0001 * Math.abs(locked) + 1e-6);
    }
  });

  test.each([1, 50])('a rope that pulls is not slack, with %i world units to the metre', (lengthUnit) => {
    const world = new World({ gravity: [0, -9.81 * lengthUnit], lengthUnit, solver });
    const bob = world.addBody({ position: [lengthUnit, 0], mass: 1 });
    const rope = world.joints.create('rope', { bodyB: bob, max: lengthUnit });
    const seen = new Set<unknown>();
    for (let i = 0; i < 300; i++) {
      world.step(FRAME);
      if (rope.reaction.force > 0) seen.add(rope.isSlack).add(inspect(rope).rows[0].state);
    }
    expect(seen).toEqual(new Set([false, 'upper']));
    bob.position = [0.999 * lengthUnit, 0];
    expect([rope.isSlack, inspect(rope).rows[0].state]).toEqual([true, 'slack']);
  });

  test('equal bounds are an equality', () => {
    const { world, cart, joint } = slider({ solver, gravity: [3, 0] });
    joint.slide.limits = [0, 0];
    run(world, 1);
    expect(Math.abs(cart.x)).toBeLessThan(1e-4);
    expect(joint.slide.limits?.force).toBeCloseTo(-3, 4);
  });

  test.each([0.3, 0.01, 5e-4])(
    'a lock with a correction leaves that share of an error of %d after a second',
    (error) => {
      for (const correction of [0.25, 0.9]) {
        const { world, disc, joint } = wheel({ solver });
        joint.softness = { correction };
        joint.angle.lock = { softness: { correction } };
        const rail = slider({ solver });
        rail.joint.slide.lock = { softness: { correction } };
        disc.position = [error, 0];
        rail.cart.position = [error, 0];
        run(world, 1);
        run(rail.world, 1);
        expect(disc.x / error).toBeCloseTo(correction, 3);
        expect(rail.cart.x / error).toBeCloseTo(correction, 3);
        disc.position = [0, 0];
        disc.angle = error;
        run(world, 1);
        expect(disc.angle / error).toBeCloseTo(correction, 3);
      }
    },
  );

  test.each<[string, ScalarOptions, ScalarOptions]>([
    ['friction viscous', { friction: { force: 500 } }, { friction: { viscous: 1e-9 } }],
    ['viscous friction dry', { friction: { viscous: 500 } }, { friction: { force: 0 } }],
    ['a hard stop soft', { limits: [0, 1] }, { limits: { lower: 0, upper: 1, hertz: 5 } }],
    ['a soft stop hard', { limits: { lower: 0, upper: 1, hertz: 5 } }, { limits: [0, 1] }],
  ])('made %s, a law leaves its push behind', (_, before, after) => {
    const { world, cart, joint } = slider({ solver });
    Object.assign(joint.slide, before);
    for (let i = 0; i < 60; i++) {
      cart.applyForce([-100, 0]);
      world.step(FRAME);
    }
    Object.assign(joint.slide, after);
    cart.position = [0.5, 0];
    cart.velocity = [0, 0];
    world.step(FRAME);
    expect(cart.velocity.x).toBeCloseTo(0, 12);
  });

  test('the laws of one point read their own forces', () => {
    const { world, joint } = wheel({ solver, gravity: [0, -13] });
    joint.softness = { hertz: 2, dampingRatio: 1 };
    joint.point.spring = { hertz: 3, dampingRatio: 1 };
    run(world, 5);
    expect(joint.point.lock?.force).toBeCloseTo(4, 3);
    expect(joint.point.spring?.force).toBeCloseTo(9, 3);
    expect(joint.reaction.y).toBeCloseTo(13, 3);

    joint.point.lock = null;
    joint.point.spring = { stiffness: 20 };
    joint.point.friction = { viscous: 1, force: 2 };
    run(world, 0.2);
    const [before, after] = [0, 1].map(() => {
      world.step(FRAME);
      return { gap: joint.point.value, speed: Math.abs(joint.bodyB?.velocity.y ?? 0) };
    });
    expect(joint.point.spring?.force).toBeCloseTo(10 * (before.gap + after.gap), 1);
    expect(joint.point.friction?.force).toBeCloseTo(2 + (before.speed + after.speed) / 2, 1);
  });
});

describe('an angle row between a body with a lever and one without keeps angular momentum', () => {
  test.each<[string, ScalarOptions]>([
    ['lock', { lock: true }],
    ['soft lock', { lock: { softness: { hertz: 5, dampingRatio: 0.3 } } }],
    ['spring', { spring: { stiffness: 3, damping: 0.3 } }],
    ['limits', { limits: [-0.2, 0.2] }],
    ['viscous friction', { friction: { viscous: 0.2 } }],
    ['ratchet', { ratchet: { tooth: 0.5 } }],
    ['friction', { friction: { torque: 0.1 } }],
    ['motor', { motor: { speed: 1, maxTorque: 0.2 } }],
  ])('%s', (_, angle) => {
    const world = new World({ solver: 'direct', directSubsteps: 1, sleeping: false, tolerance: 1e-9 });
    const bodyA = world.addBody({ position: [-0.4, 0], mass: 1, inertia: 0.1, angularVelocity: 5, velocity: [0, -2] });
    const bodyB = world.addBody({ position: [0, 0], mass: 1, inertia: 0.2, angularVelocity: 3 });
    world.joints.create('pivot', { bodyA, bodyB, anchor: [0, 0], angle });
    const momentum = (): number =>
      [bodyA, bodyB].reduce(
        (sum, { mass, inertia, x, y, velocity, angularVelocity }) =>
          sum + inertia * angularVelocity + mass * (x * velocity.y - y * velocity.x),
        0,
      );
    const start = momentum();
    run(world, 2);
    expect(Math.abs(momentum() - start)).toBeLessThan(1e-9);
  });
});
