import { type ScalarCoordinate, forces, TenonError, World } from '@tenon/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../code-of';
import { FRAME, SOLVERS, on, run, slider } from '../rigs';

test('a law is the same live object while it is on, and null while it is off', () => {
  const { slide } = slider();
  expect([slide.limits, slide.spring, slide.motor, slide.friction, slide.ratchet, slide.lock]).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
  slide.motor = { speed: 1, maxForce: 5 };
  const { motor } = slide;
  slide.motor = { speed: 2 };
  expect(slide.motor).toBe(motor);
  expect([motor?.speed, motor?.maxForce, motor?.target]).toEqual([2, Infinity, null]);
  slide.motor = null;
  expect(slide.motor).toBe(null);
  slide.limits = [null, 4];
  expect([
    slide.limits?.lower,
    slide.limits?.upper,
    slide.limits?.active,
    slide.limits?.restitution,
    slide.limits?.hertz,
  ]).toEqual([-Infinity, 4, 0, 0, Infinity]);
  on(slide.limits).lower = -2;
  expect(slide.limits?.lower).toBe(-2);
  slide.lock = { target: 1, maxForce: Infinity, softness: { hertz: 3 } };
  expect([slide.lock?.target, slide.lock?.maxForce, slide.lock?.softness]).toEqual([
    1,
    Infinity,
    { hertz: 3, dampingRatio: 1 },
  ]);
  slide.ratchet = { tooth: 0.25 };
  expect([slide.ratchet?.tooth, slide.ratchet?.phase, slide.ratchet?.blocked]).toEqual([0.25, 0, false]);
});

test('a spring is given in one of four ways, reads back in it, and refuses the damping of another', () => {
  const { slide } = slider();
  slide.spring = { hertz: 2, dampingRatio: 0.3 };
  const spring = on(slide.spring);
  expect([
    spring.hertz,
    spring.dampingRatio,
    spring.stiffness,
    spring.damping,
    spring.compliance,
    spring.target,
  ]).toEqual([2, 0.3, null, null, null, 0]);
  expect(codeOf(() => (spring.damping = 1))).toBe('no-such-law');
  slide.spring = { stiffness: 30, damping: 2, target: 1 };
  expect([spring.hertz, spring.dampingRatio, spring.stiffness, spring.damping, spring.target]).toEqual([
    null,
    null,
    30,
    2,
    1,
  ]);
  expect(codeOf(() => (spring.dampingRatio = 1))).toBe('no-such-law');
  slide.spring = { compliance: 0.01 };
  expect([spring.stiffness, spring.compliance]).toEqual([null, 0.01]);
  forces.register('contract-linear', (stretch) => -3 * stretch);
  slide.spring = { force: 'contract-linear' };
  expect([spring.law, spring.stiffness]).toEqual(['contract-linear', null]);
  expect(codeOf(() => (slide.spring = { force: 'contract-unknown' }))).toBe('source-invalid');
  expect(codeOf(() => (slide.spring = { hertz: 1, stiffness: 2 } as never))).toBe('option-conflict');
  expect(codeOf(() => (slide.spring = {} as never))).toBe('option-missing');
});

test('a lock holds at 0 unless it is given a target, whatever an earlier one was given', () => {
  const { joint, slide } = slider();
  slide.lock = { target: 0.5 };
  slide.lock = { target: 0.5, maxForce: 3 };
  joint.softness = { hertz: 2 };
  expect(slide.lock?.target).toBe(0.5);
  slide.lock = null;
  slide.lock = true;
  expect(slide.lock?.target).toBe(0);
  expect(slide.error).toBe(0);
});

