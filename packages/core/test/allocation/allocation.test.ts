import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { describe, expect, test } from 'vitest';

describe('a settled step', () => {
  // What `process.memoryUsage` itself leaves behind, over 200 steps.
  const NOISE = 16;

  test.each(['iterative', 'direct'])('allocates nothing (%s)', (solver) => {
    expect(allocatedPerStep(solver)).toBeLessThan(NOISE);
  });
});

/** From a bundle, as users run it: the test runner's own module wrapping keeps V8 from inlining. */
function allocatedPerStep(solver: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-'));
  const bundle = join(folder, 'settled-world.mjs');
  try {
    buildSync({
      entryPoints: [fileURLToPath(new URL('./settled-world.ts', import.meta.url))],
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'es2022',
      conditions: ['@tenon/source'],
      outfile: bundle,
    });
    return Number(execFileSync(process.execPath, ['--expose-gc', bundle, solver], { encoding: 'utf8' }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
