/**
 * What a factorisation P A Pᵀ = L D Lᵀ needs to know once per topology: where every number lies and where it goes.
 *
 * One column per node of the graph, in the order of elimination, with a dense panel of `width` numbers a row: first the
 * `width` rows of its pivots, then the rows of every later node that its elimination touches. A pair of those nodes
 * names the block that the column changes; its offset is looked up in `targets`. Neighbouring columns of a large mesh
 * touch the same nodes and share these lists, so that a 50 × 50 grid needs 0.25 million of them instead of 1.76.
 */

import { eliminationOrder, type BlockGraph } from './ordering';

export interface FactorPlan {
  /** Scalars in all. */
  size: number;
  /** Node → its first scalar in the order of elimination. */
  place: Int32Array;
  /** Node → its column. */
  columnOf: Int32Array;
  columns: number;
  /** Column → its first scalar; one more entry at the end. */
  first: Int32Array;
  /** Column → offset of its panel in the values: (width + rows) × width numbers, row by row; one more entry at the end. */
  panel: Int32Array;
  /** Column → where its blocks start in `below`; one more entry at the end. */
  blocks: Int32Array;
  /** The columns whose nodes lie below each column's pivots, ascending. */
  below: Int32Array;
  /** Column → where its rows start in `rows`; one more entry at the end. */
  rowStart: Int32Array;
  /** The scalars of the nodes below each column's pivots, ascending. */
  rows: Int32Array;
  /**
   * Offsets of changed blocks: over nodes n₀ < n₁ < …, a column changes (n₀, n₀), (n₁, n₀), (n₂, n₀), …, then (n₁, n₁),
   * (n₂, n₁), … and so on. Column → where its list starts.
   */
  targets: Int32Array;
  targetStart: Int32Array;
  /** 1 for a column whose list ends with the blocks in n₀ and goes on as the list of column n₀. */
  sharesTargets: Uint8Array;
  /** Column → kernel. */
  kind: Uint8Array;
  /** Numbers in all panels, and the most of them below the pivots of one column. */
  valueCount: number;
  tallest: number;
}

/** Kernels of the passes in WebAssembly. */
const ANY = 0;
/** Two pivots over a single node of two: the joints of a chain. */
const LINK = 1;
/** Two, or three, pivots over nodes of as many. */
const TWOS = 2;
const THREES = 3;

/** Analyses the pattern; `order` is the nodes in the order of elimination. */
export function planFactor(graph: BlockGraph, order: Int32Array = eliminationOrder(graph)): FactorPlan {
  const pattern = patternOfFactor(graph, order);
  const plan = layOut(graph, order, pattern);
  listTargets(plan, pattern);
  for (let c = 0; c < plan.columns; c++) plan.kind[c] = kernelFor(plan, c);
  return plan;
}

/** Multiplications of one factorisation. */
export function operationsOf({ columns, first, rowStart }: FactorPlan): number {
  let operations = 0;
  for (let c = 0; c < columns; c++) {
    const width = first[c + 1] - first[c];
    const height = width + rowStart[c + 1] - rowStart[c];
    operations += width * height * height;
  }
  return operations;
}

/** Where the block that couples two nodes is stored: row r of the later, column c of the earlier at offset + r·stride + c. */
export interface BlockPlace {
  offset: number;
  stride: number;
  /** True when the rows of the block are those of the first node asked for. */
  firstIsLater: boolean;
}

/** Throws when the two nodes neither share an edge nor fill in. */
export function placeOfBlock(plan: FactorPlan, a: number, b: number): BlockPlace {
  const firstIsLater = plan.columnOf[a] >= plan.columnOf[b];
  const later = plan.columnOf[firstIsLater ? a : b],
    earlier = plan.columnOf[firstIsLater ? b : a];
  return { offset: offsetOfBlock(plan, later, earlier), stride: widthOf(plan, earlier), firstIsLater };
}

function widthOf(plan: FactorPlan, column: number): number {
  return plan.first[column + 1] - plan.first[column];
}

function offsetOfBlock(plan: FactorPlan, later: number, earlier: number): number {
  let row = 0;
  if (later !== earlier) {
    row = widthOf(plan, earlier);
    let k = plan.blocks[earlier];
    for (; k < plan.blocks[earlier + 1] && plan.below[k] !== later; k++) row += widthOf(plan, plan.below[k]);
    if (k === plan.blocks[earlier + 1]) throw new Error(`The factor has no block in row ${later}, column ${earlier}`);
  }
  return plan.panel[earlier] + row * widthOf(plan, earlier);
}

