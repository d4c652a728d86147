import { box, type Body, defineConstraint, disc, type JointFrom, type SlopeBody, TenonError, World } from '@tenon/core';
import { checkConstraint, inspect } from '@tenon/core/inspect';
import { loadScene, saveScene } from '@tenon/core/scene';
import { describe, expect, test } from 'vitest';
import { SOLVERS } from '../../test/rigs';

/** A belt without slip over three wheels is in test/user; here: a rod between two anchors, as `pin` is. */
const rod = defineConstraint({
  name: 'rod',
  bodies: 2,
  rows: { stretch: 'length' },
  parameters: {
    anchorA: { default: [0, 0] },
    anchorB: { default: [0, 0] },
    rest: { default: 1, least: 0, unit: 'length' },
  },
  value: ([a, b], { anchorA, anchorB, rest }) => b.toWorld(anchorB).minus(a.toWorld(anchorA)).length().minus(rest),
  place: ([a, b], { anchorA, anchorB }) => ({ rest: b.toWorld(anchorB).minus(a.toWorld(anchorA)).length().value }),
});

/** The area of a triangle stays what it was. */
const area = defineConstraint({
  name: 'area',
  bodies: 3,
  rows: { area: 'length^2' },
  parameters: { size: { default: 0, unit: 'length^2' } },
  value: ([a, b, c], { size }) =>
    b.position.minus(a.position).cross(c.position.minus(a.position)).times(0.5).minus(size),
  place: ([a, b, c]) => ({ size: b.position.minus(a.position).cross(c.position.minus(a.position)).value / 2 }),
});

/** A body stays half way between two others. */
const midpoint = defineConstraint({
  name: 'midpoint',
  bodies: 3,
  rows: { x: 'length', y: 'length' },
  value: ([a, b, m]) => {
    const gap = m.position.minus(a.position.plus(b.position).times(0.5));
    return { x: gap.x, y: gap.y };
  },
});

declare module '@tenon/core' {
  interface JointRegistry {
    rod: typeof rod;
  }
}

function run(world: World, frames: number, look?: () => void): void {
  for (let i = 0; i < frames; i++) {
    world.step(1 / 60);
    look?.();
  }
}

function pendulum(world: World): Body {
  return world.addBody({ position: [0.8, -0.6], mass: 2, inertia: 0.1, angularVelocity: 3 });
}

