import { type Body, type Joint, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { Chance } from '../random-world';
import { FRAME } from '../rigs';

/** Joints whose angles, lengths and stops are not where they hold them, between two free bodies. */
const MAKE: Record<string, (world: World, bodyA: Body, bodyB: Body) => Joint> = {
  prismatic: (world, bodyA, bodyB) =>
    world.joints.create('prismatic', { bodyA, bodyB, ...anchors, localAxisA: [0.6, 0.8], referenceAngle: 0 }),
  groove: (world, bodyA, bodyB) =>
    world.joints.create('groove', { bodyA, bodyB, grooveA: [-0.5, 0.2], grooveB: [1, 0.4], localAnchorB: [0, 0.1] }),
  rope: (world, bodyA, bodyB) => world.joints.create('rope', { bodyA, bodyB, ...anchors, max: 0.7 }),
  path: (world, bodyA, bodyB) =>
    world.joints.create('path', { bodyA, bodyB, localAnchorB: [0, 0.1], path: { points, smooth: true } }),
  pulley: (world, bodyA, bodyB) =>
    world.joints.create('pulley', {
      bodyA: null,
      bodyB: bodyA,
      bodyC: null,
      bodyD: bodyB,
      localAnchorA: [0, 4],
      localAnchorB: [0.1, 0.2],
      localAnchorC: [3, 4],
      localAnchorD: [0.2, -0.3],
      max: 5,
    }),
};
const anchors = { localAnchorA: [0.5, 0], localAnchorB: [-0.5, 0.1] } as const;
const points = [
  [-1, 0],
  [0, 0.5],
  [1, 0],
  [2, 0.3],
] as const;

// What a joint leaves free may keep of the speed at which it came together: as much as a correction may have, and no more.
describe.each(Object.keys(MAKE))('a %s that is made apart', (name) => {
  test('comes together, and leaves its bodies no more speed than a correction may have', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const chance = new Chance(seed);
      const far = [0.3, 1, 3][seed % 3];
      const world = new World({ solver: 'iterative', sleeping: false });
      const bodyA = world.addBody({ angle: chance.between(-3, 3), mass: 1, inertia: 0.2 });
      const mass = chance.between(0.5, 2);
      const bodyB = world.addBody({
        position: chance.vec(far),
        angle: chance.between(-3, 3),
        mass,
        inertia: 0.2 * mass,
      });
      const joint = MAKE[name](world, bodyA, bodyB);
      for (let i = 0; i < 600; i++) world.step(FRAME);
      for (const { velocity, angularVelocity } of [bodyA, bodyB]) {
        expect(Math.hypot(velocity.x, velocity.y), `seed ${seed}`).toBeLessThan(1.1 * world.maxCorrectionSpeed);
        expect(Math.abs(angularVelocity), `seed ${seed}`).toBeLessThan(Math.PI * world.maxCorrectionSpeed);
      }
      for (const error of Object.values(joint.error)) expect(Math.abs(error), `seed ${seed}`).toBeLessThan(1e-3);
    }
  });
});

// What a stop gives is answered by the point of a hinge, the angle of a slider. They went on at up to 1.6 rad/s and 0.9 m/s.
test.each([0.03, 0.09, 0.3])('a stop that is drawn in by %d leaves what it moves no velocity', (by) => {
  const world = new World({ solver: 'iterative' });
  const rod = world.addBody({ position: [0.5, 0], mass: 1, inertia: 1 / 12 });
  const { angle } = world.joints.create('pivot', { bodyB: rod, anchor: [0, 0], angle: { limits: [-1, 1] } });
  const bar = world.addBody({ position: [0.5, 5], mass: 1, inertia: 1 / 12 });
  const { slide } = world.joints.create('prismatic', { bodyB: bar, anchor: [0, 5], axis: [0, 1] });
  slide.limits = [-1, 1];
  world.step(FRAME);
  angle.limits = slide.limits = [-1, -by];
  for (let i = 0; i < 90; i++) world.step(FRAME);
  for (const { value, rate } of [angle, slide]) {
    expect(Math.abs(rate)).toBeLessThan(0.01);
    expect(value).toBeLessThan(-by + 1e-3);
    expect(value).toBeGreaterThan(-by - 0.02);
  }
});

test('islands do not see that another closes a gap', () => {
  const alone = new World({ gravity: [0, -10], solver: 'iterative' });
  const beside = new World({ gravity: [0, -10], solver: 'iterative' });
  const bodies = [alone, beside].map((world) => {
    const body = world.addBody({ position: [1, 0], mass: 1, inertia: 1 });
    world.joints.create('distance', { bodyB: body, localAnchorA: [0, 0], length: { limits: [0.5, 1] } });
    return body;
  });
  MAKE.prismatic(beside, beside.addBody({ position: [9, 0] }), beside.addBody({ position: [9, 2], angle: 2 }));
  for (let i = 0; i < 60; i++) {
    alone.step(FRAME);
    beside.step(FRAME);
    expect([bodies[1].x, bodies[1].y, bodies[1].angle]).toEqual([bodies[0].x, bodies[0].y, bodies[0].angle]);
  }
});
