import { type Body, type Joint, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { momenta } from '../rigs';

const STRONG = [150, 300, 1e3, 1e4, 1e6];

/** Two free bodies that part and turn, and what damps them. */
const PAIRS: Readonly<Record<string, (bodies: { bodyA: Body; bodyB: Body }, world: World, viscous: number) => Joint>> =
  {
    'a slide': (bodies, world, viscous) =>
      world.joints.create('prismatic', { ...bodies, anchor: [0.5, 0], axis: [1, 0], slide: { friction: { viscous } } }),
    'a hinge': (bodies, world, viscous) =>
      world.joints.create('pivot', { ...bodies, anchor: [0.5, 0], angle: { friction: { viscous } } }),
    'a distance': (bodies, world, viscous) =>
      world.joints.create('distance', { ...bodies, length: { friction: { viscous } } }),
    'a point': (bodies, world, viscous) =>
      world.joints.create('friction', { ...bodies, anchor: [0.5, 0], point: { friction: { viscous } } }),
    'a spring of a distance': (bodies, world, viscous) =>
      world.joints.create('damped-spring', { ...bodies, stiffness: 10, damping: viscous }),
    'a spring of a point': (bodies, world, damping) =>
      world.joints.create('friction', { ...bodies, anchor: [0.5, 0], point: { spring: { stiffness: 10, damping } } }),
  };

describe('soft laws harder than the direct step resolves', () => {
  test.each(Object.keys(PAIRS))('a damper of any strength stops %s, and throws nothing back', (name) => {
    for (const viscous of STRONG) {
      const world = new World({ solver: 'direct', sleeping: false });
      const bodyA = world.addBody({ mass: 1, inertia: 0.1 });
      const bodyB = world.addBody({ position: [1, 0], mass: 2, inertia: 0.2, velocity: [1, 0], angularVelocity: 1 });
      const joint = PAIRS[name]({ bodyA, bodyB }, world, viscous);
      const [coordinate] = joint.coordinates.filter((c) => (name.endsWith('point') ? c.name === 'point' : true));
      const before = momenta([bodyA, bodyB]);
      world.step(1 / 60);
      const first = coordinate.rate;
      // Of its own accord: the axis of a slide turns, and what it brings along with it.
      expect(first, String(viscous)).toBeGreaterThan(-0.05);
      for (let i = 0; i < 29; i++) world.step(1 / 60);
      expect(Math.abs(coordinate.rate), String(viscous)).toBeLessThan(0.02);
      momenta([bodyA, bodyB]).forEach((momentum, i) => expect(momentum).toBeCloseTo(before[i], 6));
    }
  });

  test('a damped spring of any stiffness comes to rest from wherever it is let go', () => {
    for (const stiffness of [1e4, 1e5, 1e6, 1e9]) {
      const world = new World({ solver: 'direct', sleeping: false });
      const bodyB = world.addBody({ position: [0.1, 0], mass: 1, inertia: 0.1 });
      const damping = 2 * Math.sqrt(stiffness);
      world.joints.create('prismatic', {
        bodyB,
        localAnchorA: [0, 0],
        localAnchorB: [0, 0],
        slide: { spring: { stiffness, damping, target: 0 } },
      });
      for (let i = 0; i < 30; i++) world.step(1 / 60);
      expect(Math.abs(bodyB.x), String(stiffness)).toBeLessThan(1e-6);
      expect(Math.abs(bodyB.velocity.x), String(stiffness)).toBeLessThan(1e-4);
    }
  });

  test('what it takes to stop is in the read-outs', () => {
    const world = new World({ solver: 'direct', sleeping: false });
    const bodyB = world.addBody({ mass: 2, inertia: 0.2, velocity: [1, 0] });
    const { slide } = world.joints.create('prismatic', {
      bodyB,
      localAnchorA: [0, 0],
      slide: { friction: { viscous: 1e4 } },
    });
    world.step(1 / 60);
    const lost = 2 * (1 - bodyB.velocity.x) * 60;
    expect(slide.friction?.force).toBeCloseTo(-lost, 6);
    expect(slide.joint.reaction.x).toBeCloseTo(-lost, 6);
    expect(slide.joint.impulseOn(bodyB).x).toBeCloseTo(-lost / 60, 6);
  });

  test('a spring that other joints make hard to move swings on as it would', () => {
    const swing = (steps: number): number => {
      const world = new World({ solver: 'direct', sleeping: false, directSubsteps: 1 });
      const light = world.addBody({ position: [1, 0], mass: 0.01, inertia: 0.001 });
      const heavy = world.addBody({ position: [1.1, 0], mass: 10, inertia: 1 });
      world.joints.create('weld', { bodyA: light, bodyB: heavy, anchor: [1, 0] });
      world.joints.create('prismatic', {
        bodyB: light,
        localAnchorA: [0, 0],
        slide: { spring: { stiffness: 4000, target: 0.9 } },
      });
      for (let i = 0; i < steps; i++) world.step(1 / steps);
      return light.x;
    };
    expect(Math.abs(swing(60) - swing(4000))).toBeLessThan(0.13);
    expect(Math.abs(swing(1000) - swing(4000))).toBeLessThan(1e-3);
  });
});
