import { addDenseBends, type DenseBends, layDenseBends } from './dense-bends';
import { createFactor, type Factor } from './factor';
import { factorise, solve } from './ldlt';
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
  readonly dense: DenseBends;
  readonly x: Float64Array;
}

export interface KktBlock {
  readonly rows: number;
  readonly bodies: readonly number[];
  /** True of a joint that ties all of its bodies to each other by its stiffness. */
  readonly isDense: boolean;
}

const ENTRY = 5;

export function createKktSystem(movable: number, blocks: readonly KktBlock[], rows: RowSystem): KktSystem {
  const sizes = [...Array.from({ length: movable }, () => 3), ...blocks.map((block) => block.rows)];
  const waits = sizes.map((_, node) => (node < movable ? 0 : 1));
  const pairs: number[] = [];
  blocks.forEach(({ bodies, isDense }, k) => {
    const moving = bodies.filter((b) => b < movable);
    for (const b of moving) pairs.push(b, movable + k);
    if (isDense) moving.forEach((a, i) => moving.slice(0, i).forEach((b) => pairs.push(a, b)));
  });
  const plan = planFactor(blockGraph(sizes, pairs, waits));
  const rowPlace = new Int32Array(rows.rows);
  const rowDiagonal = new Int32Array(rows.rows);
  const entries: number[] = [];
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
  const nodes = Array.from({ length: movable }, (_, b) => b);
  return {
    factor: createFactor(plan, rows.factor.redundantBelow),
    bodyPlace: Int32Array.from(nodes, (b) => plan.place[b]),
    rowPlace,
    bodyDiagonal: Int32Array.from(nodes, (b) => placeOfBlock(plan, b, b).offset),
    rowDiagonal,
    entries: Int32Array.from(entries),
    dense: layDenseBends(plan, blocks, movable),
    x: new Float64Array(plan.size),
  };
}

/** Assembles and factorises. `weight` is 1/M′ without what bends, 3 per body. */
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
