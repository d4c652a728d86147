/** The columns of the factor: their pivots, and what they take from the blocks of each pair of nodes below them. */

import { LINK, pairAt, rowsOf, THREES } from './factor';
import { numberAt, wordAt } from './layout';
import { Space } from './space';

/** As in src/direct/factor/ldlt.ts. */
const DROP_BELOW: f64 = 1.5e-14;

/** 1/d, or 0 of a pivot that is dropped. */
function inverted(d: f64, least: f64): f64 {
  return abs<f64>(d) > least ? 1 / d : 0;
}

/**
 * The run of links from column `c` on; returns the next column of another kind. It subtracts as well. Each waits for the pivots of the one
 * before: what does not is written so that it can be done meanwhile.
 */
export function eliminateLinks(s: Space, c: i32, end: i32): i32 {
  const values = s.values,
    scale = s.scale,
    kind = s.kind;
  for (; c < end && load<u8>(kind + (c as usize)) === LINK; c++) {
    const o = numberAt(values, wordAt(s.panel, c)),
      i = numberAt(scale, wordAt(s.first, c)),
      t = numberAt(values, wordAt(s.targets, wordAt(s.targetStart, c)));
    const e = load<f64>(o, 16),
      b0 = load<f64>(o, 32),
      b1 = load<f64>(o, 40),
      c0 = load<f64>(o, 48),
      c1 = load<f64>(o, 56);

    const r0 = inverted(load<f64>(o), DROP_BELOW * load<f64>(i));
    const l = e * r0;
    const r1 = inverted(load<f64>(o, 24) - e * e * r0, DROP_BELOW * load<f64>(i, 8));
    const tb1 = b1 - b0 * l,
      tc1 = c1 - c0 * l;
    const lb0 = b0 * r0,
      lb1 = tb1 * r1,
      lc0 = c0 * r0,
      lc1 = tc1 * r1;

    store<f64>(o, r0);
    store<f64>(o, l, 16);
    store<f64>(o, r1, 24);
    store<f64>(o, lb0, 32);
    store<f64>(o, lb1, 40);
    store<f64>(o, lc0, 48);
    store<f64>(o, lc1, 56);
    store<f64>(t, load<f64>(t) - b0 * lb0 - tb1 * lb1);
    store<f64>(t, load<f64>(t, 16) - c0 * lb0 - tc1 * lb1, 16);
    store<f64>(t, load<f64>(t, 24) - c0 * lc0 - tc1 * lc1, 24);
  }
  return c;
}

/** Two pivots. */
export function eliminate2(s: Space, c: i32): void {
  const o = numberAt(s.values, wordAt(s.panel, c)),
    end = numberAt(s.values, wordAt(s.panel, c + 1)),
    scale = numberAt(s.scale, wordAt(s.first, c));
  const e = load<f64>(o, 16);
  const r0 = inverted(load<f64>(o), DROP_BELOW * load<f64>(scale));
  const l = e * r0;
  const r1 = inverted(load<f64>(o, 24) - e * l, DROP_BELOW * load<f64>(scale, 8));
  store<f64>(o, r0);
  store<f64>(o, l, 16);
  store<f64>(o, r1, 24);
  for (let row = o + 32, raw = s.raw; row < end; row += 16, raw += 16) {
    const t0 = load<f64>(row),
      t1 = load<f64>(row, 8) - t0 * l;
    store<f64>(raw, t0);
    store<f64>(raw, t1, 8);
    store<f64>(row, t0 * r0);
    store<f64>(row, t1 * r1, 8);
  }
}