test('friction has one source of its cap at a time, and a radius on angles only', () => {
  const { slide, joint } = slider();
  slide.friction = { force: 3, viscous: 0.5 };
  const friction = on(slide.friction);
  expect([friction.maxForce, friction.coefficient, friction.viscous]).toEqual([3, 0, 0.5]);
  friction.coefficient = 0.2;
  expect([friction.maxForce, friction.coefficient]).toEqual([0, 0.2]);
  friction.maxForce = 4;
  expect([friction.maxForce, friction.coefficient]).toEqual([4, 0]);
  expect(codeOf(() => (slide.friction = { coefficient: 0.2, radius: 1 }))).toBe('option-unknown');
  expect(codeOf(() => (friction.radius = 1))).toBe('no-such-law');
  joint.angle.lock = null;
  joint.angle.friction = { coefficient: 0.2, radius: 0.1 };
  expect([joint.angle.friction?.coefficient, joint.angle.friction?.radius]).toEqual([0.2, 0.1]);
  joint.angle.friction = { torque: 3 };
  const rubbed = on(joint.angle.friction);
  expect(rubbed.radius).toBe(0);
  expect(codeOf(() => (rubbed.coefficient = 0.2))).toBe('option-missing');
  expect([rubbed.maxTorque, rubbed.coefficient]).toEqual([3, 0]);
  rubbed.radius = 0.1;
  rubbed.coefficient = 0.2;
  expect([rubbed.maxTorque, rubbed.coefficient, rubbed.radius]).toEqual([0, 0.2, 0.1]);
  expect(codeOf(() => (joint.angle.friction = { force: 1 }))).toBe('option-unknown');
});

test('friction without bound is none, and refused on points as on angles', () => {
  const world = new World();
  for (const caps of [{ maxForce: null }, { maxForce: Infinity }, { maxTorque: null }, { maxTorque: Infinity }])
    expect(codeOf(() => world.joints.create('friction', { bodyB: world.addBody(), ...caps } as never))).toBe(
      'param-not-finite',
    );
});

test('caps have the name of their unit', () => {
  const { slide, joint } = slider();
  expect(codeOf(() => (slide.motor = { speed: 1, maxTorque: 1 }))).toBe('option-unknown');
  expect(codeOf(() => (joint.angle.motor = { speed: 1, maxForce: 1 }))).toBe('option-unknown');
});

test('caps are set under that name alone, on every law that has one', () => {
  const { slide, joint } = slider();
  const laws = { lock: true, motor: { speed: 1 }, spring: { hertz: 1 }, friction: { viscous: 1 } } as const;
  for (const c of [slide, joint.angle]) {
    const [own, other] =
      c.unit === 'angle' ? (['maxTorque', 'maxForce'] as const) : (['maxForce', 'maxTorque'] as const);
    Object.assign(c, laws);
    for (const law of [c.lock, c.motor, c.spring, c.friction]) {
      on(law)[own] = 4;
      expect(on(law)[own]).toBe(4);
      expect(codeOf(() => (on(law)[other] = 5))).toBe('option-unknown');
      expect(on(law)[own]).toBe(4);
      expect(codeOf(() => (on(law)[own] = -1))).toBe('param-negative');
    }
  }
});

test('softness and caps of a joint are refused where there is no lock for them, at creation and later', () => {
  const world = new World();
  const bodyB = world.addBody({ position: [1, 0] });
  const lost: readonly [name: string, flat: object, field: 'softness' | 'maxForce' | 'maxTorque', value: unknown][] = [
    ['rope', { max: 2 }, 'maxForce', 10],
    ['rope', { max: 2 }, 'softness', { hertz: 2 }],
    ['slide', { max: 2 }, 'maxForce', 1],
    ['distance', {}, 'maxForce', 5],
    ['pulley', { max: 9 }, 'maxForce', 1],
    ['angle', { max: 1 }, 'maxTorque', 1],
    ['rotary-limit', { max: 1 }, 'maxTorque', 1],
    ['ratchet', { tooth: 1 }, 'maxForce', 1],
    ['motor', { rate: 1 }, 'maxForce', 1],
    ['drag', {}, 'maxForce', 1],
    ['filter', {}, 'softness', { correction: 0.5 }],
    ['pivot', {}, 'maxTorque', 1],
    ['weld', { angle: { lock: null } }, 'maxTorque', 1],
  ];
  for (const [name, flat, field, value] of lost) {
    const before = world.hash();
    expect(
      codeOf(() => world.joints.createNamed(name, { bodyB, ...flat, [field]: value })),
      name,
    ).toBe('no-such-law');
    expect(world.hash()).toBe(before);
    const joint = world.joints.createNamed(name, { bodyB, ...flat, [field]: null });
    expect(
      codeOf(() => Reflect.set(joint, field, value)),
      name,
    ).toBe('no-such-law');
    expect(Reflect.set(joint, field, null)).toBe(true);
    joint.remove();
  }
  expect(world.joints.create('weld', { bodyB, maxForce: 3, maxTorque: 1 }).maxForce).toBe(3);
  expect(() => world.joints.create('rope', { bodyB, max: 2, softness: { hertz: 2 } })).toThrow(
    'length: { limits: { hertz } }',
  );
  const { length } = world.joints.create('distance', {
    bodyB,
    length: { lock: true },
    maxForce: 5,
    softness: { hertz: 3 },
  });
  expect([length.lock?.maxForce, length.lock?.softness]).toEqual([5, { hertz: 3, dampingRatio: 1 }]);
});

