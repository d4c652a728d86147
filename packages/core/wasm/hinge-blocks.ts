/**
 * What the direct step's factor is made of but for the rows of row-passes.ts, in AssemblyScript. Compiled with direct-passes.ts.
 */

import { keepsFactor, OMEGA, recordAt, SEGMENT, Segment } from './layout';
import { endOfSegments, Hinge, HINGE, ROW_Y, TURN_AX, TURN_AY, TURN_BX, TURN_BY } from './hinge-places';
import { Space } from './space';

/** Of a pair of hinges, as src/direct/factor/row-system.ts lists them: target, its stride, turns of the later and the earlier, the body's weights, ±1. */
const PAIR: usize = 24;
/** Of an angle row with another row, of one body, likewise: target, turns of both in the Jacobian, weight, both rows. */
const TURN_PRODUCT: usize = 24;

const LEAST_SCALE: f64 = 1e-12;

/**
 * The blocks of S = J W Jᵀ that hinges have by themselves and with those that share a body with them, and the products of angle rows that are
 * not held, in a matrix of zeros: of the parts that need a new factor. Rows of hinges, which are never soft and never held, are scaled at once.
 */
export function writeBlocks(s: Space): void {
  const parts = s.parts;
  const size = s.partValues as usize;
  for (let part: i32 = 0; part < parts; part++)
    if (!keepsFactor(s, part)) memory.fill(s.values + (((part as usize) * size) << 3), 0, size << 3);
  for (let each = s.segments, all = endOfSegments(s); each < all; each += SEGMENT) {
    const segment = changetype<Segment>(each);
    if (keepsFactor(s, segment.part)) continue;
    writeHingeBlocks(s, recordAt(s.hinges, segment.first, HINGE), recordAt(s.hinges, segment.end, HINGE));
  }
  const pairBytes = (s.partPairWords as usize) << 2,
    turnBytes = (s.partTurnWords as usize) << 2;
  for (let part: i32 = 0; part < parts; part++) {
    if (keepsFactor(s, part)) continue;
    const pairs = s.pairs + (part as usize) * pairBytes,
      turns = s.turns + (part as usize) * turnBytes;
    addPairs(s, pairs, pairs + pairBytes);
    addTurns(s, turns, turns + turnBytes);
  }
}

function writeHingeBlocks(s: Space, at: usize, last: usize): void {
  const weight = s.weight,
    jacobian = s.jacobian,
    values = s.values,
    diagonal = s.diagonal,
    floor = s.floor,
    scale = s.scale,
    compliance = s.compliance;
  for (; at < last; at += HINGE) {
    const hinge = changetype<Hinge>(at);
    const g = jacobian + hinge.gradient;
    const aX = load<f64>(g, TURN_AX),
      aY = load<f64>(g, TURN_AY),
      bX = load<f64>(g, TURN_BX),
      bY = load<f64>(g, TURN_BY);
    const a = weight + hinge.bodyA,
      b = weight + hinge.bodyB;
    const wA = load<f64>(a, OMEGA),
      wB = load<f64>(b, OMEGA);
    const row = hinge.row;
    const places = diagonal + (row >> 1);
    const t = values + ((load<u32>(places) as usize) << 3),
      below = values + ((load<u32>(places, 4) as usize) << 3);
    const sizeX = load<f64>(a) + load<f64>(b) + wA * aX * aX + wB * bX * bX,
      sizeY = load<f64>(a, 8) + load<f64>(b, 8) + wA * aY * aY + wB * bY * bY;
    const size = f64x2(sizeX, sizeY),
      low = v128.load(floor + row);
    const whole = f64x2.mul(size, f64x2.add(f64x2.splat(1), low));
    v128.store(scale + row, size);
    v128.store(compliance + row, f64x2.mul(size, low));
    v128.store64_lane(t, whole, 0);
    store<f64>(below - 8, wA * aX * aY + wB * bX * bY);
    v128.store64_lane(below, whole, 1);
  }
}

