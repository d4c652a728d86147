import { type GearJoint, PivotJoint, path, rope, World } from '@tenon/core';
import { World as BareWorld } from '@tenon/core/bare';
import { inspect } from '@tenon/core/inspect';
import { loadScene, saveScene } from '@tenon/core/scene';
import { JointFlag, viewJoint } from '@tenon/core/view';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../code-of';

function pair() {
  const world = new World({ sleeping: false });
  return { world, a: world.addBody(), b: world.addBody({ position: [3, 4], angle: 1 }) };
}

describe('presets fill nested options from the flat names of their origin', () => {
  test('pin: the distance at creation, or a length', () => {
    const { world, a: bodyA, b: bodyB } = pair();
    expect(world.joints.create('pin', { bodyA, bodyB }).length.lock?.target).toBe(5);
    expect(world.joints.create('pin', { bodyA, bodyB, length: 4 }).length.lock?.target).toBe(4);
    expect(codeOf(() => world.joints.create('pin', { bodyA, bodyB, length: -1 }))).toBe('param-negative');
  });

  test('slide, rope, distance: min and max', () => {
    const { world, a: bodyA, b: bodyB } = pair();
    for (const name of ['slide', 'distance', 'rope'] as const) {
      const { limits } = world.joints.create(name, { bodyA, bodyB, min: 1, max: 6 }).length;
      expect([limits?.lower, limits?.upper]).toEqual([1, 6]);
    }
    const { limits } = world.joints.create(rope, { bodyA, bodyB, max: 6 }).length;
    expect([limits?.lower, limits?.upper]).toEqual([-Infinity, 6]);
    expect(codeOf(() => world.joints.create('slide', { bodyA, bodyB, min: 6, max: 1 }))).toBe('limits-reversed');
  });

  test('groove: two local points of A', () => {
    const { world, a: bodyA, b: bodyB } = pair();
    const { slide, localAnchorA, localAxisA } = world.joints.create('groove', {
      bodyA,
      bodyB,
      grooveA: [1, 0],
      grooveB: [1, 2],
    });
    expect([slide.limits?.lower, slide.limits?.upper, ...localAnchorA, ...localAxisA]).toEqual([0, 2, 1, 0, 0, 1]);
    expect(codeOf(() => world.joints.create('groove', { bodyA, bodyB, grooveA: [1, 0], grooveB: [1, 0] }))).toBe(
      'zero-axis',
    );
  });

  test('damped-spring and rotary-spring: rest value, and the fields of a spring', () => {
    const { world, a: bodyA, b: bodyB } = pair();
    const straight = world.joints.create('damped-spring', { bodyA, bodyB, restLength: 2, stiffness: 7, damping: 3 })
      .length.spring;
    expect([straight?.target, straight?.stiffness, straight?.damping]).toEqual([2, 7, 3]);
    expect(world.joints.create('damped-spring', { bodyA, bodyB, hertz: 2 }).length.spring?.target).toBe(5);
    const turned = world.joints.create('rotary-spring', { bodyA, bodyB, restAngle: 0.5, hertz: 2, dampingRatio: 0.2 })
      .angle.spring;
    expect([turned?.target, turned?.hertz, turned?.dampingRatio]).toEqual([0.5, 2, 0.2]);
  });

  test('rotary-limit, angle, motor, ratchet, gear, pulley', () => {
    const { world, a: bodyA, b: bodyB } = pair();
    const angle = world.joints.create('angle', { bodyA, bodyB, min: -1, max: 2, ratio: 3 });
    expect([angle.angle.limits?.lower, angle.angle.limits?.upper, angle.ratio, angle.angle.value]).toEqual([
      -1, 2, 3, 3,
    ]);
    expect(world.joints.create('rotary-limit', { bodyA, bodyB, max: 2 }).angle.limits?.upper).toBe(2);
    const motor = world.joints.create('motor', { bodyA, bodyB, rate: 3, ratio: 2, maxTorque: 8 });
    expect([motor.angle.motor?.speed, motor.ratio, motor.angle.motor?.maxTorque]).toEqual([3, 2, 8]);
    const ratchet = world.joints.create('ratchet', { bodyA, bodyB, tooth: 0.3, phase: 0.1 }).angle.ratchet;
    expect([ratchet?.tooth, ratchet?.phase, ratchet?.blocked]).toEqual([0.3, 0.1, false]);
    expect(world.joints.create('gear', { bodyA, bodyB, ratio: 2 }).sum.value).toBe(0);
    expect(world.joints.create('gear', { bodyA, bodyB, ratio: 2, phase: 0.5 }).sum.value).toBeCloseTo(1.5, 12);
    const pulley = world.joints.create('pulley', {
      bodyA,
      bodyB,
      bodyC: null,
      bodyD: bodyB,
      localAnchorC: [3, 0],
      ratio: 2,
      max: 20,
    });
    expect([pulley.length.value, pulley.length.limits?.upper, pulley.ratio]).toEqual([13, 20, 2]);
  });

  test('take nested laws beside the flat ones, but no law twice', () => {
    const { world, a: bodyA, b: bodyB } = pair();
    const spring = world.joints.create('damped-spring', { bodyA, bodyB, stiffness: 7, length: { limits: [0, 6] } });
    expect([spring.length.spring?.stiffness, spring.length.limits?.upper]).toEqual([7, 6]);
    const elastic = world.joints.create('rope', { bodyA, bodyB, max: 6, length: { spring: { hertz: 1 } } });
    expect([elastic.length.spring?.hertz, elastic.length.limits?.upper]).toEqual([1, 6]);
    const geared = world.joints.create('motor', { bodyA, bodyB, rate: 1, angle: { limits: [-3, 3] } });
    expect([geared.angle.motor?.speed, geared.angle.limits?.upper]).toEqual([1, 3]);
    expect(codeOf(() => world.joints.create('rope', { bodyA, bodyB, max: 6, length: { limits: [0, 5] } }))).toBe(
      'option-conflict',
    );
    expect(
      codeOf(() =>
        world.joints.create('damped-spring', { bodyA, bodyB, stiffness: 7, length: { spring: { hertz: 1 } } }),
      ),
    ).toBe('option-conflict');
    expect(
      codeOf(() =>
        world.joints.createNamed('groove', { bodyA, bodyB, grooveA: [0, 0], grooveB: [1, 0], localAnchorA: [0, 0] }),
      ),
    ).toBe('option-conflict');
  });

  test('a drag takes any spring, and pulls with some weights of its body at most', () => {
    for (const [gravity, lengthUnit, expected] of [
      [0, 1, 9.81],
      [-20, 1, 20],
      [-9.81 * 50, 50, 9.81],
    ] as const) {
      const world = new World({ gravity: [0, gravity], lengthUnit });
      const bodyB = world.addBody({ mass: 3 });
      expect(world.joints.create('drag', { bodyB, weights: 5 }).point.spring?.maxForce).toBeCloseTo(
        5 * 3 * expected,
        9,
      );
      const { spring } = world.joints.create('drag', { bodyB, spring: { stiffness: 40 } }).point;
      expect([spring?.stiffness, spring?.maxForce]).toEqual([40, expect.closeTo(5 * 3 * expected, 9)]);
    }
  });

  test('a drag whose spring is given as a law of its point has the same frames as any', () => {
    const world = new World();
    const bodyB = world.addBody({ position: [1, 2], angle: 1 });
    const point = { spring: { hertz: 3 } };
    for (const frames of [{}, { target: [5, 5] }, { localAnchorB: [0.3, 0] }, { anchor: [1, 3] }] as const) {
      const [nested, flat] = [
        { ...frames, point },
        { ...frames, ...point },
      ].map((options) => world.joints.create('drag', { bodyB, ...options }));
      expect([...nested.target, ...nested.localAnchorB]).toEqual([...flat.target, ...flat.localAnchorB]);
      expect([nested.point.spring?.hertz, nested.point.spring?.maxForce]).toEqual([3, Infinity]);
    }
  });

  test('a path ends where it ends, unless it is closed or told otherwise', () => {
    const { world, b: bodyB } = pair();
    const open = path(
      [
        [0, 0],
        [3, 0],
        [3, 4],
      ],
      { smooth: false },
    );
    expect(world.joints.create('path', { bodyB, path: open }).travel.limits?.upper).toBeCloseTo(7, 0);
    expect(
      world.joints.create('path', { bodyB, path: open, travel: { motor: { speed: 1 } } }).travel.limits?.upper,
    ).toBeCloseTo(7, 0);
    expect(world.joints.create('path', { bodyB, path: open, travel: { limits: null } }).travel.limits).toBe(null);
    const free = world.joints.create('path', { bodyB, path: open, travel: { limits: null, motor: { speed: 1 } } });
    expect(free.clone().travel.limits).toBe(null);
    expect(
      world.joints.create('path', {
        bodyB,
        path: path(
          [
            [0, 0],
            [3, 0],
            [3, 4],
          ],
          { closed: true },
        ),
      }).travel.limits,
    ).toBe(null);
  });
});

