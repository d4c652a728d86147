import {
  atan,
  type Body,
  cos,
  exp,
  forces,
  type Joint,
  log,
  type ScalarCoordinate,
  sin,
  type SpringOptions,
  TenonError,
  World,
} from '@tenon/core';
import * as bare from '@tenon/core/bare';
import { inspect } from '@tenon/core/inspect';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const FRAME = 1 / 60;
const SOLVERS = ['iterative', 'direct'] as const;

function codeOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof TenonError) return error.code;
    throw error;
  }
  return 'not refused';
}

function slider(options: ConstructorParameters<typeof World>[0] = {}) {
  const world = new World({ sleeping: false, ...options });
  const cart: Body = world.addBody({ mass: 1, inertia: 1 });
  const joint = world.joints.create('prismatic', { bodyB: cart, axis: [1, 0] });
  return { world, cart, joint, slide: joint.slide };
}

type Pivot = ReturnType<typeof hinged>['joint'];

/** A weight of 2 kg that a motor and a stop hold up. */
function hinged(solver: (typeof SOLVERS)[number]) {
  const world = new World({ solver, gravity: [0, -10], sleeping: false });
  const body = world.addBody({ position: [1, 0], mass: 2, inertia: 1, angle: -0.1 });
  const joint = world.joints.create('pivot', {
    bodyB: body,
    anchor: [0, 0],
    referenceAngle: 0,
    angle: { motor: { speed: 1, maxTorque: 1 }, limits: [-0.1, null] },
  });
  return { world, body, joint };
}

function run(world: World, seconds: number): void {
  for (let i = 0; i < Math.round(seconds / FRAME); i++) world.step(FRAME);
}

function on<T>(law: T | null): T {
  if (law === null) throw new Error('the law is off');
  return law;
}

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
  expect(codeOf(() => (joint.angle.friction = { force: 1 }))).toBe('option-unknown');
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
    ['ratchet', { tooth: 1 }, 'maxTorque', 1],
    ['motor', { rate: 1 }, 'maxForce', 1],
    ['drag', {}, 'maxForce', 1],
    ['filter', {}, 'softness', { correction: 0.5 }],
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
  expect(world.joints.create('pivot', { bodyB, maxForce: 3, maxTorque: 1 }).maxForce).toBe(3);
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

test('force functions have a sine, cosine, arc tangent, exponential and logarithm of their own, from either entry', () => {
  expect([bare.sin, bare.cos, bare.atan, bare.exp, bare.log]).toEqual([sin, cos, atan, exp, log]);
  for (const x of [-3, -0.1, 0.7, 2.5]) {
    expect([sin(x), cos(x), atan(x), exp(x), log(Math.abs(x))].map((value) => value.toFixed(12))).toEqual(
      [Math.sin(x), Math.cos(x), Math.atan(x), Math.exp(x), Math.log(Math.abs(x))].map((value) => value.toFixed(12)),
    );
  }
});

test('the errors at which a joint breaks are live', () => {
  const { joint } = slider();
  joint.break = { force: 1, error: { length: 2, after: 0.5 } };
  const { error } = on(joint.break);
  error.length = 9;
  error.angle = 0.1;
  error.after = 1;
  expect(joint.break?.error).toBe(error);
  expect(joint.break?.error).toEqual({ length: 9, angle: 0.1, after: 1 });
  expect(joint.clone().break?.error).toEqual(error);
  error.length = null;
  expect(error.length).toBe(Infinity);
  expect(codeOf(() => (error.angle = -1))).toBe('param-negative');
  expect(codeOf(() => (error.after = NaN))).toBe('param-not-finite');
  expect(error.angle).toBe(0.1);
});

test('a soft stop does not bounce, however it is put together', () => {
  const { slide } = slider();
  slide.limits = { lower: 0, upper: 1, hertz: 3 };
  expect(codeOf(() => (on(slide.limits).restitution = 0.5))).toBe('option-conflict');
  slide.limits = { lower: 0, upper: 1, restitution: 0.5 };
  expect(codeOf(() => (on(slide.limits).hertz = 3))).toBe('option-conflict');
});

