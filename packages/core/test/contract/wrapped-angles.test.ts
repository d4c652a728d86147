import { World } from '@tenon/core';
import { expect, test } from 'vitest';
import { codeOf } from '../code-of';
import { FRAME, on, slider } from '../rigs';

test('wrapped is for angles', () => {
  const { slide, joint } = slider();
  expect(codeOf(() => (slide.wrapped = true))).toBe('param-invalid');
  expect(codeOf(() => Reflect.set(joint.angle, 'wrapped', 1))).toBe('param-invalid');
  const world = new World();
  const body = world.addBody({ angle: 5 });
  const hinge = world.joints.create('pivot', { bodyB: body, referenceAngle: 0, angle: { wrapped: true } });
  expect(hinge.angle.value).toBeCloseTo(5 - 2 * Math.PI, 12);
  hinge.angle.wrapped = false;
  expect(hinge.angle.value).toBe(5);
});

test('limits of a wrapped angle are at most a turn apart', () => {
  const { joint } = slider();
  const { angle } = joint;
  angle.limits = [-4, 4];
  expect(codeOf(() => (angle.wrapped = true))).toBe('param-invalid');
  expect(angle.wrapped).toBe(false);
  angle.limits = [-Math.PI, Math.PI];
  angle.wrapped = true;
  expect(codeOf(() => (angle.limits = [-4, 4]))).toBe('param-invalid');
  expect(codeOf(() => (on(angle.limits).upper = 4))).toBe('param-invalid');
  expect(on(angle.limits).upper).toBe(Math.PI);
  angle.limits = [null, 100];
  expect(on(angle.limits).upper).toBe(100);
});

test('laws of a wrapped angle read as they were given, and the same again wakes nobody', () => {
  const world = new World();
  const body = world.addBody({ angle: 20 });
  const { angle } = world.joints.create('pivot', { bodyB: body, referenceAngle: 0 });
  angle.lock = { target: 5, maxTorque: 1 };
  angle.wrapped = true;
  angle.limits = [-3, 2];
  angle.motor = { target: -3, maxTorque: 1 };
  angle.spring = { hertz: 1, target: 4 };
  world.step(FRAME);
  body.sleep();
  on(angle.lock).target = 5;
  angle.limits = [-3, 2];
  on(angle.motor).target = -3;
  on(angle.spring).target = 4;
  expect(body.isSleeping).toBe(true);
  on(angle.motor).target = -2;
  expect(body.isSleeping).toBe(false);
  angle.wrapped = false;
  const { lock, limits, motor, spring } = angle;
  expect([lock?.target, limits?.lower, limits?.upper, motor?.target, spring?.target]).toEqual([5, -3, 2, -2, 4]);
  expect(angle.error).toBe(angle.value - 5);
});
