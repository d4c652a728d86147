import { describe, expect, test } from 'vitest';
import { loadScene } from '@tenon/core/scene';
import { readTrajectories, run, toScene } from './trajectories';

/**
 * Golden motions, run with one substep of the given length. Both steps are of second order: halving the step divides
 * the error by four. Bounds of size are twice what was measured at 1/240 s. Stiff ones, such as the cantilever and the chain, are
 * for the direct step: one visit a step lets the others' reactions swing.
 */
interface Expectation {
  /** Largest error in the compare window at 1/240 s, m or rad. */
  readonly iterative: number;
  readonly direct: number;
  /** Largest error of a reaction there, relative to the largest of all. */
  readonly reaction: { readonly iterative: number; readonly direct: number };
  /** Where the solver is exact up to an event, or iterates too little for an order at these steps. */
  readonly noOrder?: readonly ('iterative' | 'direct')[];
}

/** Less is rounding, and what the tolerance leaves: it has no order. */
const EXACT = 1e-8;

const expectations: Readonly<Record<string, Expectation>> = {
  'atwood-ratio': {
    iterative: 1.3e-4,
    direct: 1e-10,
    noOrder: ['iterative'],
    reaction: { iterative: 1e-13, direct: 1e-10 },
  },
  'bead-incline': {
    iterative: 1e-4,
    direct: 1e-10,
    noOrder: ['iterative'],
    reaction: { iterative: 1e-13, direct: 1e-10 },
  },
  'bead-rotating-rod': { iterative: 4e-5, direct: 1e-5, reaction: { iterative: 4.4e-6, direct: 6e-7 } },
  'chain-10': { iterative: 0.15, direct: 1.3e-2, reaction: { iterative: 0.85, direct: 2.9e-2 } },
  'double-pendulum': { iterative: 1e-3, direct: 6e-4, reaction: { iterative: 1.1e-3, direct: 5e-4 } },
  'friction-stop': { iterative: 4e-6, direct: 1.1e-5, reaction: { iterative: 1e-14, direct: 1e-10 } },
  'frame-rigid': { iterative: 1.1e-3, direct: 1.7e-4, reaction: { iterative: 1.7e-3, direct: 2.6e-4 } },
  'gear-motor': {
    iterative: 8e-5,
    direct: 4e-6,
    noOrder: ['direct'],
    reaction: { iterative: 3.7e-3, direct: 1e-10 },
  },
  'gear-planetary': { iterative: 6.3e-4, direct: 7.4e-4, reaction: { iterative: 3.6e-4, direct: 2.2e-4 } },
  // What the kick of the schedule takes is part of the reaction of the iterative step.
  'kinematic-schedule-late': { iterative: 2.4e-4, direct: 2.4e-4, reaction: { iterative: 1.5e-3, direct: 3.4e-4 } },
  'limit-stop': { iterative: 3e-9, direct: 3e-9, reaction: { iterative: 1e-14, direct: 1e-14 } },
  'mouse-at-its-cap': { iterative: 5.6e-7, direct: 5.9e-7, reaction: { iterative: 4.4e-6, direct: 4.6e-6 } },
  'mouse-at-its-cap-off-centre': { iterative: 5.3e-6, direct: 3.9e-6, reaction: { iterative: 8.2e-6, direct: 1.5e-5 } },
  'mouse-spring': { iterative: 1.5e-4, direct: 1.5e-4, reaction: { iterative: 2e-4, direct: 2e-4 } },
  'n-four-bar-2': { iterative: 4e-3, direct: 3.2e-4, reaction: { iterative: 0.11, direct: 3.3e-3 } },
  'ratchet-drive': { iterative: 1.8e-2, direct: 1.8e-2, reaction: { iterative: 5.4e-5, direct: 1e-8 } },
  'rod-pendulum': { iterative: 2.5e-4, direct: 2.8e-4, reaction: { iterative: 2.8e-4, direct: 2.8e-4 } },
  'rope-catch': {
    iterative: 6e-5,
    direct: 1e-10,
    reaction: { iterative: 1e-14, direct: 1e-10 },
  },
  'rotary-spring': { iterative: 1.5e-4, direct: 1.5e-4, reaction: { iterative: 8e-5, direct: 8e-5 } },
  'simple-pendulum': { iterative: 6e-4, direct: 3.4e-4, reaction: { iterative: 3.8e-4, direct: 2.4e-4 } },
  'slider-crank': { iterative: 5e-2, direct: 2.4e-3, reaction: { iterative: 4.6e-2, direct: 7.2e-3 } },
  'spring-oscillator': { iterative: 2.2e-4, direct: 2.2e-4, reaction: { iterative: 3.7e-4, direct: 3.7e-4 } },
  'spring-oscillator-undamped': { iterative: 3.5e-4, direct: 3.5e-4, reaction: { iterative: 6.4e-4, direct: 6.4e-4 } },
  // At rest from the first step where the rows are solved exactly; one visit a step lets it sag first.
  'weld-cantilever': {
    iterative: 2.1e-2,
    direct: 1e-12,
    reaction: { iterative: 0.85, direct: 1e-14 },
  },
  'wheel-spring-and-limit': { iterative: 3.9e-5, direct: 3.9e-5, reaction: { iterative: 6.2e-4, direct: 6.2e-4 } },
  'wheel-suspension': { iterative: 5.2e-5, direct: 5.2e-5, reaction: { iterative: 5e-4, direct: 5e-4 } },
};

