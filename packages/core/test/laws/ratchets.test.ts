import { World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { FRAME, run, wheel } from '../rigs';

describe.each(['iterative', 'direct'] as const)('ratchets with the %s step', (solver) => {
  test('a ratchet made on a tooth holds there, whatever rounding makes of its place', () => {
    for (const [x, tooth] of [
      [0.3, 0.1],
      [-0.3, -0.1],
      [0.6, 0.2],
    ]) {
      const world = new World({ solver, gravity: [-2 * Math.sign(tooth), 0] });
      const bodyB = world.addBody({ position: [x, 0], mass: 1 });
      const anchors = { localAnchorA: [0, 0], localAnchorB: [0, 0] } as const;
      const joint = world.joints.create('prismatic', { bodyB, ...anchors, localAxisA: [1, 0] });
      joint.slide.ratchet = { tooth };
      expect(joint.slide.ratchet?.latch).toBeCloseTo(x, 9);
      run(world, 0.5);
      expect(joint.slide.value).toBeCloseTo(x, 4);
    }
  });

  test('a ratchet lets the angle rise and catches it at the last tooth', () => {
    const { world, disc, joint } = wheel({ solver }, 2);
    joint.angle.ratchet = { tooth: 0.5 };
    run(world, 0.6);
    expect(joint.angle.value).toBeCloseTo(1.2, 3);
    disc.angularVelocity = -3;
    let least = Infinity;
    for (let i = 0; i < 60; i++) {
      world.step(FRAME);
      least = Math.min(least, joint.angle.value);
    }
    expect(least).toBeGreaterThan(1 - 1e-3);
    expect(joint.angle.ratchet?.latch).toBeCloseTo(1, 9);
  });

  test('a tooth gives way to limits that are drawn in before it, and the tooth before them holds', () => {
    for (const limits of [
      [-1, 0.2],
      [-1, -0.5],
      [-0.2, -0.2],
    ] as const) {
      const { world, disc, joint } = wheel({ solver });
      joint.angle.ratchet = { tooth: 0.3 };
      disc.angle = 0.65;
      world.step(FRAME);
      joint.angle.limits = [...limits];
      run(world, 5);
      // Nothing loads it, so that what stays of the speed at which it came back carries it on, within its bounds.
      expect(joint.angle.value, String(limits)).toBeLessThan(limits[1] + 1e-3);
      expect(joint.angle.value, String(limits)).toBeGreaterThan(Math.max(limits[0] - 1e-3, limits[1] - 0.1));
      expect(joint.angle.ratchet?.latch, String(limits)).toBeCloseTo(Math.floor(limits[1] / 0.3) * 0.3, 9);
    }
  });
});

// In the direct step the bound was looked at first: what came hard fell through the tooth to it, and was drawn back from there.
test.each(['direct', 'iterative'] as const)(
  'a tooth before a bound is met first, however hard it is met (%s)',
  (solver) => {
    for (const way of [1, -1]) {
      const world = new World({ solver, gravity: [0, 0] });
      const { slide } = world.joints.create('prismatic', {
        bodyB: world.addBody({ mass: 1, inertia: 1 }),
        anchor: [0, 0],
        axis: [1, 0],
        slide: {
          limits: way > 0 ? { lower: -0.2 } : { upper: 0.2 },
          ratchet: { tooth: 0.1 * way },
          spring: { stiffness: 30_000, target: -0.3 * way },
        },
      });
      for (let i = 0; i < 30; i++) {
        world.step(1 / 60);
        expect(-way * slide.value).toBeLessThan(0.01);
      }
      expect(way * (slide.ratchet?.force ?? 0)).toBeGreaterThan(8500);
      expect(slide.limits?.force).toBe(0);
    }
  },
);
