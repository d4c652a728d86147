import { type PathData, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';

const ring = (corners: number, smooth: boolean): PathData => ({
  points: Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    return [Math.cos(angle), Math.sin(angle)] as const;
  }),
  closed: true,
  smooth,
});
const zigzag: PathData = {
  points: [
    [0, 0],
    [1, 1],
    [2, 0],
    [3, 1],
  ],
};

describe('a body that is made off its path', () => {
  // What is outside a bend goes farther than its foot point: asked for the same rate along the curve it had 2 900 m/s, and was thrown 70 m
  // off. On a straight path the same servo comes to 150 m/s.
  test.each([
    ['a ring', ring(24, true)],
    ['a zigzag', zigzag],
  ])('is not thrown by a servo without a cap, outside %s', (_, path) => {
    for (const position of [
      [2, 1],
      [3.5, -1],
      [-0.8, 0.9],
      [1.2, -1],
    ] as const) {
      for (const localAnchorB of [
        [0, 0],
        [0.3, 0.1],
      ] as const) {
        for (const substeps of [1, 4, 8]) {
          const world = new World({ solver: 'iterative', gravity: [0, -10], substeps, sleeping: false });
          const body = world.addBody({ position, mass: 1, inertia: 0.1 });
          const joint = world.joints.create('path', {
            bodyB: body,
            localAnchorB,
            path,
            travel: { motor: { target: 2 } },
          });
          let fastest = 0;
          for (let i = 0; i < 300; i++) {
            world.step(1 / 60);
            fastest = Math.max(fastest, Math.hypot(body.velocity.x, body.velocity.y));
          }
          expect(fastest).toBeLessThan(300);
          expect(joint.offset.error).toBeCloseTo(0, 2);
          expect(joint.travel.value).toBeCloseTo(2, 1);
        }
      }
    }
  });
});

// What ran straight on at a right angle or a sharper one stayed on the piece before, and in line with it: it left the path for ever.
describe.each(['iterative', 'direct'] as const)('a corner of 90° and more (%s)', (solver) => {
  test.each([3, 4, 6])('is rounded by what a motor drives along a ring of %i', (corners) => {
    for (const speed of [1, -1, 4]) {
      const world = new World({ solver, gravity: [0, 0], sleeping: false });
      const path = ring(corners, false);
      const [[x1, y1], [x2, y2]] = path.points;
      const body = world.addBody({ position: [(x1 + x2) / 2, (y1 + y2) / 2], mass: 1, inertia: 0.1 });
      const joint = world.joints.create('path', { bodyB: body, path, travel: { motor: { speed } } });
      const start = joint.travel.value;
      for (let i = 0; i < 600; i++) {
        world.step(1 / 60);
        expect(Math.hypot(body.x, body.y)).toBeLessThan(1.15);
      }
      expect((joint.travel.value - start) / speed).toBeGreaterThan(9.5);
    }
  });
});

// The arc of a substep across a corner was measured against the piece behind it, and pushed along the one before: up to 10 000 times the
// energy that a hexagon had.
test.each([3, 4, 6])('what spins along a ring of %i straight pieces gains nothing at their corners', (corners) => {
  const path = ring(corners, false);
  const [[x1, y1], [x2, y2]] = path.points;
  for (const angularVelocity of [5, 15, 30]) {
    for (const arm of [0.2, 0.57]) {
      const world = new World({ solver: 'iterative', gravity: [0, 0], sleeping: false });
      const position = [(x1 + x2) / 2 - arm, (y1 + y2) / 2] as const;
      const body = world.addBody({ position, mass: 2, inertia: 0.05, angularVelocity });
      world.joints.create('path', { bodyB: body, localAnchorB: [arm, 0], path });
      body.velocity = [3, 4];
      world.step(1 / 60);
      const first = body.kineticEnergy;
      for (let i = 0; i < 600; i++) {
        world.step(1 / 60);
        expect(body.kineticEnergy).toBeLessThan(1.01 * first);
      }
    }
  }
});
