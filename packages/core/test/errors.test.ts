import { readFileSync } from 'node:fs';
import { builtInJoints, TenonError, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

test('docs/errors.md lists every code, and no other', () => {
  const codes = [...read('../src/error.ts').matchAll(/^ {2}\| '([a-z-]+)'/gm)].map(([, code]) => code);
  const listed = [...read('../../../docs/errors.md').matchAll(/^\| `([a-z-]+)`/gm)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(20);
  expect(listed).toEqual(codes);
});

test('every path in ARCHITECTURE.md exists', () => {
  const paths = [...read('../../../ARCHITECTURE.md').matchAll(/`(packages\/[\w./-]+)`/g)].map(([, path]) => path);
  expect(paths.length).toBeGreaterThan(15);
  for (const path of paths)
    expect(() => readFileSync(new URL(`../../../${path}`, import.meta.url)), path).not.toThrow(/ENOENT/);
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

  test('where no coordinate takes the law it lists what there is', () => {
    expect(create('drag', { motor: {} })).toMatch('DragJoint.motor is no option. There are ');
  });

  test.each([
    ['rope', { max: 5, length: 50 }, 'param-invalid: RopeJoint.length must be an object of options: lock, limits, '],
    ['rope', { max: -5 }, 'param-negative: RopeJoint.length.limits.upper must '],
    ['pin', { anhcor: [0, 0] }, "option-unknown: PinJoint.anhcor is no option. Did you mean 'anchor'?"],
    ['groove', { grooveA: [0, 0] }, 'param-not-finite: GrooveJoint.grooveB must '],
    ['rope', { bodyA: undefined, max: 1 }, 'option-missing: RopeJoint.bodyA must be a body, or null or left out '],
  ])('%s %o: in the name of the preset', (name, options, message) => expect(create(name, options)).toContain(message));

  test('a rope that would hold nothing is refused', () => {
    expect(create('rope', { length: 50 })).toBe('option-missing: RopeJoint.max must be given, got undefined');
    expect(create('rope', { length: { spring: { hertz: 1 } } })).toBe('not refused');
    expect(create('rope', { max: null })).toBe('not refused');
  });
});
