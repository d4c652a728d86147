import { box, disc, World, type Body, type BodyOptions } from '@tenon/core';

type Point = [x: number, y: number];

/** Middle of a joint's picture, m. */
type Build = (world: World, x: number, y: number) => void;

const columns = 6;
const pitch = 3;

/** A world with every built-in joint at work, one beside another; metres, y up, the first in the upper left. */
export function everyJoint(): World {
  const world = new World({ gravity: [0, -9.81] });
  const rows = Math.ceil(builds.length / columns);
  builds.forEach((build, i) => {
    const x = (i % columns) - (columns - 1) / 2;
    const y = (rows - 1) / 2 - Math.floor(i / columns);
    build(world, pitch * x, pitch * y);
  });
  return world;
}

const fixed = { type: 'static' } as const;
const floating = { gravityScale: 0 } as const;

const builds: readonly Build[] = [
  (world, x, y) => {
    const bodyB = bar(world, [x + 0.7, y]);
    const angle = { limits: [-1, 1] as const, motor: { speed: 1, maxTorque: 9 } };
    world.joints.create('pivot', { bodyB, anchor: [x, y], angle, break: { force: 60 } });
  },
  (world, x, y) => {
    const bodyA = bar(world, [x - 0.6, y], fixed);
    world.joints.create('weld', { bodyA, bodyB: bar(world, [x + 0.6, y]), anchor: [x, y], maxForce: 10 });
  },
  (world, x, y) => {
    const length = { spring: { hertz: 1 } };
    world.joints.create('distance', { bodyB: crate(world, [x, y - 1]), ...hung([x, y + 1]), length });
  },
  (world, x, y) => void world.joints.create('pin', { bodyB: crate(world, [x + 0.5, y - 0.6]), ...hung([x, y + 1]) }),
  (world, x, y) =>
    void world.joints.create('rope', { bodyB: crate(world, [x, y - 0.8]), ...hung([x, y + 1]), max: 1.5 }),
  (world, x, y) => {
    const bodyA = crate(world, [x - 0.5, y + 0.8], fixed);
    world.joints.create('rope', { bodyA, bodyB: crate(world, [x + 0.5, y], fixed), ...hung([0, 0]), max: 1.9 });
  },
  (world, x, y) => {
    const [bodyA, bodyB] = [crate(world, [x - 0.8, y], fixed), crate(world, [x + 0.8, y], floating)];
    world.joints.create('slide', { bodyA, bodyB, localAnchorA: [0.2, 0], localAnchorB: [-0.2, 0], min: 0.8, max: 2 });
  },
  (world, x, y) => {
    const bodyB = bar(world, [x, y]);
    world.joints.create('groove', { bodyB, grooveA: [x - 1, y], grooveB: [x + 1, y - 0.3], localAnchorB: [0, 0] });
  },
  (world, x, y) => {
    const slide = { limits: [-1, 1] as const, motor: { speed: 1, maxForce: 10 } };
    world.joints.create('prismatic', { bodyB: bar(world, [x, y]), anchor: [x, y], axis: [1, 0], slide });
  },
  (world, x, y) => void world.joints.create('line', { bodyB: bar(world, [x, y]), anchor: [x, y], axis: [1, 0.1] }),
  (world, x, y) => {
    const bodyA = bar(world, [x, y + 1], fixed);
    const bodyB = world.addBody({ position: [x, y - 0.2], shape: disc(0.5) });
    const suspension = { spring: { hertz: 2 }, limits: [-0.3, 0.3] as const };
    const spin = { motor: { speed: -3, maxTorque: 3 } };
    world.joints.create('wheel', { bodyA, bodyB, anchor: [x, y - 0.2], axis: [0, 1], suspension, spin });
  },
  (world, x, y) => {
    const [bodyB, bodyD] = [crate(world, [x - 0.7, y - 0.8]), crate(world, [x + 0.7, y - 0.5], { density: 1.2 })];
    const blocks = { localAnchorA: [x - 0.5, y + 0.9], localAnchorC: [x + 0.5, y + 0.9] } as const;
    world.joints.create('pulley', {
      bodyB,
      bodyD,
      ...blocks,
      localAnchorB: [0, 0.3],
      localAnchorD: [0, 0.3],
      length: { lock: true },
    });
  },
  (world, x, y) => {
    const [bodyA, bodyB] = [wheel(world, [x - 0.5, y], 0.5), wheel(world, [x + 0.5, y], 0.7)];
    world.joints.create('gear', { bodyA, bodyB, ratio: -1.6 });
  },
  (world, x, y) => {
    const bodyB = crate(world, [x - 0.3, y - 0.3], floating);
    world.joints.create('drag', { bodyB, target: [x + 0.6, y + 0.6], localAnchorB: [0.2, 0.1] });
  },
  (world, x, y) => {
    const bodyB = bar(world, [x - 0.5, y - 0.2], floating);
    world.joints.create('pose', {
      bodyB,
      localAnchorA: [x + 0.5, y + 0.5],
      referenceAngle: 0.8,
      hertz: 1,
      maxForce: 20,
    });
  },
  (world, x, y) => void world.joints.create('friction', { bodyB: crate(world, [x, y]), maxForce: 50, maxTorque: 5 }),
  (world, x, y) => void world.joints.create('angle', { ...pair(world, [x, y]), min: -1, max: 1 }),
  (world, x, y) => void world.joints.create('motor', { ...pair(world, [x, y]), rate: 2, maxTorque: 10 }),
  (world, x, y) => void world.joints.create('rotary-spring', { ...pair(world, [x, y], 0.5), restAngle: 0, hertz: 1 }),
  (world, x, y) => void world.joints.create('rotary-limit', { ...pair(world, [x, y], 0.5), min: 0.2, max: 9 }),
  (world, x, y) => void world.joints.create('ratchet', { ...pair(world, [x, y]), tooth: 0.5, phase: 0 }),
  (world, x, y) => void world.joints.create('filter', pair(world, [x, y])),
  (world, x, y) => {
    const points: Point[] = [
      [x - 1.2, y + 0.8],
      [x - 0.6, y - 0.4],
      [x + 0.2, y + 0.2],
      [x + 1.2, y - 0.6],
    ];
    world.joints.create('path', { bodyB: crate(world, [x - 1, y + 0.4]), path: { points } });
  },
];

function bar(world: World, position: Point, options: BodyOptions = {}): Body {
  return world.addBody({ position, shape: box(1.2, 0.4), ...options });
}

function crate(world: World, position: Point, options: BodyOptions = {}): Body {
  return world.addBody({ position, shape: box(0.6, 0.6), ...options });
}

/** A disc that turns about its middle. */
function wheel(world: World, position: Point, radius: number): Body {
  const bodyB = world.addBody({ position, shape: disc(radius) });
  world.joints.create('pivot', { bodyB, anchor: position });
  return bodyB;
}

/** A fixed body and one that floats beside it. */
function pair(world: World, [x, y]: Point, angle = 0): { bodyA: Body; bodyB: Body } {
  return { bodyA: crate(world, [x - 0.8, y], fixed), bodyB: crate(world, [x + 0.5, y], { ...floating, angle }) };
}

/** From a point to the top of a crate. */
function hung(from: Point): { localAnchorA: Point; localAnchorB: Point } {
  return { localAnchorA: from, localAnchorB: [0, 0.3] };
}
