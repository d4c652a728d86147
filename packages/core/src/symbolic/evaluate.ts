import { cosSin } from '../math/trig';
import { refuse, TenonError } from '../base/error';
import type { SymbolicRow } from './4-derive';
import type { Declared, DeclaredBy } from './declared';
import { POSE } from './layout';
import { type CompileOptions, compileProgram, createMemory, type SymbolicProgram } from './program';

/** A body in SI units; immovable: mass and inertia Infinity. */
export interface BodyState {
  readonly mass: number;
  readonly inertia: number;
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly vx: number;
  readonly vy: number;
  readonly omega: number;
}

/** A vector parameter. */
export type VectorValue = readonly [x: number, y: number] | { readonly x: number; readonly y: number };

export interface State<
  Body extends string = string,
  Vector extends string = string,
  Scalar extends string = string,
  Optional extends string = Vector | Scalar,
> {
  /** By slot; two slots may hold the same object. */
  readonly bodies: { readonly [Name in Body]: BodyState };
  /** By name; what has a default may be left out. */
  readonly params?: Given<Vector, Scalar, Optional>;
}

type Given<Vector extends string, Scalar extends string, Optional extends string> = {
  readonly [Name in Exclude<Vector, Optional>]: VectorValue;
} & { readonly [Name in Exclude<Scalar, Optional>]: number } & {
  readonly [Name in Vector & Optional]?: VectorValue;
} & {
  readonly [Name in Scalar & Optional]?: number;
};

/** A state of the program of a text: what it declares must be there. */
export type StateOf<Source extends string> = string extends Source
  ? AnyState
  : DeclaredBy<Source> extends Declared<infer Body, infer Vector, infer Scalar, infer Optional>
    ? State<Body, Vector, Scalar, Optional> &
        ([Exclude<Vector | Scalar, Optional>] extends [never] ? unknown : { readonly params: unknown })
    : never;

/** A state of a program that is not known to the type checker. */
export interface AnyState {
  readonly bodies: Readonly<Record<string, BodyState>>;
  readonly params?: Readonly<Record<string, number | VectorValue>>;
}

/** A program at one state. */
export interface Evaluation {
  readonly rows: readonly SymbolicRow[];
  /** By row; null for velocity rows. */
  readonly C: readonly (number | null)[];
  /** J v + β. */
  readonly V: readonly number[];
  /** By row: x, y, angle of each slot. */
  readonly J: readonly (readonly number[])[];
  /** J M⁻¹ Jᵀ, columns of slots that hold the same body added up. */
  readonly K: readonly (readonly number[])[];
  readonly beta: readonly number[];
  /** By position row: bounds of C, and where C lies between them. */
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly state: readonly ('equal' | 'lower' | 'upper' | 'free')[];
  readonly forceLower: readonly number[];
  readonly forceUpper: readonly number[];
  /** Hz; Infinity is rigid. */
  readonly frequency: readonly number[];
  readonly damping: readonly number[];
  /** By `limit e lower upper` statement. */
  readonly limitsHold: readonly boolean[];
}

/**
 * A program at one state, without a world. Throws `SymbolicError` for a program with an error, `option-missing` for a body or
 * parameter that is not given, `param-invalid` for one that is of the wrong kind, `limits-reversed` for bounds of C or of the force that are.
 */
export function evaluate<const Source extends string>(
  source: Source,
  state: StateOf<Source>,
  options?: CompileOptions,
): Evaluation;
export function evaluate(source: string, state: AnyState, options: CompileOptions = {}): Evaluation {
  return evaluateProgram(compileProgram(source, options), state);
}

/** The same of a compiled program. */
export function evaluateProgram<Body extends string, Vector extends string, Scalar extends string>(
  program: SymbolicProgram<Body, Vector, Scalar>,
  state: string extends Body ? AnyState : State<Body, Vector, Scalar>,
): Evaluation;
export function evaluateProgram(program: SymbolicProgram, { bodies, params = {} }: AnyState): Evaluation {
  const { rows, positionRows, laws, limits } = program;
  const m = rows.length;
  const columns = 3 * program.bodies.length;
  const slots = program.bodies.map((name) => bodyOf(bodies, name));
  const memory = createMemory(program);
  const laid = new Float64Array(laws.size);
  const out = new Float64Array(program.outSize);
  const { parameters, state } = arraysOf(program, slots, params);
  program.prepare(parameters, memory);
  program.measureLaws(state, memory, laid);
  program.measure(state, memory, out);

  const section = (at: number, size: number) => [...laid.subarray(at, at + size)];
  const lower = section(laws.lower, positionRows);
  const upper = section(laws.upper, positionRows);
  const forceLower = section(laws.forceLower, m);
  const forceUpper = section(laws.forceUpper, m);
  refuseReversed('limit constraint', lower, upper);
  refuseReversed('limit force', forceLower, forceUpper);
  const J = rows.map((_, i) => [...out.subarray(2 * m + i * columns, 2 * m + (i + 1) * columns)]);
  const beta = [...out.subarray(m, 2 * m)];
  const v = slots.flatMap(({ vx, vy, omega }) => [vx, vy, omega]);
  let at = laws.limits;
  return {
    rows,
    C: rows.map(({ kind }, i) => (kind === 'position' ? out[i] : null)),
    V: J.map((row, i) => row.reduce((sum, j, k) => sum + j * v[k], beta[i])),
    J,
    K: effectiveInverseMass(J, slots),
    beta,
    lower,
    upper,
    state: lower.map((low, i) => stateOf(out[i], low, upper[i])),
    forceLower,
    forceUpper,
    frequency: section(laws.hertz, m),
    damping: section(laws.dampingRatio, m),
    limitsHold: limits.map(({ entries }) => {
      let holds = true;
      for (const end = at + 3 * entries; at < end; at += 3)
        holds &&= laid[at + 1] <= laid[at] && laid[at] <= laid[at + 2];
      return holds;
    }),
  };
}

