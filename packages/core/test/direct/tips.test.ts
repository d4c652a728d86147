import { World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { gainsOf, undriven } from './undriven';
import { CORNER, CORNER_SIZE } from '../../src/math/polyline';
import { TURNS } from '../../src/joints/path-foot';
import { writeCorner } from '../../src/joints/path-places';

/** A bead of 1 kg on a smooth path that comes down to its tip and goes up again, so far beside, and a bob of 0.3 kg on it. */
function beadAtTip(width: number, { up = 0, speed = 0, lengthUnit = 1 } = {}) {
  const at = (x: number, y: number) => [x * lengthUnit, y * lengthUnit] as const;
  const world = new World({ solver: 'direct', gravity: at(0, -10), sleeping: false, lengthUnit });
  const x = -width * up;
  const bead = world.addBody({ position: at(x, up), mass: 1, inertia: 0.1, velocity: at(0, -speed) });
  const points = [at(-width, 1), at(0, 0), at(width, 1), at(0, 2)];
  const joint = world.joints.create('path', { bodyB: bead, path: { points, closed: true } });
  const bob = { position: at(x + 0.4, up - 0.3), mass: 0.3, inertia: 0.001 } as const;
  const swinging = world.addBody(bob);
  world.joints.create('pivot', { bodyA: bead, bodyB: swinging, anchor: at(x, up) });
  return { world, bead, joint, bob, swinging };
}

describe.each([1e-5, 1e-3, 0.01, 0.05])('a bead in the tip of a smooth path that is %f m wide', (width) => {
  test('carries what swings on it as a fixed hinge does', () => {
    const { world, bead, bob, swinging } = beadAtTip(width);
    const fixed = world.addBody(bob);
    world.joints.create('pivot', { bodyB: fixed, anchor: [0, 0] });
    let iterations = 0;
    for (let i = 0; i < 300; i++) {
      world.step(1 / 60);
      const [island] = world.stats.islands;
      iterations += island.iterations ?? 0;
      expect(island.lastResorts).toBe(0);
      expect(Math.hypot(bead.x, bead.y)).toBeLessThan(1e-3);
    }
    expect(swinging.angle).toBeCloseTo(fixed.angle, 1);
    expect(iterations).toBeLessThan(5 * 300);
  });

  test.each([0.5, 5])('comes there at %f m/s, gains nothing, and stays', (speed) => {
    const { world, bead } = beadAtTip(width, { up: 0.3, speed });
    let most = world.energy.total;
    let lastResorts = 0;
    for (let i = 0; i < 300; i++) {
      world.step(1 / 60);
      lastResorts += world.stats.islands[0].lastResorts ?? 0;
      expect(world.energy.total).toBeLessThan(most + 1e-6);
      most = Math.max(world.energy.total, 0);
    }
    expect(lastResorts).toBe(0);
    expect(Math.hypot(bead.x, bead.y)).toBeLessThan(1e-3);
  });

  test('leaves where it is drawn out', () => {
    const { world, bead, joint } = beadAtTip(width);
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    world.gravity = [0, 10];
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    expect(bead.y).toBeGreaterThan(0.5);
    expect(joint.offset.error).toBeCloseTo(0, 5);
  });

  test.each([0, 0.5, 5])('moves in pixels as in metres (%f m/s)', (speed) => {
    const metres = beadAtTip(width, { up: 0.3, speed });
    const pixels = beadAtTip(width, { up: 0.3, speed, lengthUnit: 50 });
    for (let i = 0; i < 120; i++) {
      metres.world.step(1 / 60);
      pixels.world.step(1 / 60);
      expect(pixels.bead.x / 50).toBeCloseTo(metres.bead.x, 9);
      expect(pixels.bead.y / 50).toBeCloseTo(metres.bead.y, 9);
      expect(pixels.swinging.angle).toBeCloseTo(metres.swinging.angle, 9);
    }
  });

  test('goes on bit by bit as it did, from a snapshot', () => {
    const { world } = beadAtTip(width);
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    const snapshot = world.snapshot();
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    const there = world.hash();
    world.restore(snapshot);
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    expect(world.hash()).toBe(there);
  });
});

test.each([
  ['limits, restitution', ['limits', 'restitution'], 0],
  ['springs', ['springs'], 10],
] as const)('a mechanism in a tip does not stand still (%s)', (_, laws, most) => {
  expect(gainsOf(undriven(95, laws).world).lastResorts).toBeLessThanOrEqual(most);
});

test.each([1, -1] as const)('the next tip of a closed path is another one, in every turn (%i)', (way) => {
  const world = new World();
  const points = [[-1.2, -0.382], [-0.5, -0.007], [0.2, -0.039], [0.9, 0.48]] as const; // prettier-ignore
  const joint = world.joints.create('path', { bodyB: world.addBody(), path: { points, closed: true, smooth: true } });
  const followed = joint.path;
  const place = new Float64Array(TURNS + 1);
  const tip = new Float64Array(CORNER_SIZE);
  for (let turns = -40; turns <= 40; turns++) {
    place[TURNS] = turns;
    tip[CORNER] = turns * followed.length;
    expect(writeCorner(place, 0, followed, joint, tip, way)).toBe(true);
    for (let before = tip[CORNER]; writeCorner(place, 0, followed, joint, tip, way); before = tip[CORNER])
      expect(way * (tip[CORNER] - before)).toBeGreaterThan(0.1);
  }
});