describe.each(SOLVERS)('constraints of one’s own, %s', (solver) => {
  test('a rod from its value alone moves as the pin does', () => {
    const [own, builtIn] = [0, 1].map(() => {
      const world = new World({ gravity: [0, -10], solver, tolerance: 1e-12 });
      return { world, bob: pendulum(world) };
    });
    own.world.joints.create(rod, { bodyB: own.bob, anchorB: [0.1, 0.2] });
    builtIn.world.joints.create('pin', { bodyB: builtIn.bob, localAnchorB: [0.1, 0.2] });
    let apart = 0;
    for (let i = 0; i < 300; i++) {
      for (const { world } of [own, builtIn]) world.step(1 / 60);
      apart = Math.max(apart, Math.hypot(own.bob.x - builtIn.bob.x, own.bob.y - builtIn.bob.y));
    }
    expect(apart).toBeLessThan(solver === 'direct' ? 1e-8 : 3e-3);
  });

  test('three free bodies keep the area of their triangle, momentum and energy', () => {
    const world = new World({ solver, sleeping: false, tolerance: 1e-12 });
    const bodies = [
      world.addBody({ position: [0, 0], mass: 1, inertia: 0.1, velocity: [1, 0] }),
      world.addBody({ position: [2, 0], mass: 2, inertia: 0.1, velocity: [0, 1.5] }),
      world.addBody({ position: [1, 1.5], mass: 1.5, inertia: 0.1, velocity: [-1, 0.5] }),
    ];
    const [bodyA, bodyB, bodyC] = bodies;
    const joint = world.joints.create(area, { bodyA, bodyB, bodyC });
    expect(joint.size).toBeCloseTo(1.5, 12);
    expect(joint.area.value).toBeCloseTo(0, 12);
    const momentum = () => bodies.reduce((sum, { mass, velocity }) => sum + mass * velocity.x, 0);
    const spin = () =>
      bodies.reduce(
        (sum, { mass, x, y, velocity, inertia, angularVelocity }) =>
          sum + mass * (x * velocity.y - y * velocity.x) + inertia * angularVelocity,
        0,
      );
    world.step(1 / 60);
    const start = { energy: world.energy.kinetic, momentum: momentum(), spin: spin() };
    let worst = 0;
    run(world, 600, () => (worst = Math.max(worst, Math.abs(joint.area.value))));
    expect(worst).toBeLessThan(solver === 'iterative' ? 1e-4 : 2e-6);
    expect(momentum()).toBeCloseTo(start.momentum, 10);
    expect(spin()).toBeCloseTo(start.spin, solver === 'iterative' ? 3 : 9);
    expect(world.energy.kinetic / start.energy).toBeCloseTo(1, solver === 'iterative' ? 2 : 3);
  });

  test('a constraint of two rows holds both, and its rows take laws', () => {
    const world = new World({ gravity: [0, -10], solver });
    const bodyA = world.addBody({ position: [0, 0], type: 'static' });
    const bodyB = world.addBody({ position: [2, 0], shape: disc(0.2) });
    world.joints.create('pivot', { bodyA, bodyB, anchor: [0, 0] });
    const bodyC = world.addBody({ position: [1, 0], shape: box(0.3, 0.3) });
    const joint = world.joints.create(midpoint, { bodyA, bodyB, bodyC });
    let worst = 0;
    run(world, 120, () => (worst = Math.max(worst, Math.abs(joint.x.value), Math.abs(joint.y.value))));
    expect(worst).toBeLessThan(solver === 'iterative' ? 5e-3 : 1e-5);
    joint.y.lock = null;
    joint.y.spring = { stiffness: 100, damping: 10, target: 0 };
    expect(() => (joint.x.limits = [1, -1])).toThrow('MidpointJoint.x.limits must run from lower to upper');
    run(world, 60);
    expect(Number.isFinite(bodyC.y)).toBe(true);
  });

  test.each([
    ['all laws', undefined],
    ['its locks', ['lock'] as const],
  ])('a joint of three bodies breaks by the largest load on any of them: %s', (_, laws) => {
    const lift = defineConstraint({
      name: 'lift',
      bodies: 3,
      rows: { height: 'length' },
      value: ([a, b, c]) => a.position.y.times(4).plus(b.position.y).plus(c.position.y),
    });
    const holdsAt = (force: number): boolean => {
      const world = new World({ gravity: [0, -10], solver, sleeping: false });
      const [bodyA, bodyB, bodyC] = [0, 1, 2].map((x) => world.addBody({ position: [x, 0], mass: 1, inertia: 1 }));
      const only = laws === undefined ? {} : { laws };
      world.joints.create(lift, { bodyA, bodyB, bodyC, break: { force, ...only } });
      world.step(1 / 60);
      return world.joints.size === 1;
    };
    // λ = (4 + 1 + 1)·10/(16 + 1 + 1) N, four times that on A.
    expect([holdsAt(13.2), holdsAt(13.5)]).toEqual([false, true]);
  });
});

