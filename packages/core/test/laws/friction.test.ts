import { type Body, type PointFrictionOptions, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { Chance } from '../random-world';
import { FRAME, freePair, momenta, on, run, slider, wheel } from '../rigs';

describe.each(['iterative', 'direct'] as const)('friction with the %s step', (solver) => {
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

  test.each([{ hertz: 20 }, { hertz: 20, dampingRatio: 0.3 }, { correction: 0.1 }, null])(
    'the load on a bearing or slide counts in a lock of softness %o',
    (softness) => {
      const { world, joint } = wheel({ solver, gravity: [0, -10] }, 20);
      joint.angle.friction = { coefficient: 0.5, radius: 0.2 };
      joint.softness = softness;
      const cart = world.addBody({ mass: 1, inertia: 1, position: [9, 0], velocity: [20, 0] });
      const rail = world.joints.create('prismatic', { bodyB: cart, anchor: [9, 0], axis: [1, 0], softness });
      rail.slide.friction = { coefficient: 0.5 };
      run(world, 1.5);
      expect(joint.angle.friction?.force).toBeCloseTo(-0.5 * 0.2 * 10, 2);
      expect(rail.slide.friction?.force).toBeCloseTo(-0.5 * 10, 2);
    },
  );

  test('a bearing is loaded in the very step, and its friction is of second order', () => {
    const [mu, radius, arm, inertia, start, seconds] = [0.3, 0.2, 0.5, 0.1, 12, 0.8];
    // Torque and load of a pendulum of 1 kg by the force that its weight and motion ask of the pivot.
    const turning = (angle: number, rate: number): number => {
      const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
      let acceleration = 0;
      for (let i = 0; i < 40; i++) {
        const x = arm * (cos * acceleration - sin * rate * rate);
        const y = arm * (sin * acceleration + cos * rate * rate) + 9.81;
        acceleration = (-9.81 * arm * sin - mu * radius * Math.hypot(x, y)) / (inertia + arm * arm);
      }
      return acceleration;
    };
    let [angle, rate] = [0, start];
    for (let i = 0, h = 1e-4; i < seconds / h; i++) {
      const half = rate + (h / 2) * turning(angle, rate);
      const middle = turning(angle + (h / 2) * rate, half);
      [angle, rate] = [angle + h * half, rate + h * middle];
    }
    const error = (hertz: number): number => {
      const world = new World({ solver, gravity: [0, -9.81], directSubsteps: 1, sleeping: false, tolerance: 1e-9 });
      const body = world.addBody({ position: [0, -arm], mass: 1, inertia, velocity: [start * arm, 0] });
      body.angularVelocity = start;
      const joint = world.joints.create('pivot', { bodyB: body, anchor: [0, 0] });
      joint.angle.friction = { coefficient: mu, radius };
      for (let i = 0; i < seconds * hertz; i++) {
        world.step(1 / hertz);
        const most = mu * radius * on(joint.point.lock).force;
        expect(Math.abs(on(joint.angle.friction).force) / most, `${hertz} Hz, step ${i}`).toBeCloseTo(1, 2);
      }
      return Math.abs(body.angle - angle);
    };
    for (const hertz of [60, 120, 240, 480, 960])
      expect(error(hertz), `${hertz} Hz`).toBeLessThan((solver === 'direct' ? 32 : 8) / (hertz * hertz));
  });

  test('a bearing rubs by a load that changes', () => {
    const { world, disc, joint } = wheel({ solver, gravity: [0, -10] }, 8);
    joint.angle.friction = { coefficient: 0.5, radius: 0.2 };
    for (let i = 0; i < 60; i++) {
      const load = Math.abs(-10 + i);
      const before = disc.angularVelocity;
      disc.applyForce([0, i]);
      world.step(FRAME);
      expect(disc.angularVelocity - before, `${i}`).toBeCloseTo(-0.5 * 0.2 * load * FRAME, 3);
      expect(Math.abs(on(joint.angle.friction).force), `${i}`).toBeCloseTo(0.5 * 0.2 * load, 1);
    }
  });

  test.each([0.1, 0.6, 1])(
    'a slider on a slope holds up to the angle of its coefficient, from the first step: %d',
    (mu) => {
      for (const slope of [0.5, 0.99, 1.01, 2]) {
        const angle = Math.atan(slope * mu);
        const pull = 10 * Math.sin(angle);
        const { world, cart, slide } = slider({ solver, gravity: [pull, -10 * Math.cos(angle)] });
        slide.friction = { coefficient: mu };
        world.step(FRAME);
        const load = mu * 10 * Math.cos(angle);
        expect(on(slide.friction).force, `${slope}`).toBeCloseTo(-Math.min(load, pull), 6);
        run(world, 1);
        const { x } = cart;
        run(world, 1);
        expect(cart.velocity.x, `${slope}`).toBeCloseTo(Math.max(0, pull - load) * (2 + FRAME), 4);
        if (slope > 1) continue;
        // The soft locks of a first substep bear a little less.
        expect(x, `${slope}`).toBeCloseTo(0, 4);
        expect(cart.x, `${slope}`).toBeCloseTo(x, 10);
      }
    },
  );

  // A rod at 45° is drawn along a rail by its end: friction against its centre lifts it off the rail, or presses it on.
  test.each([0.3, 1, 1.1, 2, 3])('friction that loads its own locks is what it says, or jams: coefficient %d', (mu) => {
    for (const way of [1, -1]) {
      const world = new World({ solver, gravity: [0, -9.81], sleeping: false });
      const rod = world.addBody({ angle: Math.PI / 4, mass: 1, inertia: 1 / 12, velocity: [3 * way, 0] });
      const { slide, offset } = world.joints.create('line', {
        bodyB: rod,
        localAnchorA: [-0.5, -0.5],
        localAnchorB: [-Math.SQRT1_2, 0],
        axis: [1, 0],
        slide: { friction: { coefficient: mu } },
      });
      world.step(FRAME);
      const jams = way < 0 && mu > 4 / 3;
      const force = (mu * 9.81) / 4 / (1 + 0.75 * way * mu);
      if (jams) expect(slide.rate, `${way}`).toBeCloseTo(0, 1);
      else expect((-way * on(slide.friction).force) / force, `${way}`).toBeCloseTo(1, 1);
      let energy = Infinity;
      for (let i = 0; i < 60; i++) {
        const least = Math.abs(on(slide.friction).force) - mu * Math.abs(on(offset.lock).force);
        expect(least, `${way}, step ${i}`).toBeLessThan(0.05 * Math.abs(on(slide.friction).force) + 1e-6);
        const next = world.energy.kinetic + 9.81 * rod.y;
        expect(next, `${way}, step ${i}`).toBeLessThan(energy + 0.01);
        energy = next;
        world.step(FRAME);
      }
    }
  });

  test('friction that follows the load goes on to the bit from a snapshot', () => {
    const world = new World({ solver, gravity: [0, -9.81], sleeping: false });
    let bodyA: Body | null = null;
    const bodies = [0, 1, 2].map((i) => {
      const bodyB: Body = world.addBody({ position: [i + 0.5, 0], mass: 1, inertia: 0.1 });
      const { angle } = world.joints.create('pivot', { bodyA, bodyB, anchor: [i, 0] });
      angle.friction = { coefficient: 0.3, radius: 0.1 };
      bodyA = bodyB;
      return bodyB;
    });
    run(world, 0.5);
    const snapshot = world.snapshot();
    const end = (): number[] => {
      run(world, 0.5);
      return bodies.flatMap(({ x, y, angle }) => [x, y, angle]);
    };
    const first = end();
    world.restore(snapshot);
    expect(end()).toEqual(first);
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

  test('friction of anchors that are apart takes energy away, and keeps momentum as it slips and as it sticks', () => {
    for (let k = 0; k < 40; k++) {
      const { world, a, b } = freePair(solver, 4 * Math.sin(k));
      const joint = world.joints.create('friction', {
        bodyA: a,
        bodyB: b,
        localAnchorA: [Math.cos(2 * k), Math.sin(2 * k)],
        localAnchorB: [0.5 * Math.cos(3 * k), 0.5 * Math.sin(5 * k)],
        maxForce: 1 + k,
      });
      const before = momenta([a, b]);
      let held = 0;
      for (let i = 0; i < 120; i++) {
        const energy = world.energy.kinetic;
        const [spinA, spinB] = [a.angularVelocity, b.angularVelocity];
        world.step(FRAME);
        expect(world.energy.kinetic, `${k}, step ${i}`).toBeLessThan(energy * (1 + 1e-3) + 1e-9);
        expect(a.inertia * (a.angularVelocity - spinA), `${k}, step ${i}`).toBeCloseTo(joint.impulseOn(a).angular, 12);
        expect(b.inertia * (b.angularVelocity - spinB), `${k}, step ${i}`).toBeCloseTo(joint.impulseOn(b).angular, 12);
        if (on(joint.point.friction).force < (1 + k) * (1 - 1e-9)) held++;
        momenta([a, b]).forEach((value, n) =>
          expect(Math.abs(value - before[n]), `${k}, step ${i}`).toBeLessThan(1e-12),
        );
      }
      expect(held, `${k}`).toBeGreaterThan(1);
    }
  });

  test('what lies on a turntable turns along where it is', () => {
    const world = new World({ solver, sleeping: false });
    const bodyA = world.addBody({ type: 'kinematic', angularVelocity: 2 });
    const bodyB = world.addBody({ position: [0.5, 0], mass: 1, inertia: 0.1 });
    world.joints.create('friction', { bodyA, bodyB, localAnchorA: [3, 0], maxForce: 8, maxTorque: 1 });
    run(world, 3);
    const { x, y } = bodyB;
    expect(bodyB.velocity.x).toBeCloseTo(-2 * y, 3);
    expect(bodyB.velocity.y).toBeCloseTo(2 * x, 3);
    run(world, 1);
    expect(Math.hypot(bodyB.x, bodyB.y)).toBeCloseTo(Math.hypot(x, y), 4);
  });

  test('the torque of a friction that acts beside the anchor of B is about that anchor', () => {
    const { world, a, b } = freePair(solver);
    const joint = world.joints.create('friction', {
      bodyA: a,
      bodyB: b,
      localAnchorA: [0, 0],
      localAnchorB: [0, 0],
      maxForce: 0.5,
    });
    for (let i = 0; i < 20; i++) {
      world.step(FRAME);
      expect(joint.reaction.torque * FRAME, `step ${i}`).toBeCloseTo(joint.impulseOn(b).angular, 12);
    }
    expect(Math.abs(joint.reaction.torque)).toBeGreaterThan(0.01);
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
});

test.each([10, 34, 46, 59])('friction stays within its cap where a mechanism is kicked and bent: %i', (seed) => {
  const chance = new Chance(seed);
  const world = new World({ solver: 'direct', gravity: [0, -9.81], sleeping: false });
  const bodies: Body[] = [];
  const laws: { most: number; force: () => number }[] = [];
  for (let i = 0; i < 5; i++) {
    const mass = chance.magnitude(0.1, 10);
    const bodyB = world.addBody({ position: [i, 0], mass, inertia: chance.magnitude(0.01, 1) });
    const bodyA = bodies.at(-1) ?? null;
    const place = { bodyA, bodyB, localAnchorA: [0.5, 0] as const, localAnchorB: [-0.5, 0] as const };
    const most = chance.magnitude(0.1, 20);
    const limits = { lower: -0.3, upper: 0.3, restitution: chance.pick([0, 0.5]) };
    const kind = chance.integer(3);
    if (kind === 0) {
      const { angle } = world.joints.create('pivot', { ...place, angle: { friction: { torque: most }, limits } });
      laws.push({ most, force: () => on(angle.friction).force });
    } else if (kind === 1) {
      const { slide } = world.joints.create('prismatic', { ...place, slide: { friction: { force: most }, limits } });
      laws.push({ most, force: () => on(slide.friction).force });
    } else {
      const { point } = world.joints.create('friction', { ...place, maxForce: most });
      laws.push({ most, force: () => on(point.friction).force });
    }
    bodies.push(bodyB);
  }
  for (let frame = 0; frame < 60; frame++) {
    const body = chance.pick(bodies);
    if (frame % 10 === 0) {
      body.velocity = chance.vec(10);
      body.angularVelocity = chance.between(-20, 20);
    }
    if (frame % 20 === 10) body.angle += chance.between(-1, 1);
    world.step(FRAME);
    for (const { most, force } of laws)
      expect(Math.abs(force()), `frame ${frame}`).toBeLessThanOrEqual(most * (1 + 1e-9));
  }
});

test('friction reads what acted with the direct step, where that projects velocities, too', () => {
  for (let k = 0; k < 10; k++) {
    const world = new World({ solver: 'direct', gravity: [0, -9.81], sleeping: false });
    let bodyA: Body | null = null;
    const hinges = [0, 1, 2].map((i) => {
      const bodyB: Body = world.addBody({
        position: [i, 0],
        mass: 1,
        inertia: 0.1,
        angularVelocity: 5 * Math.sin(3 * k + i),
      });
      const place = { bodyA, bodyB, localAnchorA: [0.5, 0] as const, localAnchorB: [-0.5, 0] as const };
      bodyA = bodyB;
      return world.joints.create('pivot', { ...place, angle: { friction: { torque: 10 } } });
    });
    for (let frame = 0; frame < 30; frame++) {
      world.step(FRAME);
      for (const { angle, reaction } of hinges) expect(on(angle.friction).force).toBeCloseTo(reaction.torque, 9);
    }
  }
});

test.each(['slide', 'point'] as const)('friction of a %s makes no energy where the motion turns round', (place) => {
  for (const pull of [5, 9, 30])
    for (const most of [3, 8, 25])
      for (let k = 1; k <= 40; k++) {
        const world = new World({ solver: 'direct', gravity: [-pull, 0], sleeping: false });
        const cart = world.addBody({ mass: 1, inertia: 1, velocity: [0.02 * k, 0] });
        if (place === 'point') world.joints.create('friction', { bodyB: cart, maxForce: most });
        else world.joints.create('prismatic', { bodyB: cart, slide: { friction: { force: most } } });
        const energy = (): number => cart.velocity.x ** 2 / 2 + pull * cart.x;
        for (let frame = 0, before = energy(); frame < 10; frame++, before = energy()) {
          world.step(FRAME);
          expect(energy(), `${pull} ${most} ${k}`).toBeLessThan(before + 1e-9);
        }
        if (most > pull) expect(Math.abs(cart.velocity.x), `${pull} ${most} ${k}`).toBeLessThan(1e-9);
      }
});

test.each(['iterative', 'direct'] as const)('friction against a slip that turns is of second order: %s', (solver) => {
  const [slope, friction, seconds] = [1.5, 2, 0.5];
  const travel = (hertz: number) => {
    const world = new World({ solver, gravity: [slope, 0], substeps: 1, directSubsteps: 1, sleeping: false });
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

test.each(['iterative', 'direct'] as const)('what nothing turns is rubbed at its own anchor (%s)', (solver) => {
  const world = new World({ solver, substeps: 1, directSubsteps: 1, sleeping: false });
  // At its anchor, which is at (2.5, 1), the carrier moves by (−1, 2.5).
  const carrier = world.addBody({ type: 'kinematic', angularVelocity: 1 });
  const rider = world.addBody({ position: [2, 1], mass: 1, fixedRotation: true });
  const joint = { bodyA: carrier, bodyB: rider, localAnchorA: [0.3, 0.7], localAnchorB: [0.5, 0] } as const;
  world.joints.create('friction', { ...joint, point: { friction: { viscous: 1 } } });
  world.step(1e-4);
  expect(rider.velocity.x / 1e-4).toBeCloseTo(-1, 3);
  expect(rider.velocity.y / 1e-4).toBeCloseTo(2.5, 3);
});
