import { type Body, type ScalarCoordinate, type ScalarOptions, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { FRAME } from '../rigs';

/** A lever of welded links of 1 m, the last of `mass`, and what turns its end. */
function arm(
  substeps: number,
  count: number,
  mass: number,
  laws: ScalarOptions,
): { angle: ScalarCoordinate; turn: (torque: number, seconds: number) => number } {
  const world = new World({ solver: 'iterative', substeps, sleeping: false });
  const linkAt = (i: number): Body => {
    const kg = i === count - 1 ? mass : 1;
    return world.addBody({ position: [i + 0.5, 0], mass: kg, inertia: 0.1 * kg });
  };
  let end = linkAt(0);
  const { angle } = world.joints.create('pivot', { bodyB: end, anchor: [0, 0], angle: laws });
  for (let i = 1; i < count; i++) {
    const next = linkAt(i);
    world.joints.create('weld', { bodyA: end, bodyB: next, anchor: [i, 0] });
    end = next;
  }
  /** The fastest rate in the last second. */
  const turn = (torque: number, seconds: number): number => {
    let fastest = 0;
    const frames = Math.round(seconds / FRAME);
    for (let i = 0; i < frames; i++) {
      end.applyTorque(torque);
      world.step(FRAME);
      if (i >= frames - 60) fastest = Math.max(fastest, Math.abs(angle.rate));
    }
    return fastest;
  };
  return { angle, turn };
}

describe.each([1, 4, 8])('at %i substeps', (substeps) => {
  test.each<[string, ScalarOptions]>([
    ['a stop', { limits: { lower: 0, maxTorque: 240 } }],
    ['a tooth', { ratchet: { tooth: 0.6, maxTorque: 240 } }],
  ])('%s with a cap brings an arm back that it had let slip, under a load that it bears', (_, laws) => {
    for (const count of [1, 2]) {
      const { angle, turn } = arm(substeps, count, 1, laws);
      turn(-500, 2 * FRAME);
      turn(-190, 1);
      expect(angle.value, `${count} links`).toBeLessThan(-0.2);
      expect(turn(-190, 60), `${count} links`).toBeLessThan(1e-3);
      // As softly as locks of one substep hold.
      expect(Math.abs(angle.value), `${count} links`).toBeLessThan(substeps === 1 ? 0.15 : 0.01);
    }
  });

  test.each<[string, ScalarOptions]>([
    ['a lock', { lock: { maxTorque: 10 } }],
    ['bounds that are one', { limits: { lower: 0, upper: 0, maxTorque: 10 } }],
  ])('%s with a cap does not swing on with what it had let slip', (_, laws) => {
    for (const load of [0, 6]) {
      const { angle, turn } = arm(substeps, 1, 30, laws);
      turn(20, 0.45);
      turn(load, 0.55);
      expect(Math.abs(angle.value), `under ${load} N·m`).toBeGreaterThan(0.05);
      expect(turn(load, 14), `under ${load} N·m`).toBeLessThan(1e-3);
      expect(Math.abs(angle.value), `under ${load} N·m`).toBeLessThan(1e-3);
    }
  });
});
