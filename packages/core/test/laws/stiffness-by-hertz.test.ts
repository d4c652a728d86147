import { type Body, type DistanceJoint, type JointOf, World } from '@tenon/core';
import { loadScene, saveScene } from '@tenon/core/scene';
import { describe, expect, test } from 'vitest';
import { refusal } from '../code-of';

const SOLVERS = ['iterative', 'direct'] as const;

/** A disc on an undamped spring off its centre, which turns. */
function disc(
  solver: (typeof SOLVERS)[number],
  length: object = { lock: false, spring: { hertz: 2, dampingRatio: 0 } },
) {
  const world = new World({ gravity: [0, 0], solver, sleeping: false });
  const bodyA = world.addBody({ type: 'kinematic' });
  const bodyB = world.addBody({ mass: 1, inertia: 0.05, velocity: [1, 2], angularVelocity: 6 });
  const joint = world.joints.create('distance', {
    bodyA,
    bodyB,
    localAnchorA: [2, 0],
    localAnchorB: [0, 0.8],
    length,
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

  const ways = {
    'a spring': { lock: false, spring: { hertz: 2, dampingRatio: 0 } },
    'a soft lock': { lock: { target: 1, softness: { hertz: 2, dampingRatio: 0 } } },
    'a soft stop': { lock: false, limits: { upper: 1, hertz: 2, dampingRatio: 0 } },
  };

  test.each(Object.entries(ways))('%s goes on in a scene that is saved and loaded, and in a clone', (_, length) => {
    const { world, bodyB } = disc(solver, length);
    const cloned = disc(solver, length);
    expect(JSON.stringify(saveScene(world))).not.toContain('effectiveMass');
    for (const like of [world, cloned.world]) for (let i = 0; i < 50; i++) like.step(1 / 60);
    const text = JSON.stringify(saveScene(world));
    const { world: loaded } = loadScene(text);
    expect(JSON.stringify(saveScene(loaded))).toBe(text);
    const { world: inPixels } = loadScene(text, { scale: 50, flipY: true });
    cloned.joint.clone();
    cloned.joint.remove();
    for (const like of [world, cloned.world, loaded, inPixels]) for (let i = 0; i < 50; i++) like.step(1 / 60);
    const { x, y } = bodyB;
    const mirrored = inPixels.body(bodyB.id);
    expect(Number(mirrored?.x) / 50).toBeCloseTo(x, 3);
    expect(Number(mirrored?.y) / -50).toBeCloseTo(y, 3);
    for (const body of [loaded.body(bodyB.id), cloned.bodyB]) {
      expect(body?.x).toBeCloseTo(x, 3);
      expect(body?.y).toBeCloseTo(y, 3);
    }
  });

  test.each([
    ['another body', { bodyB: null }],
    ['another anchor', { localAnchorB: [0, 0] }],
  ])('but a clone with %s takes it anew', (_, overrides) => {
    const { world, joint } = disc(solver);
    world.addBody({ id: 'heavy', mass: 9, inertia: 1 });
    world.step(1 / 60);
    expect(joint.clone().length.spring?.effectiveMass).toBe(joint.length.spring?.effectiveMass);
    const given = 'bodyB' in overrides ? { bodyB: world.body('heavy') } : overrides;
    expect(joint.clone(given).length.spring?.effectiveMass).toBeNull();
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

  // Damping that followed the pose was of the mass at the start of each step, and so of first order.
  test.each([
    ['a spring', 'spring'],
    ['a soft lock', 'lock'],
  ])('%s is that of the stiffness and the damping of its effective mass', (_, law) => {
    const softness = { hertz: 2, dampingRatio: 0.8 };
    const target = 1.5;
    const byHertz = disc(
      solver,
      law === 'spring' ? { lock: false, spring: { ...softness, target } } : { lock: { target, softness } },
    );
    byHertz.world.step(1 / 60);
    const { spring, lock } = byHertz.joint.length;
    const mass = (law === 'spring' ? spring : lock)?.effectiveMass ?? 0;
    const omega = 4 * Math.PI;
    const spoken = { stiffness: mass * omega * omega, damping: 1.6 * mass * omega, target };
    const byStiffness = disc(solver, { lock: false, spring: spoken });
    byStiffness.world.step(1 / 60);
    for (let i = 0; i < 60; i++) for (const { world } of [byHertz, byStiffness]) world.step(1 / 60);
    expect(byHertz.bodyB.x).toBeCloseTo(byStiffness.bodyB.x, 9);
    expect(byHertz.bodyB.angle).toBeCloseTo(byStiffness.bodyB.angle, 9);
  });

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

test.each([
  ['damped-spring', 'length'],
  ['rotary-spring', 'angle'],
])('a %s takes an effective mass, in scenes, too', (type, coordinate) => {
  const { joints } = loadScene({
    schema: 'tenon-scene/1',
    gravity: [0, 0],
    lengthUnit: 50,
    bodies: [{ id: 'body', position: [50, 0] }],
    joints: [{ id: 'spring', type, bodyB: 'body', hertz: 2, effectiveMass: 3 }],
  });
  const joint = joints.get('spring');
  const [{ spring }] = (joint?.coordinates ?? []).filter(({ name }) => name === coordinate);
  expect(spring && 'effectiveMass' in spring && spring.effectiveMass).toBeCloseTo(3, 12);
});

test('an effective mass stands beside hertz alone', () => {
  const { joint } = disc('direct');
  const { length } = joint;
  expect(refusal(() => (length.spring = { stiffness: 1, effectiveMass: 1 } as never))).toBe(
    'option-conflict DistanceJoint.length.spring.effectiveMass',
  );
  expect(refusal(() => (length.lock = { effectiveMass: 1 }))).toBe(
    'option-conflict DistanceJoint.length.lock.effectiveMass',
  );
  expect(refusal(() => (length.spring = { hertz: 1, effectiveMass: 0 }))).toBe(
    'param-negative DistanceJoint.length.spring.effectiveMass',
  );
  expect(refusal(() => (length.spring = { hertz: 1e150, effectiveMass: 1e150 }))).toBe(
    'param-invalid DistanceJoint.length.spring.effectiveMass',
  );
  expect([length.spring?.hertz, length.lock]).toEqual([2, null]);
  length.spring = { compliance: 1 };
  expect(length.spring?.effectiveMass).toBeNull();
  expect(refusal(() => length.spring && (length.spring.effectiveMass = 1))).toBe(
    'no-such-law DistanceJoint.length.spring.effectiveMass',
  );
  length.spring = { hertz: 1, effectiveMass: 3 };
  expect(length.spring?.effectiveMass).toBeCloseTo(3, 12);
});
