import type { WorldOptions } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import {
  angularMomentum,
  beads,
  chain,
  directWorld,
  type DirectScene,
  fourBar,
  largestGap,
  mesh,
  pulley,
  rod,
  run,
  sliderCrank,
} from './scenes';

/** Where the first body is after `seconds`, one direct step per step. */
function place(make: (options: WorldOptions) => DirectScene, rate: number, seconds: number): readonly number[] {
  const { world, bodies } = make({ directSubsteps: 1, tolerance: 1e-9 });
  run(world, seconds, rate);
  return [bodies[0].x, bodies[0].y];
}

function distance(p: readonly number[], q: readonly number[]): number {
  return Math.hypot(p[0] - q[0], p[1] - q[1]);
}

describe('the direct step is of second order', () => {
  test.each([
    ['rod', rod, 1],
    ['chain of 3', (options: WorldOptions) => chain(3, { options, link: 1 }), 0.5],
    ['four-bar', fourBar, 0.5],
    ['slider-crank', sliderCrank, 0.5],
    ['beads on rods', (options: WorldOptions) => beads(5, 1, options), 0.5],
  ])('%s: half the step, a quarter of the error', (_, make, seconds) => {
    const exact = place(make, 3840, seconds);
    const errors = [120, 240].map((rate) => distance(place(make, rate, seconds), exact));
    // The reference is itself 1/256 of the second error away.
    expect(errors[0] / errors[1]).toBeGreaterThan(3.2);
    expect(errors[0] / errors[1]).toBeLessThan(4.8);
  });
});

describe('energy', () => {
  test.each([
    ['rod', rod, 1e-5],
    ['double pendulum', () => chain(2, { link: 1 }), 1e-5],
    ['four-bar', fourBar, 2e-4],
    ['slider-crank', sliderCrank, 2e-4],
    ['bead on a rod', () => beads(1, 1), 1e-5],
    ['beads, end 1000:1', () => beads(20, 1000), 1e-5],
    ['a pulley on a spring', () => pulley([1, 1.2], { spring: { stiffness: 50, damping: 0, target: 2 } }), 1e-9],
    ['20 links, end 1000:1', () => chain(20, { last: 1000 }), 1e-5],
    ['20 links, end 1e5:1', () => chain(20, { last: 1e5 }), 1e-5],
  ])('%s: kept for 5 s, never gained, joints closed', (_, make, bound) => {
    const { world } = make();
    world.step(1 / 60);
    const start = world.energy.total;
    let before = start;
    let largest = 0;
    let gain = 0;
    for (let i = 0; i < 300; i++) {
      world.step(1 / 60);
      const { kinetic, total } = world.energy;
      largest = Math.max(largest, kinetic);
      gain = Math.max(gain, (total - before) / largest);
      before = total;
    }
    expect(Math.abs(before - start) / largest).toBeLessThan(bound);
    expect(gain).toBeLessThan(1e-6);
    expect(largestGap(world)).toBeLessThan(2e-6);
  });

  test.each([
    [1e3, 0.003],
    [1e3, 0.03],
    [2e3, 0.003],
    [3.4e4, 0.003],
  ])('a rod on a spring of %d N·m/rad gains nothing where it turns round', (stiffness, target) => {
    let gain = 0;
    for (const length of [0.3, 0.4, 0.5, 0.7, 0.9]) {
      const world = directWorld();
      const body = world.addBody({ position: [length / 2, 0], mass: 5, inertia: (5 * length * length) / 12 });
      world.joints.create('pivot', {
        bodyB: body,
        anchor: [0, 0],
        angle: { spring: { stiffness, damping: 0, target } },
      });
      let { kinetic, total } = world.energy;
      for (let i = 0; i < 600; i++) {
        world.step(1 / 60);
        const { energy } = world;
        const share = (energy.total - total) / Math.max(energy.kinetic, kinetic);
        // Less than a nanojoule is rounding of what the spring stores.
        if (energy.total - total > 1e-9) gain = Math.max(gain, share);
        ({ kinetic, total } = energy);
      }
    }
    expect(gain).toBeLessThan(1e-3);
  });

  test.each([5e4, 1e5, 2e5])(
    'a spring of %d N/m too stiff for the step gains nothing where its gap turns along',
    (stiffness) => {
      const world = directWorld();
      const upper = world.addBody({ position: [0, 0], mass: 2, inertia: 0.2, angularVelocity: 3 });
      const lower = world.addBody({
        position: [0, -0.3],
        mass: 4,
        inertia: 0.8,
        velocity: [-1, 0],
        angularVelocity: -1,
      });
      const spring = (k: number): object => ({ lock: null, spring: { stiffness: k, damping: 0 } });
      world.joints.create('pivot', { bodyB: upper, anchor: [0.2, 0.2], point: spring(100) });
      world.joints.create('pivot', { bodyA: upper, bodyB: lower, anchor: [0, -0.2], point: spring(stiffness) });
      let { kinetic, total } = world.energy;
      let gain = 0;
      for (let i = 0; i < 600; i++) {
        world.step(1 / 60);
        const { energy } = world;
        gain = Math.max(gain, (energy.total - total) / Math.max(energy.kinetic, kinetic));
        ({ kinetic, total } = energy);
      }
      expect(gain).toBeLessThan(1e-12);
    },
  );

  test.each([
    [402, 0.34, 1.97, { mass: 1.05, inertia: 0.2, angle: -0.93 }, [0.23, 0.27]],
    [338, 0.25, 1.95, { mass: 0.76, inertia: 0.057, angle: -2.56 }, [0.02, 0.25]],
    [658, 0.26, 1.33, { mass: 0.78, inertia: 0.077, angle: -1.52 }, [-0.04, 0.24]],
  ] as const)(
    'a spring of %d kN/m that is pressed to %d of its %d m lets go',
    (stiffness, length, target, of, anchor) => {
      const world = directWorld();
      const body = world.addBody(of);
      const { x, y } = body.toWorld(anchor);
      body.position = [length - x, -y];
      const spring = { stiffness: 1000 * stiffness, damping: 0, target };
      const joint = world.joints.create('distance', { bodyB: body, localAnchorB: anchor, length: { spring } });
      let { total } = world.energy;
      let lastResorts = 0;
      let longest = 0;
      for (let i = 0; i < 300; i++) {
        world.step(1 / 60);
        expect(world.energy.total).toBeLessThan(total + 1e-6);
        ({ total } = world.energy);
        lastResorts += world.stats.islands[0].lastResorts;
        longest = Math.max(longest, joint.length.value);
      }
      expect(lastResorts).toBe(0);
      expect(longest).toBeGreaterThan(target);
    },
  );

  test('a flywheel at 30 rad/s about a point off its centre keeps turning', () => {
    const world = directWorld({ gravity: [0, 0] });
    const body = world.addBody({ position: [0.5, 0], mass: 1, inertia: 0.1, velocity: [0, 15], angularVelocity: 30 });
    world.joints.create('pivot', { bodyB: body, anchor: [0, 0] });
    const start = world.energy.total;
    run(world, 5);
    expect(Math.abs(world.energy.total / start - 1)).toBeLessThan(1e-9);
  });

  test('a step that alternates between 1/60 and 1/15 gains nothing', () => {
    const { world } = chain(20);
    const start = world.energy.total;
    for (let i = 0; i < 400; i++) {
      world.step(i % 2 === 0 ? 1 / 60 : 1 / 15);
      expect(world.energy.total).toBeLessThan(start + 1e-6);
    }
    expect(largestGap(world)).toBeLessThan(2e-6);
  });
});