/** A column of L holds its own entries of A and those of its children in the elimination tree, itself left out. */
function patternOfFactor(graph: BlockGraph, order: Int32Array): Int32Array[] {
  const columnOf = new Int32Array(order.length);
  order.forEach((node, c) => (columnOf[node] = c));

  const pattern: Int32Array[] = [];
  const children: number[][] = Array.from(order, () => []);
  const mark = new Int32Array(order.length).fill(-1);
  order.forEach((node, c) => {
    const below: number[] = [];
    const add = (other: number): void => {
      if (other <= c || mark[other] === c) return;
      mark[other] = c;
      below.push(other);
    };
    for (let k = graph.starts[node]; k < graph.starts[node + 1]; k++) add(columnOf[graph.neighbours[k]]);
    for (const child of children[c]) pattern[child].forEach(add);
    pattern.push(Int32Array.from(below).sort());
    if (below.length > 0) children[pattern[c][0]].push(c);
  });
  return pattern;
}

function layOut(graph: BlockGraph, order: Int32Array, pattern: readonly Int32Array[]): FactorPlan {
  const columns = order.length;
  const place = new Int32Array(columns),
    columnOf = new Int32Array(columns);
  const first = new Int32Array(columns + 1),
    panel = new Int32Array(columns + 1),
    blocks = new Int32Array(columns + 1);
  order.forEach((node, c) => {
    place[node] = first[c];
    columnOf[node] = c;
    first[c + 1] = first[c] + graph.sizes[node];
    blocks[c + 1] = blocks[c] + pattern[c].length;
  });

  const below = new Int32Array(blocks[columns]);
  const rowStart = new Int32Array(columns + 1);
  const rows: number[] = [];
  let tallest = 0;
  pattern.forEach((list, c) => {
    below.set(list, blocks[c]);
    for (const column of list) for (let row = first[column]; row < first[column + 1]; row++) rows.push(row);
    rowStart[c + 1] = rows.length;
    const width = graph.sizes[order[c]],
      height = rowStart[c + 1] - rowStart[c];
    panel[c + 1] = panel[c] + (width + height) * width;
    tallest = Math.max(tallest, height * width);
  });
  return {
    size: first[columns],
    place,
    columnOf,
    columns,
    first,
    panel,
    blocks,
    below,
    rowStart,
    rows: Int32Array.from(rows),
    targets: new Int32Array(0),
    targetStart: new Int32Array(columns),
    sharesTargets: new Uint8Array(columns),
    kind: new Uint8Array(columns),
    valueCount: panel[columns],
    tallest,
  };
}

function listTargets(plan: FactorPlan, pattern: readonly Int32Array[]): void {
  const targets: number[] = [];
  const offset = new Int32Array(plan.columns);
  /** The blocks in column `nodes[from]` of the rows `nodes[from]`, `nodes[from + 1]`, … */
  const list = (nodes: Int32Array, from: number): void => {
    const column = nodes[from],
      width = widthOf(plan, column);
    let at = plan.panel[column] + width * width;
    offset[column] = plan.panel[column];
    for (const below of pattern[column]) {
      offset[below] = at;
      at += widthOf(plan, below) * width;
    }
    for (let k = from; k < nodes.length; k++) targets.push(offset[nodes[k]]);
  };

  pattern.forEach((nodes, c) => {
    plan.targetStart[c] = targets.length;
    if (nodes.length === 0) return;
    plan.sharesTargets[c] = pattern[nodes[0]].length === nodes.length - 1 ? 1 : 0;
    const listed = plan.sharesTargets[c] === 1 ? 1 : nodes.length;
    for (let k = 0; k < listed; k++) list(nodes, k);
  });
  plan.targets = Int32Array.from(targets);
}

function kernelFor(plan: FactorPlan, c: number): number {
  const width = widthOf(plan, c),
    start = plan.blocks[c],
    end = plan.blocks[c + 1];
  for (let k = start; k < end; k++) if (widthOf(plan, plan.below[k]) !== width) return ANY;
  if (width === 2) return end - start === 1 ? LINK : TWOS;
  return width === 3 ? THREES : ANY;
}