describe.each(readTrajectories())('$name', (trajectory) => {
  const {
    iterative,
    direct,
    reaction,
    noOrder = [],
  } = expectations[trajectory.name] ?? {
    iterative: Infinity,
    direct: Infinity,
    reaction: { iterative: Infinity, direct: Infinity },
  };

  test.each([['iterative', iterative] as const, ['direct', direct] as const])('by the %s step', (solver, bound) => {
    const coarse = run(trajectory, 1 / 240, solver);
    expect(coarse.error).toBeLessThan(bound);
    expect(coarse.reaction).toBeLessThan(reaction[solver]);
    if (solver === 'direct') expect(coarse.gap).toBeLessThan(1e-5);
    if (noOrder.includes(solver) || coarse.error < EXACT) return;
    // Impacts and stops make single ratios scatter.
    if (trajectory.events !== undefined && trajectory.events.length > 0) {
      expect(coarse.error / run(trajectory, 1 / 960, solver).error).toBeGreaterThan(2);
      return;
    }
    // Steps end at samples, so a sample's span decides how much shorter the shorter step is: two halvings, on average.
    const order = Math.log2(coarse.error / run(trajectory, 1 / 960, solver).error) / 2;
    expect(order).toBeGreaterThan(1.6);
    expect(order).toBeLessThan(2.4);
  });
});

/** Under constant forces along their coordinates the motion is a parabola, which a step of second order has exactly up to the first event. */
describe.each(['atwood-ratio', 'bead-incline', 'gear-motor', 'friction-stop'])(
  '%s is exact up to its first event',
  (name) => {
    const trajectory = readTrajectories().find((one) => one.name === name);
    if (trajectory === undefined) throw new Error('The fixture is missing');
    const first = Math.min(trajectory.compareWindow, ...(trajectory.events ?? []).map(({ t }) => t));

    test.each([60, 120, 240, 960])('by the direct step at %i Hz', (hertz) => {
      expect(run(trajectory, 1 / hertz, 'direct', first - 1e-6).error).toBeLessThan(1e-9);
    });

    test('within what one visit a step leaves by the iterative step', () => {
      expect(run(trajectory, 1 / 240, 'iterative', first - 1e-6).error).toBeLessThan(1e-4);
    });
  },
);

test.each([1 / 30, 1 / 60, 1 / 240])(
  "'auto' gives the cantilever to the direct step, which holds it still, step %f s",
  (h) => {
    const cantilever = readTrajectories().find(({ name }) => name === 'weld-cantilever');
    if (cantilever === undefined) throw new Error('The fixture is missing');
    const { world, bodies } = loadScene(toScene(cantilever.model));
    for (let i = 0; i < 60; i++) world.step(h);
    expect(world.stats.islands.map(({ solver }) => solver)).toEqual(['direct']);
    for (const { id, x, y, angle } of cantilever.model.bodies) {
      const body = bodies.get(id);
      expect(Math.hypot((body?.x ?? NaN) - x, (body?.y ?? NaN) - y, (body?.angle ?? NaN) - angle)).toBeLessThan(1e-12);
    }
    expect(world.joint('root')?.reaction.torque).toBeCloseTo(46.5975, 9);
  },
);