/** Any number of pivots. */
export function eliminate(s: Space, c: i32, width: i32): void {
  const o = numberAt(s.values, wordAt(s.panel, c)),
    end = numberAt(s.values, wordAt(s.panel, c + 1)),
    scale = numberAt(s.scale, wordAt(s.first, c));
  const stride = (width as usize) << 3;
  const below = o + (width as usize) * stride;
  for (let i: usize = 0, row = o; row < below; row += stride, i += 8) {
    for (let k: usize = 0, pivot = o; k < i; k += 8, pivot += stride) {
      let t = load<f64>(row + k);
      for (let m: usize = 0; m < k; m += 8) t -= load<f64>(row + m) * load<f64>(pivot + m);
      store<f64>(row + k, t);
    }
    let d = load<f64>(row + i);
    for (let k: usize = 0, pivot = o; k < i; k += 8, pivot += stride) {
      const t = load<f64>(row + k),
        l = t * load<f64>(pivot + k);
      d -= t * l;
      store<f64>(row + k, l);
    }
    store<f64>(row + i, inverted(d, DROP_BELOW * load<f64>(scale + i)));
  }
  for (let row = below, raw = s.raw; row < end; row += stride, raw += stride)
    for (let k: usize = 0, pivot = o; k < stride; k += 8, pivot += stride) {
      let t = load<f64>(row + k);
      for (let m: usize = 0; m < k; m += 8) t -= load<f64>(raw + m) * load<f64>(pivot + m);
      store<f64>(raw + k, t);
      store<f64>(row + k, t * load<f64>(pivot + k));
    }
}

/** Of two pivots over nodes of two. */
export function subtractTwos(s: Space, c: i32): void {
  const values = s.values,
    targets = s.targets;
  const o = numberAt(values, wordAt(s.panel, c)) + 32;
  const size = numberAt(values, wordAt(s.panel, c + 1)) - o;
  let list = c,
    k = wordAt(s.targetStart, c);
  for (let j: usize = 0; j < size; j += 32) {
    const first = v128.load(o + j),
      second = v128.load(o + j, 16);
    const l0 = v128.shuffle<f64>(first, second, 0, 2),
      l1 = v128.shuffle<f64>(first, second, 1, 3);
    for (let i = j; i < size; i += 32) {
      const t = numberAt(values, wordAt(targets, k++));
      const raw = s.raw + i;
      const upper = f64x2.add(f64x2.mul(v128.load64_splat(raw), l0), f64x2.mul(v128.load64_splat(raw, 8), l1));
      const lower = f64x2.add(f64x2.mul(v128.load64_splat(raw, 16), l0), f64x2.mul(v128.load64_splat(raw, 24), l1));
      v128.store(t, f64x2.sub(v128.load(t), upper));
      v128.store(t, f64x2.sub(v128.load(t, 16), lower), 16);
    }
    if (load<u8>(s.sharesTargets + (list as usize)) === 1) {
      list = wordAt(s.below, wordAt(s.blocks, list));
      k = wordAt(s.targetStart, list);
    }
  }
}

