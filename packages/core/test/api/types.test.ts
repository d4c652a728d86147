import { Body, builtInJoints, type DragJoint, type GearJoint, PivotJoint, World } from '@tenon/core';
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
  // @ts-expect-error: a pivot has no axis
  expect(hinge.localAxisA).toBe(undefined);
  // @ts-expect-error: limits are numbers
  expect(() => (hinge.angle.limits = ['a', 1])).toThrow('finite');
});

test('create takes names, types and presets, and the compiler points at what is wrong in the options', () => {
  const world = new World();
  const body = world.addBody();
  const rope = world.joints.create(builtInJoints.rope, { bodyB: body, localAnchorA: [3, 0], max: 4 });
  expectTypeOf(rope).toEqualTypeOf(world.joints.create('rope', { bodyB: body, max: 4 }));

  // Each of these stands at the line of the mistake: an overload would put all of them at `create`.
  const wrong = [
    () =>
      world.joints.create('pivot', {
        bodyB: body,
        // @ts-expect-error: limits belong to a coordinate
        limits: [0, 1],
      }),
    () =>
      world.joints.create(PivotJoint, {
        angle: {
          // @ts-expect-error: it is called limits
          limit: [0, 1],
        },
      }),
    () =>
      world.joints.create(builtInJoints.rope, {
        bodyB: body,
        // @ts-expect-error: a number
        max: '4',
      }),
    () =>
      world.joints.create('distance', {
        bodyB: body,
        // @ts-expect-error: a distance has no axis
        axis: [1, 0],
      }),
    () =>
      world.joints.create('angle', {
        bodyB: body,
        // @ts-expect-error: an angle acts wherever the bodies are
        anchor: [0, 0],
      }),
    () =>
      world.joints.create('groove', {
        bodyB: body,
        grooveA: [0, 0],
        grooveB: [1, 0],
        // @ts-expect-error: the groove has its ends
        localAxisA: [1, 0],
      }),
    () =>
      world.joints.create('rotary-spring', {
        bodyB: body,
        hertz: 2,
        // @ts-expect-error: on angles it is maxTorque
        maxForce: 5,
      }),
    () =>
      // @ts-expect-error: without a path there is nothing to follow
      world.joints.create('path', { bodyB: body }),
  ];
  for (const create of wrong) expect(create).toThrow();
});
