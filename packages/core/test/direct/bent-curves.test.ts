import { path, World } from '@tenon/core';
import { expect, test } from 'vitest';
import { Chance } from '../random-world';

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

test.each([0.1, 0.12, 0.15])('what lies in a bend of millimetres is found as fast as in a gentle one (%f)', (width) => {
  const { world } = beadInBend(width);
  let iterations = 0;
  for (let i = 0; i < 300; i++) {
    world.step(1 / 60);
    iterations += world.stats.islands[0].iterations ?? 0;
  }
  expect(iterations).toBeLessThan(3.2 * 300);
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

test('by how much a curve turns is by how much the gradient across it does', () => {
  const curve = path([
    [0, 0],
    [1, 1.2],
    [2, -1],
    [3, 1.1],
  ]);
  const chance = new Chance(1);
  const bend = new Float64Array(1);
  for (let i = 0; i < 20; i++) {
    const spot = new Float64Array(8);
    curve.at(chance.integer(3), chance.between(0, 1), spot);
    const [x, y, dx, dy] = spot;
    const speed = Math.hypot(dx, dy);
    const off = chance.between(-0.05, 0.05);
    const world = new World();
    const at = (along: number) => [x + (along * dx - off * dy) / speed, y + (along * dy + off * dx) / speed] as const;
    const bead = world.addBody({ position: at(0) });
    const joint = world.joints.create('path', { bodyB: bead, path: curve });
    const { batch, slot } = joint.record();
    const across = (along: number): readonly [x: number, y: number] => {
      bead.position = at(along);
      const gradient = new Float64Array(6);
      const { kind, at: o } = batch.coordinates[1];
      batch.measure(slot, world.store.pose);
      kind.jacobian(batch.rows, slot * batch.stride, slot * batch.stride + o, batch.columns, 0, gradient, 0);
      return [gradient[3], gradient[4]];
    };
    const [x1, y1] = across(1e-5);
    const [x0, y0] = across(-1e-5);
    across(0);
    batch.type.writeBend?.(batch, slot, bend);
    expect(((x0 - x1) * dx + (y0 - y1) * dy) / speed / 2e-5).toBeCloseTo(bend[0], 3);
  }
});
