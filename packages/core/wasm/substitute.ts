/** L y = b and D Lᵀ x = y, in place. */

import { LINK, pairAt, rowsOf, THREES } from './factor';
import { numberAt, wordAt } from './layout';
import { Space } from './space';
import { hasTiny, withoutTiny } from './tiny';

/*
 * Links are eaten from both ends in turn: what one asks for was written two before it, or one. It is there in a register still, and is not
 * waited for until the memory has it.
 */

/**
 * The run of links from column `c` on; returns the next column of another kind. Links go by the inverse of their 2 × 2 pivots, B (L D Lᵀ)⁻¹ of
 * what lies below: from one to the next it is then a product, a sum and a difference, not two of each.
 */
export function forwardLinks(s: Space, c: i32, end: i32, x: usize): i32 {
  const values = s.values,
    kind = s.kind;
  let atLast: usize = 0,
    atOther: usize = 0;
  let ofLast = f64x2.splat(0),
    ofOther = f64x2.splat(0);
  for (; c < end && load<u8>(kind + (c as usize)) === LINK; c++) {
    const o = numberAt(values, wordAt(s.panel, c)),
      i = numberAt(x, wordAt(s.first, c)),
      r = numberAt(x, wordAt(s.belowRows, wordAt(s.rowStart, c)));
    const l = load<f64>(o, 16);
    const upper = v128.load(o, 32),
      lower = v128.load(o, 48);
    const last = v128.shuffle<f64>(upper, lower, 1, 3);
    const first = f64x2.sub(v128.shuffle<f64>(upper, lower, 0, 2), f64x2.mul(last, f64x2.splat(l)));
    const mine = i === atLast ? ofLast : i === atOther ? ofOther : v128.load(i);
    const taken = f64x2.add(
      f64x2.mul(first, v128.shuffle<f64>(mine, mine, 0, 0)),
      f64x2.mul(last, v128.shuffle<f64>(mine, mine, 1, 1)),
    );
    store<f64>(i, f64x2.extract_lane(mine, 1) - l * f64x2.extract_lane(mine, 0), 8);
    let left = f64x2.sub(v128.load(r), taken);
    if (hasTiny(left)) left = withoutTiny(left);
    v128.store(r, left);
    atOther = atLast;
    ofOther = ofLast;
    atLast = r;
    ofLast = left;
  }
  return c;
}

/** The run of links from column `c` back. */
export function backwardLinks(s: Space, c: i32, first: i32, x: usize): i32 {
  const values = s.values,
    kind = s.kind;
  let atLast: usize = 0,
    atOther: usize = 0;
  let ofLast = f64x2.splat(0),
    ofOther = f64x2.splat(0);
  for (; c >= first && load<u8>(kind + (c as usize)) === LINK; c--) {
    const o = numberAt(values, wordAt(s.panel, c)),
      i = numberAt(x, wordAt(s.first, c)),
      r = numberAt(x, wordAt(s.belowRows, wordAt(s.rowStart, c)));
    const l = load<f64>(o, 16);
    const z1 = load<f64>(i, 8) * load<f64>(o, 24);
    const z0 = load<f64>(i) * load<f64>(o) - l * z1;
    // Of each row the first becomes b₀ − b₁ l.
    const byFirst = f64x2(l, 0);
    const upper = f64x2.sub(v128.load(o, 32), f64x2.mul(v128.load64_splat(o, 40), byFirst)),
      lower = f64x2.sub(v128.load(o, 48), f64x2.mul(v128.load64_splat(o, 56), byFirst));
    const below = r === atLast ? ofLast : r === atOther ? ofOther : v128.load(r);
    const taken = f64x2.add(
      f64x2.mul(upper, v128.shuffle<f64>(below, below, 0, 0)),
      f64x2.mul(lower, v128.shuffle<f64>(below, below, 1, 1)),
    );
    let mine = f64x2.sub(f64x2(z0, z1), taken);
    if (hasTiny(mine)) mine = withoutTiny(mine);
    v128.store(i, mine);
    atOther = atLast;
    ofOther = ofLast;
    atLast = i;
    ofLast = mine;
  }
  return c;
}

