import { type FunctionName, functions } from './functions';

/**
 * Expressions as a graph: every number that is computed is one node, equal ones are the same. Nodes only refer to earlier ones,
 * so their order is an order of computing them. Rules of + − × ÷ with 0, 1 and signs are applied as nodes are made; none of
 * them changes a bit, but that 0·x is 0.
 */

export type Operation = '+' | '-' | '*' | '/' | 'neg' | FunctionName;

/** A node by its place in the graph. */
export type Id = number;

export type Node = {
  /** 0: a number; 1: parameters alone; 2: state. */
  readonly stage: number;
} & (
  | { readonly kind: 'number'; readonly value: number }
  /** An entry of the parameters, or of the state at the start or the end of a step. */
  | { readonly kind: 'input'; readonly from: Input; readonly index: number }
  | { readonly kind: 'operation'; readonly operation: Operation; readonly args: readonly Id[] }
  /** args: component, length, threshold: component/length, or below the threshold what it was last; `slot` of the memory. */
  | { readonly kind: 'direction'; readonly args: readonly Id[]; readonly slot: number }
);

export type Input = 'params' | 'start' | 'end';

/** Terms of a sum that are compared one by one; longer ones are compared as they are written. */
const MOST_TERMS = 64;

export class Graph {
  readonly nodes: Node[] = [];
  /** First component and sign of each direction that is remembered. */
  readonly #directions = new Map<string, { readonly slot: number; readonly flips: boolean }>();
  readonly #ids = new Map<string, Id>();
  readonly zero = this.number(0);
  readonly one = this.number(1);
  readonly half = this.number(0.5);

  number(value: number): Id {
    // One zero: signs of zeros are lost.
    return this.#node(`#${value}`, { kind: 'number', value: value === 0 ? 0 : value, stage: 0 });
  }

  input(from: Input, index: number): Id {
    return this.#node(`${from}${index}`, { kind: 'input', from, index, stage: from === 'params' ? 1 : 2 });
  }

  add(a: Id, b: Id): Id {
    if (a === this.zero) return b;
    if (b === this.zero) return a;
    const na = this.#negated(a);
    const nb = this.#negated(b);
    if (na !== null && nb !== null) return this.neg(this.add(na, nb));
    if (nb !== null) return this.sub(a, nb);
    if (na !== null) return this.sub(b, na);
    return this.#operation('+', a < b ? [a, b] : [b, a]);
  }

  sub(a: Id, b: Id): Id {
    if (b === this.zero) return a;
    if (a === this.zero) return this.neg(b);
    if (a === b) return this.zero;
    const na = this.#negated(a);
    const nb = this.#negated(b);
    if (nb !== null) return this.add(a, nb);
    if (na !== null) return this.neg(this.add(na, b));
    // a − b and b − a are one node and its negative.
    return a < b ? this.#operation('-', [a, b]) : this.neg(this.#operation('-', [b, a]));
  }

  neg(a: Id): Id {
    return this.#negated(a) ?? this.#operation('neg', [a]);
  }

  mul(a: Id, b: Id): Id {
    if (a === this.zero || b === this.zero) return this.zero;
    if (a === this.one) return b;
    if (b === this.one) return a;
    const na = this.#negated(a);
    const nb = this.#negated(b);
    if (na !== null && nb !== null) return this.mul(na, nb);
    if (na !== null) return this.neg(this.mul(na, b));
    if (nb !== null) return this.neg(this.mul(a, nb));
    return this.#operation('*', a < b ? [a, b] : [b, a]);
  }

  div(a: Id, b: Id): Id {
    if (a === this.zero) return this.zero;
    if (b === this.one) return a;
    const na = this.#negated(a);
    const nb = this.#negated(b);
    if (na !== null && nb !== null) return this.div(na, nb);
    if (na !== null) return this.neg(this.div(na, b));
    if (nb !== null) return this.neg(this.div(a, nb));
    return this.#operation('/', [a, b]);
  }

