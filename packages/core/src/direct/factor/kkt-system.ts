import { addDenseBends, type DenseBends, layDenseBends } from './dense-bends';
import { createFactor, type Factor } from './factor';
import { factorise, rankOf, solve } from './ldlt';
import { placeOfBlock, planFactor } from './factor-plan';
import { blockGraph } from './ordering';
import type { Attempt } from '../island/island-system';
import type { RowSystem } from './row-system';

/**
 * Bodies and rows of an island factorised together,
 *
 *   [ M′  −Jᵀ        ] [ du ]   [ −R    ]
 *   [ −J  −softness  ] [ dP ] = [ gap/h ]
 *
 * for islands with rows whose geometric stiffness ties bodies to each other: M′ then has blocks off its diagonal, and
 * J M′⁻¹ Jᵀ would be full. A tree stays a tree.
 */
export interface KktSystem {
  readonly factor: Factor;
  /** Body → its first scalar in the factor, −1 for one that does not move; row → its scalar. */
  readonly bodyPlace: Int32Array;
  readonly rowPlace: Int32Array;
  /** Body → offset of its diagonal block; row → offset of its diagonal entry. */
  readonly bodyDiagonal: Int32Array;
  readonly rowDiagonal: Int32Array;
  /** `ENTRY` numbers per row and movable body on it: target and its stride, J, the body's weights, the row. */
  readonly entries: Int32Array;
  /** Squares that lengths bend by: `BEND` numbers each: row, bodies × 3, their coupling block and its strides (0: one of them does not move). */
  readonly bends: Int32Array;
  /** Per square: κ and e, six numbers: its stiffness is κ e eᵀ. */
  readonly curvature: Float64Array;
  /** Of joints that bend as a whole. */
  readonly dense: DenseBends;
  readonly x: Float64Array;
}

export interface KktBlock {
  readonly rows: number;
  readonly bodies: readonly number[];
  /** Row of the length in the block that ties its two bodies by its stiffness, or −1. */
  readonly bend: number;
  /** True of a joint that ties all of its bodies to each other. */
  readonly isDense: boolean;
}

const ENTRY = 5;
const BEND = 6;
const CURVATURE = 7;

/** The rows as they are numbered, and what a pivot is judged by. */
type Numbering = Pick<RowSystem, 'rows' | 'place' | 'entryStart'> & { readonly factor: Pick<Factor, 'redundantBelow'> };

export function createKktSystem(movable: number, blocks: readonly KktBlock[], rows: Numbering): KktSystem {
  const sizes = [...Array.from({ length: movable }, () => 3), ...blocks.map((block) => block.rows)];
  const waits = sizes.map((_, node) => (node < movable ? 0 : 1));
  const pairs: number[] = [];
  blocks.forEach(({ bodies, bend, isDense }, k) => {
    const moving = bodies.filter((b) => b < movable);
    for (const b of moving) pairs.push(b, movable + k);
    if (bend >= 0 && moving.length === 2) pairs.push(moving[0], moving[1]);
    if (isDense) moving.forEach((a, i) => moving.slice(0, i).forEach((b) => pairs.push(a, b)));
  });
  const plan = planFactor(blockGraph(sizes, pairs, waits));
  const rowPlace = new Int32Array(rows.rows);
  const rowDiagonal = new Int32Array(rows.rows);
  const entries: number[] = [];
  const bends: number[] = [];
  blocks.forEach((block, k) => {
    const node = movable + k;
    const own = placeOfBlock(plan, node, node);
    for (let r = 0; r < block.rows; r++) {
      const row = rows.place[k] + r;
      rowPlace[row] = plan.place[node] + r;
      rowDiagonal[row] = own.offset + r * (own.stride + 1);
      block.bodies.forEach((b, c) => {
        if (b >= movable) return;
        const { offset, stride, firstIsLater } = placeOfBlock(plan, node, b);
        const target = firstIsLater ? offset + r * stride : offset + r;
        entries.push(target, firstIsLater ? 1 : stride, 3 * (rows.entryStart[row] + c), 3 * b, row);
      });
    }
  });
  blocks.forEach((block, k) => {
    if (block.bend < 0) return;
    const [a, b] = block.bodies;
    const both = a < movable && b < movable;
    const { offset, stride, firstIsLater } = both
      ? placeOfBlock(plan, b, a)
      : { offset: 0, stride: 0, firstIsLater: true };
    const tie = [both ? offset : -1, firstIsLater ? stride : 1, firstIsLater ? 1 : stride];
    bends.push(rows.place[k] + block.bend, 3 * a, 3 * b, ...tie);
  });
  const nodes = Array.from({ length: movable }, (_, b) => b);
  return {
    factor: createFactor(plan, rows.factor.redundantBelow),
    bodyPlace: Int32Array.from(nodes, (b) => plan.place[b]),
    rowPlace,
    bodyDiagonal: Int32Array.from(nodes, (b) => placeOfBlock(plan, b, b).offset),
    rowDiagonal,
    entries: Int32Array.from(entries),
    bends: Int32Array.from(bends),
    curvature: new Float64Array((CURVATURE * bends.length) / BEND),
    dense: layDenseBends(plan, blocks, movable),
    x: new Float64Array(plan.size),
  };
}

