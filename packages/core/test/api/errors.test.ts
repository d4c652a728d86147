import { readFileSync } from 'node:fs';
import { type Body, box, builtInJoints, defineJoint, path, polygon, TenonError, World } from '@tenon/core';
import { inspect } from '@tenon/core/inspect';
import { loadScene, saveScene } from '@tenon/core/scene';
import { viewJoint, viewWorld } from '@tenon/core/view';
import { describe, expect, test } from 'vitest';
import { refusal } from '../code-of';

const read = (place: string): string => readFileSync(new URL(place, import.meta.url), 'utf8');

test('docs/errors.md lists every code, and no other', () => {
  const codes = [...read('../../src/base/error.ts').matchAll(/^ {2}\| '([a-z-]+)'/gm)].map(([, code]) => code);
  const listed = [...read('../../../../docs/errors.md').matchAll(/^\| `([a-z-]+)`/gm)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(20);
  expect(listed).toEqual(codes);
});

test('every path in ARCHITECTURE.md exists', () => {
  const paths = [...read('../../../../ARCHITECTURE.md').matchAll(/`(packages\/[\w./-]+)`/g)].map(([, path]) => path);
  expect(paths.length).toBeGreaterThan(15);
  for (const path of paths)
    expect(() => readFileSync(new URL(`../../../../${path}`, import.meta.url)), path).not.toThrow(/ENOENT/);
});

describe('a refusal helps', () => {
  const world = new World();
  const bodyB = world.addBody({ position: [3, 4] });
  const create = (name: string, options: object): string => {
    try {
      world.joints.create(name as 'pivot', { bodyB, ...options });
    } catch (error) {
      if (error instanceof TenonError) return `${error.code}: ${error.message}`;
      throw error;
    }
    return 'not refused';
  };

  test.each([
    ['hinges', {}, "type-unknown: joints.create does not know 'hinges'. Did you mean 'hinge'?"],
    ['Pivot', {}, "type-unknown: joints.create does not know 'Pivot'. Did you mean 'pivot'?"],
    ['pivot', { anchr: [0, 0] }, "option-unknown: PivotJoint.anchr is no option. Did you mean 'anchor'?"],
    ['pivot', { anchorB: [0, 0] }, "option-unknown: PivotJoint.anchorB is no option. Did you mean 'localAnchorB'?"],
    [
      'pivot',
      { localAnchor: [0, 0] },
      "option-unknown: PivotJoint.localAnchor is no option. Did you mean 'localAnchorA'?",
    ],
    ['line', { localaxisA: [1, 0] }, "option-unknown: LineJoint.localaxisA is no option. Did you mean 'localAxisA'?"],
    ['pivot', { bodya: null }, "option-unknown: PivotJoint.bodya is no option. Did you mean 'bodyA'?"],
    [
      'pivot',
      { angle: { limit: [0, 1] } },
      "option-unknown: PivotJoint.angle.limit is no option. Did you mean 'limits'?",
    ],
  ])('%s %o: by the nearest name', (name, options, message) => expect(create(name, options)).toBe(message));

  test('far from every name it lists what there is', () => {
    expect(create('spaceship', {})).toContain(`There are ${Object.keys(builtInJoints).join(', ')}`);
    expect(create('weld', { colour: 1 })).toMatch(/^option-unknown: WeldJoint.colour is no option. There are id, /);
  });

  test.each([
    ['pivot', 'limits', 'angle: { limits }'],
    ['pivot', 'lock', 'angle: { lock }'],
    ['wheel', 'motor', 'suspension: { motor } or spin: { motor }'],
    ['weld', 'spring', 'angle: { spring } or point: { spring }'],
    ['weld', 'motor', 'angle: { motor }'],
  ])('%s %s: by the coordinate that takes the law', (name, law, home) => {
    const label = builtInJoints[name as 'pivot'].label;
    expect(create(name, { [law]: {} })).toBe(`option-unknown: ${label}.${law} is no option. It belongs in ${home}`);
  });

  test('addBody: what is of the surface, by collides', () => {
    const message = 'addBody.restitution is no option. It belongs in collides: { restitution }';
    expect(() => world.addBody({ restitution: 0.5 } as object)).toThrow(message);
  });

  test('where no coordinate takes the law it lists what there is', () => {
    expect(create('drag', { motor: {} })).toMatch('DragJoint.motor is no option. There are ');
  });

  test.each([
    ['rope', { max: 5, length: 50 }, 'param-invalid: RopeJoint.length must be an object of options: lock, limits, '],
    ['rope', { max: -5 }, 'param-negative: RopeJoint.length.limits.upper must '],
    ['pivot', { maxTorque: 5 }, 'no-such-law: PivotJoint.maxTorque must have a lock with a maxTorque to act on, '],
    ['angle', { maxForce: 5 }, 'no-such-law: AngleJoint.maxForce must have a lock with a maxForce to act on, '],
    ['pin', { anhcor: [0, 0] }, "option-unknown: PinJoint.anhcor is no option. Did you mean 'anchor'?"],
    [
      'damped-spring',
      { hertz: 1, restlength: 2 },
      "DampedSpringJoint.restlength is no option. Did you mean 'restLength'?",
    ],
    ['groove', { grooveA: [0, 0], grooveC: [1, 0] }, "GrooveJoint.grooveC is no option. Did you mean 'grooveA'?"],
    ['rope', { maxLength: 2 }, 'option-unknown: RopeJoint.maxLength is no option. There are id, '],
    [
      'rotary-spring',
      { frequency: 2 },
      'restAngle, hertz, dampingRatio, effectiveMass, stiffness, damping, compliance, ',
    ],
    ['ratchet', { teeth: 12 }, "RatchetJoint.teeth is no option. Did you mean 'tooth'?"],
    ['groove', { grooveA: [0, 0] }, 'option-missing: GrooveJoint.grooveB must be given'],
    ['groove', { grooveB: [0, 0] }, 'option-missing: GrooveJoint.grooveA must be given'],
    [
      'groove',
      { grooveA: [0, 0], grooveB: [1, 0], anchor: [0, 0] },
      'option-conflict: GrooveJoint.anchor must be left out beside grooveA and grooveB, got ',
    ],
    [
      'groove',
      { grooveA: [0, 0], grooveB: [1, 0], axis: [0, 1] },
      'option-conflict: GrooveJoint.axis must be left out beside grooveA and grooveB, got ',
    ],
    ['ratchet', {}, 'option-missing: RatchetJoint.angle.ratchet.tooth must be given'],
    [
      'rope',
      { bodyA: undefined, max: 1 },
      'option-missing: RopeJoint.bodyA must be given, or be left out, got undefined',
    ],
  ])('%s %o: in the name of the preset', (name, options, message) => expect(create(name, options)).toContain(message));

  test('a joint without any body says that both are the world', () => {
    expect(create('pivot', { bodyB: null })).toBe(
      'same-body: PivotJoint.bodyB must be a body unless bodyA is one: left out, both are the world, got null',
    );
  });

  test('nor does a gear or a pulley without any', () => {
    expect(create('gear', { bodyB: null })).toBe(
      'same-body: GearJoint.terms must be given, or bodyA or bodyB: left out, both are the world, got undefined',
    );
    expect(create('pulley', { bodyB: null })).toContain('PulleyJoint.bodyA must be a body unless another one is');
  });

  test('a scene says which field was probably meant', () => {
    const load = (scene: object) => () => loadScene({ schema: 'tenon-scene/1', bodies: [], joints: [], ...scene });
    expect(load({ gravty: [0, 0] })).toThrow("\n  gravty is no field. Did you mean 'gravity'?");
    expect(load({ bodies: [{ id: 'a', positon: [0, 0] }] })).toThrow(
      "\n  bodies[0].positon is no field. Did you mean 'position'?",
    );
    expect(load({ joints: [{ type: 'pivot', bodyB: 'a', spaceship: 1 }] })).toThrow('There are type, id, ');
  });

  test.each([
    ['slide', 'length', 'SlideJoint.max must be given, or min'],
    ['rotary-limit', 'angle', 'RotaryLimitJoint.max must be given, or min'],
  ])('a %s that would hold nothing is refused, unless its %s has laws of its own', (name, coordinate, message) => {
    expect(create(name, {})).toBe(`option-missing: ${message}, got undefined`);
    for (const options of [{ min: 0 }, { max: 1 }, { max: null }, { [coordinate]: {} }])
      expect(create(name, options)).toBe('not refused');
  });

  test('a rope that would hold nothing is refused', () => {
    expect(create('rope', { length: 50 })).toBe('option-missing: RopeJoint.max must be given, got undefined');
    expect(create('rope', { length: { spring: { hertz: 1 } } })).toBe('not refused');
    expect(create('rope', { max: null })).toBe('not refused');
  });
});

describe('null and undefined stand for nothing but what they say', () => {
  const world = new World();
  const bodyB = world.addBody({ position: [3, 4] });
  const hinge = world.joints.create('pivot', { bodyB, maxForce: 5 });
  const { angle, point } = hinge;

  test.each([
    ['angle', 'limits', { lower: 0, restitution: null }, 'angle.limits.restitution'],
    ['angle', 'limits', { lower: 0, hertz: 2, dampingRatio: null }, 'angle.limits.dampingRatio'],
    ['angle', 'limits', [0, undefined], 'angle.limits.upper'],
    ['angle', 'limits', [undefined, 0], 'angle.limits.lower'],
    ['angle', 'spring', { hertz: 2, dampingRatio: null }, 'angle.spring.dampingRatio'],
    ['angle', 'spring', { stiffness: 2, damping: null }, 'angle.spring.damping'],
    ['angle', 'friction', { viscous: null }, 'angle.friction.viscous'],
    ['angle', 'ratchet', { tooth: 1, phase: null }, 'angle.ratchet.phase'],
    ['angle', 'lock', { softness: { hertz: 2, dampingRatio: null } }, 'angle.lock.softness.dampingRatio'],
    ['point', 'spring', { hertz: 2, dampingRatio: null }, 'point.spring.dampingRatio'],
    ['point', 'spring', { compliance: 2, damping: null }, 'point.spring.damping'],
    ['point', 'friction', { viscous: null }, 'point.friction.viscous'],
  ])('%s: { %s: %o }', (coordinate, law, options, place) =>
    expect(refusal(() => Object.assign(coordinate === 'angle' ? angle : point, { [law]: options }))).toBe(
      `param-not-finite PivotJoint.${place}`,
    ),
  );

  test.each([
    ['break', { error: { after: null } }, 'PivotJoint.break.error.after'],
    ['break', { error: null }, 'PivotJoint.break.error'],
  ])('joint.%s = %o', (name, value, place) =>
    expect(refusal(() => Object.assign(hinge, { [name]: value }))).toContain(place),
  );

  const points: readonly (readonly [number, number])[] = [];
  test.each<[make: (world: World, bodyB: Body) => unknown, place: string]>([
    [(w, bodyB) => w.joints.create('pivot', { bodyB, anchor: points[7] }), 'PivotJoint.anchor'],
    [(w, bodyB) => w.joints.create('pin', { bodyB, localAnchorA: points[7], length: 2 }), 'PinJoint.localAnchorA'],
    [(w, bodyB) => w.joints.create('prismatic', { bodyB, axis: points[7] }), 'PrismaticJoint.axis'],
    [(w, bodyB) => w.joints.create('line', { bodyB, localAxisA: points[7] }), 'LineJoint.localAxisA'],
    [(w, bodyB) => w.joints.createNamed('weld', { bodyB, referenceAngle: undefined }), 'WeldJoint.referenceAngle'],
    [(w, bodyB) => w.joints.create('drag', { bodyB, target: points[7] }), 'DragJoint.target'],
    [(w, bodyB) => w.joints.createNamed('rope', { bodyB, max: undefined }), 'RopeJoint.max'],
    [
      (w, bodyB) => w.joints.createNamed('pivot', { bodyB, angle: { motor: { target: undefined, maxTorque: 1 } } }),
      'PivotJoint.angle.motor.target',
    ],
    [
      (w, bodyB) => w.joints.createNamed('distance', { bodyB, length: { spring: { hertz: 2, target: undefined } } }),
      'DistanceJoint.length.spring.target',
    ],
    [(w) => w.addBody({ position: points[7] }), 'addBody.position'],
    [(w) => w.addBody({ type: 'kinematic' }).moveTo({ position: points[7] }), 'moveTo.position'],
    [() => new World({ gravity: points[7] }), 'World.gravity'],
  ])('a key that is there and undefined, as an index past the end is, is refused: %s', (make, place) => {
    const world = new World();
    const body = world.addBody({ position: [50, 0] });
    expect(refusal(() => make(world, body))).toBe(`option-missing ${place}`);
    expect(world.joints.size).toBe(0);
    expect(world.addBody({ userData: undefined }).userData).toBe(undefined);
  });

  test('a property that is set to undefined is no cap, mass or threshold that is taken away', () => {
    hinge.break = { force: 5 };
    angle.motor = { speed: 1, maxTorque: 3 };
    angle.spring = { hertz: 2, dampingRatio: 0.5 };
    point.spring = { stiffness: 2, damping: 0.5 };
    const missing = (object: object, name: string, value?: unknown) =>
      refusal(() => Object.assign(object, { [name]: value }));
    expect(missing(bodyB, 'mass')).toBe('param-not-finite Body.mass');
    expect(missing(bodyB, 'inertia')).toBe('param-not-finite Body.inertia');
    expect(missing(hinge, 'maxForce')).toBe('param-not-finite PivotJoint.maxForce');
    expect(missing(hinge, 'softness')).toBe('param-invalid PivotJoint.softness');
    expect(missing(angle.motor ?? {}, 'maxTorque')).toBe('param-not-finite PivotJoint.angle.motor.maxTorque');
    expect(missing(hinge.break ?? {}, 'force')).toBe('param-not-finite PivotJoint.break.force');
    expect(missing(hinge.break ?? {}, 'laws')).toBe('param-invalid PivotJoint.break.laws');
    for (const value of [undefined, null]) {
      for (const field of ['hertz', 'dampingRatio'])
        expect(missing(angle.spring ?? {}, field, value)).toBe(`param-not-finite PivotJoint.angle.spring.${field}`);
      for (const field of ['stiffness', 'damping'])
        expect(missing(point.spring ?? {}, field, value)).toBe(`param-not-finite PivotJoint.point.spring.${field}`);
    }
    expect([bodyB.mass, hinge.maxForce, angle.motor?.maxTorque, hinge.break?.force]).toEqual([1, 5, 3, 5]);
    expect([angle.spring?.hertz, angle.spring?.dampingRatio]).toEqual([2, 0.5]);
    expect([point.spring?.stiffness, point.spring?.damping]).toEqual([2, 0.5]);
  });
});

test.each([
  [{ stiffness: 1, dampingRatio: 0.5 }, 'dampingRatio'],
  [{ hertz: 1, damping: 0.5 }, 'damping'],
  [{ compliance: 1, dampingRatio: 0.5 }, 'dampingRatio'],
  [{ hertz: 1, slope: () => [0, 0] }, 'slope'],
  [{ force: () => 0, damping: 0.5 }, 'damping'],
])('a spring %o is refused rather than that its %s be lost', (spring, field) => {
  const world = new World();
  const { angle } = world.joints.create('pivot', { bodyB: world.addBody() });
  expect(refusal(() => Object.assign(angle, { spring }))).toBe(`option-conflict PivotJoint.angle.spring.${field}`);
  expect(angle.spring).toBe(null);
});

describe('what a type reads before it makes a joint is refused by its own name', () => {
  const world = new World();
  const bodyB = world.addBody({ position: [3, 4] });
  const route = path([
    [0, 0],
    [9, 0],
  ]);

  test.each([
    ['drag', { spring: null }, 'param-invalid DragJoint.spring'],
    ['drag', { spring: 5 }, 'param-invalid DragJoint.spring'],
    ['drag', { spring: { damping: 3 } }, 'option-conflict DragJoint.point.spring.damping'],
    ['drag', { anchor: [NaN, 0] }, 'param-not-finite DragJoint.anchor'],
    ['drag', { localAnchorB: null }, 'param-not-finite DragJoint.localAnchorB'],
    ['drag', { target: null }, 'param-not-finite DragJoint.target'],
    ['drag', { weights: null }, 'param-not-finite DragJoint.weights'],
    ['pose', { localAnchorB: 1 }, 'param-not-finite PoseJoint.localAnchorB'],
    ['pose', { localAnchorA: null }, 'param-not-finite PoseJoint.localAnchorA'],
    ['pose', { hertz: null }, 'param-not-finite PoseJoint.angle.spring.hertz'],
    ['motor', { rate: null }, 'param-not-finite MotorJoint.angle.motor.speed'],
    ['motor', { angle: [] }, 'param-invalid MotorJoint.angle'],
    ['pulley', { localAnchorC: null }, 'param-not-finite PulleyJoint.localAnchorC'],
    ['pulley', { ratio: null }, 'param-not-finite PulleyJoint.ratio'],
    ['path', { path: undefined }, 'option-missing PathJoint.path'],
    ['path', { path: null }, 'param-invalid PathJoint.path'],
    ['path', { path: [[0, 0], [9, 0]] }, 'param-invalid PathJoint.path'], // prettier-ignore
    ['gear', { bodyB: undefined }, 'option-missing GearJoint.bodyB'],
    ['path', { path: route, travel: null }, 'param-invalid PathJoint.travel'],
    ['path', { path: route, travel: 5 }, 'param-invalid PathJoint.travel'],
    ['path', { path: route, anchor: [NaN, 0] }, 'param-not-finite PathJoint.anchor'],
  ])('%s %o', (name, options, expected) =>
    expect(refusal(() => world.joints.createNamed(name, { bodyB, ...options }))).toBe(expected),
  );

  test.each([[null], [[]], [5]])('a clone with %o', (overrides) => {
    const drag = world.joints.create('drag', { bodyB });
    const clone = (given: unknown) => drag.clone(given as Record<string, unknown>);
    expect(refusal(() => clone(overrides))).toBe('param-invalid DragJoint.clone');
    expect(clone({ enabled: false }).enabled).toBe(false);
  });

  test('a drag that is led to no point says so', () => {
    const drag = world.joints.create('drag', { bodyB });
    expect(refusal(() => (drag.target = [NaN, 0]))).toBe('param-not-finite DragJoint.target');
  });
});

describe('a handle where options belong is called what it is', () => {
  const world = new World();
  const bodyB = world.addBody({ position: [3, 4] });
  const { angle } = world.joints.create('pivot', { bodyB, angle: { limits: [0, 1], motor: { speed: 1 } } });
  const gear = (...terms: unknown[]) => world.joints.createNamed('gear', { terms });

  test.each([
    ['a body among terms', () => gear(bodyB), "GearJoint.terms[0] must be an object of options: of, weight, got 'b1'"],
    [
      'a coordinate among terms',
      () => gear(angle),
      'GearJoint.terms[0] must be an object of options: of, weight, got ',
    ],
    [
      'the motor of another joint',
      () => Object.assign(angle, { spring: angle.motor }),
      'PivotJoint.angle.spring must be an object of options: ',
    ],
  ])('%s', (_, call, message) => {
    expect(call).toThrow(message);
    expect(refusal(call)).toContain('param-invalid');
  });

  test('a term without a weight lacks it', () =>
    expect(refusal(() => gear({ of: bodyB }))).toBe('option-missing GearJoint.terms[0].weight'));
});

describe('what is no world, joint, type or listener is refused where it is given', () => {
  const world = new World();
  const joint = world.joints.create('pivot', { bodyB: world.addBody() });
  const untyped = (value: unknown) => value as never;

  test.each([undefined, null, {}, 5])('%o', (value) => {
    expect(refusal(() => saveScene(untyped(value)))).toBe('param-invalid saveScene.world');
    expect(refusal(() => inspect(untyped(value)))).toBe('param-invalid inspect.of');
    expect(refusal(() => viewJoint(untyped(value)))).toBe('param-invalid viewJoint.joint');
    expect(refusal(() => viewWorld(untyped(value), () => {}))).toBe('param-invalid viewWorld.world');
    expect(refusal(() => viewWorld(world, untyped(value)))).toBe('param-invalid viewWorld.visit');
    expect(refusal(() => world.joints.register(untyped(value)))).toBe('param-invalid joints.register.type');
    expect(refusal(() => world.off('broken', untyped(value)))).toBe('param-invalid World.off.listener');
    expect(refusal(() => joint.off('broken', untyped(value)))).toBe('param-invalid Joint.off.listener');
  });

  test.each([undefined, null, 5, 'x', {}])(
    '%o as points of a polygon, types of a scene, a view or a definition',
    (value) => {
      expect(refusal(() => polygon(untyped(value)))).toBe('param-invalid polygon.vertices');
      expect(refusal(() => defineJoint(untyped(value)))).toBe('param-invalid defineJoint');
      if (value === undefined) return;
      expect(refusal(() => loadScene('', { types: untyped(value) }))).toBe('param-invalid loadScene.types');
      expect(refusal(() => viewJoint(joint, untyped(value)))).toBe('param-invalid viewJoint.out');
    },
  );

  test('a list that holds itself is quoted as far as it can be read', () => {
    const endless: unknown[] = [1];
    endless.push(endless);
    expect(() => world.addBody(untyped({ mass: endless }))).toThrow('got [1, [1, [1, …]]]');
  });

  test('options of functions', () => {
    const scene = { schema: 'tenon-scene/1', bodies: [], joints: [] } as const;
    expect(refusal(() => loadScene(scene, untyped({ flipY: 1 })))).toBe('param-invalid loadScene.flipY');
    expect(refusal(() => loadScene(scene, untyped({ world: {} })))).toBe('param-invalid loadScene.world');
    expect(refusal(() => viewWorld(world, () => {}, untyped({ alfa: 1 })))).toBe('option-unknown viewWorld.alfa');
    expect(refusal(() => viewWorld(world, () => {}, { alpha: NaN }))).toBe('param-not-finite view.alpha');
    expect(refusal(() => viewJoint(joint, undefined, NaN))).toBe('param-not-finite view.alpha');
    expect(refusal(() => world.off(untyped('brokn'), () => {}))).toBe('param-invalid World.off.event');
    for (const options of [undefined, null, 5, []])
      expect(refusal(() => world.joints.createNamed('pin', untyped(options)))).toBe(
        'param-invalid joints.create.options',
      );
  });

  test('a shape says how one is made', () => {
    for (const shape of ['box', 5])
      expect(() => world.addBody(untyped({ shape }))).toThrow(
        'Body.shape must be made by disc(), box(), capsule(), polygon(), chain() or compound(), got ',
      );
  });

  test('a point that is none is refused in the name of what was called', () => {
    const body = world.addBody({ position: [1, 2], shape: box(1, 1) });
    expect(refusal(() => body.toWorld(untyped(5)))).toBe('param-not-finite toWorld.point');
    expect(refusal(() => body.contains(untyped(5)))).toBe('param-not-finite contains.worldPoint');
    expect(body.toWorld([1, 0])).toEqual({ x: 2, y: 2 });
  });
});

describe('what is written to', () => {
  const world = new World();
  const bodyB = world.addBody({ position: [1, 2], angle: 3 });
  const joint = world.joints.create('pivot', { bodyB });
  const calls: Readonly<Record<string, (out?: never) => object>> = {
    toWorld: (out) => bodyB.toWorld([0, 0], out),
    toLocal: (out) => bodyB.toLocal([0, 0], out),
    toWorldVector: (out) => bodyB.toWorldVector([0, 0], out),
    toLocalVector: (out) => bodyB.toLocalVector([0, 0], out),
    velocityAt: (out) => bodyB.velocityAt([0, 0], out),
    getPosition: (out?) => (out === undefined ? bodyB.getPosition() : bodyB.getPosition(out)),
    getInterpolated: (out?) => (out === undefined ? bodyB.getInterpolated() : bodyB.getInterpolated(out)),
    impulseOn: (out) => joint.impulseOn(bodyB, out),
  };

  test.each(Object.entries(calls))('by %s may be left out, and is an object', (name, call) => {
    expect(call()).toMatchObject({ x: expect.any(Number) as number, y: expect.any(Number) as number });
    const out = { x: 0, y: 0, angle: 0, angular: 0 };
    expect(call(out as never)).toBe(out);
    const frozen = Object.freeze({ ...out });
    const short = Object.preventExtensions({ x: 0 });
    for (const wrong of [null, 5, [0, 0], frozen, short] as unknown[])
      expect(refusal(() => call(wrong as never))).toBe(`param-invalid ${name}.out`);
  });

  test.each(['angle', 'angular'])('where %s does not fit, nothing is written', (name) => {
    const out = Object.preventExtensions({ x: 5, y: 6 });
    const call = name === 'angle' ? 'getInterpolated' : 'impulseOn';
    expect(refusal(() => calls[call](out as never))).toBe(`param-invalid ${call}.out`);
    expect(out).toEqual({ x: 5, y: 6 });
  });

  test('may be what is read, and a live vector, whose own refusal it is', () => {
    const point = { x: 1, y: 0 };
    bodyB.toLocal(point, point);
    expect(bodyB.toLocal([1, 0])).toEqual(point);
    const other = world.addBody();
    const { position } = other;
    expect(bodyB.getPosition(position)).toBe(position);
    expect([...other.position]).toEqual([1, 2]);
    other.remove();
    expect(refusal(() => bodyB.getPosition(position))).toBe('body-removed b2');
  });

  test('by getPosition and getInterpolated is the pose', () => {
    expect(bodyB.getPosition()).toEqual({ x: 1, y: 2 });
    expect(bodyB.getInterpolated()).toEqual({ x: 1, y: 2, angle: 3 });
  });
});

test('numbers whose squares are none are refused, and nothing has changed', () => {
  const world = new World();
  const [bodyA, bodyB] = [0, 1].map((x) => world.addBody({ position: [x, 0] }));
  const { angle, point } = world.joints.create('pivot', { bodyA, bodyB, anchor: [0, 0] });
  const before = world.hash();
  for (const [call, code] of [
    [() => world.joints.create('gear', { bodyA, bodyB, ratio: 1e160 }), 'param-invalid GearJoint.ratio'],
    [() => world.joints.create('angle', { bodyA, bodyB, ratio: 1e308, max: 1 }), 'param-invalid AngleJoint.ratio'],
    [() => (angle.limits = [1e306, 1.1e306]), 'param-invalid PivotJoint.angle.limits.lower'],
    [() => (angle.spring = { compliance: 1e-320 }), 'param-invalid PivotJoint.angle.spring.compliance'],
    [() => (point.spring = { compliance: 1e-320 }), 'param-invalid PivotJoint.point.spring.compliance'],
    [() => (bodyA.position = [1e308, 0]), 'param-invalid Body.position.x'],
    [() => (bodyA.position.y = 1e308), 'param-invalid Body.position.y'],
  ] as const) {
    expect(refusal(call)).toBe(code);
    expect(world.hash()).toBe(before);
  }
  bodyA.position = [1e150, 0];
  world.step(1 / 60);
  for (const number of world.poses) expect(number).toSatisfy(Number.isFinite);
});
