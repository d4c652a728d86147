import { type Joint, type ScalarOptions, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { run } from './scenes';

/** A rod of 1 kg held level by a law of its hinge's angle, 0.5 m off its centre: 4.905 N·m. */
function hinge(solver: 'direct' | 'iterative', angle: ScalarOptions, { offset = 0.5, turn = 0 } = {}) {
  const world = new World({ gravity: [0, -9.81], solver, substeps: 16, directSubsteps: 1, sleeping: false });
  const body = world.addBody({ position: [offset, 0], mass: 1, inertia: 1 / 12, angularVelocity: turn });
  const joint = world.joints.create('pivot', { bodyB: body, anchor: [0, 0], angle });
  return { world, body, joint };
}

function reactionOf({ reaction: { x, y, torque, peakForce, peakTorque } }: Joint): readonly number[] {
  return [x, y, torque, peakForce, peakTorque];
}

function expectClose(ours: readonly number[], theirs: readonly number[], digits: number): void {
  ours.forEach((value, i) => {
    expect(value).toBeCloseTo(theirs[i], digits);
  });
}

describe('what holds still reads the same from either solver', () => {
  test.each<[string, ScalarOptions, (angle: ReturnType<typeof hinge>['joint']['angle']) => readonly number[]]>([
    ['limits', { limits: [-0.5, 0.5] }, ({ limits }) => [limits?.active ?? 9, limits?.force ?? 0]],
    ['equal limits', { limits: [0, 0] }, ({ limits }) => [limits?.active ?? 9, limits?.force ?? 0]],
    [
      'soft limits',
      { limits: { lower: -0.5, upper: 0.5, hertz: 3 } },
      ({ limits }) => [limits?.active ?? 9, limits?.force ?? 0],
    ],
    ['motor that brakes', { motor: { speed: 0, maxTorque: 30 } }, ({ motor }) => [motor?.force ?? 0]],
    [
      'motor against a stop',
      { limits: [-0.5, 0.5], motor: { speed: 2, maxTorque: 10 } },
      ({ limits, motor }) => [limits?.active ?? 9, limits?.force ?? 0, motor?.force ?? 0],
    ],
    ['servo', { motor: { target: 0.8, speed: 2, maxTorque: 30 } }, ({ motor }) => [motor?.force ?? 0]],
    ['friction that sticks', { friction: { torque: 20 } }, ({ friction }) => [friction?.force ?? 0]],
    ['ratchet', { ratchet: { tooth: 0.1 } }, ({ ratchet }) => [Number(ratchet?.blocked), ratchet?.force ?? 0]],
    [
      'spring beside a stop',
      { limits: [-0.1, 0.5], spring: { stiffness: 10, damping: 1 } },
      ({ limits, spring }) => [limits?.force ?? 0, spring?.force ?? 0],
    ],
    ['lock within its cap', { lock: { maxTorque: 10 } }, ({ lock }) => [lock?.force ?? 0]],
    ['soft lock', { lock: { softness: { hertz: 4, dampingRatio: 1 } } }, ({ lock }) => [lock?.force ?? 0]],
  ])('%s', (_, options, read) => {
    const [ours, theirs] = (['direct', 'iterative'] as const).map((solver) => {
      const { world, body, joint } = hinge(solver, options);
      run(world, 4);
      return [body.angle, ...read(joint.angle), ...reactionOf(joint)];
    });
    expectClose(ours, theirs, 2);
    // Beside the rigid softness of the iterative step: a hinge carries the weight.
    expect(ours[ours.length - 4]).toBeCloseTo(9.81, 4);
  });
});

describe('what moves follows its closed form', () => {
  test('a brake of 2 N·m stops a wheel after θ = ω²I/2T, and holds it', () => {
    const { world, body } = hinge('direct', { friction: { torque: 2 } }, { offset: 0, turn: 5 });
    run(world, 1);
    expect(body.angle).toBeCloseTo(25 / 12 / 4, 2);
    expect(Math.abs(body.angularVelocity)).toBeLessThan(1e-9);
  });

  test('a capped motor pushes with its cap', () => {
    const { world, body, joint } = hinge('direct', { motor: { speed: 10, maxTorque: 1 } }, { offset: 0 });
    run(world, 0.5);
    expect(body.angularVelocity).toBeCloseTo(6, 6);
    expect(joint.angle.motor?.force).toBeCloseTo(1, 9);
  });

  test('a motor without a cap has its speed after one step', () => {
    const { world, body } = hinge('direct', { motor: { speed: 2 } });
    world.step(1 / 60);
    expect(body.angularVelocity).toBeCloseTo(2, 6);
  });

  test('an undamped spring keeps its energy while it is resolved', () => {
    const { world, body } = hinge(
      'direct',
      { spring: { stiffness: 3, damping: 0, target: 0 } },
      { offset: 0, turn: 2 },
    );
    run(world, 10);
    const energy = (body.angularVelocity ** 2 / 12 + 3 * body.angle ** 2) / 2;
    expect(energy).toBeCloseTo(4 / 24, 6);
  });

  test('a stop throws back its restitution', () => {
    const { world, body } = hinge(
      'direct',
      { limits: { lower: -10, upper: 0.5, restitution: 0.5 } },
      { offset: 0, turn: 4 },
    );
    run(world, 0.3);
    expect(body.angularVelocity).toBeCloseTo(-2, 6);
  });

  test('friction from above slows a body straight against its motion', () => {
    const world = new World({ solver: 'direct', sleeping: false });
    const bodyB = world.addBody({ position: [0, 0], mass: 1, inertia: 1 / 12, velocity: [3, 4] });
    world.joints.create('friction', { bodyB, maxForce: 5, maxTorque: 1 });
    run(world, 0.5);
    expect(bodyB.velocity.x).toBeCloseTo(1.5, 4);
    expect(bodyB.velocity.y).toBeCloseTo(2, 4);
    run(world, 1);
    expect(Math.hypot(bodyB.velocity.x, bodyB.velocity.y)).toBeLessThan(1e-6);
  });

  test('gears turn each other by their ratio', () => {
    const world = new World({ solver: 'direct', sleeping: false });
    const [a, b] = [0, 1].map((x) => world.addBody({ position: [x, 0], mass: 1, inertia: 0.1 }));
    const first = world.joints.create('pivot', { bodyB: a, anchor: [0, 0], angle: { motor: { speed: 2 } } });
    const second = world.joints.create('pivot', { bodyB: b, anchor: [1, 0] });
    world.joints.create('gear', {
      terms: [
        { of: first.angle, weight: 1 },
        { of: second.angle, weight: 0.5 },
      ],
    });
    run(world, 1);
    expect(b.angularVelocity).toBeCloseTo(-4, 4);
    expect(a.angle + b.angle / 2).toBeCloseTo(0, 9);
  });

  test('an Atwood machine accelerates by g/3', () => {
    const world = new World({ gravity: [0, -9.81], solver: 'direct', sleeping: false });
    const light = world.addBody({ position: [0, -1], mass: 1, inertia: 0.1 });
    const heavy = world.addBody({ position: [1, -1], mass: 2, inertia: 0.1 });
    world.joints.create('pulley', {
      bodyB: light,
      bodyD: heavy,
      localAnchorA: [0, 0],
      localAnchorC: [1, 0],
      localAnchorB: [0, 0],
      localAnchorD: [0, 0],
      min: 2,
      max: 2,
    });
    run(world, 0.5);
    expect(light.y).toBeCloseTo(-1 + (9.81 / 3) * 0.125, 7);
  });

  test('a kinematic body leads', () => {
    const world = new World({ solver: 'direct', sleeping: false });
    const hand = world.addBody({ type: 'kinematic', position: [0, 0], velocity: [1, 0], angularVelocity: 2 });
    const body = world.addBody({ position: [0.5, 0], mass: 1, inertia: 1 / 12 });
    world.joints.create('weld', { bodyA: hand, bodyB: body, anchor: [0.5, 0] });
    run(world, 0.5);
    expect(hand.x).toBeCloseTo(0.5, 12);
    expect(body.angle).toBeCloseTo(1, 6);
    expect(body.x).toBeCloseTo(0.5 + 0.5 * Math.cos(1), 6);
  });
});
