import { refuse } from '../base/error';
import type { SymbolicParameter, SymbolicRow } from './4-derive';
import { schedule, type Schedule } from './5-schedule';
import { argumentsOf, bodyOf } from './6-code';
import { interpreter } from './6-interpret';
import type { Declared, DeclaredBy } from './declared';
import type { Span } from './diagnostics';
import { type CheckOptions, readProgram } from './front';
import { functions } from './functions';
import type { LawsLayout } from './layout';

/** What a program is, in plain data. */
export interface SymbolicDescription<
  Body extends string = string,
  Vector extends string = string,
  Scalar extends string = string,
> {
  readonly source: string;
  /** Slots of bodies. */
  readonly bodies: readonly Body[];
  readonly parameters: readonly (SymbolicParameter<Vector, 'vector'> | SymbolicParameter<Scalar, 'scalar'>)[];
  /** Position rows first. */
  readonly rows: readonly SymbolicRow[];
  readonly positionRows: number;
  /** The `limit e lower upper` statements as they are written, and how many entries each has. */
  readonly limits: readonly { readonly text: string; readonly entries: number }[];
  /** Where `measureLaws` writes what. */
  readonly laws: LawsLayout;
  readonly paramsSize: number;
  readonly stateSize: number;
  readonly memorySize: number;
  readonly outSize: number;
  /** How many numbers of the memory are directions, x and y by turns; `createMemory` starts them at (1, 0). */
  readonly directions: number;
}

/**
 * A compiled program, on packed arrays and without allocation. With n slots of bodies and m rows:
 *
 *     params   parameters without a rate, then mass and inertia of each slot, then lengthUnit
 *     state    x, y, cos, sin, angle of each slot, then the parameters with a rate
 *     memory   what `prepare` made of the parameters, and the last directions of vectors: one for each constraint
 *     out      C (m, of velocity rows 0), β (m), J (m times 3n: x, y, angle of each slot), and how much of its last is by the
 *              angle of the slot alone (m times n), beside what turns with the body
 *
 * so that V = J v + β is the rate of a position row, and the value of a velocity row.
 */
export interface SymbolicProgram<
  Body extends string = string,
  Vector extends string = string,
  Scalar extends string = string,
> extends SymbolicDescription<Body, Vector, Scalar> {
  /** After a change of `params`. */
  prepare(params: Float64Array, memory: Float64Array): void;
  /** Bounds, softness, limits and rates, laid out as `laws` says: after `prepare`, and where parameters move with the state. */
  measureLaws(state: Float64Array, memory: Float64Array, out: Float64Array): void;
  measure(state: Float64Array, memory: Float64Array, out: Float64Array): void;
  /**
   * C at `end`, and the mean β and J between both states: C(end) − C(start) = J·move + β·time, exactly where parameters move at
   * constant rates, with x and y of each slot and the turn 2·tan(Δθ/2) as its move; of what is by an angle alone that is Δθ. Slopes of
   * every operation, so that no row that only knows how bodies lie to each other pushes or turns them as a whole.
   */
  measureMean(start: Float64Array, end: Float64Array, memory: Float64Array, out: Float64Array): void;
}

/** The program of a text, with the names that it declares. */
export type ProgramOf<Source extends string> =
  DeclaredBy<Source> extends Declared<infer Body, infer Vector, infer Scalar, string>
    ? SymbolicProgram<Body, Vector, Scalar>
    : never;

export interface CompileOptions extends CheckOptions {
  /** `auto` (default): code where the page allows it, else `interpret`. Both give the same bits. */
  readonly mode?: 'auto' | 'compile' | 'interpret';
}

/** Compiles a program. Throws `SymbolicError` if it has an error; with `mode: 'compile'` also where the page forbids code from text. */
export function compileProgram<const Source extends string>(
  source: Source,
  options?: CompileOptions,
): ProgramOf<Source>;
export function compileProgram(source: string, options: CompileOptions = {}): SymbolicProgram {
  const { mode = 'auto' } = options;
  if (mode !== 'auto' && mode !== 'compile' && mode !== 'interpret')
    refuse('param-invalid', 'mode', "be 'auto', 'compile' or 'interpret'", mode);
  const { description, scheduled } = describeProgram(source, options);
  const compiled = mode === 'interpret' ? null : compile(scheduled, mode === 'compile');
  return { ...description, ...(compiled ?? interpret(scheduled)) };
}

/** The stages up to the back end. */
export function describeProgram(
  source: string,
  options: CheckOptions,
): { description: SymbolicDescription; scheduled: Schedule } {
  const derived = readProgram(source, options);
  const scheduled = schedule(derived);
  const { parameters, rows, positionRows, limits, laws, paramsSize, stateSize } = derived;
  const text = ({ start, end }: Span) => source.slice(start, end);
  const description: SymbolicDescription = {
    source,
    bodies: derived.bodies,
    parameters,
    rows,
    positionRows,
    limits: limits.map(({ statement, entries }) => ({ text: text(statement.whole), entries })),
    laws,
    paramsSize,
    stateSize,
    memorySize: scheduled.memorySize,
    outSize: derived.outputs.measure.length,
    directions: scheduled.directions.size,
  };
  return { description, scheduled };
}

type Functions = Pick<SymbolicProgram, 'prepare' | 'measureLaws' | 'measure' | 'measureMean'>;

/** False once the page has refused code from text: asking again would report it again. */
let allowed = true;

/** Null where the page forbids code from text. */
function compile(scheduled: Schedule, insists: boolean): Functions | null {
  if (!allowed && !insists) return null;
  const parts = scheduled.functions.map(
    (one) => `${one.name}(${argumentsOf(one).join(', ')}) {\n${bodyOf(scheduled, one).join('\n')}\n}`,
  );
  try {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- made of numbers and operators alone, nothing of the text
    const make = new Function('f', `'use strict';\nreturn {\n${parts.join(',\n')}\n};`) as (f: unknown) => Functions;
    return make(functions);
  } catch (error) {
    allowed = false;
    if (insists) throw error;
    return null;
  }
}

function interpret(scheduled: Schedule): Functions {
  const [prepare, measureLaws, measure, measureMean] = scheduled.functions.map((one) => interpreter(scheduled, one));
  return { prepare, measureLaws, measure, measureMean };
}

/** Memory of one constraint: directions start along x. */
export function createMemory({ memorySize, directions }: SymbolicDescription): Float64Array {
  const memory = new Float64Array(memorySize);
  for (let i = 0; i < directions; i += 2) memory[i] = 1;
  return memory;
}
