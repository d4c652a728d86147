/**
 * The order in which the nodes of a sparse symmetric matrix are eliminated, so that little fills in.
 *
 * A node is a block of scalars that stay together: the rows of a joint, or the velocity of a body. Minimum degree on
 * the quotient graph: an eliminated node becomes an *element*, the list of nodes its elimination has tied together, so
 * no fill edge is ever stored. A tree is eliminated from its leaves without fill, in linear time.
 */

/** Which blocks of a symmetric matrix may be non-zero off the diagonal. */
export interface BlockGraph {
  /** Scalars per node. */
  sizes: Int32Array;
  /** Neighbours of node i are `neighbours[starts[i]]` … `neighbours[starts[i + 1] − 1]`. */
  starts: Int32Array;
  /** Each edge in both directions, once, ascending, never the node itself. */
  neighbours: Int32Array;
  /**
   * 1 for a node whose own diagonal block may be zero, such as the rows of a joint beside the bodies they act on. It is
   * eliminated only after one of its neighbours that are not marked has given it a pivot −J M⁻¹ Jᵀ.
   */
  waits: Uint8Array;
}

/** Builds the graph from pairs of nodes a₀, b₀, a₁, b₁, …; repeated pairs and pairs of a node with itself are allowed. */
export function blockGraph(sizes: ArrayLike<number>, pairs: ArrayLike<number>, waits?: ArrayLike<number>): BlockGraph {
  const lists: number[][] = Array.from(sizes, () => []);
  for (let k = 0; k < pairs.length; k += 2) {
    const a = pairs[k],
      b = pairs[k + 1];
    if (a === b) continue;
    lists[a].push(b);
    lists[b].push(a);
  }

  const starts = new Int32Array(sizes.length + 1);
  for (let i = 0; i < lists.length; i++) {
    lists[i] = sortedWithoutRepeats(lists[i]);
    starts[i + 1] = starts[i] + lists[i].length;
  }
  const neighbours = new Int32Array(starts[sizes.length]);
  lists.forEach((list, i) => neighbours.set(list, starts[i]));
  return {
    sizes: Int32Array.from(sizes),
    starts,
    neighbours,
    waits: Uint8Array.from(waits ?? new Uint8Array(sizes.length)),
  };
}

function sortedWithoutRepeats(list: number[]): number[] {
  return list.sort((a, b) => a - b).filter((node, k) => k === 0 || node !== list[k - 1]);
}

/**
 * The nodes in the order of their elimination: always one that fills nothing in, such as a leaf, or else one of smallest
 * degree (scalars in the nodes it is tied to); among equals the one that has been so longest, at first by index. A chain
 * is eaten from both ends in turn, which also gives the processor two independent runs of pivots.
 */
export function eliminationOrder(graph: BlockGraph): Int32Array {
  const { sizes, starts, neighbours, waits } = graph;
  const count = sizes.length;
  const order = new Int32Array(count);
  const queue = new DegreeQueue(count, totalOf(sizes));

  const variables: number[][] = [];
  const elements: number[][] = Array.from(sizes, () => []);
  /** Element → the nodes it ties together; emptied when another element takes them over. */
  const members: number[][] = Array.from(sizes, () => []);
  const memberSize = new Int32Array(count);
  /** Scalars of an element outside the newest one, valid where `seen` is the present step. */
  const outside = new Int32Array(count);
  const seen = new Int32Array(count).fill(-1);
  const mark = new Int32Array(count).fill(-1);
  const done = new Uint8Array(count);

  for (let i = 0; i < count; i++) {
    variables.push(Array.from(neighbours.subarray(starts[i], starts[i + 1])));
    if (waits[i] === 0) queue.insert(i, variables[i].length <= 1 ? FILLS_NOTHING : degreeIn(graph, i));
  }

  for (let step = 0; step < count; step++) {
    const pivot = queue.isEmpty ? firstOf(done) : queue.takeSmallest();
    order[step] = pivot;
    done[pivot] = 1;

    const tied = tieTogether(pivot);
    measureOverlaps(tied, step);
    for (const i of tied) updateNode(i, pivot, step);
    if (waits[pivot] === 0) releaseWaiting(pivot);
  }
  return order;

  /** Turns the pivot into an element and lists the nodes it ties together, taking over the elements it belonged to. */
  function tieTogether(pivot: number): number[] {
    const tied: number[] = [];
    let size = 0;
    const add = (i: number): void => {
      if (i === pivot || mark[i] === pivot) return;
      mark[i] = pivot;
      tied.push(i);
      size += sizes[i];
    };
    variables[pivot].forEach(add);
    for (const e of elements[pivot]) {
      members[e].forEach(add);
      members[e] = [];
    }
    members[pivot] = tied;
    memberSize[pivot] = size;
    return tied;
  }

  function measureOverlaps(tied: readonly number[], step: number): void {
    for (const i of tied)
      for (const e of elements[i]) {
        if (seen[e] !== step) {
          seen[e] = step;
          outside[e] = memberSize[e];
        }
        outside[e] -= sizes[i];
      }
  }

  /** Drops what the new element covers and counts the degree anew; overlaps of two older elements count twice (AMD). */
  function updateNode(i: number, pivot: number, step: number): void {
    let degree = memberSize[pivot] - sizes[i];
    let cliques = degree > 0 ? 1 : 0;
    elements[i] = elements[i].filter((e) => members[e].length > 0 && !(seen[e] === step && outside[e] === 0));
    for (const e of elements[i]) degree += outside[e];
    cliques += elements[i].length;
    elements[i].push(pivot);
    variables[i] = variables[i].filter((j) => j !== pivot && mark[j] !== pivot);
    for (const j of variables[i]) degree += sizes[j];
    cliques += variables[i].length;

    const urgency = cliques <= 1 ? FILLS_NOTHING : degree;
    if (queue.has(i)) queue.insert(i, urgency);
    else queue.remember(i, urgency);
  }

  function releaseWaiting(pivot: number): void {
    for (let k = starts[pivot]; k < starts[pivot + 1]; k++) {
      const i = neighbours[k];
      if (waits[i] === 1 && done[i] === 0 && !queue.has(i)) queue.insert(i, queue.degree[i]);
    }
  }
}