test('a flat name that laws given beside it displace is refused', () => {
  const world = new World();
  const bodyB = world.addBody();
  const motor = { speed: 1 };
  expect(codeOf(() => world.joints.create('motor', { bodyB, angle: { motor }, maxTorque: 5 }))).toBe('option-conflict');
  expect(world.joints.create('motor', { bodyB, angle: { limits: [-1, 1] }, maxTorque: 5 }).angle.motor?.maxTorque).toBe(
    5,
  );
  const spring = { hertz: 1 };
  for (const options of [
    { x: { spring }, y: { spring }, maxForce: 5 },
    { angle: { spring }, maxTorque: 5 },
    { x: { spring }, y: { spring }, angle: { spring }, hertz: 3 },
  ])
    expect(codeOf(() => world.joints.create('pose', { bodyB, ...options }))).toBe('option-conflict');
  expect(world.joints.create('pose', { bodyB, x: { spring }, maxForce: 5 }).y.spring?.maxForce).toBe(5);
});

test('a soft stop does not bounce, however it is put together', () => {
  const { slide } = slider();
  slide.limits = { lower: 0, upper: 1, hertz: 3 };
  expect(codeOf(() => (on(slide.limits).restitution = 0.5))).toBe('option-conflict');
  slide.limits = { lower: 0, upper: 1, restitution: 0.5 };
  expect(codeOf(() => (on(slide.limits).hertz = 3))).toBe('option-conflict');
});

test('bad input to any setter is refused by a TenonError and changes nothing', () => {
  const bad = fc.constantFrom<unknown>(
    NaN,
    -Infinity,
    'x',
    {},
    [],
    [NaN, 1],
    true,
    undefined,
    { hertz: NaN },
    { speed: NaN },
    { target: NaN },
    { lower: NaN },
    { tooth: 0 },
    { force: NaN },
    { nonsense: 1 },
    [2, 1],
    { stiffness: -1 },
    { length: NaN },
    -1,
  );
  const world = new World();
  const body = world.addBody();
  const joint = world.joints.create('wheel', {
    bodyB: body,
    axis: [0, 1],
    suspension: {
      limits: [-1, 1],
      spring: { hertz: 2, dampingRatio: 0.5 },
      motor: { target: 0.1, speed: 1, maxForce: 3 },
      friction: { force: 1 },
      ratchet: { tooth: 0.5 },
    },
    break: { force: 10, error: { length: 1 } },
  });
  const c = joint.suspension;
  const targets: readonly [object, readonly string[]][] = [
    [
      joint,
      [
        'localAnchorA',
        'localAnchorB',
        'localAxisA',
        'referenceAngle',
        'softness',
        'maxForce',
        'maxCorrectionSpeed',
        'solver',
        'break',
      ],
    ],
    [c, ['limits', 'spring', 'motor', 'friction', 'ratchet']],
    [on(c.limits), ['lower', 'upper', 'restitution', 'hertz', 'dampingRatio']],
    [on(c.spring), ['hertz', 'dampingRatio', 'stiffness', 'compliance', 'target', 'maxForce']],
    [on(c.motor), ['speed', 'target', 'maxForce']],
    [on(c.friction), ['maxForce', 'coefficient', 'viscous']],
    [on(c.ratchet), ['tooth', 'phase']],
    [on(joint.break), ['force', 'torque', 'error', 'energy', 'laws', 'remove']],
  ];
  const fields = targets.flatMap(([target, names]) => names.map((name) => [target, name] as const));
  let refused = 0;
  fc.assert(
    fc.property(fc.constantFrom(...fields), bad, ([target, name], value) => {
      const before = world.hash();
      try {
        Reflect.set(target, name, value);
      } catch (error) {
        expect(error, `${name} = ${JSON.stringify(value)}`).toBeInstanceOf(TenonError);
        expect(world.hash(), `${name} = ${JSON.stringify(value)}`).toBe(before);
        refused++;
      }
      for (const batch of world.batches)
        for (const array of [batch.rows, batch.laws])
          expect(array.every(Number.isFinite), `${name} = ${JSON.stringify(value)}`).toBe(true);
      expect(Number.isNaN(value) && world.hash() !== before).toBe(false);
    }),
    { seed: 5, numRuns: 600 },
  );
  expect(refused).toBeGreaterThan(400);
});

