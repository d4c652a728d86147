import {
  described,
  Expressions,
  INFINITIES,
  isVector,
  made,
  MASSES,
  PARAMETERS,
  type Part,
  type Place,
  POSES,
  type Value,
  VELOCITIES,
} from './3-check';
import { type DiagnosticCode, Diagnostics, type Span } from './diagnostics';
import { Graph, type Id } from './graph';
import { layoutOfLaws, type LawsLayout, POSE } from './layout';
import { type Rotation, type Slope, Slopes } from './slopes';
import type { Expression, Parameter, Program, Statement } from './syntax';
import * as units from './units';
import { combine, PURE, type Unit, UnitSolver } from './units';

/** Fourth stage: what the statements say of the rows, checked, and how the rows change, as one graph. */

const IN_DEFAULT: Place = { allowed: INFINITIES, name: 'a default' };
const IN_RATE: Place = { allowed: PARAMETERS, name: 'a rate' };
const IN_LIMIT: Place = { allowed: PARAMETERS | MASSES | INFINITIES, name: "'limit'" };
const IN_SOFT: Place = { ...IN_LIMIT, name: "'soft'" };
const IN_CONSTRAINT: Place = { allowed: PARAMETERS | MASSES | POSES, name: "'constraint'" };
const IN_BIAS: Place = { ...IN_CONSTRAINT, name: "'bias'" };
const IN_VELOCITY: Place = { allowed: PARAMETERS | MASSES | POSES | VELOCITIES, name: "'velocity'" };
const IN_LET: Place = { allowed: IN_VELOCITY.allowed | INFINITIES, name: "'let'" };

/** More columns times words than this is no constraint. */
const MOST_WORK = 400_000;
const MOST_ROWS = 100;

/** A parameter: one with a rate moves with the state. */
export interface SymbolicParameter<
  Name extends string = string,
  Type extends 'vector' | 'scalar' = 'vector' | 'scalar',
> {
  readonly name: Name;
  readonly type: Type;
  /** `length`, `angle/time`, …; `any` where the program leaves it open. */
  readonly unit: string;
  /** Exponent of length in the unit. */
  readonly length: number;
  /** Which array it lies in, and from where on. */
  readonly in: 'params' | 'state';
  readonly at: number;
  /** One number or two; null if it must be given. */
  readonly default: readonly number[] | null;
}

/** One scalar row. */
export interface SymbolicRow {
  readonly kind: 'position' | 'velocity';
  readonly unit: string;
  /** Exponents of length and time in the unit; what is left open counts as 0. */
  readonly length: number;
  readonly time: number;
}

export interface Derived {
  readonly graph: Graph;
  readonly bodies: readonly string[];
  readonly parameters: readonly SymbolicParameter[];
  readonly rows: readonly SymbolicRow[];
  readonly positionRows: number;
  /** The `limit e lower upper` statements, and how many entries each has. */
  readonly limits: readonly { readonly statement: Statement; readonly entries: number }[];
  readonly laws: LawsLayout;
  readonly paramsSize: number;
  readonly stateSize: number;
  /** What each function of the program writes: the node for each place. */
  readonly outputs: Readonly<Record<'measureLaws' | 'measure' | 'measureMean', readonly Id[]>>;
}

/** Reports what is wrong and what is doubtful in a program; the result counts if nothing is wrong. */
export function derive(program: Program, words: number, diagnostics: Diagnostics): Derived {
  const graph = new Graph();
  const now = new Deriver(graph, program, diagnostics, false);
  now.run(words);
  const described = now.describe();
  if (diagnostics.hasErrors) return { ...described, outputs: { measureLaws: [], measure: [], measureMean: [] } };
  const mean = new Deriver(graph, program, new Diagnostics(''), true);
  mean.run(words);
  return {
    ...described,
    outputs: { measureLaws: now.laws(), measure: now.measure(), measureMean: mean.measure() },
  };
}

/** What has one value for each row: bounds of C or of its force, softness, bias. */
interface PerRow {
  readonly word: Span;
  readonly values: readonly (readonly [Value | null, Expression])[];
}

/** A scalar, and the value that it is a part of: a vector is two rows. */
interface Row {
  readonly slope: Slope;
  readonly part: Part;
}

