import { runInThisContext } from 'node:vm';
import { compileToTypeScript, type SymbolicProgram, symbolicFunctions } from '@tenon/core/symbolic';
import fc from 'fast-check';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { checkedProgram } from '../api/checked-program';
import { runBundledWith } from '../bundled';
import { bitsOf, bitsOfSource } from './bits';
import { programs } from './golden';
import { constraintPrograms, velocityPrograms } from './random-programs';

const sources = programs.map(({ source }) => source);

/** The program that a generated module exports. */
function programOf(module: string): SymbolicProgram {
  const { outputText } = ts.transpileModule(module, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exports: { program?: SymbolicProgram } = {};
  const run = runInThisContext(`(exports, require) => {${outputText}\n}`) as (...given: unknown[]) => void;
  run(exports, () => ({ symbolicFunctions }));
  if (exports.program === undefined) throw new Error('no program');
  return exports.program;
}

function expectSameBits(source: string): void {
  const compiled = bitsOfSource(source, { mode: 'compile' });
  expect(bitsOfSource(source, { mode: 'interpret' })).toBe(compiled);
  expect(bitsOf(programOf(compileToTypeScript(source, { units: 'off' })))).toBe(compiled);
}

describe('code, interpreter and generated TypeScript compute the same bits', () => {
  test.each(programs)('of $name', ({ source }) => expectSameBits(source));

  test('of random programs', () => {
    fc.assert(fc.property(fc.oneof(constraintPrograms(false), velocityPrograms()), expectSameBits), {
      numRuns: 40,
      seed: 54,
    });
  });
});

test('a Node that makes no code from strings interprets, with the same bits', () => {
  const some = sources.slice(0, 20);
  const script = new URL('./without-code.ts', import.meta.url);
  const printed = runBundledWith(['--disallow-code-generation-from-strings'], script, JSON.stringify(some));
  expect(JSON.parse(printed)).toEqual({
    isForbidden: true,
    insisting: 'EvalError',
    value: symbolicFunctions.sin(0.5),
    bits: some.map((source) => bitsOfSource(source, { mode: 'compile' })),
  });
});

test('generated TypeScript is accepted by the strictest compiler, as a program', () => {
  const modules = [sources[0], sources[2], ...sources.slice(-6)].map((source, i) =>
    compileToTypeScript(source, { name: `program${i}` }).replace(/^import .*$/m, ''),
  );
  const text = `import { symbolicFunctions as f, type SymbolicProgram } from '@tenon/core/symbolic';\n${modules.join('\n')}`;
  const { diagnostics } = checkedProgram(text, {
    noUncheckedIndexedAccess: true,
    noUnusedParameters: true,
    noUnusedLocals: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
  });
  expect(diagnostics).toEqual([]);
});

test('a name that TypeScript cannot use is refused', () => {
  expect(() => compileToTypeScript('body a constraint a.rotation', { name: 'a-b' })).toThrow('name of TypeScript');
});
