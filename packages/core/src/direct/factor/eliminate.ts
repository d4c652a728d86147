import { LINK } from './factor-plan';
import type { Factor } from './factor';

/*
 * The pivots of a column and the rows below them: t = a − Σ t L, L = t / d; t is kept in `raw`.
 */

/** Pivots below this share of their `scale` are dropped. 64 rounding errors: what is nothing but cancellation is smaller. */
const DROP_BELOW = 1.5e-14;

/**
 * The run of links from column `c` on; returns the next column of another kind. It subtracts as well. One loop, because fetching the arrays
 * anew for every column takes as long as its arithmetic. Each waits for the pivots of the one before: what does not is written so that it
 * can be done meanwhile.
 */
export function eliminateLinks(factor: Factor, c: number): number {
  const { values: a, scale } = factor;
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
      r0 = Math.abs(d0) > DROP_BELOW * scale[i] ? 1 / d0 : 0;
    const l = e * r0;
    const d1 = a[o + 3] - e * e * r0,
      r1 = Math.abs(d1) > DROP_BELOW * scale[i + 1] ? 1 / d1 : 0;
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
    a[t] = a[t] - b0 * lb0 - tb1 * lb1;
    a[t + 2] = a[t + 2] - c0 * lb0 - tc1 * lb1;
    a[t + 3] = a[t + 3] - c0 * lc0 - tc1 * lc1;
  }
  return c;
}

export function eliminate1({ values: a, raw, scale, plan }: Factor, c: number): void {
  const o = plan.panel[c],
    size = plan.panel[c + 1] - o - 1;
  const d0 = a[o],
    r0 = Math.abs(d0) > DROP_BELOW * scale[plan.first[c]] ? 1 / d0 : 0;

  a[o] = r0;
  for (let k = 0, at = o + 1; k < size; k++, at++) {
    raw[k] = a[at];
    a[at] *= r0;
  }
}

export function eliminate2({ values: a, raw, scale, plan }: Factor, c: number): void {
  const o = plan.panel[c],
    i = plan.first[c],
    size = plan.panel[c + 1] - o - 4;

  const d0 = a[o],
    r0 = Math.abs(d0) > DROP_BELOW * scale[i] ? 1 / d0 : 0;
  const e = a[o + 2],
    l = e * r0;
  const d1 = a[o + 3] - e * l,
    r1 = Math.abs(d1) > DROP_BELOW * scale[i + 1] ? 1 / d1 : 0;
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

export function eliminate3({ values: a, raw, scale, plan }: Factor, c: number): void {
  const o = plan.panel[c],
    i = plan.first[c],
    size = plan.panel[c + 1] - o - 9;

  const d0 = a[o],
    r0 = Math.abs(d0) > DROP_BELOW * scale[i] ? 1 / d0 : 0;
  const e10 = a[o + 3],
    l10 = e10 * r0;
  const d1 = a[o + 4] - e10 * l10,
    r1 = Math.abs(d1) > DROP_BELOW * scale[i + 1] ? 1 / d1 : 0;
  const e20 = a[o + 6],
    l20 = e20 * r0;
  const e21 = a[o + 7] - e20 * l10,
    l21 = e21 * r1;
  const d2 = a[o + 8] - e20 * l20 - e21 * l21,
    r2 = Math.abs(d2) > DROP_BELOW * scale[i + 2] ? 1 / d2 : 0;
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

export function eliminateAny({ values: a, raw, scale, plan }: Factor, c: number, width: number): void {
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
