import { expect, test } from 'vitest';
import { runBundled } from '../bundled';

/** Bytes per step: what the measurement leaves behind. One double per visit of the rarest joint here would be 400. */
const NOISE = 64;

test.each(['iterative', 'in blocks', 'direct', 'far apart', 'driven', 'own', 'own, direct'])(
  'a settled step allocates nothing (%s)',
  (kind) => {
    expect(Number(runBundled(new URL('./settled-world.ts', import.meta.url), kind))).toBeLessThan(NOISE);
  },
);

test('a settled update of contacts allocates nothing', () => {
  expect(Number(runBundled(new URL('./settled-contacts.ts', import.meta.url)))).toBeLessThan(NOISE);
});

test('a settled step of bodies that touch allocates nothing', () => {
  expect(Number(runBundled(new URL('./settled-collisions.ts', import.meta.url)))).toBeLessThan(NOISE);
});
