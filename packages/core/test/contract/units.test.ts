import { World } from '@tenon/core';
import { describe, expect, test } from 'vitest';

const FRAME = 1 / 60;

/** One scene with every law, in any unit of length; lengths below are metres. */
function scene(unit: number, solver: 'iterative' | 'direct') {
  const world = new World({ lengthUnit: unit, gravity: [0, -9.81 * unit], solver, sleeping: false });
  const at = (x: number, y: number): [number, number] => [x * unit, y * unit];
  const car = world.addBody({ position: at(0, 0), mass: 2, inertia: 0.5 });
  const rail = world.joints.create('prismatic', {
    bodyB: car,
    axis: [1, 0.2],
    slide: {
      limits: { lower: -0.4 * unit, upper: 0.5 * unit, restitution: 0.5 },
      spring: { stiffness: 20, damping: 0.5, target: 0.3 * unit, maxForce: 8 },
      motor: { speed: 0.5 * unit, maxForce: 3 },
      friction: { coefficient: 0.05, viscous: 0.2 },
    },
  });
  const arm = world.addBody({ position: at(0.5, -1), mass: 1, inertia: 0.2 });
  const hinge = world.joints.create('pivot', {
    bodyA: car,
    bodyB: arm,
    anchor: at(0, -1),
    angle: {
      limits: [-1, 1],
      spring: { hertz: 1, dampingRatio: 0.1 },
      motor: { target: 0.5, speed: 1, maxTorque: 2 },
      friction: { coefficient: 0.3, radius: 0.05 * unit, viscous: 0.01 },
    },
  });
  const tip = world.addBody({ position: at(1.5, -1), mass: 0.5, inertia: 0.1 });
  const rope = world.joints.create('distance', {
    bodyA: arm,
    bodyB: tip,
    length: { limits: { upper: 1.1 * unit, hertz: 8 }, spring: { compliance: 0.05, target: 0.8 * unit } },
  });
  const drag = world.joints.create('drag', { bodyB: tip, target: at(2, 0), weights: 3 });
  const tooth = world.joints.create('ratchet', { bodyA: arm, bodyB: tip, tooth: 0.2 });
  return { world, bodies: [car, arm, tip], joints: [rail, hinge, rope, drag, tooth], rail, hinge };
}

describe.each(['iterative', 'direct'] as const)('with the %s solver', (solver) => {
  test('a scene in pixels moves as in metres and reads the same SI forces, with every law', () => {
    const metres = scene(1, solver);
    const pixels = scene(50, solver);
    for (let i = 0; i < 40; i++) {
      metres.world.step(FRAME);
      pixels.world.step(FRAME);
    }
    metres.bodies.forEach((body, i) => {
      const other = pixels.bodies[i];
      expect(other.x / 50).toBeCloseTo(body.x, 4);
      expect(other.y / 50).toBeCloseTo(body.y, 4);
      expect(other.angle).toBeCloseTo(body.angle, 4);
      expect([other.mass, other.inertia]).toEqual([expect.closeTo(body.mass, 12), expect.closeTo(body.inertia, 12)]);
    });
    metres.joints.forEach((joint, i) => {
      const { reaction } = joint;
      const other = pixels.joints[i].reaction;
      for (const key of ['x', 'y', 'torque', 'force', 'peakForce', 'peakTorque'] as const) {
        expect(Math.abs(other[key] - reaction[key]), `${joint.type} ${key}`).toBeLessThan(
          0.01 * (1 + Math.abs(reaction[key])),
        );
      }
    });
    expect(pixels.world.energy.total).toBeCloseTo(metres.world.energy.total, 2);
    expect(metres.rail.reaction.force).toBeGreaterThan(1);
  });
});

test('caps, stiffness and thresholds are SI numbers in every world, and read back as given', () => {
  const world = new World({ lengthUnit: 50 });
  const body = world.addBody();
  const joint = world.joints.create('wheel', {
    bodyB: body,
    maxForce: 70,
    break: { force: 500, torque: 30, energy: 12, error: { length: 25, angle: 0.1 } },
    suspension: { spring: { stiffness: 300, damping: 4, maxForce: 9 }, friction: { force: 2, viscous: 3 } },
    spin: { motor: { speed: 2, maxTorque: 40 }, spring: { stiffness: 6, damping: 0.5 } },
  });
  const { suspension, spin } = joint;
  expect([
    joint.maxForce,
    joint.break?.force,
    joint.break?.torque,
    joint.break?.energy,
    joint.break?.error.length,
  ]).toEqual([70, 500, 30, 12, 25]);
  expect([
    suspension.spring?.stiffness,
    suspension.spring?.damping,
    suspension.spring?.maxForce,
    suspension.friction?.maxForce,
    suspension.friction?.viscous,
  ]).toEqual([300, 4, 9, 2, 3]);
  expect([spin.motor?.maxTorque, spin.spring?.stiffness, spin.spring?.damping]).toEqual([40, 6, 0.5]);
});
