import { path, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { FRAME, SOLVERS } from './rigs';

const SQUARE = path(
  [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ],
  { closed: true, smooth: false },
);

/** A cart that is driven around a square at 1 m/s, so far to the left of it. */
function around(solver: (typeof SOLVERS)[number], offset: number, maxForce = Infinity) {
  const world = new World({ solver, sleeping: false });
  const bodyB = world.addBody({ mass: 1, inertia: 1, position: [0.3, offset], velocity: [1, 0] });
  const joint = world.joints.create('path', {
    bodyB,
    path: SQUARE,
    localAnchorA: [0, 0],
    localAnchorB: [0, 0],
    offset: { lock: { target: offset } },
    travel: { motor: { speed: 1, maxForce } },
  });
  return { world, bodyB, joint };
}

describe.each(SOLVERS)('off a straight path with the %s step', (solver) => {
  test.each([-0.2, 0.2])('travel changes at its rate but where it jumps at a corner, at %f m', (offset) => {
    const { world, joint } = around(solver, offset);
    let last = joint.travel.value;
    let off = 0;
    for (let i = 0; i < 180; i++) {
      world.step(FRAME);
      if (Math.abs((joint.travel.value - last) / FRAME - joint.travel.rate) > 0.01) off++;
      last = joint.travel.value;
    }
    // Two or three corners, each taken in one step or two.
    expect(off).toBeLessThanOrEqual(6);
  });

  test.each([20, Infinity])('a motor of %f N drives around the outside', (maxForce) => {
    const { world, bodyB, joint } = around(solver, -0.2, maxForce);
    let lastResorts = 0;
    for (let i = 0; i < 240; i++) {
      world.step(FRAME);
      for (const island of world.stats.islands) lastResorts += island.lastResorts;
      expect(joint.offset.error).toBeCloseTo(0, 2);
    }
    expect(lastResorts).toBe(0);
    expect(joint.travel.value).toBeGreaterThan(2.8);
    expect(bodyB.x).toBeCloseTo(-0.2, 2);
  });
});

test('between the pieces of an outer corner travel is where the place is along the nearer one', () => {
  const { joint, bodyB } = around('iterative', -0.2);
  const places = [
    [1.1, -0.2, 1.1],
    [1.19, -0.2, 1.19],
    [1.2, -0.19, 0.81],
    [1.2, -0.05, 0.95],
    [1.2, 0.05, 1.05],
    [1.2, -0.05, 0.95],
    [1.1, -0.2, 1.1],
  ];
  for (const [x, y, travel] of places) {
    bodyB.position = [x, y];
    expect(joint.travel.value).toBeCloseTo(travel, 12);
    expect(joint.offset.value).toBeCloseTo(-0.2, 12);
  }
});

test('a corner in the middle of an open path is no end of it', () => {
  const world = new World();
  const bodyB = world.addBody({ position: [0.5, -2], mass: 1, inertia: 1 });
  const line = path(
    [
      [0, 0],
      [1, 0],
      [1, 1],
    ],
    { smooth: false },
  );
  const joint = world.joints.create('path', { bodyB, path: line, localAnchorA: [0, 0], localAnchorB: [0, 0] });
  bodyB.position = [2.5, -2];
  expect(joint.travel.value).toBeCloseTo(2.5, 12);
  bodyB.position = [3, -1];
  expect(joint.travel.value).toBeCloseTo(0, 12);
});