describe.each(SOLVERS)('a value that its author multiplied by a number, %s', (solver) => {
  const scaled = (by: number) =>
    defineConstraint({
      name: 'scaled',
      bodies: 2,
      rows: { far: 'number' },
      value: ([a, b]) => b.position.minus(a.position).length().minus(1).times(by),
    });

  function play(by: number): { world: World; bob: Body; joint: JointFrom<ReturnType<typeof scaled>> } {
    const world = new World({ gravity: [0, -10], solver, sleeping: false });
    const bob = world.addBody({ position: [0, -1], mass: 2, inertia: 0.1 });
    return { world, bob, joint: world.joints.create(scaled(by), { bodyB: bob }) };
  }

  test.each([1e-4, 1e4])('%s: is held as well, and closes a gap as fast', (by) => {
    const [one, many] = [play(1), play(by)];
    for (let i = 0; i < 120; i++) {
      if (i === 60) for (const { bob } of [one, many]) bob.y -= 0.5;
      for (const { world } of [one, many]) world.step(1 / 60);
      const closes = i >= 60 && i < 75;
      expect(Math.abs(many.joint.far.value / by - one.joint.far.value)).toBeLessThan(closes ? 0.1 : 1e-4);
    }
    expect(many.joint.far.force * by).toBeCloseTo(one.joint.far.force, 0);
    expect(many.joint.far.rate / by).toBeCloseTo(one.joint.far.rate, 1);
    const [row] = inspect(many.joint).rows;
    expect(Math.hypot(row.J[0], row.J[1]) / by).toBeCloseTo(1, 6);
    expect(row.c).toBe(many.joint.far.value);
  });

  test.each([1e-4, 1, 1e4])('%s: laws are in the units of the value', (by) => {
    const { world, bob, joint } = play(by);
    joint.far.lock = null;
    joint.far.spring = { stiffness: 200 / by / by, damping: 40 / by / by, target: 0.1 * by };
    run(world, 600);
    // Hangs where the spring bears it.
    expect(joint.far.value / by).toBeCloseTo(0.1 + 20 / 200, 3);
    expect([joint.far.spring?.stiffness, joint.far.spring?.target]).toEqual([200 / by / by, 0.1 * by]);
    joint.far.spring = {
      force: (stretch, rate) => (-200 * stretch) / by / by - (40 * rate) / by / by,
      target: 0.1 * by,
    };
    run(world, 60);
    expect(joint.far.value / by).toBeCloseTo(0.2, 3);
    expect(world.energy.potential - 2 * 10 * bob.y).toBeCloseTo((200 * 0.1 * 0.1) / 2, 3);
    joint.far.spring = null;
    joint.far.limits = [0, 0.05 * by];
    joint.far.friction = { force: 1 / by };
    run(world, 120);
    expect(joint.far.value / by).toBeCloseTo(0.05, 3);
    expect(joint.far.limits?.active).toBe(1);
    joint.far.limits = null;
    joint.far.motor = { speed: -0.3 * by, maxForce: 500 / by };
    run(world, 60);
    expect(joint.far.rate / by).toBeCloseTo(-0.3, 2);
    expect(joint.far.value / by).toBeCloseTo(-0.25, 1);
    expect(loadScene(saveScene(world), { types: [scaled(by)] }).world.joints.size).toBe(1);
  });
});

describe.each(SOLVERS)('a parameter that is moved in every frame, %s', (solver) => {
  test('leads what it holds, as the target of a built-in lock does', () => {
    const make = () => {
      const world = new World({ solver, sleeping: false });
      return { world, bob: world.addBody({ position: [0, 1], mass: 1, inertia: 1 }) };
    };
    const [own, builtIn] = [make(), make()];
    const rodded = own.world.joints.create(rod, { bodyB: own.bob });
    const pinned = builtIn.world.joints.create('distance', { bodyB: builtIn.bob, length: { lock: true } });
    for (let i = 0; i < 60; i++) {
      rodded.rest += 1 / 60;
      if (pinned.length.lock !== null) pinned.length.lock.target += 1 / 60;
      for (const { world } of [own, builtIn]) world.step(1 / 60);
    }
    expect(own.bob.y).toBeCloseTo(builtIn.bob.y, 6);
    expect(own.bob.velocity.y).toBeCloseTo(builtIn.bob.velocity.y, 6);
    if (solver === 'direct') expect(own.bob.velocity.y).toBeCloseTo(1, 1);
  });
});

test('parameters are checked options and properties', () => {
  const world = new World();
  world.joints.register(rod);
  const bodyB = world.addBody({ position: [3, 4], mass: 1, inertia: 1 });
  const joint = world.joints.create('rod', { bodyB, anchorB: [0, 0] });
  expect(joint.rest).toBe(5);
  expect(joint.type).toBe('rod');
  expect(() => world.joints.create('rod', { bodyB, rest: -1 })).toThrow('RodJoint.rest must be 0 or more, got -1');
  expect(() => world.joints.create('rod', { bodyB, anchorB: [0, NaN] })).toThrow('RodJoint.anchorB');
  expect(() => (joint.rest = Infinity)).toThrow('RodJoint.rest');
  joint.rest = 4;
  Object.assign(joint.anchorB, { x: 0.5, y: 0 });
  joint.anchorA.x = 1;
  expect([joint.rest, [...joint.anchorB], [...joint.anchorA]]).toEqual([4, [0.5, 0], [1, 0]]);
  expect(joint.stretch.value).toBeCloseTo(Math.hypot(2.5, 4) - 4, 12);
  expect(world.joints.size).toBe(1);
});

