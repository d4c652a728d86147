import { expect, test } from 'vitest';
import { PIN_PASSES } from '../../src/direct/pins/pin-passes-wasm';
import { PLAIN_POINTS } from '../../src/islands/plain/plain-points-wasm';
import { compile } from '../../wasm/compile';

test('what core loads is what its sources compile to', async () => {
  expect(await compile('PLAIN_POINTS')).toContain(PLAIN_POINTS);
  expect(await compile('PIN_PASSES')).toContain(PIN_PASSES);
});
