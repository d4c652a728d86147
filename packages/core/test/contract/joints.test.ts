import { type Body, type Joint, path, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../code-of';
import { SOLVERS } from '../rigs';

const FRAME = 1 / 60;

/** A is the world or a body; B beside it. */
function pair(options: ConstructorParameters<typeof World>[0] = {}): { world: World; a: Body; b: Body } {
  const world = new World({ sleeping: false, ...options });
  return {
    world,
    a: world.addBody({ position: [0, 0], mass: 2, inertia: 1 }),
    b: world.addBody({ position: [3, 1], angle: 0.4, mass: 1, inertia: 0.5 }),
  };
}

const NAMES: readonly [name: string, options: object][] = [
  ['pivot', { anchor: [1, 1] }],
  ['revolute', { anchor: [1, 1] }],
  ['hinge', { anchor: [1, 1] }],
  ['weld', { anchor: [1, 1] }],
  ['distance', { length: { spring: { hertz: 2 } } }],
  ['angle', { min: -1, max: 1 }],
  ['motor', { rate: 2, maxTorque: 3 }],
  ['line', { axis: [1, 1], anchor: [3, 1] }],
  ['prismatic', { axis: [1, 1], anchor: [3, 1] }],
  ['slider', { axis: [1, 1], anchor: [3, 1] }],
  ['wheel', { axis: [0, 1], anchor: [3, 1] }],
  ['pulley', { ratio: 2, max: 9 }],
  ['pin', {}],
  ['slide', { min: 1, max: 3.3 }],
  ['groove', { grooveA: [2, 1], grooveB: [5, 1] }],
  ['damped-spring', { stiffness: 10, damping: 1, restLength: 2 }],
  ['rotary-spring', { stiffness: 10, damping: 1, restAngle: 1 }],
  ['rotary-limit', { min: -1, max: 1 }],
  ['ratchet', { tooth: 0.5 }],
  ['gear', { ratio: 3 }],
  ['rope', { max: 3 }],
  ['drag', { target: [5, 5] }],
  ['pose', {}],
  ['friction', { maxForce: 2, maxTorque: 1 }],
  [
    'path',
    {
      path: path([
        [2, 1],
        [4, 1],
        [6, 3],
      ]),
    },
  ],
  ['filter', {}],
];

function make(world: World, name: string, options: object): Joint {
  return world.joints.createNamed(name, options);
}

describe.each(NAMES)('%s', (name, given) => {
  test('is created between two bodies with a record, a measured value and zero read-outs', () => {
    const { world, a, b } = pair();
    const joint = make(world, name, { bodyA: a, bodyB: b, ...given });
    expect(joint.reaction).toEqual({ x: 0, y: 0, torque: 0, force: 0, peakForce: 0, peakTorque: 0 });
    expect([joint.enabled, joint.collideConnected, joint.world, joint.bodyA, joint.bodyB]).toEqual([
      true,
      false,
      world,
      a,
      b,
    ]);
    for (const c of joint.coordinates) {
      expect(Number.isFinite(c.value)).toBe(true);
      expect(c.force).toBe(0);
      expect(Reflect.get(joint, c.name)).toBe(c);
    }
    expect(joint.impulseOn(b)).toEqual({ x: 0, y: 0, angular: 0 });
  });

  test('refuses a misspelt option, an undefined body and a body twice', () => {
    const { world, a, b } = pair();
    const before = world.hash();
    expect(codeOf(() => make(world, name, { bodyA: a, bodyB: b, ...given, enabld: true }))).toBe('option-unknown');
    expect(codeOf(() => make(world, name, { ...given, bodyA: undefined, bodyB: b }))).toBe('option-missing');
    expect(codeOf(() => make(world, name, { ...given, bodyA: a, bodyB: new World().addBody() }))).toBe('other-world');
    expect(codeOf(() => make(world, name, { ...given, bodyA: a, bodyB: {} }))).toBe('param-invalid');
    if (name !== 'pulley') expect(codeOf(() => make(world, name, { ...given, bodyA: a, bodyB: a }))).toBe('same-body');
    expect(codeOf(() => make(world, name, { ...given }))).toBe('same-body');
    expect(codeOf(() => make(world, name, { ...given, bodyA: a, bodyB: b, maxForce: NaN }))).toMatch(
      /^param-|^option-unknown$/,
    );
    expect(codeOf(() => make(world, name, { ...given, bodyA: a, bodyB: b, break: { force: NaN } }))).toMatch(/^param-/);
    expect(codeOf(() => make(world, name, { ...given, bodyA: a, bodyB: b, solver: 'both' }))).toMatch(/^param-/);
    expect(world.hash()).toBe(before);
  });

  test('may be removed twice; every other use after that is refused', () => {
    const { world, a, b } = pair();
    const joint = make(world, name, { bodyA: a, bodyB: b, ...given });
    const { coordinates } = joint;
    joint.remove();
    joint.remove();
    expect(joint.world).toBe(null);
    const calls: readonly (() => unknown)[] = [
      () => joint.enabled,
      () => (joint.enabled = false),
      () => joint.collideConnected,
      () => (joint.collideConnected = true),
      () => joint.softness,
      () => (joint.softness = null),
      () => joint.maxForce,
      () => (joint.maxForce = 1),
      () => joint.maxTorque,
      () => (joint.maxTorque = 1),
      () => joint.maxCorrectionSpeed,
      () => joint.solver,
      () => (joint.solver = 'direct'),
      () => joint.error,
      () => joint.reaction,
      () => joint.impulseOn(b),
      () => joint.isSlack,
      () => joint.isSleeping,
      () => joint.wake(),
      () => joint.clone(),
      () => joint.on('limit', () => undefined),
      () => joint.off('limit', () => undefined),
      () => joint.break,
      () => (joint.break = { force: 1 }),
      () => joint.coordinates,
      ...coordinates.map(
        ({ name: coordinate }) =>
          () =>
            Reflect.get(joint, coordinate) as unknown,
      ),
      ...coordinates.map((c) => () => c.value),
      ...coordinates.map((c) => () => (c.lock = true)),
      ...coordinates.map((c) => () => c.spring),
    ];
    for (const call of calls) expect(codeOf(call), call.toString()).toBe('joint-removed');
  });

  test('acts on its bodies with impulses that cancel, and so do their moments', () => {
    for (const solver of SOLVERS) {
      const { world, a, b } = pair({ gravity: [1, -9.81], solver });
      const joint = make(world, name, { bodyA: a, bodyB: b, ...given });
      for (const c of joint.coordinates)
        if ('motor' in c && c.motor === null && c.lock === null && c.limits === null)
          c.motor = c.unit === 'angle' ? { speed: 1, maxTorque: 4 } : { speed: 1, maxForce: 4 };
      for (let i = 0; i < 20; i++) world.step(FRAME);
      const momentum = (): number[] => {
        let [x, y, angular] = [0, 0, 0];
        for (const body of [a, b]) {
          x += body.mass * body.velocity.x;
          y += body.mass * body.velocity.y;
          angular +=
            body.inertia * body.angularVelocity + body.mass * (body.x * body.velocity.y - body.y * body.velocity.x);
        }
        return [x, y, angular];
      };
      const [x0, y0] = momentum();
      const before = { x: b.velocity.x, y: b.velocity.y, angular: b.angularVelocity };
      world.step(FRAME);
      const [x1, y1] = momentum();
      // A pulley without C and D pulls at the world as well.
      if (name !== 'pulley') {
        expect(x1 - x0).toBeCloseTo(3 * FRAME, 6);
        expect(y1 - y0).toBeCloseTo(-9.81 * 3 * FRAME, 6);
      }
      const onB = joint.impulseOn(b);
      expect(b.mass * (b.velocity.x - before.x)).toBeCloseTo(onB.x + FRAME, 4);
      expect(b.mass * (b.velocity.y - before.y)).toBeCloseTo(onB.y - 9.81 * FRAME, 4);
      // At the arms of the end of the step, which is a hundredth off where a body turns fast.
      expect(Math.abs(b.inertia * (b.angularVelocity - before.angular) - onB.angular)).toBeLessThan(
        0.02 * (1 + Math.abs(onB.angular)),
      );
      if (name !== 'gear' && name !== 'pulley') {
        const { reaction } = joint;
        expect(reaction.x * FRAME).toBeCloseTo(onB.x, 9);
        expect(reaction.y * FRAME).toBeCloseTo(onB.y, 9);
      }
      const onA = joint.impulseOn(a);
      expect(onA.x + onB.x).toBeCloseTo(0, 9);
      expect(onA.y + onB.y).toBeCloseTo(0, 9);
      const { peakForce, force, peakTorque, torque } = joint.reaction;
      expect(peakForce).toBeGreaterThanOrEqual(force * (1 - 1e-6) - 1e-9);
      expect(peakTorque).toBeGreaterThanOrEqual(Math.abs(torque) * (1 - 1e-6) - 1e-9);
    }
  });

  test('is cloned with the same options under a new id', () => {
    const { world, a, b } = pair();
    const joint = make(world, name, { bodyA: a, bodyB: b, ...given });
    const copy = joint.clone({ collideConnected: true });
    expect(copy.id).not.toBe(joint.id);
    expect([copy.type, copy.bodyA, copy.bodyB, copy.collideConnected]).toEqual([joint.type, a, b, true]);
    joint.coordinates.forEach((c, i) => expect(copy.coordinates[i].value).toBeCloseTo(c.value, 12));
  });
});

test('a clone takes single laws of a coordinate anew, and other options whole', () => {
  const world = new World();
  const bodyB = world.addBody();
  const joint = world.joints.create('pivot', {
    bodyB,
    angle: { limits: [-1, 1], motor: { speed: 2 } },
    break: { torque: 10 },
    debug: { color: '#fff' },
  });
  const copy = joint.clone({ angle: { motor: { speed: 3 } }, break: { force: 5 }, debug: { label: 'copy' } });
  expect([copy.angle.limits?.upper, copy.angle.motor?.speed]).toEqual([1, 3]);
  expect([copy.break?.force, copy.break?.torque]).toEqual([5, Infinity]);
  expect([copy.debug.color, copy.debug.label]).toEqual([null, 'copy']);
  const drag = world.joints.create('drag', { bodyB, weights: 3 }).clone({ target: [3, 4] });
  expect([...drag.target]).toEqual([3, 4]);
  expect(drag.point.spring?.maxForce).toBeCloseTo(3 * 9.81, 9);
});

describe('a frame that a joint takes at no creation is refused later, too', () => {
  const FRAMES = { localAnchorA: [1, 2], localAnchorB: [1, 2], localAxisA: [1, 0], referenceAngle: 1 };

  test.each(NAMES)('%s', (name, options) => {
    const { world, a: bodyA, b: bodyB } = pair();
    const joint = world.joints.createNamed(name, { bodyA, bodyB, ...options });
    for (const [key, value] of Object.entries(FRAMES)) {
      const isTaken = codeOf(() => world.joints.createNamed(name, { bodyA, bodyB, [key]: value })) !== 'option-unknown';
      if (isTaken) continue;
      const before = world.hash();
      expect(codeOf(() => Reflect.set(joint, key, value))).toBe('option-unknown');
      expect(Reflect.get(joint, key)).toBe(undefined);
      expect(world.hash()).toBe(before);
    }
  });
});