class Deriver {
  readonly #graph: Graph;
  readonly #program: Program;
  readonly #diagnostics: Diagnostics;
  readonly #isMean: boolean;
  readonly #units = new UnitSolver();
  readonly #slopes: Slopes;
  readonly #expressions: Expressions;
  readonly #rotations = new Map<Id, Rotation>();
  readonly #parameters: (Omit<SymbolicParameter, 'unit' | 'length'> & { readonly of: Unit })[] = [];
  readonly #rates: Id[] = [];
  /** Columns: x, y and turn of each slot; time; velocities as poses. */
  readonly #slots: number;
  readonly #time: number;
  readonly #velocities: number;
  /** Where masses lie in the parameters, behind those of the program; lengthUnit is the last. */
  readonly #masses: number;
  readonly #paramsSize: number;
  #stateSize: number;

  #position: readonly Row[] = [];
  #rows: readonly Row[] = [];
  readonly #perRow = new Map<string, PerRow>();
  readonly #limits: { readonly statement: Statement; readonly rows: readonly (readonly Row[])[] }[] = [];

  constructor(graph: Graph, program: Program, diagnostics: Diagnostics, isMean: boolean) {
    const { bodies, parameters, statements } = program;
    this.#graph = graph;
    this.#program = program;
    this.#diagnostics = diagnostics;
    this.#isMean = isMean;
    this.#slots = bodies.length;
    this.#time = 3 * bodies.length;
    this.#velocities = this.#time + 1;
    this.#masses = parameters.reduce((sum, { type, rate }) => sum + (rate === null ? sizeOf(type) : 0), 0);
    this.#paramsSize = this.#masses + 2 * bodies.length + 1;
    this.#stateSize = POSE * bodies.length;
    const threshold = graph.mul(graph.number(1e-10), graph.input('params', this.#paramsSize - 1));
    this.#slopes = new Slopes(graph, threshold, this.#rotations);
    const later = new Set(statements.flatMap((statement) => (statement.kind === 'let' ? [statement.name.name] : [])));
    this.#expressions = new Expressions(this.#slopes, this.#units, diagnostics, later);
  }

  run(words: number): void {
    const { bodies, parameters, statements, start } = this.#program;
    if (words * (3 * bodies.length + 1) > MOST_WORK)
      this.#diagnostics.stop('too-large', bodies[0], `too many bodies for so long a program: ${bodies.length}`);
    bodies.forEach((body, slot) => this.#expressions.declare(body, 'body', null, this.#body(body, slot)));
    const values = parameters.map((parameter) => this.#parameter(parameter));
    parameters.forEach((parameter, i) => this.#begin(parameter, values[i], i));
    this.#statements(statements);
    if (this.#rows.length === 0 && !this.#diagnostics.hasErrors)
      this.#error('missing-statement', start, "a program needs 'constraint' or 'velocity'");
    if (!this.#diagnostics.hasErrors) this.#fitAll();
    if (!this.#diagnostics.hasErrors) this.#warn();
  }

  describe(): Omit<Derived, 'outputs'> {
    const limits = this.#limits.map(({ statement, rows }) => ({ statement, entries: rows[0].length }));
    const entries = limits.reduce((sum, limit) => sum + limit.entries, 0);
    const position = this.#position.length;
    return {
      graph: this.#graph,
      bodies: this.#program.bodies.map(({ name }) => name),
      parameters: this.#parameters.map(({ of, ...rest }) => ({
        ...rest,
        unit: this.#units.name(of),
        length: this.#units.resolve(of).length,
      })),
      rows: this.#rows.map(({ part: { unit, literal } }, i) => {
        const { length, time } = this.#units.resolve(unit);
        const name = literal ? 'any' : this.#units.name(unit);
        return { kind: i < position ? 'position' : 'velocity', unit: name, length, time };
      }),
      positionRows: position,
      limits,
      laws: layoutOfLaws(position, this.#rows.length, entries, this.#rates.length, this.#given('bias', 0).length),
      paramsSize: this.#paramsSize,
      stateSize: this.#stateSize,
    };
  }

  /** C at the end of the step, β, J row by row, and how much of each is by the angle of a body alone. */
  measure(): Id[] {
    const graph = this.#graph;
    const position = this.#position.length;
    const values: Id[] = [];
    const rates: Id[] = [];
    const jacobian: Id[] = [];
    const turns: Id[] = [];
    this.#rows.forEach(({ slope }, i) => {
      const isPosition = i < position;
      const apart = this.#slopes.apart(slope.d);
      values.push(isPosition ? slope.b : graph.zero);
      rates.push(isPosition ? this.#beta(apart.turns, i) : this.#slopes.mean(slope));
      const J = this.#columns(apart.turns, isPosition);
      const angles = this.#columns(apart.angles, true);
      for (let k = 0; k < J.length; k += 3) {
        const isTurn = J[k] === graph.zero && J[k + 1] === graph.zero;
        if (isPosition) J[k + 2] = graph.add(J[k + 2], angles[k + 2]);
        turns.push(isPosition ? angles[k + 2] : isTurn ? J[k + 2] : graph.zero);
      }
      jacobian.push(...J);
    });
    return [...values, ...rates, ...jacobian, ...turns];
  }

  /** As `LawsLayout` has it. */
  laws(): Id[] {
    const each = (name: string, side: number, rows: readonly Row[], otherwise: number): Slope[] => {
      const given = this.#given(name, side);
      return rows.map((_, i) => given[given.length === 1 ? 0 : i] ?? this.#slopes.number(otherwise));
    };
    const lower = each('limit constraint', 0, this.#position, 0);
    const upper = each('limit constraint', 1, this.#position, 0);
    const rateOf = ({ d }: Slope): Id => d.get(this.#time) ?? this.#graph.zero;
    return [
      ...[...lower, ...upper].map(({ a }) => a),
      ...[...lower, ...upper].map(rateOf),
      ...each('limit force', 0, this.#rows, -Infinity).map(({ a }) => a),
      ...each('limit force', 1, this.#rows, Infinity).map(({ a }) => a),
      ...each('soft', 0, this.#rows, Infinity).map(({ a }) => a),
      ...each('soft', 1, this.#rows, 1).map(({ a }) => a),
      ...this.#limits.flatMap(({ rows: [value, low, high] }) =>
        value.flatMap(({ slope }, i) => [slope.a, low[i].slope.a, high[i].slope.a]),
      ),
      ...this.#rates,
      ...this.#given('bias', 0).map(({ a }) => a),
    ];
  }

  #given(name: string, side: number): readonly Slope[] {
    return rowsOf(this.#perRow.get(name)?.values[side][0] ?? null).map(({ slope }) => slope);
  }

  #statements(statements: readonly Statement[]): void {
    const expressions = this.#expressions;
    const seen = new Set<string>();
    let velocity: readonly Row[] = [];
    for (const statement of statements) {
      const { kind, word } = statement;
      const name = kind === 'limit' && typeof statement.of === 'string' ? `limit ${statement.of}` : kind;
      if (seen.has(name)) this.#error('duplicate', word, `'${name}' stands in a program once`);
      if (name !== 'let' && name !== 'limit') seen.add(name);
      const values = (place: Place, ...of: readonly Expression[]) => {
        this.#perRow.set(name, { word, values: of.map((one) => [expressions.at(place, one), one] as const) });
      };
      switch (kind) {
        case 'let':
          expressions.declare(statement.name, 'let', expressions.at(IN_LET, statement.value));
          break;
        case 'constraint':
          this.#position = this.#rowsFor(IN_CONSTRAINT, statement.value, POSES);
          break;
        case 'velocity':
          velocity = this.#rowsFor(IN_VELOCITY, statement.value, VELOCITIES);
          break;
        case 'bias':
          values(IN_BIAS, statement.value);
          break;
        case 'soft':
          values(IN_SOFT, statement.hertz, statement.dampingRatio);
          break;
        case 'limit': {
          const { of, lower, upper } = statement;
          if (typeof of === 'string') values(IN_LIMIT, lower, upper);
          else this.#limit(statement, of, [lower, upper]);
        }
      }
    }
    this.#rows = [...this.#position, ...velocity];
  }

  #rowsFor(place: Place, expression: Expression, dependence: number): Row[] {
    const value = this.#expressions.at(place, expression);
    if (value?.shape === 'map')
      this.#error('shape', expression, `${described(value)} is no row: multiply it by a vector`);
    for (const { uses, span } of value?.parts ?? [])
      if (!(uses & dependence)) this.#diagnostics.warn('no-body', span, 'this row depends on no body');
    const rows = rowsOf(value);
    if (rows.length > MOST_ROWS) this.#error('too-large', expression, `more than ${MOST_ROWS} rows`);
    return rows;
  }

  /** `limit e lower upper`, entry by entry. */
  #limit(statement: Statement, of: Expression, bounds: readonly Expression[]): void {
    const value = this.#expressions.at(IN_LIMIT, of);
    const rows = rowsOf(value);
    const sides = bounds.map((bound, i) => {
      const given = this.#expressions.at(IN_LIMIT, bound);
      if (value !== null) this.#fit(given, bound, rows, `the ${SIDES[i]} bound`, 'entry');
      return rowsOf(given);
    });
    this.#limits.push({ statement, rows: [rows, ...sides] });
  }

  /** What has one value for each row. */
  #fitAll(): void {
    for (const [name, { word, values }] of this.#perRow) {
      const ofConstraint = name === 'bias' || name === 'limit constraint';
      if (ofConstraint && this.#position.length === 0)
        this.#error('missing-statement', word, `'${name}' needs a 'constraint'`);
      else
        values.forEach(([value, at], i) => {
          const what =
            name === 'bias'
              ? 'the bias'
              : name === 'soft'
                ? `${SOFTNESS[i]} of soft`
                : `the ${SIDES[i]} bound of ${name}`;
          if (!ofConstraint) this.#fit(value, at, this.#rows, what, null);
          else if (name === 'bias') this.#fit(value, at, this.#position.map(perSecond), what, 'row');
          else this.#fit(value, at, this.#position, what, 'row');
        });
    }
  }

  /** `value` has one entry for each of `rows` and its unit; where that has no name, one for all will do, and units are not compared. */
  #fit(value: Value | null, at: Expression, rows: readonly Row[], what: string, name: 'row' | 'entry' | null): void {
    const given = rowsOf(value);
    if (value === null) return;
    if (value.shape === 'map' || (given.length !== rows.length && (name !== null || given.length !== 1)))
      this.#error(
        'bound-shape',
        at,
        `${what} is ${described(value)}, for ${rows.length} ${name ?? 'row'}${rows.length === 1 ? '' : 's'}`,
        rows.length === 1 ? 'write one value' : 'write one value for each, as in { 0 0 }',
      );
    else if (name !== null) given.forEach(({ part }, i) => this.#expressions.mustEqual(part, rows[i].part, at, what));
  }

  #warn(): void {
    for (const { used, place, kind } of this.#expressions.declared) {
      if (!used && !place.name.startsWith('_'))
        this.#diagnostics.warn(
          'unused',
          place,
          `the ${kind} '${place.name}' is never used`,
          "what begins with '_' may be",
        );
    }
  }

  #beta(d: Slope['d'], i: number): Id {
    const graph = this.#graph;
    const bias = this.#given('bias', 0);
    return graph.add(d.get(this.#time) ?? graph.zero, bias.length === 0 ? graph.zero : this.#slopes.mean(bias[i]));
  }

  #columns(d: Slope['d'], isPosition: boolean): Id[] {
    const first = isPosition ? 0 : this.#velocities;
    return Array.from({ length: 3 * this.#slots }, (_, i) => d.get(first + i) ?? this.#graph.zero);
  }

  #state(index: number, d: Slope['d'] = new Map<number, Id>()): Slope {
    const a = this.#graph.input('start', index);
    return { a, b: this.#isMean ? this.#graph.input('end', index) : a, d };
  }

  #body(span: Span, slot: number): Record<string, Part> {
    const graph = this.#graph;
    const slopes = this.#slopes;
    const at = POSE * slot;
    const column = 3 * slot;
    const seed = (k: number, slope = graph.one) => new Map([[k, slope]]);
    const turn = seed(column + 2);
    const { a, b } = this.#state(at + 4);
    const angle = { a, b, d: seed(slopes.angle(graph.sub(b, a), turn, true)) };
    this.#rotations.set(angle.a, {
      c: this.#state(at + 2, seed(column + 2, graph.neg(slopes.mean(this.#state(at + 3))))),
      s: this.#state(at + 3, seed(column + 2, slopes.mean(this.#state(at + 2)))),
    });
    // Velocities enter linearly: the value at rest is 0, the slopes are all there is.
    const rate = (k: number): Slope => ({ a: graph.zero, b: graph.zero, d: seed(this.#velocities + column + k) });
    const constant = (k: number) => slopes.constant(graph.input('params', this.#masses + 2 * slot + k));
    const part = (unit: Unit, uses: number, x: Slope, y?: Slope): Part => ({ x, y, unit, literal: false, uses, span });
    const angularVel = part(units.ANGULAR_VELOCITY, VELOCITIES, rate(2));
    return {
      position: part(units.LENGTH, POSES, this.#state(at, seed(column)), this.#state(at + 1, seed(column + 1))),
      rotation: part(PURE, POSES, angle),
      velocity: part(units.VELOCITY, VELOCITIES, rate(0), rate(1)),
      angularVel,
      angularVelocity: angularVel,
      mass: part(units.MASS, MASSES, constant(0)),
      inertia: part(units.INERTIA, MASSES, constant(1)),
    };
  }

  /** Gives it its place, and declares it. */
  #parameter(parameter: Parameter): Part {
    const { name, type, rate } = parameter;
    const of = this.#units.unknown();
    const isState = rate !== null;
    const before = this.#parameters.reduce((sum, one) => sum + (one.in === 'params' ? sizeOf(one.type) : 0), 0);
    const at = isState ? this.#stateSize : before;
    if (isState) this.#stateSize += sizeOf(type);
    this.#parameters.push({ name, type, in: isState ? 'state' : 'params', at, default: null, of });
    const entry = (i: number) =>
      isState ? this.#state(at + i) : this.#slopes.constant(this.#graph.input('params', at + i));
    const y = type === 'vector' ? entry(1) : undefined;
    const part: Part = { x: entry(0), y, unit: of, literal: false, uses: PARAMETERS, span: parameter };
    this.#expressions.declare(parameter, 'parameter', made(part));
    return part;
  }

  /** What it begins with, and how fast it moves: that is as it is, however fast what it is made of moves. */
  #begin(parameter: Parameter, part: Part, i: number): void {
    const { name, default: value, rate } = parameter;
    if (value !== null) {
      const given = this.#fitParameter(parameter, part, value, IN_DEFAULT);
      const numbers = given.map(({ slope }) => this.#graph.numberOf(slope.a) ?? NaN);
      this.#parameters[i] = { ...this.#parameters[i], default: numbers };
    }
    if (rate === null) return;
    const [x, y] = this.#fitParameter(parameter, { ...part, unit: combine(part.unit, units.TIME, -1) }, rate, IN_RATE);
    const known = this.#expressions.known.get(name);
    if (known === undefined || x === undefined) return;
    const moving = (slope: Slope, by: Row): Slope => {
      this.#rates.push(by.slope.a);
      return { ...slope, d: new Map([[this.#time, this.#slopes.mean(by.slope)]]) };
    };
    known.value = made({ ...part, x: moving(part.x, x), y: part.y && y && moving(part.y, y) });
  }

  #fitParameter({ name, type }: Parameter, part: Part, expression: Expression, place: Place): Row[] {
    const value = this.#expressions.at(place, expression);
    if (value === null) return [];
    const what = `${place.name} of the ${type} '${name}'`;
    if (value.shape === type) this.#expressions.mustEqual(value.parts[0], part, expression, what);
    else this.#error('shape', expression, `${what} is ${described(value)}`);
    return rowsOf(value);
  }

  #error(code: DiagnosticCode, span: Span, message: string, hint?: string): void {
    this.#diagnostics.error(code, span, message, hint);
  }
}

const SIDES = ['lower', 'upper'];
const SOFTNESS = ['the hertz', 'the damping ratio'];

const sizeOf = (type: 'vector' | 'scalar'): number => (type === 'vector' ? 2 : 1);

function rowsOf(value: Value | null): Row[] {
  return (value?.parts ?? []).flatMap((part) =>
    [part.x, ...(isVector(part) ? [part.y] : [])].map((slope): Row => ({ slope, part })),
  );
}

function perSecond({ slope, part }: Row): Row {
  return { slope, part: { ...part, unit: combine(part.unit, units.TIME, -1) } };
}