function addPairs(s: Space, at: usize, last: usize): void {
  const weight = s.weight,
    jacobian = s.jacobian,
    values = s.values;
  for (; at < last; at += PAIR) {
    const t = values + ((load<u32>(at) as usize) << 3);
    const below = t + ((load<u32>(at, 4) as usize) << 3);
    const i = jacobian + ((load<u32>(at, 8) as usize) << 3),
      j = jacobian + ((load<u32>(at, 12) as usize) << 3);
    const w = weight + ((load<u32>(at, 16) as usize) << 3);
    const sign = load<i32>(at, 20) as f64;
    const turn = load<f64>(w, OMEGA);
    const x = turn * load<f64>(i),
      y = turn * load<f64>(i, ROW_Y);
    const jX = load<f64>(j),
      jY = load<f64>(j, ROW_Y);
    store<f64>(t, load<f64>(t) + (sign * load<f64>(w) + x * jX));
    store<f64>(t, load<f64>(t, 8) + x * jY, 8);
    store<f64>(below, load<f64>(below) + y * jX);
    store<f64>(below, load<f64>(below, 8) + (sign * load<f64>(w, 8) + y * jY), 8);
  }
}

function addTurns(s: Space, at: usize, last: usize): void {
  const weight = s.weight,
    jacobian = s.jacobian,
    values = s.values,
    held = s.held;
  for (; at < last; at += TURN_PRODUCT) {
    if ((load<u8>(held + (load<u32>(at, 16) as usize)) | load<u8>(held + (load<u32>(at, 20) as usize))) === 1) continue;
    const t = values + ((load<u32>(at) as usize) << 3);
    const i = jacobian + ((load<u32>(at, 4) as usize) << 3),
      j = jacobian + ((load<u32>(at, 8) as usize) << 3);
    const w = weight + ((load<u32>(at, 12) as usize) << 3);
    store<f64>(t, load<f64>(t) + load<f64>(w) * load<f64>(i) * load<f64>(j));
  }
}

/** row-system.ts, scaleRows: of hinges `writeHingeBlocks` has done it, but for sizes that are none. */
export function scaleRows(s: Space): void {
  for (let part: i32 = 0; part < s.parts; part++) if (!keepsFactor(s, part)) scaleRowsOf(s, part);
}

function scaleRowsOf(s: Space, part: i32): void {
  const held = s.held,
    values = s.values,
    scale = s.scale,
    softness = s.softness,
    floor = s.floor,
    diagonal = s.diagonal;
  const compliance = s.compliance,
    crossSoftness = s.crossSoftness;
  let smallestOfHinges = f64x2.splat(Infinity),
    largestOfHinges = f64x2.splat(0);
  const parts = s.parts as usize;
  for (let each = s.segments + (part as usize) * SEGMENT, all = endOfSegments(s); each < all; each += parts * SEGMENT) {
    const segment = changetype<Segment>(each);
    const last = recordAt(s.hinges, segment.end, HINGE);
    for (let at = recordAt(s.hinges, segment.first, HINGE); at < last; at += HINGE) {
      const size = v128.load(scale + changetype<Hinge>(at).row);
      smallestOfHinges = f64x2.pmin(smallestOfHinges, size);
      largestOfHinges = f64x2.pmax(largestOfHinges, size);
    }
  }
  let smallest = min<f64>(f64x2.extract_lane(smallestOfHinges, 0), f64x2.extract_lane(smallestOfHinges, 1));
  let largest = max<f64>(f64x2.extract_lane(largestOfHinges, 0), f64x2.extract_lane(largestOfHinges, 1));
  const laws = (s.partLawRows as usize) << 2;
  const lastLaw = s.lawRows + ((part + 1) as usize) * laws;
  for (let law = lastLaw - laws; law < lastLaw; law += 4) {
    const row = (load<u32>(law) as usize) << 3;
    const free = load<u8>(held + (row >> 3)) === 0;
    const at = values + ((load<u32>(diagonal + (row >> 1)) as usize) << 3);
    const soft = load<f64>(softness + row);
    const low = load<f64>(floor + row);
    const size = free ? load<f64>(at) + soft : 1;
    store<f64>(scale + row, size);
    store<f64>(at, size * (1 + low));
    store<f64>(compliance + row, size * low);
    const across = load<f64>(crossSoftness + row);
    if (across !== 0 && soft > 0 && free) store<f64>(at - 8, load<f64>(at - 8) + across);
    if (size < smallest) smallest = size;
    if (free && size > largest) largest = size;
  }
  const least = LEAST_SCALE * largest;
  if (smallest >= least) return;
  const rows = (s.partRows as usize) << 3;
  for (let at = scale + (part as usize) * rows, end = at + rows; at < end; at += 8)
    if (load<f64>(at) < least) store<f64>(at, least);
}
