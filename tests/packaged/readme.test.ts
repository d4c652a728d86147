import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const readme = read('README.md');
const blocks = (kind: string, page = readme) =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter((block) => block[1] === kind).map(([, , text]) => text);
/** What is a whole program in the README of a package. */
const programsOf = (name: string) =>
  blocks('ts', read('packages', name, 'README.md')).filter((text) => text.startsWith('import'));

it('the programs of the READMEs pass under the tsconfig.json that it shows', () => {
  const [config] = blocks('json');
  const { compilerOptions } = JSON.parse(config) as { compilerOptions: object };
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, import.meta.dirname);
  const texts = [...blocks('ts'), ...programsOf('phaser-plugin'), ...programsOf('three-adapter')];
  const programs = new Map(texts.map((text, i) => [join(import.meta.dirname, `program-${i}.ts`), text]));
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (name) => programs.has(name) || fileExists(name);
  host.getSourceFile = (name, ...rest) => {
    const text = programs.get(name);
    return text === undefined ? getSourceFile(name, ...rest) : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022);
  };
  const faults = ts.getPreEmitDiagnostics(ts.createProgram([...programs.keys()], options, host));
  expect(programs.size).toBe(7);
  expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
});

it('the README states within a twentieth the sizes that npm run size keeps', () => {
  const limits = JSON.parse(read('packages/core/.size-limit.json')) as { name: string; limit: string }[];
  const stated = [...readme.replaceAll('\n', ' ').matchAll(/`(@tenon\/core(?:\/bare)?)`[^`.]*? (\d+) kB/g)];
  expect(stated.map(([, name]) => name)).toEqual(['@tenon/core', '@tenon/core/bare']);
  for (const [, entry, size] of stated) {
    const limit = limits.find(({ name }) => name.split(' ')[0] === entry)?.limit ?? '';
    expect(Math.abs(Number(size) / parseFloat(limit) - 1), entry).toBeLessThan(0.05);
  }
});
