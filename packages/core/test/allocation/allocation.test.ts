import { describe, expect, test } from 'vitest';
import { runBundled } from '../bundled';

describe('a settled step', () => {
  // What `process.memoryUsage` itself leaves behind, over 200 steps.
  const NOISE = 16;

  test.each(['iterative', 'direct'])('allocates nothing (%s)', (solver) => {
    expect(Number(runBundled(new URL('./settled-world.ts', import.meta.url), solver))).toBeLessThan(NOISE);
  });
});
