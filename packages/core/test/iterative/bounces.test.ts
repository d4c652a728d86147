import { type Body, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { FRAME, run, slider, SOLVERS } from '../rigs';

describe.each(['iterative', 'direct'] as const)('stops with restitution by the %s step', (solver) => {
  test('a stop with restitution throws back its share of the speed, though it is reached as a substep ends', () => {
    const { world, cart, joint } = slider({ solver }, { velocity: [4, 0] });
    joint.slide.limits = { lower: -9, upper: 0.5, restitution: 0.5 };
    run(world, 0.5);
    expect(cart.velocity.x).toBeCloseTo(-2, 3);
  });

  test('links that bounce between stops gain no energy, however many are met at once', () => {
    const world = new World({ solver, gravity: [0, -10], sleeping: false });
    const stops = { limits: { lower: -0.2, upper: 0.2, restitution: 1 } };
    let before: Body | undefined;
    for (let i = 0; i < 3; i++) {
      const bodyB = world.addBody({ position: [i + 0.5, 0], mass: 1, inertia: 1 / 12 });
      const place = { ...(before && { bodyA: before }), bodyB, anchor: [i, 0] as const };
      if (i === 1) world.joints.create('wheel', { ...place, axis: [0, 1], suspension: stops, spin: stops });
      else world.joints.create('pivot', { ...place, angle: stops });
      before = bodyB;
    }
    const start = world.energy.total;
    let most = 0;
    for (let i = 0; i < 300; i++) {
      world.step(FRAME);
      most = Math.max(most, world.energy.total - start);
    }
    expect(most).toBeLessThan(1e-3);
  });

  test.each([0.37, 0.38, 0.39, 0.4, 0.41, 0.42, 0.43, 0.44])(
    'a stop at %f rad throws back its share of the speed at which a motor without a cap carries it',
    (upper) => {
      const world = new World({ solver, sleeping: false, directSubsteps: 1 });
      const arm = world.addBody({ position: [0.5, 0], mass: 1, inertia: 0.1, velocity: [0, 1], angularVelocity: 2 });
      world.joints.create('pivot', { bodyB: arm, anchor: [0, 0], angle: { motor: { speed: 2 } } });
      const flail = world.addBody({ position: [1, -0.5], angle: -Math.PI / 2, mass: 1, inertia: 0.1 });
      flail.velocity = [3, 2];
      flail.angularVelocity = 6;
      const angle = { limits: { lower: -9, upper, restitution: 0.5 } };
      const stop = world.joints.create('pivot', { bodyA: arm, bodyB: flail, anchor: [1, 0], angle });
      let before = 0;
      for (let i = 0; i < 40 && stop.angle.rate > 0; i++) {
        before = stop.angle.rate;
        world.step(1 / 240);
      }
      expect(stop.angle.rate / before).toBeCloseTo(-0.5, 2);
    },
  );
});

describe.each(['direct'] as const)('stops with restitution by the %s step alone', (solver) => {
  test.each(['a hinge', 'a rail', 'a motor'])('what is thrown back loses nothing to %s farther on', (kind) => {
    const world = new World({ solver, substeps: 4, sleeping: false, gravity: [0, 0] });
    const arm = world.addBody({ position: [0.5, 0], mass: 1, inertia: 0.1 });
    if (kind === 'a rail') world.joints.create('prismatic', { bodyB: arm, anchor: [0, 0], axis: [1, 0] });
    else
      world.joints.create('pivot', {
        bodyB: arm,
        anchor: [0, 0],
        angle: { motor: kind === 'a motor' ? { speed: 0 } : null },
      });
    const flail = world.addBody({ position: [1.4, 0], mass: 1, inertia: 0.1, velocity: [0, 2], angularVelocity: 5 });
    const angle = { limits: { lower: -9, upper: 0.4, restitution: 1 } };
    const stop = world.joints.create('pivot', { bodyA: arm, bodyB: flail, anchor: [1, 0], angle });
    world.step(FRAME);
    const before = world.energy.kinetic;
    run(world, 0.2);
    expect(stop.angle.rate).toBeLessThan(-1);
    expect(Math.abs(world.energy.kinetic / before - 1)).toBeLessThan(0.02);
  });

  test('a stop that a kinematic body drives throws back twice its speed', () => {
    const world = new World({ solver, gravity: [0, 0], sleeping: false });
    const bat = world.addBody({ type: 'kinematic', position: [-1, 0], velocity: [5, 0] });
    const ball = world.addBody({ mass: 1, inertia: 1 });
    const slide = { limits: { lower: -0.5, upper: 100, restitution: 1 } };
    world.joints.create('prismatic', { bodyA: bat, bodyB: ball, anchor: [0, 0], axis: [1, 0], slide });
    run(world, 0.3);
    expect(ball.velocity.x).toBeCloseTo(10, 6);
  });
});

describe.each(SOLVERS)('a stop without restitution takes all of the speed, by the %s step,', (solver) => {
  // The impulse of the step by itself leaves (2f − 1) of the speed to what arrives after a share f of it.
  test.each([0, 0.25, 0.45, 0.475, 0.49, 0.51, 0.525, 0.55, 0.75, 1])('of what arrives after %f of a step', (share) => {
    const world = new World({ solver, substeps: 1, directSubsteps: 1, sleeping: false });
    // Turning takes no part in it: what is left must be small against nothing.
    const cart = world.addBody({ mass: 1, inertia: 1, velocity: [4, 0], angularVelocity: 4 });
    const limits = [-9, (4 / 960) * (3 + share)] as const;
    world.joints.create('line', { bodyB: cart, anchor: [0, 0], axis: [1, 0], slide: { limits } });
    for (let i = 0; i < 10; i++) world.step(1 / 960);
    expect(cart.velocity.x).toBeCloseTo(0, 6);
  });
});

describe.each(['direct'] as const)(
  'a stop that strikes what a motor without a cap drives, by the %s step,',
  (solver) => {
    test.each(['a hinge', 'a motor beside it'])('of %s, leaves it its speed and throws nothing back', (drive) => {
      const world = new World({ solver, sleeping: false });
      const arm = world.addBody({ position: [0.5, 0], mass: 1, inertia: 0.1, velocity: [0, 1], angularVelocity: 2 });
      const hub = world.joints.create('pivot', { bodyB: arm, anchor: [0, 0] });
      if (drive === 'a hinge') hub.angle.motor = { speed: 2 };
      else world.joints.create('motor', { bodyB: arm, rate: 2 });
      // Flung outwards, until its stop holds it.
      const flail = world.addBody({
        position: [1, -0.5],
        angle: -Math.PI / 2,
        mass: 1,
        inertia: 0.1,
        velocity: [0, 2],
      });
      const angle = { limits: [-9, 0.4] } as const;
      const stop = world.joints.create('pivot', { bodyA: arm, bodyB: flail, anchor: [1, 0], angle });
      let steps = 0;
      while (stop.angle.limits?.active !== 1 && steps < 300) {
        world.step(FRAME);
        steps++;
      }
      expect(steps).toBeLessThan(300);
      let fastest = 0;
      for (let i = 0; i < 10; i++) {
        world.step(FRAME);
        fastest = Math.max(fastest, Math.abs(stop.angle.rate), Math.abs(hub.angle.rate - 2));
      }
      expect(fastest).toBeLessThan(0.05);
    });
  },
);

describe.each(SOLVERS)('what lies on a stop, by the %s step,', (solver) => {
  const rests: Record<string, (world: World, bodyB: Body) => unknown> = {
    'a hinge': (world, bodyB) => world.joints.create('pivot', { bodyB, anchor: [-1, 0], angle: { limits: [0, 1] } }),
    'a tooth': (world, bodyB) =>
      world.joints.create('pivot', { bodyB, anchor: [-1, 0], angle: { ratchet: { tooth: 0.5 } } }),
    'a slider': (world, bodyB) =>
      world.joints.create('prismatic', { bodyB, anchor: [0, 0], axis: [0, 1], slide: { limits: [0, 1] } }),
    'a rope beside a rod': (world, bodyB) => {
      world.joints.create('rope', { bodyB, localAnchorA: [0, 2], max: 2 });
      world.joints.create('pin', { bodyB, localAnchorA: [-5, 0] });
    },
  };

  test.each(Object.keys(rests))('of %s, is kicked off it whichever way its locks take the rest', (name) => {
    const world = new World({ solver, gravity: [0, -10], sleeping: false });
    const body = world.addBody({ mass: 1, inertia: 0.1 });
    rests[name](world, body);
    run(world, 0.3);
    body.applyImpulse([0.5, 3]);
    world.step(FRAME);
    // A hinge turns the body, too, and weight takes some of it.
    expect(body.velocity.y).toBeGreaterThan(3 / 1.1 - 10 * FRAME);
    expect(body.velocity.y).toBeLessThan(3);
  });
});

describe.each(['direct'] as const)(
  'what is kicked into the stop it stands at stays there, by the %s step:',
  (solver) => {
    type Stand = (world: World, bodyB: Body) => () => number;
    const door: Stand = (world, bodyB) => {
      const { angle } = world.joints.create('pivot', { bodyB, anchor: [-1, 0], angle: { limits: [0, 2] } });
      return () => angle.rate;
    };
    const tooth: Stand = (world, bodyB) => {
      const { angle } = world.joints.create('pivot', { bodyB, anchor: [-1, 0], angle: { ratchet: { tooth: 0.5 } } });
      return () => angle.rate;
    };
    const slider: Stand = (world, bodyB) => {
      const { slide } = world.joints.create('prismatic', {
        bodyB,
        anchor: [-1, 0],
        axis: [0, 1],
        slide: { limits: [0, 2] },
      });
      return () => slide.rate;
    };
    const links: Stand = (world, first) => {
      let rate = door(world, first);
      let bodyA = first;
      for (let i = 1; i < 3; i++) {
        const bodyB = world.addBody({ position: [2 * i, 0], mass: 1, inertia: 1 / 3 });
        const hinge = world.joints.create('pivot', { bodyA, bodyB, anchor: [2 * i - 1, 0], angle: { limits: [0, 2] } });
        const before = rate;
        rate = () => Math.max(before(), hinge.angle.rate);
        bodyA = bodyB;
      }
      return rate;
    };
    const kicks: [string, Stand, (body: Body) => void][] = [
      ['a door by its centre', door, (body) => body.applyImpulse([0, -3])],
      ['a door beside its hinge', door, (body) => body.applyImpulse([0, -3], [-0.8, 0])],
      ['a door that is given a velocity', door, (body) => (body.velocity = [2, -3])],
      ['a tooth', tooth, (body) => body.applyImpulse([0, -3])],
      ['a slider off its centre', slider, (body) => body.applyImpulse([0, -3], [0.8, 0])],
      ['links at their stops', links, (body) => body.applyImpulse([0, -3])],
    ];

    test.each(kicks)('%s', (_, stand, kick) => {
      for (const gravity of [0, -10]) {
        for (const substeps of [2, 4, 8]) {
          const world = new World({ solver, substeps, gravity: [0, gravity], sleeping: false });
          const body = world.addBody({ mass: 1, inertia: 1 / 3 });
          const rate = stand(world, body);
          run(world, 0.5);
          kick(body);
          let back = 0;
          for (let i = 0; i < 30; i++) {
            world.step(FRAME);
            back = Math.max(back, rate());
          }
          expect(back, `gravity ${gravity}, ${substeps} substeps`).toBeLessThan(0.02);
        }
      }
    });
  },
);

test('what is kicked into a stop with restitution is thrown back, though its hinge takes some of the kick', () => {
  const world = new World({ solver: 'direct', gravity: [0, -10], sleeping: false });
  const body = world.addBody({ mass: 1, inertia: 0.1 });
  const angle = { limits: { lower: 0, upper: 1, restitution: 0.5 } };
  const hinge = world.joints.create('pivot', { bodyB: body, anchor: [-1, 0], angle });
  run(world, 0.3);
  body.applyImpulse([0.5, -3]);
  world.step(FRAME);
  expect(hinge.angle.rate).toBeCloseTo((0.5 * 3) / 1.1, 1);
});

test('friction and a motor take what a blow leaves of a rate to theirs', () => {
  for (const law of [{ friction: { torque: 1e4 } }, { motor: { speed: 0, maxTorque: 1e4 } }, { motor: { speed: 0 } }]) {
    const world = new World({ solver: 'direct', sleeping: false });
    const body = world.addBody({ mass: 1, inertia: 0.1 });
    const hinge = world.joints.create('pivot', { bodyB: body, anchor: [-1, 0], angle: law });
    world.step(FRAME);
    body.applyImpulse([0.5, -3]);
    world.step(FRAME);
    expect(Math.abs(hinge.angle.rate), JSON.stringify(law)).toBeLessThan(1e-6);
    expect(Math.abs(hinge.angle.value), JSON.stringify(law)).toBeLessThan(0.03);
  }
});

test.each(['iterative', 'direct'] as const)('a stop throws back while a gap is closed beside it (%s)', (solver) => {
  const world = new World({ solver, sleeping: false });
  const cart = world.addBody({ mass: 1, inertia: 0.1, velocity: [-3, 0] });
  world.joints.create('prismatic', {
    bodyB: cart,
    axis: [1, 0],
    localAnchorA: [0, 0],
    slide: { limits: { lower: -0.17, restitution: 0.8 } },
  });
  const hung = world.addBody({ position: [0, -1], mass: 1e-3, inertia: 1e-4, velocity: [-3, 0] });
  world.joints.create('pivot', { bodyA: cart, bodyB: hung, localAnchorA: [0, -0.5], localAnchorB: [0, 2] });
  for (let i = 0; i < 6; i++) world.step(FRAME);
  expect(cart.velocity.x).toBeCloseTo(2.4, 1);
});

describe('a stop throws back restitution² of the height that was fallen', () => {
  const bounces = (['iterative', 'direct'] as const).flatMap((solver) =>
    [1, 4, 16].flatMap((substeps) => [0.5, 0.8].map((restitution) => ({ solver, substeps, restitution }))),
  );
  // Of the iterative step a stop brakes in passes: of a whole frame they leave a few per cent.
  const most = { iterative: { 1: 0.06, 4: 0.03, 16: 0.01 }, direct: { 1: 0.01, 4: 0.01, 16: 0.01 } };

  test.each(bounces)('of a rod on a hinge: $solver, $substeps substeps, $restitution', (bounce) => {
    const { solver, substeps, restitution } = bounce;
    for (const start of [0.7, 0.8, 0.9, 1, 1.1, 1.2]) {
      const world = new World({ solver, substeps, directSubsteps: substeps, gravity: [0, -9.81], sleeping: false });
      const rod = world.addBody({
        position: [0.5 * Math.cos(start), 0.5 * Math.sin(start)],
        angle: start,
        mass: 1,
        inertia: 1 / 12,
      });
      world.joints.create('pivot', {
        bodyB: rod,
        anchor: [0, 0],
        referenceAngle: 0,
        angle: { limits: { lower: 0, upper: 3, restitution } },
      });
      const share = heightOfBounce(world, rod) / (restitution * restitution * 0.5 * Math.sin(start));
      expect(Math.abs(share - 1), `from ${start} rad`).toBeLessThan(most[solver][substeps as 1]);
    }
  });

  test.each(bounces)('of a slide: $solver, $substeps substeps, $restitution', ({ solver, substeps, restitution }) => {
    for (const start of [0.5, 0.8, 1.1, 1.7]) {
      const world = new World({ solver, substeps, directSubsteps: substeps, gravity: [0, -9.81], sleeping: false });
      const cart = world.addBody({ position: [0, start], mass: 1, inertia: 1 });
      world.joints.create('prismatic', {
        bodyB: cart,
        axis: [0, 1],
        localAnchorA: [0, 0],
        slide: { limits: { lower: 0, restitution } },
      });
      const share = heightOfBounce(world, cart) / (restitution * restitution * start);
      expect(Math.abs(share - 1), `from ${start} m`).toBeLessThan(5e-3);
    }
  });

  function heightOfBounce(world: World, body: Body): number {
    let before = body.y;
    let rises = false;
    for (let i = 0; i < 240; i++) {
      world.step(FRAME);
      if (rises && body.y < before) break;
      rises ||= body.velocity.y > 0;
      before = body.y;
    }
    return before;
  }
});

test.each([0, 0.5])(
  'what stands at a stop is knocked off it by a blow at another, whenever in a step that comes: restitution %f, direct',
  (restitution) => {
    // An arm that a swinging link holds against its stop until the link meets its own.
    const swing = (speed: number, directSubsteps: number): number[] => {
      const world = new World({ solver: 'direct', gravity: [0, 0], sleeping: false, directSubsteps });
      const rod = { mass: 1, inertia: 1 / 12 };
      const arm = world.addBody({ ...rod, position: [0.5, 0] });
      const link = world.addBody({
        ...rod,
        position: [1, 0.5],
        angle: Math.PI / 2,
        velocity: [speed / 2, 0],
        angularVelocity: -speed,
      });
      const shoulder = world.joints.create('pivot', { bodyB: arm, anchor: [0, 0], angle: { limits: { upper: 0 } } });
      world.joints.create('pivot', {
        bodyA: arm,
        bodyB: link,
        anchor: [1, 0],
        angle: { limits: { lower: -0.9, restitution } },
      });
      return Array.from({ length: 16 }, () => {
        world.step(FRAME);
        return shoulder.angle.value;
      });
    };
    // What is left is of first order: at the stop it stands until the step is over.
    const most = restitution === 0 ? 0.06 : 0.18;
    for (let speed = 6; speed < 12; speed += 0.3) {
      const converged = swing(speed, 64);
      swing(speed, 1).forEach((angle, i) =>
        expect(Math.abs(angle - converged[i]), `${speed} rad/s, frame ${i}`).toBeLessThan(most),
      );
    }
  },
);
