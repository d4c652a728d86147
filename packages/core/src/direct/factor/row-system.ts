/**
 * The rows of an island and their matrix S = J W Jᵀ (+ softness), W diagonal, factorised.
 *
 * Rows come in blocks, one per joint, and are numbered in the order of elimination: block k has the rows `place[k]` …
 * `place[k] + size − 1` everywhere (Jacobian, impulses, residuals). Bodies are numbered by the caller from 0.
 */

import { createFactor, type Factor } from './factor';
import { factorise } from './ldlt';
import { type BlockGraph, blockGraph, eliminationOrder } from './ordering';
import { placeOfBlock, planFactor } from './factor-plan';
import type { DirectPasses } from '../passes';

export interface RowTopology {
  bodies: number;
  /** Equal systems one after the other, that nothing ties together: each is eliminated as if it were alone. */
  parts?: number;
  /** 1 for bodies that no impulse moves; they tie no rows together. */
  immovable: ArrayLike<number>;
  blocks: readonly RowBlock[];
}

export interface RowBlock {
  readonly rows: number;
  readonly bodies: readonly number[];
  /** Of a packed joint: where the two rows of its point and the one of its angle are in the block, −1 for none. */
  readonly point?: number;
  readonly turn?: number;
  /** False where no row moves a body otherwise than by its angle, and where none moves it by its angle alone. Default true. */
  readonly hasLevers?: boolean;
  readonly hasTurns?: boolean;
}

export interface RowSystem {
  rows: number;
  bodies: number;
  /** Block → its first row. */
  place: Int32Array;
  /** Whether blocks close a loop, through immovable bodies too. */
  hasLoop: boolean;
  /**
   * Whether rows can be redundant at any pose: where those with levers close a loop by themselves, or those without. A wheel on its axle
   * that gears and a motor turn closes one of both, and its rows stay apart.
   */
  canBeRedundant: boolean;
  /** Row → where it starts in `body`; one more entry at the end. Row r of J is 3 numbers per entry: at 3·entryStart[r]. */
  entryStart: Int32Array;
  /** Entry → body. */
  body: Int32Array;
  /** ∂C/∂(x, y, θ) per entry. */
  jacobian: Float64Array;
  /** Row → offset of its diagonal entry in the factor. */
  diagonal: Int32Array;
  /** Compliance of the increments, relative to the diagonal, and as the last factor has it; per row. */
  floor: Float64Array;
  compliance: Float64Array;
  /** Softness between a row and the one before it, of the same block, where both are soft. */
  crossSoftness: Float64Array;
  /** `PRODUCT` numbers per pair of blocks and body that they share. */
  products: Int32Array;
  /** The same for pairs of points of different hinges, and for angle rows of packed joints with each other and with those points: for the passes. */
  hingePairs: Int32Array;
  turnProducts: Int32Array;
  factor: Factor;
}

/**
 * Target and its stride; rows of the later and of the earlier block; of each, where its first row has the entry of the
 * body in J and how far on the next row is; where the body is in the weights; the first row of each. The block is J₁ W J₂ᵀ.
 */
export const PRODUCT = 11;

export function createRowSystem(topology: RowTopology): RowSystem {
  const { blocks } = topology;
  const meetings = blocksOfBodies(topology);
  const canBeRedundant =
    closesLoop(
      topology,
      blocks.filter(({ hasLevers = true }) => hasLevers),
    ) ||
    closesLoop(
      topology,
      blocks.filter(({ hasTurns = true }) => hasTurns),
    );
  const redundantBelow = canBeRedundant ? REDUNDANT_IN_LOOPS : REDUNDANT_IN_TREES;
  const numbers = planRows(topology, meetings, redundantBelow);
  const { rows, place, entryStart, body, diagonal, products, hingePairs, turnProducts, factor } = numbers;
  // Spread, its fields would lie in two places.
  return {
    rows,
    bodies: topology.bodies,
    place,
    hasLoop: closesLoop(topology, blocks),
    canBeRedundant,
    entryStart,
    body,
    jacobian: new Float64Array(3 * body.length),
    diagonal,
    floor: new Float64Array(rows).fill(canBeRedundant ? FLOOR_OF_LOOPS : FLOOR_OF_TREES),
    compliance: new Float64Array(rows),
    crossSoftness: new Float64Array(rows),
    products,
    hingePairs,
    turnProducts,
    factor,
  };
}

