import { type Body, type Joint, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../code-of';

const FRAME = 1 / 60;

function hanging(solver: 'iterative' | 'direct' = 'iterative') {
  const world = new World({ gravity: [0, -10], sleeping: false, solver });
  const body = world.addBody({ position: [0, -1], mass: 1 });
  return { world, body, joint: world.joints.create('pivot', { bodyB: body, anchor: [0, -1] }) };
}

test('events of a step come in order, with the time at the end of the step to come', () => {
  const { world } = hanging();
  const told: string[] = [];
  world.on('beforestep', ({ time, dt }) => told.push(`beforestep ${time} ${dt}`));
  world.on('beforesubstep', ({ h }) => told.push(`beforesubstep ${h}`));
  world.on('afterstep', ({ time, dt }) => told.push(`afterstep ${time} ${dt}`));
  world.substeps = 2;
  world.step(0.5);
  expect(told).toEqual(['beforestep 0.5 0.5', 'beforesubstep 0.25', 'beforesubstep 0.25', 'afterstep 0.5 0.5']);
});

test.each(['beforestep', 'beforesubstep'] as const)(
  'inside a step (%s) laws may be tuned and things made; what is busy says so',
  (event) => {
    const { world, joint } = hanging();
    const made: { body?: Body; joint?: Joint } = {};
    const codes: string[] = [];
    const off = world.on(event, () => {
      joint.angle.motor = { speed: 1, maxTorque: 5 };
      made.body ??= world.addBody({ position: [5, 0], mass: 1 });
      made.joint ??= world.joints.create('pivot', { bodyB: made.body, anchor: [5, 0] });
      codes.push(
        codeOf(() => world.step(FRAME)),
        codeOf(() => world.advance(FRAME)),
        codeOf(() => world.restore(undefined as never)),
        codeOf(() => world.snapshot()),
      );
    });
    world.step(FRAME);
    off();
    expect(new Set(codes)).toEqual(new Set(['world-busy']));
    world.step(FRAME);
    expect(joint.angle.rate).toBeGreaterThan(0);
    expect([made.body?.world, made.joint?.world]).toEqual([world, world]);
    expect(made.joint?.reaction.force).toBeGreaterThan(1);
    expect(made.body?.y).toBeCloseTo(0, 2);
  },
);

test('after the step everything is allowed, in every event', () => {
  const { world, body, joint } = hanging();
  joint.break = { force: 1 };
  world.on('broken', () => {
    body.remove();
    world.joints.create('pivot', { bodyB: world.addBody(), anchor: [0, 0] });
  });
  world.on('afterstep', () => world.snapshot());
  world.step(FRAME);
  expect([body.world, world.bodies.size, world.joints.size]).toEqual([null, 1, 1]);
});

test('several listeners that throw are reported together, after the step', () => {
  const { world } = hanging();
  world.on('beforestep', () => {
    throw new Error('one');
  });
  world.on('afterstep', () => {
    throw new Error('two');
  });
  expect(() => world.step(FRAME)).toThrow(AggregateError);
  // What a console shows of it is the message.
  expect(() => world.advance(3 * FRAME)).toThrow('6 errors during the step, the first: Error: one');
  expect(world.time).toBeCloseTo(4 * FRAME, 12);
});

describe('overloads of one step', () => {
  test('are told by falling overload, then by id, before any joint leaves', () => {
    const world = new World({ gravity: [0, -10], sleeping: false, breaking: 'all' });
    const joints = Array.from({ length: 11 }, (_, i) => {
      const body = world.addBody({ position: [i, 0], mass: i === 5 ? 3 : 1, inertia: Infinity });
      return world.joints.create('pivot', { bodyB: body, anchor: [i, 0] });
    });
    for (const joint of [...joints].reverse()) joint.break = { force: 5 };
    const told: string[] = [];
    world.on('breaking', ({ joint, cancel }) => {
      told.push(joint.id);
      expect(world.joints.size).toBe(11);
      if (joint.id === 'j3') cancel();
    });
    world.step(FRAME);
    expect(told).toEqual(['j6', 'j1', 'j2', 'j3', 'j4', 'j5', 'j7', 'j8', 'j9', 'j10', 'j11']);
    expect(world.joints.size).toBe(1);
  });
});
