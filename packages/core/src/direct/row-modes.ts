/** What is solved for a row of a direct island. */

/** Nothing: the impulse is what the laws at their caps give. */
export const OFF = 0;
/** The value reaches its goal at the end of the step. */
export const POSITION = 1;
/** The mean rate is what is asked. */
export const RATE_ROW = 2;
/** The impulse follows the value: P = h·force − slope·(C₁ − C₀). */
export const SOFT = 3;

/** What stops a row: nothing, its lower or upper bound, both at once, or a tooth. */
export const NO_STOP = 0,
  AT_LOWER = 1,
  AT_UPPER = 2,
  AT_EQUAL = 3,
  AT_TOOTH = 4;

/** A gap of more than this, per lengthUnit, is of a teleport: held instead of closed by the dynamics. */
export const TELEPORT = 1e-3;

/** Faster rates of a lock, per lengthUnit and step, are projected. */
export const PROJECTED = 1e-4;

/** True for a stop, or tooth, that pushes one way only. */
export function isOneSided(stop: number): boolean {
  return stop === AT_LOWER || stop === AT_UPPER || stop === AT_TOOTH;
}
