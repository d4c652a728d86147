import { path, type PathJoint, World } from '@tenon/core';
import { loadScene, saveScene } from '@tenon/core/scene';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Chance } from '../random-world';
import { codeOf } from '../code-of';

const FRAME = 1 / 60;
const ring = path(
  [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ],
  { closed: true },
);

/** A bead that a motor drives round a ring. */
function bead(speed: number) {
  const world = new World();
  const bodyB = world.addBody({ position: [0, -1] });
  const joint = world.joints.create('path', { bodyB, path: ring, travel: { motor: { speed } } });
  return { world, bodyB, joint };
}

test('a path that joints share cannot be altered', () => {
  const saved = JSON.stringify(ring);
  expect(codeOf(() => Object.assign(ring, { closed: false }))).toBe('read-only');
  expect(codeOf(() => Object.assign(ring, { length: 1 }))).toBe('read-only');
  ring.points.pop();
  expect(JSON.stringify(ring)).toBe(saved);
});

test.each([7, -7])(
  'travel counts on over the turns of a closed path, and a loaded scene goes on with them (%i m/s)',
  (speed) => {
    const { world, bodyB, joint } = bead(speed);
    for (let i = 0; i < 120; i++) world.step(FRAME);
    expect(joint.travel.value).toBeCloseTo(speed * 2, 0);
    expect(joint.foot.turns).toBe(Math.floor(joint.travel.value / ring.length));
    const text = JSON.stringify(saveScene(world));
    for (const loaded of [loadScene(text), loadScene(JSON.stringify(saveScene(loadScene(text).world)))]) {
      expect(JSON.stringify(saveScene(loaded.world))).toBe(text);
      const copy = loaded.joints.get(joint.id) as PathJoint;
      expect([copy.travel.value, copy.foot]).toEqual([joint.travel.value, joint.foot]);
      expect(joint.clone().travel.value).toBe(joint.travel.value);
    }
    [...world.joints].slice(1).forEach((clone) => clone.remove());
    const { world: other, bodies } = loadScene(saveScene(world));
    for (let i = 0; i < 30; i++) {
      world.step(FRAME);
      other.step(FRAME);
      // Impulses are not saved: the copy starts cold and goes on to the solver's tolerance.
      expect(bodies.get(bodyB.id)?.x).toBeCloseTo(bodyB.x, 5);
      expect(bodies.get(bodyB.id)?.y).toBeCloseTo(bodyB.y, 5);
    }
  },
);

test('turns survive scale and flip', () => {
  const { world, joint } = bead(7);
  for (let i = 0; i < 120; i++) world.step(FRAME);
  const { joints } = loadScene(saveScene(world), { scale: 50, flipY: true });
  const pixels = joints.get(joint.id) as PathJoint;
  expect(pixels.travel.value / 50).toBeCloseTo(joint.travel.value, 9);
});

test('switched on again it follows the part that it is on then, and the turn nearest to the last travel', () => {
  const hairpin = path(
    [
      [0, 0],
      [4, 0],
      [4, 1],
      [0, 1],
    ],
    { smooth: false },
  );
  const world = new World();
  const bodyB = world.addBody({ position: [1, 0] });
  const joint = world.joints.create('path', { bodyB, path: hairpin });
  joint.enabled = false;
  bodyB.position = [1, 0.9];
  joint.enabled = true;
  // Its two corners are rounded.
  expect(joint.travel.value).toBeCloseTo(8, 1);
  world.step(FRAME);
  expect(bodyB.x).toBeCloseTo(1, 6);
  expect(bodyB.y).toBeGreaterThan(0.5);

  const { world: round, bodyB: runner, joint: laps } = bead(7);
  for (let i = 0; i < 120; i++) round.step(FRAME);
  const travel = laps.travel.value;
  expect(travel).toBeGreaterThan(2 * ring.length);
  laps.enabled = false;
  laps.enabled = true;
  expect(laps.travel.value).toBe(travel);
  // A quarter of the ring away: a quarter more, not that and a turn less.
  laps.enabled = false;
  runner.position = [-runner.y, runner.x];
  laps.enabled = true;
  expect(laps.travel.value - travel).toBeCloseTo(ring.length / 4, 9);
  laps.enabled = false;
  runner.position = [runner.y, -runner.x];
  laps.enabled = true;
  expect(laps.travel.value).toBeCloseTo(travel, 9);
});

