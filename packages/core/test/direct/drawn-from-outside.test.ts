import { type Body, type DistanceJoint, type PivotJoint, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';

/** What comes from outside is no gain that is taken away: a winch, however slow, and what bodies of infinite mass drive. */

const SPEEDS = [0.001, 0.002, 0.005, 0.02];

/** A load of 20 kg with a pendulum that swings on it. */
function swinging() {
  const world = new World({ solver: 'direct', gravity: [0, -10], sleeping: false });
  const load = world.addBody({ position: [0, -5], mass: 20, inertia: 1 });
  const bob = world.addBody({ position: [0.5, -5.5], mass: 0.5, inertia: 0.02 });
  const pendulum: PivotJoint = world.joints.create('pivot', { bodyA: load, bodyB: bob, anchor: [0, -5] });
  return { world, load, pendulum };
}

/** The fastest that the pendulum swings in the tenth second. */
function swingAfter(world: World, { angle }: PivotJoint, draw: (frame: number) => void): number {
  let fastest = 0;
  for (let frame = 1; frame <= 600; frame++) {
    draw(frame);
    world.step(1 / 60);
    if (frame > 540) fastest = Math.max(fastest, Math.abs(angle.rate));
  }
  return fastest;
}

test.each(SPEEDS)('a pendulum swings on under a rope that is drawn in by %f m/s', (speed) => {
  const { world, load, pendulum } = swinging();
  const rope = world.joints.create('rope', { bodyB: load, localAnchorA: [0, 0], localAnchorB: [0, 0], max: 5 });
  const swing = swingAfter(world, pendulum, (frame) => (rope.length.limits = [0, 5 - (speed * frame) / 60]));
  expect(swing).toBeGreaterThan(2.7);
  expect(load.y).toBeCloseTo(-5 + 10 * speed, 2);
});

/** Joints that hold a load of so many kg at [0, −5], each with a function that leads it up by some metres. */
const leads: Record<string, (world: World, load: Body) => (up: number) => void> = {
  'the lock of a rod': (world, bodyB) => {
    const { length } = world.joints.create('distance', { bodyB, localAnchorA: [0, 0], length: { lock: {} } });
    return (up) => (length.lock = { target: 5 - up });
  },
  'a rope': (world, bodyB) => {
    const { length } = world.joints.create('rope', { bodyB, localAnchorA: [0, 0], localAnchorB: [0, 0], max: 5 });
    return (up) => (length.limits = [0, 5 - up]);
  },
  'the anchor of a rod': (world, bodyB) => {
    const rod = world.joints.create('distance', { bodyB, localAnchorA: [0, 0], length: { lock: {} } });
    return (up) => (rod.localAnchorA = [0, up]);
  },
  'both anchors of a rod, of which one stays': (world, bodyB) => {
    const rod = world.joints.create('distance', { bodyB, localAnchorA: [0, 0], length: { lock: {} } });
    return (up) => {
      rod.localAnchorB = [0, 0];
      rod.localAnchorA = [0, up];
    };
  },
  'the lock of a slide': (world, bodyB) => {
    const rail = world.joints.create('prismatic', { bodyB, anchor: [0, -5], axis: [0, 1], slide: { lock: {} } });
    return (up) => (rail.slide.lock = { target: up });
  },
  'equal limits of a slide': (world, bodyB) => {
    const rail = world.joints.create('prismatic', { bodyB, anchor: [0, -5], axis: [0, 1], slide: { limits: [0, 0] } });
    return (up) => (rail.slide.limits = [up, up]);
  },
  'the tooth of a ratchet': (world, bodyB) => {
    const rail = world.joints.create('prismatic', { bodyB, anchor: [0, -5], axis: [0, 1] });
    rail.slide.ratchet = { tooth: 100 };
    const { ratchet } = rail.slide;
    return (up) => {
      if (ratchet !== null) ratchet.latch = up;
    };
  },
  'the anchor of a weld': (world, bodyB) => {
    const weld = world.joints.create('weld', { bodyB, anchor: [0, -5] });
    return (up) => (weld.localAnchorA = [0, up - 5]);
  },
  'the lock of an angle': (world, bodyB) => {
    const hinge = world.joints.create('pivot', { bodyB, anchor: [-20, -5], angle: { lock: {} } });
    return (up) => (hinge.angle.lock = { target: up / 20 });
  },
  'the lock of a gear': (world, bodyB) => {
    const wheel = world.addBody({ position: [-2, -5], mass: 1, inertia: 0.5 });
    const { angle } = world.joints.create('pivot', { bodyB: wheel, anchor: [-2, -5], angle: { lock: {} } });
    const { slide } = world.joints.create('prismatic', { bodyB, anchor: [0, -5], axis: [0, 1] });
    const { sum } = world.joints.create('gear', {
      terms: [
        { of: slide, weight: 1 },
        { of: angle, weight: -0.5 },
      ],
    });
    return (up) => (sum.lock = { target: up });
  },
  'a body that is put elsewhere': (world, bodyB) => {
    const bodyA = world.addBody({ type: 'static' });
    world.joints.create('distance', { bodyA, bodyB, length: { lock: {} } });
    return (up) => (bodyA.position = [0, up]);
  },
  'a body that is turned, and put where it is': (world, bodyB) => {
    const bodyA = world.addBody({ type: 'static', position: [-20, -5] });
    world.joints.create('weld', { bodyA, bodyB, anchor: [0, -5] });
    return (up) => {
      bodyA.position = [-20, -5];
      bodyA.angle = up / 20;
    };
  },
};

/** The fastest that a bob of 1 kg swings from 15 to 20 s, below a load that is led up in every so many frames. */
function fastestSwing(name: string, mass: number, speed: number, every = 1): number {
  const world = new World({ solver: 'direct', gravity: [0, -10], sleeping: false });
  const load = world.addBody({ position: [0, -5], mass, inertia: mass / 20 });
  const lead = leads[name](world, load);
  const bob = world.addBody({ position: [0.5, -5.5], mass: 1, inertia: 0.02 });
  world.joints.create('pivot', { bodyA: load, bodyB: bob, anchor: [0, -5] });
  let fastest = 0;
  for (let frame = 1; frame <= 1200; frame++) {
    if (frame % every === 0) lead((speed * frame) / 60);
    world.step(1 / 60);
    if (frame > 900) fastest = Math.max(fastest, Math.abs(bob.angularVelocity));
  }
  return fastest;
}

describe('what swings on a load goes on as if that stood still, however it is led', () => {
  test.each(Object.keys(leads))('by %s', (name) => {
    for (const mass of [20, 1000]) {
      const still = fastestSwing(name, mass, 0);
      for (const speed of [0.001, 0.05, -0.02, 0.1, -0.1])
        expect(Math.abs(fastestSwing(name, mass, speed) / still - 1), `${mass} kg at ${speed} m/s`).toBeLessThan(
          // A tooth that sinks lets its load fall for a step.
          name === 'the tooth of a ratchet' ? 0.06 : 0.008,
        );
    }
  });

  test.each([1, 3])('at 1 m/s, in one of %i frames', (every) => {
    const still = fastestSwing('the lock of a slide', 20, 0);
    for (const speed of [1, -1]) {
      const swing = fastestSwing('the lock of a slide', 20, speed, every) / still;
      expect(swing).toBeGreaterThan(0.95);
      expect(swing).toBeLessThan(1.25);
    }
  });

  test('in some frames only', () => {
    for (const speed of [0.001, -0.002]) expect(fastestSwing('the lock of a rod', 1000, speed, 3)).toBeCloseTo(2.82, 1);
  });
});

test.each(['auto', 4] as const)(
  'what is led has the velocity of that, and loads bearings by weight alone (%s)',
  (directSubsteps) => {
    const world = new World({ solver: 'direct', gravity: [0, -10], sleeping: false, directSubsteps });
    const load = world.addBody({ position: [0, -5], mass: 20, inertia: 1 });
    const lead = leads['the lock of a slide'](world, load);
    const bob = world.addBody({ position: [0.5, -5.5], mass: 1, inertia: 0.02 });
    const { angle } = world.joints.create('pivot', { bodyA: load, bodyB: bob, anchor: [0, -5] });
    angle.friction = { coefficient: 0.1, radius: 0.02 };
    const swings = [0, 0];
    for (let frame = 1; frame <= 600; frame++) {
      lead(frame / 60);
      world.step(1 / 60);
      if (frame > 2) expect(load.velocity.y).toBeCloseTo(1, 6);
      const second = frame <= 60 ? 0 : 1;
      if (frame <= 60 || frame > 540) swings[second] = Math.max(swings[second], Math.abs(angle.rate));
    }
    // As much as in an eighth of the step.
    expect(swings[1] / swings[0]).toBeCloseTo(0.908, 2);
    world.step(1 / 60);
    expect(load.velocity.y).toBeCloseTo(0, 6);
  },
);

test('what is led has the velocity of that in steps that are cut in pieces, too', () => {
  const world = new World({ solver: 'direct', gravity: [0, -10], sleeping: false });
  const load = world.addBody({ position: [0, -5], mass: 20, inertia: 1 });
  const lead = leads['the lock of a slide'](world, load);
  let bodyA = load;
  for (const [x, angularVelocity] of [
    [0, 400],
    [0.5, -400],
    [1, 400],
  ]) {
    const bodyB = world.addBody({ position: [x + 0.5, -5], mass: 0.1, inertia: 0.002, angularVelocity });
    const angle = { spring: { hertz: 30, dampingRatio: 0 } };
    world.joints.create('pivot', { bodyA, bodyB, anchor: [x, -5], angle });
    bodyA = bodyB;
  }
  let cut = 0;
  for (let frame = 1; frame <= 60; frame++) {
    lead((2 * frame) / 60);
    world.step(1 / 60);
    if (frame > 2) expect(load.velocity.y, `frame ${frame}`).toBeCloseTo(2, 6);
    if (frame > 2 && world.stats.islands[0].halvings > 0) cut++;
  }
  expect(cut).toBeGreaterThan(2);
});

/** Joints to a body that hold nothing, each with a function that its owner calls in every frame. */
const idle: Record<string, (world: World, bodyB: Body) => (frame: number) => void> = {
  'a slack rope that is let out': (world, bodyB) => {
    const { length } = world.joints.create('rope', { bodyB, localAnchorA: [0, 0], max: 30 });
    return (frame) => (length.limits = [0, 30 + 0.001 * frame]);
  },
  'a slack rope from a body that is put elsewhere': (world, bodyB) => {
    const bodyA = world.addBody({ type: 'static' });
    world.joints.create('rope', { bodyA, bodyB, max: 30 });
    return (frame) => (bodyA.position = [0.001 * frame, 0]);
  },
  'limits of a hinge that it does not reach': (world) => {
    const [hinge] = world.joints as Iterable<PivotJoint>;
    return (frame) => (hinge.angle.limits = [-30 - 0.001 * frame, 30]);
  },
  'a reference angle that stays': (world) => {
    const [hinge] = world.joints as Iterable<PivotJoint>;
    return () => (hinge.referenceAngle = 0);
  },
  'a rod that is switched off': (world, bodyB) => {
    const rod = world.joints.create('distance', { bodyB, localAnchorA: [0, 0], length: { lock: {} }, enabled: false });
    return (frame) => (rod.length.lock = { target: 1 + 0.001 * frame });
  },
};

test.each(Object.keys(idle))('a chain that swings keeps its energy beside %s', (name) => {
  const world = new World({ solver: 'direct', gravity: [0, -10], sleeping: false });
  let bodyA: Body | null = null;
  for (let x = 0; x < 4; x++) {
    const bodyB: Body = world.addBody({ position: [x + 0.5, 0], mass: 1, inertia: 0.1 });
    world.joints.create('pivot', { bodyA, bodyB, anchor: [x, 0] });
    bodyA = bodyB;
  }
  if (bodyA === null) throw new Error('The chain has no end');
  const lead = idle[name](world, bodyA);
  for (let frame = 1; frame <= 600; frame++) {
    lead(frame);
    world.step(1 / 60);
    expect(Math.abs(world.energy.total), `frame ${frame}`).toBeLessThan(0.1);
  }
});

describe('what swings on a load goes on while a gap from outside is closed', () => {
  const gaps: Record<string, (world: World, rod: DistanceJoint, load: Body, pendulum: PivotJoint) => void> = {
    'the lock of a rod that is set': (_, { length }) => (length.lock = { target: 4 }),
    'one that is closed slowly': (_, rod) => {
      rod.maxCorrectionSpeed = 0.5;
      rod.length.lock = { target: 4 };
    },
    'a load that is put elsewhere': (_, __, load) => (load.position = [0, -5.5]),
    'an anchor that is put elsewhere': (_, __, ___, pendulum) => (pendulum.localAnchorA = [0, 0.3]),
    'bounds in the place of a lock': (_, { length }) => {
      length.lock = null;
      length.limits = [0, 4.5];
    },
    'another rod': (world, rod, bodyB) => {
      rod.remove();
      world.joints.create('distance', { bodyB, localAnchorA: [0, 0], length: { lock: { target: 4.5 } } });
    },
  };

  test.each(Object.keys(gaps))('of %s', (name) => {
    const { world, load, pendulum } = swinging();
    const rod = world.joints.create('distance', { bodyB: load, localAnchorA: [0, 0], length: { lock: {} } });
    for (let i = 0; i < 90; i++) world.step(1 / 60);
    gaps[name](world, rod, load, pendulum);
    let fastest = 0;
    for (let i = 0; i < 240; i++) {
      world.step(1 / 60);
      if (i > 120) fastest = Math.max(fastest, Math.abs(pendulum.angle.rate));
    }
    expect(fastest).toBeGreaterThan(1.3);
  });

  test('of the iterative step', () => {
    const { world, load, pendulum } = swinging();
    const links = [1, 2, 3, 4, 5].map((k) => world.addBody({ position: [0, 0.5 - k], mass: 0.02, inertia: 0.002 }));
    links.forEach((link, k) =>
      world.joints.create('pivot', { bodyA: links[k - 1] ?? null, bodyB: link, anchor: [0, -k] }),
    );
    world.joints.create('pivot', { bodyA: links[4], bodyB: load, anchor: [0, -5] });
    world.solver = 'iterative';
    for (let i = 0; i < 90; i++) world.step(1 / 60);
    expect(Math.max(...[...world.joints].map(({ error }) => error['point']))).toBeGreaterThan(0.002);
    world.solver = 'direct';
    for (let i = 0; i < 5; i++) world.step(1 / 60);
    expect(Math.abs(pendulum.angle.rate)).toBeGreaterThan(1.8);
  });
});

test('what a carousel of infinite inertia takes along by friction turns with it', () => {
  const world = new World({ solver: 'direct', gravity: [0, 0], sleeping: false });
  const carousel = world.addBody({ mass: 1, inertia: Infinity, angularVelocity: 3 });
  world.joints.create('pivot', { bodyB: carousel, anchor: [0, 0] });
  const rider = world.addBody({ mass: 1, inertia: 0.1 });
  world.joints.create('pivot', {
    bodyA: carousel,
    bodyB: rider,
    anchor: [0, 0],
    angle: { friction: { torque: 0.05 } },
  });
  for (let i = 0; i < 180; i++) world.step(1 / 60);
  expect(carousel.angularVelocity).toBe(3);
  expect(rider.angularVelocity).toBeCloseTo(1.5, 1);
});
