import { type Body, World } from '@tenon/core';
import { inspect } from '@tenon/core/inspect';
import { describe, expect, test } from 'vitest';
import { FRAME, SOLVERS, on, run } from '../rigs';

type Pivot = ReturnType<typeof hinged>['joint'];

/** A weight of 2 kg that a motor and a stop hold up. */
function hinged(solver: (typeof SOLVERS)[number]) {
  const world = new World({ solver, gravity: [0, -10], sleeping: false });
  const body = world.addBody({ position: [1, 0], mass: 2, inertia: 1, angle: -0.1 });
  const joint = world.joints.create('pivot', {
    bodyB: body,
    anchor: [0, 0],
    referenceAngle: 0,
    angle: { motor: { speed: 1, maxTorque: 1 }, limits: [-0.1, null] },
  });
  return { world, body, joint };
}

describe.each(SOLVERS)('with the %s solver', (solver) => {
  test('a joint that nothing solves any longer reads 0', () => {
    const switchOff: Record<string, (joint: Pivot, body: Body) => void> = {
      disabled: (joint) => (joint.enabled = false),
      'disabled for a moment': (joint) => {
        joint.enabled = false;
        joint.enabled = true;
      },
      static: (_, body) => (body.type = 'static'),
      kinematic: (_, body) => (body.type = 'kinematic'),
      'without laws': (joint) => {
        joint.angle.motor = null;
        joint.angle.limits = null;
        joint.point.lock = null;
      },
    };
    for (const [name, change] of Object.entries(switchOff)) {
      const { world, body, joint } = hinged(solver);
      const read = (): readonly unknown[] => [
        ...Object.values(joint.reaction),
        ...Object.values(joint.impulseOn(body)),
        joint.point.force,
        joint.point.lock?.force ?? 0,
        joint.angle.force,
        joint.angle.motor?.force ?? 0,
        joint.angle.limits?.force ?? 0,
        joint.angle.limits?.active ?? 0,
        ...inspect(joint).rows.map(({ impulse }) => impulse),
      ];
      world.step(FRAME);
      expect(joint.reaction.torque, name).toBeGreaterThan(10);
      expect(joint.angle.limits?.active, name).toBe(-1);
      change(joint, body);
      const nothing = read().map(() => 0);
      expect(read().map(Number).map(Math.abs), name).toEqual(nothing);
      if (joint.enabled && name.startsWith('disabled')) continue;
      joint.break = { force: 1, torque: 1 };
      run(world, 0.1);
      expect(read().map(Number).map(Math.abs), name).toEqual(nothing);
      expect(joint.world, name).toBe(world);
    }
  });

  test('a gear that a source switches off reads 0, stores nothing and does not break', () => {
    const world = new World({ solver, sleeping: false });
    const [a, b] = [0, 2].map((x) => world.addBody({ position: [x, 0], mass: 1, inertia: 1 }));
    const hinge = world.joints.create('pivot', { bodyB: a, anchor: [0, 0] });
    const other = world.joints.create('pivot', { bodyB: b, anchor: [2, 0] });
    const gear = world.joints.create('gear', {
      terms: [
        { of: hinge.angle, weight: 1 },
        { of: other.angle, weight: 1 },
      ],
    });
    a.applyTorque(50);
    world.step(FRAME);
    expect(on(gear.sum.lock).force).toBeCloseTo(-25, 3);
    gear.sum.spring = { stiffness: 10, target: 1 };
    expect(world.energy.potential).toBeGreaterThan(4);
    gear.break = { torque: 1, energy: 1, error: { angle: 1e-9 } };
    hinge.enabled = false;
    expect([gear.sum.force, gear.reaction.torque, gear.impulseOn(b).angular, world.energy.potential]).toEqual([
      0, 0, 0, 0,
    ]);
    a.angle += 1;
    run(world, 0.1);
    expect([gear.sum.force, gear.reaction.torque, gear.world]).toEqual([0, 0, world]);
  });

  test('the peak is at least the mean where a gap is closed, too', () => {
    const laws: Readonly<Record<string, object>> = {
      pivot: { angle: { limits: { lower: 0.5, upper: 0.7, restitution: 0.4 } } },
      weld: {},
      prismatic: { axis: [1, 0.2], slide: { limits: [0.5, 0.5] } },
      groove: { grooveA: [0, 0.1], grooveB: [0, 2] },
      pin: { length: 0.7 },
    };
    for (const [name, options] of Object.entries(laws)) {
      const world = new World({ solver, gravity: [0, -10], sleeping: false });
      const body = world.addBody({ position: [0.4, 0], mass: 2, inertia: 0.5, velocity: [1, 2], angularVelocity: 3 });
      const joint = world.joints.createNamed(name, {
        bodyB: body,
        ...(name === 'groove' ? {} : { localAnchorA: [0.1, 0.2] }),
        ...options,
      });
      for (let i = 0; i < 10; i++) {
        body.applyForce([30 * (i % 3), 20]);
        world.step(FRAME);
        const { force, peakForce, torque, peakTorque } = joint.reaction;
        expect(peakForce, `${name} ${i}`).toBeGreaterThanOrEqual(force * (1 - 1e-12));
        expect(peakTorque, `${name} ${i}`).toBeGreaterThanOrEqual(Math.abs(torque) * (1 - 1e-12));
      }
    }
  });

  test('a sleeping joint reads the means of its last step, however long the steps of others are', () => {
    const world = new World({ solver, gravity: [0, -10] });
    const body = world.addBody({ position: [0, 0], mass: 2, inertia: 1 });
    const joint = world.joints.create('pivot', { bodyB: body, localAnchorA: [0, 1], localAnchorB: [0, 1] });
    run(world, 2);
    const read = (): readonly number[] => [
      joint.reaction.y,
      joint.point.force,
      on(joint.point.lock).force,
      joint.impulseOn(body).y,
      inspect(joint).rows[2].impulse,
    ];
    const asleep = read();
    expect(body.isSleeping).toBe(true);
    expect(asleep.slice(0, 3)).toEqual([20, 20, 20].map((force) => expect.closeTo(force, 6)));
    world.step(1 / 120);
    expect(read()).toEqual(asleep);
    const snapshot = world.snapshot({ portable: true });
    world.step(1 / 30);
    expect(read()).toEqual(asleep);
    joint.wake();
    expect(read()).toEqual(asleep);
    world.step(1 / 120);
    expect(read()[0]).toBeCloseTo(20, 6);
    expect(read()[3]).toBeCloseTo(20 / 120, 6);
    world.restore(snapshot);
    expect(read()).toEqual(asleep);
    joint.wake();
    body.sleep();
    expect(read()).toEqual(asleep);
  });
});
