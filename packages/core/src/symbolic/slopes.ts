import type { FunctionName } from './functions';
import type { Graph, Id } from './graph';

/**
 * Numbers with their derivatives, as nodes of a graph: a at the start of a step, b at its end, and a slope d for each column,
 * such that b − a = Σ d·(how far the column moves), exactly. Every operation has such a divided difference: of a·b it is
 * ā·db + b̄·da, with the means of both ends. Where start and end are the same nodes it is the derivative.
 */
export interface Slope {
  readonly a: Id;
  readonly b: Id;
  readonly d: ReadonlyMap<number, Id>;
}

export interface SlopeVector {
  readonly x: Slope;
  readonly y: Slope;
  /** What it is R(angle) of, if that is known: length and direction are found before it turns. */
  readonly turned?: { readonly by: Rotation; readonly of: SlopeVector } | undefined;
}

/** Cosine and sine of an angle. */
export interface Rotation {
  readonly c: Slope;
  readonly s: Slope;
}

const NONE: ReadonlyMap<number, Id> = new Map();

/** An angle that moves between start and end: by how much, and how its turn T = 2·tan(Δ/2) depends on the columns. */
interface Angle {
  readonly by: Id;
  readonly turn: ReadonlyMap<number, Id>;
  /** True of a body's own angle: who knows how that body turns may be told in angles. */
  readonly isBody: boolean;
}

/**
 * The arithmetic of slopes on one graph. Between two poses angles have columns of their own, counted from −1 down, until `closed`
 * says what they are in turns, by which bodies move.
 */
export class Slopes {
  readonly graph: Graph;
  readonly #angles: Angle[] = [];
  /** Below this length a vector has no direction of its own. */
  readonly #threshold: Id;
  /** Cosine and sine of a node that is the angle of a body. */
  readonly #rotations: ReadonlyMap<Id, Rotation>;

  constructor(graph: Graph, threshold: Id, rotations: ReadonlyMap<Id, Rotation>) {
    this.graph = graph;
    this.#threshold = threshold;
    this.#rotations = rotations;
  }

  constant(a: Id): Slope {
    return { a, b: a, d: NONE };
  }

  number(value: number): Slope {
    return this.constant(this.graph.number(value));
  }

