import { expect, test } from 'vitest';
import { runBundled } from '../bundled';

test.each(['direct', 'iterative'] as const)('trees of joints that nothing drives gain no energy (%s)', (solver) => {
  const { gain, seed } = JSON.parse(runBundled(new URL('./passive-trees.ts', import.meta.url), solver, '600')) as {
    gain: number;
    seed: number;
  };
  expect(gain, `seed ${seed}`).toBeLessThan(solver === 'direct' ? 0.02 : 0.05);
});
