import { box, type Joint, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { refusal } from '../code-of';
import { NAMES, pair } from '../joint-cases';

/** Getters and setters of a handle by name, those that are not public left out. */
function propertiesOf(
  handle: object,
  internal: readonly string[],
): [name: string, readable: boolean, settable: boolean][] {
  const found = new Map<string, [boolean, boolean]>();
  for (let at = handle; at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
    for (const [name, { get, set }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if ((get ?? set) !== undefined && !internal.includes(name) && !found.has(name))
        found.set(name, [get !== undefined, set !== undefined]);
  return [...found].map(([name, [readable, settable]]) => [name, readable, settable]);
}

/** One of them fits any property. What does not fit may be refused for that. */
const VALUES: readonly unknown[] = [1, null, true, {}, [1, 0], 'auto'];

function refusalsOf(handle: object, name: string): Set<string> {
  return new Set(VALUES.map((value) => refusal(() => Reflect.set(handle, name, value))));
}

/** What is set on coordinates alone, or is a name of creation alone: on a joint it is refused for that. */
const ONLY_IN_CREATION = ['lock', 'limits', 'spring', 'motor', 'friction', 'ratchet', 'anchor', 'axis'];

const INTERNAL_OF_COORDINATES = ['path', 'capName', 'isDistance'];

const INTERNAL = ['label', 'definition', 'takesPart', 'sources', 'lastStep', 'settings', 'slot', 'age', 'readers'];

describe('a removed joint', () => {
  const world = new World();
  const [bodyA, bodyB] = [0, 1].map(() => world.addBody());
  const made = (): Joint => {
    const joint = world.joints.create('prismatic', { bodyA, bodyB, id: 'door', userData: 7, debug: { label: 'gate' } });
    joint.remove();
    return joint;
  };
  const joint = made();
  const { debug } = joint;
  const told: Readonly<Record<string, unknown>> = {
    id: 'door',
    type: 'prismatic',
    world: null,
    bodyA,
    bodyB,
    bodies: [bodyA, bodyB],
    userData: 7,
    debug,
  };
  const properties = propertiesOf(joint, INTERNAL);

  test('has every property of a joint', () => expect(properties.length).toBeGreaterThan(25));

  test.each(properties)('%s', (name, readable, settable) => {
    if (name in told) {
      const value: unknown = Reflect.get(joint, name);
      const expected = told[name];
      if (name === 'bodies')
        expect([...(value as unknown[])].every((body, i) => body === [bodyA, bodyB][i])).toBe(true);
      else expect(value === expected).toBe(true);
    } else if (readable) expect(refusal(() => Reflect.get(joint, name))).toBe('joint-removed door');
    if (!settable) return;
    const refusals = refusalsOf(joint, name);
    if (joint.definition.coordinates.some((c) => c.name === name) || ONLY_IN_CREATION.includes(name))
      expect(refusals).toEqual(new Set([`option-unknown PrismaticJoint.${name}`]));
    else if (!refusals.has(`read-only PrismaticJoint.${name}`)) expect(refusals).toContain('joint-removed door');
    expect(refusals).not.toContain('not refused');
  });

  test('without a frame has none to read or set either', () => {
    const angle = world.joints.create('angle', { bodyA, bodyB, id: 'knob' });
    angle.remove();
    for (const name of ['localAnchorA', 'localAnchorB', 'localAxisA', 'referenceAngle']) {
      expect(refusal(() => Reflect.get(angle, name))).toBe('joint-removed knob');
      expect(refusal(() => Reflect.set(angle, name, 1))).toBe('joint-removed knob');
    }
  });

  test('tells how it was shown, which cannot be set', () => {
    expect([debug.visible, debug.color, debug.label]).toEqual([true, null, 'gate']);
    for (const [field, value] of Object.entries({ visible: false, color: '#fff', label: 'x' }))
      expect(refusal(() => Reflect.set(debug, field, value))).toBe('joint-removed door');
    expect([debug.visible, debug.color, debug.label]).toEqual([true, null, 'gate']);
  });

  test('tells a listener what it connected, and what is the user’s', () => {
    const broken = world.joints.create('pivot', { bodyA, bodyB, userData: 'rope', break: { force: 0 } });
    const seen: unknown[] = [];
    world.on('broken', ({ joint: { bodyB: other, userData, id } }) => seen.push(other?.id, userData, id));
    bodyB.applyForce([1e3, 0]);
    world.step(1 / 60);
    expect(seen).toEqual([bodyB.id, 'rope', broken.id]);
  });
});

describe.each(NAMES)('a removed %s', (name) => {
  const { joint } = pair(name, 'iterative');
  const { coordinates } = joint;
  const properties = propertiesOf(joint, INTERNAL);
  joint.remove();

  test('gives no coordinate', () => {
    for (const place of ['coordinates', ...coordinates.map((c) => c.name)])
      expect(refusal(() => Reflect.get(joint, place) as unknown)).toBe(`joint-removed ${joint.id}`);
  });

  test('tells who it was and what it connected, and nothing else', () => {
    const told = properties.filter(([, readable]) => readable).map(([property]) => property);
    const read = told.filter((property) => refusal(() => Reflect.get(joint, property) as unknown) === 'not refused');
    const bodies = told.filter((property) => /^bod(y[A-D]|ies)$/.test(property));
    expect(read.sort()).toEqual(['debug', 'id', 'type', 'userData', 'world', ...bodies].sort());
  });

  test('leaves whoever holds a coordinate with its name, unit and joint', () => {
    for (const c of coordinates) {
      const told = propertiesOf(c, INTERNAL_OF_COORDINATES).filter(([, readable]) => readable);
      const read = told.filter(([property]) => refusal(() => Reflect.get(c, property) as unknown) === 'not refused');
      expect(read.map(([property]) => property).sort()).toEqual(['joint', 'name', 'unit']);
    }
  });
});

describe('a removed body', () => {
  const world = new World();
  const body = world.addBody({ id: 'crate', userData: 7, shape: box(1, 1) });
  body.remove();
  const told: Readonly<Record<string, unknown>> = { id: 'crate', world: null, userData: 7 };

  test.each(propertiesOf(body, ['slot', 'jointSet']))('%s', (name, readable, settable) => {
    if (name in told) expect(Reflect.get(body, name)).toBe(told[name]);
    else if (readable) expect(refusal(() => Reflect.get(body, name))).toBe('body-removed crate');
    if (!settable) return;
    const refusals = refusalsOf(body, name);
    if (!refusals.has(`read-only Body.${name}`)) expect(refusals).toContain('body-removed crate');
    expect(refusals).not.toContain('not refused');
  });
});