  add(p: Slope, q: Slope): Slope {
    const { graph } = this;
    const a = graph.add(p.a, q.a);
    return { a, b: isSame(p, q) ? a : graph.add(p.b, q.b), d: this.#sum([graph.one, p.d], [graph.one, q.d]) };
  }

  sub(p: Slope, q: Slope): Slope {
    return this.add(p, this.neg(q));
  }

  neg(p: Slope): Slope {
    const { graph } = this;
    return { a: graph.neg(p.a), b: graph.neg(p.b), d: this.#sum([graph.neg(graph.one), p.d]) };
  }

  mul(p: Slope, q: Slope): Slope {
    const { graph } = this;
    const a = graph.mul(p.a, q.a);
    return { a, b: isSame(p, q) ? a : graph.mul(p.b, q.b), d: this.#sum([this.mean(p), q.d], [this.mean(q), p.d]) };
  }

  /** (da − q̄ db)/b̄. */
  div(p: Slope, q: Slope): Slope {
    const { graph } = this;
    const a = graph.div(p.a, q.a);
    const b = isSame(p, q) ? a : graph.div(p.b, q.b);
    const top = this.#sum([graph.one, p.d], [graph.neg(graph.mean(a, b)), q.d]);
    const below = this.mean(q);
    return { a, b, d: mapped(top, (node) => graph.div(node, below)) };
  }

  mean({ a, b }: Slope): Id {
    return this.graph.mean(a, b);
  }

  dot(u: SlopeVector, v: SlopeVector): Slope {
    return this.add(this.mul(u.x, v.x), this.mul(u.y, v.y));
  }

  cross(u: SlopeVector, v: SlopeVector): Slope {
    return this.sub(this.mul(u.x, v.y), this.mul(u.y, v.x));
  }

  perpendicular({ x, y }: SlopeVector): SlopeVector {
    return { x: this.neg(y), y: x };
  }

  scaled(k: Slope, v: SlopeVector): SlopeVector {
    return { x: this.mul(k, v.x), y: this.mul(k, v.y) };
  }

  plus(u: SlopeVector, v: SlopeVector): SlopeVector {
    return { x: this.add(u.x, v.x), y: this.add(u.y, v.y) };
  }

  opposite(v: SlopeVector): SlopeVector {
    const turned = v.turned === undefined ? {} : { turned: { by: v.turned.by, of: this.opposite(v.turned.of) } };
    return { x: this.neg(v.x), y: this.neg(v.y), ...turned };
  }

  /** R(angle) v. */
  rotate(by: Rotation, of: SlopeVector): SlopeVector {
    return {
      x: this.sub(this.mul(by.c, of.x), this.mul(by.s, of.y)),
      y: this.add(this.mul(by.s, of.x), this.mul(by.c, of.y)),
      turned: { by, of },
    };
  }

  /** What moves by an angle that is in a column of its own: the column. */
  angle(by: Id, turn: ReadonlyMap<number, Id>, isBody = false): number {
    this.#angles.push({ by, turn, isBody });
    return -this.#angles.length;
  }

  /**
   * Columns of angles apart from those of turns where all are of bodies: how much of each body's angle is in it, by the column of its turn.
   * Else they are closed, and `angles` is empty.
   */
  apart(d: ReadonlyMap<number, Id>): {
    readonly turns: ReadonlyMap<number, Id>;
    readonly angles: ReadonlyMap<number, Id>;
  } {
    const angles = [...d].filter(([column]) => column < 0);
    if (!angles.every(([column]) => this.#angles[-1 - column].isBody)) return { turns: this.closed(d), angles: NONE };
    return {
      turns: new Map([...d].filter(([column]) => column >= 0)),
      angles: new Map(
        angles.flatMap(([column, weight]) => [...this.#angles[-1 - column].turn.keys()].map((turn) => [turn, weight])),
      ),
    };
  }

  /**
   * Columns of angles as turns. Summed by parts, Σ wᵢ Δθᵢ = Σ Wᵢ (Δθᵢ − Δθᵢ₊₁) with W the sums of the w before, and each
   * difference is a slope times the difference of both turns: weights that add up to 0, as those of a row that only knows angles
   * between bodies, still do, and turn no free body.
   */
  closed(d: ReadonlyMap<number, Id>): ReadonlyMap<number, Id> {
    const { graph } = this;
    const angles = [...d].filter(([column]) => column < 0).sort(([p], [q]) => q - p);
    if (angles.length === 0) return d;
    // In a point turns and angles are the same.
    if (angles.every(([column]) => this.#angles[-1 - column].by === graph.zero))
      return this.#sum(
        [graph.one, new Map([...d].filter(([column]) => column >= 0))],
        ...angles.map(([column, weight]) => [weight, this.#angles[-1 - column].turn] as const),
      );
    let sum = graph.zero;
    const parts = angles.flatMap(([column, weight], i): [Id, ReadonlyMap<number, Id>][] => {
      const { by, turn } = this.#angles[-1 - column];
      const next = i + 1 < angles.length ? this.#angles[-1 - angles[i + 1][0]] : null;
      sum = graph.add(sum, weight);
      const term = graph.mul(sum, graph.call('turnSlope', by, next?.by ?? graph.zero));
      return next === null
        ? [[term, turn]]
        : [
            [term, turn],
            [graph.neg(term), next.turn],
          ];
    });
    return this.#sum([graph.one, new Map([...d].filter(([column]) => column >= 0))], ...parts);
  }

  rotation(angle: Slope): Rotation {
    const { graph } = this;
    const known = this.#rotations.get(angle.a);
    if (known !== undefined) return known;
    const opposite = this.#rotations.get(graph.neg(angle.a));
    if (opposite !== undefined) return { c: opposite.c, s: this.neg(opposite.s) };
    const [c, s] = (['cos', 'sin'] as const).map((name) => this.#values(name, angle));
    const isPoint = angle.a === angle.b;
    const slope = isPoint ? graph.one : graph.call('turnSlope', graph.sub(angle.b, angle.a), graph.zero);
    const turn = mapped(this.closed(angle.d), (node) => graph.div(node, slope));
    return {
      c: { ...c, d: this.#sum([graph.neg(graph.mean(s.a, s.b)), turn]) },
      s: { ...s, d: this.#sum([graph.mean(c.a, c.b), turn]) },
    };
  }

  /** d|u| = n·du with n between both directions: (u₀ + u₁)/(|u₀| + |u₁|). */
  length(v: SlopeVector): Slope {
    if (v.turned !== undefined) return this.length(v.turned.of);
    const { graph } = this;
    const { x, y } = v;
    const size = this.#lengths(v);
    if (x.d.size === 0 && y.d.size === 0) return { ...size, d: NONE };
    const [nx, ny] = this.#direction(v, this.mean(x), this.mean(y), graph.mean(size.a, size.b));
    return { ...size, d: this.#sum([nx, x.d], [ny, y.d]) };
  }

  unit(v: SlopeVector): SlopeVector {
    if (v.turned !== undefined) return this.rotate(v.turned.by, this.unit(v.turned.of));
    const { graph } = this;
    const { n, turn } = this.#turning(v);
    const nx = graph.neg(graph.mean(n[1], n[3]));
    const ny = graph.mean(n[0], n[2]);
    return { x: { a: n[0], b: n[2], d: this.#sum([nx, turn]) }, y: { a: n[1], b: n[3], d: this.#sum([ny, turn]) } };
  }

  /**
   * Direction n of a vector u at both ends, and how it turns: dn = [n̄] T with T = (n̄ × du)/(mean length · n̄²), where both are 1 in
   * a point. A move that turns u as a whole by T turns n by T.
   */
  #turning(v: SlopeVector): { n: readonly [Id, Id, Id, Id]; turn: ReadonlyMap<number, Id> } {
    const { graph } = this;
    const { x, y } = v;
    const { a, b } = this.#lengths(v);
    const [ax, ay] = this.#direction(v, x.a, y.a, a);
    const [bx, by] = isSame(x, y) ? [ax, ay] : this.#direction(v, x.b, y.b, b);
    const [nx, ny] = [graph.mean(ax, bx), graph.mean(ay, by)];
    const square = isSame(x, y) ? graph.one : graph.add(graph.mul(nx, nx), graph.mul(ny, ny));
    const inverse = graph.call('inverseLength', graph.mul(graph.mean(a, b), square), this.#threshold);
    const across = this.#sum([graph.neg(ny), x.d], [nx, y.d]);
    return { n: [ax, ay, bx, by], turn: mapped(across, (node) => graph.mul(node, inverse)) };
  }

  #lengths({ x, y }: SlopeVector): { a: Id; b: Id } {
    const { graph } = this;
    const length = (x: Id, y: Id) => graph.call('sqrt', graph.add(graph.mul(x, x), graph.mul(y, y)));
    return { a: length(x.a, y.a), b: length(x.b, y.b) };
  }

  #direction({ x, y }: SlopeVector, atX: Id, atY: Id, length: Id): [Id, Id] {
    return this.graph.direction([x.a, y.a], [atX, atY], length, this.#threshold);
  }

  /** A function by its name in the language. */
  call(name: string, args: readonly Slope[]): Slope {
    const [x, y, z] = args;
    switch (name) {
      case 'sin':
        return this.rotation(x).s;
      case 'cos':
        return this.rotation(x).c;
      case 'atan2':
        return this.atan2(x, y);
      case 'min':
        return this.#least(x, y, 'min');
      case 'max':
        return this.#least(x, y, 'max');
      case 'clamp':
        return this.#least(this.#least(x, y, 'max'), z, 'min');
      case 'pow':
        return this.#power(x, y);
      case 'tan':
      case 'asin':
      case 'acos':
      case 'atan':
      case 'exp':
      case 'log':
      case 'sqrt':
      case 'abs':
      case 'sign':
      case 'wrap':
        return this.#apply(name, x);
      default:
        throw new Error(`no function ${name}`);
    }
  }

  /** Angle of the vector (x, y): in a point d = (x dy − y dx)/(x² + y²). */
  atan2(y: Slope, x: Slope): Slope {
    const { graph } = this;
    const values = this.#values('atan2', y, x);
    const dot = graph.add(graph.mul(x.a, x.b), graph.mul(y.a, y.b));
    if (isSame(x, y)) {
      const k = graph.call('inverse', dot);
      return { ...values, d: this.#sum([graph.mul(k, x.a), y.d], [graph.neg(graph.mul(k, y.a)), x.d]) };
    }
    const cross = graph.sub(graph.mul(x.a, y.b), graph.mul(y.a, x.b));
    const turn = this.closed(this.#turning({ x, y }).turn);
    return { ...values, d: new Map([[this.angle(graph.call('atan2', cross, dot), turn), graph.one]]) };
  }

  /** What a function is at both ends. */
  #values(name: FunctionName, ...args: readonly Slope[]): { a: Id; b: Id } {
    const { graph } = this;
    const a = graph.call(name, ...args.map((arg) => arg.a));
    return { a, b: args.every((arg) => arg.a === arg.b) ? a : graph.call(name, ...args.map((arg) => arg.b)) };
  }

  #apply(name: FunctionName, x: Slope): Slope {
    const { a, b } = this.#values(name, x);
    return { a, b, d: x.d.size === 0 ? NONE : this.#sum([this.#slope(name, x, a, b), x.d]) };
  }

  /** Divided difference of a function whose values are a and b; that of an inverse is one over that of the function. */
  #slope(name: FunctionName, x: Slope, a: Id, b: Id): Id {
    const { graph } = this;
    const isPoint = x.a === x.b;
    switch (name) {
      case 'tan':
        return isPoint ? graph.add(graph.one, graph.mul(a, a)) : graph.call('tanSlope', x.a, x.b);
      case 'asin':
        return graph.div(graph.one, isPoint ? graph.call('cos', a) : graph.call('sinSlope', a, b));
      case 'acos':
        return graph.div(graph.one, isPoint ? graph.neg(graph.call('sin', a)) : graph.call('cosSlope', a, b));
      case 'atan':
        return graph.div(graph.one, isPoint ? graph.add(graph.one, graph.mul(x.a, x.a)) : graph.call('tanSlope', a, b));
      case 'exp':
        return isPoint ? a : graph.call('expSlope', x.a, x.b);
      case 'log':
        return graph.div(graph.one, isPoint ? x.a : graph.call('expSlope', a, b));
      case 'sqrt':
        return graph.call('inverse', graph.add(a, b));
      case 'abs':
        return isPoint ? graph.call('sign', x.a) : graph.call('absSlope', x.a, x.b);
      case 'wrap':
        return graph.one;
      default:
        return graph.zero; // of sign
    }
  }

  /** The least or the greatest of two; at a tie the first one's derivative. */
  #least(p: Slope, q: Slope, name: 'min' | 'max'): Slope {
    const { graph } = this;
    const difference = (x: Id, y: Id) => (name === 'min' ? graph.sub(x, y) : graph.sub(y, x));
    const share = graph.call('below', difference(p.a, q.a), difference(p.b, q.b));
    const d = new Map<number, Id>();
    for (const column of new Set([...p.d.keys(), ...q.d.keys()]))
      d.set(column, graph.call('mix', share, p.d.get(column) ?? graph.zero, q.d.get(column) ?? graph.zero));
    return { ...this.#values(name, p, q), d };
  }

  /** By multiplication where the exponent is a whole number, else by exponential and logarithm. */
  #power(x: Slope, y: Slope): Slope {
    const exponent = this.graph.numberOf(y.a);
    if (exponent === null || !Number.isInteger(exponent) || Math.abs(exponent) > MOST_MULTIPLIED)
      return this.#apply('exp', this.mul(y, this.#apply('log', x)));
    let power = this.number(1);
    let square = x;
    for (let rest = Math.abs(exponent); rest > 0; rest = Math.floor(rest / 2)) {
      if (rest % 2 === 1) power = this.mul(power, square);
      if (rest > 1) square = this.mul(square, square);
    }
    return exponent < 0 ? this.div(this.number(1), power) : power;
  }

  /** Σ k·d, without what is 0. */
  #sum(...terms: readonly (readonly [Id, ReadonlyMap<number, Id>])[]): ReadonlyMap<number, Id> {
    const { graph } = this;
    const filled = terms.filter(([k, d]) => k !== graph.zero && d.size > 0);
    if (filled.length === 0) return NONE;
    if (filled.length === 1 && filled[0][0] === graph.one) return filled[0][1];
    const sum = new Map<number, Id>();
    for (const [k, d] of filled)
      for (const [column, node] of d) sum.set(column, graph.add(sum.get(column) ?? graph.zero, graph.mul(k, node)));
    for (const [column, node] of sum) if (node === graph.zero) sum.delete(column);
    return sum;
  }
}

/** Larger exponents go by the logarithm. */
const MOST_MULTIPLIED = 1 << 20;

/** True if neither moves: start and end are the same. */
function isSame(p: Slope, q: Slope): boolean {
  return p.a === p.b && q.a === q.b;
}

function mapped(d: ReadonlyMap<number, Id>, change: (node: Id) => Id): ReadonlyMap<number, Id> {
  return d.size === 0 ? d : new Map([...d].map(([column, node]) => [column, change(node)]));
}