/** How the rows are numbered, and what is on which. */
type Numbers = Pick<RowSystem, 'rows' | 'place' | 'entryStart' | 'body'>;
/** What of a system depends on how it is factorised. */
type Factorised = Numbers & Pick<RowSystem, 'diagonal' | 'products' | 'hingePairs' | 'turnProducts' | 'factor'>;

function numberRows(blocks: readonly RowBlock[], place: Int32Array, rows: number): Numbers {
  const rowsOf = new Int32Array(rows);
  blocks.forEach((block, k) => rowsOf.fill(k, place[k], place[k] + block.rows));
  const entryStart = new Int32Array(rows + 1);
  for (let row = 0; row < rows; row++) entryStart[row + 1] = entryStart[row] + blocks[rowsOf[row]].bodies.length;
  const body = new Int32Array(entryStart[rows]);
  for (let row = 0; row < rows; row++) body.set(blocks[rowsOf[row]].bodies, entryStart[row]);
  return { rows, place, entryStart, body };
}

function planRows(topology: RowTopology, meetings: readonly (readonly number[])[], redundantBelow: number): Factorised {
  const { blocks } = topology;
  const pairs: number[] = [];
  for (const list of meetings) {
    for (let i = 0; i < list.length; i++) for (let j = i + 1; j < list.length; j++) pairs.push(list[i], list[j]);
  }
  const graph = blockGraph(
    blocks.map((block) => block.rows),
    pairs,
  );
  const plan = planFactor(graph, orderOfParts(graph, topology.parts ?? 1));
  const numbers = numberRows(blocks, plan.place, plan.size);
  const { entryStart: entries } = numbers;

  const diagonal = new Int32Array(plan.size);
  blocks.forEach((block, k) => {
    const { offset, stride } = placeOfBlock(plan, k, k);
    for (let r = 0; r < block.rows; r++) diagonal[plan.place[k] + r] = offset + r * (stride + 1);
  });
  const products: number[] = [];
  const hingePairs: number[] = [];
  const turnProducts: number[] = [];
  meetings.forEach((list, b) => {
    for (const k of list) for (const m of list) if (m <= k) addProductOf(k, m, b);
  });
  return {
    ...numbers,
    diagonal,
    products: Int32Array.from(products),
    hingePairs: Int32Array.from(hingePairs),
    turnProducts: Int32Array.from(turnProducts),
    factor: createFactor(plan, redundantBelow, topology.parts),
  };

  function addProductOf(k: number, m: number, b: number): void {
    const { offset, stride, firstIsLater } = placeOfBlock(plan, k, m);
    const later = firstIsLater ? k : m;
    const earlier = firstIsLater ? m : k;
    if (blocks[k].point !== undefined && blocks[m].point !== undefined) {
      addPackedProducts(later, earlier, b, offset, stride);
      return;
    }
    products.push(
      offset,
      stride,
      blocks[later].rows,
      blocks[earlier].rows,
      startInJacobian(later, b),
      3 * blocks[later].bodies.length,
      startInJacobian(earlier, b),
      3 * blocks[earlier].bodies.length,
      3 * b,
      plan.place[later],
      plan.place[earlier],
    );
  }

  /** Of two packed joints, or of one with itself: then `writeBlocks` of the passes sees to its point, and of each pair of rows one is needed. */
  function addPackedProducts(later: number, earlier: number, b: number, offset: number, stride: number): void {
    const { point: pointI = -1, turn: turnI = -1 } = blocks[later];
    const { point: pointJ = -1, turn: turnJ = -1 } = blocks[earlier];
    const turnOf = (k: number, row: number): number => startInJacobian(k, b) + 6 * row + 2;
    const same = later === earlier;
    if (!same && pointI >= 0 && pointJ >= 0) {
      const sign = blocks[later].bodies.indexOf(b) === blocks[earlier].bodies.indexOf(b) ? 1 : -1;
      hingePairs.push(
        offset + pointI * stride + pointJ,
        stride,
        turnOf(later, pointI),
        turnOf(earlier, pointJ),
        3 * b,
        sign,
      );
    }
    const rowsI = turnI < 0 ? [] : [turnI];
    const rowsJ = turnJ < 0 ? [] : [turnJ];
    const pointRowsI = pointI < 0 ? [] : [pointI, pointI + 1];
    const pointRowsJ = pointJ < 0 ? [] : [pointJ, pointJ + 1];
    const all = [
      ...rowsI.flatMap((i) => [...rowsJ, ...pointRowsJ].map((j) => [i, j] as const)),
      ...pointRowsI.flatMap((i) => rowsJ.map((j) => [i, j] as const)),
    ];
    for (const [i, j] of all) {
      if (same && i < j) continue;
      turnProducts.push(
        offset + i * stride + j,
        turnOf(later, i),
        turnOf(earlier, j),
        3 * b + 2,
        plan.place[later] + i,
        plan.place[earlier] + j,
      );
    }
  }

  function startInJacobian(k: number, b: number): number {
    return 3 * (entries[plan.place[k]] + blocks[k].bodies.indexOf(b));
  }
}