/** Two pivots. */
export function forward2(s: Space, c: i32, x: usize): void {
  const o = numberAt(s.values, wordAt(s.panel, c)),
    i = numberAt(x, wordAt(s.first, c));
  const x0 = load<f64>(i),
    x1 = load<f64>(i, 8) - load<f64>(o, 16) * x0;
  store<f64>(i, x1, 8);
  const end = wordAt(s.rowStart, c + 1);
  for (let r = wordAt(s.rowStart, c), at = o + 32; r < end; r++, at += 16) {
    const row = numberAt(x, wordAt(s.belowRows, r));
    store<f64>(row, load<f64>(row) - (load<f64>(at) * x0 + load<f64>(at, 8) * x1));
  }
}

/** Two pivots. */
export function backward2(s: Space, c: i32, x: usize): void {
  const o = numberAt(s.values, wordAt(s.panel, c)),
    i = numberAt(x, wordAt(s.first, c));
  let x0 = load<f64>(i) * load<f64>(o),
    x1 = load<f64>(i, 8) * load<f64>(o, 24);
  const end = wordAt(s.rowStart, c + 1);
  for (let r = wordAt(s.rowStart, c), at = o + 32; r < end; r++, at += 16) {
    const y = load<f64>(numberAt(x, wordAt(s.belowRows, r)));
    x0 -= load<f64>(at) * y;
    x1 -= load<f64>(at, 8) * y;
  }
  store<f64>(i, x0 - load<f64>(o, 16) * x1);
  store<f64>(i, x1, 8);
}

/** The run of threes from column `c` on. */
export function forwardThrees(s: Space, c: i32, end: i32, x: usize): i32 {
  const values = s.values,
    kind = s.kind,
    narrow = s.narrow,
    panel = s.panel,
    first = s.first,
    blocks = s.blocks,
    below = s.below;
  for (; c < end && load<u8>(kind + (c as usize)) === THREES; c++) {
    const o = numberAt(values, wordAt(panel, c)),
      i = numberAt(x, wordAt(first, c));
    const isNarrow = load<u8>(narrow + (c as usize)) === 1;
    const x0 = load<f64>(i),
      x1 = load<f64>(i, 8) - load<f64>(o, 24) * x0;
    store<f64>(i, x1, 8);
    let x2: f64 = 0;
    if (!isNarrow) {
      x2 = load<f64>(i, 16) - load<f64>(o, 48) * x0 - load<f64>(o, 56) * x1;
      store<f64>(i, x2, 16);
    }
    const both0 = f64x2.splat(x0),
      both1 = f64x2.splat(x1);
    const last = wordAt(blocks, c + 1);
    for (let j = wordAt(blocks, c), at = o + 72; j < last; j++, at += 72) {
      const node = wordAt(below, j);
      const row = numberAt(x, wordAt(first, node));
      let pair = f64x2.add(f64x2.mul(pairAt(at), both0), f64x2.mul(pairAt(at + 8), both1));
      if (!isNarrow) pair = f64x2.add(pair, f64x2.mul(pairAt(at + 16), f64x2.splat(x2)));
      v128.store(row, f64x2.sub(v128.load(row), pair));
      if (rowsOf(narrow, node) === 48) continue;
      let third = load<f64>(at, 48) * x0 + load<f64>(at, 56) * x1;
      if (!isNarrow) third += load<f64>(at, 64) * x2;
      store<f64>(row, load<f64>(row, 16) - third, 16);
    }
  }
  return c;
}