describe('angular momentum', () => {
  test.each([
    [3, 1e-6],
    [10, 1e-6],
    [10, 1e-9],
  ])('of five free links at %d rad/s, tolerance %d', (turn, tolerance) => {
    const { world, bodies } = chain(5, { grounded: false, options: { gravity: [0, 0], tolerance } });
    bodies.forEach((body, i) => {
      body.velocity = [0, turn * (body.x - 0.625)];
      body.angularVelocity = turn * (i % 2 === 0 ? 0.9 : 1.1);
    });
    world.step(1e-9);
    const start = angularMomentum(bodies);
    run(world, 5);
    expect(Math.abs(angularMomentum(bodies) / start - 1)).toBeLessThan(10 * tolerance);
  });

  test('a free hull that drives a wheel turns against it', () => {
    const world = directWorld({ gravity: [0, 0] });
    const hull = world.addBody({ position: [0, 0], mass: 2, inertia: 0.5 });
    const wheel = world.addBody({ position: [0.5, 0.2], mass: 1, inertia: 0.1 });
    world.joints.create('pivot', {
      bodyA: hull,
      bodyB: wheel,
      anchor: [0.5, 0.2],
      angle: { motor: { speed: 5, maxTorque: 1 } },
    });
    run(world, 5);
    expect(wheel.angularVelocity - hull.angularVelocity).toBeCloseTo(5, 9);
    expect(Math.abs(angularMomentum([hull, wheel]))).toBeLessThan(1e-6);
  });
});