/** The order of the first part, in all of them. */
function orderOfParts(graph: BlockGraph, parts: number): Int32Array {
  if (parts === 1) return eliminationOrder(graph);
  const size = graph.sizes.length / parts;
  const first: BlockGraph = {
    sizes: graph.sizes.subarray(0, size),
    starts: graph.starts.subarray(0, size + 1),
    neighbours: graph.neighbours.subarray(0, graph.starts[size]),
    waits: graph.waits.subarray(0, size),
  };
  const order = eliminationOrder(first);
  return Int32Array.from(graph.sizes, (_, k) => order[k % size] + k - (k % size));
}

/** Movable body → the blocks that act on it. */
function blocksOfBodies({ bodies, immovable, blocks }: RowTopology): number[][] {
  const lists: number[][] = Array.from({ length: bodies }, () => []);
  blocks.forEach((block, k) => {
    for (const b of block.bodies) if (immovable[b] === 0) lists[b].push(k);
  });
  return lists;
}

function closesLoop({ bodies, immovable }: RowTopology, blocks: readonly RowBlock[]): boolean {
  const ground = bodies;
  const root = Int32Array.from({ length: bodies + 1 }, (_, b) => b);
  const find = (b: number): number => {
    while (root[b] !== b) b = root[b] = root[root[b]];
    return b;
  };
  return blocks.some((block) => {
    const met = new Set(block.bodies.map((b) => (immovable[b] === 0 ? b : ground)));
    const [first, ...others] = [...met].map(find);
    return others.some((other) => {
      if (find(other) === find(first)) return true;
      root[find(other)] = find(first);
      return false;
    });
  });
}

/** Compliance of the increments, relative to the diagonal: redundant rows of loops would else grow without bound. */
const FLOOR_OF_TREES = 1e-10;
export const FLOOR_OF_LOOPS = 1e-7;
/**
 * Smaller pivots belong to redundant rows. What the floor leaves of those grows with the loop they close: 4e-7 to 8e-5
 * in grids of 4 to 10 bodies a side, where independent rows begin at 2e-4. Trees have none; a mass of 10⁶ gives 1e-7.
 */
const REDUNDANT_IN_TREES = 1e-8;
const REDUNDANT_IN_LOOPS = 1e-4;

/**
 * A row is no smaller than this share of the largest one when its pivot is judged. What only rounding lets it move, such as an anchor
 * beside a body that turns and cannot travel, is dropped: it read 10⁷³ N.
 */
const LEAST_SCALE = 1e-12;

/**
 * S = J W Jᵀ + softness for the rows that are not held, 1 on the diagonal of those that are, factorised. The compliance
 * of the floor, a share of the diagonal, keeps redundant rows apart; it belongs to the increments S is solved for, not to
 * the result. `weight` is 3 per body, softness and held one per row.
 */
export function factoriseRows(
  system: RowSystem,
  weight: Float64Array,
  softness: Float64Array,
  held: Uint8Array,
  passes: DirectPasses | null = null,
): void {
  const { factor } = system;
  const { values } = factor;
  if (passes !== null) passes.wasm.writeBlocks(passes.space);
  else values.fill(0);
  if (system.products.length > 0) {
    if (passes !== null) passes.wasm.addProducts(passes.space);
    else addProducts(system, held, weight);
  }
  if (passes !== null) passes.wasm.scaleRows(passes.space);
  else scaleRows(system, softness, held);
  factorise(factor);
}

