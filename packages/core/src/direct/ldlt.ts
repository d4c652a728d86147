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
 * below them. What was measured against it: docs/adr/ldlt.md.
 */

import { LINK, THREES, TWOS, type FactorPlan } from './factor-plan';

export interface Factor {
  plan: FactorPlan;
  /**
   * Before: A, column by column as `FactorPlan.panel` says. After: L below the diagonal, 1/d on it. Above the diagonal
   * of a block of pivots nothing is ever read.
   */
  values: Float64Array;
  /** What counts as full size of each pivot, in the order of elimination: the diagonal of A, or J M⁻¹ Jᵀ of a row. */
  scale: Float64Array;
  /** Pivots below this share of `scale` are dropped. */
  dropBelow: number;
  /** L D below the pivots of the column at hand. */
  raw: Float64Array;
}

/** 64 rounding errors: a pivot that is nothing but cancellation is smaller. */
const DROP_BELOW = 1.5e-14;

export function createFactor(plan: FactorPlan): Factor {
  return {
    plan,
    values: new Float64Array(plan.valueCount),
    scale: new Float64Array(plan.size),
    dropBelow: DROP_BELOW,
    raw: new Float64Array(plan.tallest),
  };
}

/** Replaces A in `values` by its factor. Reads the lower triangle only. */
export function factorise(factor: Factor): void {
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

/**
 * The run of links from column `c` on; returns the next column of another kind. One loop, because fetching the arrays
 * anew for every column takes as long as its arithmetic.
 */
function eliminateLinks(factor: Factor, c: number): number {
  const { values: a, scale, dropBelow: drop } = factor;
  const { kind, columns, panel, first, targets, targetStart } = factor.plan;
  for (; c < columns && kind[c] === LINK; c++) {
    const o = panel[c],
      i = first[c],
      t = targets[targetStart[c]];
    const e = a[o + 2],
      b0 = a[o + 4],
      b1 = a[o + 5],
      c0 = a[o + 6],
      c1 = a[o + 7];

    const d0 = a[o],
      r0 = Math.abs(d0) > drop * scale[i] ? 1 / d0 : 0;
    const l = e * r0;
    const d1 = a[o + 3] - e * l,
      r1 = Math.abs(d1) > drop * scale[i + 1] ? 1 / d1 : 0;
    const tb1 = b1 - b0 * l,
      tc1 = c1 - c0 * l;
    const lb0 = b0 * r0,
      lb1 = tb1 * r1,
      lc0 = c0 * r0,
      lc1 = tc1 * r1;

    a[o] = r0;
    a[o + 2] = l;
    a[o + 3] = r1;
    a[o + 4] = lb0;
    a[o + 5] = lb1;
    a[o + 6] = lc0;
    a[o + 7] = lc1;
    a[t] -= b0 * lb0 + tb1 * lb1;
    a[t + 2] -= c0 * lb0 + tc1 * lb1;
    a[t + 3] -= c0 * lc0 + tc1 * lc1;
  }
  return c;
}

/*
 * The pivots of a column and the rows below them: t = a − Σ t L, L = t / d.
 */

function eliminate1({ values: a, raw, scale, dropBelow: drop, plan }: Factor, c: number): void {
  const o = plan.panel[c],
    size = plan.panel[c + 1] - o - 1;
  const d0 = a[o],
    r0 = Math.abs(d0) > drop * scale[plan.first[c]] ? 1 / d0 : 0;

  a[o] = r0;
  for (let k = 0, at = o + 1; k < size; k++, at++) {
    raw[k] = a[at];
    a[at] *= r0;
  }
}

function eliminate2({ values: a, raw, scale, dropBelow: drop, plan }: Factor, c: number): void {
  const o = plan.panel[c],
    i = plan.first[c],
    size = plan.panel[c + 1] - o - 4;

  const d0 = a[o],
    r0 = Math.abs(d0) > drop * scale[i] ? 1 / d0 : 0;
  const e = a[o + 2],
    l = e * r0;
  const d1 = a[o + 3] - e * l,
    r1 = Math.abs(d1) > drop * scale[i + 1] ? 1 / d1 : 0;
  a[o] = r0;
  a[o + 2] = l;
  a[o + 3] = r1;
  for (let k = 0, at = o + 4; k < size; k += 2, at += 2) {
    const t0 = a[at],
      t1 = a[at + 1] - t0 * l;
    raw[k] = t0;
    raw[k + 1] = t1;
    a[at] = t0 * r0;
    a[at + 1] = t1 * r1;
  }
}

function eliminate3({ values: a, raw, scale, dropBelow: drop, plan }: Factor, c: number): void {
  const o = plan.panel[c],
    i = plan.first[c],
    size = plan.panel[c + 1] - o - 9;

  const d0 = a[o],
    r0 = Math.abs(d0) > drop * scale[i] ? 1 / d0 : 0;
  const e10 = a[o + 3],
    l10 = e10 * r0;
  const d1 = a[o + 4] - e10 * l10,
    r1 = Math.abs(d1) > drop * scale[i + 1] ? 1 / d1 : 0;
  const e20 = a[o + 6],
    l20 = e20 * r0;
  const e21 = a[o + 7] - e20 * l10,
    l21 = e21 * r1;
  const d2 = a[o + 8] - e20 * l20 - e21 * l21,
    r2 = Math.abs(d2) > drop * scale[i + 2] ? 1 / d2 : 0;
  a[o] = r0;
  a[o + 3] = l10;
  a[o + 4] = r1;
  a[o + 6] = l20;
  a[o + 7] = l21;
  a[o + 8] = r2;
  for (let k = 0, at = o + 9; k < size; k += 3, at += 3) {
    const t0 = a[at],
      t1 = a[at + 1] - t0 * l10,
      t2 = a[at + 2] - t0 * l20 - t1 * l21;
    raw[k] = t0;
    raw[k + 1] = t1;
    raw[k + 2] = t2;
    a[at] = t0 * r0;
    a[at + 1] = t1 * r1;
    a[at + 2] = t2 * r2;
  }
}

function eliminateAny({ values: a, raw, scale, dropBelow: drop, plan }: Factor, c: number, width: number): void {
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
    a[row + i] = Math.abs(d) > drop * scale[i0 + i] ? 1 / d : 0;
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

/*
 * What a column takes from the blocks of each pair of nodes below it: t Lᵀ. `list` is the column whose list of targets
 * is being read, `k` the place in it.
 */

function subtractTwos({ values: a, raw, plan }: Factor, c: number): void {
  const { blocks, below, targets, targetStart, sharesTargets } = plan;
  const o = plan.panel[c],
    size = plan.panel[c + 1] - o - 4;
  let list = c,
    k = targetStart[c];
  for (let j = 0; j < size; j += 4) {
    const at = o + 4 + j;
    const l00 = a[at],
      l01 = a[at + 1],
      l10 = a[at + 2],
      l11 = a[at + 3];
    for (let i = j; i < size; i += 4) {
      const t = targets[k++];
      const t00 = raw[i],
        t01 = raw[i + 1],
        t10 = raw[i + 2],
        t11 = raw[i + 3];
      a[t] -= t00 * l00 + t01 * l01;
      a[t + 1] -= t00 * l10 + t01 * l11;
      a[t + 2] -= t10 * l00 + t11 * l01;
      a[t + 3] -= t10 * l10 + t11 * l11;
    }
    if (sharesTargets[list] === 1) {
      list = below[blocks[list]];
      k = targetStart[list];
    }
  }
}

function subtractThrees({ values: a, raw, plan }: Factor, c: number): void {
  const { blocks, below, targets, targetStart, sharesTargets } = plan;
  const o = plan.panel[c],
    size = plan.panel[c + 1] - o - 9;
  let list = c,
    k = targetStart[c];
  for (let j = 0; j < size; j += 9) {
    const at = o + 9 + j;
    const l00 = a[at],
      l01 = a[at + 1],
      l02 = a[at + 2];
    const l10 = a[at + 3],
      l11 = a[at + 4],
      l12 = a[at + 5];
    const l20 = a[at + 6],
      l21 = a[at + 7],
      l22 = a[at + 8];
    for (let i = j; i < size; i += 9) {
      const t = targets[k++];
      for (let row = 0; row < 9; row += 3) {
        const t0 = raw[i + row],
          t1 = raw[i + row + 1],
          t2 = raw[i + row + 2];
        a[t + row] -= t0 * l00 + t1 * l01 + t2 * l02;
        a[t + row + 1] -= t0 * l10 + t1 * l11 + t2 * l12;
        a[t + row + 2] -= t0 * l20 + t1 * l21 + t2 * l22;
      }
    }
    if (sharesTargets[list] === 1) {
      list = below[blocks[list]];
      k = targetStart[list];
    }
  }
}

function subtract1({ values: a, raw, plan }: Factor, c: number): void {
  const { first, blocks, below, targets, targetStart, sharesTargets } = plan;
  const start = blocks[c],
    end = blocks[c + 1];
  let list = c,
    k = targetStart[c];
  for (let j = start, l = plan.panel[c] + 1, tj = 0; j < end; j++) {
    const wide = first[below[j] + 1] - first[below[j]];
    for (let i = j, kept = tj; i < end; i++) {
      const tall = first[below[i] + 1] - first[below[i]];
      for (let row = 0, t = targets[k++]; row < tall; row++, kept++, t += wide) {
        const t0 = raw[kept];
        for (let q = 0; q < wide; q++) a[t + q] -= t0 * a[l + q];
      }
    }
    l += wide;
    tj += wide;
    if (sharesTargets[list] === 1) {
      list = below[blocks[list]];
      k = targetStart[list];
    }
  }
}

function subtract2({ values: a, raw, plan }: Factor, c: number): void {
  const { first, blocks, below, targets, targetStart, sharesTargets } = plan;
  const start = blocks[c],
    end = blocks[c + 1];
  let list = c,
    k = targetStart[c];
  for (let j = start, l = plan.panel[c] + 4, tj = 0; j < end; j++) {
    const wide = first[below[j] + 1] - first[below[j]];
    for (let i = j, kept = tj; i < end; i++) {
      const tall = first[below[i] + 1] - first[below[i]];
      for (let row = 0, t = targets[k++]; row < tall; row++, kept += 2, t += wide) {
        const t0 = raw[kept],
          t1 = raw[kept + 1];
        for (let q = 0, at = l; q < wide; q++, at += 2) a[t + q] -= t0 * a[at] + t1 * a[at + 1];
      }
    }
    l += 2 * wide;
    tj += 2 * wide;
    if (sharesTargets[list] === 1) {
      list = below[blocks[list]];
      k = targetStart[list];
    }
  }
}

function subtract3({ values: a, raw, plan }: Factor, c: number): void {
  const { first, blocks, below, targets, targetStart, sharesTargets } = plan;
  const start = blocks[c],
    end = blocks[c + 1];
  let list = c,
    k = targetStart[c];
  for (let j = start, l = plan.panel[c] + 9, tj = 0; j < end; j++) {
    const wide = first[below[j] + 1] - first[below[j]];
    for (let i = j, kept = tj; i < end; i++) {
      const tall = first[below[i] + 1] - first[below[i]];
      for (let row = 0, t = targets[k++]; row < tall; row++, kept += 3, t += wide) {
        const t0 = raw[kept],
          t1 = raw[kept + 1],
          t2 = raw[kept + 2];
        for (let q = 0, at = l; q < wide; q++, at += 3) a[t + q] -= t0 * a[at] + t1 * a[at + 1] + t2 * a[at + 2];
      }
    }
    l += 3 * wide;
    tj += 3 * wide;
    if (sharesTargets[list] === 1) {
      list = below[blocks[list]];
      k = targetStart[list];
    }
  }
}

function subtractAny({ values: a, raw, plan }: Factor, c: number, width: number): void {
  const { first, blocks, below, targets, targetStart, sharesTargets } = plan;
  const start = blocks[c],
    end = blocks[c + 1];
  let list = c,
    k = targetStart[c];
  for (let j = start, l = plan.panel[c] + width * width, tj = 0; j < end; j++) {
    const wide = first[below[j] + 1] - first[below[j]];
    for (let i = j, kept = tj; i < end; i++) {
      const tall = first[below[i] + 1] - first[below[i]];
      for (let row = 0, t = targets[k++]; row < tall; row++, kept += width, t += wide)
        for (let q = 0, at = l; q < wide; q++, at += width) {
          let sum = 0;
          for (let m = 0; m < width; m++) sum += raw[kept + m] * a[at + m];
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
  const { columns } = factor.plan;
  for (let c = forwardLinks(factor, 0, x); c < columns; c = forwardLinks(factor, c + 1, x)) forward(factor, c, x);
  for (let c = backwardLinks(factor, columns - 1, x); c >= 0; c = backwardLinks(factor, c - 1, x))
    backward(factor, c, x);
}

function forwardLinks({ values: a, plan }: Factor, c: number, x: Float64Array): number {
  const { kind, columns, panel, first, rowStart, rows } = plan;
  for (; c < columns && kind[c] === LINK; c++) {
    const o = panel[c],
      i = first[c],
      r = rows[rowStart[c]];
    const x0 = x[i],
      x1 = x[i + 1] - a[o + 2] * x0;

    x[i + 1] = x1;
    x[r] -= a[o + 4] * x0 + a[o + 5] * x1;
    x[r + 1] -= a[o + 6] * x0 + a[o + 7] * x1;
  }
  return c;
}

function backwardLinks({ values: a, plan }: Factor, c: number, x: Float64Array): number {
  const { kind, panel, first, rowStart, rows } = plan;
  for (; c >= 0 && kind[c] === LINK; c--) {
    const o = panel[c],
      i = first[c],
      r = rows[rowStart[c]];
    const y0 = x[r],
      y1 = x[r + 1];

    const x1 = x[i + 1] * a[o + 3] - (a[o + 5] * y0 + a[o + 7] * y1);
    x[i + 1] = x1;
    x[i] = x[i] * a[o] - (a[o + 4] * y0 + a[o + 6] * y1) - a[o + 2] * x1;
  }
  return c;
}

function forward(factor: Factor, c: number, x: Float64Array): void {
  const width = factor.plan.first[c + 1] - factor.plan.first[c];
  if (width === 1) forward1(factor, c, x);
  else if (width === 2) forward2(factor, c, x);
  else if (width === 3) forward3(factor, c, x);
  else forwardAny(factor, c, width, x);
}

function backward(factor: Factor, c: number, x: Float64Array): void {
  const width = factor.plan.first[c + 1] - factor.plan.first[c];
  if (width === 1) backward1(factor, c, x);
  else if (width === 2) backward2(factor, c, x);
  else if (width === 3) backward3(factor, c, x);
  else backwardAny(factor, c, width, x);
}

function forward1({ values: a, plan }: Factor, c: number, x: Float64Array): void {
  const { rows } = plan;
  const x0 = x[plan.first[c]],
    end = plan.rowStart[c + 1];
  for (let r = plan.rowStart[c], at = plan.panel[c] + 1; r < end; r++, at++) x[rows[r]] -= a[at] * x0;
}

function backward1({ values: a, plan }: Factor, c: number, x: Float64Array): void {
  const { rows } = plan;
  const o = plan.panel[c],
    i = plan.first[c],
    end = plan.rowStart[c + 1];
  let x0 = x[i] * a[o];
  for (let r = plan.rowStart[c], at = o + 1; r < end; r++, at++) x0 -= a[at] * x[rows[r]];
  x[i] = x0;
}

function forward2({ values: a, plan }: Factor, c: number, x: Float64Array): void {
  const { rows } = plan;
  const o = plan.panel[c],
    i = plan.first[c],
    end = plan.rowStart[c + 1];
  const x0 = x[i],
    x1 = x[i + 1] - a[o + 2] * x0;

  x[i + 1] = x1;
  for (let r = plan.rowStart[c], at = o + 4; r < end; r++, at += 2) x[rows[r]] -= a[at] * x0 + a[at + 1] * x1;
}

function backward2({ values: a, plan }: Factor, c: number, x: Float64Array): void {
  const { rows } = plan;
  const o = plan.panel[c],
    i = plan.first[c],
    end = plan.rowStart[c + 1];
  let x0 = x[i] * a[o],
    x1 = x[i + 1] * a[o + 3];

  for (let r = plan.rowStart[c], at = o + 4; r < end; r++, at += 2) {
    const y = x[rows[r]];
    x0 -= a[at] * y;
    x1 -= a[at + 1] * y;
  }
  x[i] = x0 - a[o + 2] * x1;
  x[i + 1] = x1;
}

function forward3({ values: a, plan }: Factor, c: number, x: Float64Array): void {
  const { rows } = plan;
  const o = plan.panel[c],
    i = plan.first[c],
    end = plan.rowStart[c + 1];
  const x0 = x[i],
    x1 = x[i + 1] - a[o + 3] * x0,
    x2 = x[i + 2] - a[o + 6] * x0 - a[o + 7] * x1;

  x[i + 1] = x1;
  x[i + 2] = x2;
  for (let r = plan.rowStart[c], at = o + 9; r < end; r++, at += 3)
    x[rows[r]] -= a[at] * x0 + a[at + 1] * x1 + a[at + 2] * x2;
}

function backward3({ values: a, plan }: Factor, c: number, x: Float64Array): void {
  const { rows } = plan;
  const o = plan.panel[c],
    i = plan.first[c],
    end = plan.rowStart[c + 1];
  let x0 = x[i] * a[o],
    x1 = x[i + 1] * a[o + 4],
    x2 = x[i + 2] * a[o + 8];

  for (let r = plan.rowStart[c], at = o + 9; r < end; r++, at += 3) {
    const y = x[rows[r]];
    x0 -= a[at] * y;
    x1 -= a[at + 1] * y;
    x2 -= a[at + 2] * y;
  }
  x1 -= a[o + 7] * x2;
  x[i] = x0 - a[o + 6] * x2 - a[o + 3] * x1;
  x[i + 1] = x1;
  x[i + 2] = x2;
}

function forwardAny({ values: a, plan }: Factor, c: number, width: number, x: Float64Array): void {
  const { rows } = plan;
  const i0 = plan.first[c],
    end = plan.rowStart[c + 1];
  let at = plan.panel[c];

  for (let i = 0; i < width; i++, at += width) {
    let s = x[i0 + i];
    for (let k = 0; k < i; k++) s -= a[at + k] * x[i0 + k];
    x[i0 + i] = s;
  }
  for (let r = plan.rowStart[c]; r < end; r++, at += width) {
    let s = x[rows[r]];
    for (let k = 0; k < width; k++) s -= a[at + k] * x[i0 + k];
    x[rows[r]] = s;
  }
}

function backwardAny({ values: a, plan }: Factor, c: number, width: number, x: Float64Array): void {
  const { rows } = plan;
  const o = plan.panel[c],
    i0 = plan.first[c],
    end = plan.rowStart[c + 1];

  for (let i = 0; i < width; i++) x[i0 + i] *= a[o + i * (width + 1)];
  for (let r = plan.rowStart[c], at = o + width * width; r < end; r++, at += width) {
    const y = x[rows[r]];
    for (let k = 0; k < width; k++) x[i0 + k] -= a[at + k] * y;
  }
  for (let i = width - 1; i > 0; i--) {
    const y = x[i0 + i];
    for (let k = 0; k < i; k++) x[i0 + k] -= a[o + i * width + k] * y;
  }
}

/** True if some pivot that was not dropped is smaller than `limit` of its `scale`. */
export function isNearlySingular({ values, scale, plan }: Factor, limit: number): boolean {
  const { columns, first, panel } = plan;
  for (let c = 0; c < columns; c++)
    for (let i = first[c], step = first[c + 1] - i + 1, at = panel[c]; i < first[c + 1]; i++, at += step)
      if (Math.abs(values[at]) * scale[i] * limit > 1) return true;
  return false;
}

/** Number of pivots that are at least `tolerance` of their `scale`. */
export function rankOf({ values, scale, plan }: Factor, tolerance: number): number {
  const { columns, first, panel } = plan;
  let rank = 0;
  for (let c = 0; c < columns; c++)
    for (let i = first[c], step = first[c + 1] - i + 1, at = panel[c]; i < first[c + 1]; i++, at += step) {
      const inverse = Math.abs(values[at]) * scale[i];
      if (inverse > 0 && inverse * tolerance <= 1) rank++;
    }
  return rank;
}
