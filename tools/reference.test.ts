import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { referencePage } from './reference.ts';

it('docs/reference.md is what the docstrings say today: else run npm run reference', () => {
  expect(readFileSync(new URL('../docs/reference.md', import.meta.url), 'utf8')).toBe(referencePage());
});
