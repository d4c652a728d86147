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
 * Right-looking: each column eliminates its pivots and subtracts t Lᵀ, t = L D, from the blocks of all pairs of nodes
 * below them. What was measured against it: docs/adr/ldlt.md. With a part `fast` islands of hinges are factorised in
 * WebAssembly (packages/core/wasm), with kernels for the shapes that they have.
 */

import { LEAST_INCREMENT } from '../../state/bounds';
import type { Factor } from './factor';

/** Pivots below this share of their `scale` are dropped. 64 rounding errors: what is nothing but cancellation is smaller. */
const DROP_BELOW = 1.5e-14;

/** Replaces A in `values` by its factor. Reads the lower triangle only. */
export function factorise(factor: Factor): void {
  factor.rank = -1;
  if (factor.passes !== null) {
    factor.passes.factorise();
    return;
  }
  const { columns, first } = factor.plan;
  for (let c = 0; c < columns; c++) {
    const width = first[c + 1] - first[c];
    eliminate(factor, c, width);
    subtract(factor, c, width);
  }
}

/** The pivots of a column and the rows below them: t = a − Σ t L, L = t / d; t is kept in `raw`. */
function eliminate({ values: a, raw, scale, plan }: Factor, c: number, width: number): void {
  const o = plan.panel[c],
    i0 = plan.first[c],
    end = plan.panel[c + 1];
  for (let i = 0, row = o; i < width; i++, row += width) {
    for (let k = 0; k < i; k++) {
      let t = a[row + k];
      for (let m = 0; m < k; m++) t -= a[row + m] * a[o + k * width + m];
      a[row + k] = t;
    }
    let d = a[row + i];
    for (let k = 0; k < i; k++) {
      const t = a[row + k],
        l = t * a[o + k * width + k];
      d -= t * l;
      a[row + k] = l;
    }
    a[row + i] = Math.abs(d) > DROP_BELOW * scale[i0 + i] ? 1 / d : 0;
  }

  for (let row = o + width * width, kept = 0; row < end; row += width, kept += width)
    for (let k = 0; k < width; k++) {
      const pivot = o + k * width;
      let t = a[row + k];
      for (let m = 0; m < k; m++) t -= raw[kept + m] * a[pivot + m];
      raw[kept + k] = t;
      a[row + k] = t * a[pivot + k];
    }
}

/** What a column takes from the blocks of each pair of nodes below it: t Lᵀ. */
function subtract({ values: a, raw, plan }: Factor, c: number, width: number): void {
  const { first, blocks, below, targets, targetStart, sharesTargets } = plan;
  const start = blocks[c],
    end = blocks[c + 1];
  // The column whose list of targets is being read, and the place in it.
  let list = c,
    k = targetStart[c];
  for (let j = start, l = plan.panel[c] + width * width, tj = 0; j < end; j++) {
    const wide = first[below[j] + 1] - first[below[j]];
    for (let i = j, kept = tj; i < end; i++) {
      const tall = first[below[i] + 1] - first[below[i]];
      for (let row = 0, t = targets[k++]; row < tall; row++, kept += width, t += wide)
        for (let q = 0, at = l; q < wide; q++, at += width) {
          let sum = raw[kept] * a[at];
          for (let m = 1; m < width; m++) sum += raw[kept + m] * a[at + m];
          a[t + q] -= sum;
        }
    }
    l += width * wide;
    tj += width * wide;
    if (sharesTargets[list] === 1) {
      list = below[blocks[list]];
      k = targetStart[list];
    }
  }
}

/** Solves A x = b in place; `x` is in the order of elimination, starting at its first entry. */
export function solve(factor: Factor, x: Float64Array): void {
  if (factor.passes?.solve(x) === true) return;
  const { columns } = factor.plan;
  for (let c = 0; c < columns; c++) forward(factor, c, x);
  for (let c = columns - 1; c >= 0; c--) backward(factor, c, x);
}

/** L y = b of a column. */
function forward({ values: a, plan }: Factor, c: number, x: Float64Array): void {
  const { rows, rowStart } = plan;
  const i0 = plan.first[c],
    width = plan.first[c + 1] - i0,
    end = rowStart[c + 1];
  let at = plan.panel[c];
  for (let i = 0; i < width; i++, at += width) {
    let s = x[i0 + i];
    for (let k = 0; k < i; k++) s -= a[at + k] * x[i0 + k];
    x[i0 + i] = s;
  }
  for (let r = rowStart[c]; r < end; r++, at += width) {
    let sum = a[at] * x[i0];
    for (let k = 1; k < width; k++) sum += a[at + k] * x[i0 + k];
    // Next to nothing becomes nothing: from link to link of a chain let go level what is left is a quarter.
    const left = x[rows[r]] - sum;
    x[rows[r]] = Math.abs(left) < LEAST_INCREMENT ? 0 : left;
  }
}

/** D Lᵀ x = y of a column. */
function backward({ values: a, plan }: Factor, c: number, x: Float64Array): void {
  const { rows, rowStart } = plan;
  const o = plan.panel[c],
    i0 = plan.first[c],
    width = plan.first[c + 1] - i0,
    end = rowStart[c + 1];
  for (let i = 0; i < width; i++) x[i0 + i] *= a[o + i * (width + 1)];
  for (let r = rowStart[c], at = o + width * width; r < end; r++, at += width) {
    const y = x[rows[r]];
    for (let k = 0; k < width; k++) x[i0 + k] -= a[at + k] * y;
  }
  for (let i = width - 1; i > 0; i--) {
    const y = x[i0 + i];
    for (let k = 0; k < i; k++) x[i0 + k] -= a[o + i * width + k] * y;
  }
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
