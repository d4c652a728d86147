import { check, compileProgram, createMemory, type Diagnostic, evaluate, type Evaluation } from '@tenon/core/symbolic';
import { expect, test } from 'vitest';
import { programNamed } from './golden';

/** Eighteen defects of nape-symbolic, each a test of what is right. Those of its solver are here as far as a program shows them. */

const a = { mass: 2, inertia: 0.5, x: 0.3, y: -0.2, angle: 0.4, vx: 1, vy: 2, omega: 3 };
const b = { mass: 3, inertia: 0.7, x: 1.1, y: 0.9, angle: -0.6, vx: -2, vy: 0.5, omega: -1 };

const at = (source: string, params: Record<string, number | [number, number]> = {}): Evaluation =>
  evaluate(source, { bodies: { a, b }, params });
const first = (source: string): Diagnostic | undefined => check(source)[0];

test('1: a sign takes one operand, not the sum behind it', () => {
  expect(at('body a  scalar x  constraint -x + 1 - a.rotation', { x: 3 }).C[0]).toBeCloseTo(-2.4, 14);
  expect(at('body a  scalar x  constraint x * -x + a.rotation', { x: 3 }).C[0]).toBeCloseTo(-8.6, 14);
});

test('2: [1 -2], { x -1 } and limit x -1 1 say that they subtract', () => {
  const codes = check('body a\nconstraint a.position - [1 -2]').map(({ severity, code }) => `${severity} ${code}`);
  expect(codes).toEqual(['error shape', 'warning subtraction-trap']);
  expect(first('body a  scalar x  constraint { a.rotation * x -1 }')?.code).toBe('subtraction-trap');
  expect(check('body a  scalar x  limit x -1 1  constraint x * a.rotation').at(-1)?.hint).toContain('comma');
  expect(check('body a  scalar x  limit x (-1) 1  constraint x * a.rotation')).toEqual([]);
});

test('3: words end where names end', () => {
  expect(compileProgram(programNamed('words-have-boundaries').source).rows).toHaveLength(3);
  expect(compileProgram('body bodyA, B constraint bodyA.rotation - B.rotation').bodies).toEqual(['bodyA', 'B']);
});

test('4: a comment may end the program', () => {
  expect(check('body a constraint a.rotation # the end')).toEqual([]);
});

test('5: relative has the inner derivative', () => {
  const { J } = at('body a, b  vector n  constraint n dot relative a.rotation (b.position - a.position)', {
    n: [1, 0],
  });
  expect(J[0][3]).toBeCloseTo(Math.cos(0.4), 14);
  expect(J[0][4]).toBeCloseTo(-Math.sin(0.4), 14);
});

test('6: a let used once, as the angle of relative, is known there', () => {
  const plain = 'body a  vector p  constraint relative (-1 * a.rotation) (a.position - p)';
  const named = 'body a  vector p  constraint let na = -1 * a.rotation in relative na (a.position - p)';
  expect(at(named, { p: [1, 2] })).toEqual(at(plain, { p: [1, 2] }));
});

test('7: let x = x + 1 means the outer x', () => {
  expect(at('body a  constraint let x = a.rotation in let x = x + 1 in x * x').C[0]).toBeCloseTo(1.96, 14);
});

test('8: unit of a scalar has the derivative 0', () => {
  const { C, J } = at('body a, b  constraint unit (a.rotation - b.rotation) + b.rotation');
  expect(C[0]).toBeCloseTo(0.4, 14);
  expect(J[0]).toEqual([0, 0, 0, 0, 0, 1]);
});

test('9: shapes are checked before anything is simulated', () => {
  expect(first('body a  constraint a.position + a.rotation')?.code).toBe('shape');
});

test('10: points that coincide have a direction, so that nothing is NaN', () => {
  const { C, J } = at('body a  constraint |a.position - a.position * 1|');
  expect([C[0], ...J[0]].every(Number.isFinite)).toBe(true);
  const pin = evaluate('body a, b  constraint |b.position - a.position|', {
    bodies: { a, b: { ...b, x: a.x, y: a.y } },
  });
  expect(pin.C).toEqual([0]);
  expect(pin.J[0]).toEqual([-1, -0, 0, 1, 0, 0]);
});

test('11: a velocity in a constraint is refused', () => {
  const found = first('body a  vector n  constraint n dot a.velocity');
  expect(found).toMatchObject({ code: 'not-allowed-here', line: 1, column: 36 });
});

test('12: row vectors and matrices are refused where they stand', () => {
  expect(first('body a constraint [1 0 ; 0 1] * a.position')).toMatchObject({ code: 'not-supported', column: 19 });
  expect(first('body a\nrowvector r\nconstraint a.rotation')?.hint).toContain('not supported');
});

test('13: bounds do not scale the mass: K is that of J, whatever the side', () => {
  const free = at('body a, b  constraint |b.position - a.position|  limit constraint 0 9');
  const held = at('body a, b  constraint |b.position - a.position|');
  expect(free.state).toEqual(['free']);
  expect(free.K).toEqual(held.K);
});

test('14: a default is a value like any other, and another one counts at once', () => {
  const source = 'body a  vector p = [1, 2]  constraint a.position - p';
  expect(at(source).C).toEqual([0.3 - 1, -0.2 - 2]);
  expect(at(source, { p: [0, 0] }).C).toEqual([0.3, -0.2]);
});

test('15: a body in two slots has one column where masses come in', () => {
  const { K } = evaluate('body a, b  constraint b.position.x - a.position.x', { bodies: { a, b: a } });
  expect(K).toEqual([[0]]);
});

test('16: a body that is not there is named', () => {
  const state: { bodies: Record<string, typeof a> } = { bodies: { a } };
  expect(() => evaluate<string>('body a, b constraint a.rotation - b.rotation', state)).toThrow('bodies.b');
});

test('17: a program keeps nothing of one constraint: another memory is another constraint', () => {
  const program = compileProgram('body a, b  constraint |b.position - a.position|');
  const state = Float64Array.of(0, 0, 1, 0, 0, 0, 5, 1, 0, 0);
  const together = new Float64Array(program.stateSize);
  const params = new Float64Array(program.paramsSize).fill(1);
  const out = new Float64Array(8);
  const direction = () => [out[5] + 0, out[6] + 0];
  const [one, two] = [createMemory(program), createMemory(program)];
  for (const memory of [one, two]) program.prepare(params, memory);
  program.measure(state, one, out);
  program.measure(together, one, out);
  expect(direction()).toEqual([0, 1]);
  program.measure(together, two, out);
  expect(direction()).toEqual([1, 0]);
});

test('18: nesting costs no more than its length', () => {
  const nested = `body a constraint ${'('.repeat(150)}a.rotation${')'.repeat(150)}`;
  expect(check(nested)).toEqual([]);
  const doubled = Array.from({ length: 60 }, (_, i) => `let x${i + 1} = x${i} * x${i} + x${i}`);
  expect(compileProgram(`body a let x0 = a.rotation ${doubled.join(' ')} constraint x60`).memorySize).toBeLessThan(10);
});
