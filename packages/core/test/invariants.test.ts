import { type Body, type Joint, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { freePair, momenta } from './rigs';

type Make = (world: World, bodyA: Body, bodyB: Body) => Joint;

/** Joints that act within a pair of bodies alone, along one line or as a couple: they keep all momentum. */
const joints: Record<string, Make> = {
  pivot: (world, bodyA, bodyB) =>
    world.joints.create('pivot', {
      bodyA,
      bodyB,
      anchor: [0.4, 0.1],
      angle: { limits: [-0.5, 0.5], motor: { speed: 3, maxTorque: 1 } },
    }),
  weld: (world, bodyA, bodyB) => world.joints.create('weld', { bodyA, bodyB, anchor: [0.4, 0.1] }),
  prismatic: (world, bodyA, bodyB) =>
    world.joints.create('prismatic', {
      bodyA,
      bodyB,
      anchor: [0.4, 0.1],
      axis: [1, 0.5],
      slide: { spring: { hertz: 2 } },
    }),
  line: (world, bodyA, bodyB) =>
    world.joints.create('line', {
      bodyA,
      bodyB,
      anchor: [0.4, 0.1],
      axis: [0.3, 1],
      slide: { friction: { force: 1 } },
    }),
  wheel: (world, bodyA, bodyB) =>
    world.joints.create('wheel', {
      bodyA,
      bodyB,
      anchor: [1, 0.2],
      axis: [0, 1],
      suspension: { spring: { hertz: 3, dampingRatio: 0.4 } },
      spin: { motor: { speed: 9, maxTorque: 2 } },
    }),
  rod: (world, bodyA, bodyB) =>
    world.joints.create('pin', { bodyA, bodyB, localAnchorA: [0.2, 0.1], localAnchorB: [-0.2, 0] }),
  rope: (world, bodyA, bodyB) => world.joints.create('rope', { bodyA, bodyB, max: 1.05 }),
  spring: (world, bodyA, bodyB) =>
    world.joints.create('damped-spring', { bodyA, bodyB, stiffness: 30, damping: 0.5, restLength: 0.5 }),
  angle: (world, bodyA, bodyB) => world.joints.create('angle', { bodyA, bodyB, angle: { lock: true } }),
  'friction between anchors that are apart': (world, bodyA, bodyB) =>
    world.joints.create('friction', { bodyA, bodyB, maxForce: 0.4, maxTorque: 0.1 }),
  'a point on a damped spring': (world, bodyA, bodyB) =>
    world.joints.create('pivot', {
      bodyA,
      bodyB,
      localAnchorA: [0.3, 0],
      localAnchorB: [0, 0.2],
      point: { lock: null, spring: { hertz: 1, dampingRatio: 0.2 } },
    }),
  path: (world, bodyA, bodyB) =>
    world.joints.create('path', {
      bodyA,
      bodyB,
      path: {
        points: [
          [-1, 0.5],
          [0.5, 0],
          [1, 0.2],
          [2, 1],
        ],
      },
    }),
};

describe.each(['iterative', 'direct'] as const)('invariants with the %s step', (solver) => {
  test.each(Object.keys(joints))('%s keeps linear and angular momentum', (name) => {
    const { world, a, b } = freePair(solver);
    joints[name](world, a, b);
    const before = momenta([a, b]);
    for (let i = 0; i < 300; i++) world.step(1 / 60);
    // The direct step keeps it to its tolerance, the iterative one to rounding.
    momenta([a, b]).forEach((value, i) =>
      expect(Math.abs(value - before[i])).toBeLessThan(solver === 'direct' ? 2e-6 : 1e-9),
    );
  });

  test.each([0.003, 0.007, 0.05, 0.2])('kicks of %f m/s across a slide give nothing along it', (kick) => {
    const world = new World({ solver, sleeping: false });
    const body = world.addBody({ mass: 2, inertia: 0.5, velocity: [0.4, kick] });
    world.joints.create('line', { bodyB: body, axis: [1, 0] });
    for (let i = 0; i < 120; i++) {
      world.step(1 / 60);
      body.applyImpulse([0, 2 * kick]);
    }
    world.step(1 / 60);
    expect(body.velocity.x).toBeCloseTo(0.4, 9);
  });

  test('a slide made across a motion gives nothing along it', () => {
    const world = new World({ solver, sleeping: false });
    const body = world.addBody({ mass: 2, inertia: 0.5, velocity: [0.4, 0.05] });
    world.step(1 / 60);
    world.joints.create('line', { bodyB: body, localAnchorA: [body.x, body.y], axis: [1, 0] });
    world.step(1 / 60);
    expect(body.velocity.x).toBeCloseTo(0.4, 9);
  });

  test.each(['pivot', 'weld', 'rod', 'rope', 'spring', 'angle'])(
    '%s moves the same with its bodies exchanged',
    (name) => {
      const one = freePair(solver);
      const other = freePair(solver);
      const free = (world: World, bodyA: Body, bodyB: Body): Joint => {
        const joint = joints[name](world, bodyA, bodyB);
        for (const c of joint.coordinates) if ('motor' in c) c.motor = null;
        return joint;
      };
      free(one.world, one.a, one.b);
      if (name === 'rod')
        other.world.joints.create('pin', {
          bodyA: other.b,
          bodyB: other.a,
          localAnchorA: [-0.2, 0],
          localAnchorB: [0.2, 0.1],
        });
      else free(other.world, other.b, other.a);
      for (let i = 0; i < 60; i++) {
        one.world.step(1 / 60);
        other.world.step(1 / 60);
      }
      for (const [p, q] of [
        [one.a, other.a],
        [one.b, other.b],
      ]) {
        expect(p.x).toBeCloseTo(q.x, 6);
        expect(p.y).toBeCloseTo(q.y, 6);
        expect(p.angle).toBeCloseTo(q.angle, 6);
      }
    },
  );

  test.each(Object.keys(joints))('%s recovers from a teleport without an explosion', (name) => {
    const { world, a, b } = freePair(solver);
    const joint = joints[name](world, a, b);
    world.step(1 / 60);
    b.position = [3, -2];
    b.angle = 2;
    let fastest = 0;
    for (let i = 0; i < 600; i++) {
      world.step(1 / 60);
      fastest = Math.max(
        fastest,
        Math.abs(b.velocity.x),
        Math.abs(b.velocity.y),
        Math.abs(a.velocity.x),
        Math.abs(a.velocity.y),
      );
    }
    for (const [coordinate, error] of Object.entries(joint.error))
      expect(Math.abs(error), coordinate).toBeLessThan(0.02);
    // A stop turned back at 4π rad/s swings what is 3.5 m away.
    expect(fastest).toBeLessThan(60);
  });

  test('removing one joint leaves the impulses, settings and identity of the others untouched', () => {
    const world = new World({ gravity: [0, -10], solver, sleeping: false });
    const made = Array.from({ length: 5 }, (_, i) => {
      const body = world.addBody({ position: [2 * i, -1], mass: 1 + i });
      return world.joints.create('pivot', { bodyB: body, anchor: [2 * i, 0], angle: { limits: [-1, 1 + i] } });
    });
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    const before = made.map((joint) => ({
      id: joint.id,
      upper: joint.angle.limits?.upper,
      force: joint.reaction.force,
    }));
    made[2].remove();
    const after = made
      .filter((_, i) => i !== 2)
      .map((joint) => ({ id: joint.id, upper: joint.angle.limits?.upper, force: joint.reaction.force }));
    expect(after).toEqual(before.filter((_, i) => i !== 2));
    world.step(1 / 60);
    expect(made.filter((_, i) => i !== 2).map((joint) => joint.reaction.force)).toEqual(
      [1, 2, 4, 5].map((mass) => expect.closeTo(10 * mass, 6)),
    );
  });
});
