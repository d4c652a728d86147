import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hashes } from './scenes';

test('fixed scenes with every joint end in the hashes that are kept here, in Node', () => {
  const kept = JSON.parse(readFileSync(new URL('./hashes.json', import.meta.url), 'utf8')) as Record<string, string>;
  expect(hashes()).toEqual(kept);
});
