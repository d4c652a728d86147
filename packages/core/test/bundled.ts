import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/**
 * Runs a script of the tests in a process of its own, from a bundle, as users run Tenon: the test runner wraps every
 * module, which keeps V8 from inlining constants and makes a step ten times slower. On one thread, so that what V8 has
 * compiled by a step does not depend on what else the machine does. Returns what it printed.
 */
export function runBundled(script: URL, ...args: string[]): string {
  return runBundledWith(['--expose-gc', '--single-threaded'], script, ...args);
}

/** The same by a Node with other flags. */
export function runBundledWith(flags: readonly string[], script: URL, ...args: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-'));
  const bundle = join(folder, 'script.mjs');
  try {
    buildSync({
      entryPoints: [fileURLToPath(script)],
      bundle: true,
      minifySyntax: true,
      format: 'esm',
      platform: 'node',
      target: 'es2022',
      conditions: ['@tenon/source'],
      outfile: bundle,
    });
    return execFileSync(process.execPath, [...flags, bundle, ...args], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
