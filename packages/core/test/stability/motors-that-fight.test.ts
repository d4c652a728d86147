import { describe, expect, test } from 'vitest';
import { type Body, type Joint, World } from '../../src/index';

/** What joins a body to the world, and holds it against a motor without a cap, which is returned. */
const fights: Record<string, (world: World, body: Body) => Joint> = {
  'a weld, and a motor that turns': (world, bodyB) => {
    world.joints.create('weld', { bodyB, anchor: [1, 1.5] });
    return world.joints.create('pivot', { bodyB, anchor: [1.4, 1.5], angle: { motor: { speed: 3 } } });
  },
  'a weld, and a motor that slides': (world, bodyB) => {
    world.joints.create('weld', { bodyB, anchor: [1, 1.5] });
    return world.joints.create('prismatic', { bodyB, anchor: [1, 1.5], axis: [1, 0], slide: { motor: { speed: 2 } } });
  },
  'a weld, and a motor that draws in': (world, bodyB) => {
    world.joints.create('weld', { bodyB, anchor: [1, 1.8] });
    const length = { lock: null, motor: { speed: -2.7 } };
    return world.joints.create('distance', { bodyB, localAnchorA: [0, 0], localAnchorB: [0.1, -0.2], length });
  },
  'a weld, and a servo': (world, bodyB) => {
    world.joints.create('weld', { bodyB, anchor: [1, 1.5] });
    return world.joints.create('pivot', { bodyB, anchor: [1.3, 1.5], angle: { motor: { target: 2 } } });
  },
  'two motors': (world, bodyB) => {
    world.joints.create('pivot', { bodyB, anchor: [1, 1.5], angle: { motor: { speed: 2 } } });
    return world.joints.create('pivot', { bodyB, anchor: [1, 1.5], angle: { motor: { speed: -3 } } });
  },
  'two sliders across each other': (world, bodyB) => {
    world.joints.create('prismatic', { bodyB, anchor: [1, 1.5], axis: [1, 0], slide: { motor: { speed: 2 } } });
    return world.joints.create('prismatic', { bodyB, anchor: [1, 1.5], axis: [0, 1], slide: { motor: { speed: -1 } } });
  },
};

describe.each([1, 4, 8])('with %i substeps', (substeps) => {
  test.each(Object.entries(fights))('%s come to rest under the load alone', (_, join) => {
    const world = new World({ gravity: [0, -9.81], solver: 'iterative', substeps });
    const body = world.addBody({ position: [1, 1.5], mass: 1, inertia: 0.3 });
    const motor = join(world, body);
    let fastest = 0;
    for (let i = 0; i < 300; i++) {
      world.step(1 / 60);
      fastest = Math.max(fastest, Math.hypot(body.velocity.x, body.velocity.y));
    }
    expect(fastest).toBeLessThan(world.maxCorrectionSpeed);
    for (const { reaction } of world.joints) {
      expect(reaction.force).toBeLessThan(5 * 9.81);
      expect(Math.abs(reaction.torque)).toBeLessThan(5 * 9.81);
    }
    // What fought leaves nothing behind.
    const { x, y } = body;
    motor.remove();
    for (let i = 0; i < 60; i++) world.step(1 / 60);
    expect(Math.hypot(body.x - x, body.y - y)).toBeLessThan(motor.type === 'prismatic' ? 2.1 : 0.05);
  });
});

test('a motor that was held drives again once nothing holds it', () => {
  const world = new World({ solver: 'iterative' });
  const body = world.addBody({ mass: 1, inertia: 0.3 });
  world.joints.create('pivot', { bodyB: body, anchor: [0, 0], angle: { motor: { speed: 3 } } });
  const weld = world.joints.create('weld', { bodyB: body, anchor: [0, 0] });
  for (let i = 0; i < 120; i++) world.step(1 / 60);
  expect(body.angle).toBeCloseTo(0, 2);
  weld.remove();
  for (let i = 0; i < 60; i++) world.step(1 / 60);
  expect(body.angularVelocity).toBeCloseTo(3, 6);
});

test('a motor that is told the same in every frame stays let go', () => {
  const world = new World({ solver: 'iterative' });
  const body = world.addBody({ mass: 1, inertia: 0.3 });
  world.joints.create('weld', { bodyB: body, anchor: [0, 0] });
  const { angle } = world.joints.create('pivot', { bodyB: body, anchor: [0.4, 0] });
  for (let i = 0; i < 120; i++) {
    angle.motor = { speed: 3 };
    world.step(1 / 60);
  }
  expect(body.angle).toBeCloseTo(0, 2);
  expect(angle.motor?.maxTorque).toBe(Infinity);
  angle.motor = { speed: 3, maxTorque: 2 };
  world.step(1 / 60);
  expect(angle.motor?.force).toBeCloseTo(2, 6);
});

const stops: Record<string, (world: World, bodyB: Body) => Joint> = {
  limits: (world, bodyB) => world.joints.create('rotary-limit', { bodyB, min: -0.5, max: 0.5 }),
  teeth: (world, bodyB) => world.joints.create('ratchet', { bodyB, tooth: -0.5 }),
};

describe.each([1, 4, 8])('with %i substeps', (substeps) => {
  test.each(Object.entries(stops))('what a servo presses against %s of another joint stands still', (_, stop) => {
    const world = new World({ gravity: [0, -9.81], solver: 'iterative', substeps, sleeping: false });
    const bodyB = world.addBody({ position: [0.5, 0], mass: 1, inertia: 1 / 12 });
    world.joints.create('pivot', { bodyB, anchor: [0, 0], angle: { motor: { target: 2, speed: 1 } } });
    stop(world, bodyB);
    for (let i = 0; i < 200; i++) world.step(1 / 60);
    const { angle } = bodyB;
    expect(angle).toBeLessThan(0.52);
    for (let i = 0; i < 60; i++) {
      world.step(1 / 60);
      expect(bodyB.angle).toBeCloseTo(angle, 6);
    }
  });
});

test('a motor lifts what hangs on it though stops and locks are around', () => {
  const world = new World({ gravity: [0, -9.81], solver: 'iterative' });
  const bodyB = world.addBody({ mass: 1, inertia: 0.3 });
  const load = world.addBody({ position: [0, -1], mass: 1000 });
  world.joints.create('prismatic', { bodyB, anchor: [0, 0], axis: [0, 1], slide: { motor: { speed: 1 } } });
  world.joints.create('prismatic', { bodyB, anchor: [0, 0], axis: [0, 1], slide: { limits: [0, 5] } });
  world.joints.create('weld', { bodyA: bodyB, bodyB: load, anchor: [0, -1] });
  for (let i = 0; i < 240; i++) world.step(1 / 60);
  expect(bodyB.velocity.y).toBeCloseTo(1, 2);
});

test('what is drawn apart between two bodies bears no more than what would give it 10⁵ m/s', () => {
  const world = new World({ solver: 'iterative', substeps: 1 });
  const body = world.addBody({ position: [1, 1.5], mass: 1, inertia: 0.3 });
  for (const side of [1, -1]) {
    const bodyA = world.addBody({ type: 'kinematic', position: [1 + side, 1.5], velocity: [side, 0.1 * side] });
    world.joints.create('pin', { bodyA, bodyB: body, localAnchorA: [0, 0], localAnchorB: [0.3 * side, 0] });
  }
  for (let i = 0; i < 600; i++) {
    world.step(1 / 60);
    for (const joint of world.joints) expect(joint.reaction.force).toBeLessThan(2 * 60 * 1e5 * 2);
  }
});