/** Adds softness, floor and compliance, and notes what pivots are judged by. */
function scaleRows(
  { factor: { values, scale }, diagonal, rows, floor, compliance, crossSoftness }: RowSystem,
  softness: Float64Array,
  held: Uint8Array,
): void {
  let smallest = Infinity;
  let largest = 0;
  for (let row = 0; row < rows; row++) {
    const at = diagonal[row];
    const free = held[row] === 0;
    const size = free ? values[at] + softness[row] : 1;
    scale[row] = size;
    values[at] = size * (1 + floor[row]);
    // Of the diagonal itself, not of what its pivot is judged by.
    compliance[row] = size * floor[row];
    if (crossSoftness[row] !== 0 && softness[row] > 0 && free) values[at - 1] += crossSoftness[row];
    if (size < smallest) smallest = size;
    if (free && size > largest) largest = size;
  }
  const least = LEAST_SCALE * largest;
  if (smallest < least) for (let row = 0; row < rows; row++) if (scale[row] < least) scale[row] = least;
}

/** Products of rows that are held are left out. */
function addProducts({ products, jacobian, factor }: RowSystem, held: Uint8Array, weight: Float64Array): void {
  for (let p = 0; p < products.length; p += PRODUCT)
    if (areTwoByTwo(products, p, held)) addProductOfTwos(products, p, jacobian, weight, factor.values);
    else addProduct(products, p, jacobian, held, weight, factor.values);
}

/** True of two blocks of two rows, none of which is held. */
function areTwoByTwo(products: Int32Array, p: number, held: Uint8Array): boolean {
  const i = products[p + 9];
  const j = products[p + 10];
  return products[p + 2] === 2 && products[p + 3] === 2 && (held[i] | held[i + 1] | held[j] | held[j + 1]) === 0;
}

function addProductOfTwos(
  products: Int32Array,
  p: number,
  J: Float64Array,
  weight: Float64Array,
  values: Float64Array,
): void {
  const target = products[p],
    below = target + products[p + 1];
  const i0 = products[p + 4],
    i1 = i0 + products[p + 5];
  const j0 = products[p + 6],
    j1 = j0 + products[p + 7];
  const w = products[p + 8];
  const wx = weight[w],
    wy = weight[w + 1],
    wa = weight[w + 2];
  const x0 = J[i0] * wx,
    y0 = J[i0 + 1] * wy,
    a0 = J[i0 + 2] * wa;
  const x1 = J[i1] * wx,
    y1 = J[i1 + 1] * wy,
    a1 = J[i1 + 2] * wa;

  values[target] += x0 * J[j0] + y0 * J[j0 + 1] + a0 * J[j0 + 2];
  values[target + 1] += x0 * J[j1] + y0 * J[j1 + 1] + a0 * J[j1 + 2];
  values[below] += x1 * J[j0] + y1 * J[j0 + 1] + a1 * J[j0 + 2];
  values[below + 1] += x1 * J[j1] + y1 * J[j1 + 1] + a1 * J[j1 + 2];
}

function addProduct(
  products: Int32Array,
  p: number,
  J: Float64Array,
  held: Uint8Array,
  weight: Float64Array,
  values: Float64Array,
): void {
  const stride = products[p + 1],
    rows = products[p + 2],
    columns = products[p + 3];
  const iStep = products[p + 5],
    jStep = products[p + 7],
    w = products[p + 8],
    later = products[p + 9],
    earlier = products[p + 10];
  const wx = weight[w],
    wy = weight[w + 1],
    wa = weight[w + 2];
  for (let r = 0, target = products[p], i = products[p + 4]; r < rows; r++, target += stride, i += iStep) {
    if (held[later + r] === 1) continue;
    const x = J[i] * wx,
      y = J[i + 1] * wy,
      a = J[i + 2] * wa;
    for (let c = 0, j = products[p + 6]; c < columns; c++, j += jStep)
      if (held[earlier + c] === 0) values[target + c] += x * J[j] + y * J[j + 1] + a * J[j + 2];
  }
}
