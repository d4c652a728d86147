import { type Joint, TenonError, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { refusal } from '../code-of';

/** What a law is switched on with, by the coordinate it is on. */
const LAWS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  slide: {
    lock: { maxForce: 5 },
    limits: [-1, 1],
    spring: { hertz: 2 },
    motor: { target: 1 },
    friction: { force: 2, viscous: 1 },
    ratchet: { tooth: 0.5 },
  },
  angle: {
    lock: { maxTorque: 5 },
    limits: { lower: -1, hertz: 3 },
    spring: { stiffness: 2 },
    motor: { speed: 1 },
    friction: { coefficient: 0.5, radius: 0.1 },
    ratchet: { tooth: 0.5 },
  },
  point: { lock: true, spring: { compliance: 2 }, friction: { force: 2, viscous: 1 } },
};

interface Field {
  readonly name: string;
  readonly readable: boolean;
  readonly settable: boolean;
}

const INTERNAL = new Set(['coordinate', 'path', 'cap', 'impulse']);

/** Every public property of an accessor. */
function fieldsOf(accessor: object): Field[] {
  const fields = new Map<string, Field>();
  for (let at = accessor; at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
    for (const [name, { get, set }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if ((get ?? set) !== undefined && !INTERNAL.has(name) && !fields.has(name))
        fields.set(name, { name, readable: get !== undefined, settable: set !== undefined });
  return [...fields.values()];
}

function made(type: 'prismatic' | 'pivot'): { world: World; joint: Joint; coordinates: Record<string, object> } {
  const world = new World();
  const bodyB = world.addBody({ position: [1, 0] });
  const joint = world.joints.createNamed(type, { bodyB, id: 'door' });
  return { world, joint, coordinates: Object.fromEntries(joint.coordinates.map((c) => [c.name, c])) };
}

const cases = Object.entries(LAWS).flatMap(([coordinate, laws]) =>
  Object.entries(laws).map(([law, options]) => [coordinate, law, options] as const),
);

describe.each(cases)('%s.%s, held while it is off', (coordinate, law, options) => {
  const setUp = () => {
    const { world, joint, coordinates } = made(coordinate === 'slide' ? 'prismatic' : 'pivot');
    const on = coordinates[coordinate];
    Reflect.set(on, law, options);
    return { world, joint, on, accessor: Reflect.get(on, law) as object };
  };

  test('neither reads nor writes a field, and says how to switch it on', () => {
    const { world, joint, on, accessor } = setUp();
    const fields = fieldsOf(accessor);
    expect(fields.length).toBeGreaterThan(3);
    const label = `${joint.label}.${coordinate}.${law}`;
    const values = new Map(fields.map(({ name }) => [name, Reflect.get(accessor, name) as unknown]));
    Reflect.set(on, law, null);
    const before = world.hash();
    for (const { name, readable, settable } of fields) {
      if (readable)
        expect(
          refusal(() => Reflect.get(accessor, name)),
          name,
        ).toBe(`no-such-law ${label}`);
      if (settable)
        for (const value of [1, values.get(name), null, NaN])
          expect(
            refusal(() => Reflect.set(accessor, name, value)),
            `${name} = ${String(value)}`,
          ).toBe(`no-such-law ${label}`);
      expect(Reflect.get(on, law)).toBe(null);
      expect(world.hash()).toBe(before);
    }
    expect(() => Reflect.get(accessor, 'force')).toThrow(
      `${label} of joint 'door' is off. Switch it on with joint.${coordinate}.${law} = { … }`,
    );
  });

  test('answers as before when it is on again', () => {
    const { on, accessor } = setUp();
    const read = () => fieldsOf(accessor).map(({ name }) => [name, Reflect.get(accessor, name)]);
    const before = read();
    Reflect.set(on, law, null);
    Reflect.set(on, law, options);
    expect(Reflect.get(on, law)).toBe(accessor);
    expect(read()).toEqual(before);
  });

  test('of a removed joint says that the joint was removed', () => {
    const { joint, accessor } = setUp();
    joint.remove();
    for (const { name, readable, settable } of fieldsOf(accessor)) {
      if (readable)
        expect(
          refusal(() => Reflect.get(accessor, name)),
          name,
        ).toBe('joint-removed door');
      if (settable)
        expect(
          refusal(() => Reflect.set(accessor, name, 1)),
          name,
        ).toBe('joint-removed door');
    }
  });
});

test('a law that its own fields switched off is off for whoever holds it', () => {
  const { coordinates } = made('pivot');
  Reflect.set(coordinates['angle'], 'limits', [0, 1]);
  const limits = Reflect.get(coordinates['angle'], 'limits') as { lower: number | null; upper: number | null };
  limits.lower = null;
  expect([limits.lower, limits.upper]).toEqual([-Infinity, 1]);
  limits.upper = null;
  expect(Reflect.get(coordinates['angle'], 'limits')).toBe(null);
  expect(() => (limits.upper = 2)).toThrow(TenonError);
});

describe('joint.break, held while it is off', () => {
  const setUp = () => {
    const { world, joint } = made('pivot');
    joint.break = { force: 5, error: { length: 1 } };
    const law = joint.break as object;
    return { world, joint, law, error: Reflect.get(law, 'error') as object };
  };

  test('neither reads nor writes a field', () => {
    const { world, joint, law, error } = setUp();
    joint.break = null;
    const before = world.hash();
    for (const [target, names] of [
      [law, ['force', 'torque', 'error', 'energy', 'laws', 'remove']],
      [error, ['length', 'angle', 'after']],
    ] as const)
      for (const name of names) {
        expect(
          refusal(() => Reflect.get(target, name)),
          name,
        ).toBe('no-such-law PivotJoint.break');
        expect(
          refusal(() => Reflect.set(target, name, 1)),
          name,
        ).toBe('no-such-law PivotJoint.break');
        expect(joint.break).toBe(null);
        expect(world.hash()).toBe(before);
      }
    expect(() => Reflect.get(law, 'force')).toThrow(
      "PivotJoint.break of joint 'door' is off. Switch it on with joint.",
    );
  });

  test('its thresholds may be exchanged in one go', () => {
    const { joint, law, error } = setUp();
    joint.break = { error: { length: 1 } };
    Reflect.set(law, 'error', { angle: 2 });
    expect([Reflect.get(error, 'length'), Reflect.get(error, 'angle')]).toEqual([Infinity, 2]);
    expect(Reflect.get(law, 'force')).toBe(Infinity);
  });
});
