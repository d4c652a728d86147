import type { Checked } from './3-check';
import { Graph, type Id } from './graph';
import { layoutOfLaws, type LawsLayout, POSE } from './layout';
import { type Rotation, type Slope, Slopes, type SlopeVector } from './slopes';
import type { Expression, Parameter, Statement } from './syntax';
import { CONSTANTS } from './words';

/** Fourth stage: what the rows are and how they change, as one graph. Only called with programs that are right. */

/** Where a parameter lies: one that moves belongs to the state. */
export interface Placed {
  readonly name: string;
  readonly type: 'vector' | 'scalar';
  readonly in: 'params' | 'state';
  readonly at: number;
  /** Its default; null if it must be given. */
  readonly default: readonly number[] | null;
}

/** What each function of a program writes: the node for each place of its output. */
export interface Derived {
  readonly graph: Graph;
  readonly parameters: readonly Placed[];
  readonly paramsSize: number;
  readonly stateSize: number;
  readonly positionRows: number;
  readonly rows: number;
  readonly laws: LawsLayout;
  /** How many entries each `limit e lower upper` has. */
  readonly limits: readonly { readonly entries: number; readonly statement: Statement }[];
  readonly outputs: Readonly<Record<'laws' | 'measure' | 'measureMean', readonly Id[]>>;
}

export function derive(checked: Checked): Derived {
  const graph = new Graph();
  const places = place(checked, graph);
  const now = new Deriver(graph, checked, places, false).run();
  const mean = new Deriver(graph, checked, places, true).run();
  const laws = layoutOfLaws(
    now.position.length,
    now.rows.length,
    now.limits.length,
    places.stateSize - places.posesSize,
  );
  const entries = new Map<Statement, number>();
  for (const { statement } of now.limits) entries.set(statement, (entries.get(statement) ?? 0) + 1);
  return {
    graph,
    ...places,
    positionRows: now.position.length,
    rows: now.rows.length,
    laws,
    limits: [...entries].map(([statement, count]) => ({ statement, entries: count })),
    outputs: { laws: now.laws(), measure: now.measure(), measureMean: mean.measure() },
  };
}

interface Places {
  readonly parameters: readonly Placed[];
  readonly masses: number;
  readonly threshold: Id;
  readonly posesSize: number;
  readonly paramsSize: number;
  readonly stateSize: number;
}

/** Parameters, then masses and inertias, then lengthUnit; in the state poses, then parameters that move. */
function place({ program }: Checked, graph: Graph): Places {
  const { bodies, parameters } = program;
  let params = 0;
  const posesSize = POSE * bodies.length;
  let state = posesSize;
  const constants = new Slopes(graph, graph.zero, new Map());
  const placed = parameters.map(({ name, type, rate, default: value }): Placed => {
    const size = type === 'vector' ? 2 : 1;
    const moves = rate !== null;
    const at = moves ? state : params;
    if (moves) state += size;
    else params += size;
    const given = value === null ? null : flat(new Evaluator(constants, new Map()).value(value));
    return {
      name,
      type,
      in: moves ? 'state' : 'params',
      at,
      default: given?.map(({ a }) => graph.numberOf(a) ?? NaN) ?? null,
    };
  });
  const paramsSize = params + 2 * bodies.length + 1;
  const threshold = graph.mul(graph.number(1e-10), graph.input('params', paramsSize - 1));
  return { parameters: placed, masses: params, threshold, posesSize, paramsSize, stateSize: state };
}

/** What an expression stands for. */
type Value =
  | ({ readonly kind: 'scalar' } & Slope)
  | ({ readonly kind: 'vector' } & SlopeVector)
  | { readonly kind: 'block'; readonly entries: readonly Value[] }
  | { readonly kind: 'map'; readonly u: SlopeVector; readonly v: SlopeVector }
  | { readonly kind: 'body'; readonly properties: Readonly<Record<string, Value>> };

const scalar = (slope: Slope): Value => ({ kind: 'scalar', ...slope });
const vector = (v: SlopeVector): Value => ({ kind: 'vector', ...v });

/** The scalar rows of a value. */
function flat(value: Value): Slope[] {
  if (value.kind === 'scalar') return [value];
  if (value.kind === 'vector') return [value.x, value.y];
  return value.kind === 'block' ? value.entries.flatMap(flat) : [];
}

class Deriver {
  readonly #graph: Graph;
  readonly #checked: Checked;
  readonly #places: Places;
  readonly #isMean: boolean;
  readonly #evaluator: Evaluator;
  readonly #slopes: Slopes;
  /** Columns: x, y and turn of each slot; its angle, where that is not how it turns; time; velocities as poses. */
  readonly #slots: number;
  readonly #time: number;
  readonly #velocities: number;
  readonly #rates = new Map<string, readonly Slope[]>();

