import { type SpringOptions, World } from '@tenon/core';
import { describe, expect, test } from 'vitest';
import { FRAME, SOLVERS, on } from '../rigs';

describe.each(SOLVERS)('with the %s solver', (solver) => {
  test('what springs store is counted and breaks, on points, too', () => {
    const world = new World({ sleeping: false, solver });
    const body = world.addBody({ position: [2, 0], mass: 1e6 });
    const joint = world.joints.create('pivot', {
      bodyB: body,
      localAnchorA: [0, 0],
      point: { lock: null, spring: { stiffness: 10 } },
    });
    expect(world.energy.potential).toBeCloseTo(20, 9);
    joint.break = { energy: 15 };
    let energy = 0;
    joint.on('broken', ({ load }) => (energy = load.energy));
    world.step(FRAME);
    expect(energy).toBeCloseTo(20, 3);
  });

  test('a force function stores the work of stretching it from its target, and breaks by it', () => {
    for (const lengthUnit of [1, 50]) {
      const world = new World({ sleeping: false, solver, lengthUnit });
      const body = world.addBody({ position: [2 * lengthUnit, 0], mass: 1e6, inertia: 1e6, angle: 0.5 });
      const cubic = (stretch: number, rate: number): number => -8 * (stretch / lengthUnit) ** 3 - 100 * rate;
      const joint = world.joints.create('distance', {
        bodyB: body,
        length: { spring: { force: cubic, target: 0.5 * lengthUnit } },
      });
      expect(world.energy.potential).toBeCloseTo(2 * 1.5 ** 4, 9);
      // Linear ones store what springs by stiffness do; compressed, too.
      joint.length.spring = { force: (stretch) => (-10 * stretch) / lengthUnit, target: 3 * lengthUnit };
      expect(world.energy.potential).toBeCloseTo(5, 9);
      const hinge = world.joints.create('pivot', {
        bodyB: body,
        anchor: [2 * lengthUnit, 0],
        referenceAngle: 0,
        angle: { spring: { force: (turn) => -4 * turn, target: 0 } },
      });
      expect(world.energy.potential).toBeCloseTo(5.5, 9);
      hinge.remove();
      joint.length.spring = { force: (stretch) => (stretch === 0 ? 0 : -1 / 0), target: 3 * lengthUnit };
      expect(world.energy.potential).toBe(0);
      joint.length.spring = { force: cubic, target: 0.5 * lengthUnit };
      joint.break = { energy: 11 };
      world.step(FRAME);
      expect(joint.world).toBe(world);
      joint.break = { energy: 10 };
      let energy = 0;
      joint.on('broken', ({ load }) => ({ energy } = load));
      world.step(FRAME);
      expect(energy).toBeCloseTo(2 * 1.5 ** 4, 3);
    }
  });

  test('a breaking joint says what its springs store, whatever it breaks by', () => {
    const world = new World({ solver, sleeping: false });
    const body = world.addBody({ position: [1.0285, 0], mass: 1e6, inertia: 1 });
    const ends = { localAnchorA: [0, 0], localAnchorB: [0, 0] } as const;
    const joint = world.joints.create('damped-spring', { ...ends, bodyB: body, restLength: 1, stiffness: 100 });
    let energy = 0;
    joint.on('breaking', ({ load }) => ({ energy } = load));
    joint.break = { force: 2 };
    world.step(FRAME);
    expect(energy).toBeCloseTo(50 * 0.0285 ** 2, 6);
  });

  test('the energy of a spring is right before the first step and after it was tuned', () => {
    for (const lengthUnit of [1, 50]) {
      const world = new World({ solver, lengthUnit, sleeping: false });
      const body = world.addBody({ position: [2 * lengthUnit, 0], mass: 1, inertia: lengthUnit ** 2 });
      const ends = { localAnchorA: [0, 0], localAnchorB: [0, 0] } as const;
      const { length } = world.joints.create('distance', { ...ends, bodyB: body, length: { lock: null } });
      const stored = (spring: SpringOptions): number => {
        length.spring = { target: lengthUnit, ...spring };
        return world.energy.potential;
      };
      const perHertz = 2 * Math.PI ** 2;
      expect(stored({ hertz: 1 })).toBeCloseTo(perHertz, 9);
      world.step(1e-9);
      expect(world.energy.potential).toBeCloseTo(perHertz, 6);
      on(length.spring).hertz = 2;
      expect(world.energy.potential).toBeCloseTo(4 * perHertz, 6);
      body.mass = 3;
      expect(world.energy.potential).toBeCloseTo(12 * perHertz, 5);
      expect(stored({ compliance: 0.1 })).toBeCloseTo(5, 6);
      expect(stored({ stiffness: 10 })).toBeCloseTo(5, 6);
      length.spring = null;
      const { point } = world.joints.create('pivot', {
        ...ends,
        bodyB: body,
        point: { lock: null, spring: { hertz: 1 } },
      });
      expect(world.energy.potential).toBeCloseTo(12 * perHertz, 5);
      on(point.spring).hertz = 2;
      expect(world.energy.potential).toBeCloseTo(48 * perHertz, 5);
      world.step(1e-9);
      expect(world.energy.potential).toBeCloseTo(48 * perHertz, 4);
    }
  });

  test('a spring of a point by hertz stores half of its force along its gap, between two bodies that turn, too', () => {
    const world = new World({ solver, sleeping: false });
    const bodyA = world.addBody({ mass: 1, inertia: 0.2 });
    const bodyB = world.addBody({ position: [2, 0.5], mass: 2, inertia: 0.1 });
    const joint = world.joints.create('pivot', {
      ...{ bodyA, bodyB, localAnchorA: [0.4, 0.3], localAnchorB: [-0.2, 0.3] },
      point: { lock: null, spring: { hertz: 1, dampingRatio: 0 } },
    });
    const [x, y] = [1.4, 0.5];
    const before = world.energy.potential;
    world.step(1e-6);
    expect(-(joint.reaction.x * x + joint.reaction.y * y) / 2).toBeCloseTo(before, 6);
  });
});
