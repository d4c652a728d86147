import { World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { FRAME, run } from './rigs';

describe.each(['iterative', 'direct'] as const)('machines by the %s step', (solver) => {
  test('gears turn each other, and a rack follows its pinion', () => {
    const world = new World({ solver, sleeping: false });
    const pinion = world.addBody({ mass: 1, inertia: 0.5 });
    const rack = world.addBody({ position: [0, -1], mass: 2, inertia: 1 });
    const hinge = world.joints.create('pivot', { bodyB: pinion, anchor: [0, 0] });
    const slide = world.joints.create('prismatic', { bodyB: rack, axis: [1, 0], localAnchorA: [0, -1] });
    const gear = world.joints.create('gear', {
      terms: [
        { of: hinge.angle, weight: 1 },
        { of: slide.slide, weight: -1 / 0.25 },
      ],
    });
    pinion.applyAngularImpulse(1);
    run(world, 1);
    expect(gear.sum.value).toBeCloseTo(0, 6);
    // One impulse on I + m r².
    expect(pinion.angularVelocity).toBeCloseTo(1 / (0.5 + 2 * 0.25 * 0.25), 4);
    expect(rack.velocity.x).toBeCloseTo(0.25 * pinion.angularVelocity, 6);
    slide.remove();
    expect(gear.world).toBe(null);
  });

  test('an Atwood machine falls as it should', () => {
    const world = new World({ solver, gravity: [0, -10], sleeping: false });
    const light = world.addBody({ position: [-1, -2], mass: 1, inertia: 1 });
    const heavy = world.addBody({ position: [1, -2], mass: 3, inertia: 1 });
    const pulley = world.joints.create('pulley', {
      bodyB: light,
      bodyD: heavy,
      localAnchorA: [-1, 0],
      localAnchorC: [1, 0],
      max: 4,
    });
    run(world, 0.5);
    expect(heavy.velocity.y).toBeCloseTo(-10 * (2 / 4) * 0.5, 3);
    expect(light.velocity.y).toBeCloseTo(2.5, 3);
    expect(pulley.length.limits?.force).toBeCloseTo(-15, 3);
    expect([...pulley.localAnchorC]).toEqual([1, 0]);
    pulley.localAnchorC = [1, 1];
    expect(pulley.length.value).toBeCloseTo(5, 3);
  });

  test('a bead slides down a curve and keeps its energy', () => {
    const world = new World({ solver, gravity: [0, -10], sleeping: false });
    const bead = world.addBody({ position: [-2, 2], mass: 1, inertia: 0.1 });
    const track = world.joints.create('path', {
      bodyB: bead,
      path: {
        points: [
          [-2, 2],
          [-1, 0.2],
          [0, 0],
          [1, 0.2],
          [2, 2],
        ],
      },
    });
    const start = world.energy.total;
    let error = 0;
    for (let i = 0; i < 120; i++) {
      world.step(FRAME);
      error = Math.max(error, Math.abs(track.offset.value));
    }
    expect(error).toBeLessThan(2e-2);
    expect(Math.abs(world.energy.total - start)).toBeLessThan(0.02 * 20);
  });
});