test('a friction tuned down to nothing is still there to be tuned up again', () => {
  const { world, cart, slide } = slider({ solver: 'iterative' }, { velocity: [1, 0] });
  const { point } = world.joints.create('friction', { bodyB: cart, point: { friction: { viscous: 2 } } });
  slide.friction = { viscous: 2 };
  for (const law of [on(slide.friction), on(point.friction)]) {
    law.viscous = 0;
    expect([slide.friction, point.friction]).toContain(law);
    expect([law.viscous, law.maxForce]).toEqual([0, 0]);
  }
  run(world, 1);
  expect(slide.rate).toBe(1);
  point.friction = { viscous: 0 };
  on(point.friction).viscous = 3;
  on(slide.friction).viscous = 3;
  expect([slide.friction?.viscous, point.friction?.viscous]).toEqual([3, 3]);
  run(world, 3);
  expect(slide.rate).toBeLessThan(1e-3);
});

test('all laws of a break, given by name, are all laws', () => {
  const { joint, cart } = slider();
  joint.break = { force: 9 };
  cart.sleep();
  on(joint.break).laws = on(joint.break).laws;
  expect(cart.isSleeping).toBe(true);
});

test('a friction that is given what it reads keeps the source of its cap', () => {
  const { slide } = slider();
  slide.friction = { force: 3 };
  const friction = on(slide.friction);
  friction.coefficient = 0;
  expect(friction.maxForce).toBe(3);
  slide.friction = { coefficient: 0.2 };
  friction.maxForce = 0;
  expect(friction.coefficient).toBe(0.2);
});

test('only a changed value wakes', () => {
  const world = new World();
  const body = world.addBody();
  const joint = world.joints.create('wheel', {
    bodyB: body,
    suspension: { limits: [-1, 1], spring: { hertz: 2 }, friction: { force: 2 }, motor: { speed: 0, maxForce: 2 } },
    maxCorrectionSpeed: 2,
    break: { force: 9, laws: ['lock'] },
  });
  const c = joint.suspension;
  const same: readonly (() => unknown)[] = [
    () => (c.limits = [-1, 1]),
    () => (on(c.limits).upper = 1),
    () => (c.spring = { hertz: 2 }),
    () => (on(c.spring).hertz = 2),
    () => (c.friction = { force: 2 }),
    () => (c.motor = { speed: 0, maxForce: 2 }),
    () => (on(c.motor).maxForce = 2),
    () => (joint.enabled = true),
    () => (joint.localAxisA = [1, 0]),
    () => (joint.maxCorrectionSpeed = 2),
    () => (body.velocity = [0, 0]),
    () => (body.mass = 1),
    () => (body.type = 'dynamic'),
    () => (world.gravity = [0, 0]),
    () => (joint.localAnchorB = [0, 0]),
    () => (joint.break = { force: 9, laws: ['lock'] }),
    () => (on(joint.break).force = 9),
    () => (on(joint.break).error.length = null),
    () => (on(joint.break).laws = on(joint.break).laws),
    () => (on(c.friction).coefficient = 0),
    () => body.applyForce([0, 0]),
  ];
  body.sleep();
  for (const set of same) {
    set();
    expect(body.isSleeping, set.toString()).toBe(true);
  }
  const changed: readonly (() => unknown)[] = [
    () => (c.limits = [-1, 2]),
    () => (on(c.limits).upper = 3),
    () => (c.spring = { hertz: 3 }),
    () => (on(c.motor).speed = 1),
    () => (joint.enabled = false),
    () => (joint.enabled = true),
    () => (body.mass = 3),
    () => (body.velocity = [1, 0]),
    () => (world.gravity = [0, 1]),
    () => (joint.localAnchorB = [1, 0]),
    () => body.applyForce([1, 0]),
    () => body.applyImpulse([1, 0]),
    () => (c.ratchet = { tooth: 1 }),
    () => (joint.break = { force: 8, laws: ['lock'] }),
    () => (on(joint.break).force = 7),
    () => (on(joint.break).energy = 7),
    () => (on(joint.break).error = { length: 1 }),
    () => (on(joint.break).error.length = 2),
    () => (on(joint.break).laws = ['lock', 'spring']),
  ];
  for (const set of changed) {
    body.sleep();
    expect(body.isSleeping).toBe(true);
    set();
    expect(body.isSleeping, set.toString()).toBe(false);
  }
});

