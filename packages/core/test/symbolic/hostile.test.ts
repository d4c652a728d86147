import {
  check,
  compileProgram,
  compileToTypeScript,
  type Diagnostic,
  evaluate,
  explain,
  SymbolicError,
} from '@tenon/core/symbolic';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { programs, wrong } from './golden';

const many = (n: number, text: string) => Array.from({ length: n }, () => text).join('');

const nasty: Readonly<Record<string, string>> = {
  nothing: '',
  blanks: ' \t\r\n# only this',
  'very long': many(200_000, 'a '),
  'one long name': `body ${many(50_000, 'a')} constraint a.rotation`,
  'one long line that is wrong': `body a constraint ${many(5_000, 'a.rotation + ')}b`,
  'many words': `body a constraint ${many(9_000, 'a')} ${many(9_000, '- ')}`,
  'deep brackets': `body a constraint ${many(20_000, '(')}`,
  'deep bars': `body a constraint ${many(20_000, '|')}`,
  'deep blocks': `body a constraint ${many(20_000, '{')}`,
  'deep signs': `body a constraint ${many(20_000, '-')}a.rotation`,
  'deep units': `body a constraint ${many(4_000, 'unit ')}a.position`,
  'deep relatives': `body a constraint ${many(4_000, 'relative 1 ')}a.position`,
  'deep lets': `body a constraint ${many(1_500, 'let x = a.rotation in ')}x`,
  'deep calls': `body a constraint ${many(4_000, 'sin(')}a.rotation${many(4_000, ')')}`,
  'deep powers': `body a constraint ${many(1_500, 'pow(')}a.rotation${many(1_500, ', 9)')}`,
  'long sums': `body a constraint a.rotation ${many(3_000, '+ 1 ')}`,
  'long products': `body a constraint a.rotation ${many(3_000, '* a.rotation ')}`,
  'many rows': `body a constraint { ${many(2_000, 'a.position ')} }`,
  'many bodies': `body ${Array.from({ length: 3000 }, (_, i) => `b${i}`).join(', ')} constraint b0.rotation`,
  'many parameters': `scalar ${Array.from({ length: 2500 }, (_, i) => `x${i} = 1`).join(', ')} body a constraint a.rotation`,
  'many units': `body a ${Array.from({ length: 900 }, (_, i) => `scalar x${i}`).join(' ')} constraint a.rotation + ${Array.from({ length: 700 }, (_, i) => `x${i} * x${i + 1}`).join(' + ')}`,
  prototypes:
    'body __proto__, constructor scalar toString constraint __proto__.rotation - constructor.valueOf - toString',
  'properties of objects': 'body a constraint a.__proto__ + a.constructor + a.toString + hasOwnProperty(a.rotation)',
  code: 'body a constraint a.rotation + `${process.exit(1)}` + eval("1")',
  'code in a comment': 'body a # */ process.exit(1) //\nconstraint a.rotation',
  'huge numbers': 'body a constraint a.rotation * 1e308 * 1e308 - 1e999',
  'huge powers': 'body a constraint pow(a.rotation, 1048576) + pow(a.rotation, 1e300)',
  'tiny numbers': 'body a constraint a.rotation * 1e-320 / 5e-324 / 0',
  'other letters': 'body á, Ω constraint á.rotation − Ω·π',
  'half a surrogate': 'body a constraint a.rotation \ud800 - 1',
  'zero characters': 'body a\0constraint a.rotation',
  'line separators': 'body a\u2028constraint a.rotation',
};

/** What a program of these does: it compiles, or says why not. */
function diagnosed(source: string): readonly Diagnostic[] {
  const found = check(source);
  const errors = found.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) {
    compileProgram(source);
    compileProgram(source, { mode: 'interpret' });
    explain(source);
    compileToTypeScript(source);
  } else expect(() => compileProgram(source)).toThrow(SymbolicError);
  for (const { line, column, end, message } of found) {
    expect(line).toBeGreaterThan(0);
    expect(column).toBeGreaterThan(0);
    expect(end.line > line || (end.line === line && end.column >= column)).toBe(true);
    expect(message).not.toBe('');
  }
  return errors;
}

const body = { mass: 1, inertia: 1, x: 1, y: 2, angle: 0.5, vx: 0, vy: 0, omega: 0 };

describe('a hostile text', () => {
  test.each(Object.entries(nasty))('of %s ends in a diagnostic, or compiles', (_, source) => {
    const errors = diagnosed(source);
    for (const { message } of errors) expect(message.length).toBeLessThan(100_300);
  });

  test('shows a short piece of a long line', () => {
    expect(() => compileProgram(nasty['one long line that is wrong'])).toThrow(/^.{0,2000}$/s);
  });

  test('cannot name what objects have by themselves', () => {
    const text =
      'body __proto__, constructor scalar toString = 2 constraint __proto__.rotation - constructor.rotation * toString';
    const bodies = JSON.parse('{}') as Record<string, typeof body>;
    Object.defineProperty(bodies, '__proto__', { value: body, enumerable: true });
    bodies.constructor = body as never;
    expect(evaluate<string>(text, { bodies }).C).toEqual([-0.5]);
    expect(() => evaluate<string>(text, { bodies: {} })).toThrow('bodies.__proto__');
    expect(check('body a constraint a.constructor').map(({ code }) => code)).toEqual(['unknown-property']);
    expect(check('body a constraint valueOf(a.rotation)').map(({ code }) => code)).toEqual(['unknown-function']);
  });

  test('of any characters at all ends in a diagnostic, or compiles', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void diagnosed(text)),
      {
        numRuns: 500,
        seed: 54,
      },
    );
  });

  test('of any words of the language ends in a diagnostic, or compiles', () => {
    const words = [
      ...'body vector scalar let limit constraint velocity bias soft force in unit relative dot cross outer'.split(' '),
      ...'a b p k a.position a.rotation a.velocity b.angularVel sin min pow inf eps pi 1 2.5'.split(' '),
      ...'( ) [ ] { } | , + - * / = -> . ; #'.split(' '),
      '\n',
    ];
    const text = fc
      .array(fc.constantFrom(...words), { maxLength: 40 })
      .map((parts) => `body a, b vector p scalar k ${parts.join(' ')}`);
    fc.assert(
      fc.property(text, (source) => void diagnosed(source)),
      { numRuns: 2000, seed: 54 },
    );
  });

  test('that is a good one with a piece lost, doubled or exchanged ends in a diagnostic, or compiles', () => {
    const sources = [...programs, ...wrong].map(({ source }) => source).filter((source) => source.length < 500);
    const change = fc.tuple(
      fc.constantFrom(...sources),
      fc.nat(500),
      fc.nat(30),
      fc.nat(500),
      fc.constantFrom('drop', 'double', 'exchange'),
    );
    fc.assert(
      fc.property(change, ([source, at, length, other, how]) => {
        const piece = source.slice(at, at + length);
        const without = source.slice(0, at) + source.slice(at + length);
        if (how === 'drop') diagnosed(without);
        else if (how === 'double') diagnosed(source.slice(0, at) + piece + source.slice(at));
        else diagnosed(without.slice(0, other) + piece + without.slice(other));
      }),
      { numRuns: 500, seed: 54 },
    );
  });
});
