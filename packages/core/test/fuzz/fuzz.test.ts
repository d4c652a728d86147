import { expect, test } from 'vitest';
import { runBundled } from '../bundled';
import { fuzzSnapshots } from './snapshots';

test.each([
  ['iterative', 60_000],
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

test.each([
  ['iterative', 20_000],
  ['direct', 4_000],
  ['auto', 4_000],
])(
  'random operations with bodies that collide do, too (%s, %i)',
  (solver, count) => {
    const args = [String(count), solver, '1', 'inside', 'collide'];
    const { operations } = JSON.parse(runBundled(new URL('./some.ts', import.meta.url), ...args)) as {
      operations: Record<string, number>;
    };
    expect(operations['collide']).toBeGreaterThan(count / 50);
  },
  180_000,
);

test.each([
  ['a batch was sorted by an age that its joint did not have yet', 'iterative', 4310],
  ['a rate on its way to an overflow was blamed on a force function', 'iterative', 31337237],
  ['a last resort that closed gaps left speeds that were no numbers', 'direct', 55555044],
  ['the approach to a stop overflowed', 'iterative', 22114724],
  ['a last resort that stays left rates that were no numbers', 'direct', 22113142],
  ['a motor was thought to carry what is no number', 'iterative', 20261379, 'inside'],
  ['laws were looked for where they had been before the island touched something', 'auto', 89, 'inside', 'collide'],
])('where %s (%s, seed %i) all is well', (_, solver, seed, stops = 'hard', touch = '') => {
  const args = ['2000', solver, String(seed), stops, touch];
  expect(() => runBundled(new URL('./some.ts', import.meta.url), ...args)).not.toThrow();
});

test('mutated snapshots of every joint type are refused, and leave worlds as they were', () => {
  expect(fuzzSnapshots(1200, 1).refused).toBeGreaterThan(1000);
});