  call(name: FunctionName, ...args: Id[]): Id {
    return this.#operation(name, args);
  }

  mean(a: Id, b: Id): Id {
    return a === b ? a : this.mul(this.half, this.add(a, b));
  }

  numberOf(id: Id): number | null {
    const node = this.nodes[id];
    return node.kind === 'number' ? node.value : null;
  }

  /** The vector over its length; `like` says which direction is remembered, one for a vector and its opposite. */
  direction(like: readonly [Id, Id], [x, y]: readonly [Id, Id], length: Id, threshold: Id): [Id, Id] {
    const { slot, flips } = this.#remembered(like);
    const component = (value: Id, i: number): Id => {
      const args = [flips ? this.neg(value) : value, length, threshold];
      const stage = this.#stageOf(args);
      const kept = this.#node(`direction${slot + i},${args.join()}`, {
        kind: 'direction',
        args,
        slot: slot + i,
        stage,
      });
      return flips ? this.neg(kept) : kept;
    };
    return [component(x, 0), component(y, 1)];
  }

  #remembered([x, y]: readonly [Id, Id]): { slot: number; flips: boolean } {
    const terms = [this.#terms(x), this.#terms(y)];
    const isNegative = (terms[0][0] ?? terms[1][0] ?? [0, 1])[1] < 0;
    const key = terms.map((sum) => sum.map(([id, times]) => `${id}:${isNegative ? -times : times}`).join()).join(';');
    const known = this.#directions.get(key);
    // Who came first decides the sign of what is remembered.
    if (known !== undefined) return { slot: known.slot, flips: known.flips !== isNegative };
    const slot = 2 * this.#directions.size;
    this.#directions.set(key, { slot, flips: isNegative });
    return { slot, flips: false };
  }

  /** The summands of a node and how often each is in it, in order. */
  #terms(id: Id): [Id, number][] {
    const terms = new Map<Id, number>();
    const open: [Id, number][] = [[id, 1]];
    for (let summand = open.pop(); summand !== undefined; summand = open.pop()) {
      const [at, times] = summand;
      const node = this.nodes[at];
      if (node.kind === 'operation' && (node.operation === '+' || node.operation === '-')) {
        open.push([node.args[0], times], [node.args[1], node.operation === '+' ? times : -times]);
      } else if (node.kind === 'operation' && node.operation === 'neg') open.push([node.args[0], -times]);
      else terms.set(at, (terms.get(at) ?? 0) + times);
      if (open.length + terms.size > MOST_TERMS) return [[id, 1]];
    }
    return [...terms].filter(([, times]) => times !== 0).sort(([a], [b]) => a - b);
  }

  /** What a node is the negative of; null if it is written as no negative. */
  #negated(id: Id): Id | null {
    const node = this.nodes[id];
    if (node.kind === 'number') return node.value < 0 ? this.number(-node.value) : null;
    return node.kind === 'operation' && node.operation === 'neg' ? node.args[0] : null;
  }

  #operation(operation: Operation, args: readonly Id[]): Id {
    const numbers = args.map((id) => this.numberOf(id)).filter((value) => value !== null);
    if (numbers.length === args.length) return this.number(compute(operation, numbers));
    return this.#node(`${operation},${args.join()}`, {
      kind: 'operation',
      operation,
      args,
      stage: this.#stageOf(args),
    });
  }

  #stageOf(args: readonly Id[]): number {
    return args.reduce((stage, id) => Math.max(stage, this.nodes[id].stage), 0);
  }

  #node(key: string, node: Node): Id {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    this.nodes.push(node);
    this.#ids.set(key, this.nodes.length - 1);
    return this.nodes.length - 1;
  }
}

function compute(operation: Operation, [a, b, c]: readonly number[]): number {
  switch (operation) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case 'neg':
      return -a;
    default: {
      const call: (...args: number[]) => number = functions[operation];
      return call(a, b, c);
    }
  }
}
