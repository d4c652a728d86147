import { type Body, type LockOptions, type ScalarCoordinate, type ScalarOptions, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { FRAME, run, slider, wheel } from '../rigs';

interface Held {
  world: World;
  push: () => void;
  /** From the place that is held, m or rad, and its rate. */
  way: () => number;
  speed: () => number;
}

describe.each(['iterative', 'direct'] as const)('locks with a cap by the %s step', (solver) => {
  test('what a lock with a cap takes as it catches is given to nothing else', () => {
    const world = new World({ solver, sleeping: false });
    const body = world.addBody({ mass: 2, inertia: 0.3, velocity: [0.4, 0] });
    world.joints.create('prismatic', { bodyB: body, axis: [1, 0], angle: { lock: { maxTorque: 3 } } });
    for (let i = 0; i < 240; i++) {
      body.applyTorque(i % 7 < 2 ? 4 : i % 7 < 5 ? -2.4 : 0);
      world.step(1 / 60);
    }
    expect(body.velocity.x).toBeCloseTo(0.4, 9);
  });

  test('a lock with a cap gives way', () => {
    const { world, cart, joint } = slider({ solver, gravity: [0, -10] });
    joint.maxForce = 4;
    run(world, 0.5);
    expect(cart.velocity.y).toBeCloseTo(-3, 1);
  });

  const slideLock = (): { world: World; cart: Body; force: () => number } => {
    const { world, cart, joint } = slider({ solver });
    joint.slide.lock = { maxForce: 5 };
    return { world, cart, force: () => joint.slide.lock?.force ?? NaN };
  };
  const pointLock = (): { world: World; cart: Body; force: () => number } => {
    const { world, disc, joint } = wheel({ solver });
    joint.maxForce = 5;
    return { world, cart: disc, force: () => joint.reaction.x };
  };

  test.each([
    ['slide', slideLock],
    ['point', pointLock],
  ])('the lock of a %s that was pulled off pulls back with its cap, and no more, until it holds again', (_, make) => {
    const { world, cart, force } = make();
    for (let i = 0; i < 30; i++) {
      cart.applyForce([9.2, 0]);
      world.step(FRAME);
    }
    expect(cart.x).toBeCloseTo((4.2 * 0.25) / 2, 6);
    run(world, 0.7);
    expect(force()).toBeCloseTo(-5, 6);
    expect(cart.velocity.x).toBeCloseTo(4.2 / 2 - 5 * 0.7, 6);
    expect(cart.x).toBeCloseTo(0.525 + 2.1 * 0.7 - (5 * 0.49) / 2, 6);
    for (let i = 0; i < 900; i++) {
      world.step(FRAME);
      expect(Math.abs(force())).toBeLessThan(5 + 1e-6);
    }
    expect(Math.abs(cart.x) + Math.abs(cart.velocity.x) + Math.abs(force())).toBeLessThan(1e-3);
  });

  test.each([
    ['slide', slideLock],
    ['point', pointLock],
  ])('the lock of a %s pulls a body that was put elsewhere with its cap', (_, make) => {
    const { world, cart, force } = make();
    world.step(FRAME);
    cart.position = [2, 0];
    run(world, 0.5);
    expect(force()).toBeCloseTo(-5, 6);
    expect(cart.velocity.x).toBeCloseTo(-2.5, 6);
    expect(cart.x).toBeCloseTo(2 - (5 * 0.25) / 2, 6);
  });

  const slideAt = (x: number): { world: World; c: ScalarCoordinate } => {
    const { world, cart, joint } = slider({ solver });
    cart.position = [x, 0];
    return { world, c: joint.slide };
  };
  const angleAt = (angle: number): { world: World; c: ScalarCoordinate } => {
    const { world, disc, joint } = wheel({ solver });
    disc.angle = angle;
    return { world, c: joint.angle };
  };
  const holdBack: Record<string, (c: ScalarCoordinate, most: number) => void> = {
    friction: (c, most) => (c.friction = c.unit === 'angle' ? { torque: most } : { force: most }),
    'a brake': (c, most) =>
      (c.motor = c.unit === 'angle' ? { speed: 0, maxTorque: most } : { speed: 0, maxForce: most }),
  };
  const lockBy = (c: ScalarCoordinate, most: number): unknown =>
    (c.lock = c.unit === 'angle' ? { maxTorque: most } : { maxForce: most });

  for (const [place, make] of Object.entries({ slide: slideAt, angle: angleAt })) {
    for (const [name, hold] of Object.entries(holdBack)) {
      test(`the lock of the ${place} pulls home against a weaker cap of ${name}, and not against a stronger one`, () => {
        const weak = make(2);
        hold(weak.c, 5);
        lockBy(weak.c, 20);
        run(weak.world, 0.2);
        expect(weak.c.value).toBeCloseTo(2 - (15 * 0.04) / 2, 1);
        expect(weak.c.lock?.force).toBeCloseTo(-20, 6);
        run(weak.world, 6);
        expect(Math.abs(weak.c.value)).toBeLessThan(1e-6);

        const strong = make(2);
        hold(strong.c, 15);
        lockBy(strong.c, 5);
        run(strong.world, 3);
        // A brake of the iterative step gives a little.
        expect(strong.c.value).toBeCloseTo(2, solver === 'direct' ? 4 : 3);
        expect(strong.c.lock?.force).toBeCloseTo(-5, 6);
      });
    }

    test(`the lock of the ${place} brings friction and a brake along to a stop or tooth`, () => {
      for (const stop of ['limits', 'ratchet'] as const) {
        const { world, c } = make(2);
        if (stop === 'limits') c.limits = [1.8, 3];
        else c.ratchet = { tooth: 0.3 };
        holdBack['friction'](c, 5);
        holdBack['a brake'](c, 5);
        lockBy(c, 20);
        run(world, 3);
        expect(c.value, stop).toBeCloseTo(1.8, 3);
        expect(c[stop]?.force, stop).toBeCloseTo(20, 6);
      }
    });
  }

  test.each<[string, ScalarOptions | null]>([
    ['the lock of a point', null],
    ['the lock of a slide', { lock: { maxForce: 100 } }],
    ['bounds that are one', { limits: { lower: 0, upper: 0, maxForce: 100 } }],
  ])('%s with a cap that could do it faster come back as those without one', (_, slide) => {
    for (const [mass, maxCorrectionSpeed] of [
      [0.1, 4],
      [0.1, 0],
      [10, 0],
    ] as const) {
      const world = new World({ solver, sleeping: false, maxCorrectionSpeed });
      const body = world.addBody({ mass, inertia: 1 });
      const ends = { bodyB: body, localAnchorA: [0, 0] } as const;
      if (slide === null) world.joints.create('pivot', { ...ends, maxForce: 100 });
      else world.joints.create('prismatic', { ...ends, slide });
      for (let i = 0; i < 6; i++) {
        body.applyForce([150, 0]);
        world.step(FRAME);
      }
      run(world, 1 / 15);
      const { x } = body;
      let fastest = 0;
      for (let i = 0; i < 240; i++) {
        const before = body.x;
        world.step(FRAME);
        fastest = Math.max(fastest, (before - body.x) / FRAME);
      }
      expect(x).toBeGreaterThan(mass < 1 ? 3 : 0.03);
      expect(fastest).toBeLessThan(maxCorrectionSpeed + 1e-6);
      expect(body.x).toBeCloseTo(maxCorrectionSpeed > 0 ? 0 : x, 6);
    }
  });

  test.each<[string, ScalarOptions]>([
    ['a lock', { lock: { maxTorque: 5 } }],
    ['bounds that are one', { limits: { lower: 0, upper: 0, maxTorque: 5 } }],
  ])('a motor without a cap is idle under %s, wherever and however fast it starts', (_, held) => {
    for (const motor of [{ speed: 2 }, { target: 3 }]) {
      for (const spin of [0, 0.01, 0.5, 2]) {
        const { world, disc, joint } = wheel({ solver }, spin);
        joint.angle.applyOptions('angle', { ...held, motor });
        disc.angle = spin / 100;
        run(world, 0.2);
        for (let i = 0; i < 30; i++) {
          disc.applyTorque(6);
          world.step(FRAME);
          expect(joint.angle.motor?.force).toBe(0);
        }
        run(world, 30);
        expect(Math.abs(joint.angle.value), JSON.stringify([motor, spin])).toBeLessThan(1e-3);
      }
    }
  });

  const held: Record<string, (cap: number, share: number, load: number, lengthUnit: number) => Held> = {
    'a slide': (cap, share, load, lengthUnit) => {
      const { world, cart, slide } = slider({ solver, lengthUnit });
      slide.lock = { maxForce: cap };
      cart.velocity = [share * cap * FRAME * lengthUnit, 0];
      const push = (): void => cart.applyForce([load * cap, 0]);
      const way = (): number => Math.abs(cart.x) / lengthUnit;
      return { world, push, way, speed: () => Math.abs(cart.velocity.x) / lengthUnit };
    },
    'an angle': (cap, share, load, lengthUnit) => {
      const { world, disc, joint } = wheel({ solver, lengthUnit }, share * cap * FRAME);
      joint.angle.lock = { maxTorque: cap };
      const push = (): void => disc.applyTorque(load * cap);
      return { world, push, way: () => Math.abs(disc.angle), speed: () => Math.abs(disc.angularVelocity) };
    },
    'a point': (cap, share, load, lengthUnit) => {
      const { world, disc, joint } = wheel({ solver, lengthUnit });
      joint.maxForce = cap;
      disc.velocity = [share * cap * FRAME * lengthUnit, 0];
      const push = (): void => disc.applyForce([load * cap, 0]);
      const speed = (): number => Math.hypot(disc.velocity.x, disc.velocity.y) / lengthUnit;
      return { world, push, way: () => Math.hypot(disc.x, disc.y) / lengthUnit, speed };
    },
    'a point of two bodies that turn': (cap, share, load, lengthUnit) => {
      const world = new World({ solver, lengthUnit, sleeping: false });
      const speed = (share * cap * FRAME * lengthUnit) / 2;
      const a = world.addBody({ mass: 2, inertia: 0.5, velocity: [-speed, 0] });
      const b = world.addBody({ position: [0.8 * lengthUnit, 0], mass: 2, inertia: 0.5, velocity: [speed, 0] });
      const joint = world.joints.create('pivot', { bodyA: a, bodyB: b, anchor: [0.4 * lengthUnit, 0], maxForce: cap });
      const push = (): void => {
        a.applyForce([-load * cap, 0]);
        b.applyForce([load * cap, 0]);
      };
      const rate = (): number => Math.abs(b.velocity.x - a.velocity.x) / lengthUnit;
      return { world, push, way: () => joint.point.value / lengthUnit, speed: rate };
    },
  };
  test.each(Object.keys(held))('the lock of %s with a cap comes to rest from round numbers, too', (name) => {
    for (const lengthUnit of [1, 64])
      for (const cap of [7.3, 60, 300])
        for (const share of [1, 1.5, 2, 4, 7.7])
          for (const load of [0, 0.5]) {
            const { world, push, way, speed } = held[name](cap, share, load, lengthUnit);
            for (let i = 0; i < 300; i++) {
              push();
              world.step(FRAME);
            }
            expect(way() + speed(), JSON.stringify([lengthUnit, cap, share, load])).toBeLessThan(1e-3);
          }
  });

  test('a point that gives way does not turn what spins about its anchor', () => {
    const dragged = wheel({ solver }, 5);
    dragged.joint.maxForce = 5;
    for (let i = 0; i < 60; i++) {
      dragged.disc.applyForce([10, 0]);
      dragged.world.step(FRAME);
    }
    expect(dragged.disc.x).toBeCloseTo(2.5, 2);
    expect(dragged.disc.angularVelocity).toBeCloseTo(5, 9);

    const sagging = wheel({ solver, gravity: [0, -10] }, 5);
    sagging.joint.softness = { hertz: 2, dampingRatio: 1 };
    run(sagging.world, 2);
    expect(sagging.disc.y).toBeCloseTo(-10 / (4 * Math.PI) ** 2, 3);
    expect(sagging.disc.angularVelocity).toBeCloseTo(5, 6);

    const corrected = wheel({ solver }, 5);
    corrected.joint.softness = { correction: 0.1 };
    corrected.disc.position = [0.5, 0];
    run(corrected.world, 0.5);
    expect(corrected.disc.y).toBeCloseTo(0, 9);
    expect(corrected.disc.angularVelocity).toBeCloseTo(5, 9);
  });

  test.each<LockOptions>([{ maxForce: 8 }, { softness: { hertz: 2 } }, { softness: { correction: 0.1 } }])(
    'a point that gives way by %j keeps the angular momentum of free bodies',
    (lock) => {
      const world = new World({ solver, sleeping: false });
      const a = world.addBody({ mass: 1, inertia: 0.2, angularVelocity: 5 });
      const b = world.addBody({ position: [1, 0], mass: 2, inertia: 0.3, angularVelocity: 5 });
      world.joints.create('pivot', { bodyA: a, bodyB: b, anchor: [0.4, 0.1], ...lock });
      const angular = (): number =>
        [a, b].reduce(
          (sum, { mass, inertia, x, y, velocity, angularVelocity }) =>
            sum + mass * (x * velocity.y - y * velocity.x) + inertia * angularVelocity,
          0,
        );
      const before = angular();
      run(world, 5);
      expect(angular()).toBeCloseTo(before, solver === 'direct' ? 4 : 6);
    },
  );

  test.each([
    ['of a body on the world', null, [0.3, 0.2], [9.2, 3], [1.1915, 0.1641, 3.1746]],
    ['of two free bodies', { mass: 2, inertia: 0.3 }, [-0.5, 0.2], [9.2, 12], [1.3821, 3.2441, 1.5087]],
  ] as const)('a point %s that slips moves as it does in steps of 1 ms', (_, other, anchor, load, [x, y, angle]) => {
    const world = new World({ solver, sleeping: false });
    const body = world.addBody({ mass: 1, inertia: 0.1 });
    const bodyA = other === null ? null : world.addBody({ ...other, position: [-1, 0] });
    world.joints.create('pivot', { bodyA, bodyB: body, anchor, maxForce: 5 });
    for (let i = 0; i < 60; i++) {
      body.applyForce(i < 30 ? load : [0, 0]);
      world.step(FRAME);
    }
    expect(Math.abs(body.x - x)).toBeLessThan(0.01);
    expect(Math.abs(body.y - y)).toBeLessThan(0.01);
    expect(Math.abs(body.angle - angle)).toBeLessThan(0.02);
  });

  test('a mouse that drags a plate by its rim turns it', () => {
    const world = new World({ solver, sleeping: false });
    const mouse = world.addBody({ type: 'kinematic', position: [0, 0.5], velocity: [6, 0] });
    const plate = world.addBody({ mass: 1, inertia: 0.1 });
    const anchors = { localAnchorA: [0, 0], localAnchorB: [0, 0.5] } as const;
    world.joints.create('pivot', { bodyA: mouse, bodyB: plate, ...anchors, maxForce: 5 });
    run(world, 0.4);
    // Pulled with its cap straight to the mouse it would turn by −1.71, straight against their rate by −1.35.
    expect(plate.angle).toBeGreaterThan(-1.71);
    expect(plate.angle).toBeLessThan(-1.35);
  });

  test('a lock at its cap pulls where its gap is, and comes to rest from a motion across it, too', () => {
    const { world, disc, joint } = wheel({ solver });
    joint.maxForce = 5;
    for (let i = 0; i < 30; i++) {
      disc.applyForce([9.2, 0]);
      world.step(FRAME);
    }
    disc.applyImpulse([0, 2]);
    for (let i = 0; i < 1800; i++) {
      world.step(FRAME);
      expect(joint.reaction.force).toBeLessThan(5 + 1e-6);
      expect(joint.point.value).toBeLessThan(2);
    }
    expect(joint.point.value).toBeLessThan(1e-3);
  });
});
