import { describe, expect, test } from 'vitest';
import { readTrajectories, run } from '../oracle/trajectories';

/** Largest error (m or rad) over the whole file, one step per frame at 60 Hz: twice what the prototype was off. */
const bounds: Readonly<Record<string, number>> = {
  'simple-pendulum': 2.6e-2,
  'rod-pendulum': 1.6e-2,
  'double-pendulum': 1.6e-2,
  'chain-10': 0.12,
  'n-four-bar-2': 3e-2,
};

describe('golden motions with one direct step of 1/60 s', () => {
  test.each(readTrajectories().filter(({ name }) => name in bounds))('$name', (trajectory) => {
    const { error, gap } = run(trajectory, 1 / 60, 'direct', Infinity);
    expect(error).toBeLessThan(bounds[trajectory.name]);
    expect(gap).toBeLessThan(1e-5);
  });
});
