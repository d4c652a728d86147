/**
 * src/direct/ldlt.ts for the factor of an island, in AssemblyScript: what stands above each function there does the same operations in
 * the same order, so both give the same bits, and what changes there changes here. Compiled with pin-passes.ts.
 */

import { Space } from './space';

/** As in src/direct/eliminate.ts. */
const DROP_BELOW: f64 = 1.5e-14;
/** Kernels, as in src/direct/factor-plan.ts. */
const LINK: u8 = 1,
  TWOS: u8 = 2,
  THREES: u8 = 3;

/** ldlt.ts, factorise. */
export function factorise(s: Space): void {
  const columns = s.partColumns;
  for (let part: i32 = 0; part < s.parts; part++)
    if (load<u8>(s.keeps + (part as usize)) === 0) factoriseColumns(s, part * columns, (part + 1) * columns);
}

function factoriseColumns(s: Space, first: i32, end: i32): void {
  for (let c = eliminateLinks(s, first, end); c < end; c = eliminateLinks(s, c + 1, end)) {
    const width = wordAt(s.first, c + 1) - wordAt(s.first, c);
    const kind = load<u8>(s.kind + (c as usize));
    if (width === 2) eliminate2(s, c);
    else if (width === 3) eliminate3(s, c);
    else eliminate(s, c, width);
    if (kind === TWOS) subtractTwos(s, c);
    else if (kind === THREES) subtractThrees(s, c);
    else subtract(s, c, width);
  }
}

/** ldlt.ts, solve. */
export function solve(s: Space, x: usize): void {
  const columns = s.partColumns;
  for (let part: i32 = 0; part < s.parts; part++)
    if (load<u8>(s.idle + (part as usize)) === 0) solveColumns(s, part * columns, (part + 1) * columns, x);
}

function solveColumns(s: Space, first: i32, end: i32, x: usize): void {
  for (let c = forwardLinks(s, first, end, x); c < end; c = forwardLinks(s, c + 1, end, x)) {
    const width = wordAt(s.first, c + 1) - wordAt(s.first, c);
    if (width === 2) forward2(s, c, x);
    else if (width === 3) forward3(s, c, x);
    else forwardColumn(s, c, x, width);
  }
  for (let c = backwardLinks(s, end - 1, first, x); c >= first; c = backwardLinks(s, c - 1, first, x)) {
    const width = wordAt(s.first, c + 1) - wordAt(s.first, c);
    if (width === 2) backward2(s, c, x);
    else if (width === 3) backward3(s, c, x);
    else backwardColumn(s, c, x, width);
  }
}

/** ldlt.ts, judgePivots: returns the rank. */
export function judgePivots(s: Space): i32 {
  const columns = s.partColumns;
  const redundantBelow = f64x2.splat(s.redundantBelow),
    none = f64x2.splat(0),
    one = f64x2.splat(1);
  let rank: i32 = 0;
  for (let part: i32 = 0; part < s.parts; part++) {
    let largest: f64 = 0;
    let ofTwos = f64x2.splat(0),
      fullTwos = i64x2.splat(0);
    for (let c = part * columns; c < (part + 1) * columns; c++) {
      const first = wordAt(s.first, c);
      const width = wordAt(s.first, c + 1) - first;
      let at = numberAt(s.values, wordAt(s.panel, c));
      if (width === 2) {
        const pivots = f64x2.abs(v128.load64_lane(at, v128.load64_zero(at), 1, 24));
        const inverse = f64x2.mul(pivots, v128.load(numberAt(s.scale, first)));
        const isFull = v128.and(f64x2.gt(inverse, none), f64x2.le(f64x2.mul(inverse, redundantBelow), one));
        ofTwos = f64x2.pmax(ofTwos, inverse);
        fullTwos = i64x2.sub(fullTwos, isFull);
        continue;
      }
      const step = numberAt(8, width);
      for (let i = numberAt(s.scale, first), end = numberAt(i, width); i < end; i += 8, at += step) {
        const inverse = abs<f64>(load<f64>(at)) * load<f64>(i);
        if (inverse > 0 && inverse * s.redundantBelow <= 1) rank++;
        if (inverse > largest) largest = inverse;
      }
    }
    rank += (i64x2.extract_lane(fullTwos, 0) + i64x2.extract_lane(fullTwos, 1)) as i32;
    const largestOfTwos = max<f64>(f64x2.extract_lane(ofTwos, 0), f64x2.extract_lane(ofTwos, 1));
    store<f64>(numberAt(s.largest, part), max<f64>(largest, largestOfTwos));
  }
  return rank;
}

