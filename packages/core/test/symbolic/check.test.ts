import { check, compileProgram, evaluate, formatDiagnostic, SymbolicError } from '@tenon/core/symbolic';
import { describe, expect, test } from 'vitest';

/** Code and place of everything that is wrong, errors only if there are some. */
function found(source: string): string[] {
  const all = check(source);
  const errors = all.filter(({ severity }) => severity === 'error');
  return (errors.length > 0 ? errors : all).map(({ code, line, column }) => `${code} ${line}:${column}`);
}

describe('a program that is wrong is reported where it is', () => {
  test.each([
    ['body a, , b constraint a.rotation', 'unexpected-token 1:9'],
    ['body a constraint a.rotation, 2', 'unexpected-token 1:29'],
    ['body a constraint a .rotation', 'unexpected-token 1:21'],
    ['body a constraint { }', 'missing-value 1:21'],
    ['body a constraint { a.rotation,', 'unclosed 1:19'],
    ['body a constraint { a.rotation,, a.rotation }', 'missing-value 1:32'],
    ['body a constraint [a.rotation 1 2]', 'not-supported 1:19'],
    ['body a constraint (a.rotation\nlimit constraint 0 1', 'unclosed 1:19'],
    ['body a constraint a.rotation -\nlimit constraint 0 1', 'missing-value 2:1'],
    ['body a constraint 1 + let x = 2 in x * a.rotation', 'missing-value 1:23'],
    ['body a let x = 1 in x constraint a.rotation', 'unexpected-token 1:18'],
    ['body a scalar let constraint a.rotation', 'reserved-word 1:15'],
    ['body a constrain a.rotation', 'unknown-statement 1:8'],
    ['body a scalar a constraint a.rotation', 'duplicate 1:15'],
    ['body a constraint a.rotation constraint a.rotation', 'duplicate 1:30'],
    ['body a', 'missing-statement 1:1'],
    ['body a velocity a.angularVel bias 1', 'missing-statement 1:30'],
    ['body a scalar k = 1, m = k constraint a.rotation * k * m', 'not-allowed-here 1:26'],
    ['body a constraint a.rotation limit constraint a.rotation 1', 'not-allowed-here 1:47'],
    ['body a constraint a.rotation - inf', 'not-allowed-here 1:32'],
    ['body a let v = a.angularVel constraint a.rotation * v', 'not-allowed-here 1:53'],
    ['body a velocity |a.velocity|', 'not-affine 1:17'],
    ['body a velocity 1 / a.angularVel', 'not-affine 1:17'],
    ['body a constraint a.position outer a.position', 'shape 1:19'],
    ['body a constraint a.position + a', 'body-as-value 1:32'],
    ['body a constraint b.rotation - a.rotation', 'unknown-name 1:19'],
    ['body a let x = y let y = 1 constraint x * y * a.rotation', 'unknown-name 1:16'],
    ['body a constraint foo(a.rotation)', 'unknown-function 1:19'],
    ['body a constraint a.rotation * 1e999', 'bad-character 1:32'],
    ['body a scalar k constraint k', 'unused 1:6'],
    ['body _a scalar k constraint k', 'no-body 1:29'],
    ['body a scalar k = 1 -> |a.position| constraint k * a.rotation', 'not-allowed-here 1:25'],
    ['body a constraint a.rotation\rlimit constraint 0\r\n\ts', 'unknown-name 3:2'],
  ])('%j', (source, wanted) => expect(found(source)[0]).toBe(wanted));
});

test.each([
  'body body, vector scalar soft, limit constraint body.rotation * soft - vector.rotation * limit',
  'body a scalar force, constraint limit (force) 0 9 constraint constraint * a.rotation * force',
  'body a vector p constraint p.x - .5 * a.rotation',
  'body a constraint { a.rotation, |a.position| }',
  'body a constraint { |a.position| |a.position| - 1 }',
  'body a constraint | | a.position | - 2 |',
  'body sin constraint sin.rotation * cos(sin.rotation)',
  'body a scalar min, max limit constraint min (max) constraint a.rotation',
  'body a let pi = 3 constraint a.rotation - pi',
  'body a velocity { a.velocity } limit force { [-1, -1] } { [1 1] }',
])('%j is clean', (source) => expect(check(source)).toEqual([]));

test('units may be errors, or nothing', () => {
  const source = 'body a constraint |a.position| - a.rotation';
  expect(check(source).map(({ severity }) => severity)).toEqual(['warning']);
  expect(check(source, { units: 'error' }).map(({ severity }) => severity)).toEqual(['error']);
  expect(check(source, { units: 'off' })).toEqual([]);
  expect(() => compileProgram(source, { units: 'error' })).toThrow(SymbolicError);
});

test.each([
  ['body a scalar v -> v constraint a.rotation - v', "a rate of the scalar 'v': a factor of 1/time is missing"],
  [
    'body a scalar v constraint v * a.rotation - v * a.position.x',
    "the sides of '-': a factor of length^-1 is missing",
  ],
])('units that are open are told by what they differ by: %j', (source, message) => {
  const [diagnostic, ...others] = check(source);
  expect([diagnostic.message, others]).toEqual([message, []]);
  expect(diagnostic.hint).toContain("declare 'scalar k = 1', and multiply by k");
  const mended = source.replace('scalar', 'scalar k = 1 scalar').replace(/(-> |- )v/, '$1k * v');
  expect(check(mended)).toEqual([]);
});

test('a diagnostic shows its line with a caret below the place, tabs kept', () => {
  const source = 'body a\r\n\tconstraint a.rotatoin';
  const [diagnostic] = check(source);
  expect(formatDiagnostic(source, diagnostic).split('\n').slice(2, 4)).toEqual([
    '2 | \tconstraint a.rotatoin',
    '  | \t             ^^^^^^^^',
  ]);
  expect(diagnostic.end).toEqual({ line: 2, column: 23 });
});

test('a state that cannot be is refused by what is wrong in it', () => {
  const a = { mass: 1, inertia: 1, x: 0, y: 0, angle: 0, vx: 0, vy: 0, omega: 0 };
  const source = 'body a  scalar low  constraint a.rotation  limit low 0 inf  limit constraint low 1';
  expect(evaluate(source, { bodies: { a }, params: { low: -1 } }).limitsHold).toEqual([false]);
  expect(() => evaluate(source, { bodies: { a }, params: { low: 2 } })).toThrow('row 1, must run from lower to upper');
  expect(() => evaluate(source, { bodies: { a }, params: { low: NaN } })).toThrow('params.low must be a number');
  expect(() => evaluate(source, { bodies: { a: { ...a, x: NaN } }, params: { low: 0 } })).toThrow('bodies.a.x');
});

test('a bound that moves by itself has a rate, and C has none of it', () => {
  const program = compileProgram('body a  scalar low -> 2  constraint a.rotation  limit constraint low inf');
  const { laws } = program;
  const out = new Float64Array(laws.size);
  const memory = new Float64Array(program.memorySize);
  program.prepare(new Float64Array(program.paramsSize), memory);
  program.measureLaws(Float64Array.of(0, 0, 1, 0, 0, -3), memory, out);
  expect([out[laws.lower], out[laws.lowerRate], out[laws.upper], out[laws.upperRate]]).toEqual([-3, 2, Infinity, 0]);
  expect(out[laws.rates]).toBe(2);
});
