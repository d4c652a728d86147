import { expect, test } from 'vitest';
import { runBundled } from '../bundled';

test.each([
  ['iterative', 100_000],
  ['direct', 5_000],
  ['auto', 5_000],
])(
  'random operations leave every number finite (%s, %i)',
  (solver, count) => {
    const { operations } = JSON.parse(runBundled(new URL('./some.ts', import.meta.url), String(count), solver)) as {
      operations: Record<string, number>;
    };
    expect(operations['step']).toBeGreaterThan(count / 20);
  },
  180_000,
);
