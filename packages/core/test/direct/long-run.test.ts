import { describe, expect, test } from 'vitest';
import { runBundled } from '../bundled';

describe('minutes of the direct step with default settings', () => {
  test.each([
    ['rod', 10],
    ['double pendulum', 10],
    ['four-bar', 10],
    ['slider-crank', 10],
    ['10 beads on rods', 5],
    ['20 links, end 1000:1', 5],
    ['100 links, end 1e6:1', 0.5],
  ])('%s, %d min: joints stay closed and no energy is gained', (name, minutes) => {
    const told = runBundled(new URL('./long-run.ts', import.meta.url), name, String(minutes));
    const { gain, gap, finite } = JSON.parse(told) as { gain: number; gap: number; finite: boolean };
    expect(finite).toBe(true);
    expect(gain).toBeLessThan(1e-4);
    // A tenth of a millimetre is what a step may leave where it does not converge.
    expect(gap).toBeLessThan(1e-4);
  });
});
