import { expect, test } from 'vitest';
import { DIRECT_PASSES } from '../../src/fast/direct-passes-wasm';
import { HINGES } from '../../src/fast/hinges-wasm';
import { compile } from '../../wasm/compile';

test('what core loads is what its sources compile to', async () => {
  expect(await compile('HINGES')).toContain(HINGES);
  expect(await compile('DIRECT_PASSES')).toContain(DIRECT_PASSES);
});
