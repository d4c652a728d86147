import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const tool = join(import.meta.dirname, 'check-lock.mjs');
const lock = join(import.meta.dirname, '../package-lock.json');
const check = (file: string) => spawnSync(process.execPath, [tool, file], { encoding: 'utf8' });

it('finds the lock of this repository complete', () => {
  expect(check(lock).stderr).toBe('');
});

it("names a platform's package that npm dropped", () => {
  const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as { packages: Record<string, unknown> };
  const dropped = Object.keys(packages).find((place) => place.startsWith('node_modules/@rollup/rollup-darwin-arm64'))!;
  const { [dropped]: _, ...rest } = packages;
  const folder = mkdtempSync(join(tmpdir(), 'tenon-lock-'));
  const broken = join(folder, 'package-lock.json');
  writeFileSync(broken, JSON.stringify({ packages: rest }));

  const { status, stderr } = check(broken);

  rmSync(folder, { recursive: true });
  expect(status).toBe(1);
  expect(stderr).toContain('@rollup/rollup-darwin-arm64, wanted by node_modules/rollup');
});
