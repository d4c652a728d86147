import { type Body, path, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { LedBodies } from '../../src/batches/led';
import { StepContext } from '../../src/coordinates/step-context';
import { LightHubs } from '../../src/iterative/light-hubs';
import { fast } from '@tenon/core/fast';
import { beginStep } from '../../src/direct/begin-step';
import { enterSpace } from '../../src/direct/island/island-space';
import type { DirectIsland } from '../../src/direct/island/island-system';
import { buildDirectIsland } from '../../src/direct/island/lay-out-island';
import { markLevers } from '../../src/direct/motion/levers';
import { tryStep } from '../../src/direct/newton';
import { Chance } from '../random-world';

const H = 1 / 60;

/** The only island of a world, measured at its poses, at those that its velocities lead to, and at their mean. */
function measured(world: World): DirectIsland {
  world.hash();
  const { store } = world;
  const [found] = world.islands.list;
  const island = enterSpace(buildDirectIsland(found, fast));
  const ctx = new StepContext(new LedBodies(), new LightHubs());
  ctx.setSubstep(H);
  Object.assign(island.attempt, { h: H, theta: 0.5, tolerance: 1e-6, lengthUnit: 1, iterations: 1, budget: 64 });
  markLevers(island);
  beginStep(island, store, { gravityX: 0, gravityY: 0 }, ctx);
  tryStep(island, store, { end: store.pose.slice(), mean: store.pose.slice() }, ctx);
  return island;
}

/** By how much h·J·u of a row misses what its value changes by. */
function missed({ system, before, after, v0 }: DirectIsland, row: number): number {
  const { entryStart, body, jacobian: J } = system;
  let sum = 0;
  for (let e = entryStart[row]; e < entryStart[row + 1]; e++)
    for (let k = 0; k < 3; k++) sum += J[3 * e + k] * v0[3 * body[e] + k];
  return after[row] - before[row] - H * sum;
}

/** The largest change of the whole that the impulse of one row makes in momentum and angular momentum. */
function moment({ system, mean, movable }: DirectIsland, row: number): number {
  const { entryStart, body, jacobian: J } = system;
  const sums = [0, 0, 0];
  for (let e = entryStart[row]; e < entryStart[row + 1]; e++) {
    if (body[e] >= movable) return NaN;
    const [x, y] = mean.subarray(4 * body[e], 4 * body[e] + 2);
    sums[0] += J[3 * e];
    sums[1] += J[3 * e + 1];
    sums[2] += x * J[3 * e + 1] - y * J[3 * e] + J[3 * e + 2];
  }
  return Math.max(...sums.map(Math.abs));
}

type Make = (world: World, bodies: readonly Body[], chance: Chance) => void;

/** Five bodies anywhere, each turning by up to a radian in a step; velocities lead them apart or together. */
function scene(seed: number, make: Make): World {
  const chance = new Chance(seed);
  const world = new World({ gravity: [0, 0], solver: 'direct', sleeping: false });
  const bodies = Array.from({ length: 5 }, () =>
    world.addBody({
      position: chance.vec(2),
      angle: 6 * chance.next(),
      velocity: chance.vec(20),
      angularVelocity: (2 * chance.next() - 1) / H,
      mass: 1,
      inertia: 0.1,
    }),
  );
  make(world, bodies, chance);
  return world;
}

const curve = path(
  [
    [-3, -1],
    [-1, 1],
    [1, -1],
    [3, 1],
  ],
  { smooth: true },
);
const locked = { lock: true } as const;

const sums: readonly (readonly [string, Make])[] = [
  [
    'a pulley of four bodies',
    (world, [a, b, c, d], chance) => {
      const anchors = Object.fromEntries(['A', 'B', 'C', 'D'].map((slot) => [`localAnchor${slot}`, chance.vec(1)]));
      const options = { bodyA: a, bodyB: b, bodyC: c, bodyD: d, ...anchors };
      world.joints.create('pulley', { ...options, ratio: 2, length: locked });
    },
  ],
  [
    'a pulley whose blocks share a body',
    (world, [a, b, c], chance) => {
      const anchors = Object.fromEntries(['A', 'B', 'C', 'D'].map((slot) => [`localAnchor${slot}`, chance.vec(1)]));
      world.joints.create('pulley', { bodyA: a, bodyB: b, bodyC: a, bodyD: c, ...anchors, length: locked });
    },
  ],
  [
    'a gear of two bodies of a linkage',
    (world, [a, b, c]) => {
      world.joints.create('pivot', { bodyA: a, bodyB: b, localAnchorA: [1, 0], localAnchorB: [0.5, 0] });
      world.joints.create('pivot', { bodyA: b, bodyB: c, localAnchorA: [0, 1], localAnchorB: [0.5, 1] });
      world.joints.create('gear', { bodyA: a, bodyB: c, ratio: 1 });
    },
  ],
  [
    'a differential on a free hull',
    (world, [hull, p, q, r]) => {
      const hinges = [p, q, r].map((bodyB, i) =>
        world.joints.create('pivot', { bodyA: hull, bodyB, localAnchorA: [i - 1, 0.5], localAnchorB: [0, 0] }),
      );
      world.joints.create('gear', { terms: hinges.map(({ angle }, i) => ({ of: angle, weight: [1, 1, -2][i] })) });
    },
  ],
  [
    'a gear of free wheels and a free hull',
    (world, [hull, p, q]) => {
      const hinges = [p, q].map((bodyB, i) =>
        world.joints.create('pivot', { bodyA: hull, bodyB, localAnchorA: [i - 1, 0.5], localAnchorB: [0, 0] }),
      );
      world.joints.create('gear', { terms: hinges.map(({ angle }, i) => ({ of: angle, weight: [1, 3][i] })) });
    },
  ],
  [
    'lengths, added up',
    (world, [a, b, c, d], chance) => {
      const terms = [
        [a, b],
        [c, d],
        [b, c],
      ].map(([bodyA, bodyB], i) => {
        const anchors = { localAnchorA: chance.vec(1), localAnchorB: chance.vec(1) };
        return { of: world.joints.create('distance', { bodyA, bodyB, ...anchors }).length, weight: i - 1.5 };
      });
      world.joints.create('gear', { terms });
    },
  ],
];

const grounded: readonly (readonly [string, Make])[] = [
  [
    'a gear of wheels with a ratio',
    (world, [a, b]) => {
      for (const bodyB of [a, b]) world.joints.create('pivot', { bodyB, localAnchorB: [0.3, 0] });
      world.joints.create('gear', { bodyA: a, bodyB: b, ratio: -3 });
    },
  ],
  [
    'a rack and its pinion',
    (world, [rack, pinion], chance) => {
      const slide = world.joints.create('prismatic', { bodyB: rack, localAnchorB: chance.vec(1), axis: [1, 2] });
      const hinge = world.joints.create('pivot', { bodyB: pinion, localAnchorB: [0, 0] });
      world.joints.create('gear', {
        terms: [
          { of: slide.slide, weight: 3 },
          { of: hinge.angle, weight: 1 },
        ],
      });
    },
  ],
  [
    'a pulley and a winch',
    (world, [a, b, winch], chance) => {
      const anchors = Object.fromEntries(['A', 'B', 'C', 'D'].map((slot) => [`localAnchor${slot}`, chance.vec(1)]));
      const rope = world.joints.create('pulley', { bodyB: a, bodyD: b, ...anchors });
      world.joints.create('gear', {
        terms: [
          { of: rope.length, weight: 1 },
          { of: winch, weight: -0.2 },
        ],
      });
    },
  ],
];

/** Bodies of these move apart by little, so that the place point is on the same part of the curve. */
const curves: readonly (readonly [string, Make])[] = [
  [
    'a place on a curve and its offset',
    (world, [a, b], chance) => {
      a.velocity = chance.vec(5);
      b.velocity = chance.vec(5);
      b.position = a.toWorld([2 * chance.next() - 1, 0.2]);
      const anchors = { localAnchorA: [0, 0], localAnchorB: [0.1, 0.1] } as const;
      world.joints.create('path', { bodyA: a, bodyB: b, ...anchors, path: curve, travel: locked });
    },
  ],
];

/** Beside the world as well. */
const geared: readonly (readonly [string, Make])[] = [
  [
    'a place on a curve and a wheel',
    (world, [a, b, wheel], chance) => {
      b.position = a.toWorld([2 * chance.next() - 1, 0.2]);
      a.velocity = b.velocity = [1, 2];
      a.angularVelocity = b.angularVelocity = 10;
      const track = world.joints.create('path', { bodyA: a, bodyB: b, path: curve, localAnchorB: chance.vec(1) });
      world.joints.create('gear', {
        terms: [
          { of: track.travel, weight: 1 },
          { of: wheel, weight: -0.2 },
        ],
      });
    },
  ],
];

describe('h·J·u with the gradient half way is what the values change by, to 1e-12 m', () => {
  /** A place point is itself found to 1e-12 of its parameter. */
  const bounds = [
    ...[...sums, ...grounded].map((one) => [...one, 1e-12] as const),
    ...[...curves, ...geared].map((one) => [...one, 1e-11] as const),
  ];
  test.each(bounds)('%s', (_, make, bound) => {
    for (let seed = 1; seed <= 100; seed++) {
      const island = measured(scene(seed, make));
      for (const { row } of island.coordinates) {
        const scale = 1 + Math.abs(island.after[row]) + Math.abs(island.before[row]);
        expect(Math.abs(missed(island, row)), `seed ${seed}`).toBeLessThan(bound * scale);
      }
    }
  });
});

describe('the impulse of a row between free bodies keeps momentum and angular momentum', () => {
  test.each([...sums, ...curves])('%s', (_, make) => {
    for (let seed = 1; seed <= 20; seed++) {
      const island = measured(scene(seed, make));
      for (const { row } of island.coordinates) {
        expect(moment(island, row), `seed ${seed}`).toBeLessThan(1e-12);
      }
    }
  });
});