test('a path stays on its part of the curve where another crosses it', () => {
  const eight = path(
    [
      [-2, -2],
      [2, 2],
      [2, 4],
      [-2, 4],
      [-2, 2],
      [2, -2],
    ],
    { smooth: false },
  );
  const world = new World();
  const bodyB = world.addBody({ position: [0, 1e-6] });
  for (const piece of [0, 4]) {
    const joint = world.joints.create('path', { bodyB, path: eight, foot: { piece, at: 0.5 } });
    joint.enabled = false;
    joint.enabled = true;
    expect(joint.foot.piece).toBe(piece);
    joint.remove();
  }
});

test('a portable snapshot brings its curve with it', () => {
  const { world, joint } = bead(3);
  for (let i = 0; i < 60; i++) world.step(FRAME);
  const snapshot = structuredClone(world.snapshot({ portable: true }));
  const hash = world.hash();

  const other = new World();
  const bodyB = other.addBody({ id: [...world.bodies][0].id, position: [0, -1] });
  const straight = path([
    [-2, -1],
    [2, -1],
  ]);
  const live = other.joints.create('path', { id: joint.id, bodyB, path: straight });
  other.restore(snapshot);
  expect(live.world).toBe(null);
  expect((other.joint(joint.id) as PathJoint).path.toJSON()).toEqual(ring.toJSON());
  expect(other.hash()).toBe(hash);

  // The same curve keeps its handle.
  world.restore(snapshot);
  expect(world.joint(joint.id)).toBe(joint);
  expect(world.hash()).toBe(hash);
});

test('foot says which part is meant where the curve meets itself', () => {
  const loop = path([
    [-2, 0],
    [0, 0],
    [1, 1],
    [0, 2],
    [-1, 1],
    [0, 0],
    [2, 0],
  ]);
  const world = new World();
  const bodyB = world.addBody();
  const first = world.joints.create('path', { bodyB, path: loop, foot: { piece: 1, at: 0 } });
  const second = world.joints.create('path', { bodyB, path: loop, foot: { piece: 5, at: 0 } });
  expect(first.travel.value).toBeLessThan(3);
  expect(second.travel.value).toBeGreaterThan(6);
  expect([first.path, second.path]).toEqual([loop, loop]);
  expect([first.foot.piece + first.foot.at, second.foot.piece + second.foot.at]).toEqual([1, 5]);
});

test('a foot that is none is refused', () => {
  const { world, bodyB } = bead(1);
  const open = path([
    [0, 0],
    [1, 0],
  ]);
  for (const foot of [
    null,
    {},
    { piece: 0 },
    { piece: 4, at: 0 },
    { piece: -1, at: 0 },
    { piece: 0.5, at: 0 },
    { piece: 0, at: NaN },
    { piece: 0, at: 0, turns: 0.5 },
    { piece: 0, at: 0, lap: 1 },
  ])
    expect(codeOf(() => world.joints.create('path', { bodyB, path: ring, foot: foot as never }))).toMatch(
      /^(param|option)-/,
    );
  expect(codeOf(() => world.joints.create('path', { bodyB, path: open, foot: { piece: 0, at: 0, turns: 1 } }))).toBe(
    'param-invalid',
  );
});