  position: readonly Slope[] = [];
  rows: readonly Slope[] = [];
  readonly limits: { readonly statement: Statement; readonly values: readonly Slope[] }[] = [];
  #bias: readonly Slope[] = [];
  #bounds: readonly (readonly Slope[])[] | null = null;
  #forces: readonly (readonly Slope[])[] | null = null;
  #soft: readonly (readonly Slope[])[] | null = null;

  constructor(graph: Graph, checked: Checked, places: Places, isMean: boolean) {
    const { bodies, parameters } = checked.program;
    this.#graph = graph;
    this.#checked = checked;
    this.#places = places;
    this.#isMean = isMean;
    this.#slots = bodies.length;
    this.#time = 4 * bodies.length;
    this.#velocities = this.#time + 1;
    const rotations = new Map<Id, Rotation>();
    this.#slopes = new Slopes(graph, places.threshold, rotations);
    const known = new Map<string, Value>();
    bodies.forEach(({ name }, slot) => known.set(name, this.#body(slot, rotations)));
    parameters.forEach(({ name }, i) =>
      known.set(
        name,
        this.#parameter(places.parameters[i], () => null),
      ),
    );
    this.#evaluator = new Evaluator(this.#slopes, known);
    parameters.forEach((parameter, i) => this.#move(parameter, places.parameters[i], known));
  }

  run(): this {
    let velocity: readonly Slope[] = [];
    for (const statement of this.#checked.program.statements) {
      switch (statement.kind) {
        case 'let':
          this.#evaluator.define(statement.name.name, statement.value);
          break;
        case 'constraint':
          this.position = this.#flat(statement.value);
          break;
        case 'velocity':
          velocity = this.#flat(statement.value);
          break;
        case 'bias':
          this.#bias = this.#flat(statement.value);
          break;
        case 'soft':
          this.#soft = [this.#flat(statement.hertz), this.#flat(statement.dampingRatio)];
          break;
        case 'limit': {
          const { of, lower, upper } = statement;
          const bounds = [this.#flat(lower), this.#flat(upper)];
          if (of === 'constraint') this.#bounds = bounds;
          else if (of === 'force') this.#forces = bounds;
          else
            this.#flat(of).forEach((value, i) =>
              this.limits.push({ statement, values: [value, bounds[0][i], bounds[1][i]] }),
            );
        }
      }
    }
    this.rows = [...this.position, ...velocity];
    return this;
  }

  /** C at the end of the step, β, and J row by row. */
  measure(): Id[] {
    const { zero } = this.#graph;
    const isPosition = (i: number) => i < this.position.length;
    return [
      ...this.rows.map(({ b }, i) => (isPosition(i) ? b : zero)),
      ...this.rows.map((row, i) => (isPosition(i) ? this.#beta(row, i) : this.#slopes.mean(row))),
      ...this.rows.flatMap((row, i) => this.#columns(row, isPosition(i))),
    ];
  }

  laws(): Id[] {
    const { zero } = this.#graph;
    const each = <T>(rows: readonly unknown[], of: (i: number) => T): T[] => rows.map((_, i) => of(i));
    const bounds = (side: number) => each(this.position, (i) => this.#bounds?.[side][i] ?? null);
    const perRow = (given: readonly (readonly Slope[])[] | null, side: number, otherwise: number) =>
      each(this.rows, (i) => {
        const values = given?.[side];
        return values === undefined ? this.#graph.number(otherwise) : values[values.length === 1 ? 0 : i].a;
      });
    return [
      ...bounds(0).map((bound) => bound?.a ?? zero),
      ...bounds(1).map((bound) => bound?.a ?? zero),
      ...bounds(0).map((bound) => bound?.d.get(this.#time) ?? zero),
      ...bounds(1).map((bound) => bound?.d.get(this.#time) ?? zero),
      ...perRow(this.#forces, 0, -Infinity),
      ...perRow(this.#forces, 1, Infinity),
      ...perRow(this.#soft, 0, Infinity),
      ...perRow(this.#soft, 1, 1),
      ...this.limits.flatMap(({ values }) => values.map(({ a }) => a)),
      ...[...this.#rates.values()].flatMap((rate) => rate.map(({ a }) => a)),
    ];
  }

  #flat(expression: Expression): Slope[] {
    return flat(this.#evaluator.value(expression));
  }

  #beta(row: Slope, i: number): Id {
    const graph = this.#graph;
    const bias = this.#bias.length === 0 ? graph.zero : this.#slopes.mean(this.#bias[i]);
    return graph.add(row.d.get(this.#time) ?? graph.zero, bias);
  }

  #columns(row: Slope, isPosition: boolean): Id[] {
    const graph = this.#graph;
    const first = isPosition ? 0 : this.#velocities;
    const columns = Array.from({ length: 3 * this.#slots }, (_, i) => row.d.get(first + i) ?? graph.zero);
    if (this.#isMean && isPosition) this.#addTurns(row, columns);
    return columns;
  }

  /**
   * Slopes against angles, as slopes against the turns T = 2·tan(Δθ/2) by which the step moves. Summed by parts,
   * Σ wᵢ Δθᵢ = Σ Wᵢ (Δθᵢ − Δθᵢ₊₁) with W the sums of the w before, and each difference is a slope times the difference of both
   * turns: weights that add up to 0, as those of a row that only knows angles between bodies, still do, and turn no free body.
   */
  #addTurns(row: Slope, columns: Id[]): void {
    const graph = this.#graph;
    const slots = columns.flatMap((_, i) => (i < this.#slots && row.d.has(this.#angleColumn(i)) ? [i] : []));
    let sum = graph.zero;
    slots.forEach((slot, i) => {
      sum = graph.add(sum, row.d.get(this.#angleColumn(slot)) ?? graph.zero);
      const next = slots[i + 1] as number | undefined;
      const turn = next === undefined ? graph.zero : this.#turned(next);
      const term = graph.mul(sum, graph.call('turnSlope', this.#turned(slot), turn));
      columns[3 * slot + 2] = graph.add(columns[3 * slot + 2], term);
      if (next !== undefined) columns[3 * next + 2] = graph.sub(columns[3 * next + 2], term);
    });
  }

  #angleColumn(slot: number): number {
    return 3 * this.#slots + slot;
  }

  /** Δθ of a slot. */
  #turned(slot: number): Id {
    const at = POSE * slot + 4;
    return this.#graph.sub(this.#graph.input('end', at), this.#graph.input('start', at));
  }

  #state(index: number, column: number): Slope {
    const a = this.#graph.input('start', index);
    const b = this.#isMean ? this.#graph.input('end', index) : a;
    return { a, b, d: new Map([[column, this.#graph.one]]) };
  }

  #body(slot: number, rotations: Map<Id, Rotation>): Value {
    const graph = this.#graph;
    const at = POSE * slot;
    const column = 3 * slot;
    const cos = this.#state(at + 2, column + 2);
    const sin = this.#state(at + 3, column + 2);
    const turning = (of: Slope, slope: Id): Slope => ({ ...of, d: new Map([[column + 2, slope]]) });
    const angle = this.#state(at + 4, this.#isMean ? this.#angleColumn(slot) : column + 2);
    rotations.set(angle.a, {
      c: turning(cos, graph.neg(this.#slopes.mean(sin))),
      s: turning(sin, this.#slopes.mean(cos)),
    });
    // Velocities enter linearly: the value at rest is 0, the slopes are all there is.
    const rate = (k: number): Slope => {
      const { zero, one } = graph;
      return { a: zero, b: zero, d: new Map([[this.#velocities + column + k, one]]) };
    };
    const constant = (k: number): Value =>
      scalar(this.#slopes.constant(graph.input('params', this.#places.masses + 2 * slot + k)));
    return {
      kind: 'body',
      properties: {
        position: vector({ x: this.#state(at, column), y: this.#state(at + 1, column + 1) }),
        rotation: scalar(angle),
        velocity: vector({ x: rate(0), y: rate(1) }),
        angularVel: scalar(rate(2)),
        angularVelocity: scalar(rate(2)),
        mass: constant(0),
        inertia: constant(1),
      },
    };
  }

  #parameter({ type, in: where, at }: Placed, rateOf: (i: number) => Slope | null): Value {
    const graph = this.#graph;
    const component = (i: number): Slope => {
      if (where === 'params') return this.#slopes.constant(graph.input('params', at + i));
      const a = graph.input('start', at + i);
      const b = this.#isMean ? graph.input('end', at + i) : a;
      const rate = rateOf(i);
      return { a, b, d: rate === null ? new Map() : new Map([[this.#time, this.#slopes.mean(rate)]]) };
    };
    return type === 'vector' ? vector({ x: component(0), y: component(1) }) : scalar(component(0));
  }

  /** Rates are made of parameters, some of which have rates themselves: of those the values count, not how fast they change. */
  #move({ name, rate }: Parameter, placed: Placed, known: Map<string, Value>): void {
    if (rate === null) return;
    const rates = flat(this.#evaluator.value(rate)).map(({ a, b }): Slope => ({ a, b, d: new Map() }));
    this.#rates.set(name, rates);
    known.set(
      name,
      this.#parameter(placed, (i) => rates[i]),
    );
  }
}

/** Evaluates expressions on slopes, names as they are known at the place at hand. */
class Evaluator {
  readonly #slopes: Slopes;
  readonly #known: Map<string, Value>;

  constructor(slopes: Slopes, known: Map<string, Value>) {
    this.#slopes = slopes;
    this.#known = known;
  }

  define(name: string, value: Expression): void {
    this.#known.set(name, this.value(value));
  }

  value(e: Expression): Value {
    const slopes = this.#slopes;
    switch (e.kind) {
      case 'number':
        return scalar(slopes.number(e.value));
      case 'name':
        return this.#known.get(e.name) ?? scalar(slopes.number(CONSTANTS.get(e.name) ?? NaN));
      case 'property':
        return this.#property(this.value(e.of), e.word);
      case 'call': {
        const args = e.args.map((arg) => this.value(arg));
        if (e.name === 'angle') {
          const [x, y] = flat(args[0]);
          return scalar(slopes.angle(y, x));
        }
        return scalar(slopes.call(e.name, args.flatMap(flat)));
      }
      case 'unary':
        return this.#unary(e.operator, this.value(e.value));
      case 'relative': {
        const [angle] = flat(this.value(e.angle));
        return vector(slopes.rotate(slopes.rotation(angle), vectorOf(this.value(e.value))));
      }
      case 'binary':
        return this.#binary(e.operator, this.value(e.left), this.value(e.right));
      case 'vector': {
        const [x] = flat(this.value(e.x));
        const [y] = flat(this.value(e.y));
        return vector({ x, y });
      }
      case 'block':
        return { kind: 'block', entries: e.entries.map((entry) => this.value(entry)) };
      case 'let': {
        const value = this.value(e.value);
        const hidden = this.#known.get(e.name.name);
        this.#known.set(e.name.name, value);
        const result = this.value(e.body);
        if (hidden === undefined) this.#known.delete(e.name.name);
        else this.#known.set(e.name.name, hidden);
        return result;
      }
    }
  }

  #property(value: Value, word: string): Value {
    if (value.kind === 'body') return value.properties[word];
    const { x, y } = vectorOf(value);
    return scalar(word === 'x' ? x : y);
  }

  #unary(operator: string, value: Value): Value {
    const slopes = this.#slopes;
    if (operator === '+') return value;
    if (value.kind === 'block')
      return { ...value, entries: value.entries.map((entry) => this.#unary(operator, entry)) };
    if (value.kind === 'scalar') {
      if (operator === '-') return scalar(slopes.neg(value));
      return scalar(slopes.call(operator === 'length' ? 'abs' : 'sign', [value]));
    }
    const v = vectorOf(value);
    if (operator === '-') return vector(slopes.opposite(v));
    if (operator === 'length') return scalar(slopes.length(v));
    return vector(operator === 'unit' ? slopes.unit(v) : slopes.perpendicular(v));
  }

  #binary(operator: string, left: Value, right: Value): Value {
    const slopes = this.#slopes;
    switch (operator) {
      case '-':
        return this.#binary('+', left, this.#unary('-', right));
      case '+':
        if (left.kind === 'block' && right.kind === 'block')
          return { ...left, entries: left.entries.map((entry, i) => this.#binary('+', entry, right.entries[i])) };
        if (left.kind === 'scalar' && right.kind === 'scalar') return scalar(slopes.add(left, right));
        return vector(slopes.plus(vectorOf(left), vectorOf(right)));
      case '/':
        return this.#each(left, (entry) => slopes.div(entry, scalarOf(right)));
      case '*':
        if (left.kind === 'map') return vector(slopes.scaled(slopes.dot(left.v, vectorOf(right)), left.u));
        if (left.kind !== 'scalar') return this.#binary('*', right, left);
        return this.#each(right, (entry) => slopes.mul(left, entry));
      case 'dot':
        if (left.kind === 'scalar') return scalar(slopes.mul(left, scalarOf(right)));
        return scalar(slopes.dot(vectorOf(left), vectorOf(right)));
      case 'cross':
        if (left.kind === 'scalar') return vector(slopes.scaled(left, slopes.perpendicular(vectorOf(right))));
        if (right.kind === 'scalar')
          return vector(slopes.scaled(slopes.neg(right), slopes.perpendicular(vectorOf(left))));
        return scalar(slopes.cross(vectorOf(left), vectorOf(right)));
      default:
        return { kind: 'map', u: vectorOf(left), v: vectorOf(right) };
    }
  }

  #each(value: Value, change: (entry: Slope) => Slope): Value {
    if (value.kind === 'block') return { ...value, entries: value.entries.map((entry) => this.#each(entry, change)) };
    if (value.kind === 'scalar') return scalar(change(value));
    const { x, y } = vectorOf(value);
    return vector({ x: change(x), y: change(y) });
  }
}

/** The check has seen to shapes. */
function vectorOf(value: Value): SlopeVector {
  if (value.kind !== 'vector') throw new Error(`a vector is due, not a ${value.kind}`);
  return value;
}

function scalarOf(value: Value): Slope {
  if (value.kind !== 'scalar') throw new Error(`a scalar is due, not a ${value.kind}`);
  return value;
}
