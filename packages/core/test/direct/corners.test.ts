import { path, type PathJoint, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { gainsOf, undriven } from './undriven';

/** A bead of 1 kg in a V whose legs rise by 45° to the left and 30° to the right, `up` above its corner, and what pulls sideways on it. */
function beadInV({ up = 0, pull = 0 } = {}) {
  const world = new World({ solver: 'direct', gravity: [pull, -10], sleeping: false, tolerance: 1e-9 });
  const bead = world.addBody({ position: [-up, up], mass: 1, inertia: 0.1 });
  const legs = path(
    [
      [-1, 1],
      [0, 0],
      [Math.sqrt(3), 1],
    ],
    { smooth: false },
  );
  const joint = world.joints.create('path', { bodyB: bead, path: legs });
  return { world, bead, joint };
}

const corner = Math.SQRT2;
/** How hard a bead of weight 10 N has to be drawn to the right so that it goes up the leg there against so much along it. */
const rising = (along: number) => (5 + along) / Math.cos(Math.PI / 6);

interface Case {
  readonly name: string;
  readonly least: number;
  readonly set: (joint: PathJoint) => void;
}

const cases: readonly Case[] = [
  { name: 'nothing', least: rising(0), set: () => undefined },
  { name: 'friction', least: rising(2), set: ({ travel }) => (travel.friction = { force: 2 }) },
  {
    name: 'friction by a coefficient',
    least: (5 + 0.2 * 10 * Math.cos(Math.PI / 6)) / (Math.cos(Math.PI / 6) - 0.2 * 0.5),
    set: ({ travel }) => (travel.friction = { coefficient: 0.2 }),
  },
  { name: 'viscous friction', least: rising(0), set: ({ travel }) => (travel.friction = { viscous: 0.1 }) },
  {
    name: 'a spring',
    least: rising(-2),
    set: ({ travel }) => (travel.spring = { stiffness: 20, damping: 0.5, target: corner + 0.1 }),
  },
  { name: 'a motor', least: rising(-3), set: ({ travel }) => (travel.motor = { speed: 9, maxForce: 3 }) },
  {
    name: 'a servo that is where it goes',
    least: rising(3),
    set: ({ travel }) => (travel.motor = { target: corner, maxForce: 3 }),
  },
  { name: 'a tooth', least: rising(0), set: ({ travel }) => (travel.ratchet = { tooth: 0.5 }) },
  {
    name: 'a lock with a cap',
    least: rising(3),
    set: ({ travel }) => (travel.lock = { target: corner, maxForce: 3 }),
  },
  {
    name: 'a lock with a cap that is elsewhere',
    least: rising(-3),
    set: ({ travel }) => (travel.lock = { target: corner + 0.5, maxForce: 3 }),
  },
  {
    name: 'a soft lock',
    least: rising(0),
    set: ({ travel }) => (travel.lock = { target: corner, softness: { hertz: 1, dampingRatio: 1 } }),
  },
  {
    name: 'bounds that are one, with a cap',
    least: rising(3),
    set: ({ travel }) => (travel.limits = { lower: corner, upper: corner, maxForce: 3 }),
  },
  {
    name: 'a stop with a cap that it is beyond',
    least: rising(-3),
    set: ({ travel }) => (travel.limits = { lower: corner + 0.5, maxForce: 3 }),
  },
];

describe.each(cases)('what is pressed into a corner beside $name along the curve', ({ least, set }) => {
  test('comes to rest there, and carries what swings on it as a fixed hinge does', () => {
    const { world, bead, joint } = beadInV();
    set(joint);
    const bob = { mass: 0.1, inertia: 0.001 };
    const swinging = world.addBody({ position: [0.3, -0.4], ...bob });
    world.joints.create('pivot', { bodyA: bead, bodyB: swinging, anchor: [0, 0] });
    const fixed = world.addBody({ position: [0.3, -0.4], ...bob });
    world.joints.create('pivot', { bodyB: fixed, anchor: [0, 0] });
    let iterations = 0;
    for (let i = 0; i < 300; i++) {
      world.step(1 / 60);
      const [island] = world.stats.islands;
      iterations += island.iterations ?? 0;
      expect(island.lastResorts).toBe(0);
      expect(Math.hypot(bead.x, bead.y)).toBeLessThan(1e-6);
      expect(swinging.angle).toBeCloseTo(fixed.angle, 5);
    }
    expect(iterations).toBeLessThan(5 * 300);
  });

  test('stays until it is drawn off harder than the legs and friction hold, and slides then', () => {
    for (const share of [0.98, 1.02]) {
      const { world, joint } = beadInV({ pull: share * least });
      set(joint);
      for (let i = 0; i < 60; i++) world.step(1 / 60);
      const way = joint.travel.value - corner;
      if (share < 1) expect(Math.abs(way)).toBeLessThan(1e-6);
      else expect(way).toBeGreaterThan(0.002);
      expect(joint.offset.value).toBeCloseTo(0, 6);
    }
  });

  test('goes on at its corner bit by bit as it did, from a snapshot', () => {
    const { world, joint, bead } = beadInV({ pull: 0.9 * least });
    set(joint);
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    const snapshot = world.snapshot();
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    const there = [world.hash(), bead.x];
    world.restore(snapshot);
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    expect([world.hash(), bead.x]).toEqual(there);
  });
});

/** Laws with caps that hold at the corner, and what each of them does. */
const forces: readonly (readonly [
  name: string,
  set: (joint: PathJoint) => void,
  read: (joint: PathJoint) => unknown,
])[] = [
  ['a lock', ({ travel }) => (travel.lock = { target: corner, maxForce: 9 }), ({ travel }) => travel.lock?.force],
  [
    'bounds that are one',
    ({ travel }) => (travel.limits = { lower: corner, upper: corner, maxForce: 9 }),
    ({ travel }) => travel.limits?.force,
  ],
  ['a brake', ({ travel }) => (travel.motor = { speed: 0, maxForce: 9 }), ({ travel }) => travel.motor?.force],
  ['friction', ({ travel }) => (travel.friction = { force: 9 }), ({ travel }) => travel.friction?.force],
];

test.each(forces)('%s with a cap reads what the legs do not bear', (_, set, read) => {
  for (const [pull, force] of [
    [0, 0],
    [-15, Math.SQRT1_2 * 5],
    [9, 5 - 9 * Math.cos(Math.PI / 6)],
  ]) {
    const { world, joint } = beadInV({ pull });
    set(joint);
    for (let i = 0; i < 10; i++) world.step(1 / 60);
    expect(joint.travel.value).toBeCloseTo(corner, 6);
    expect(read(joint)).toBeCloseTo(force, 6);
    expect(joint.travel.force).toBeCloseTo(force, 6);
  }
});

test('of two laws that hold at a corner the stronger bears first, up to its cap', () => {
  const { world, joint } = beadInV({ pull: -15 });
  joint.travel.lock = { target: corner, maxForce: 2 };
  joint.travel.friction = { force: 5 };
  for (let i = 0; i < 10; i++) world.step(1 / 60);
  expect(joint.travel.lock?.force).toBeCloseTo(2, 6);
  expect(joint.travel.friction?.force).toBeCloseTo(Math.SQRT1_2 * 5 - 2, 6);
});

const holds: readonly (readonly [name: string, set: (joint: PathJoint) => void])[] = [
  ['a lock', ({ travel }) => (travel.lock = { target: corner })],
  ['a lock that corrects slowly', ({ travel }) => (travel.lock = { target: corner, softness: { correction: 0.01 } })],
  [
    'a lock beside friction',
    ({ travel }) => Object.assign(travel, { lock: { target: corner }, friction: { force: 1 } }),
  ],
  ['a lock with a cap', ({ travel }) => (travel.lock = { target: corner, maxForce: 50 })],
  ['bounds that are one', ({ travel }) => (travel.limits = [corner, corner])],
  ['such bounds with a cap', ({ travel }) => (travel.limits = { lower: corner, upper: corner, maxForce: 50 })],
  [
    'a lock beside a cap of the lock to the path',
    ({ travel, offset }) => {
      travel.lock = { target: corner };
      if (offset.lock) offset.lock.maxForce = 500;
    },
  ],
];

describe.each(holds)('what %s holds at a corner', (_, set) => {
  test.each([
    [0, -10],
    [0.1, -10],
    [-0.1, -10],
    [0, 10],
    [0.1, 10],
    [-0.1, 10],
  ])(
    '%d m to the left of the path, in gravity of %d m/s², carries what swings on it as a fixed hinge does',
    (left, g) => {
      const { world, bead, joint } = beadInV();
      world.gravity = [0, g];
      // On the line that halves the corner; outside it at that distance from its point.
      const [nx, ny] = [Math.SQRT1_2 - 0.5, Math.SQRT1_2 + Math.sqrt(3) / 2];
      const share = left < 0 ? Math.hypot(nx, ny) : (nx * nx + ny * ny) / 2;
      const [x, up] = [(left * nx) / share, (left * ny) / share];
      bead.position = [x, up];
      joint.offset.lock = { target: left };
      set(joint);
      expect(joint.travel.value).toBeCloseTo(corner, 9);
      expect(joint.offset.error).toBeCloseTo(0, 9);
      const bob = { position: [x + Math.SQRT1_2, up - Math.SQRT1_2], mass: 1, inertia: 0.001 } as const;
      const swinging = world.addBody(bob);
      world.joints.create('pivot', { bodyA: bead, bodyB: swinging, anchor: [x, up] });
      const fixed = world.addBody(bob);
      world.joints.create('pivot', { bodyB: fixed, anchor: [x, up] });
      let iterations = 0;
      for (let i = 0; i < 120; i++) {
        world.step(1 / 60);
        const [island] = world.stats.islands;
        iterations += island.iterations ?? 0;
        expect(island.lastResorts).toBe(0);
        expect(Math.hypot(bead.x - x, bead.y - up)).toBeLessThan(1e-6);
      }
      expect(swinging.angle).toBeCloseTo(fixed.angle, 3);
      expect(iterations).toBeLessThan(6 * 120);
    },
  );
});

test('a lock holds what is kicked at a corner, and leads it on from there', () => {
  for (const maxForce of [Infinity, 200]) {
    const { world, bead, joint } = beadInV();
    joint.travel.lock = { target: corner, maxForce };
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    bead.velocity = [1, 0.5];
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    expect(Math.hypot(bead.x, bead.y)).toBeLessThan(1e-6);
    for (const way of [0.3, -0.3]) {
      joint.travel.lock = { target: corner + way, maxForce };
      for (let i = 0; i < 60; i++) world.step(1 / 60);
      expect(joint.travel.value).toBeCloseTo(corner + way, 4);
      joint.travel.lock = { target: corner, maxForce };
      for (let i = 0; i < 60; i++) world.step(1 / 60);
      expect(Math.hypot(bead.x, bead.y)).toBeLessThan(1e-5);
    }
  }
});

test('what slides down with friction into a corner comes to rest there, both ways', () => {
  for (const up of [0.01, 0.1, 0.5]) {
    const { world, bead, joint } = beadInV({ up });
    joint.travel.friction = { force: 1 };
    let most = world.energy.kinetic + world.energy.potential;
    for (let i = 0; i < 300; i++) {
      world.step(1 / 60);
      const energy = world.energy.kinetic + world.energy.potential;
      expect(energy).toBeLessThan(most + 1e-6);
      most = energy;
    }
    expect(Math.hypot(bead.x, bead.y)).toBeLessThan(1e-6);
    expect(Math.hypot(bead.velocity.x, bead.velocity.y)).toBeLessThan(1e-9);
  }
});

test.each([20, null])(
  'a servo of %d N rests at a corner to which it is told to go, and goes on from there',
  (maxForce) => {
    const { world, bead, joint } = beadInV({ up: 0.3 });
    const bob = world.addBody({ position: [bead.x, bead.y - 0.5], mass: 0.1, inertia: 0.001 });
    world.joints.create('pivot', { bodyA: bead, bodyB: bob, anchor: [bead.x, bead.y] });
    joint.travel.motor = { target: corner, speed: 0.5, maxForce };
    for (let i = 0; i < 180; i++) {
      world.step(1 / 60);
      expect(world.stats.islands[0].lastResorts).toBe(0);
    }
    expect(Math.hypot(bead.x, bead.y)).toBeLessThan(1e-6);
    for (const way of [0.5, -0.5]) {
      if (joint.travel.motor !== null) joint.travel.motor.target = corner + way;
      for (let i = 0; i < 180; i++) world.step(1 / 60);
      expect(joint.travel.value).toBeCloseTo(corner + way, 4);
    }
  },
);

test.each([275, 310, 387, 487])(
  'a mechanism with soft stops and caps does not stand still at a corner (%i)',
  (seed) => {
    expect(gainsOf(undriven(seed, ['soft stops', 'capped stops']).world).lastResorts).toBeLessThan(5);
  },
);

test('a force function that steps another world changes nothing where a step is cut at a corner', () => {
  const descend = (force: (stretch: number) => number) => {
    const world = new World({ gravity: [0, -9.81], solver: 'direct', sleeping: false });
    const bodyA = world.addBody({ type: 'static' });
    const bodyB = world.addBody({ position: [-1, 1], mass: 1, inertia: 0.1 });
    const line = { points: [[-2, 2], [0, 0], [2, 0.5], [4, 3]], smooth: false } as const; // prettier-ignore
    world.joints.create('path', { bodyA, bodyB, path: line, travel: { spring: { force, target: 0 } } });
    const drawn = world.addBody({ position: [-2, 1], mass: 2, inertia: 0.1 });
    world.joints.create('pivot', { bodyA: bodyB, bodyB: drawn, anchor: [-1.5, 1] });
    return world;
  };
  const other = descend((stretch) => -stretch);
  const [alone, nested] = [() => 0, () => other.step(1 / 60)].map((meanwhile) => {
    const world = descend((stretch) => {
      meanwhile();
      return -3 * stretch;
    });
    for (let i = 0; i < 60; i++) world.step(1 / 60);
    return world.hash();
  });
  expect(nested).toBe(alone);
});

/** How far beside their curves what follows some was seen in two seconds. */
function offCurves({ world, joints }: ReturnType<typeof undriven>): number {
  let most = 0;
  for (let i = 0; i < 120; i++) {
    world.step(1 / 60);
    for (const joint of joints)
      if (joint.type === 'path') most = Math.max(most, Math.abs((joint as PathJoint).offset.error));
  }
  return most;
}

test.each([
  ['a corner', 142, ['capped stops']],
  ['a corner', 275, ['capped stops']],
  ['a corner', 177, ['restitution', 'capped stops']],
  ['a corner', 3, ['limits', 'capped stops']],
  ['a tip', 355, ['springs']],
  ['a tip', 136, ['limits', 'springs', 'restitution']],
] as const)('what leaves %s stays on its curve, whatever other laws turn its way (%i, %j)', (_, seed, laws) => {
  expect(offCurves(undriven(seed, laws))).toBeLessThan(1e-3);
});
