import { expect, test } from 'vitest';
import { box, disc, path, World } from '@tenon/core';

const BEADS = 30;
const RADIUS = 0.5;
const LENGTH = 2;

/** A track: beads on straight pieces around two wheels, each held to the next one by a soft pin, and driven by one wheel. */
function track(unit: number): World {
  const world = new World({ gravity: [0, -9.81 * unit], lengthUnit: unit, solver: 'direct' });
  const ends = [0, LENGTH].flatMap((x, end) =>
    Array.from({ length: 12 }, (_, i) => {
      const angle = Math.PI / 2 + Math.PI * (i / 11 - end);
      return [x + RADIUS * Math.cos(angle), RADIUS * Math.sin(angle)] as const;
    }),
  );
  const scaled = ([x, y]: readonly [number, number]) => [x * unit, y * unit] as const;
  const hull = world.addBody({ position: scaled([1, 0]), shape: box(2 * unit, 0.5 * unit), mass: 100 });
  world.joints.create('pivot', {
    bodyB: hull,
    anchor: scaled([1, 0]),
    angle: { spring: { hertz: 1, dampingRatio: 0.5 } },
  });
  const curve = path(
    ends.map(([x, y]) => scaled([x - 1, y])),
    { closed: true, smooth: false },
  );
  const around = 2 * LENGTH + 2 * Math.PI * RADIUS;
  const beads = Array.from({ length: BEADS }, (_, i) => {
    const bodyB = world.addBody({
      position: scaled(placeAt((i * around) / BEADS, ends)),
      mass: 1,
      inertia: 0.01,
    });
    return world.joints.create('path', { bodyA: hull, bodyB, path: curve });
  });
  beads.forEach(({ bodyB }, i) =>
    world.joints.create('pin', {
      bodyA: bodyB,
      bodyB: beads[(i + 1) % BEADS].bodyB,
      softness: { hertz: 20, dampingRatio: 1 },
    }),
  );
  const wheel = world.addBody({ shape: disc(0.4 * unit), mass: 10 });
  const axle = world.joints.create('pivot', {
    bodyA: hull,
    bodyB: wheel,
    anchor: [0, 0],
    angle: { motor: { speed: 4, maxTorque: 200 } },
  });
  world.joints.create('gear', {
    terms: [
      { of: axle.angle, weight: 1 },
      { of: beads[0].travel, weight: -1 / (RADIUS * unit) },
    ],
  });
  return world;
}

function placeAt(way: number, points: readonly (readonly [number, number])[]): readonly [number, number] {
  let left = way;
  for (let i = 0; ; i = (i + 1) % points.length) {
    const [x, y] = points[i];
    const [nextX, nextY] = points[(i + 1) % points.length];
    const length = Math.hypot(nextX - x, nextY - y);
    if (left <= length) return [x + ((nextX - x) * left) / length, y + ((nextY - y) * left) / length];
    left -= length;
  }
}

test('a track in pixels moves as in metres, to the bit where 64 of them are one', () => {
  const [metres, pixels] = [1, 64].map(track);
  for (let i = 0; i < 60; i++) for (const world of [metres, pixels]) world.step(1 / 60);
  const places = ({ bodies }: World, unit: number) => [...bodies].map(({ x, y, angle }) => [x / unit, y / unit, angle]);
  expect(places(pixels, 64)).toEqual(places(metres, 1));
});