describe.each([true, false])('on a path (smooth: %s)', (smooth) => {
  test('the foot comes to rest wherever the body is, and is found again to the bit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), fc.boolean(), (seed, closed) => {
        const chance = new Chance(seed);
        const points = Array.from({ length: 3 + chance.integer(6) }, () => chance.vec(3));
        const world = new World();
        const bodyB = world.addBody();
        const joint = world.joints.create('path', { bodyB, path: path(points, { closed, smooth }) });
        for (let i = 0; i < 20; i++) {
          bodyB.position = chance.vec(chance.pick([4, 4, 100, 1e5]));
          const { travel, offset } = joint;
          const found = [joint.foot, travel.value, offset.value];
          expect([joint.foot, travel.value, offset.value]).toEqual(found);
          const text = JSON.stringify(saveScene(world));
          expect(JSON.stringify(saveScene(loadScene(text).world))).toBe(text);
        }
      }),
      { seed: 5, numRuns: 60, endOnFailure: true },
    );
  });
});

test('the foot on a curve is the nearest place near it', () => {
  const chance = new Chance(9);
  const curve = path(Array.from({ length: 6 }, () => chance.vec(3)));
  const world = new World();
  const bodyB = world.addBody();
  const joint = world.joints.create('path', { bodyB, path: curve });
  const place = new Float64Array(6);
  const distanceAt = (piece: number, at: number): number => {
    curve.at(piece, at, place);
    return Math.hypot(place[0] - bodyB.x, place[1] - bodyB.y);
  };
  for (let i = 0; i < 200; i++) {
    bodyB.position = chance.vec(5);
    const { piece, at } = joint.foot;
    for (const aside of [-1e-3, 1e-3])
      if (at + aside > 0 && at + aside < 1)
        expect(distanceAt(piece, at)).toBeLessThanOrEqual(distanceAt(piece, at + aside) + 1e-9);
  }
});

test.each([true, false])('a pose that is no number leaves the foot point where it was (smooth: %s)', (smooth) => {
  const world = new World();
  const bodyB = world.addBody({ position: [0.7, 0.2], mass: 1 });
  const joint = world.joints.create('path', {
    bodyB,
    path: path(
      [
        [0, 0],
        [1, 0.3],
        [2, 0],
      ],
      { smooth },
    ),
  });
  const before = joint.travel.value;
  const { batch, slot } = joint.record();
  for (const lost of [NaN, Infinity, 1e300])
    batch.measure(
      slot,
      world.store.pose.map(() => lost),
    );
  batch.measure(slot, world.store.pose);
  expect(joint.travel.value).toBeCloseTo(before, 9);
});

test('travel along a smooth curve is its arc length, however sharply it bends', () => {
  const spot = new Float64Array(8);
  for (let seed = 1; seed <= 20; seed++) {
    const chance = new Chance(seed);
    const curve = path(Array.from({ length: 6 }, () => chance.vec(3)));
    for (let piece = 0; piece < curve.pieces; piece++) {
      const speed = (t: number): number => {
        curve.at(piece, t, spot);
        return Math.hypot(spot[2], spot[3]);
      };
      // Simpson's rule. Where a curve almost stands it has a kink, and the rule is off by the square of its step.
      const n = 4000;
      for (const to of [0.37, 1]) {
        let sum = 0;
        for (let i = 0; i <= n; i++) sum += speed((to * i) / n) * (i === 0 || i === n ? 1 : i % 2 === 0 ? 2 : 4);
        const travel = curve.travelAt(piece, to) - curve.travelAt(piece, 0);
        expect(Math.abs(travel - (sum * to) / (3 * n))).toBeLessThan(1e-6);
      }
    }
  }
});

test('the gradient of travel is that of its value', () => {
  const curve = path([
    [0, 0],
    [1, 1.2],
    [2, -1],
    [3, 1.1],
    [4, 0],
  ]);
  const spot = new Float64Array(8);
  for (let piece = 0; piece < curve.pieces; piece++)
    for (const t of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      curve.at(piece, t, spot);
      const per = (h: number) => (curve.travelAt(piece, t + h) - curve.travelAt(piece, t - h)) / (2 * h);
      // Richardson: without the error in h².
      const slope = (4 * per(1e-3) - per(2e-3)) / 3;
      expect(Math.abs(slope / Math.hypot(spot[2], spot[3]) - 1)).toBeLessThan(1e-9);
    }
});