describe('both forms of one thing are refused', () => {
  test.each([
    ['pivot', { anchor: [0, 0], localAnchorA: [0, 0] }],
    ['pivot', { anchor: [0, 0], localAnchorB: [0, 0] }],
    ['prismatic', { axis: [1, 0], localAxisA: [1, 0] }],
    ['drag', { anchor: [0, 0], localAnchorB: [0, 0] }],
    ['drag', { target: [0, 0], localAnchorA: [0, 0] }],
    [
      'path',
      {
        path: {
          points: [
            [0, 0],
            [1, 0],
          ],
        },
        anchor: [0, 0],
        localAnchorB: [0, 0],
      },
    ],
    ['gear', { value: 1, phase: 2 }],
  ])('%s %j', (name, options) => {
    const { world, a: bodyA, b: bodyB } = pair();
    expect(codeOf(() => world.joints.createNamed(name, { bodyA, bodyB, ...options }))).toBe('option-conflict');
  });

  test('and so are axes without length and limits that are reversed', () => {
    const { world, a: bodyA, b: bodyB } = pair();
    expect(codeOf(() => world.joints.create('line', { bodyA, bodyB, axis: [0, 0] }))).toBe('zero-axis');
    expect(codeOf(() => world.joints.create('line', { bodyA, bodyB, localAxisA: [0, 0] }))).toBe('zero-axis');
    expect(codeOf(() => world.joints.create('line', { bodyA, bodyB, slide: { limits: [2, 1] } }))).toBe(
      'limits-reversed',
    );
  });
});