test('constraints are cloned, saved, loaded, restored and inspected', () => {
  const world = new World({ gravity: [0, -10] });
  world.joints.register(rod);
  const bob = pendulum(world);
  const joint = world.joints.create(rod, { bodyB: bob, anchorB: [0.1, 0.2] });
  const copy = joint.clone();
  expect([copy.rest, [...copy.anchorB]]).toEqual([joint.rest, [0.1, 0.2]]);
  copy.remove();

  const saved = saveScene(world);
  const loaded = loadScene(saved, { types: [rod] });
  expect(saveScene(loaded.world)).toEqual(saved);
  const pixels = loadScene(saved, { types: [rod], scale: 50, flipY: true }).joints.get(joint.id) as typeof joint;
  expect([pixels.rest, ...pixels.anchorB]).toEqual([50 * joint.rest, 5, -10]);

  run(world, 30);
  const snapshot = world.snapshot();
  const portable = world.snapshot({ portable: true });
  run(world, 30);
  const hash = world.hash();
  for (const state of [snapshot, portable]) {
    world.restore(state);
    run(world, 30);
    expect(world.hash()).toBe(hash);
  }
  const [row] = inspect(joint).rows;
  expect(row.name).toBe('stretch');
  expect(Math.hypot(row.J[0], row.J[1])).toBeCloseTo(1, 9);
});

test('a body in two slots has one column', () => {
  const world = new World();
  const bodyA = world.addBody({ position: [0, 0], mass: 1, inertia: 1 });
  const bodyC = world.addBody({ position: [1, 1], mass: 1, inertia: 1 });
  const joint = world.joints.create(midpoint, { bodyA, bodyB: bodyA, bodyC });
  const { bodies, rows } = inspect(joint);
  expect(bodies).toEqual([bodyA, bodyC]);
  expect(rows.map(({ J }) => [...J])).toEqual([
    [-1, 0, 0, 1, 0, 0],
    [0, -1, 0, 0, 1, 0],
  ]);
});

test('a new world knows the types that it is given', () => {
  const world = new World({ types: [rod] });
  const bodyB = world.addBody({ position: [0, 2], mass: 1, inertia: 1 });
  expect(world.joints.create('rod', { bodyB }).rest).toBe(2);
  expect(() => new World({ types: rod as never })).toThrow('World.types must be a list');
});

function refusal(call: () => unknown): TenonError {
  try {
    call();
  } catch (error) {
    if (error instanceof TenonError) return error;
  }
  throw new Error('nothing was refused');
}

describe('what goes wrong in a value', () => {
  let breaks: 'no' | 'throws' | 'nan' | 'number' = 'no';
  const fragile = defineConstraint({
    name: 'fragile',
    bodies: 2,
    rows: { gap: 'length' },
    value: ([a, b]) => {
      if (breaks === 'throws') throw new Error('no such luck');
      if (breaks === 'number') return 3 as never;
      const gap = b.position.minus(a.position).length().minus(1);
      return breaks === 'nan' ? gap.times(NaN) : gap;
    },
  });

  test.each([
    ['throws', 'constraint-failed', "FragileJoint 'f' failed: Error: no such luck"],
    ['nan', 'constraint-not-finite', "FragileJoint 'f' measured NaN as value of its row gap: it must be finite"],
    ['number', 'constraint-invalid', 'FragileJoint.value must return a Slope for each of its rows, gap, got 3'],
  ] as const)('%s: is thrown at a read, and after a step in which the row rests', (way, code, message) => {
    for (const solver of SOLVERS) {
      const world = new World({ gravity: [0, -10], solver, sleeping: false });
      const bodyB = world.addBody({ position: [0, 1], mass: 1, inertia: 1 });
      const joint = world.joints.create(fragile, { bodyB, id: 'f' });
      world.step(1 / 60);
      breaks = way;
      const { y } = bodyB;
      expect(refusal(() => joint.gap.value)).toMatchObject({ code, message });
      expect(refusal(() => world.step(1 / 60))).toMatchObject({ code, message });
      breaks = 'no';
      expect(bodyB.y).toBeLessThan(y);
      world.step(1 / 60);
      expect(Number.isFinite(bodyB.y)).toBe(true);
    }
  });

  test('nothing is made of what fails at once', () => {
    breaks = 'throws';
    const world = new World();
    const bodyB = world.addBody({ mass: 1, inertia: 1 });
    expect(refusal(() => world.joints.create(fragile, { bodyB })).code).toBe('constraint-failed');
    breaks = 'no';
    expect(world.joints.size).toBe(0);
  });
});