/** The run of threes from column `c` on. It subtracts as well. */
export function eliminateThrees(s: Space, c: i32, end: i32): i32 {
  const values = s.values,
    kind = s.kind,
    narrow = s.narrow,
    blocks = s.blocks,
    below = s.below,
    targets = s.targets;
  for (; c < end && load<u8>(kind + (c as usize)) === THREES; c++) {
    const o = numberAt(values, wordAt(s.panel, c)),
      scale = numberAt(s.scale, wordAt(s.first, c));
    const isNarrow = load<u8>(narrow + (c as usize)) === 1;
    const e10 = load<f64>(o, 24);
    const r0 = inverted(load<f64>(o), DROP_BELOW * load<f64>(scale));
    const l10 = e10 * r0;
    const r1 = inverted(load<f64>(o, 32) - e10 * l10, DROP_BELOW * load<f64>(scale, 8));
    let l20: f64 = 0,
      l21: f64 = 0,
      d2 = load<f64>(o, 64);
    if (!isNarrow) {
      const e20 = load<f64>(o, 48);
      l20 = e20 * r0;
      const e21 = load<f64>(o, 56) - e20 * l10;
      l21 = e21 * r1;
      d2 = d2 - e20 * l20 - e21 * l21;
      store<f64>(o, l20, 48);
      store<f64>(o, l21, 56);
    }
    const r2 = inverted(d2, DROP_BELOW * load<f64>(scale, 16));
    store<f64>(o, r0);
    store<f64>(o, l10, 24);
    store<f64>(o, r1, 32);
    store<f64>(o, r2, 64);
    const firstBelow = wordAt(blocks, c),
      endBelow = wordAt(blocks, c + 1);
    const raw = s.raw;
    for (let j = firstBelow, row = o + 72, to = raw; j < endBelow; j++, row += 72, to += 72) {
      const rows = rowsOf(narrow, wordAt(below, j));
      for (let at: usize = 0; at < rows; at += 24) {
        const t0 = load<f64>(row + at),
          t1 = load<f64>(row + at, 8) - t0 * l10;
        store<f64>(to + at, t0);
        store<f64>(to + at, t1, 8);
        store<f64>(row + at, t0 * r0);
        store<f64>(row + at, t1 * r1, 8);
        if (isNarrow) continue;
        const t2 = load<f64>(row + at, 16) - t0 * l20 - t1 * l21;
        store<f64>(to + at, t2, 16);
        store<f64>(row + at, t2 * r2, 16);
      }
    }

    let list = c,
      k = wordAt(s.targetStart, c);
    for (let j = firstBelow, at = o + 72, from = raw; j < endBelow; j++, at += 72, from += 72) {
      const isSlim = rowsOf(narrow, wordAt(below, j)) === 48;
      // Read once for all that it is subtracted from: of a narrow column two of each row count, of a slim block two rows.
      const l0 = pairAt(at),
        l1 = pairAt(at + 8),
        l2 = pairAt(at + 16),
        last0 = load<f64>(at, 48),
        last1 = load<f64>(at, 56),
        last2 = load<f64>(at, 64);
      for (let i = j, left = from; i < endBelow; i++, left += 72) {
        const end = left + rowsOf(narrow, wordAt(below, i));
        for (let t = numberAt(values, wordAt(targets, k++)), row = left; row < end; row += 24, t += 24) {
          const raw0 = load<f64>(row),
            raw1 = load<f64>(row, 8);
          let pair = f64x2.add(f64x2.mul(f64x2.splat(raw0), l0), f64x2.mul(f64x2.splat(raw1), l1));
          if (!isNarrow) pair = f64x2.add(pair, f64x2.mul(v128.load64_splat(row, 16), l2));
          v128.store(t, f64x2.sub(v128.load(t), pair));
          if (isSlim) continue;
          let last = raw0 * last0 + raw1 * last1;
          if (!isNarrow) last += load<f64>(row, 16) * last2;
          store<f64>(t, load<f64>(t, 16) - last, 16);
        }
      }
      if (load<u8>(s.sharesTargets + (list as usize)) === 1) {
        list = wordAt(below, wordAt(blocks, list));
        k = wordAt(s.targetStart, list);
      }
    }
  }
  return c;
}

/** Of any number of pivots. */
export function subtract(s: Space, c: i32, width: i32): void {
  const values = s.values,
    targets = s.targets,
    first = s.first,
    below = s.below;
  const stride = (width as usize) << 3;
  const end = wordAt(s.blocks, c + 1);
  let list = c,
    k = wordAt(s.targetStart, c);
  let l = numberAt(values, wordAt(s.panel, c)) + (width as usize) * stride,
    from = s.raw;
  for (let j = wordAt(s.blocks, c); j < end; j++) {
    const wide = numberAt(0, wordAt(first, wordAt(below, j) + 1) - wordAt(first, wordAt(below, j)));
    let raw = from;
    for (let i = j; i < end; i++) {
      const tall = wordAt(first, wordAt(below, i) + 1) - wordAt(first, wordAt(below, i));
      let t = numberAt(values, wordAt(targets, k++));
      for (let row = 0; row < tall; row++, raw += stride, t += wide) {
        for (let q: usize = 0, at = l; q < wide; q += 8, at += stride) {
          let sum = load<f64>(raw) * load<f64>(at);
          for (let m: usize = 8; m < stride; m += 8) sum += load<f64>(raw + m) * load<f64>(at + m);
          store<f64>(t + q, load<f64>(t + q) - sum);
        }
      }
    }
    l += (width as usize) * wide;
    from += (width as usize) * wide;
    if (load<u8>(s.sharesTargets + (list as usize)) === 1) {
      list = wordAt(below, wordAt(s.blocks, list));
      k = wordAt(s.targetStart, list);
    }
  }
}
