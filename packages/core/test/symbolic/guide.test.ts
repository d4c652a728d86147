import { readFileSync } from 'node:fs';
import * as core from '@tenon/core';
import * as symbolic from '@tenon/core/symbolic';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { checkedProgram } from '../api/checked-program';

const guide = readFileSync(new URL('../../../../docs/guide/symbolic.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/^```(\w+)( wrong)?\n([^]*?)\n```$/gm)].map(([, language, isWrong, text]) => ({
  language,
  isWrong: isWrong !== undefined,
  text,
}));

describe('the guide of the language', () => {
  const good = blocks.filter(({ language, isWrong }) => language === 'tenon' && !isWrong);
  test.each(good)('has a program that is clean: $text', ({ text }) => {
    expect(symbolic.check(text)).toEqual([]);
    expect(symbolic.compileProgram(text).rows.length).toBeGreaterThan(0);
  });

  test('prints what the compiler says of programs that are wrong', () => {
    const printed = blocks.flatMap(({ isWrong, text }, i) => {
      if (!isWrong) return [];
      const [first] = symbolic.check(text);
      expect(symbolic.formatDiagnostic(text, first)).toBe(blocks[i + 1].text);
      return [first];
    });
    expect(printed).toHaveLength(3);
  });

  const code = blocks.filter(({ language }) => language === 'ts');
  test.each(code)('has code that compiles, and prints what it says: $text', ({ text }) => {
    expect(checkedProgram(`declare const console: { log(...values: unknown[]): void };\n${text}`).diagnostics).toEqual(
      [],
    );
    const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
    const { outputText } = ts.transpileModule(text, { compilerOptions: options });
    const printed: unknown[] = [];
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the snippet, as a reader would run it
    const run = new Function('require', 'exports', 'console', outputText) as (...given: unknown[]) => void;
    run(
      (name: string) => (name === '@tenon/core' ? core : symbolic),
      {},
      { log: (value: unknown) => printed.push(value) },
    );
    const said = [...text.matchAll(/console\.log\(.*\); \/\/ ([^:\n]+)/g)].map(([, value]) => value);
    printed.forEach((value, i) => {
      const shown = Array.isArray(value) ? `[${value.join(', ')}]` : String(value);
      if (said.length > 0) expect(shown).toBe(said[i]);
      else expect(shown).toContain('J a = [p.x, p.y, 0]');
    });
    expect(printed.length).toBeGreaterThan(0);
  });
});