test('a row that is an area moves in pixels as in metres, with its caps and springs', () => {
  const world = new World({ gravity: [0, -10], sleeping: false });
  const [a, b, c] = (
    [
      [0, 0],
      [1, 0],
      [0.4, 1],
    ] as const
  ).map((position) => world.addBody({ position, mass: 1, inertia: 0.1 }));
  world.joints.create('pivot', { bodyB: a, anchor: [0, 0] });
  const sail = world.joints.create(area, { bodyA: a, bodyB: b, bodyC: c, size: 0.4, area: { lock: { maxForce: 20 } } });
  sail.area.spring = { stiffness: 300, damping: 2, target: 0 };
  const { world: pixels } = loadScene(saveScene(world), { scale: 50, types: [area] });
  for (let i = 0; i < 120; i++) for (const each of [world, pixels]) each.step(1 / 60);
  const there = [...pixels.bodies];
  [a, b, c].forEach((body, i) => expect(there[i].x / 50).toBeCloseTo(body.x, 4));
  expect(sail.area.force).toBeCloseTo([...pixels.joints][1].coordinates[0].force, 2);
});

test.each([
  ['rows', { rows: { far: 'metre' } }],
  ['parameters', { rows: { far: 'length' }, parameters: { k: { default: 1, unit: 'length^x' } } }],
])('a unit of its %s that is none is refused', (_, wrong) => {
  const definition = { name: 'far', bodies: 1, value: ([a]: readonly SlopeBody[]) => a.position.x, ...wrong };
  expect(refusal(() => defineConstraint(definition as never)).message).toMatch(
    /must be 'length', 'angle', 'number', or a power as 'length\^2'/,
  );
});

describe('checkConstraint', () => {
  const bodies = [
    { position: [0.3, 0.1], angle: 0.4 },
    { position: [2, 1], angle: -1.2 },
  ] as const;

  test('accepts what is consistent', () => {
    checkConstraint(rod, { bodies, options: { anchorA: [0.1, 0.2], anchorB: [0, 1], rest: 2 } });
    checkConstraint(rod, { bodies: [null, bodies[1]] });
    checkConstraint(midpoint, { bodies: [...bodies, { position: [5, 5] }] });
    checkConstraint(area, { bodies: [...bodies, { position: [5, 5] }], options: { size: 2 } });
  });

  test('tells gradients that miss a part of the value', () => {
    const blind = defineConstraint({
      name: 'blind',
      bodies: 2,
      rows: { gap: 'length' },
      value: ([a, b]) => b.position.x.minus(a.position.x.value),
    });
    const { code, value, message } = refusal(() => checkConstraint(blind, { bodies }));
    expect(code).toBe('constraint-wrong');
    expect(value).toHaveLength(1);
    expect(message).toMatch(/row gap changes by -0.99999\d* per unit of x of bodyA, and its gradient says 0/);
  });

  test('tells rows that push their bodies as a whole along a step', () => {
    const scaled = defineConstraint({
      name: 'scaled',
      bodies: 3,
      rows: { across: 'length^3' },
      value: ([a, b, c]) => {
        const [u, v] = [b.position.minus(a.position), c.position.minus(a.position)];
        return u.times(u.length()).dot(v);
      },
    });
    const { value } = refusal(() => checkConstraint(scaled, { bodies: [...bodies, { position: [5, 5] }] }));
    expect(value).toEqual([
      expect.stringMatching(/^row across stays what it is where all is moved about the origin, and pushes all about/),
    ]);
  });

  test('tells rows that are not measured in what they say', () => {
    const wrong = defineConstraint({
      name: 'wrong',
      bodies: 2,
      rows: { turn: 'angle' },
      value: ([a, b]) => b.position.x.minus(a.position.x),
    });
    expect(refusal(() => checkConstraint(wrong, { bodies })).message).toMatch(
      /row turn is said to be measured in angle/,
    );
  });
});
