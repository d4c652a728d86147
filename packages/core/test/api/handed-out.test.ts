import {
  AngleJoint,
  box,
  builtInJoints,
  capsule,
  chain,
  compound,
  dampedSpring,
  defineJoint,
  definePreset,
  disc,
  groove,
  path,
  pin,
  polygon,
  ratchet,
  rope,
  type Shape,
  World,
  WORLD_OPTIONS,
} from '@tenon/core';
import { saveScene } from '@tenon/core/scene';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../code-of';
import { everyHandle } from '../every-handle';
import { cases, NAMES, pair } from '../joint-cases';
import { randomWorld } from '../random-world';
import { freePair } from '../rigs';
import { angle } from '../../src/coordinates/angle';
import { WORLD_EVENTS } from '../../src/world/world-events';

/** What plain JavaScript may do to a list. */
const CHANGES: Readonly<Record<string, (list: unknown[]) => unknown>> = {
  push: (list) => list.push(null),
  pop: (list) => list.pop(),
  'an element': (list) => (list[0] = null),
  'its length': (list) => (list.length = 0),
};

/** Does what it is let do: makes every number another and every list empty, in all that is no handle. */
function spoil(told: object): void {
  for (const [key, value] of Object.entries(told)) {
    if (isPlain(value)) spoil(value);
    if (typeof value === 'number') Reflect.set(told, key, 77);
  }
  if (Array.isArray(told)) Reflect.set(told, 'length', 0);
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isLive = Object.values(Object.getOwnPropertyDescriptors(value)).some(({ get }) => get !== undefined);
  return !isLive && (prototype === Object.prototype || prototype === Array.prototype);
}

/** What handles tell the rest of the package alone. */
const INTERNAL = ['batches', 'definition', 'forceTable', 'islands', 'sources', 'state'];

