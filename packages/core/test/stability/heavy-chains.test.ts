import { expect, test } from 'vitest';
import { runBundled } from '../bundled';

test('heavy bodies on light sliders gain no energy in the iterative step, resolved or not', () => {
  const { gain, chain } = JSON.parse(runBundled(new URL('./heavy-chains.ts', import.meta.url))) as {
    gain: number;
    chain: string;
  };
  expect(gain, chain).toBeLessThan(0.05);
});
