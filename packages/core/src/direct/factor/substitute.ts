import { LEAST_INCREMENT } from '../../state/bounds';
import { LINK } from './factor-plan';
import type { Factor } from './factor';

/** L y = b, in place. */
export function forward(factor: Factor, x: Float64Array): void {
  const { columns } = factor.plan;
  for (let c = forwardLinks(factor, 0, x); c < columns; c = forwardLinks(factor, c + 1, x)) forwardColumn(factor, c, x);
}

/** D Lᵀ x = y, in place. */
export function backward(factor: Factor, x: Float64Array): void {
  for (let c = backwardLinks(factor, factor.plan.columns - 1, x); c >= 0; c = backwardLinks(factor, c - 1, x))
    backwardColumn(factor, c, x);
}

/*
 * Links go by the inverse of their 2 × 2 pivots, B (L D Lᵀ)⁻¹ of what lies below: from one to the next it is then a product, a sum and a
 * difference, not two of each. Next to nothing becomes nothing: from link to link of a chain let go level what is left is a quarter.
 */

/** The run of links from column `c` on; returns the next column of another kind. */
function forwardLinks({ values: a, plan }: Factor, c: number, x: Float64Array): number {
  const { kind, columns, panel, first, rowStart, rows } = plan;
  for (; c < columns && kind[c] === LINK; c++) {
    const o = panel[c],
      i = first[c],
      r = rows[rowStart[c]];
    const l = a[o + 2],
      lb1 = a[o + 5],
      lc1 = a[o + 7];
    const gb0 = a[o + 4] - lb1 * l,
      gc0 = a[o + 6] - lc1 * l;
    const x0 = x[i],
      x1 = x[i + 1];

    x[i + 1] = x1 - l * x0;
    const left0 = x[r] - (gb0 * x0 + lb1 * x1),
      left1 = x[r + 1] - (gc0 * x0 + lc1 * x1);
    x[r] = Math.abs(left0) < LEAST_INCREMENT ? 0 : left0;
    x[r + 1] = Math.abs(left1) < LEAST_INCREMENT ? 0 : left1;
  }
  return c;
}

/** The run of links from column `c` back; returns the next column of another kind. */
function backwardLinks({ values: a, plan }: Factor, c: number, x: Float64Array): number {
  const { kind, panel, first, rowStart, rows } = plan;
  for (; c >= 0 && kind[c] === LINK; c--) {
    const o = panel[c],
      i = first[c],
      r = rows[rowStart[c]];
    const l = a[o + 2],
      lb1 = a[o + 5],
      lc1 = a[o + 7];
    const gb0 = a[o + 4] - lb1 * l,
      gc0 = a[o + 6] - lc1 * l;
    const z1 = x[i + 1] * a[o + 3];
    const z0 = x[i] * a[o] - l * z1;
    const y0 = x[r],
      y1 = x[r + 1];

    const mine0 = z0 - (gb0 * y0 + gc0 * y1),
      mine1 = z1 - (lb1 * y0 + lc1 * y1);
    x[i] = Math.abs(mine0) < LEAST_INCREMENT ? 0 : mine0;
    x[i + 1] = Math.abs(mine1) < LEAST_INCREMENT ? 0 : mine1;
  }
  return c;
}

function forwardColumn(factor: Factor, c: number, x: Float64Array): void {
  const width = factor.plan.first[c + 1] - factor.plan.first[c];
  if (width === 1) forward1(factor, c, x);
  else if (width === 2) forward2(factor, c, x);
  else if (width === 3) forward3(factor, c, x);
  else forwardAny(factor, c, width, x);
}

function backwardColumn(factor: Factor, c: number, x: Float64Array): void {
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
    let sum = a[at] * x[i0];
    for (let k = 1; k < width; k++) sum += a[at + k] * x[i0 + k];
    x[rows[r]] -= sum;
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
