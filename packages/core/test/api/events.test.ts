import { disc, type Joint, TenonError, World } from '@tenon/core';
import { saveScene } from '@tenon/core/scene';
import { describe, expect, test } from 'vitest';

/** A weight of 1 kg that hangs on the world. */
function hanging(options: { solver?: 'iterative' | 'direct' } = {}): { world: World; joint: Joint } {
  const world = new World({ gravity: [0, -10], sleeping: false, ...options });
  const body = world.addBody({ position: [0, -1], mass: 1 });
  const joint = world.joints.create('pivot', { bodyB: body, anchor: [0, -1] });
  return { world, joint };
}

describe.each(['iterative', 'direct'] as const)('events with the %s step', (solver) => {
  test('a joint breaks by the mean force of a step, and says with what load', () => {
    const { world, joint } = hanging({ solver });
    for (let i = 0; i < 10; i++) world.step(1 / 60);
    expect(joint.reaction.force).toBeCloseTo(10, 6);
    joint.break = { force: 9.9 };
    const told: string[] = [];
    world.on('breaking', ({ load }) => told.push(`breaking ${load.force.toFixed(1)} ${load.overload.toFixed(2)}`));
    joint.on('broken', () => told.push('joint'));
    world.on('broken', () => told.push('broken'));
    world.step(1 / 60);
    expect(told).toEqual(['breaking 10.0 1.01', 'joint', 'broken']);
    expect(joint.world).toBe(null);
    expect(world.joints.size).toBe(0);
  });

  test('a listener may keep a joint, and `remove: false` disables it instead', () => {
    const { world, joint } = hanging({ solver });
    joint.break = { force: 5, remove: false };
    const keep = world.on('breaking', (event) => event.cancel());
    for (let i = 0; i < 5; i++) world.step(1 / 60);
    expect(joint.enabled).toBe(true);
    keep();
    world.step(1 / 60);
    expect(joint.enabled).toBe(false);
    expect(world.joints.size).toBe(1);
  });

  test('a stop is announced when it begins to push and when it lets go', () => {
    const world = new World({ gravity: [0, -10], solver, sleeping: false });
    const body = world.addBody({ position: [0, 0.1], mass: 1 });
    const joint = world.joints.create('prismatic', {
      bodyB: body,
      axis: [0, 1],
      localAnchorA: [0, 0],
      slide: { limits: [0, null] },
    });
    const told: number[] = [];
    joint.on('limit', ({ active }) => told.push(active));
    for (let i = 0; i < 60; i++) world.step(1 / 60);
    expect(told).toEqual([-1]);
    expect(joint.slide.limits?.active).toBe(-1);
    expect(joint.slide.limits?.force).toBeCloseTo(10, 6);
    body.applyImpulse([0, 3]);
    world.step(1 / 60);
    world.step(1 / 60);
    expect(told).toEqual([-1, 0]);
  });

  test('a stop at which a servo holds a door is announced once', () => {
    const world = new World({ gravity: [0, -10], solver });
    const cabin = world.addBody({ mass: 500, inertia: 500 });
    world.joints.create('prismatic', { bodyB: cabin, axis: [0, 1], slide: { motor: { target: 0, maxForce: 2e4 } } });
    const [left, right] = [-0.5, 0.5].map((x) => world.addBody({ position: [x, 0], mass: 30, inertia: 10 }));
    const one = world.joints.create('prismatic', { bodyA: cabin, bodyB: left, anchor: [-0.5, 0], axis: [1, 0] });
    const other = world.joints.create('prismatic', { bodyA: cabin, bodyB: right, anchor: [0.5, 0], axis: [1, 0] });
    world.joints.create('gear', {
      terms: [
        { of: one.slide, weight: 1 },
        { of: other.slide, weight: 1 },
      ],
    });
    one.slide.limits = [-1, 0];
    other.slide.motor = { target: 0, speed: 1, maxForce: 200 };
    const told: number[] = [];
    world.on('limit', ({ active }) => told.push(active));
    const run = (seconds: number) => {
      for (let i = 0; i < 60 * seconds; i++) world.step(1 / 60);
    };
    run(1);
    if (other.slide.motor !== null) other.slide.motor.target = 0.5;
    run(1);
    // A millimetre past the stop: one that goes just there may come to rest before it.
    if (other.slide.motor !== null) other.slide.motor.target = -0.001;
    run(4);
    expect(told).toEqual([1, 0, 1]);
  });

  test('a stop whose joint is switched off while it pushes has let go', () => {
    const { world, joint, told } = onItsStop(solver);
    joint.enabled = false;
    world.step(1 / 60);
    expect(told).toEqual([-1, 0]);
  });

  test('a stop that is taken away while it pushes has let go', () => {
    const { world, body, slide, told } = onItsStop(solver);
    slide.limits = null;
    world.step(1 / 60);
    expect(told).toEqual([-1, 0]);
    world.step(1 / 60);
    slide.limits = [slide.value, null];
    body.velocity = [0, 0];
    world.step(1 / 60);
    expect(told).toEqual([-1, 0, -1]);
  });
});