test('joints are made by name, by type and by preset; a bare world knows what is registered', () => {
  const { world, b: bodyB } = pair();
  expect(world.joints.create(PivotJoint, { bodyB }).type).toBe('pivot');
  expect(world.joints.create('hinge', { bodyB }).type).toBe('pivot');
  expect(codeOf(() => world.joints.createNamed('pivto', { bodyB }))).toBe('type-unknown');
  const bare = new BareWorld();
  expect(bare).toBeInstanceOf(World);
  bare.joints.register(PivotJoint);
  expect(bare.joints.create('pivot', { bodyB: bare.addBody() }).type).toBe('pivot');
});

test('a gear refuses a gear, a point and a pose, and leaves with its source', () => {
  const { world, a: bodyA, b: bodyB } = pair();
  const hinge = world.joints.create('pivot', { bodyB });
  const pose = world.joints.create('pose', { bodyB });
  const gear = world.joints.create('gear', {
    terms: [
      { of: hinge.angle, weight: 1 },
      { of: bodyA, weight: 2 },
    ],
  });
  for (const of of [gear.sum, hinge.point, pose.x])
    expect(codeOf(() => world.joints.create('gear', { terms: [{ of: of as typeof hinge.angle, weight: 1 }] }))).toBe(
      'source-invalid',
    );
  const reasons: string[] = [];
  gear.on('removed', ({ reason }) => reasons.push(reason));
  hinge.remove();
  expect(reasons).toEqual(['source-removed']);
  expect(gear.world).toBe(null);
});

