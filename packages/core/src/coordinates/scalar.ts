/**
 * What every scalar coordinate keeps in the row record of its joint, whatever its kind: one row
 *
 *   rate q̇ = u·(vB − vA) + sA ωA + sB ωB,    K = (1/mA + 1/mB) u·u + sA²/IA + sB²/IB
 *
 * with what its laws share: value, effective mass, impulse to warm start. A row over n bodies (`sum.ts`) keeps
 * its Jacobian behind these fields and leaves u, sA, sB unused.
 */
export const UX = 0,
  UY = 1,
  SA = 2,
  SB = 3;
/** In the place of u in a row that somebody's code measures: the power of two that its value is multiplied by, so that its slopes are near 1. */
export const GAUGE = UX;
/** Beside it, in the place of u, too: how fast its value changes by itself, whatever its bodies do. */
export const BETA = UY;
/** q (units or rad) as last measured. */
export const VALUE = 4;
/** Effective mass 1/K, 0 where nothing can move; and K, the inverse effective mass. */
export const EFFECTIVE_MASS = 5,
  INVERSE_MASS = 6;
/** Bits of law-fields.ts. */
export const FLAGS = 7;
/** Where the lock holds the value, and its accumulated impulse. */
export const TARGET = 8,
  LOCK_IMPULSE = 9;
/** Impulse of all laws that the next warm start applies. */
export const WARM = 10;
/** C(q moved by h·v) − C(q) − h·J·v: how far a rigid lock would leave its tangent in this substep. */
export const ARC = 11;
/** Hands a visit's numbers to the laws and back without boxing them: rate before and after, impulse of the visit. */
export const RATE = 12,
  DELTA = 13;
/** In its place from the solve pass of an axis, a length or a general row until its next warm start: what it gave for the error alone. */
export const CORRECTION = DELTA;
/** Impulse of all laws in this substep, both passes. */
export const TOTAL = 14;
/** Lock impulse summed over the last step. */
export const LOCK_SUM = 15;

/** Where the lock was told to hold the value; `TARGET` is what it sees of that (whole-turns.ts). */
export const LOCK_GIVEN = 16;

export const SCALAR_SIZE = 17;