/** The degree under which a node is queued whose neighbours are all tied together already. */
const FILLS_NOTHING = 0;

function totalOf(sizes: Int32Array): number {
  let total = 0;
  for (let i = 0; i < sizes.length; i++) total += sizes[i];
  return total;
}

function degreeIn(graph: BlockGraph, i: number): number {
  let degree = 0;
  for (let k = graph.starts[i]; k < graph.starts[i + 1]; k++) degree += graph.sizes[graph.neighbours[k]];
  return degree;
}

/** Rows between immovable bodies never get a pivot; they are taken by index and left to the factorisation to drop. */
function firstOf(done: Uint8Array): number {
  return done.indexOf(0);
}

/** Nodes in buckets by degree; in a bucket the one that came first leaves first. */
class DegreeQueue {
  readonly degree: Int32Array;
  private readonly head: Int32Array;
  private readonly tail: Int32Array;
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private readonly queued: Uint8Array;
  private readonly largest: number;
  private lowest = 0;
  private length = 0;

  constructor(nodes: number, largestDegree: number) {
    this.largest = largestDegree;
    this.degree = new Int32Array(nodes);
    this.head = new Int32Array(largestDegree + 1).fill(-1);
    this.tail = new Int32Array(largestDegree + 1).fill(-1);
    this.next = new Int32Array(nodes).fill(-1);
    this.previous = new Int32Array(nodes).fill(-1);
    this.queued = new Uint8Array(nodes);
  }

  get isEmpty(): boolean {
    return this.length === 0;
  }

  has(node: number): boolean {
    return this.queued[node] === 1;
  }

  /** Notes the degree of a node that is not queued yet. */
  remember(node: number, degree: number): void {
    this.degree[node] = Math.min(degree, this.largest);
  }

  insert(node: number, degree: number): void {
    if (this.has(node)) this.remove(node);
    this.remember(node, degree);
    const bucket = this.degree[node];
    const last = this.tail[bucket];
    this.previous[node] = last;
    this.next[node] = -1;
    if (last < 0) this.head[bucket] = node;
    else this.next[last] = node;
    this.tail[bucket] = node;
    this.queued[node] = 1;
    this.length++;
    if (bucket < this.lowest) this.lowest = bucket;
  }

  takeSmallest(): number {
    while (this.head[this.lowest] < 0) this.lowest++;
    const node = this.head[this.lowest];
    this.remove(node);
    return node;
  }

  private remove(node: number): void {
    const bucket = this.degree[node],
      before = this.previous[node],
      after = this.next[node];
    if (before < 0) this.head[bucket] = after;
    else this.next[before] = after;
    if (after < 0) this.tail[bucket] = before;
    else this.previous[after] = before;
    this.queued[node] = 0;
    this.length--;
  }
}