/** The run of threes from column `c` back. */
export function backwardThrees(s: Space, c: i32, end: i32, x: usize): i32 {
  const values = s.values,
    kind = s.kind,
    narrow = s.narrow,
    panel = s.panel,
    first = s.first,
    blocks = s.blocks,
    below = s.below;
  for (; c >= end && load<u8>(kind + (c as usize)) === THREES; c--) {
    const o = numberAt(values, wordAt(panel, c)),
      i = numberAt(x, wordAt(first, c));
    const isNarrow = load<u8>(narrow + (c as usize)) === 1;
    let pair = f64x2.mul(v128.load(i), v128.load64_lane(o, v128.load64_zero(o), 1, 32));
    let x2 = load<f64>(i, 16) * load<f64>(o, 64);
    const last = wordAt(blocks, c + 1);
    for (let j = wordAt(blocks, c), at = o + 72; j < last; j++, at += 72) {
      const node = wordAt(below, j);
      const row = numberAt(x, wordAt(first, node));
      const rows = rowsOf(narrow, node);
      for (let k: usize = 0, y = row; k < rows; k += 24, y += 8) {
        pair = f64x2.sub(pair, f64x2.mul(v128.load(at + k), v128.load64_splat(y)));
        if (!isNarrow) x2 -= load<f64>(at + k, 16) * load<f64>(y);
      }
    }
    let x0 = f64x2.extract_lane(pair, 0),
      x1 = f64x2.extract_lane(pair, 1);
    if (!isNarrow) {
      x1 -= load<f64>(o, 56) * x2;
      x0 -= load<f64>(o, 48) * x2;
    }
    store<f64>(i, x0 - load<f64>(o, 24) * x1);
    store<f64>(i, x1, 8);
    store<f64>(i, x2, 16);
  }
  return c;
}

/** Any number of pivots. */
export function forwardColumn(s: Space, c: i32, x: usize, width: i32): void {
  const stride = numberAt(0, width);
  const pivots = numberAt(x, wordAt(s.first, c));
  let at = numberAt(s.values, wordAt(s.panel, c));
  for (let i: usize = 0; i < stride; i += 8, at += stride) {
    let rest = load<f64>(pivots + i);
    for (let k: usize = 0; k < i; k += 8) rest -= load<f64>(at + k) * load<f64>(pivots + k);
    store<f64>(pivots + i, rest);
  }
  const end = wordAt(s.rowStart, c + 1);
  for (let r = wordAt(s.rowStart, c); r < end; r++, at += stride) {
    const row = numberAt(x, wordAt(s.belowRows, r));
    let sum = load<f64>(at) * load<f64>(pivots);
    for (let k: usize = 8; k < stride; k += 8) sum += load<f64>(at + k) * load<f64>(pivots + k);
    store<f64>(row, load<f64>(row) - sum);
  }
}

/** Any number of pivots. */
export function backwardColumn(s: Space, c: i32, x: usize, width: i32): void {
  const stride = numberAt(0, width);
  const pivots = numberAt(x, wordAt(s.first, c));
  const o = numberAt(s.values, wordAt(s.panel, c));
  let at = o;
  for (let i: usize = 0; i < stride; i += 8, at += stride)
    store<f64>(pivots + i, load<f64>(pivots + i) * load<f64>(at + i));
  const end = wordAt(s.rowStart, c + 1);
  for (let r = wordAt(s.rowStart, c); r < end; r++, at += stride) {
    const y = load<f64>(numberAt(x, wordAt(s.belowRows, r)));
    for (let k: usize = 0; k < stride; k += 8) store<f64>(pivots + k, load<f64>(pivots + k) - load<f64>(at + k) * y);
  }
  at = o + (stride >> 3) * stride;
  for (let i = stride - 8; i > 0; i -= 8) {
    at -= stride;
    const y = load<f64>(pivots + i);
    for (let k: usize = 0; k < i; k += 8) store<f64>(pivots + k, load<f64>(pivots + k) - load<f64>(at + k) * y);
  }
}