test('wrapped is for angles', () => {
  const { slide, joint } = slider();
  expect(codeOf(() => (slide.wrapped = true))).toBe('param-invalid');
  expect(codeOf(() => Reflect.set(joint.angle, 'wrapped', 1))).toBe('param-invalid');
  const world = new World();
  const body = world.addBody({ angle: 5 });
  const hinge = world.joints.create('pivot', { bodyB: body, referenceAngle: 0, angle: { wrapped: true } });
  expect(hinge.angle.value).toBeCloseTo(5 - 2 * Math.PI, 12);
  hinge.angle.wrapped = false;
  expect(hinge.angle.value).toBe(5);
});

test('limits of a wrapped angle are at most a turn apart', () => {
  const { joint } = slider();
  const { angle } = joint;
  angle.limits = [-4, 4];
  expect(codeOf(() => (angle.wrapped = true))).toBe('param-invalid');
  expect(angle.wrapped).toBe(false);
  angle.limits = [-Math.PI, Math.PI];
  angle.wrapped = true;
  expect(codeOf(() => (angle.limits = [-4, 4]))).toBe('param-invalid');
  expect(codeOf(() => (on(angle.limits).upper = 4))).toBe('param-invalid');
  expect(on(angle.limits).upper).toBe(Math.PI);
  angle.limits = [null, 100];
  expect(on(angle.limits).upper).toBe(100);
});

