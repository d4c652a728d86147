import { expect, test } from 'vitest';
import { PIN_PASSES } from '../../src/direct/pins/pin-passes-wasm';
import { HINGES } from '../../src/fast/hinges-wasm';
import { compile } from '../../wasm/compile';

test('what core loads is what its sources compile to', async () => {
  expect(await compile('HINGES')).toContain(HINGES);
  expect(await compile('PIN_PASSES')).toContain(PIN_PASSES);
});
