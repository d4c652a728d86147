import { expect, test } from 'vitest';
import kept from '../determinism/hashes.json';
import { hashes } from '../determinism/scenes';

test('fixed scenes with every joint end in the same bits in the browser as in Node', () => {
  expect(hashes()).toEqual(kept);
});
