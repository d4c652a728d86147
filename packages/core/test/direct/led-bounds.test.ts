import { type Body, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { FRAME, on } from '../rigs';

/** Bounds whose owner moves them on and on take along what stands at them, at their speed. */

/** Stops below a load of 20 kg at the origin, each with a function that leads it up to some height, and with what restitution. */
const stops: Record<string, (world: World, bodyB: Body, restitution: number) => (up: number) => void> = {
  'the lower bound of a slide': (world, bodyB, restitution) => {
    const { slide } = world.joints.create('prismatic', { bodyB, anchor: [0, 0], axis: [0, 1] });
    slide.limits = { lower: 0, restitution };
    return (up) => (on(slide.limits).lower = up);
  },
  'the upper bound of a slide, beside friction': (world, bodyB, restitution) => {
    const { slide } = world.joints.create('prismatic', { bodyB, anchor: [0, 0], axis: [0, -1] });
    slide.limits = { upper: 0, restitution };
    slide.friction = { force: 1 };
    return (up) => (on(slide.limits).upper = -up);
  },
  'a rope': (world, bodyB, restitution) => {
    const { length } = world.joints.create('rope', { bodyB, localAnchorA: [0, 5], localAnchorB: [0, 0], max: 5 });
    return (up) => (length.limits = { lower: 0, upper: 5 - up, restitution });
  },
  'the stop of a hinge': (world, bodyB, restitution) => {
    const { angle } = world.joints.create('pivot', { bodyB, anchor: [-9, 0] });
    angle.limits = { lower: 0, restitution };
    return (up) => (on(angle.limits).lower = Math.asin(up / 9));
  },
};

function loaded(name: string, restitution = 0) {
  const world = new World({ solver: 'direct', gravity: [0, -10], sleeping: false });
  const load = world.addBody({ mass: 20, inertia: 1 });
  const lead = stops[name](world, load, restitution);
  return { world, load, lead };
}

describe.each(Object.keys(stops))('what stands on %s that is led', (name) => {
  test.each([
    [1, 0],
    [-1, 0],
    [2, 0.5],
    [-2, 0.5],
  ])('at up to %d m/s has the speed of that (restitution %d)', (speed, restitution) => {
    const { world, load, lead } = loaded(name, restitution);
    let up = 0;
    for (let frame = 1; frame <= 200; frame++) {
      const now = speed * Math.min(1, frame / 160);
      up += now * FRAME;
      lead(up);
      world.step(FRAME);
      expect(load.y, `frame ${frame}`).toBeCloseTo(up, 2);
      if (frame > 3) expect(load.velocity.y, `frame ${frame}`).toBeCloseTo(now, 1);
    }
    expect(load.velocity.y).toBeCloseTo(speed, 1);
  });

  test('keeps it where that stops, and comes back', () => {
    const { world, load, lead } = loaded(name);
    for (let frame = 1; frame <= 30; frame++) {
      lead(2 * frame * FRAME);
      world.step(FRAME);
    }
    let highest = 0;
    for (let frame = 0; frame < 60; frame++) {
      world.step(FRAME);
      highest = Math.max(highest, load.y);
    }
    expect(highest - 1).toBeCloseTo(0.2, 1);
    expect(load.y).toBeCloseTo(1, 2);
    expect(load.velocity.y).toBeCloseTo(0, 6);
  });
});

test('what is pressed to a stop that is led does not bounce, in several steps a frame either', () => {
  const world = new World({ solver: 'direct', directSubsteps: 4, gravity: [0, -100], sleeping: false });
  const load = world.addBody({ mass: 20, inertia: 1 });
  const lead = stops['the lower bound of a slide'](world, load, 0.5);
  let up = 0;
  for (let frame = 1; frame <= 200; frame++) {
    const now = -2 * Math.min(1, frame / 160);
    up += now * FRAME;
    lead(up);
    world.step(FRAME);
    if (frame > 3) expect(load.velocity.y, `frame ${frame}`).toBeCloseTo(now, 6);
  }
});

test('what swings on a load that a bound leads moves as on one that a lock leads', () => {
  const swing = (isLock: boolean): number => {
    const world = new World({ solver: 'direct', gravity: [0, -10], sleeping: false });
    const load = world.addBody({ mass: 20, inertia: 1 });
    const { slide } = world.joints.create('prismatic', { bodyB: load, anchor: [0, 0], axis: [0, 1] });
    const bob = world.addBody({ position: [0.5, -0.5], mass: 1, inertia: 0.02 });
    const { angle } = world.joints.create('pivot', { bodyA: load, bodyB: bob, anchor: [0, 0] });
    for (let frame = 0; frame <= 120; frame++) {
      if (isLock) slide.lock = { target: frame * FRAME };
      else slide.limits = [frame * FRAME, null];
      world.step(FRAME);
    }
    return angle.value;
  };
  expect(swing(false)).toBeCloseTo(swing(true), 3);
});