const BODY_KEYS = ['mass', 'inertia', 'x', 'y', 'angle', 'vx', 'vy', 'omega'] as const;

function bodyOf(bodies: AnyState['bodies'], name: string): BodyState {
  const body = Object.hasOwn(bodies, name) ? bodies[name] : undefined;
  if (typeof body !== 'object' || body === null) refuse('option-missing', `bodies.${name}`, 'be a body', body);
  for (const key of BODY_KEYS) {
    const value: unknown = body[key];
    if (typeof value !== 'number' || Number.isNaN(value))
      refuse('param-invalid', `bodies.${name}.${key}`, 'be a number', value);
  }
  return body;
}

/** The arrays that a program reads, in SI. */
function arraysOf(program: SymbolicProgram, slots: readonly BodyState[], params: NonNullable<AnyState['params']>) {
  const parameters = new Float64Array(program.paramsSize);
  const state = new Float64Array(program.stateSize);
  for (const name of Object.keys(params)) {
    if (!program.parameters.some((parameter) => parameter.name === name))
      throw new TenonError('option-unknown', `the program has no parameter '${name}'`, `params.${name}`, params[name]);
  }
  for (const { name, type, in: where, at, default: otherwise } of program.parameters) {
    const given = Object.hasOwn(params, name) ? params[name] : undefined;
    const numbers = given === undefined ? otherwise : numbersOf(given, type);
    if (numbers === null)
      refuse(
        given === undefined ? 'option-missing' : 'param-invalid',
        `params.${name}`,
        type === 'scalar' ? 'be a number' : 'be a vector of two numbers',
        given,
      );
    (where === 'params' ? parameters : state).set(numbers, at);
  }
  slots.forEach(({ mass, inertia, x, y, angle }, slot) => {
    parameters.set([mass, inertia], program.paramsSize - 1 - 2 * (slots.length - slot));
    state.set([x, y, 0, 0, angle], POSE * slot);
    cosSin(angle, state, POSE * slot + 2);
  });
  parameters[program.paramsSize - 1] = 1;
  return { parameters, state };
}

/** One number or two; null if it is of another kind. Infinities stand for no bound. */
function numbersOf(value: number | VectorValue, type: 'scalar' | 'vector'): readonly number[] | null {
  let numbers: readonly unknown[] = [value];
  if (type === 'vector') {
    if (typeof value !== 'object' || value === null) return null;
    numbers = 'x' in value ? [value.x, value.y] : [...value];
  }
  const wanted = type === 'vector' ? 2 : 1;
  const isRight = (n: unknown): n is number => typeof n === 'number' && !Number.isNaN(n);
  return numbers.length === wanted && numbers.every(isRight) ? numbers : null;
}

function refuseReversed(name: string, lower: readonly number[], upper: readonly number[]): void {
  const i = lower.findIndex((low, k) => low > upper[k]);
  if (i >= 0) refuse('limits-reversed', `${name}, row ${i + 1},`, 'run from lower to upper', [lower[i], upper[i]]);
}

function stateOf(C: number, lower: number, upper: number): 'equal' | 'lower' | 'upper' | 'free' {
  if (lower === upper) return 'equal';
  return C <= lower ? 'lower' : C >= upper ? 'upper' : 'free';
}

/** K = J M⁻¹ Jᵀ. */
function effectiveInverseMass(J: readonly (readonly number[])[], slots: readonly BodyState[]): number[][] {
  const distinct = [...new Set(slots)];
  const merged = J.map((row) => {
    const sums = new Float64Array(3 * distinct.length);
    row.forEach((j, k) => (sums[3 * distinct.indexOf(slots[Math.floor(k / 3)]) + (k % 3)] += j));
    return sums;
  });
  return merged.map((a) =>
    merged.map((b) =>
      distinct.reduce((sum, { mass, inertia }, i) => {
        const k = 3 * i;
        return sum + (a[k] * b[k] + a[k + 1] * b[k + 1]) / mass + (a[k + 2] * b[k + 2]) / inertia;
      }, 0),
    ),
  );
}