/** Entry `i` of a table of words. */
function wordAt(table: usize, i: i32): i32 {
  return load<i32>(table + ((i as usize) << 2));
}

/** Place of entry `i` of an array of numbers. */
function numberAt(array: usize, i: i32): usize {
  return array + ((i as usize) << 3);
}

/** 1/d, or 0 of a pivot that is dropped. */
function inverted(d: f64, least: f64): f64 {
  return abs<f64>(d) > least ? 1 / d : 0;
}

/** eliminate.ts, eliminateLinks. */
function eliminateLinks(s: Space, c: i32, end: i32): i32 {
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

/** eliminate.ts, eliminate2. */
function eliminate2(s: Space, c: i32): void {
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

/** eliminate.ts, eliminate3. */
function eliminate3(s: Space, c: i32): void {
  const o = numberAt(s.values, wordAt(s.panel, c)),
    end = numberAt(s.values, wordAt(s.panel, c + 1)),
    scale = numberAt(s.scale, wordAt(s.first, c));
  const e10 = load<f64>(o, 24),
    e20 = load<f64>(o, 48);
  const r0 = inverted(load<f64>(o), DROP_BELOW * load<f64>(scale));
  const l10 = e10 * r0,
    l20 = e20 * r0;
  const r1 = inverted(load<f64>(o, 32) - e10 * l10, DROP_BELOW * load<f64>(scale, 8));
  const e21 = load<f64>(o, 56) - e20 * l10;
  const l21 = e21 * r1;
  const r2 = inverted(load<f64>(o, 64) - e20 * l20 - e21 * l21, DROP_BELOW * load<f64>(scale, 16));
  store<f64>(o, r0);
  store<f64>(o, l10, 24);
  store<f64>(o, r1, 32);
  store<f64>(o, l20, 48);
  store<f64>(o, l21, 56);
  store<f64>(o, r2, 64);
  for (let row = o + 72, raw = s.raw; row < end; row += 24, raw += 24) {
    const t0 = load<f64>(row),
      t1 = load<f64>(row, 8) - t0 * l10,
      t2 = load<f64>(row, 16) - t0 * l20 - t1 * l21;
    store<f64>(raw, t0);
    store<f64>(raw, t1, 8);
    store<f64>(raw, t2, 16);
    store<f64>(row, t0 * r0);
    store<f64>(row, t1 * r1, 8);
    store<f64>(row, t2 * r2, 16);
  }
}

/** eliminate.ts, eliminateAny: eliminate1 does the same in the same order. */
function eliminate(s: Space, c: i32, width: i32): void {
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

/** subtract.ts, subtractTwos. */
function subtractTwos(s: Space, c: i32): void {
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

/** subtract.ts, subtractThrees. */
function subtractThrees(s: Space, c: i32): void {
  const values = s.values,
    targets = s.targets;
  const o = numberAt(values, wordAt(s.panel, c)) + 72;
  const size = numberAt(values, wordAt(s.panel, c + 1)) - o;
  let list = c,
    k = wordAt(s.targetStart, c);
  for (let j: usize = 0; j < size; j += 72) {
    const at = o + j;
    const l0 = f64x2(load<f64>(at), load<f64>(at, 24)),
      l1 = f64x2(load<f64>(at, 8), load<f64>(at, 32)),
      l2 = f64x2(load<f64>(at, 16), load<f64>(at, 40));
    const l20 = load<f64>(at, 48),
      l21 = load<f64>(at, 56),
      l22 = load<f64>(at, 64);
    for (let i = j; i < size; i += 72) {
      const t = numberAt(values, wordAt(targets, k++));
      for (let row: usize = 0; row < 72; row += 24) {
        const raw = s.raw + i + row;
        const to = t + row;
        const pair = f64x2.add(
          f64x2.add(f64x2.mul(v128.load64_splat(raw), l0), f64x2.mul(v128.load64_splat(raw, 8), l1)),
          f64x2.mul(v128.load64_splat(raw, 16), l2),
        );
        const last = load<f64>(raw) * l20 + load<f64>(raw, 8) * l21 + load<f64>(raw, 16) * l22;
        v128.store(to, f64x2.sub(v128.load(to), pair));
        store<f64>(to, load<f64>(to, 16) - last, 16);
      }
    }
    if (load<u8>(s.sharesTargets + (list as usize)) === 1) {
      list = wordAt(s.below, wordAt(s.blocks, list));
      k = wordAt(s.targetStart, list);
    }
  }
}

/** subtract.ts, subtractAny: subtract1, 2 and 3 do the same in the same order. */
function subtract(s: Space, c: i32, width: i32): void {
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

/** substitute.ts, forwardLinks. */
function forwardLinks(s: Space, c: i32, end: i32, x: usize): i32 {
  const values = s.values,
    kind = s.kind;
  for (; c < end && load<u8>(kind + (c as usize)) === LINK; c++) {
    const o = numberAt(values, wordAt(s.panel, c)),
      i = numberAt(x, wordAt(s.first, c)),
      r = numberAt(x, wordAt(s.belowRows, wordAt(s.rowStart, c)));
    const l = load<f64>(o, 16);
    const upper = v128.load(o, 32),
      lower = v128.load(o, 48);
    const last = v128.shuffle<f64>(upper, lower, 1, 3);
    const first = f64x2.sub(v128.shuffle<f64>(upper, lower, 0, 2), f64x2.mul(last, f64x2.splat(l)));
    const taken = f64x2.add(f64x2.mul(first, v128.load64_splat(i)), f64x2.mul(last, v128.load64_splat(i, 8)));
    store<f64>(i, load<f64>(i, 8) - l * load<f64>(i), 8);
    v128.store(r, f64x2.sub(v128.load(r), taken));
  }
  return c;
}

/** substitute.ts, backwardLinks. */
function backwardLinks(s: Space, c: i32, first: i32, x: usize): i32 {
  const values = s.values,
    kind = s.kind;
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
    const taken = f64x2.add(f64x2.mul(upper, v128.load64_splat(r)), f64x2.mul(lower, v128.load64_splat(r, 8)));
    v128.store(i, f64x2.sub(f64x2(z0, z1), taken));
  }
  return c;
}

/** substitute.ts, forward2. */
function forward2(s: Space, c: i32, x: usize): void {
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

/** substitute.ts, backward2. */
function backward2(s: Space, c: i32, x: usize): void {
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

/** substitute.ts, forward3. */
function forward3(s: Space, c: i32, x: usize): void {
  const o = numberAt(s.values, wordAt(s.panel, c)),
    i = numberAt(x, wordAt(s.first, c));
  const x0 = load<f64>(i),
    x1 = load<f64>(i, 8) - load<f64>(o, 24) * x0,
    x2 = load<f64>(i, 16) - load<f64>(o, 48) * x0 - load<f64>(o, 56) * x1;
  store<f64>(i, x1, 8);
  store<f64>(i, x2, 16);
  const end = wordAt(s.rowStart, c + 1);
  for (let r = wordAt(s.rowStart, c), at = o + 72; r < end; r++, at += 24) {
    const row = numberAt(x, wordAt(s.belowRows, r));
    store<f64>(row, load<f64>(row) - (load<f64>(at) * x0 + load<f64>(at, 8) * x1 + load<f64>(at, 16) * x2));
  }
}

/** substitute.ts, backward3. */
function backward3(s: Space, c: i32, x: usize): void {
  const o = numberAt(s.values, wordAt(s.panel, c)),
    i = numberAt(x, wordAt(s.first, c));
  let x0 = load<f64>(i) * load<f64>(o),
    x1 = load<f64>(i, 8) * load<f64>(o, 32),
    x2 = load<f64>(i, 16) * load<f64>(o, 64);
  const end = wordAt(s.rowStart, c + 1);
  for (let r = wordAt(s.rowStart, c), at = o + 72; r < end; r++, at += 24) {
    const y = load<f64>(numberAt(x, wordAt(s.belowRows, r)));
    x0 -= load<f64>(at) * y;
    x1 -= load<f64>(at, 8) * y;
    x2 -= load<f64>(at, 16) * y;
  }
  x1 -= load<f64>(o, 56) * x2;
  x0 -= load<f64>(o, 48) * x2;
  store<f64>(i, x0 - load<f64>(o, 24) * x1);
  store<f64>(i, x1, 8);
  store<f64>(i, x2, 16);
}

/** substitute.ts, forwardAny: forward1 does the same in the same order. */
function forwardColumn(s: Space, c: i32, x: usize, width: i32): void {
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

/** substitute.ts, backwardAny: backward1 does the same in the same order. */
function backwardColumn(s: Space, c: i32, x: usize, width: i32): void {
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
