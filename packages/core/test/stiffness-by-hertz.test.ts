import { type Body, type DistanceJoint, type JointOf, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';

const SOLVERS = ['iterative', 'direct'] as const;

/** A disc on an undamped spring off its centre, which turns. */
function disc(solver: (typeof SOLVERS)[number]) {
  const world = new World({ gravity: [0, 0], solver, sleeping: false });
  const bodyA = world.addBody({ type: 'kinematic' });
  const bodyB = world.addBody({ mass: 1, inertia: 0.05, velocity: [1, 2], angularVelocity: 6 });
  const joint = world.joints.create('distance', {
    bodyA,
    bodyB,
    localAnchorA: [2, 0],
    localAnchorB: [0, 0.8],
    length: { lock: false, spring: { hertz: 2, dampingRatio: 0 } },
  });
  return { world, bodyA, bodyB, joint };
}

describe.each(SOLVERS)('springs by hertz keep their stiffness by the %s step', (solver) => {
  test.each<[string, (bodyA: Body, bodyB: Body, joint: JointOf<typeof DistanceJoint>) => void]>([
    ['nothing', () => undefined],
    ['a mass', (_, b) => (b.mass = 1)],
    ['an inertia', (_, b) => (b.inertia = 0.05)],
    ['where the platform is', (a) => (a.position = [0, 0])],
    ['an anchor', (_a, _b, joint) => (joint.localAnchorA = [2, 0])],
    ['its hertz', (_a, _b, joint) => joint.length.spring && (joint.length.spring.hertz = 2)],
  ])('where %s is written as it is, in every frame', (_, write) => {
    const { world, bodyA, bodyB, joint } = disc(solver);
    world.step(1 / 60);
    const before = world.energy.total;
    for (let i = 0; i < 1200; i++) {
      write(bodyA, bodyB, joint);
      world.step(1 / 60);
    }
    expect(Math.abs(world.energy.total / before - 1)).toBeLessThan(1e-3);
  });

  /** Swings per second of a coordinate about the target of its spring. */
  function swings(world: World, stretch: () => number): number {
    const crossed: number[] = [];
    let last = stretch();
    for (let i = 1; i <= 600; i++) {
      world.step(1 / 60);
      const now = stretch();
      if (last < 0 && now >= 0) crossed.push(i / 60);
      last = now;
    }
    return (crossed.length - 1) / (crossed[crossed.length - 1] - crossed[0]);
  }

  test('and take it anew with another ratio', () => {
    const world = new World({ gravity: [0, 0], solver, sleeping: false });
    const bodyA = world.addBody({ mass: 1, inertia: 1, angularVelocity: 0.3 });
    const bodyB = world.addBody({ mass: 1, inertia: 1 });
    const joint = world.joints.create('angle', {
      bodyA,
      bodyB,
      angle: { lock: false, spring: { hertz: 1, dampingRatio: 0 } },
    });
    for (let i = 0; i < 10; i++) world.step(1 / 60);
    joint.ratio = 4;
    const { spring } = joint.angle;
    if (spring === null) throw new Error('it has a spring');
    spring.target = joint.angle.value;
    expect(swings(world, () => joint.angle.value - spring.target)).toBeCloseTo(1, 2);
  });

  test('and with another weight of a gear', () => {
    const world = new World({ gravity: [0, 0], solver, sleeping: false });
    const [a, b] = [0, 1].map((x) => {
      const body = world.addBody({ position: [x, 0], mass: 1, inertia: 1, angularVelocity: 0.3 * x });
      return world.joints.create('pivot', { bodyB: body, anchor: [x, 0] });
    });
    const gear = world.joints.create('gear', {
      terms: [
        { of: a.angle, weight: 1 },
        { of: b.angle, weight: 1 },
      ],
      sum: { lock: false, spring: { hertz: 1, dampingRatio: 0 } },
    });
    for (let i = 0; i < 10; i++) world.step(1 / 60);
    gear.terms[0].weight = 4;
    const { spring } = gear.sum;
    if (spring === null) throw new Error('it has a spring');
    spring.target = gear.sum.value;
    expect(swings(world, () => gear.sum.value - spring.target)).toBeCloseTo(1, 1);
  });
});

test('a spring takes its stiffness of what its body weighs, not of what it weighs under a load in a step', () => {
  const world = new World({ gravity: [0, -9.81], solver: 'iterative', sleeping: false });
  const light = world.addBody({ position: [0.5, 0], mass: 0.01, inertia: 0.0001 });
  const load = world.addBody({ position: [0.5, -1], mass: 2000, inertia: 100 });
  world.joints.create('pivot', { bodyB: light, anchor: [0.5, 0.3] });
  world.joints.create('pivot', { bodyA: light, bodyB: load, anchor: [0.5, -0.3] });
  for (let i = 0; i < 30; i++) world.step(1 / 60);
  const { angle } = world.joints.create('angle', {
    bodyB: light,
    angle: { lock: false, spring: { hertz: 2, dampingRatio: 0 } },
  });
  world.step(1 / 60);
  const { spring } = angle;
  if (spring === null) throw new Error('it has a spring');
  spring.target += 0.001;
  world.step(1e-6);
  const stiffness = spring.force / (spring.target - angle.value);
  expect(stiffness / (16 * Math.PI ** 2 * 0.0001)).toBeCloseTo(1, 3);
});
