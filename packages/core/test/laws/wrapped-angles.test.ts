import type { ScalarOptions } from '@tenon/core';
import { inspect } from '@tenon/core/inspect';
import { viewJoint } from '@tenon/core/view';
import { describe, expect, test } from 'vitest';
import { FRAME, run, wheel } from '../rigs';

describe.each(['iterative', 'direct'] as const)('wrapped angles with the %s step', (solver) => {
  test.each<ScalarOptions>([
    { motor: { target: -3, maxTorque: 50 } },
    { spring: { target: -3, stiffness: 40, damping: 8 } },
    { lock: { target: -3 } },
    { lock: { target: -3, maxTorque: 5 } },
    { lock: { target: -3, softness: { hertz: 2 } } },
    { limits: [-3, -3] },
  ])('a wrapped angle goes the short way round: %j', (laws) => {
    for (const turns of [0, -5]) {
      const { world, disc, joint } = wheel({ solver });
      Object.assign(joint.angle, { wrapped: true }, laws);
      disc.angle = 3 + turns * 2 * Math.PI;
      expect(joint.angle.value).toBeCloseTo(3, 9);
      expect(world.energy.total).toBeCloseTo('spring' in laws ? 20 * (2 * Math.PI - 6) ** 2 : 0, 9);
      expect(joint.angle.error).toBeCloseTo('lock' in laws || 'limits' in laws ? 6 - 2 * Math.PI : 0, 9);
      run(world, 4);
      expect(disc.angle).toBeCloseTo((turns + 1) * 2 * Math.PI - 3, 3);
      expect(joint.angle.value).toBeCloseTo(-3, 3);
      const { motor, spring, lock, limits } = joint.angle;
      expect(motor?.target ?? spring?.target ?? lock?.target ?? limits?.lower).toBe(-3);
    }
  });

  test('a wrapped angle stops at limits across ±π from either side, and however often it was turned before', () => {
    for (const turns of [0, 1, -3]) {
      const { world, disc, joint } = wheel({ solver });
      joint.angle.wrapped = true;
      joint.angle.limits = [2.5, 3.8];
      disc.angle = 3 + turns * 2 * Math.PI;
      for (const [torque, angle, active] of [
        [1, 3.8, 1],
        [-1, 2.5, -1],
      ]) {
        for (let i = 0; i < 240; i++) {
          disc.applyTorque(torque);
          world.step(FRAME);
        }
        expect(disc.angle).toBeCloseTo(angle + turns * 2 * Math.PI, 3);
        expect(joint.angle.limits?.active).toBe(active);
        expect([joint.angle.limits?.lower, joint.angle.limits?.upper]).toEqual([2.5, 3.8]);
        const [row] = inspect(joint).rows;
        const [shown] = viewJoint(joint).coordinates;
        expect(row.c).toBe(joint.angle.value);
        expect(row.C).toBeCloseTo(0, 3);
        expect(shown.value).toBe(joint.angle.value);
        expect(shown.laws.limits.active).toBe(active);
        expect(active * (shown.value - shown.laws.limits[active > 0 ? 'upper' : 'lower'])).toBeCloseTo(0, 3);
      }
    }
  });

  test('ratchets and gears follow a wrapped angle over its turns, to the bit', () => {
    const angles = [false, true].map((wrapped) => {
      const { world, disc, joint } = wheel({ solver }, 3);
      joint.angle.wrapped = wrapped;
      joint.angle.ratchet = { tooth: 0.5 };
      const other = world.addBody({ mass: 1, inertia: 1, angularVelocity: 3 });
      const hinge = world.joints.create('pivot', { bodyB: other, anchor: [0, 0] });
      const terms = [
        { of: joint.angle, weight: 1 },
        { of: hinge.angle, weight: -1 },
      ];
      world.joints.create('gear', { terms });
      run(world, 3.05);
      disc.angularVelocity = other.angularVelocity = -3;
      run(world, 1);
      expect(disc.angle).toBeGreaterThan(9 - 1e-3);
      expect(Math.cos(joint.angle.value)).toBeCloseTo(Math.cos(disc.angle), 9);
      expect(Math.abs(joint.angle.value) <= Math.PI).toBe(wrapped);
      return [disc.angle, other.angle];
    });
    expect(angles[1]).toEqual(angles[0]);
  });
});
