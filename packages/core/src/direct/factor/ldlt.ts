/**
 * Sparse A = L D Lᵀ, L unit lower triangular, D diagonal, in place and without allocation.
 *
 * The caller writes the lower triangle of A where `placeOfBlock` says, then `factorise` turns it into L and 1/D, then
 * `solve` works on vectors in the order of elimination. A may be positive definite (S = J M⁻¹ Jᵀ) or quasi-definite
 * ([M Jᵀ; J −ε] with negative pivots in the rows of J). Pivots of no size are dropped: 1/d = 0, so that their
 * unknowns come out as 0.
 *
 * No number is returned by a function called per column: when V8 does not inline it, and whether it does depends on what
 * ran before, every result is an allocation (measured: 9.6 KB per factorisation of six small systems).
 *
 * Right-looking: each column eliminates its pivots (eliminate.ts) and subtracts t Lᵀ, t = L D, from the blocks of all pairs
 * of nodes below them (subtract.ts). What was measured against it: docs/adr/ldlt.md.
 */

import { eliminate1, eliminate2, eliminate3, eliminateAny, eliminateLinks } from './eliminate';
import type { Factor } from './factor';
import { THREES, TWOS } from './factor-plan';
import { backward, forward } from './substitute';
import { subtract1, subtract2, subtract3, subtractAny, subtractThrees, subtractTwos } from './subtract';

/** Replaces A in `values` by its factor. Reads the lower triangle only. */
export function factorise(factor: Factor): void {
  factor.rank = -1;
  if (factor.passes !== null) {
    factor.passes.factorise();
    return;
  }
  const { columns, kind, first } = factor.plan;
  for (let c = eliminateLinks(factor, 0); c < columns; c = eliminateLinks(factor, c + 1)) {
    const width = first[c + 1] - first[c];
    if (width === 1) {
      eliminate1(factor, c);
      subtract1(factor, c);
    } else if (width === 2) {
      eliminate2(factor, c);
      if (kind[c] === TWOS) subtractTwos(factor, c);
      else subtract2(factor, c);
    } else if (width === 3) {
      eliminate3(factor, c);
      if (kind[c] === THREES) subtractThrees(factor, c);
      else subtract3(factor, c);
    } else {
      eliminateAny(factor, c, width);
      subtractAny(factor, c, width);
    }
  }
}

/** Solves A x = b in place; `x` is in the order of elimination, starting at its first entry. */
export function solve(factor: Factor, x: Float64Array): void {
  if (factor.passes?.solve(x) === true) return;
  forward(factor, x);
  backward(factor, x);
}

/** True if some pivot that was not dropped is smaller than `limit` of its `scale`. */
export function isNearlySingular(factor: Factor, limit: number): boolean {
  for (let part = 0; part < factor.largest.length; part++) if (isPartSingular(factor, part, limit)) return true;
  return false;
}

/** The same of the pivots of one part. */
export function isPartSingular(factor: Factor, part: number, limit: number): boolean {
  judgePivots(factor);
  return factor.largest[part] * limit > 1;
}

/** Number of pivots that are at least `redundantBelow` of their `scale`. */
export function rankOf(factor: Factor): number {
  judgePivots(factor);
  return factor.rank;
}

/** Looks at all pivots, once after they were made. */
function judgePivots(factor: Factor): void {
  if (factor.rank >= 0) return;
  if (factor.passes !== null) {
    factor.rank = factor.passes.judgePivots();
    return;
  }
  const { values, scale, redundantBelow } = factor;
  const { columns, first, panel } = factor.plan;
  const parts = factor.largest.length;
  let rank = 0;
  for (let part = 0, c = 0; part < parts; part++) {
    let largest = 0;
    for (const end = c + columns / parts; c < end; c++)
      for (let i = first[c], step = first[c + 1] - i + 1, at = panel[c]; i < first[c + 1]; i++, at += step) {
        const inverse = Math.abs(values[at]) * scale[i];
        if (inverse > 0 && inverse * redundantBelow <= 1) rank++;
        if (inverse > largest) largest = inverse;
      }
    factor.largest[part] = largest;
  }
  factor.rank = rank;
}
