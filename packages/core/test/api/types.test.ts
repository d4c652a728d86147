import { Body, type DragJoint, type GearJoint, PivotJoint, World } from '@tenon/core';
import { expect, expectTypeOf, test } from 'vitest';

test('create knows options and coordinates of every name', () => {
  const world = new World();
  const body = world.addBody();
  const hinge = world.joints.create('pivot', { bodyB: body, angle: { limits: [-1, 1] } });
  expectTypeOf(hinge.angle.value).toBeNumber();
  expectTypeOf(hinge.point.value).toBeNumber();
  expectTypeOf(world.joints.create(PivotJoint, { bodyB: body })).toEqualTypeOf<typeof hinge>();
  expectTypeOf<DragJoint>().toHaveProperty('target');
  expectTypeOf<GearJoint>().toHaveProperty('terms');
  const drag = world.joints.create('drag', { bodyB: body, target: [1, 2], weights: 5 });
  drag.target = { x: 1, y: 1 };
  expectTypeOf(drag.target.x).toBeNumber();
  expectTypeOf(world.joints.create('pin', { bodyB: body, localAnchorA: [3, 0], length: 2 }).length.value).toBeNumber();

  // @ts-expect-error: bodies are made by world.addBody
  expect(() => new Body()).toThrow();
  // @ts-expect-error: a pivot has no slide
  expect(hinge.slide).toBe(undefined);
  // @ts-expect-error: limits are numbers
  expect(() => (hinge.angle.limits = ['a', 1])).toThrow('finite');
});