/** What a handle tells. */
function toldBy(handle: object): unknown[] {
  const names = new Set<string>();
  for (let at = handle; at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (get !== undefined && !INTERNAL.includes(name)) names.add(name);
  return [...names].map((name) => Reflect.get(handle, name) as unknown);
}

/** Sees to it that nothing changes a list from outside. */
function expectFixed(list: unknown): void {
  const before = [...(list as unknown[])];
  expect(before.length).toBeGreaterThan(0);
  for (const [name, change] of Object.entries(CHANGES))
    expect(() => change(list as unknown[]), name).toThrow(TypeError);
  expect([...(list as unknown[])]).toEqual(before);
}

/** The same for plain data all through; typed arrays and functions are none. */
function expectDeepFrozen(value: object, path: string): void {
  expect(Object.isFrozen(value), path).toBe(true);
  for (const [key, part] of Object.entries(value)) if (isPlain(part)) expectDeepFrozen(part, `${path}.${key}`);
}

describe('lists of a joint', () => {
  test.each(NAMES)('of a %s', (name) => {
    const { joint } = pair(name, 'iterative');
    expectFixed(joint.bodies);
    if (joint.coordinates.length > 0) expectFixed(joint.coordinates);
  });

  test('terms of a gear', () => expectFixed(everyHandle().gear.terms));

  test('with other bodies, as a clone, and where a snapshot brings it back', () => {
    const { world, joint } = pair('pivot', 'iterative');
    const clone = joint.clone();
    expectFixed(clone.bodies);
    joint.bodyA = world.addBody();
    expectFixed(joint.bodies);
    const snapshot = world.snapshot();
    joint.remove();
    world.restore(snapshot);
    expectFixed(joint.bodies);
    const portable = world.snapshot({ portable: true });
    clone.remove();
    world.restore(portable);
    expect(world.joints.size).toBe(2);
    for (const { bodies } of world.joints) expectFixed(bodies);
  });

  test('of a joint that has left, for those who are told', () => {
    const world = new World();
    const hinge = world.joints.create('pivot', { bodyB: world.addBody() });
    hinge.remove();
    expectFixed(hinge.bodies);
  });
});

describe('what a joint is made of', () => {
  const { hinge, ratchet, gear } = everyHandle();
  const { angle, point } = hinge;

  test.each(
    Object.entries({
      angle,
      point,
      lock: angle.lock,
      limits: angle.limits,
      spring: angle.spring,
      motor: angle.motor,
      friction: angle.friction,
      ratchet: ratchet.angle.ratchet,
      pointLock: point.lock,
      pointSpring: point.spring,
      pointFriction: point.friction,
      break: hinge.break,
      debug: hinge.debug,
      term: gear.terms[0],
    }),
  )('%s has nothing of its own that can be overwritten', (_, handle) => {
    if (handle === null) throw new Error('there is none');
    for (const [name, { writable }] of Object.entries(Object.getOwnPropertyDescriptors(handle)))
      expect([name, writable]).not.toEqual([name, true]);
  });

  test('a law stays where its numbers are', () => {
    const { limits } = angle;
    expect(() => Object.assign(limits ?? {}, { bits: 0 })).toThrow(TypeError);
    expect(limits?.upper).toBe(1);
  });
});

describe('a shape', () => {
  const corners = [[0, 0], [2, 0], [0, 2]] as const; // prettier-ignore
  const made: Readonly<Record<Shape['type'], () => Shape>> = {
    disc: () => disc(1),
    box: () => box(2, 1),
    capsule: () => capsule(2, 1),
    polygon: () => polygon(corners),
    chain: () => chain(corners),
    compound: () => compound([{ shape: box(2, 1) }, { shape: disc(1), position: [0, 1] }]),
  };
  /** The same as data, as JSON gives it. */
  const written = (shape: Shape) => structuredClone(shape);
  /** Makes it twice as large, as plain JavaScript does. */
  const grow = (shape: object) => {
    for (const [key, value] of Object.entries(shape))
      if (typeof value === 'object') grow(value as object);
      else if (typeof value === 'number') Object.assign(shape, { [key]: 2 * value });
  };

  test.each(Object.entries(made))('made by %s() is frozen through and through', (_, make) => {
    const shape = make();
    expect(() => grow(shape)).toThrow(TypeError);
    expect(shape).toEqual(make());
    if (shape.type === 'polygon') expectFixed(shape.vertices);
  });

  test.each(Object.entries(made))('given as data is copied: %s', (_, make) => {
    const data = written(make());
    const body = new World().addBody({ type: 'static', shape: data });
    const other = new World().addBody({ type: 'static' });
    other.shape = data;
    grow(data);
    for (const { shape, mass, density } of [body, other]) {
      expect(shape).toEqual(make());
      expect(() => grow(shape ?? {})).toThrow(TypeError);
      expect([mass, density ?? 1]).toEqual([expect.closeTo(body.mass, 12), expect.closeTo(1, 12)]);
    }
  });

  test('that was read once is shared, not copied again', () => {
    const world = new World();
    const body = world.addBody({ shape: written(disc(1)) });
    const twin = world.addBody({ shape: body.shape });
    expect(twin.shape).toBe(body.shape);
  });

  test('of a portable snapshot is copied, too, and refused where it is none', () => {
    const world = new World();
    const body = world.addBody({ shape: disc(1) });
    const snapshot = structuredClone(world.snapshot({ portable: true }));
    world.restore(snapshot);
    grow(snapshot.bodies[0].shape ?? {});
    expect(body.shape).toEqual(disc(1));
    for (const shape of [{ type: 'disc', radius: -1 }, { type: 'ball' }, 1, undefined]) {
      const wrong = { ...snapshot, bodies: [{ id: body.id, shape: shape as never }] };
      expect(() => world.restore(wrong)).toThrow(/^snapshot\.bodies\[0\]\.shape/);
      expect(body.shape).toEqual(disc(1));
    }
  });
});

describe('what a world tells of its steps', () => {
  test.each(['iterative', 'direct'] as const)('is a copy: stats of the %s step', (solver) => {
    const { world } = pair('pivot', solver);
    const { world: twin } = pair('pivot', solver);
    for (let i = 0; i < 3; i++) {
      const { stats } = world;
      spoil(stats);
      Object.freeze(stats.islands[0]);
      world.step(1 / 60);
      twin.step(1 / 60);
      expect(world.stats).toEqual(twin.stats);
    }
    expect([world.stats.islands.length, world.hash()]).toEqual([1, twin.hash()]);
  });
});

describe('what a joint tells', () => {
  const { hinge, rail, curve } = everyHandle();
  hinge.softness = { hertz: 3 };
  const { break: thresholds } = hinge;

  test.each(
    Object.entries({
      softness: hinge.softness,
      'softness of a lock': hinge.angle.lock?.softness,
      'softness of a point': hinge.point.lock?.softness,
      foot: rail.foot,
      'outline of a path': curve.outline,
    }),
  )('%s is set as a whole, if at all', (_, told) => {
    for (const key of Object.keys(told ?? {}))
      expect(() => Object.assign(told ?? {}, { [key]: 7 }), key).toThrow(TypeError);
    expect(Object.isFrozen(told)).toBe(true);
  });

  test('laws that count for breaking are set as a whole', () => {
    if (thresholds === null) throw new Error('there are none');
    expectFixed(thresholds.laws);
    thresholds.laws = ['lock'];
    expectFixed(thresholds.laws);
    expect(thresholds.laws).toEqual(['lock']);
  });

  test('a reaction that somebody has frozen keeps no joint from breaking', () => {
    const world = new World({ gravity: [0, -10] });
    const joint = world.joints.create('pivot', { bodyB: world.addBody({ position: [1, 0] }), anchor: [0, 0] });
    joint.break = { force: 1 };
    Object.freeze(joint.reaction);
    world.step(1 / 60);
    expect(joint.world).toBe(null);
  });
});

describe('what an event brings', () => {
  test('is the same for all who listen: none can change it, nor what is in it', () => {
    const world = new World({ gravity: [0, -10], sleeping: true });
    const body = world.addBody({ position: [1, 0] });
    const told = new Map<string, object>();
    for (const event of WORLD_EVENTS) world.on(event, (payload) => told.set(event, payload));
    const joint = world.joints.create('pivot', { bodyB: body, anchor: [0, 0], angle: { limits: [-0.001, 1] } });
    joint.on('removed', (payload) => told.set('removed of the joint', payload));
    for (let i = 0; i < 10; i++) world.step(1 / 60);
    body.sleep();
    body.wake();
    joint.break = { force: 0 };
    world.step(1 / 60);
    body.remove();
    world.addBody({ type: 'static', position: [9, 0], shape: disc(1), collides: true });
    world.addBody({ type: 'static', position: [9, 0], shape: disc(2), collides: { sensor: true } });
    const ball = world.addBody({ position: [9, 1.5], shape: disc(0.5), collides: true });
    world.step(1 / 60);
    ball.remove();

    expect([...told.keys()].sort()).toEqual([...WORLD_EVENTS, 'removed of the joint'].sort());
    for (const [event, payload] of told) {
      const { load, bodies, point, points, normal } = payload as Record<
        'bodies' | 'point' | 'normal',
        object | undefined
      > & {
        load?: { error: object };
        points?: readonly object[];
      };
      for (const part of [payload, load, load?.error, bodies, point, points, points?.[0], normal])
        expect(part === undefined || Object.isFrozen(part), event).toBe(true);
    }
  });
});

describe('a snapshot', () => {
  test('shows nothing of the state that it brings back', () => {
    const { world } = pair('pivot', 'iterative');
    world.step(1 / 60);
    const hash = world.hash();
    const snapshot = world.snapshot();
    expect(Object.entries(snapshot)).toEqual([['portable', false]]);
    expect(() => Object.assign(snapshot, { portable: true })).toThrow(TypeError);
    world.step(1 / 60);
    world.restore(snapshot);
    expect(world.hash()).toBe(hash);
    const copy = Object.assign({}, snapshot);
    expect(codeOf(() => world.restore(copy))).toBe('snapshot-invalid');
    expect(() => world.restore(copy)).toThrow('snapshot must be what world.snapshot() returned');
  });
});

describe('options may be changed once they were given', () => {
  const more = {
    break: { force: 1e6, error: { length: 9 }, laws: ['lock', 'limits'] },
    debug: { color: 7, label: 'one' },
    maxCorrectionSpeed: 3,
  };

  test.each(NAMES)('for a %s', (name) => {
    const [world, twin] = [true, false].map((isSpoilt) => {
      const { world, a: bodyA, b } = freePair('iterative');
      const bodies = { bodyA: cases[name].tiedToWorld === true ? null : bodyA, bodyB: b };
      const options = structuredClone({ ...cases[name].options, ...more });
      world.joints.createNamed(name, { ...bodies, ...options });
      if (isSpoilt) spoil(options);
      for (let i = 0; i < 5; i++) world.step(1 / 60);
      return world;
    });
    expect(world.hash()).toBe(twin.hash());
    expect(saveScene(world)).toEqual(saveScene(twin));
  });

  test('for a gear of terms, a path, a body and a world', () => {
    const [world, twin] = [true, false].map((isSpoilt) => {
      const settings = { gravity: [0, -9] as const, solver: 'direct' as const, substeps: 3 };
      const world = new World(settings);
      const rod = { position: [1, 0] as const, velocity: { x: 0, y: 1 }, shape: box(1, 2), density: 3 };
      const body = world.addBody(rod);
      const hinge = world.joints.create('pivot', { bodyB: body, anchor: [0, 0] });
      const terms = [
        { of: hinge.angle, weight: 2 },
        { of: world.addBody(), weight: 1 },
      ];
      world.joints.create('gear', { terms });
      const points = [[0, 0], [1, 1], [3, 0]] as const; // prettier-ignore
      const curve = path(points, { closed: true });
      world.joints.create('path', { bodyB: world.addBody(), path: curve });
      if (isSpoilt) for (const given of [settings, rod, terms, ...terms, points]) spoil(given);
      for (let i = 0; i < 5; i++) world.step(1 / 60);
      return world;
    });
    expect(world.hash()).toBe(twin.hash());
    expect(saveScene(world)).toEqual(saveScene(twin));
  });
});

describe('what joints are defined by', () => {
  test.each([rope, pin, groove, dampedSpring, ratchet])('a preset is frozen: $name', (preset) => {
    expect(Object.isFrozen(preset)).toBe(true);
  });

  test('so are the lists of all joints and of all options of a world', () => {
    expectFixed(WORLD_OPTIONS);
    expect(Object.isFrozen(builtInJoints)).toBe(true);
  });

  test.each(Object.entries(builtInJoints))('so is all that a %s is made of', (name, made) => {
    expectDeepFrozen(made, name);
  });

  test('whoever has defined a type or a preset may change what it was given', () => {
    const coordinates = { turn: angle };
    const aliases: Record<string, 'localAnchorA' | 'localAnchorB'> = { hook: 'localAnchorA' };
    const keys = ['free'] as 'free'[];
    const unfold = () => ({ turn: { limits: [0, 1] } });
    const type = defineJoint<'swing', typeof coordinates, 'anchors', object, { free: boolean }>({
      name: 'swing',
      coordinates,
      aliases,
      flat: { keys, unfold },
      measure: () => undefined,
    });
    const preset = definePreset<typeof AngleJoint, { free: boolean }>('loose', AngleJoint, keys, () => ({
      angle: { limits: [2, 3] },
    }));
    coordinates.turn = null as never;
    aliases['hook'] = 'localAnchorB';
    keys.pop();
    const world = new World();
    const joint = world.joints.create(type, { bodyB: world.addBody(), free: true });
    expect(joint.turn.limits?.upper).toBe(1);
    expect(Reflect.get(joint, 'hook')).toBe(joint.localAnchorA);
    expect(world.joints.create(preset, { bodyB: world.addBody(), free: true }).angle.limits?.upper).toBe(3);
  });
});

test.each(['iterative', 'direct', 'auto'] as const)('who spoils all that a world tells moves nothing: %s', (solver) => {
  const world = randomWorld(3, { solver });
  const twin = randomWorld(3, { solver });
  for (let i = 0; i < 5; i++) {
    const coordinates = [...world.joints].flatMap((joint) => [...joint.coordinates]);
    const laws = [...coordinates, ...world.joints].flatMap((handle) => toldBy(handle).filter((law) => !isPlain(law)));
    const handles = [world, ...world.bodies, ...world.joints, ...coordinates, ...laws];
    for (const handle of handles)
      if (typeof handle === 'object' && handle !== null) toldBy(handle).filter(isPlain).forEach(spoil);
    world.step(1 / 60);
    twin.step(1 / 60);
    expect(world.hash()).toBe(twin.hash());
  }
  expect([...world.joints].map(({ reaction, error }) => [reaction, error])).toEqual(
    [...twin.joints].map(({ reaction, error }) => [reaction, error]),
  );
});
