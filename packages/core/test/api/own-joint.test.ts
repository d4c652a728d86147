import {
  angle,
  axis,
  defineJoint,
  type JointOf,
  length,
  measureAngle,
  measureAxis,
  measureWorldAxis,
  point,
  World,
  worldAxis,
} from '@tenon/core';
import { inspect } from '@tenon/core/inspect';
import { loadScene, saveScene } from '@tenon/core/scene';
import { expect, test } from 'vitest';
import { SOLVERS } from '../rigs';

/** A line whose body may turn, by laws. */
const SlotJoint = defineJoint({
  name: 'slot',
  coordinates: { slide: axis, angle, offset: axis },
  locked: ['offset'],
  frames: ['anchors', 'axis', 'referenceAngle'],

  measure(d, r, at, q, a, b) {
    measureAxis(d, r, r + at.slide, false);
    measureAngle(d, r, r + at.angle, q, a, b);
    measureAxis(d, r, r + at.offset, true);
  },
});

type SlotJoint = JointOf<typeof SlotJoint>;

declare module '@tenon/core' {
  interface JointRegistry {
    slot: typeof SlotJoint;
  }
}

test.each(SOLVERS)('a project has joints of its own from the coordinates of the built-in ones: %s', (solver) => {
  const world = new World({ gravity: [0, -9.81], solver, sleeping: false });
  world.joints.register(SlotJoint);
  const bodyB = world.addBody({ position: [1, 0], mass: 2, inertia: 1 });
  const slot: SlotJoint = world.joints.create('slot', {
    bodyB,
    anchor: [1, 0],
    axis: [1, 0],
    slide: { motor: { speed: 1, maxForce: 50 } },
    angle: { limits: [-0.5, 0.5], motor: { speed: 1, maxTorque: 5 } },
  });
  for (let i = 0; i < 60; i++) world.step(1 / 60);
  expect(slot.slide.value).toBeCloseTo(1, 1);
  expect(slot.angle.value).toBeCloseTo(0.5, 4);
  expect(Math.abs(slot.offset.value)).toBeLessThan(1e-3);
  expect(slot.reaction.y).toBeCloseTo(2 * 9.81, 3);

  const saved = saveScene(world);
  const loaded = loadScene(saved, { types: [SlotJoint] });
  expect(saveScene(loaded.world)).toEqual(saved);
});

test('every coordinate measures for types of a project', () => {
  const AllJoint = defineJoint({
    name: 'all',
    coordinates: { reach: length, x: worldAxis, y: worldAxis, point },
    measure(d, r, at) {
      length.measure(d, r, r + at.reach);
      measureWorldAxis(d, r, r + at.x, false);
      measureWorldAxis(d, r, r + at.y, true);
    },
  });
  const world = new World();
  const joint = world.joints.create(AllJoint, { bodyB: world.addBody({ position: [3, 4] }) });
  expect(inspect(joint).rows.map(({ name, c }) => [name, c])).toEqual([
    ['reach', 5],
    ['x', 3],
    ['y', 4],
    ['x', 3],
    ['y', 4],
  ]);
});
