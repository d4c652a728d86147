import type { Attempt } from '../island/island-system';
import { type FactorPlan, placeOfBlock } from './factor-plan';

/**
 * Stiffness of joints that ties all of their bodies to each other, in the matrix of bodies and rows: a square of numbers for each,
 * three times its bodies wide.
 */
export interface DenseBends {
  /** Per such joint: its number in the island, where its stiffness lies, and its bodies × 3, −1 for one that does not move. */
  readonly joints: readonly { readonly joint: number; readonly at: number; readonly bodies: readonly number[] }[];
  readonly stiffness: Float64Array;
  /** `TIE` numbers per pair of bodies that move: both × 3, target and its strides, where its 3 × 3 lies, numbers a row. */
  readonly ties: Int32Array;
}

const TIE = 7;
/** Most numbers of a joint: eight bodies. */
const MOST = 24;
/** Stiffness may take away this much of the mass in any direction. */
const MOST_TAKEN = 0.35;
/** A smaller share of what bends is none. */
const LEAST_SHARE = 1e-9;

const scaled = new Float64Array(MOST * MOST);
const lower = new Float64Array(MOST * MOST);
const root = new Float64Array(MOST);

export function layDenseBends(
  plan: FactorPlan,
  blocks: readonly { readonly bodies: readonly number[]; readonly isDense: boolean }[],
  movable: number,
): DenseBends {
  const joints: { joint: number; at: number; bodies: number[] }[] = [];
  const ties: number[] = [];
  let size = 0;
  blocks.forEach(({ bodies, isDense }, joint) => {
    if (!isDense) return;
    const n = 3 * bodies.length;
    joints.push({ joint, at: size, bodies: bodies.map((b) => (b < movable ? 3 * b : -1)) });
    bodies.forEach((a, i) => {
      for (let j = 0; j <= i; j++) {
        const b = bodies[j];
        if (a >= movable || b >= movable) continue;
        const { offset, stride, firstIsLater } = placeOfBlock(plan, a, b);
        const strides = i === j ? [3, 1] : firstIsLater ? [stride, 1] : [1, stride];
        ties.push(3 * a, 3 * b, offset, ...strides, size + 3 * i * n + 3 * j, n);
      }
    });
    size += n * n;
  });
  return { joints, stiffness: new Float64Array(size), ties: Int32Array.from(ties) };
}

/** Adds θh times the stiffness to the matrix; no more is taken of the masses than they bear. */
export function addDenseBends(
  { joints, stiffness, ties }: DenseBends,
  values: Float64Array,
  weight: Float64Array,
  { h, theta }: Pick<Attempt, 'h' | 'theta'>,
): void {
  for (const { at, bodies } of joints) weaken(stiffness, at, bodies, weight, theta * h);
  for (let t = 0; t < ties.length; t += TIE) {
    const a = ties[t];
    const b = ties[t + 1];
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < (a === b ? i + 1 : 3); j++) {
        if (weight[a + i] === 0 || weight[b + j] === 0) continue;
        values[ties[t + 2] + i * ties[t + 3] + j * ties[t + 4]] +=
          theta * h * stiffness[ties[t + 5] + i * ties[t + 6] + j];
      }
    }
  }
}

/** Halves H until no eigenvalue of √w θh H √w is below −`MOST_TAKEN`. */
function weaken(H: Float64Array, at: number, bodies: readonly number[], weight: Float64Array, by: number): void {
  const n = 3 * bodies.length;
  for (let b = 0, i = 0; b < bodies.length; b++)
    for (let k = 0; k < 3; k++) root[i++] = bodies[b] < 0 ? 0 : by * weight[bodies[b] + k];
  if (isSlight(H, at, n)) return;
  for (let i = 0; i < n; i++) root[i] = Math.sqrt(root[i]);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) scaled[i * n + j] = (root[i] * root[j] * (H[at + i * n + j] + H[at + j * n + i])) / 2;
  let share = 1;
  while (share > LEAST_SHARE && !isBearable(n)) {
    share /= 2;
    for (let i = 0; i < n * n; i++) scaled[i] /= 2;
  }
  if (share < 1) for (let i = at; i < at + n * n; i++) H[i] *= share;
}

/** True where no eigenvalue can be below the bound: no larger than it is the root of the sum of the squares of all numbers. */
function isSlight(H: Float64Array, at: number, n: number): boolean {
  let sum = 0;
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) sum += root[i] * root[j] * H[at + i * n + j] * H[at + i * n + j];
  return sum <= MOST_TAKEN * MOST_TAKEN;
}

/** True if no eigenvalue of `scaled` is below the bound: what is above it has a factor L Lᵀ, which is written to `lower`. */
function isBearable(n: number): boolean {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = scaled[i * n + j] + (i === j ? MOST_TAKEN : 0);
      for (let k = 0; k < j; k++) sum -= lower[i * n + k] * lower[j * n + k];
      if (i > j) lower[i * n + j] = sum / lower[j * n + j];
      else if (sum > 0) lower[i * n + i] = Math.sqrt(sum);
      else return false;
    }
  }
  return true;
}
