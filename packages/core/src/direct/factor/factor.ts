import type { FactorPlan } from './factor-plan';

/** A matrix of one plan, and then its factor. */
export interface Factor {
  plan: FactorPlan;
  /**
   * Before: A, column by column as `FactorPlan.panel` says. After: L below the diagonal, 1/d on it. Above the diagonal
   * of a block of pivots nothing is ever read.
   */
  values: Float64Array;
  /** What counts as full size of each pivot, in the order of elimination: the diagonal of A, or J M⁻¹ Jᵀ of a row. */
  scale: Float64Array;
  /** Pivots below this share of `scale` belong to redundant rows. */
  redundantBelow: number;
  /** Of the last factor, once it was looked at: how many pivots do not, and the largest `scale` / |d| of each part; rank −1 until then. */
  rank: number;
  readonly largest: Float64Array;
  /** L D below the pivots of the column at hand. */
  raw: Float64Array;
  /** The same in WebAssembly, of an island that has it. */
  passes: FactorPasses | null;
}

/** What ldlt.ts does with a factor, in WebAssembly. */
export interface FactorPasses {
  factorise(): void;
  /** Looks at all pivots: writes `largest` and returns the rank. */
  judgePivots(): number;
  /** False for a vector that lies where it cannot work on it. */
  solve(x: Float64Array): boolean;
}

/** Room for a matrix of this plan, or of so many of equal systems in it; all 0. */
export function createFactor(plan: FactorPlan, redundantBelow: number, parts = 1): Factor {
  return {
    plan,
    values: new Float64Array(plan.valueCount),
    scale: new Float64Array(plan.size),
    redundantBelow,
    rank: -1,
    largest: new Float64Array(parts),
    raw: new Float64Array(plan.tallest),
    passes: null,
  };
}
