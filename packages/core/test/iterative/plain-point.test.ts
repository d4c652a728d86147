import { describe, expect, test } from 'vitest';
import { type Body, type ScalarOptions, World } from '@tenon/core';

/**
 * A chain of links, let go level; `lawful`: one link more, of its island, though nothing holds them together, whose bouncing stop sends all
 * the long way.
 */
function chain(links: number, lawful: boolean): World {
  const world = new World({ gravity: [0, -10], solver: 'iterative', sleeping: false });
  let before: Body | null = null;
  for (let i = 0; i < links; i++) {
    const body: Body = world.addBody({ position: [0.25 * i + 0.125, 0], mass: 0.25, inertia: 0.001 });
    world.joints.create('pivot', { bodyA: before, bodyB: body, anchor: [0.25 * i, 0] });
    before = body;
  }
  const apart = world.addBody({ position: [100, 0], mass: 1, inertia: 1 });
  world.joints.create('filter', { bodyA: before, bodyB: apart });
  world.joints.create('pivot', {
    bodyB: apart,
    anchor: [100, 0],
    ...(lawful && { angle: { limits: { lower: -1, upper: 1, restitution: 0.5 } } }),
  });
  return world;
}

describe('the shorter way of joints that only hold a point', () => {
  test('moves bodies as the long way does, to rounding', () => {
    const [short, long] = [chain(10, false), chain(10, true)];
    for (let i = 0; i < 120; i++) {
      short.step(1 / 60);
      long.step(1 / 60);
    }
    // It sums up impulses in another order: what a chain makes of the last bit in two seconds.
    const other = long.poses;
    short.poses.forEach((value, i) => expect(value).toBeCloseTo(other[i], 9));
  });

  test('books the same reactions, to rounding', () => {
    const [short, long] = [chain(10, false), chain(10, true)];
    for (let i = 0; i < 30; i++) {
      short.step(1 / 60);
      long.step(1 / 60);
    }
    const others = [...long.joints];
    [...short.joints].forEach((joint, i) => {
      const { force, x, y, peakForce } = joint.reaction;
      const other = others[i].reaction;
      expect(force).toBeCloseTo(other.force, 9);
      expect(x).toBeCloseTo(other.x, 9);
      expect(y).toBeCloseTo(other.y, 9);
      expect(peakForce).toBeCloseTo(other.peakForce, 9);
    });
  });

  test.each<[string, ScalarOptions]>([
    ['stops', { limits: [-0.3, 0.2] }],
    ['soft stops', { limits: { lower: -0.3, upper: 0.2, hertz: 3 } }],
    ['stops that are one', { limits: [-0.1, -0.1] }],
    ['a spring', { spring: { hertz: 2, dampingRatio: 0.1 } }],
    ['a motor and a stop', { motor: { speed: 2, maxTorque: 20 }, limits: [null, 0.5] }],
    ['a servo', { motor: { target: 0.4, maxTorque: 20, speed: 1 } }],
    ['friction', { friction: { torque: 2, viscous: 0.1 } }],
    ['a ratchet', { ratchet: { tooth: 0.1 } }],
    ['a lock', { lock: true }],
    ['a soft lock with a cap', { lock: { softness: { hertz: 3 }, maxTorque: 4 } }],
  ])('solves the angle of a hinge along with its point: %s', (_, angle) => {
    const [short, long] = [false, true].map((bounces) => {
      const world = new World({ gravity: [0, -10], solver: 'iterative', sleeping: false });
      const lever = world.addBody({ position: [0.5, 0], mass: 1, inertia: 0.1 });
      const joint = world.joints.create('pivot', { bodyB: lever, anchor: [0, 0], angle });
      const apart = world.addBody({ position: [100, 0], mass: 1, inertia: 1 });
      const laws = bounces ? { angle: { limits: { lower: -1, upper: 1, restitution: 0.5 } } } : {};
      world.joints.create('filter', { bodyA: lever, bodyB: apart });
      world.joints.create('pivot', { bodyB: apart, anchor: [100, 0], ...laws });
      return { world, lever, joint };
    });
    for (let i = 0; i < 90; i++) {
      short.world.step(1 / 60);
      long.world.step(1 / 60);
      expect(short.lever.angle).toBeCloseTo(long.lever.angle, 9);
      expect(short.joint.reaction.torque).toBeCloseTo(long.joint.reaction.torque, 6);
      // What the restitution pass gives is in no peak of the short way.
      const peaks = short.joint.reaction.peakTorque - long.joint.reaction.peakTorque;
      expect(Math.abs(peaks)).toBeLessThan(1e-3);
      expect(short.joint.angle.force).toBeCloseTo(long.joint.angle.force, 6);
    }
  });

  test('leaves no number that is next to nothing down a slack chain', () => {
    const world = chain(1000, false);
    for (let i = 0; i < 4; i++) world.step(1 / 60);
    // Squares of less are subnormal or 0: processors take longer for them.
    const tiny = [...world.bodies].filter(
      ({ angularVelocity }) => angularVelocity !== 0 && Math.abs(angularVelocity) < 1e-150,
    );
    expect(tiny).toEqual([]);
  });

  test('is not taken by a joint that has let go of its point', () => {
    const world = chain(3, false);
    const last = world.joint('j3');
    if (last?.type !== 'pivot') throw new Error('expected a pivot');
    (last as unknown as { point: { lock: null } }).point.lock = null;
    const body = world.body('b3');
    for (let i = 0; i < 60; i++) world.step(1 / 60);
    expect(body?.y).toBeCloseTo(-5, 6);
  });
});
