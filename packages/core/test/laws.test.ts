import { type PointFrictionOptions, type ScalarOptions, World } from '@tenon/core';
import { inspect } from '@tenon/core/inspect';
import { viewJoint } from '@tenon/core/view';
import { describe, expect, test } from 'vitest';
import { FRAME, run, slider, wheel } from './rigs';

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

  test('equal bounds are an equality', () => {
    const { world, cart, joint } = slider({ solver, gravity: [3, 0] });
    joint.slide.limits = [0, 0];
    run(world, 1);
    expect(Math.abs(cart.x)).toBeLessThan(1e-4);
    expect(joint.slide.limits?.force).toBeCloseTo(-3, 4);
  });

  test('friction slows by its cap, stops, and holds', () => {
    const { world, disc, joint } = wheel({ solver }, 2);
    joint.angle.friction = { torque: 4 };
    run(world, 0.25);
    expect(disc.angularVelocity).toBeCloseTo(1, 3);
    run(world, 1);
    expect(disc.angularVelocity).toBeCloseTo(0, 9);
    expect(joint.angle.value).toBeCloseTo(0.5, 1);
  });

  test('viscous friction decays as exp(−c t / I)', () => {
    const { world, disc, joint } = wheel({ solver }, 2);
    joint.angle.friction = { viscous: 3 };
    run(world, 1);
    expect(disc.angularVelocity).toBeCloseTo(2 * Math.exp(-3), 2);
  });

  test('a bearing rubs with coefficient × radius × load', () => {
    const { world, disc, joint } = wheel({ solver, gravity: [0, -10] }, 5);
    joint.angle.friction = { coefficient: 0.5, radius: 0.2 };
    run(world, 1);
    expect(disc.angularVelocity).toBeCloseTo(5 - 0.5 * 0.2 * 10, 1);
  });

  test('a ratchet made on a tooth holds there, whatever rounding makes of its place', () => {
    for (const [x, tooth] of [
      [0.3, 0.1],
      [-0.3, -0.1],
      [0.6, 0.2],
    ]) {
      const world = new World({ solver, gravity: [-2 * Math.sign(tooth), 0] });
      const bodyB = world.addBody({ position: [x, 0], mass: 1 });
      const anchors = { localAnchorA: [0, 0], localAnchorB: [0, 0] } as const;
      const joint = world.joints.create('prismatic', { bodyB, ...anchors, localAxisA: [1, 0] });
      joint.slide.ratchet = { tooth };
      expect(joint.slide.ratchet?.latch).toBeCloseTo(x, 9);
      run(world, 0.5);
      expect(joint.slide.value).toBeCloseTo(x, 4);
    }
  });

  test('a ratchet lets the angle rise and catches it at the last tooth', () => {
    const { world, disc, joint } = wheel({ solver }, 2);
    joint.angle.ratchet = { tooth: 0.5 };
    run(world, 0.6);
    expect(joint.angle.value).toBeCloseTo(1.2, 3);
    disc.angularVelocity = -3;
    let least = Infinity;
    for (let i = 0; i < 60; i++) {
      world.step(FRAME);
      least = Math.min(least, joint.angle.value);
    }
    expect(least).toBeGreaterThan(1 - 1e-3);
    expect(joint.angle.ratchet?.latch).toBeCloseTo(1, 9);
  });

  test('a tooth gives way to limits that are drawn in before it, and the tooth before them holds', () => {
    for (const limits of [
      [-1, 0.2],
      [-1, -0.5],
      [-0.2, -0.2],
    ] as const) {
      const { world, disc, joint } = wheel({ solver });
      joint.angle.ratchet = { tooth: 0.3 };
      disc.angle = 0.65;
      world.step(FRAME);
      joint.angle.limits = [...limits];
      run(world, 5);
      expect(joint.angle.value, String(limits)).toBeCloseTo(limits[1], 3);
      expect(joint.angle.ratchet?.latch, String(limits)).toBeCloseTo(Math.floor(limits[1] / 0.3) * 0.3, 9);
    }
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
  test.each<ScalarOptions>([
    { motor: { target: -3, maxTorque: 50 } },
    { spring: { target: -3, stiffness: 40, damping: 8 } },
    { lock: { target: -3 } },
    { lock: { target: -3, maxTorque: 5 } },
    { lock: { target: -3, softness: { hertz: 2 } } },
    { limits: [-3, -3] },
  ])('a wrapped angle goes the short way round: %j', (laws) => {
    for (const turns of [0, -5]) {
      const { world, disc, joint } = wheel({ solver });
      Object.assign(joint.angle, { wrapped: true }, laws);
      disc.angle = 3 + turns * 2 * Math.PI;
      expect(joint.angle.value).toBeCloseTo(3, 9);
      expect(world.energy.total).toBeCloseTo('spring' in laws ? 20 * (2 * Math.PI - 6) ** 2 : 0, 9);
      expect(joint.angle.error).toBeCloseTo('lock' in laws || 'limits' in laws ? 6 - 2 * Math.PI : 0, 9);
      run(world, 4);
      expect(disc.angle).toBeCloseTo((turns + 1) * 2 * Math.PI - 3, 3);
      expect(joint.angle.value).toBeCloseTo(-3, 3);
      const { motor, spring, lock, limits } = joint.angle;
      expect(motor?.target ?? spring?.target ?? lock?.target ?? limits?.lower).toBe(-3);
    }
  });

  test('a wrapped angle stops at limits across ±π from either side, and however often it was turned before', () => {
    for (const turns of [0, 1, -3]) {
      const { world, disc, joint } = wheel({ solver });
      joint.angle.wrapped = true;
      joint.angle.limits = [2.5, 3.8];
      disc.angle = 3 + turns * 2 * Math.PI;
      for (const [torque, angle, active] of [
        [1, 3.8, 1],
        [-1, 2.5, -1],
      ]) {
        for (let i = 0; i < 240; i++) {
          disc.applyTorque(torque);
          world.step(FRAME);
        }
        expect(disc.angle).toBeCloseTo(angle + turns * 2 * Math.PI, 3);
        expect(joint.angle.limits?.active).toBe(active);
        expect([joint.angle.limits?.lower, joint.angle.limits?.upper]).toEqual([2.5, 3.8]);
        const [row] = inspect(joint).rows;
        const [shown] = viewJoint(joint).coordinates;
        expect(row.c).toBe(joint.angle.value);
        expect(row.C).toBeCloseTo(0, 3);
        expect(shown.value).toBe(joint.angle.value);
        expect(shown.laws.limits.active).toBe(active);
        expect(active * (shown.value - shown.laws.limits[active > 0 ? 'upper' : 'lower'])).toBeCloseTo(0, 3);
      }
    }
  });

  test('ratchets and gears follow a wrapped angle over its turns, to the bit', () => {
    const angles = [false, true].map((wrapped) => {
      const { world, disc, joint } = wheel({ solver }, 3);
      joint.angle.wrapped = wrapped;
      joint.angle.ratchet = { tooth: 0.5 };
      const other = world.addBody({ mass: 1, inertia: 1, angularVelocity: 3 });
      const hinge = world.joints.create('pivot', { bodyB: other, anchor: [0, 0] });
      const terms = [
        { of: joint.angle, weight: 1 },
        { of: hinge.angle, weight: -1 },
      ];
      world.joints.create('gear', { terms });
      run(world, 3.05);
      disc.angularVelocity = other.angularVelocity = -3;
      run(world, 1);
      expect(disc.angle).toBeGreaterThan(9 - 1e-3);
      expect(Math.cos(joint.angle.value)).toBeCloseTo(Math.cos(disc.angle), 9);
      expect(Math.abs(joint.angle.value) <= Math.PI).toBe(wrapped);
      return [disc.angle, other.angle];
    });
    expect(angles[1]).toEqual(angles[0]);
  });

  test('a friction joint with a long arm adds no energy, and reads what acted', () => {
    for (let k = 0; k < 40; k++) {
      const world = new World({ solver, sleeping: false });
      const bodyA = world.addBody({ mass: 1, inertia: 0.1 });
      const bodyB = world.addBody({
        position: [1, 0.1],
        mass: 1,
        inertia: 0.1,
        velocity: [Math.cos(k), Math.sin(k)],
        angularVelocity: 2 * Math.sin(3 * k),
      });
      const arm = k / 10;
      const anchor = [1 + arm * Math.cos(2 * k), 0.1 + arm * Math.sin(2 * k)] as const;
      const joint = world.joints.create('friction', { bodyA, bodyB, anchor, maxForce: 3 + k });
      for (let i = 0; i < 30; i++) {
        const [x, y] = [...bodyB.velocity];
        const energy = world.energy.kinetic;
        world.step(FRAME);
        const impulse = joint.impulseOn(bodyB);
        expect(bodyB.velocity.x - x, `${k}`).toBeCloseTo(impulse.x, 6);
        expect(bodyB.velocity.y - y, `${k}`).toBeCloseTo(impulse.y, 6);
        expect(world.energy.kinetic, `${k}`).toBeLessThan(energy * (1 + 5e-3) + 1e-6);
      }
    }
  });

  test('friction stays within its cap in the step in which its coordinate meets a stop', () => {
    for (let k = 0; k < 200; k++) {
      const world = new World({ solver, sleeping: false });
      const bodyA = world.addBody({ mass: 1, inertia: 0.1 });
      const bodyB = world.addBody({ position: [1, 0], mass: 1, inertia: 0.1 });
      const limits = [null, 5e-4 + k * 3e-4] as const;
      const { angle } = world.joints.create('pivot', { bodyA, bodyB, anchor: [0.6, 0.3], angle: { limits } });
      angle.friction = { torque: 0.8 };
      bodyB.angularVelocity = 2;
      for (let i = 0; i < 3; i++) {
        const energy = world.energy.kinetic;
        world.step(FRAME);
        expect(Math.abs(angle.friction?.force ?? 0), `${k}`).toBeLessThan(0.8 + 1e-6);
        expect(world.energy.kinetic, `${k}`).toBeLessThan(energy + 1e-3);
      }
    }
  });

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

  test.each<[PointFrictionOptions, PointFrictionOptions]>([
    [{ force: 500 }, { viscous: 1e-9 }],
    [{ viscous: 500 }, { force: 0 }],
  ])('friction of a point by %o, made %o, leaves its push behind', (before, after) => {
    const world = new World({ solver, sleeping: false });
    const bodyB = world.addBody();
    const { point } = world.joints.create('friction', { bodyB, point: { friction: before } });
    for (let i = 0; i < 60; i++) {
      bodyB.applyForce([-100, 0]);
      world.step(FRAME);
    }
    point.friction = after;
    bodyB.velocity = [0, 0];
    world.step(FRAME);
    expect(bodyB.velocity.x).toBeCloseTo(0, 12);
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

test('friction against a slip that turns is of second order with the direct step', () => {
  const [slope, friction, seconds] = [1.5, 2, 0.5];
  const travel = (hertz: number) => {
    const world = new World({ solver: 'direct', gravity: [slope, 0], directSubsteps: 1, sleeping: false });
    const puck = world.addBody({ mass: 1, inertia: 0.2, velocity: [0.5, 2] });
    world.joints.create('friction', { bodyB: puck, maxForce: friction });
    for (let i = 0; i < seconds * hertz; i++) world.step(1 / hertz);
    return puck.getPosition({ x: 0, y: 0 });
  };
  // The same by the midpoint rule in very small steps.
  let [x, y, vx, vy] = [0, 0, 0.5, 2];
  for (let i = 0, h = 1e-5; i < seconds / h; i++) {
    const pull = (u: number, w: number) => [
      slope - (friction * u) / Math.hypot(u, w),
      (-friction * w) / Math.hypot(u, w),
    ];
    const [ax, ay] = pull(vx, vy);
    const [mx, my] = [vx + (h / 2) * ax, vy + (h / 2) * ay];
    const [bx, by] = pull(mx, my);
    [x, y, vx, vy] = [x + h * mx, y + h * my, vx + h * bx, vy + h * by];
  }
  const error = (hertz: number) => {
    const end = travel(hertz);
    return Math.hypot(end.x - x, end.y - y);
  };
  for (const hertz of [60, 240, 480, 960]) expect(error(hertz), `${hertz} Hz`).toBeLessThan(0.25 / (hertz * hertz));
});
