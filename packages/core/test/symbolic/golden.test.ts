import { check, compileProgram, type Evaluation, evaluateProgram } from '@tenon/core/symbolic';
import { describe, expect, test } from 'vitest';
import { type GoldenProgram, type GoldenState, numberOf, programs, stateOf, wrong } from './golden';

/** Plain doubles agree with the golden values to 1e-12; a mistake is far above this. */
const TOLERANCE = 1e-9;

function expectNear(got: unknown, want: unknown, scale: number, what: string): void {
  if (Array.isArray(want)) {
    want.forEach((one, i) => expectNear((got as unknown[])[i], one, scale, `${what}[${i}]`));
  } else if (want !== null) {
    const number = numberOf(want as number);
    if (Number.isFinite(number)) {
      const off = Math.abs((got as number) - number);
      expect(off, `${what}: ${String(got)}, not ${number}`).toBeLessThanOrEqual(
        TOLERANCE * Math.max(Math.abs(number), scale),
      );
    } else expect(got, what).toBe(number);
  }
}

/** Columns of slots that hold the same body are added up. */
function merged(J: readonly (readonly number[])[], { bodies }: GoldenProgram, { same = {} }: GoldenState): number[][] {
  return J.map((row) => {
    const sums = new Array<number>(row.length).fill(0);
    row.forEach((j, k) => {
      const slot = bodies[Math.floor(k / 3)];
      sums[3 * bodies.indexOf(same[slot] ?? slot) + (k % 3)] += j;
    });
    return sums;
  });
}

function expectState(got: Evaluation, program: GoldenProgram, state: GoldenState): void {
  const wanted = merged(state['J'] as number[][], program, state);
  const size = Math.max(0.1, ...wanted.flat().map(Math.abs));
  expectNear(got.C, state['C'], 1, 'C');
  expectNear(merged(got.J, program, state), wanted, size, 'J');
  const largest = Math.max(1e-3, ...(state['K'] as number[][]).map((row, i) => row[i]));
  expectNear(got.K, state['K'], largest, 'K');
  expectNear(got.V, state['V'], Math.max(1, 10 * size), 'V');
  expectNear(got.beta, state['beta'] ?? got.rows.map(() => 0), 1, 'beta');
  for (const key of ['lower', 'upper', 'forceLower', 'forceUpper', 'frequency', 'damping'] as const) {
    if (state[key] !== undefined) expectNear(got[key], state[key], 1, key);
  }
  for (const key of ['state', 'limitsHold'] as const)
    if (state[key] !== undefined) expect(got[key]).toEqual(state[key]);
}

describe.each(programs)('$name', (program) => {
  test('has the values of every state, in both back ends', () => {
    for (const mode of ['compile', 'interpret'] as const) {
      for (const source of [program.source, program.plain ?? program.source]) {
        const compiled = compileProgram(source, { mode });
        for (const state of program.states) {
          const given = stateOf(state);
          if (state.limitsHold?.includes(false) === true && isReversed(state)) {
            expect(() => evaluateProgram(compiled, given)).toThrow('from lower to upper');
          } else expectState(evaluateProgram(compiled, given), program, state);
        }
      }
    }
  });

  test('has the rows, units and warnings that its text deserves', () => {
    const { bodies, parameters, rows } = compileProgram(program.source);
    expect(check(program.source)).toHaveLength(program.warnings);
    expect(bodies).toEqual(program.bodies);
    expect(rows.map(({ kind }) => kind)).toEqual(program.rows.map(({ kind }) => kind));
    // What depends on the unit of masses is not in the golden data.
    rows.forEach(({ unit }, i) => program.rows[i].unit !== null && expect(unit).toBe(program.rows[i].unit));
    expect(parameters.map(({ name }) => name)).toEqual(Object.keys(program.params));
    for (const { name, type, unit, ...parameter } of parameters) {
      const golden = program.params[name];
      expect(type).toBe(golden.type);
      expect(parameter.in).toBe(golden.rate ? 'state' : 'params');
      expect(parameter.default !== null).toBe(golden.default);
      if (golden.unit !== null) expect(unit).toBe(golden.unit);
    }
  });
});

/** Bounds of C the wrong way round, which throw. */
function isReversed({ lower, upper }: GoldenState): boolean {
  return (lower as number[] | undefined)?.some((low, i) => numberOf(low) > numberOf((upper as number[])[i])) ?? false;
}

describe.each(wrong)('wrong program $id', ({ source, severity, place, also, words, fixed }) => {
  test('is reported at its place, in its words', () => {
    const found = check(source).find((one) => one.severity === severity);
    expect([place, ...also]).toContainEqual([found?.line, found?.column]);
    const text = `${found?.message ?? ''} ${found?.hint ?? ''}`.toLowerCase();
    for (const group of words)
      expect(
        group.some((word) => text.includes(word.toLowerCase())),
        text,
      ).toBe(true);
    if (severity === 'warning') expect(check(source).filter((one) => one.severity === 'error')).toEqual([]);
  });

  test('is clean once it is repaired', () => {
    expect(check(fixed)).toEqual([]);
  });
});
