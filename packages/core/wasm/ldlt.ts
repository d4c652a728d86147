/**
 * src/direct/factor/ldlt.ts for the factor of an island of hinges, in AssemblyScript, with kernels for the shapes that those have. Compiled
 * with direct-passes.ts.
 */

import { eliminate, eliminate2, eliminateLinks, eliminateThrees, subtract, subtractTwos } from './eliminate';
import { LINK, THREES, TWOS } from './factor';
import { isIdle, keepsFactor, numberAt, wordAt } from './layout';
import { Space } from './space';
import {
  backward2,
  backwardColumn,
  backwardLinks,
  backwardThrees,
  forward2,
  forwardColumn,
  forwardLinks,
  forwardThrees,
} from './substitute';

/** ldlt.ts, factorise. */
export function factorise(s: Space): void {
  const columns = s.partColumns;
  for (let part: i32 = 0; part < s.parts; part++)
    if (!keepsFactor(s, part)) factoriseColumns(s, part * columns, (part + 1) * columns);
}

function factoriseColumns(s: Space, first: i32, end: i32): void {
  noteNarrow(s, first, end);
  let c = first;
  while (c < end) {
    const kind = load<u8>(s.kind + (c as usize));
    if (kind === LINK) c = eliminateLinks(s, c, end);
    else if (kind === THREES) c = eliminateThrees(s, c, end);
    else eliminateOne(s, c++);
  }
}

function eliminateOne(s: Space, c: i32): void {
  const width = wordAt(s.first, c + 1) - wordAt(s.first, c);
  if (width === 2) eliminate2(s, c);
  else eliminate(s, c, width);
  if (load<u8>(s.kind + (c as usize)) === TWOS) subtractTwos(s, c);
  else subtract(s, c, width);
}

/** ldlt.ts, solve. */
export function solve(s: Space, x: usize): void {
  const columns = s.partColumns;
  for (let part: i32 = 0; part < s.parts; part++)
    if (!isIdle(s, part)) solveColumns(s, part * columns, (part + 1) * columns, x);
}

function solveColumns(s: Space, first: i32, end: i32, x: usize): void {
  let c = first;
  while (c < end) {
    const kind = load<u8>(s.kind + (c as usize));
    if (kind === LINK) c = forwardLinks(s, c, end, x);
    else if (kind === THREES) c = forwardThrees(s, c, end, x);
    else {
      const width = wordAt(s.first, c + 1) - wordAt(s.first, c);
      if (width === 2) forward2(s, c++, x);
      else forwardColumn(s, c++, x, width);
    }
  }
  c = end - 1;
  while (c >= first) {
    const kind = load<u8>(s.kind + (c as usize));
    if (kind === LINK) c = backwardLinks(s, c, first, x);
    else if (kind === THREES) c = backwardThrees(s, c, first, x);
    else {
      const width = wordAt(s.first, c + 1) - wordAt(s.first, c);
      if (width === 2) backward2(s, c--, x);
      else backwardColumn(s, c--, x, width);
    }
  }
}

/*
 * A hinge whose limits are not met has three rows of which the third is held: beside its diagonal there are only zeros, which nothing fills
 * in. Where such a column is among others of three, what would multiply them is left out: a ragdoll in the air is a system of twos.
 */

function noteNarrow(s: Space, c: i32, end: i32): void {
  for (; c < end; c++) {
    const first = wordAt(s.first, c);
    const isHeld = wordAt(s.first, c + 1) - first === 3 && load<u8>(s.held + (first as usize) + 2) === 1;
    store<u8>(s.narrow + (c as usize), isHeld ? 1 : 0);
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
    let ofPairs = f64x2.splat(0),
      fullPairs = i64x2.splat(0);
    for (let c = part * columns; c < (part + 1) * columns; c++) {
      const first = wordAt(s.first, c);
      const width = wordAt(s.first, c + 1) - first;
      const step = numberAt(8, width);
      let at = numberAt(s.values, wordAt(s.panel, c)),
        i = numberAt(s.scale, first);
      const end = numberAt(i, width);
      for (; i + 16 <= end; i += 16, at += 2 * step) {
        const pivots = f64x2.abs(v128.load64_lane(at + step, v128.load64_zero(at), 1));
        const inverse = f64x2.mul(pivots, v128.load(i));
        const isFull = v128.and(f64x2.gt(inverse, none), f64x2.le(f64x2.mul(inverse, redundantBelow), one));
        ofPairs = f64x2.pmax(ofPairs, inverse);
        fullPairs = i64x2.sub(fullPairs, isFull);
      }
      if (i === end) continue;
      const inverse = abs<f64>(load<f64>(at)) * load<f64>(i);
      if (inverse > 0 && inverse * s.redundantBelow <= 1) rank++;
      if (inverse > largest) largest = inverse;
    }
    rank += (i64x2.extract_lane(fullPairs, 0) + i64x2.extract_lane(fullPairs, 1)) as i32;
    const largestOfPairs = max<f64>(f64x2.extract_lane(ofPairs, 0), f64x2.extract_lane(ofPairs, 1));
    store<f64>(numberAt(s.largest, part), max<f64>(largest, largestOfPairs));
  }
  return rank;
}
