/**
 * The passes of the direct step over rows that are no hinges', each with an entry in the Jacobian for every body of its joint, in
 * AssemblyScript. Compiled with
 * direct-passes.ts; each does what is named above it.
 */

import { keepsFactor, numberAt, OMEGA, VELOCITY, wordAt } from './layout';
import { DRIVEN, POSITION, RATE_ROW, SOFT } from './modes';
import { Space } from './space';

/** Offset of y in a velocity; entries of the Jacobian lie like velocities. */
const Y: usize = 8;
const ENTRY = VELOCITY;

/** Of a product of two blocks of rows, as in src/direct/factor/row-system.ts. */
@unmanaged
class Product {
  target!: u32;
  stride!: u32;
  rows!: u32;
  columns!: u32;
  later!: u32;
  laterStep!: u32;
  earlier!: u32;
  earlierStep!: u32;
  weight!: u32;
  laterRow!: u32;
  earlierRow!: u32;
}
const PRODUCT: usize = 44;

/** measure-rows.ts, writeRates. */
export function writeRates(s: Space, count: i32, v: usize): void {
  for (let k: usize = 0; k < (count as usize); k++) writeRate(s, wordAt(s.acting, k), v);
}

function writeRate(s: Space, row: usize, v: usize): void {
  const jacobian = s.jacobian,
    body = s.body;
  let sum: f64 = 0;
  for (let e = wordAt(s.entryStart, row), end = wordAt(s.entryStart, row + 1); e < end; e++) {
    const g = jacobian + e * ENTRY,
      i = v + wordAt(body, e) * VELOCITY;
    sum += load<f64>(g) * load<f64>(i) + load<f64>(g, Y) * load<f64>(i, Y) + load<f64>(g, OMEGA) * load<f64>(i, OMEGA);
  }
  store<f64>(numberAt(s.rate, row), sum);
}

/** mean-pose.ts, findIncrement: what the rows ask. */
export function askRows(s: Space, count: i32): void {
  const perStep = 1 / s.h;
  for (let k: usize = 0; k < (count as usize); k++) {
    const row = wordAt(s.acting, k);
    writeRate(s, row, s.du);
    const asked = -load<f64>(numberAt(s.left, row)) * perStep - load<f64>(numberAt(s.rate, row));
    store<f64>(numberAt(s.dImpulse, row), load<u8>(s.held + row) === 1 ? 0 : asked);
  }
}

/** mean-pose.ts, pushRows. */
export function pushRows(s: Space, count: i32, impulse: usize, v: usize): void {
  const jacobian = s.jacobian,
    body = s.body,
    weight = s.weight;
  for (let k: usize = 0; k < (count as usize); k++) {
    const row = wordAt(s.acting, k);
    const p = load<f64>(numberAt(impulse, row));
    if (p === 0) continue;
    for (let e = wordAt(s.entryStart, row), end = wordAt(s.entryStart, row + 1); e < end; e++) {
      const g = jacobian + e * ENTRY,
        at = wordAt(body, e) * VELOCITY;
      const i = v + at,
        w = weight + at;
      store<f64>(i, load<f64>(i) + load<f64>(w) * load<f64>(g) * p);
      store<f64>(i, load<f64>(i, Y) + load<f64>(w, Y) * load<f64>(g, Y) * p, Y);
      store<f64>(i, load<f64>(i, OMEGA) + load<f64>(w, OMEGA) * load<f64>(g, OMEGA) * p, OMEGA);
    }
  }
}

/** row-system.ts, addProducts: of the parts that need a new factor. */
export function addProducts(s: Space): void {
  const size = (s.partProducts as usize) * PRODUCT;
  for (let part: i32 = 0; part < s.parts; part++) {
    if (keepsFactor(s, part)) continue;
    const from = s.products + (part as usize) * size;
    for (let at = from; at < from + size; at += PRODUCT) addProduct(s, changetype<Product>(at));
  }
}

function addProduct(s: Space, product: Product): void {
  const held = s.held;
  const w = numberAt(s.weight, product.weight as usize);
  const wx = load<f64>(w),
    wy = load<f64>(w, Y),
    wa = load<f64>(w, OMEGA);
  const columns = product.columns as usize;
  const first = numberAt(s.jacobian, product.earlier as usize);
  const step = numberAt(0, product.earlierStep as usize);
  let i = numberAt(s.jacobian, product.later as usize),
    target = numberAt(s.values, product.target as usize);
  for (let r: usize = 0; r < (product.rows as usize); r++) {
    if (load<u8>(held + (product.laterRow as usize) + r) === 0) {
      const x = load<f64>(i) * wx,
        y = load<f64>(i, Y) * wy,
        a = load<f64>(i, OMEGA) * wa;
      for (let c: usize = 0, j = first; c < columns; c++, j += step) {
        if (load<u8>(held + (product.earlierRow as usize) + c) === 1) continue;
        const t = numberAt(target, c);
        store<f64>(t, load<f64>(t) + (x * load<f64>(j) + y * load<f64>(j, Y) + a * load<f64>(j, OMEGA)));
      }
    }
    target += numberAt(0, product.stride as usize);
    i += numberAt(0, product.laterStep as usize);
  }
}

/** mean-pose.ts, measureLeft. */
export function measureLeft(s: Space, count: i32): void {
  const h = s.h;
  for (let k: usize = 0; k < (count as usize); k++) {
    const row = wordAt(s.acting, k);
    const left = numberAt(s.left, row);
    const mode = load<u8>(s.mode + row);
    const after = load<f64>(numberAt(s.after, row));
    if (mode === POSITION) {
      store<f64>(left, after - load<f64>(numberAt(s.goal, row)) - load<f64>(numberAt(s.target, row)));
    } else if (mode === RATE_ROW || mode === DRIVEN) {
      writeRate(s, row, s.u);
      const missing = load<f64>(numberAt(s.rate, row)) - load<f64>(numberAt(s.goal, row));
      store<f64>(left, h * missing - load<f64>(numberAt(s.yielded, row)));
    } else if (mode === SOFT) {
      const moved = after - load<f64>(numberAt(s.before, row)) - load<f64>(numberAt(s.lag, row));
      store<f64>(left, yieldOf(s, row) + moved);
    } else store<f64>(left, 0);
  }
}

/** mean-pose.ts, writeYield. */
function yieldOf(s: Space, row: usize): f64 {
  let rate = load<f64>(numberAt(s.softness, row)) * beyondStart(s, row);
  const before = load<f64>(numberAt(s.crossSoftness, row));
  const next = row + 1 < (s.rows as usize) ? load<f64>(numberAt(s.crossSoftness, row + 1)) : 0;
  if (before !== 0) rate += before * beyondStart(s, row - 1);
  if (next !== 0) rate += next * beyondStart(s, row + 1);
  return s.h * rate;
}

/** What the impulse of a row is beyond its force at the start. */
function beyondStart(s: Space, row: usize): f64 {
  const given = load<f64>(numberAt(s.impulse, row)) - load<f64>(numberAt(s.fixed, row));
  return given - s.h * load<f64>(numberAt(s.softForce, row));
}