/** A weight of 1 kg that lies on a stop, and what was told of it. */
function onItsStop(solver: 'iterative' | 'direct') {
  const world = new World({ gravity: [0, -10], solver, sleeping: false });
  const body = world.addBody({ mass: 1 });
  const joint = world.joints.create('prismatic', { bodyB: body, axis: [0, 1], slide: { limits: [0, null] } });
  const { slide } = joint;
  const told: number[] = [];
  world.on('limit', ({ active }) => told.push(active));
  for (let i = 0; i < 10; i++) world.step(1 / 60);
  return { world, body, joint, slide, told };
}

test('a listener that throws does not stop the step and is reported after it', () => {
  const { world } = hanging();
  let reached = false;
  world.on('beforestep', () => {
    throw new Error('mine');
  });
  world.on('afterstep', () => (reached = true));
  expect(() => world.step(1 / 60)).toThrow('mine');
  expect(reached).toBe(true);
  expect(world.time).toBeCloseTo(1 / 60);
});

test('inside a step structure is queued, and stepping refused', () => {
  const { world, joint } = hanging();
  const [body] = [...world.bodies];
  const off = world.on('beforesubstep', () => {
    joint.remove();
    joint.remove();
    body.remove();
    expect(joint.world).toBe(world);
    expect(() => world.step(1 / 60)).toThrow(TenonError);
  });
  world.step(1 / 60);
  off();
  expect(joint.world).toBe(null);
  expect(body.world).toBe(null);
  expect(() => joint.wake()).toThrow('was removed');
  expect(() => body.angle).toThrow('was removed');
  expect(() => body.remove()).not.toThrow();
  world.step(1 / 60);
});

test('what a listener changes is told after it, however long the chain', () => {
  const world = new World({ sleeping: false });
  const bodyB = world.addBody({ mass: 1, inertia: 1 });
  const joints = Array.from({ length: 20_000 }, () => world.joints.create('filter', { bodyB }));
  const told: string[] = [];
  let next = 1;
  world.on('removed', ({ joint }) => {
    told.push(`begin ${joint?.id}`);
    joints[next++]?.remove();
    told.push(`end ${joint?.id}`);
  });
  joints[0].remove();
  world.step(1 / 60);
  expect(world.joints.size).toBe(0);
  expect(told).toEqual(joints.flatMap(({ id }) => [`begin ${id}`, `end ${id}`]));
});

test('a world that a listener destroys has told everything by then', () => {
  const { world, joint } = hanging();
  world.joints.create('filter', { bodyB: joint.bodyB });
  let removed = 0;
  world.on('removed', () => {
    removed++;
    world.destroy();
  });
  joint.remove();
  expect(removed).toBe(3);
});

test('an island falls asleep at rest and wakes on a changed value only', () => {
  const world = new World({ gravity: [0, -10] });
  const body = world.addBody({ position: [0, -1], mass: 1 });
  const joint = world.joints.create('pivot', { bodyB: body, anchor: [0, 0], angle: { friction: { torque: 1 } } });
  const told: string[] = [];
  world.on('sleep', ({ bodies }) => told.push(`sleep ${bodies.length}`));
  joint.on('wake', () => told.push('wake'));
  for (let i = 0; i < 60; i++) world.step(1 / 60);
  expect(told).toEqual(['sleep 1']);
  expect(body.isSleeping && joint.isSleeping).toBe(true);
  if (joint.angle.friction !== null) joint.angle.friction.maxTorque = 1;
  expect(joint.isSleeping).toBe(true);
  joint.angle.motor = { speed: 1 };
  expect(joint.isSleeping).toBe(false);
  for (let i = 0; i < 120; i++) world.step(1 / 60);
  // The hands of a clock never fall asleep.
  expect(joint.isSleeping).toBe(false);
  expect(told).toEqual(['sleep 1', 'wake']);
});

test('what reads poses asks for them first, so that a host can put bodies where their pictures are', () => {
  const world = new World();
  const body = world.addBody({ shape: disc(1) });
  let place = 0;
  let asked = 0;
  world.on('beforeread', () => {
    asked++;
    body.x = place;
  });
  const reads: [name: string, read: () => unknown][] = [
    ['create', () => world.joints.create('pivot', { bodyB: body, anchor: [place, 0] }).remove()],
    ['snapshot', () => world.snapshot()],
    ['hash', () => world.hash()],
    ['poses', () => world.poses],
    ['bodyAt', () => world.bodyAt([place, 0])],
    ['energy', () => world.energy],
    ['saveScene', () => saveScene(world)],
  ];
  for (const [name, read] of reads) {
    place += 10;
    read();
    expect([name, body.x]).toEqual([name, place]);
  }
  expect(asked).toBe(reads.length);
  world.on('beforestep', () => world.joints.create('pivot', { bodyB: body }));
  world.step(1 / 60);
  expect(asked).toBe(reads.length);
});
