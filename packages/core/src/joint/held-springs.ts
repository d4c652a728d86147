import {
  BEARING,
  FRICTION,
  HELD_SHARE,
  LIMITS_ROW,
  LIMITS_SOFT,
  LOCK_ROW,
  LOCK_SOFT,
  MOTOR,
  SPRING,
  SPRING_ROW,
  S_GAMMA,
  S_GIVE,
  S_HALVED,
  VISCOUS,
  VISCOUS_ROW,
} from '../coordinates/laws/law-fields';
import { isHeld } from '../coordinates/laws/lock';
import { EFFECTIVE_MASS, INVERSE_MASS } from '../coordinates/scalar';
import { found, measureInverseMass } from './batch/inverse-mass';
import type { JointBatch } from './batch/joint-batch';
import type { CoordinateSpec } from './joint-type';

/**
 * Springs beside a motor, friction or a stronger spring of their joint, which is solved after them: an undamped suspension off the
 * centre of a wheel whose spin is held. What holds the rate takes back part of what the spring moved, at once and for good. Solved as if
 * it were free, the spring came late by that part, which fed it: 20 Hz gained a thousandfold in ten seconds.
 */

const SOFT = SPRING | LOCK_SOFT | LIMITS_SOFT | VISCOUS;
const HOLDS_RATE = MOTOR | FRICTION | BEARING | VISCOUS;

/** True if there may be such springs, by the bits of the laws of each coordinate. */
export function hasHeldSprings(coordinates: readonly CoordinateSpec[], flags: readonly number[]): boolean {
  let soft = false;
  for (let c = 0; c < coordinates.length; c++) {
    if (soft && flags[c] & (SOFT | HOLDS_RATE)) return true;
    if (coordinates[c].kind.scalar && flags[c] & SOFT) soft = true;
  }
  return false;
}

/**
 * Lets them give way as far as what holds beside them lets them, at the pose just prepared. Measured `anew` at the start of a step; the
 * share that is left to them changes little within one.
 */
export function holdSprings(batch: JointBatch, v: Float64Array, anew: boolean): void {
  const { rows: d, laws: w, type, active, activeCount, stride, lawsStride } = batch;
  const { coordinates } = type;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    let isBeside = false;
    for (let c = coordinates.length - 1; c >= 0; c--) {
      const { kind, at, law } = coordinates[c];
      const p = j * lawsStride + law;
      const flags = d[j * stride + at + kind.flagsAt] | 0;
      if (isBeside && kind.scalar && flags & SOFT) {
        const o = j * stride + at;
        if (anew) {
          measureInverseMass(batch, j, coordinates[c], c, holds, v);
          w[p + HELD_SHARE] = found[0] * d[o + EFFECTIVE_MASS];
        }
        if (flags & SPRING) holdRow(d, o, w, p, SPRING_ROW);
        if (flags & LOCK_SOFT) holdRow(d, o, w, p, LOCK_ROW);
        if (flags & LIMITS_SOFT) holdRow(d, o, w, p, LIMITS_ROW);
        if (flags & VISCOUS) holdRow(d, o, w, p, VISCOUS_ROW);
      }
      if (!isBeside && holdsRate(flags, kind.scalar, w, p)) isBeside = true;
    }
  }
}

/** Locks count where something holds a rate beside them; alone they pull back what they let pass, and feed nothing. */
function holds(flags: number, scalar: boolean, w: Float64Array, p: number): boolean {
  return isHeld(flags) || holdsRate(flags, scalar, w, p);
}

/** True with a law that holds the rate, but no place; a spring holds it that is not resolved. */
function holdsRate(flags: number, scalar: boolean, w: Float64Array, p: number): boolean {
  if (flags & HOLDS_RATE) return true;
  if (!scalar) return false;
  return (
    ((flags & SPRING) !== 0 && w[p + SPRING_ROW + S_HALVED] !== 0) ||
    ((flags & LOCK_SOFT) !== 0 && w[p + LOCK_ROW + S_HALVED] !== 0)
  );
}

/** Of a soft row of the midpoint rule; one that acts in both passes sees in the second what the others did. */
function holdRow(d: Float64Array, o: number, w: Float64Array, p: number, row: number): void {
  const s = p + row;
  if (w[s + S_HALVED] === 0) w[s + S_GIVE] = w[p + HELD_SHARE] * d[o + INVERSE_MASS] + w[s + S_GAMMA];
}
