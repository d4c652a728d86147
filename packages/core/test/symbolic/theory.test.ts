import { readFileSync } from 'node:fs';
import {
  type AnyState,
  check,
  compileProgram,
  evaluateProgram,
  type Evaluation,
  type SymbolicProgram,
} from '@tenon/core/symbolic';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const readPage = (name: string) => readFileSync(new URL(`../../../../docs/${name}.md`, import.meta.url), 'utf8');

/** Programs of the page by a name in their heading, each with the block of formulas below it. */
const programs = readPage('theory')
  .split(/^## /m)
  .flatMap((section) => {
    const [, source, rows] = /^```tenon\n([^]*?)^```\n\n^```rows\n([^]*?)^```/m.exec(section) ?? [];
    return source === undefined ? [] : [{ heading: section.split('\n')[0], source, rows }];
  });

interface Formula {
  readonly mark: string;
  readonly what: string;
  readonly text: string;
}

/** Lines such as `right J1 body2 = n, -c2`. */
function formulasOf(rows: string): Formula[] {
  return [...rows.matchAll(/^(printed |right |)([JK].*?) = (.*)$/gm)].map(([, mark, what, text]) => ({
    mark: mark.trim(),
    what,
    text,
  }));
}

/** What gives the numbers of a formula: the language itself, as rows in place of the program's constraint. */
function programOf(source: string, text: string): SymbolicProgram {
  const [declarations] = source.split(/^constraint/m);
  return compileProgram(`${declarations}\nconstraint { ${text} }`, { units: 'off' });
}

/** The same numbers as they are derived from the program. */
function derivedOf(what: string, bodies: readonly string[], { J, K }: Evaluation): readonly number[] {
  const [, kind, indices, body] = /^([JK])([\d,]*) ?(\w*)$/.exec(what) ?? [];
  const [i, j] = indices.split(',').map((index) => Math.max(0, Number(index) - 1));
  if (kind === 'K') return [K[i][j]];
  const slot = bodies.indexOf(body);
  return J[i].slice(3 * slot, 3 * slot + 3);
}

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const vector = fc.tuple(number(0.3, 2), number(-2, -0.3));
const body = fc.record({
  mass: number(0.5, 3),
  inertia: number(0.5, 3),
  x: number(-1, 1),
  y: number(-1, 1),
  angle: number(-3, 3),
  vx: fc.constant(0),
  vy: fc.constant(0),
  omega: fc.constant(0),
});

/** States of a program in which no two bodies share a place. */
function statesOf(source: string): AnyState[] {
  const { bodies, parameters } = compileProgram(source);
  const state = fc.record({
    bodies: fc.record(
      Object.fromEntries(bodies.map((name, i) => [name, body.map((b) => ({ ...b, x: b.x + 5 * i, y: b.y + i * i }))])),
    ),
    params: fc.record(
      Object.fromEntries(parameters.map(({ name, type }) => [name, type === 'vector' ? vector : number(0.5, 2)])),
    ),
  });
  return fc.sample(state, { seed: 54, numRuns: 20 });
}

/** Largest difference of a formula from what is derived, over some states. */
function differenceOf(source: string, { what, text }: Formula): number {
  const program = compileProgram(source);
  const printed = programOf(source, text);
  return Math.max(
    ...statesOf(source).flatMap((state) => {
      const derived = derivedOf(what, program.bodies, evaluateProgram(program, state));
      const values = evaluateProgram(printed, state).C.map((value) => value ?? NaN);
      expect(values).toHaveLength(derived.length);
      return values.map((value, i) => Math.abs(value - derived[i]));
    }),
  );
}

describe.each(programs)('docs/theory.md: $heading', ({ source, rows }) => {
  test('has a program that is clean', () => {
    // Some names are for the formulas alone.
    expect(check(source).filter(({ code }) => code !== 'unused')).toEqual([]);
  });

  test.each(formulasOf(rows))('says rightly that $what = $text', (formula) => {
    expect(differenceOf(source, formula)).toBeLessThan(1e-12);
  });

  test('tells J of every body and row', () => {
    const { bodies, rows: all } = compileProgram(source);
    const told = formulasOf(rows).filter(({ what }) => what.startsWith('J'));
    expect(told).toHaveLength(bodies.length * all.length);
  });
});

describe('docs/errata.md', () => {
  const blocks = [...readPage('errata').matchAll(/^```rows (\w+)\n([^]*?)^```/gm)].map(([, name, rows]) => ({
    name,
    rows,
  }));
  const errata = blocks.flatMap(({ name, rows }) => {
    const program = programs.find(({ heading }) => heading.includes(`\`${name}\``));
    return formulasOf(rows).map((formula) => ({ ...formula, source: program?.source ?? '', name }));
  });

  test('has blocks of formulas', () => {
    expect(programs).toHaveLength(7);
    expect(errata.length).toBeGreaterThan(20);
    expect(errata.every(({ mark }) => mark !== '')).toBe(true);
  });

  test.each(errata)('$name: what is $mark as $what = $text is so', ({ mark, source, ...formula }) => {
    const difference = differenceOf(source, { ...formula, mark });
    if (mark === 'right') expect(difference).toBeLessThan(1e-12);
    else expect(difference).toBeGreaterThan(0.1);
  });
});