test('laws of a wrapped angle read as they were given, and the same again wakes nobody', () => {
  const world = new World();
  const body = world.addBody({ angle: 20 });
  const { angle } = world.joints.create('pivot', { bodyB: body, referenceAngle: 0 });
  angle.lock = { target: 5, maxTorque: 1 };
  angle.wrapped = true;
  angle.limits = [-3, 2];
  angle.motor = { target: -3, maxTorque: 1 };
  angle.spring = { hertz: 1, target: 4 };
  world.step(FRAME);
  body.sleep();
  on(angle.lock).target = 5;
  angle.limits = [-3, 2];
  on(angle.motor).target = -3;
  on(angle.spring).target = 4;
  expect(body.isSleeping).toBe(true);
  on(angle.motor).target = -2;
  expect(body.isSleeping).toBe(false);
  angle.wrapped = false;
  const { lock, limits, motor, spring } = angle;
  expect([lock?.target, limits?.lower, limits?.upper, motor?.target, spring?.target]).toEqual([5, -3, 2, -2, 4]);
  expect(angle.error).toBe(angle.value - 5);
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
    [on(joint.break), ['force', 'torque', 'error', 'energy', 'remove']],
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

test('a new force function in every frame does not make the world grow, and old snapshots keep theirs', () => {
  const world = new World({ sleeping: false });
  const bodyB = world.addBody({ position: [1, 0] });
  const joints = Array.from({ length: 3 }, () => world.joints.create('distance', { bodyB, length: {} }));
  const [first, ...others] = joints;
  first.length.spring = { force: () => 7, target: 1 };
  const snapshot = world.snapshot();
  for (let i = 0; i < 200; i++) for (const { length } of others) length.spring = { force: () => i, target: 1 };
  expect(world.forceTable.functions.length).toBeLessThan(20);
  expect(joints.map(({ length }) => (length.spring?.law as () => number)())).toEqual([7, 199, 199]);
  first.length.spring = null;
  for (let i = 0; i < 50; i++) for (const { length } of others) length.spring = { force: () => i, target: 1 };
  world.restore(snapshot);
  world.step(FRAME);
  expect(on(joints[0].length.spring).force).toBeCloseTo(7, 6);
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

  test('what springs store is counted and breaks, on points, too', () => {
    const world = new World({ sleeping: false, solver });
    const body = world.addBody({ position: [2, 0], mass: 1e6 });
    const joint = world.joints.create('pivot', {
      bodyB: body,
      localAnchorA: [0, 0],
      point: { lock: null, spring: { stiffness: 10 } },
    });
    expect(world.energy.potential).toBeCloseTo(20, 9);
    joint.break = { energy: 15 };
    let energy = 0;
    joint.on('broken', ({ load }) => (energy = load.energy));
    world.step(FRAME);
    expect(energy).toBeCloseTo(20, 3);
  });

  test('a force function stores the work of stretching it from its target, and breaks by it', () => {
    for (const lengthUnit of [1, 50]) {
      const world = new World({ sleeping: false, solver, lengthUnit });
      const body = world.addBody({ position: [2 * lengthUnit, 0], mass: 1e6, inertia: 1e6, angle: 0.5 });
      const cubic = (stretch: number, rate: number): number => -8 * (stretch / lengthUnit) ** 3 - 100 * rate;
      const joint = world.joints.create('distance', {
        bodyB: body,
        length: { spring: { force: cubic, target: 0.5 * lengthUnit } },
      });
      expect(world.energy.potential).toBeCloseTo(2 * 1.5 ** 4, 9);
      // Linear ones store what springs by stiffness do; compressed, too.
      joint.length.spring = { force: (stretch) => (-10 * stretch) / lengthUnit, target: 3 * lengthUnit };
      expect(world.energy.potential).toBeCloseTo(5, 9);
      const hinge = world.joints.create('pivot', {
        bodyB: body,
        anchor: [2 * lengthUnit, 0],
        referenceAngle: 0,
        angle: { spring: { force: (turn) => -4 * turn, target: 0 } },
      });
      expect(world.energy.potential).toBeCloseTo(5.5, 9);
      hinge.remove();
      joint.length.spring = { force: (stretch) => (stretch === 0 ? 0 : -1 / 0), target: 3 * lengthUnit };
      expect(world.energy.potential).toBe(0);
      joint.length.spring = { force: cubic, target: 0.5 * lengthUnit };
      joint.break = { energy: 11 };
      world.step(FRAME);
      expect(joint.world).toBe(world);
      joint.break = { energy: 10 };
      let energy = 0;
      joint.on('broken', ({ load }) => ({ energy } = load));
      world.step(FRAME);
      expect(energy).toBeCloseTo(2 * 1.5 ** 4, 3);
    }
  });

  test('a force function that throws rests, and is reported after the step', () => {
    const world = new World({ sleeping: false, solver, gravity: [0, -10] });
    const body = world.addBody({ position: [2, 0], mass: 1 });
    const other = world.addBody({ position: [5, 0], mass: 1 });
    const joint = world.joints.create('distance', {
      bodyB: body,
      length: {
        spring: {
          force: () => {
            throw new Error('mine');
          },
        },
      },
    });
    expect(() => world.step(FRAME)).toThrow('mine');
    expect(world.time).toBeCloseTo(FRAME, 12);
    expect(other.y).toBeCloseTo(-5 * FRAME * FRAME, 6);
    world.step(FRAME);
    joint.length.spring = { force: () => 3 };
    world.step(FRAME);
    expect(joint.length.spring?.force).toBeCloseTo(3, 9);
  });

  test('a shock that a lock takes up at once is in the reaction, and breaks', () => {
    const world = new World({ solver, sleeping: false });
    const [a, b, c] = [0, 5, 10].map((x) => world.addBody({ position: [x, 0], mass: 1, inertia: 1 }));
    const pivot = world.joints.create('pivot', { bodyB: a, anchor: [0, 0], angle: { lock: true } });
    const weld = world.joints.create('weld', { bodyA: a, bodyB: b, anchor: [2, 0] });
    const rod = world.joints.create('pin', { bodyB: c, localAnchorA: [9, 0] });
    run(world, 0.1);
    c.velocity = [5, 0];
    world.step(FRAME);
    expect(rod.reaction.force * FRAME).toBeCloseTo(5, 6);
    expect(rod.length.lock?.force).toBeCloseTo(-5 / FRAME, 3);
    expect(rod.impulseOn(c).x).toBeCloseTo(-5, 6);
    a.velocity = [3, 4];
    b.velocity = [3, 4];
    world.step(FRAME);
    // Of two joints in a row the iterative step leaves some for the next one.
    const left = solver === 'direct' ? 1e-5 : 1;
    expect(Math.abs(pivot.reaction.x * FRAME + 6)).toBeLessThan(left);
    expect(Math.abs(pivot.reaction.y * FRAME + 8)).toBeLessThan(left);
    expect(Math.abs(weld.reaction.x * FRAME + 3)).toBeLessThan(left);
    rod.break = { force: 100 };
    c.velocity = [5, 0];
    world.step(FRAME);
    expect(rod.world).toBe(null);
  });

  test('a joint that sleeps under load breaks when its threshold comes below', () => {
    const world = new World({ gravity: [0, -10], solver });
    const body = world.addBody({ position: [0, -1], mass: 1 });
    const joint = world.joints.create('pivot', { bodyB: body, anchor: [0, 0], break: { force: 20 } });
    run(world, 1);
    expect([body.isSleeping, joint.world, joint.reaction.force]).toEqual([true, world, expect.closeTo(10, 6)]);
    on(joint.break).force = 9;
    world.step(FRAME);
    expect(joint.world).toBe(null);
  });

  test('a spring on its way keeps its island awake, however slow it is, and sleeps under load', () => {
    for (const lengthUnit of [1, 50]) {
      const world = new World({ solver, lengthUnit });
      const bodies = [0, 1, 2].map((i) => world.addBody({ position: [i * lengthUnit, 0], mass: 1e4, inertia: 1e4 }));
      world.joints.create('distance', {
        bodyB: bodies[0],
        localAnchorA: [-lengthUnit, 0],
        length: { spring: { stiffness: 5, damping: 5, target: 0.5 * lengthUnit } },
      });
      world.joints.create('rotary-spring', { bodyB: bodies[1], stiffness: 5, restAngle: 0.5 });
      world.joints.create('drag', { bodyB: bodies[2], target: [3 * lengthUnit, 0], spring: { stiffness: 5 } });
      run(world, 1);
      expect(bodies.map(({ isSleeping }) => isSleeping)).toEqual([false, false, false]);
      const loaded = new World({ solver, lengthUnit, gravity: [0, -10 * lengthUnit] });
      const weight = loaded.addBody({ position: [0, -lengthUnit], mass: 1 });
      loaded.joints.create('damped-spring', { bodyB: weight, stiffness: 100, damping: 20 });
      run(loaded, 5);
      expect(weight.y / lengthUnit).toBeCloseTo(-1.1, 3);
      expect(weight.isSleeping).toBe(true);
    }
  });

  test('an island stays awake while an error is being closed', () => {
    for (const lengthUnit of [1, 50]) {
      const world = new World({ solver, lengthUnit });
      const far = (x: number, y = 0): Body =>
        world.addBody({ position: [x * lengthUnit, y * lengthUnit], mass: 1, inertia: lengthUnit ** 2 });
      const ends = { localAnchorA: [0, 0], localAnchorB: [0, 0] } as const;
      const pivot = world.joints.create('pivot', { ...ends, bodyB: far(3) });
      const slow = world.joints.create('pivot', { ...ends, bodyB: far(3), maxCorrectionSpeed: 0.5 });
      const half = world.joints.create('pivot', { ...ends, bodyB: far(1), softness: { correction: 0.5 } });
      const rope = world.joints.create('rope', { ...ends, bodyB: far(9), max: lengthUnit });
      const turned = world.joints.create('angle', { bodyB: far(0), min: 15, max: 16 });
      const slider = world.joints.create('prismatic', {
        ...ends,
        bodyB: far(10),
        axis: [1, 0],
        slide: { limits: [0, 2 * lengthUnit] },
      });
      run(world, 10);
      expect(on(pivot.error['point']) / lengthUnit).toBeCloseTo(0, 9);
      expect(on(slow.error['point']) / lengthUnit).toBeCloseTo(0, 9);
      expect(on(half.error['point']) / lengthUnit).toBeLessThan(0.001);
      expect(rope.length.value / lengthUnit).toBeCloseTo(1, 9);
      expect(turned.angle.value).toBeCloseTo(15, 6);
      expect(slider.slide.value / lengthUnit).toBeCloseTo(2, 9);
      run(world, 10);
      for (const joint of world.joints) expect(joint.isSleeping, joint.id).toBe(true);
      expect(on(half.error['point']) / lengthUnit).toBeLessThan(2e-5);
    }
  });

  test('an island sleeps with an error that nothing can close', () => {
    const ends = { localAnchorA: [0, 0], localAnchorB: [0, 0] } as const;
    const make: Record<string, (world: World) => void> = {
      'two places': (world) => {
        const body = world.addBody({ position: [1, 0.3], mass: 1, inertia: 1 });
        world.joints.create('pivot', { bodyB: body, localAnchorA: [0, 0], localAnchorB: [-0.4, 0] });
        world.joints.create('pivot', { bodyB: body, localAnchorA: [2, 0], localAnchorB: [0.4, 0] });
      },
      'two angles on a hinge': (world) => {
        const body = world.addBody({ position: [1, 0.3], mass: 1, inertia: 1 });
        world.joints.create('pivot', { bodyB: body, localAnchorA: [0, 0], localAnchorB: [-0.4, 0] });
        for (const angle of [1, 2]) world.joints.create('angle', { bodyB: body, min: angle, max: angle });
      },
      'a heavy load on soft locks': (world) => {
        const [light, heavy] = [1, 1000].map((mass, i) =>
          world.addBody({ position: [0, -i], mass, linearDamping: 1, inertia: mass / 10 }),
        );
        world.joints.create('pivot', { bodyB: light, anchor: [0, 1], softness: { hertz: 5 } });
        world.joints.create('pivot', {
          bodyA: light,
          bodyB: heavy,
          anchor: [0, -0.5],
          softness: { correction: 0.5 },
        });
      },
      'a lock at its cap': (world) => {
        const body = world.addBody({ position: [3, 0], mass: 1, inertia: 1, linearDamping: 2 });
        world.joints.create('pivot', { ...ends, bodyB: body, maxForce: 5 });
        world.joints.create('pin', { bodyB: body, localAnchorA: [0, -3], localAnchorB: [0, 0], length: 1 });
      },
      'no correction': (world) => {
        const body = world.addBody({ position: [3, 0], mass: 1, inertia: 1, gravityScale: 0 });
        world.joints.create('pivot', { ...ends, bodyB: body, maxCorrectionSpeed: 0 });
      },
    };
    for (const [name, build] of Object.entries(make)) {
      const world = new World({ solver, gravity: [0, -10] });
      build(world);
      run(world, 20);
      for (const joint of world.joints) expect(joint.isSleeping, name).toBe(true);
    }
  });

  test('a joint that nothing solves any longer reads 0', () => {
    const switchOff: Record<string, (joint: Pivot, body: Body) => void> = {
      disabled: (joint) => (joint.enabled = false),
      'disabled for a moment': (joint) => {
        joint.enabled = false;
        joint.enabled = true;
      },
      static: (_, body) => (body.type = 'static'),
      kinematic: (_, body) => (body.type = 'kinematic'),
      'without laws': (joint) => {
        joint.angle.motor = null;
        joint.angle.limits = null;
        joint.point.lock = null;
      },
    };
    for (const [name, change] of Object.entries(switchOff)) {
      const { world, body, joint } = hinged(solver);
      const read = (): readonly unknown[] => [
        ...Object.values(joint.reaction),
        ...Object.values(joint.impulseOn(body)),
        joint.point.force,
        joint.point.lock?.force ?? 0,
        joint.angle.force,
        joint.angle.motor?.force ?? 0,
        joint.angle.limits?.force ?? 0,
        joint.angle.limits?.active ?? 0,
        ...inspect(joint).rows.map(({ impulse }) => impulse),
      ];
      world.step(FRAME);
      expect(joint.reaction.torque, name).toBeGreaterThan(10);
      expect(joint.angle.limits?.active, name).toBe(-1);
      change(joint, body);
      const nothing = read().map(() => 0);
      expect(read().map(Number).map(Math.abs), name).toEqual(nothing);
      if (joint.enabled && name.startsWith('disabled')) continue;
      joint.break = { force: 1, torque: 1 };
      run(world, 0.1);
      expect(read().map(Number).map(Math.abs), name).toEqual(nothing);
      expect(joint.world, name).toBe(world);
    }
  });

  test('a gear that a source switches off reads 0, stores nothing and does not break', () => {
    const world = new World({ solver, sleeping: false });
    const [a, b] = [0, 2].map((x) => world.addBody({ position: [x, 0], mass: 1, inertia: 1 }));
    const hinge = world.joints.create('pivot', { bodyB: a, anchor: [0, 0] });
    const other = world.joints.create('pivot', { bodyB: b, anchor: [2, 0] });
    const gear = world.joints.create('gear', {
      terms: [
        { of: hinge.angle, weight: 1 },
        { of: other.angle, weight: 1 },
      ],
    });
    a.applyTorque(50);
    world.step(FRAME);
    expect(on(gear.sum.lock).force).toBeCloseTo(-25, 3);
    gear.sum.spring = { stiffness: 10, target: 1 };
    expect(world.energy.potential).toBeGreaterThan(4);
    gear.break = { torque: 1, energy: 1, error: { angle: 1e-9 } };
    hinge.enabled = false;
    expect([gear.sum.force, gear.reaction.torque, gear.impulseOn(b).angular, world.energy.potential]).toEqual([
      0, 0, 0, 0,
    ]);
    a.angle += 1;
    run(world, 0.1);
    expect([gear.sum.force, gear.reaction.torque, gear.world]).toEqual([0, 0, world]);
  });

  test('a sleeping joint reads the means of its last step, however long the steps of others are', () => {
    const world = new World({ solver, gravity: [0, -10] });
    const body = world.addBody({ position: [0, 0], mass: 2, inertia: 1 });
    const joint = world.joints.create('pivot', { bodyB: body, localAnchorA: [0, 1], localAnchorB: [0, 1] });
    run(world, 2);
    const read = (): readonly number[] => [
      joint.reaction.y,
      joint.point.force,
      on(joint.point.lock).force,
      joint.impulseOn(body).y,
      inspect(joint).rows[2].impulse,
    ];
    const asleep = read();
    expect(body.isSleeping).toBe(true);
    expect(asleep.slice(0, 3)).toEqual([20, 20, 20].map((force) => expect.closeTo(force, 6)));
    world.step(1 / 120);
    expect(read()).toEqual(asleep);
    const snapshot = world.snapshot({ portable: true });
    world.step(1 / 30);
    expect(read()).toEqual(asleep);
    joint.wake();
    expect(read()).toEqual(asleep);
    world.step(1 / 120);
    expect(read()[0]).toBeCloseTo(20, 6);
    expect(read()[3]).toBeCloseTo(20 / 120, 6);
    world.restore(snapshot);
    expect(read()).toEqual(asleep);
    joint.wake();
    body.sleep();
    expect(read()).toEqual(asleep);
  });

  test('a breaking joint says what its springs store, whatever it breaks by', () => {
    const world = new World({ solver, sleeping: false });
    const body = world.addBody({ position: [1.0285, 0], mass: 1e6, inertia: 1 });
    const ends = { localAnchorA: [0, 0], localAnchorB: [0, 0] } as const;
    const joint = world.joints.create('damped-spring', { ...ends, bodyB: body, restLength: 1, stiffness: 100 });
    let energy = 0;
    joint.on('breaking', ({ load }) => ({ energy } = load));
    joint.break = { force: 2 };
    world.step(FRAME);
    expect(energy).toBeCloseTo(50 * 0.0285 ** 2, 6);
  });

  test('the energy of a spring is right before the first step and after it was tuned', () => {
    for (const lengthUnit of [1, 50]) {
      const world = new World({ solver, lengthUnit, sleeping: false });
      const body = world.addBody({ position: [2 * lengthUnit, 0], mass: 1, inertia: lengthUnit ** 2 });
      const ends = { localAnchorA: [0, 0], localAnchorB: [0, 0] } as const;
      const { length } = world.joints.create('distance', { ...ends, bodyB: body, length: { lock: null } });
      const stored = (spring: SpringOptions): number => {
        length.spring = { target: lengthUnit, ...spring };
        return world.energy.potential;
      };
      const perHertz = 2 * Math.PI ** 2;
      expect(stored({ hertz: 1 })).toBeCloseTo(perHertz, 9);
      world.step(1e-9);
      expect(world.energy.potential).toBeCloseTo(perHertz, 6);
      on(length.spring).hertz = 2;
      expect(world.energy.potential).toBeCloseTo(4 * perHertz, 6);
      body.mass = 3;
      expect(world.energy.potential).toBeCloseTo(12 * perHertz, 5);
      expect(stored({ compliance: 0.1 })).toBeCloseTo(5, 6);
      expect(stored({ stiffness: 10 })).toBeCloseTo(5, 6);
      length.spring = null;
      const { point } = world.joints.create('pivot', {
        ...ends,
        bodyB: body,
        point: { lock: null, spring: { hertz: 1 } },
      });
      expect(world.energy.potential).toBeCloseTo(12 * perHertz, 5);
      on(point.spring).hertz = 2;
      expect(world.energy.potential).toBeCloseTo(48 * perHertz, 5);
      world.step(1e-9);
      expect(world.energy.potential).toBeCloseTo(48 * perHertz, 4);
    }
  });

  test('a force function is not blamed for a speed that overflows', () => {
    const world = new World({ sleeping: false, solver });
    const body = world.addBody({ position: [1, 0], mass: 1 });
    const joint = world.joints.create('distance', {
      bodyB: body,
      length: { spring: { force: (stretch, rate) => -10 * stretch - rate, target: 0.5 } },
    });
    for (let i = 0; i < 3; i++) body.applyImpulse([1e308, 0]);
    world.step(FRAME);
    for (const number of [body.x, body.y, body.velocity.x, joint.length.value, joint.reaction.x])
      expect(number).toSatisfy(Number.isFinite);
    body.position = [1, 0];
    body.velocity = [0, 0];
    world.step(FRAME);
    // The mean of 5 N at the start and what is left of it after 1/60 s: x, v of the damped spring of 10 N/m, 1 N s/m.
    const [x, v] = [0.5 - 5 / 7200, -5 / 60];
    expect(joint.length.spring?.force).toBeCloseTo((-5 - 10 * x - v) / 2, 2);
  });

  test('an error breaks a joint once it has lasted', () => {
    const world = new World({ sleeping: false, solver });
    const body = world.addBody({ position: [1, 0] });
    const joint = world.joints.create('pivot', {
      bodyB: body,
      localAnchorA: [0, 0],
      maxForce: 0.001,
      break: { error: { length: 0.5, after: 0.1 } },
    });
    let steps = 0;
    while (joint.world !== null && steps < 60) {
      world.step(FRAME);
      steps++;
    }
    expect(steps).toBeGreaterThanOrEqual(6);
    expect(steps).toBeLessThanOrEqual(8);
  });

  test('only the laws that count break', () => {
    const { world, slide, joint } = slider({ solver, gravity: [0, -10] });
    slide.motor = { speed: 5, maxForce: 100 };
    joint.break = { force: 50, laws: ['lock'] };
    run(world, 0.1);
    expect(joint.world).toBe(world);
    joint.break = { force: 5, laws: ['lock'], remove: false };
    let broken: Joint | null = null;
    world.on('broken', (event) => (broken = event.joint));
    world.step(FRAME);
    expect([broken === joint, joint.enabled, joint.world]).toEqual([true, false, world]);
  });
});