test('a gear rests while its source is disabled, and takes every law', () => {
  for (const solver of ['iterative', 'direct'] as const) {
    const world = new World({ sleeping: false, solver });
    const [a, b] = [world.addBody({ inertia: 1 }), world.addBody({ position: [2, 0], inertia: 1 })];
    const [left, right] = [a, b].map((bodyB) => world.joints.create('pivot', { bodyB, anchor: bodyB.position }));
    const gear = world.joints.create('gear', {
      terms: [
        { of: left.angle, weight: 1 },
        { of: right.angle, weight: 2 },
      ],
    });
    a.applyAngularImpulse(1);
    for (let i = 0; i < 30; i++) world.step(1 / 60);
    expect(a.angularVelocity + 2 * b.angularVelocity).toBeCloseTo(0, 6);
    expect(Math.abs(a.angularVelocity)).toBeGreaterThan(0.1);
    expect([inspect(gear).rows[0].state, viewJoint(gear).flags & JointFlag.disabled]).toEqual(['locked', 0]);
    left.enabled = false;
    expect([inspect(gear).rows[0].state, viewJoint(gear).flags & JointFlag.disabled]).toEqual([
      'off',
      JointFlag.disabled,
    ]);
    const before = b.angularVelocity;
    a.applyAngularImpulse(1);
    world.step(1 / 60);
    expect(b.angularVelocity).toBeCloseTo(before, 12);
    left.enabled = true;
    gear.sum.lock = null;
    gear.sum.motor = { speed: 3 };
    world.step(1 / 60);
    expect(a.angularVelocity + 2 * b.angularVelocity).toBeCloseTo(3, 6);
  }
});

/** Two discs hinged to the world. */
function discs(solver: 'iterative' | 'direct' = 'direct') {
  const world = new World({ sleeping: false, solver });
  const [a, b] = [0, 2].map((x) => world.addBody({ position: [x, 0], inertia: 1 }));
  const [left, right] = [a, b].map((bodyB) => world.joints.create('pivot', { bodyB, anchor: bodyB.position }));
  return { world, a, b, left, right };
}

test('B of a gear is what its last term measures, or the one it is given as, and the reaction is on it', () => {
  const { world, a, b, left, right } = discs();
  const screw = world.joints.create('prismatic', { bodyA: a, bodyB: b, slide: {}, angle: { lock: null } });
  screw.enabled = false;
  const reversed = world.joints.create('pivot', { bodyA: a, enabled: false });
  const of = (...sources: readonly (typeof a | typeof left.angle)[]) =>
    sources.map((source, i) => ({ of: source, weight: i === 0 ? 1 : -2 }));
  const cases = [
    [{ bodyA: a, bodyB: b, ratio: 2 }, a, b],
    [{ bodyA: b, bodyB: a, ratio: 2 }, b, a],
    [{ bodyA: null, bodyB: b, ratio: 2 }, null, b],
    [{ bodyA: a, bodyB: null, ratio: 2 }, a, null],
    [{ bodyA: a, ratio: 2 }, a, null],
    [{ terms: of(left.angle, right.angle) }, a, b],
    [{ terms: of(right.angle, left.angle) }, b, a],
    [{ terms: of(b, a) }, b, a],
    [{ terms: of(b) }, null, b],
    [{ terms: of(right.angle) }, null, b],
    [{ terms: of(reversed.angle) }, a, null],
    [{ terms: of(screw.slide, screw.angle) }, a, b],
    [{ terms: of(left.angle, screw.angle, right.angle) }, a, b],
  ] as const;
  for (const [options, bodyA, bodyB] of cases) {
    screw.enabled = reversed.enabled = true;
    screw.slide.lock = screw.offset.lock = reversed.point.lock = null;
    const gear = world.joints.create('gear', { ...options, sum: { lock: null, motor: { speed: 1, maxTorque: 1 } } });
    expect([gear.bodyA, gear.bodyB]).toEqual([bodyA, bodyB]);
    world.step(1 / 60);
    const { x, y, angular } = gear.impulseOn(bodyB);
    expect(Math.hypot(x, y) + Math.abs(angular)).toBeGreaterThan(1e-3);
    expect(gear.reaction.x).toBeCloseTo(x * 60, 6);
    expect(gear.reaction.y).toBeCloseTo(y * 60, 6);
    // The reaction is about B's anchor, its centre.
    expect(gear.reaction.torque).toBeCloseTo(angular * 60, 6);
    const copy = gear.clone();
    expect([copy.bodyA, copy.bodyB, copy.terms.length]).toEqual([bodyA, bodyB, gear.terms.length]);
    copy.remove();
    gear.remove();
  }
});