describe('what is thrown at it', () => {
  test('joints made 9.5 m apart are closed without velocity', () => {
    const world = directWorld({ gravity: [0, 0] });
    const near = world.addBody({ position: [3.5, 0], mass: 1, inertia: 0.1 });
    const far = world.addBody({ position: [13, 0], mass: 1, inertia: 0.1 });
    world.joints.create('pivot', { bodyB: near, localAnchorA: [0, 0], localAnchorB: [0, 0] });
    world.joints.create('pivot', { bodyA: near, bodyB: far, localAnchorA: [0, 0], localAnchorB: [-0.5, 0] });
    for (let i = 0; i < 400; i++) {
      world.step(1 / 60);
      expect(world.energy.kinetic).toBeLessThan(1e-9);
    }
    expect(largestGap(world)).toBeLessThan(1e-6);
  });

  test('a link that is moved by 0.5 m pulls nobody faster than 10 m/s', () => {
    const { world, bodies } = chain(20);
    bodies[10].position = [bodies[10].x + 0.5, bodies[10].y];
    let fastest = 0;
    for (let i = 0; i < 30; i++) {
      world.step(1 / 60);
      for (const { velocity } of bodies) fastest = Math.max(fastest, Math.hypot(velocity.x, velocity.y));
    }
    expect(fastest).toBeLessThan(10);
    expect(largestGap(world)).toBeLessThan(2e-6);
  });

  test('a speed beyond all numbers stops a body once, not for ever', () => {
    const world = directWorld({ gravity: [0, 0] });
    const crane = world.addBody({ type: 'kinematic', velocity: [1, 0] });
    const load = world.addBody({ position: [0, -1], mass: 1, inertia: 0.1 });
    world.joints.create('pivot', { bodyA: crane, bodyB: load, anchor: [0, 0] });
    load.velocity = [1e200, 1e200];
    world.step(1 / 60);
    for (let i = 0; i < 60; i++) {
      world.step(1 / 60);
      expect(world.stats.islands[0].lastResorts).toBe(0);
    }
    expect(Math.hypot(load.x - crane.x, load.y)).toBeCloseTo(1, 6);
  });

  test('a 4 × 4 mesh on one corner takes few factorisations and no large impulses', () => {
    const { world } = mesh(4);
    let factorisations = 0;
    let largest = 0;
    for (let i = 0; i < 300; i++) {
      world.step(1 / 60);
      factorisations += world.stats.islands[0].factorisations;
      for (const joint of world.joints) largest = Math.max(largest, joint.reaction.peakForce / 60);
    }
    expect(factorisations / 300).toBeLessThan(4);
    expect(largest).toBeLessThan(20);
    expect(world.stats.islands[0].rank).toBeGreaterThanOrEqual(46);
    expect(largestGap(world)).toBeLessThan(1e-6);
  });

  test('a mesh that hangs still stays where it is, in two iterations a frame', () => {
    const { world, bodies } = mesh(12);
    for (let j = 1; j < 12; j++) world.joints.create('pivot', { bodyB: bodies[j], anchor: [j, 0] });
    run(world, 1);
    const height = world.energy.potential;
    let iterations = 0;
    for (let i = 0; i < 60; i++) {
      world.step(1 / 60);
      iterations += world.stats.islands[0].iterations;
    }
    expect(iterations).toBe(120);
    expect(Math.abs(world.energy.potential - height)).toBeLessThan(1e-9);
  });

  test('twenty beads with an end of 1000:1 converge in a few iterations', () => {
    const { world } = beads(20, 1000);
    let iterations = 0;
    for (let i = 0; i < 120; i++) {
      world.step(1 / 60);
      const [island] = world.stats.islands;
      iterations += island.iterations;
      expect(island.halvings).toBe(0);
    }
    expect(iterations / 120).toBeLessThan(8);
  });
});

describe('rest', () => {
  test('a cantilever of welds carries its weight exactly', () => {
    const world = directWorld();
    const bodies = [0, 1, 2, 3, 4, 5].map((i) => world.addBody({ position: [i + 0.5, 0], mass: 1, inertia: 1 / 12 }));
    const welds = bodies.map((bodyB, i) =>
      world.joints.create('weld', { ...(i > 0 ? { bodyA: bodies[i - 1] } : {}), bodyB, anchor: [i, 0] }),
    );
    run(world, 2);
    expect(Math.abs(bodies[5].y)).toBeLessThan(1e-12);
    expect(welds[0].reaction.y).toBeCloseTo(6 * 9.81, 3);
    expect(welds[0].reaction.torque).toBeCloseTo(9.81 * 18, 2);
  });

  test('a bridge at rest stays where it is', () => {
    const world = directWorld();
    const bodies = Array.from({ length: 12 }, (_, i) =>
      world.addBody({ position: [i + 0.5, 0], mass: 1, inertia: 1 / 12, linearDamping: 2, angularDamping: 2 }),
    );
    bodies.forEach((bodyB, i) =>
      world.joints.create('pivot', {
        ...(i > 0 ? { bodyA: bodies[i - 1] } : {}),
        bodyB,
        localAnchorA: i > 0 ? [0.5, 0] : [0, 0],
        localAnchorB: [-0.5, 0],
      }),
    );
    world.joints.create('pivot', { bodyA: bodies[11], localAnchorA: [0.5, 0], localAnchorB: [11, 0] });
    run(world, 60);
    const places = bodies.map(({ x, y }) => [x, y]);
    run(world, 10);
    bodies.forEach(({ x, y }, i) => {
      expect(distance([x, y], places[i])).toBeLessThan(1e-8);
    });
  });
});
