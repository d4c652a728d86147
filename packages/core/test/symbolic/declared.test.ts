import { compileProgram, type DeclaredBy, evaluate, evaluateProgram } from '@tenon/core/symbolic';
import ts from 'typescript';
import { expect, expectTypeOf, test } from 'vitest';
import { checkedProgram } from '../api/checked-program';
import { programs } from './golden';

const body = { mass: 1, inertia: 1, x: 0, y: 0, angle: 0, vx: 0, vy: 0, omega: 0 };
const weld = `
  body body1, body2                 # body x, scalar y
  vector anchor1, anchor2 = [0, -1]
  scalar phase -> 0.5,slack=2
  constraint {
    (body2.position + relative body2.rotation anchor2) - (body1.position + relative body1.rotation anchor1)
    body2.rotation - body1.rotation - phase * slack }
`;

test('a text says at compile time what it declares', () => {
  expectTypeOf<DeclaredBy<typeof weld>>().toEqualTypeOf<{
    readonly bodies: 'body1' | 'body2';
    readonly vectors: 'anchor1' | 'anchor2';
    readonly scalars: 'phase' | 'slack';
    readonly optional: 'anchor2' | 'slack';
  }>();
  const { bodies } = compileProgram(weld);
  expectTypeOf(bodies).toEqualTypeOf<readonly ('body1' | 'body2')[]>();
});

test('a state of a known text has what it declares', () => {
  const bodies = { body1: body, body2: body };
  expect(evaluate(weld, { bodies, params: { anchor1: [1, 2], phase: 0 } }).rows).toHaveLength(3);
  // @ts-expect-error: a parameter without a default is missing
  expect(() => evaluate(weld, { bodies, params: { anchor1: [1, 2] } })).toThrow('params.phase');
  // @ts-expect-error: parameters are missing
  expect(() => evaluate(weld, { bodies })).toThrow('params.anchor1');
  // @ts-expect-error: a body is missing
  expect(() => evaluate(weld, { bodies: { body1: body }, params: { anchor1: [1, 2], phase: 0 } })).toThrow('body2');
  // @ts-expect-error: a misspelt parameter
  expect(() => evaluate(weld, { bodies, params: { anchor1: [1, 2], phase: 0, slak: 1 } })).toThrow("'slak'");
  // @ts-expect-error: a vector, not a number
  expect(() => evaluate(weld, { bodies, params: { anchor1: 1, phase: 0 } })).toThrow('vector of two numbers');
  // @ts-expect-error: a number, not a vector
  expect(() => evaluate(weld, { bodies, params: { anchor1: [1, 2], phase: [0, 1] } })).toThrow('be a number');
  expect(evaluate('body a constraint a.rotation', { bodies: { a: body } }).C).toEqual([0]);
});

test('a text that is known later may declare anything', () => {
  const text = ['body a', 'constraint a.rotation'].join('\n');
  expectTypeOf<DeclaredBy<string>['bodies']>().toEqualTypeOf<string>();
  expect(evaluate(text, { bodies: { a: body } }).C).toEqual([0]);
  expect(evaluateProgram(compileProgram(text), { bodies: { a: body }, params: {} }).C).toEqual([0]);
});

test('the type checker reads the same names from every golden program as the parser', () => {
  const types = programs.map(({ source }, i) => `export declare const p${i}: DeclaredBy<${JSON.stringify(source)}>;`);
  const { checker, file, diagnostics } = checkedProgram(
    `import type { DeclaredBy } from '@tenon/core/symbolic';\n${types.join('\n')}`,
  );
  expect(diagnostics).toEqual([]);
  const symbol = checker.getSymbolAtLocation(file);
  const exported = symbol === undefined ? [] : checker.getExportsOfModule(symbol);
  const names = (i: number, key: string): string[] => {
    const type = checker.getTypeOfSymbol(exported[i]);
    const property = type.getProperty(key);
    const union = property === undefined ? undefined : checker.getTypeOfSymbol(property);
    if (union === undefined || union.flags & ts.TypeFlags.Never) return [];
    return (union.isUnion() ? union.types : [union]).map((one) => (one.isStringLiteral() ? one.value : '?')).sort();
  };
  programs.forEach(({ source, name }, i) => {
    const { bodies, parameters } = compileProgram<string>(source);
    const of = (wanted: (one: (typeof parameters)[number]) => boolean) =>
      parameters
        .filter(wanted)
        .map((one) => one.name)
        .sort();
    expect(names(i, 'bodies'), name).toEqual([...bodies].sort());
    expect(names(i, 'vectors'), name).toEqual(of(({ type }) => type === 'vector'));
    expect(names(i, 'scalars'), name).toEqual(of(({ type }) => type === 'scalar'));
    expect(names(i, 'optional'), name).toEqual(of((one) => one.default !== null));
  });
});

test('reading a program takes 1000 instantiations at most, on average', () => {
  const instantiations = (lines: readonly string[]): number => {
    const { program } = checkedProgram(`import type { DeclaredBy } from '@tenon/core/symbolic';\n${lines.join('\n')}`);
    program.getSemanticDiagnostics();
    return program.getInstantiationCount();
  };
  const types = programs.map(({ source }, i) => `export declare const p${i}: DeclaredBy<${JSON.stringify(source)}>;`);
  const each = (instantiations(types) - instantiations(['export type None = DeclaredBy<string>;'])) / programs.length;
  expect(each).toBeGreaterThan(100);
  expect(each).toBeLessThan(1000);
});