test('the cap that viscous friction of a point reads is set without waking', () => {
  const world = new World();
  const body = world.addBody();
  const { point } = world.joints.create('friction', { bodyB: body, point: { friction: { viscous: 2 } } });
  body.sleep();
  const before = world.hash();
  on(point.friction).maxForce = 0;
  expect([body.isSleeping, world.hash()]).toEqual([true, before]);
  on(point.friction).maxForce = 1;
  expect([body.isSleeping, on(point.friction).maxForce]).toEqual([false, 1]);
});

describe.each(SOLVERS)('with the %s solver', (solver) => {
  test('raising a coordinate moves B along the axis or turns it counter-clockwise, by motor, force and gear weight', () => {
    const { world, cart, slide } = slider({ solver });
    slide.motor = { speed: 2 };
    world.step(FRAME);
    expect(cart.velocity.x).toBeCloseTo(2, 6);
    expect(slide.motor?.force).toBeCloseTo(2 / FRAME, 3);
    expect(slide.rate).toBeCloseTo(2, 6);
    const hinge = world.joints.create('pivot', {
      bodyB: world.addBody({ inertia: 1 }),
      anchor: [0, 0],
      angle: { motor: { speed: 3 } },
    });
    world.step(FRAME);
    expect(hinge.bodyB?.angularVelocity).toBeCloseTo(3, 6);
    expect(hinge.reaction.torque).toBeCloseTo(3 / FRAME, 3);
  });

  test('a positive tooth lets a coordinate rise and keeps it from falling', () => {
    const { world, cart, slide } = slider({ solver });
    slide.ratchet = { tooth: 0.1 };
    cart.velocity = [1, 0];
    run(world, 0.5);
    expect(cart.velocity.x).toBeCloseTo(1, 9);
    cart.velocity = [-1, 0];
    run(world, 0.5);
    expect(cart.x).toBeGreaterThan(0.4 - 1e-3);
    expect(Math.abs(cart.velocity.x)).toBeLessThan(1e-3);
  });

  test('the weaker law gives way: spring < friction < motor < ratchet < limits < lock', () => {
    const order: readonly [
      name: string,
      weak: (c: ScalarCoordinate) => void,
      strong: (c: ScalarCoordinate) => void,
      speed: number,
    ][] = [
      ['spring under a motor', (c) => (c.spring = { stiffness: 1e4, target: -1 }), (c) => (c.motor = { speed: 1 }), 1],
      ['friction under a motor', (c) => (c.friction = { force: 1e4 }), (c) => (c.motor = { speed: 1 }), 1],
      [
        'spring under friction',
        (c) => (c.spring = { stiffness: 10, target: 1 }),
        (c) => (c.friction = { force: 100 }),
        0,
      ],
      ['motor under a ratchet', (c) => (c.motor = { speed: -1 }), (c) => (c.ratchet = { tooth: 0.5 }), 0],
      ['motor under limits', (c) => (c.motor = { speed: 1 }), (c) => (c.limits = [-1, 0]), 0],
      ['motor under a lock', (c) => (c.motor = { speed: 1 }), (c) => (c.lock = true), 0],
      ['limits under a lock', (c) => (c.limits = [0.5, 1]), (c) => (c.lock = { target: 0 }), 0],
    ];
    for (const [name, weak, strong, speed] of order) {
      const { world, cart, slide } = slider({ solver });
      weak(slide);
      strong(slide);
      run(world, 0.1);
      expect(cart.velocity.x, name).toBeCloseTo(speed, 2);
      expect(Math.abs(cart.x - speed * 0.1), name).toBeLessThan(0.02);
      for (const law of [slide.lock, slide.limits, slide.spring, slide.motor, slide.friction, slide.ratchet])
        expect(Math.abs(law?.force ?? 0), name).toBeLessThan(1.1e4);
    }
  });
});
