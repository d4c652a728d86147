/** How what the passes of the direct step work on lies in memory, in bytes. */

import { Space } from './space';

/** A pose is x, y, cos, sin; a velocity, and whatever else there is 3 of per body, is x, y, ω. */
export const POSE: usize = 32,
  COS: usize = 16,
  SIN: usize = 24;
export const VELOCITY: usize = 24,
  OMEGA: usize = 16;

/** Hinges or angles of one part in a row: the first of them, the one after the last, the part. */
@unmanaged
export class Segment {
  first!: i32;
  end!: i32;
  part!: i32;
}
export const SEGMENT: usize = 12;

/** Place of number `i` of an array. */
export function numberAt<I>(array: usize, i: I): usize {
  return array + ((i as usize) << 3);
}

/** Entry `i` of a table of words. */
export function wordAt<I>(table: usize, i: I): I {
  return load<u32>(table + ((i as usize) << 2)) as I;
}

/** Entry `i` of records of so many bytes. */
export function recordAt(records: usize, i: i32, size: usize): usize {
  return records + (i as usize) * size;
}

/** 1 of a part that the passes are to leave alone. */
export function isIdle(s: Space, part: i32): bool {
  return load<u8>(s.idle + (part as usize)) === 1;
}

/** 1 of a part that keeps its factor. */
export function keepsFactor(s: Space, part: i32): bool {
  return load<u8>(s.keeps + (part as usize)) === 1;
}

/** Of `out`, as in src/direct/island/outcomes.ts. */
export const FASTEST: usize = 0,
  WIDEST: usize = 8,
  KINETIC: usize = 16,
  FACTOR: usize = 32;