test('weights of a gear are live: the teeth mesh anew where they are', () => {
  for (const solver of ['iterative', 'direct'] as const) {
    const { world, a, b, left, right } = discs(solver);
    const gear = world.joints.create('gear', {
      terms: [
        { of: left.angle, weight: 1 },
        { of: right.angle, weight: 0 },
      ],
      value: 0.25,
      sum: { lock: { target: 0.25 } },
    });
    const run = (): number[] => {
      a.angularVelocity = 3;
      for (let i = 0; i < 60; i++) world.step(1 / 60);
      return [a.angularVelocity, b.angularVelocity];
    };
    b.angularVelocity = 1;
    expect(run()).toEqual([expect.closeTo(0, 6), 1]);
    const { angle } = b;
    const [, term] = gear.terms;
    term.weight = -2;
    expect(gear.terms[1].weight).toBe(-2);
    expect(gear.sum.value).toBeCloseTo(0.25, 12);
    world.step(1 / 60);
    // No jerk for the turn made before.
    expect(Math.abs(b.angle - angle)).toBeLessThan(0.05);
    const [va, vb] = run();
    expect(va).toBeCloseTo(2 * vb, 6);
    expect(Math.abs(va)).toBeGreaterThan(0.1);
    expect(gear.sum.value).toBeCloseTo(0.25, 6);
    expect(codeOf(() => (term.weight = NaN))).toBe('param-not-finite');
    expect(term.weight).toBe(-2);
    expect(gear.clone().terms.map(({ weight }) => weight)).toEqual([1, -2]);
    gear.remove();
    expect(codeOf(() => (term.weight = 2))).toBe('joint-removed');
  }
});

test('only a changed weight wakes', () => {
  const { world, a, b } = discs();
  world.sleeping = true;
  const gear = world.joints.create('gear', { bodyA: a, bodyB: b, ratio: 2 });
  a.sleep();
  gear.terms[1].weight = 2;
  expect(a.isSleeping).toBe(true);
  gear.terms[1].weight = 3;
  expect(a.isSleeping).toBe(false);
});

test('weights go into snapshots, scenes and clones', () => {
  const { world, a, b, left, right } = discs();
  const pair = world.joints.create('gear', { bodyA: a, bodyB: b, ratio: 2, phase: 0.5, enabled: false });
  world.joints.create('gear', {
    terms: [
      { of: left.angle, weight: 1 },
      { of: right.angle, weight: 3 },
    ],
  });
  const gears = (of: World): GearJoint[] => [...of.joints].filter((joint): joint is GearJoint => joint.type === 'gear');
  const weights = (of: World) => gears(of).map(({ terms }) => terms.map(({ weight }) => weight));
  const [before, portable, hash] = [world.snapshot(), world.snapshot({ portable: true }), world.hash()];
  expect(saveScene(world).joints[2]).toMatchObject({ bodyA: 'b1', bodyB: 'b2', ratio: 2, phase: 0.5 });

  for (const { terms } of gears(world)) for (const term of terms) term.weight *= 4;
  expect(weights(world)).toEqual([
    [-4, 8],
    [4, 12],
  ]);
  const text = JSON.stringify(saveScene(world));
  const loaded = loadScene(text).world;
  expect(weights(loaded)).toEqual(weights(world));
  expect(JSON.stringify(saveScene(loaded))).toBe(text);
  expect(pair.clone().terms.map(({ weight }) => weight)).toEqual([-4, 8]);

  for (const snapshot of [before, portable]) {
    for (const { terms } of gears(world)) for (const term of terms) term.weight *= 4;
    world.restore(snapshot);
    expect(weights(world)).toEqual([
      [-1, 2],
      [1, 3],
    ]);
    expect(world.hash()).toBe(hash);
  }
  const other = new World();
  other.restore(portable);
  expect([weights(other), other.hash()]).toEqual([weights(world), hash]);
});
