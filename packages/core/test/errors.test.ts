import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

test('docs/errors.md lists every code, and no other', () => {
  const codes = [...read('../src/error.ts').matchAll(/^ {2}\| '([a-z-]+)'/gm)].map(([, code]) => code);
  const listed = [...read('../../../docs/errors.md').matchAll(/^\| `([a-z-]+)`/gm)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(20);
  expect(listed).toEqual(codes);
});

test('every path in ARCHITECTURE.md exists', () => {
  const paths = [...read('../../../ARCHITECTURE.md').matchAll(/`(packages\/[\w./-]+)`/g)].map(([, path]) => path);
  expect(paths.length).toBeGreaterThan(15);
  for (const path of paths)
    expect(() => readFileSync(new URL(`../../../${path}`, import.meta.url)), path).not.toThrow(/ENOENT/);
});
