import { box, type Joint, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { FRAME, slider } from './rigs';

const STOP = 0.2;

describe.each(['iterative', 'direct'] as const)('by the %s step', (solver) => {
  /** Speeds at which what comes with 1 m/s is thrown back where the stop is met in any part of a step. */
  function thrownBack(limits: { hertz: number; dampingRatio: number; maxForce?: number }): number[] {
    return Array.from({ length: 16 }, (_, i) => {
      const { world, cart, joint } = slider({ solver }, { velocity: [1, 0] });
      joint.slide.limits = { upper: STOP + (i / 16) * FRAME, ...limits };
      for (let step = 0; step < 120; step++) world.step(FRAME);
      expect(joint.slide.limits?.active).toBe(0);
      return -cart.velocity.x;
    });
  }

  test.each([
    // Undamped all of it; critically damped it lets go at ωt = 2, with e⁻² of it.
    [2, 0, 1, 1e-6],
    [10, 0, 1, 1e-6],
    [20, 0, 1, 1e-6],
    [2, 1, Math.exp(-2), 2e-3],
    [5, 1, Math.exp(-2), 2e-2],
  ])('a soft stop of %d Hz and damping ratio %d throws back as it should', (hertz, dampingRatio, exact, tolerance) => {
    for (const speed of thrownBack({ hertz, dampingRatio })) expect(Math.abs(speed - exact)).toBeLessThan(tolerance);
  });

  test('a soft stop throws back no faster than what came, however hard it is', () => {
    for (const hertz of [20, 60, 200])
      for (const dampingRatio of [0, 0.1, 0.3, 1, 2])
        for (const speed of thrownBack({ hertz, dampingRatio })) expect(speed).toBeLessThanOrEqual(1 + 1e-6);
  });

  test('nor where it has a cap, but for what the knee of its force within a step makes', () => {
    for (const hertz of [5, 20, 60])
      for (const maxForce of [10, 100])
        for (const speed of thrownBack({ hertz, dampingRatio: 0, maxForce })) expect(speed).toBeLessThan(1.1);
  });

  test('links between soft stops make no energy', () => {
    for (const hertz of [2, 8, 30]) {
      const world = new World({ solver, gravity: [0, -9.81] });
      let before: Joint['bodyA'] = null;
      for (let i = 0; i < 6; i++) {
        const body = world.addBody({ position: [0.5 + i, 0], shape: box(1, 0.2) });
        const limits = { lower: -0.5 - 0.1 * i, upper: 0.5, hertz, dampingRatio: 0 };
        world.joints.create('pivot', { bodyA: before, bodyB: body, anchor: [i, 0], angle: { limits } });
        before = body;
      }
      const start = world.energy.total;
      for (let i = 0; i < 600; i++) {
        world.step(FRAME);
        // What stops store is not in it.
        expect(world.energy.total).toBeLessThan(start + 1e-3);
      }
    }
  });
});
