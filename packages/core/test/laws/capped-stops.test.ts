import { type Body, type Joint, type ScalarCoordinate, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../code-of';

const DT = 1 / 60;

/** Moment of inertia, kg·m². */
const INERTIA = 2;

/** A wheel about a fixed axle, without gravity. */
function wheel(solver: 'iterative' | 'direct', laws: object) {
  const world = new World({ solver, sleeping: false });
  const body = world.addBody({ mass: 1, inertia: INERTIA });
  const { angle } = world.joints.create('pivot', { bodyB: body, anchor: [0, 0], angle: laws });
  /** Turns it with a torque for so many seconds; the highest and the lowest value on the way. */
  function turn(torque: number, seconds: number): { highest: number; lowest: number } {
    let highest = -Infinity;
    let lowest = Infinity;
    for (let i = 0; i < Math.round(seconds / DT); i++) {
      body.applyTorque(torque);
      world.step(DT);
      highest = Math.max(highest, angle.value);
      lowest = Math.min(lowest, angle.value);
    }
    return { highest, lowest };
  }
  return { world, body, angle, turn };
}

type Stop = readonly [name: string, laws: object, way: 1 | -1, law: (c: ScalarCoordinate) => { force: number }];

const limits = (c: ScalarCoordinate) => c.limits ?? expect.fail();
const ratchet = (c: ScalarCoordinate) => c.ratchet ?? expect.fail();

/** Stops that push the way `way` at 0, with 10 N·m at most. */
const STOPS: readonly Stop[] = [
  ['an upper limit', { limits: { lower: -1, upper: 0, maxTorque: 10 } }, -1, limits],
  ['a lower limit', { limits: { lower: 0, maxTorque: 10 } }, 1, limits],
  ['a tooth', { ratchet: { tooth: 0.4, maxTorque: 10 } }, 1, ratchet],
  ['a tooth from above', { ratchet: { tooth: -0.4, maxTorque: 10 } }, -1, ratchet],
];

describe.each(['iterative', 'direct'] as const)('%s', (solver) => {
  describe.each(STOPS)('%s with a cap', (_, laws, way, law) => {
    /** How far it is beyond the stop. */
    const beyond = (angle: ScalarCoordinate) => -way * angle.value;

    test('holds what is weaker', () => {
      const { angle, turn } = wheel(solver, laws);
      turn(-8 * way, 3);
      expect(Math.abs(beyond(angle))).toBeLessThan(2e-3);
      expect(law(angle).force).toBeCloseTo(8 * way, 2);
    });

    test('gives way to what is stronger, pushing with its cap', () => {
      const { angle, turn, body } = wheel(solver, laws);
      turn(-8 * way, 3);
      turn(-16 * way, 1);
      expect(law(angle).force).toBeCloseTo(10 * way, 6);
      expect(-way * body.angularVelocity).toBeCloseTo((16 - 10) / INERTIA, 0);
      expect(beyond(angle)).toBeGreaterThan(1.2);
    });

    test('brings it back when that is gone, and holds again', () => {
      const { angle, turn } = wheel(solver, laws);
      turn(-8 * way, 3);
      turn(-16 * way, 0.5);
      const { highest, lowest } = turn(-2 * way, 8);
      expect(Math.abs(beyond(angle))).toBeLessThan(5e-3);
      expect(way * (way > 0 ? highest : lowest)).toBeLessThan(0.03);
      expect(law(angle).force).toBeCloseTo(2 * way, 2);
    });

    test('brings back slowly what nothing loads, whatever the step', () => {
      for (const hz of [60, 120, 240, 480]) {
        const { world, body, angle } = wheel(solver, laws);
        body.angularVelocity = -2 * way;
        let fastest = 0;
        for (let i = 0; i < 3 * hz; i++) {
          const before = beyond(angle);
          world.step(1 / hz);
          fastest = Math.max(fastest, hz * (before - beyond(angle)));
        }
        expect(fastest, `${hz} Hz`).toBeGreaterThan(0.2);
        expect(fastest, `${hz} Hz`).toBeLessThan(0.1 * Math.PI + 1e-3);
      }
    });

    test('brakes what strikes it with its cap, and gives no energy', () => {
      const { turn, body } = wheel(solver, laws);
      body.angularVelocity = -way * 4;
      const { highest, lowest } = turn(0, 8);
      // ω²/2 = (10/I) φ
      const passed = way > 0 ? -lowest : highest;
      expect(passed).toBeGreaterThan(1.4);
      expect(passed).toBeLessThan(1.8);
      // It is brought back slowly, and nothing stops it at the bound.
      expect(Math.abs(body.angularVelocity)).toBeLessThan(0.1 * Math.PI + 0.05);
    });

    test.each([
      ['friction', { friction: { torque: 16 } }, (c: ScalarCoordinate) => c.friction],
      ['a brake', { motor: { speed: 0, maxTorque: 16 } }, (c: ScalarCoordinate) => c.motor],
    ])('draws nothing back that %s holds there against its cap', (name, holding, holds) => {
      // A brake of the iterative step gives a little.
      const digits = solver === 'iterative' && name === 'a brake' ? 3 : 6;
      for (const isPut of [true, false]) {
        const { angle, body, turn } = wheel(solver, { ...laws, ...holding });
        turn(0, 2 * DT);
        if (isPut) body.angle = -way * 0.3;
        else turn(-32 * way, 0.3);
        turn(0, 0.5);
        const stands = beyond(angle);
        turn(0, 2);
        expect(beyond(angle)).toBeCloseTo(stands, digits);
        expect(stands).toBeGreaterThan(0.1);
        expect(law(angle).force).toBeCloseTo(10 * way, 3);
        expect(holds(angle)?.force).toBeCloseTo(-10 * way, 3);
        turn(-4 * way, 1);
        expect(beyond(angle)).toBeCloseTo(stands, digits);
        expect(holds(angle)?.force).toBeCloseTo(-6 * way, 3);
        // Now 8 N·m would do.
        turn(8 * way, 2);
        expect(beyond(angle)).toBeLessThan(stands - 0.09);
      }
    });
  });

  test('limits that are one hold with their cap, as a lock does', () => {
    const { angle, turn } = wheel(solver, { limits: { lower: 0, upper: 0, maxTorque: 10 } });
    turn(8, 1);
    expect(angle.value).toBeCloseTo(0, 3);
    expect(limits(angle).force).toBeCloseTo(-8, 2);
    turn(16, 0.5);
    expect(limits(angle).force).toBeCloseTo(-10, 6);
    expect(angle.value).toBeCloseTo((6 / INERTIA) * 0.125, 1);
    turn(2, 8);
    expect(angle.value).toBeCloseTo(0, 1);
  });

  test('a motor drives through a stop that is weaker, and not through one that is stronger', () => {
    const { angle, turn } = wheel(solver, {
      limits: { upper: 0.5, maxTorque: 40 },
      motor: { speed: 2, maxTorque: 30 },
    });
    turn(0, 5);
    expect(angle.value).toBeCloseTo(0.5, 2);
    expect(limits(angle).force).toBeCloseTo(-30, 1);
    limits(angle).maxTorque = 10;
    turn(0, 2);
    expect(angle.rate).toBeCloseTo(2, 6);
    expect(limits(angle).force).toBeCloseTo(-10, 6);
    expect(angle.motor?.force).toBeCloseTo(10, 6);
  });

  test('a lock at its value gives way to a limit that is stronger, and holds against one that is weaker', () => {
    const { angle, turn } = wheel(solver, { lock: { maxTorque: 5 }, limits: { lower: 0.1, maxTorque: 20 } });
    turn(0, 5);
    expect(angle.value).toBeCloseTo(0.1, 3);
    expect(limits(angle).force).toBeCloseTo(5, 1);
    expect(angle.lock?.force).toBeCloseTo(-5, 6);
    limits(angle).maxTorque = 3;
    turn(0, 5);
    expect(angle.value).toBeCloseTo(0, 3);
  });

  test('a lock draws back what is pushed past it and a limit that is stronger', () => {
    const { angle, turn } = wheel(solver, { lock: { maxTorque: 5 }, limits: { lower: 0.1, maxTorque: 20 } });
    turn(-30, 1);
    expect(angle.value).toBeLessThan(-0.5);
    expect([angle.lock?.force, limits(angle).force]).toEqual([expect.closeTo(5, 6), expect.closeTo(20, 6)]);
    turn(0, 8);
    expect(angle.value).toBeCloseTo(0.1, 3);
  });

  test('behind a tooth that slips a limit holds', () => {
    const { angle, turn } = wheel(solver, { ratchet: { tooth: 0.4, maxTorque: 10 }, limits: [-0.6, null] });
    turn(-15, 3);
    expect(angle.value).toBeCloseTo(-0.6, 2);
    expect(limits(angle).force + ratchet(angle).force).toBeCloseTo(15, 2);
  });

  test('behind a limit that slips a tooth holds', () => {
    const { angle, turn } = wheel(solver, { limits: { lower: 0.2, maxTorque: 10 }, ratchet: { tooth: 0.4 } });
    turn(-15, 3);
    expect(angle.value).toBeCloseTo(0, 2);
    expect(limits(angle).force + ratchet(angle).force).toBeCloseTo(15, 1);
  });

  // The direct step solves one of them, and what passes that is held by the other alone.
  const both = test.runIf(solver === 'iterative');

  both.each([
    ['bounds that are one beside a tooth', { limits: { lower: 0, upper: 0, maxTorque: 10 }, ratchet: { tooth: 0.4 } }],
    ['a limit and a tooth', { limits: { lower: 0, maxTorque: 10 }, ratchet: { tooth: 0.4, maxTorque: 10 } }],
    ['a limit behind a tooth', { limits: { lower: -0.3, maxTorque: 10 }, ratchet: { tooth: 0.4, maxTorque: 10 } }],
    ['bounds behind a tooth', { limits: [-0.3, 0.3], ratchet: { tooth: 0.4, maxTorque: 10 } }],
  ])('what holds one place holds together, each with its cap: %s', (_, laws) => {
    const { angle, turn } = wheel(solver, laws);
    turn(-15, 6);
    expect(limits(angle).force + ratchet(angle).force).toBeCloseTo(15, 0);
    for (const { force, maxTorque } of [angle.limits ?? expect.fail(), angle.ratchet ?? expect.fail()])
      expect(force).toBeLessThan(maxTorque + 1e-6);
    turn(-8, 12);
    expect(angle.value).toBeCloseTo(0, 2);
    expect(limits(angle).force + ratchet(angle).force).toBeCloseTo(8, 1);
  });

  both('what passes a limit and a tooth is pushed by both', () => {
    const { angle, turn } = wheel(solver, {
      limits: { lower: 0, maxTorque: 10 },
      ratchet: { tooth: 0.4, maxTorque: 10 },
    });
    turn(-25, 1);
    expect([limits(angle).force, ratchet(angle).force]).toEqual([expect.closeTo(10, 6), expect.closeTo(10, 6)]);
    expect(angle.rate).toBeCloseTo(-5 / INERTIA, 6);
  });

  test('a soft stop pushes with its cap at most', () => {
    const { angle, turn } = wheel(solver, { limits: { upper: 0, hertz: 2, maxTorque: 10 } });
    turn(8, 5);
    // k = I ω²
    expect(angle.value).toBeCloseTo(8 / (INERTIA * (4 * Math.PI) ** 2), 3);
    turn(16, 0.5);
    expect(limits(angle).force).toBeCloseTo(-10, 6);
    turn(8, 15);
    expect(limits(angle).force).toBeCloseTo(-8, 2);
  });

  test('a stop without any force lets pass', () => {
    const { body, turn } = wheel(solver, { limits: { upper: 0, maxTorque: 0 }, ratchet: { tooth: 1, maxTorque: 0 } });
    body.angularVelocity = 1;
    turn(0, 1);
    expect(body.angularVelocity).toBeCloseTo(1, 12);
    body.angularVelocity = -2;
    turn(0, 2);
    expect(body.angularVelocity).toBeCloseTo(-2, 12);
  });

  test('a slide slips by its cap', () => {
    const world = new World({ solver, sleeping: false, gravity: [0, -10] });
    const body = world.addBody({ mass: 2 });
    const { slide } = world.joints.create('prismatic', {
      bodyB: body,
      anchor: [0, 0],
      axis: [0, 1],
      slide: { limits: { lower: -1, maxForce: 12 } },
    });
    for (let i = 0; i < 60; i++) world.step(DT);
    expect(slide.value).toBeLessThan(-2);
    expect(slide.limits?.force).toBeCloseTo(12, 6);
    expect(slide.limits?.maxForce).toBe(12);
  });
});

describe('where friction or a brake of another joint holds what is beyond a stop with a cap, by the direct step', () => {
  type Rest = readonly [name: string, add: (world: World, bodyB: Body) => Joint];
  const rests: readonly Rest[] = [
    ['friction', (world, bodyB) => world.joints.create('angle', { bodyB, angle: { friction: { torque: 6 } } })],
    [
      'a brake',
      (world, bodyB) => world.joints.create('angle', { bodyB, angle: { motor: { speed: 0, maxTorque: 6 } } }),
    ],
    // 12 N at an arm of half a metre.
    [
      'friction of a point',
      (world, bodyB) => world.joints.create('friction', { bodyB, anchor: [0.5, 0], maxForce: 12, maxTorque: 0 }),
    ],
  ];

  function arm(maxTorque: number, add: Rest[1]) {
    const world = new World({ solver: 'direct', sleeping: false });
    const bodyB = world.addBody({ position: [0.5, 0], mass: 1, inertia: 0.1 });
    const limits = { lower: -1, upper: -0.5, maxTorque };
    const hinge = world.joints.create('pivot', { bodyB, anchor: [0, 0], angle: { limits } });
    add(world, bodyB);
    const turn = (torque: number): void => {
      for (let i = 0; i < 60; i++) {
        bodyB.applyTorque(torque);
        world.step(DT);
      }
    };
    return { angle: hinge.angle, turn };
  }

  test.each(rests)('a stop that suffices draws it back slowly: %s', (_, add) => {
    for (const load of [0, 3, -3]) {
      const { angle, turn } = arm(20, add);
      turn(load);
      expect(angle.value).toBeCloseTo(-0.1 * Math.PI, 2);
      turn(load);
      expect(angle.value).toBeCloseTo(-0.5, 6);
    }
  });

  test('so it is with friction of its own', () => {
    const { angle, turn } = wheel('direct', { limits: { lower: 0, maxTorque: 10 }, friction: { torque: 6 } });
    const { bodyB } = angle.joint;
    if (bodyB !== null) bodyB.angle = -0.4;
    turn(0, 0.5);
    expect(angle.value).toBeCloseTo(0.05 * Math.PI - 0.4, 1);
    turn(0, 2);
    expect(angle.value).toBeCloseTo(0, 6);
  });

  test.each([
    ['a load helps it back', { upper: -0.191, maxTorque: 8.54 }, 4.79, -2.61, -0.39],
    ['a load drives it on', { upper: -0.009, maxTorque: 0.91 }, 3.4, 2.6, 1.19],
  ])('beside friction of its own it slows down evenly, and rests, where %s', (_, stop, friction, load, speed) => {
    const { world, body, turn } = wheel('direct', { limits: stop, friction: { torque: friction } });
    body.inertia = 0.2;
    body.angularVelocity = speed;
    let last = Math.abs(speed);
    for (let i = 0; i < 120; i++) {
      turn(load, DT);
      expect(Math.abs(body.angularVelocity)).toBeLessThan(last + 1e-9);
      last = Math.abs(body.angularVelocity);
    }
    expect(last).toBeLessThan(1e-9);
    expect(world.stats.islands[0]).toMatchObject({ lastResorts: 0, halvings: 0 });
  });
});

test('a ratchet takes the cap of its teeth as maxTorque', () => {
  const world = new World();
  const joint = world.joints.create('ratchet', { bodyB: world.addBody(), tooth: 0.4, maxTorque: 10 });
  expect(joint.angle.ratchet?.maxTorque).toBe(10);
});

test('caps are read back, cleared, described and refused', () => {
  const { world, angle } = wheel('direct', {
    limits: { lower: -1, upper: 1, maxTorque: 5 },
    ratchet: { tooth: 1, maxTorque: 6 },
  });
  expect([limits(angle).maxTorque, ratchet(angle).maxTorque]).toEqual([5, 6]);
  const copy = [...world.joints][0].clone();
  expect(
    copy.coordinates.map((c) => ('limits' in c ? [c.limits?.maxTorque, c.ratchet?.maxTorque] : null)),
  ).toContainEqual([5, 6]);
  limits(angle).maxTorque = null;
  expect(limits(angle).maxTorque).toBe(Infinity);
  angle.limits = { lower: -1, upper: 1, restitution: 0.5 };
  expect(codeOf(() => (limits(angle).maxTorque = 3))).toBe('option-conflict');
  expect(codeOf(() => (angle.limits = { upper: 1, restitution: 0.5, maxTorque: 3 }))).toBe('option-conflict');
  expect(codeOf(() => (angle.limits = { upper: 1, maxForce: 3 }))).toBe('option-unknown');
  expect(codeOf(() => (ratchet(angle).maxTorque = -1))).toBe('param-negative');
  expect(limits(angle).maxTorque).toBe(Infinity);
});

test('a lock whose load helps it against a stop with a greater cap rests at its value, by the direct step', () => {
  for (const load of [-4, -12, -19]) {
    const world = new World({ solver: 'direct', sleeping: false });
    const body = world.addBody({ mass: 2 });
    const { slide } = world.joints.create('prismatic', {
      bodyB: body,
      axis: [0, 1],
      slide: { limits: { lower: -0.1, upper: 2, maxForce: 21 }, lock: { target: -0.4, maxForce: 20 } },
    });
    for (let i = 0; i < 480; i++) {
      body.applyForce([0, load]);
      world.step(1 / 60);
    }
    expect(slide.value, `under ${load} N`).toBeCloseTo(-0.4, 6);
    expect(Math.abs(slide.rate), `under ${load} N`).toBeLessThan(1e-6);
  }
});
