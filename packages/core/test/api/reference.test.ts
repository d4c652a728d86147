import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import * as core from '@tenon/core';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const page = readFileSync(new URL('../../../../docs/joints.md', import.meta.url), 'utf8');
const [imported, ...examples] = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
const program = [imported, ...examples].join('\n');

/** Sections by the names in their heading. */
const sections = new Map(
  page
    .split(/^#+ /m)
    .flatMap((section) => [...section.split('\n')[0].matchAll(/`([\w-]+)`/g)].map(([, name]) => [name, section])),
);

describe('docs/joints.md', () => {
  test('has a section for every name, and no other', () => {
    expect([...sections.keys()].sort()).toEqual(Object.keys(core.builtInJoints).sort());
  });

  test.each(Object.entries(core.builtInJoints))('%s: names its coordinates and its own options', (name, found) => {
    const section = sections.get(name);
    const type = 'preset' in found ? null : found;
    for (const { name: word } of type?.coordinates ?? []) expect(section).toContain(`\`${word}\``);
    for (const { name: word } of type?.parameters ?? []) expect(section).toContain(`\`${word}\``);
    for (const word of type?.flat ?? []) expect(section).toContain(`\`${word}\``);
    expect(section).toContain(
      `create('${name === 'revolute' || name === 'hinge' ? 'pivot' : name === 'slider' ? 'prismatic' : name}'`,
    );
  });

  test('its program type-checks as a user of strict TypeScript writes it', () => {
    const file = fileURLToPath(new URL('../joints-page.ts', import.meta.url));
    const options: ts.CompilerOptions = {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      customConditions: ['@tenon/source'],
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: false,
      skipLibCheck: true,
      noEmit: true,
    };
    const host = ts.createCompilerHost(options);
    const { fileExists, getSourceFile } = host;
    host.fileExists = (path) => path === file || fileExists(path);
    host.getSourceFile = (path, ...rest) =>
      path === file ? ts.createSourceFile(path, program, ts.ScriptTarget.ES2022) : getSourceFile(path, ...rest);
    const faults = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host));
    expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  });

  test('its program runs', () => {
    const code = ts.transpile(program.replace(/^import (.*) from .*$/m, 'const $1 = core;'), {
      target: ts.ScriptTarget.ES2022,
    });
    const run = compileFunction(
      `${code}
return world;`,
      ['core'],
    ) as (entry: typeof core) => core.World;
    const world = run(core);
    const made = new Set([...world.joints].map(({ type }) => type));
    const types = Object.values(core.builtInJoints).map((found) => ('preset' in found ? found.type.name : found.name));
    expect(made).toEqual(new Set(types));
    world.step(1 / 60);
    expect([...world.poses].every(Number.isFinite)).toBe(true);
  });
});
