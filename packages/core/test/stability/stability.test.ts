import { expect, test } from 'vitest';
import { runBundled } from '../bundled';

interface Report {
  readonly error: number;
  readonly joint: string;
  readonly asked: number;
}

function run(solver: 'auto' | 'iterative'): Report {
  return JSON.parse(runBundled(new URL('./random-mechanisms.ts', import.meta.url), solver, '200')) as Report;
}

test('random mechanisms stay finite, and auto brings their joints together', () => {
  const { error, joint, asked } = run('auto');
  expect(asked).toBeGreaterThan(700);
  expect(error, joint).toBeLessThan(0.05);
});

test('random mechanisms stay finite in the iterative step', () => {
  expect(run('iterative').asked).toBeGreaterThan(700);
});
