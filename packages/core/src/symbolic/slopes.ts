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

/** The arithmetic of slopes on one graph. */
export class Slopes {
  readonly graph: Graph;
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

  rotation(angle: Slope): Rotation {
    const known = this.#rotations.get(angle.a);
    if (known !== undefined) return known;
    const opposite = this.#rotations.get(this.graph.neg(angle.a));
    if (opposite !== undefined) return { c: opposite.c, s: this.neg(opposite.s) };
    return { c: this.#apply('cos', angle), s: this.#apply('sin', angle) };
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
    const { x, y } = v;
    const size = this.#lengths(v);
    const [ax, ay] = this.#direction(v, x.a, y.a, size.a);
    if (x.d.size === 0 && y.d.size === 0 && isSame(x, y)) return { x: this.constant(ax), y: this.constant(ay) };
    const length = graph.mean(size.a, size.b);
    const inverse = graph.call('inverseLength', length, this.#threshold);
    if (isSame(x, y)) {
      // What is left of du is across n.
      const across = this.#sum([graph.neg(ay), x.d], [ax, y.d]);
      const turn = mapped(across, (node) => graph.mul(node, inverse));
      return {
        x: { a: ax, b: ax, d: mapped(turn, (node) => graph.neg(graph.mul(ay, node))) },
        y: { a: ay, b: ay, d: mapped(turn, (node) => graph.mul(ax, node)) },
      };
    }
    const [bx, by] = this.#direction(v, x.b, y.b, size.b);
    const [nx, ny] = this.#direction(v, this.mean(x), this.mean(y), length);
    const longer = this.#sum([nx, x.d], [ny, y.d]);
    const part = (a: Id, b: Id, d: ReadonlyMap<number, Id>): Slope => {
      const across = this.#sum([graph.one, d], [graph.neg(graph.mean(a, b)), longer]);
      return { a, b, d: mapped(across, (node) => graph.mul(node, inverse)) };
    };
    return { x: part(ax, bx, x.d), y: part(ay, by, y.d) };
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
        return this.angle(x, y);
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

  /** Angle of the vector (x, y): d = (x̄ dy − ȳ dx) · angle between both ends over their cross product. */
  angle(y: Slope, x: Slope): Slope {
    const { graph } = this;
    const a = graph.call('atan2', y.a, x.a);
    const cross = graph.sub(graph.mul(x.a, y.b), graph.mul(y.a, x.b));
    const dot = graph.add(graph.mul(x.a, x.b), graph.mul(y.a, y.b));
    const k = graph.call('turnOverCross', cross, dot);
    return {
      a,
      b: isSame(x, y) ? a : graph.call('atan2', y.b, x.b),
      d: this.#sum([graph.mul(k, this.mean(x)), y.d], [graph.neg(graph.mul(k, this.mean(y))), x.d]),
    };
  }

  #apply(name: FunctionName, x: Slope): Slope {
    const { graph } = this;
    const a = graph.call(name, x.a);
    const b = x.a === x.b ? a : graph.call(name, x.b);
    const isNumber = x.d.size === 0;
    return { a, b, d: isNumber ? NONE : this.#sum([this.#slope(name, x, a, b), x.d]) };
  }

  /** Divided difference of a function whose values are a and b; that of an inverse is one over that of the function. */
  #slope(name: FunctionName, x: Slope, a: Id, b: Id): Id {
    const { graph } = this;
    const isPoint = x.a === x.b;
    switch (name) {
      case 'sin':
        return isPoint ? graph.call('cos', x.a) : graph.call('sinSlope', x.a, x.b);
      case 'cos':
        return isPoint ? graph.neg(graph.call('sin', x.a)) : graph.call('cosSlope', x.a, x.b);
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
    const a = graph.call(name, p.a, q.a);
    const b = isSame(p, q) ? a : graph.call(name, p.b, q.b);
    const difference = (x: Id, y: Id) => (name === 'min' ? graph.sub(x, y) : graph.sub(y, x));
    const share = graph.call('below', difference(p.a, q.a), difference(p.b, q.b));
    const d = new Map<number, Id>();
    for (const column of new Set([...p.d.keys(), ...q.d.keys()]))
      d.set(column, graph.call('mix', share, p.d.get(column) ?? graph.zero, q.d.get(column) ?? graph.zero));
    return { a, b, d };
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
