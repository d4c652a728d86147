import { World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { FRAME } from '../rigs';

/** A motor without a cap on a slider, which by a rope of 1 m draws another slider to its stop, 0.2 m away. */
function ropedSliders(substeps: number) {
  const world = new World({ solver: 'iterative', substeps, sleeping: false });
  const bodyA = world.addBody({ mass: 3 });
  const bodyB = world.addBody({ position: [0.5, 0], mass: 1 });
  const driven = world.joints.create('prismatic', { bodyB: bodyA, axis: [1, 0], slide: { motor: { speed: -1 } } });
  const stopped = world.joints.create('prismatic', { bodyB, axis: [1, 0] });
  const lower = stopped.slide.value - 0.2;
  stopped.slide.limits = [lower, lower + 0.4];
  const localAnchors = { localAnchorA: [0, 0], localAnchorB: [0, 0] } as const;
  const rope = world.joints.create('rope', { bodyA, bodyB, ...localAnchors, max: 1 });
  return { world, driven: driven.slide, stopped: stopped.slide, lower, rope: rope.length };
}

describe.each([1, 4, 8])('a motor without a cap that draws on a stop of another joint, at %d substeps,', (substeps) => {
  test('stands, and opens neither that nor the rope between', () => {
    const { world, driven, stopped, lower, rope } = ropedSliders(substeps);
    let farthest = 0;
    for (let i = 0; i < 600; i++) {
      world.step(FRAME);
      farthest = Math.max(farthest, lower - stopped.value, rope.value - 1);
    }
    expect(farthest).toBeLessThan(0.02);
    expect(driven.rate).toBeCloseTo(0, 3);
  });
});

test('a motor that was limited at a rope takes up what loads it without that', () => {
  const world = new World({ gravity: [0, -10], solver: 'iterative', sleeping: false });
  const arm = world.addBody({ position: [0.5, 0], mass: 1, inertia: 0.1 });
  const hand = world.addBody({ position: [1.5, 0], mass: 1, inertia: 0.1 });
  const { angle } = world.joints.create('pivot', { bodyB: arm, anchor: [0, 0], angle: { motor: { speed: 1 } } });
  world.joints.create('weld', { bodyA: arm, bodyB: hand, anchor: [1, 0] });
  const ends = { localAnchorA: [2, -1], localAnchorB: [0.5, 0] } as const;
  const rope = world.joints.create('rope', { bodyB: hand, ...ends, max: 1.3 });
  for (let i = 0; i < 120; i++) world.step(1 / 60);
  const { value } = angle;
  rope.remove();
  for (let i = 0; i < 120; i++) {
    hand.applyForce([0, -2000]);
    world.step(1 / 60);
  }
  expect(angle.value).toBeGreaterThan(value + 0.5);
});
