import type { Factor } from './factor';

/*
 * What a column takes from the blocks of each pair of nodes below it: t Lᵀ. `list` is the column whose list of targets
 * is being read, `k` the place in it.
 */

export function subtractTwos({ values: a, raw, plan }: Factor, c: number): void {
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

export function subtractThrees({ values: a, raw, plan }: Factor, c: number): void {
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

export function subtract1({ values: a, raw, plan }: Factor, c: number): void {
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

export function subtract2({ values: a, raw, plan }: Factor, c: number): void {
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

export function subtract3({ values: a, raw, plan }: Factor, c: number): void {
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

export function subtractAny({ values: a, raw, plan }: Factor, c: number, width: number): void {
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
