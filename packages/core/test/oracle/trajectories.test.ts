import { describe, expect, test } from 'vitest';
import { readTrajectories, run } from './trajectories';

/**
 * Golden motions, run with one substep of the given length. Both steps are of second order: halving the step divides
 * the error by four. Bounds of size are twice what was measured at 1/240 s.
 */
interface Expectation {
  /** Largest error in the compare window at 1/240 s, m or rad. */
  readonly iterative: number;
  readonly direct: number;
  /** Where impacts and stops make single ratios scatter, a quarter of the step must halve the error. */
  readonly events?: boolean;
  /** Where the solver is exact, or iterates too little for an order at these steps. */
  readonly noOrder?: readonly ('iterative' | 'direct')[];
}

const expectations: Readonly<Record<string, Expectation>> = {
  'atwood-ratio': { iterative: 1.3e-4, direct: 1e-10, noOrder: ['iterative', 'direct'] },
  'bead-incline': { iterative: 1e-4, direct: 1e-10, noOrder: ['iterative', 'direct'] },
  'bead-rotating-rod': { iterative: 4e-5, direct: 1e-5 },
  'chain-10': { iterative: 0.15, direct: 1.3e-2 },
  'double-pendulum': { iterative: 1e-3, direct: 6e-4 },
  'friction-stop': { iterative: 4e-6, direct: 1.1e-5, events: true },
  'gear-motor': { iterative: 8e-5, direct: 4e-6, events: true, noOrder: ['direct'] },
  'mouse-spring': { iterative: 1.5e-4, direct: 1.5e-4 },
  'n-four-bar-2': { iterative: 4e-3, direct: 3.2e-4 },
  'ratchet-drive': { iterative: 1.8e-2, direct: 1.8e-2, events: true },
  'rod-pendulum': { iterative: 2.5e-4, direct: 2.8e-4 },
  'rope-catch': { iterative: 6e-5, direct: 1e-10, events: true, noOrder: ['direct'] },
  'rotary-spring': { iterative: 1.5e-4, direct: 1.5e-4 },
  'simple-pendulum': { iterative: 6e-4, direct: 3.4e-4 },
  'slider-crank': { iterative: 5e-2, direct: 2.4e-3 },
  'spring-oscillator': { iterative: 2.2e-4, direct: 2.2e-4 },
  'spring-oscillator-undamped': { iterative: 3.5e-4, direct: 3.5e-4 },
  // At rest from the first step where the rows are solved exactly; one visit a step lets it sag first.
  'weld-cantilever': { iterative: 2.1e-2, direct: 1e-12, noOrder: ['direct'] },
  'wheel-suspension': { iterative: 5.2e-5, direct: 5.2e-5 },
};

describe.each(readTrajectories())('$name', (trajectory) => {
  const {
    iterative,
    direct,
    events = false,
    noOrder = [],
  } = expectations[trajectory.name] ?? { iterative: Infinity, direct: Infinity };

  test.each([['iterative', iterative] as const, ['direct', direct] as const])('by the %s step', (solver, bound) => {
    const coarse = run(trajectory, 1 / 240, solver);
    expect(coarse.error).toBeLessThan(bound);
    if (solver === 'direct') expect(coarse.gap).toBeLessThan(1e-5);
    if (noOrder.includes(solver)) return;
    if (events) {
      expect(coarse.error / run(trajectory, 1 / 960, solver).error).toBeGreaterThan(2);
      return;
    }
    // Steps end at samples, so a sample's span decides how much shorter the shorter step is: two halvings, on average.
    const order = Math.log2(coarse.error / run(trajectory, 1 / 960, solver).error) / 2;
    expect(order).toBeGreaterThan(1.6);
    expect(order).toBeLessThan(2.4);
  });
});
