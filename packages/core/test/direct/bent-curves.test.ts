import { World } from '@tenon/core';
import { expect, test } from 'vitest';

/** A bead of 1 kg at the bottom of a narrow smooth curve, and a bob of 0.3 kg on it. */
function beadInBend(width: number, lengthUnit = 1) {
  const at = (x: number, y: number) => [x * lengthUnit, y * lengthUnit] as const;
  const world = new World({ solver: 'direct', gravity: at(0, -10), sleeping: false, lengthUnit });
  const bead = world.addBody({ mass: 1, inertia: 0.1 });
  world.joints.create('path', {
    bodyB: bead,
    path: { points: [at(-width, 1), at(0, 0), at(width, 1), at(0, 2)], closed: true },
  });
  const bob = world.addBody({ position: at(0.4, -0.3), mass: 0.3, inertia: 0.001 });
  world.joints.create('pivot', { bodyA: bead, bodyB: bob, anchor: [0, 0] });
  return { world, bead };
}

test.each([0.1, 0.12, 0.15])('what lies in a bend of millimetres is found in a few iterations (%f)', (width) => {
  const { world } = beadInBend(width);
  let iterations = 0;
  for (let i = 0; i < 300; i++) {
    world.step(1 / 60);
    iterations += world.stats.islands[0].iterations ?? 0;
  }
  expect(iterations).toBeLessThan(6.5 * 300);
});

test('a bend of millimetres moves what is in it in pixels as in metres', () => {
  const metres = beadInBend(0.12);
  const pixels = beadInBend(0.12, 50);
  for (let i = 0; i < 120; i++) {
    metres.world.step(1 / 60);
    pixels.world.step(1 / 60);
    expect(pixels.bead.x / 50).toBeCloseTo(metres.bead.x, 9);
  }
});