/** Where the curvature of square `k` is kept, and its row. */
export function curvatureAt(k: number): number {
  return CURVATURE * k;
}

export function bendingRow({ bends }: KktSystem, k: number): number {
  return bends[BEND * k];
}

/** Negative curvature of one row may take away this much of the mass: two rows of a body leave it 0.3. */
const MOST_TAKEN = 0.35;

/**
 * Assembles and factorises. `weight` is 1/M′ without what bends, `inertial` the mass it is measured against (both 3 per
 * body); the curvature is multiplied by θh.
 */
export function factoriseKkt(
  system: KktSystem,
  rows: RowSystem,
  weight: Float64Array,
  softness: Float64Array,
  held: Uint8Array,
  attempt: Pick<Attempt, 'h' | 'theta'>,
): void {
  const { factor, bodyPlace, bodyDiagonal, rowPlace, rowDiagonal, entries } = system;
  const { values } = factor;
  const { jacobian: J, floor, compliance, crossSoftness } = rows;
  values.fill(0);
  for (let b = 0; b < bodyPlace.length; b++) {
    for (let k = 0; k < 3; k++) {
      const mass = weight[3 * b + k] > 0 ? 1 / weight[3 * b + k] : 1;
      values[bodyDiagonal[b] + 4 * k] = mass;
      factor.scale[bodyPlace[b] + k] = mass;
    }
  }
  addCurvature(system, weight, attempt);
  addDenseBends(system.dense, values, weight, attempt);
  for (let row = 0; row < rowPlace.length; row++) factor.scale[rowPlace[row]] = held[row] === 1 ? 1 : softness[row];
  for (let e = 0; e < entries.length; e += ENTRY) {
    const row = entries[e + 4];
    if (held[row] === 1) continue;
    const j = entries[e + 2];
    const w = entries[e + 3];
    for (let k = 0; k < 3; k++) {
      if (weight[w + k] === 0) continue;
      values[entries[e] + k * entries[e + 1]] = -J[j + k];
      factor.scale[rowPlace[row]] += J[j + k] * J[j + k] * weight[w + k];
    }
  }
  for (let row = 0; row < rowPlace.length; row++) {
    const at = rowDiagonal[row];
    compliance[row] = floor[row] * factor.scale[rowPlace[row]];
    values[at] = held[row] === 1 ? -1 : -softness[row] - compliance[row];
    if (crossSoftness[row] !== 0 && softness[row] > 0 && held[row] === 0) values[at - 1] -= crossSoftness[row];
  }
  factorise(factor);
}

