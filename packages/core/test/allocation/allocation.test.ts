import { describe, expect, test } from 'vitest';
import { runBundled } from '../bundled';

describe('a settled step', () => {
  // Per joint nothing. A dozen doubles are boxed at the top of a step, whatever its size, and some by the measurement.
  const NOISE = 2048;

  test.each(['iterative', 'direct'])('allocates nothing (%s)', (solver) => {
    expect(Number(runBundled(new URL('./settled-world.ts', import.meta.url), solver))).toBeLessThan(NOISE);
  });
});
