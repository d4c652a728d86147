import { World } from '@tenon/core';
import { everyHandle } from '../every-handle';
import { describe, expect, test } from 'vitest';
import { refusal } from '../code-of';
import { NAMES, pair } from '../joint-cases';

const { world, bodyA, bodyB, hinge, ratchet, curve, gear } = everyHandle();
const { lock, limits, spring, motor, friction } = hinge.angle;

/** Every kind of handle, and what of it can only be read. */
const handles: readonly [name: string, handle: object | null, path: string, readOnly: readonly string[]][] = [
  [
    'a world',
    world,
    'World',
    ['bodies', 'joints', 'lengthUnit', 'time', 'alpha', 'dropped', 'poses', 'stats', 'energy'],
  ],
  ['bodies', world.bodies, 'World.bodies', ['size']],
  ['joints', world.joints, 'World.joints', ['size', 'names']],
  ['a vector', bodyA.position, '', []],
  ['a body', bodyA, 'Body', ['id', 'world', 'cos', 'sin', 'joints', 'isSleeping', 'kineticEnergy']],
  [
    'a joint',
    hinge,
    'PivotJoint',
    ['id', 'type', 'world', 'bodies', 'coordinates', 'error', 'reaction', 'isSlack', 'isSleeping'],
  ],
  ['a path joint', world.joints.create('path', { bodyA, bodyB, path: curve }), 'PathJoint', ['path', 'foot', 'id']],
  ['a gear', gear, 'GearJoint', ['terms', 'id']],
  ['a term', gear.terms[0], 'GearJoint.terms[0]', ['of']],
  ['an angle', hinge.angle, 'PivotJoint.angle', ['name', 'joint', 'unit', 'value', 'rate', 'error', 'force']],
  ['a point', hinge.point, 'PivotJoint.point', ['name', 'joint', 'unit', 'value', 'rate', 'error', 'force']],
  ['a lock', lock, 'PivotJoint.angle.lock', []],
  ['limits', limits, 'PivotJoint.angle.limits', ['active']],
  ['a spring', spring, 'PivotJoint.angle.spring', ['law']],
  ['a motor', motor, 'PivotJoint.angle.motor', []],
  ['friction', friction, 'PivotJoint.angle.friction', []],
  ['a ratchet', ratchet.angle.ratchet, 'AngleJoint.angle.ratchet', ['blocked']],
  ['a lock of a point', hinge.point.lock, 'PivotJoint.point.lock', []],
  ['a spring of a point', hinge.point.spring, 'PivotJoint.point.spring', []],
  ['friction of a point', hinge.point.friction, 'PivotJoint.point.friction', []],
  ['thresholds', hinge.break, '', []],
  ['errors to break at', hinge.break?.error ?? null, '', []],
  ['debug', hinge.debug, '', []],
  ['a path', curve, 'Path', ['closed', 'smooth', 'length', 'pieces', 'points', 'outline']],
];

/** A property for snapshots, which look at what they set. */
const INTERNAL = 'state';

/** Names of accessors of a handle, and those that cannot be set. */
function accessorsOf(handle: object): { names: string[]; unset: string[] } {
  const found = new Map<string, boolean>();
  for (let at = handle; at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
    for (const [name, { get, set }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if ((get ?? set) !== undefined && !found.has(name)) found.set(name, set !== undefined);
  return { names: [...found.keys()], unset: [...found].flatMap(([name, isSettable]) => (isSettable ? [] : [name])) };
}

describe.each(handles)('%s', (_, handle, path, readOnly) => {
  test('has no field that a script may overwrite: body.slot = 3 of a game with slots broke the world', () => {
    const fields = Object.entries(Object.getOwnPropertyDescriptors(handle ?? {}));
    expect(fields.filter(([, { writable }]) => writable === true).map(([name]) => name)).toEqual([]);
  });

  test('refuses what is only read, and whatever else it is given, as an error of the library', () => {
    if (handle === null) throw new Error('there is none');
    const { names, unset } = accessorsOf(handle);
    expect(unset).toEqual([]);
    // What it refuses goes by its code; a `TypeError` would go through.
    for (const name of names.filter((name) => name !== INTERNAL))
      refusal(() => Reflect.set(handle, name, Symbol('a value')));
    // In a plain script, where JavaScript would do nothing, it is refused, too: `Reflect.set` does not throw of itself.
    for (const name of readOnly) expect(refusal(() => Reflect.set(handle, name, 1))).toBe(`read-only ${path}.${name}`);
  });
});

test.each(NAMES)('a %s refuses what is only read', (name) => {
  const { joint } = pair(name, 'iterative');
  expect(accessorsOf(joint).unset).toEqual([]);
  for (const c of joint.coordinates) {
    expect(accessorsOf(c).unset).toEqual([]);
    expect(refusal(() => Object.assign(c, { value: 1 }))).toBe(`read-only ${joint.label}.${c.name}.value`);
  }
});

test.each<[name: string, handle: object, message: string]>([
  [
    'value',
    hinge.angle,
    'PivotJoint.angle.value must only be read: a motor or spring with a target drives it, and bodies can be moved, got 1',
  ],
  ['isSleeping', bodyA, 'Body.isSleeping must only be read: call sleep() or wake(), got 1'],
  ['time', world, 'World.time must only be read: step or advance lets it pass, got 1'],
  ['alpha', world, 'World.alpha must only be read, got 1'],
])('%s says what to do instead', (name, handle, message) => {
  expect(() => Object.assign(handle, { [name]: 1 })).toThrow(message);
});

test('what extends a world has properties of its own', () => {
  class Game extends World {
    get score(): number {
      return this.joints.size;
    }
  }
  const game = new Game();
  expect(() => Object.assign(game, { score: 1 })).toThrow(TypeError);
  expect(refusal(() => Object.assign(game, { time: 1 }))).toBe('read-only World.time');
});