/** Adds θh κ e eᵀ; where κ is negative no more of it than the masses bear. */
function addCurvature(
  { factor, bends, curvature, bodyDiagonal }: KktSystem,
  weight: Float64Array,
  { h, theta }: Pick<Attempt, 'h' | 'theta'>,
): void {
  const { values } = factor;
  for (let k = 0; k < bends.length; k += BEND) {
    const c = (k / BEND) * CURVATURE;
    const a = bends[k + 1];
    const b = bends[k + 2];
    let kappa = theta * h * curvature[c];
    if (kappa < 0) {
      let taken = 0;
      for (let i = 0; i < 3; i++) {
        taken -=
          kappa *
          (curvature[c + 1 + i] * curvature[c + 1 + i] * weight[a + i] +
            curvature[c + 4 + i] * curvature[c + 4 + i] * weight[b + i]);
      }
      if (taken > MOST_TAKEN) kappa *= MOST_TAKEN / taken;
    }
    addSquare(values, bodyDiagonal, a, weight, curvature, c + 1, kappa);
    addSquare(values, bodyDiagonal, b, weight, curvature, c + 4, kappa);
    const target = bends[k + 3];
    if (target < 0) continue;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        if (weight[b + i] === 0 || weight[a + j] === 0) continue;
        values[target + i * bends[k + 4] + j * bends[k + 5]] += kappa * curvature[c + 4 + i] * curvature[c + 1 + j];
      }
    }
  }
}

function addSquare(
  values: Float64Array,
  diagonal: Int32Array,
  body: number,
  weight: Float64Array,
  curvature: Float64Array,
  e: number,
  kappa: number,
): void {
  if (body / 3 >= diagonal.length) return;
  const at = diagonal[body / 3];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j <= i; j++) {
      if (weight[body + i] > 0 && weight[body + j] > 0)
        values[at + 3 * i + j] += kappa * curvature[e + i] * curvature[e + j];
    }
  }
}

/** du and dP from the residual and what the rows ask (−gap/h in `dP`); held rows keep dP = 0. */
export function solveKkt(
  system: KktSystem,
  weight: Float64Array,
  residual: Float64Array,
  du: Float64Array,
  dP: Float64Array,
): void {
  const { factor, bodyPlace, rowPlace, x } = system;
  for (let b = 0; b < bodyPlace.length; b++) {
    for (let k = 0; k < 3; k++) x[bodyPlace[b] + k] = weight[3 * b + k] > 0 ? -residual[3 * b + k] : 0;
  }
  for (let row = 0; row < rowPlace.length; row++) x[rowPlace[row]] = -dP[row];
  solve(factor, x);
  for (let b = 0; b < bodyPlace.length; b++) for (let k = 0; k < 3; k++) du[3 * b + k] = x[bodyPlace[b] + k];
  for (let row = 0; row < rowPlace.length; row++) dP[row] = x[rowPlace[row]];
}

/** The impulses that what is asked of rows alone comes to, in place; what they move bodies by is left in `system.x`. */
export function solveKktRows({ factor, bodyPlace, rowPlace, x }: KktSystem, asked: Float64Array): void {
  for (let b = 0; b < bodyPlace.length; b++) x.fill(0, bodyPlace[b], bodyPlace[b] + 3);
  for (let row = 0; row < rowPlace.length; row++) x[rowPlace[row]] = -asked[row];
  solve(factor, x);
  for (let row = 0; row < rowPlace.length; row++) asked[row] = x[rowPlace[row]];
}

/** A factor of the rows alone that works by that of bodies and rows together. */
export function factorOfRows(system: KktSystem): Factor {
  const { factor, bodyPlace } = system;
  const rows: Factor = {
    ...factor,
    largest: new Float64Array(1),
    passes: {
      factorise: () => factorise(factor),
      judgePivots: () => {
        const rank = rankOf(factor) - 3 * bodyPlace.length;
        rows.largest.set(factor.largest);
        return rank;
      },
      solve: (x) => {
        solveKktRows(system, x);
        return true;
      },
    },
  };
  return rows;
}
