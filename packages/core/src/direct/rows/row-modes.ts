import type { StepContext } from '../../coordinates/step-context';
import type { DirectCoordinate } from '../island/island-system';

/** What is solved for a row of a direct island. */

/** Nothing: the impulse is what the laws at their caps give. */
export const OFF = 0;
/** The value reaches its goal at the end of the step. */
export const POSITION = 1;
/** The mean rate is what is asked: of friction, and of stops that yield. */
export const RATE_ROW = 2;
/** The impulse follows the value: P = h·force − slope·(C₁ − C₀). */
export const SOFT = 3;
/** The mean rate is what a motor asks: by how much the value changes, exactly, as of `POSITION`. */
export const DRIVEN = 4;

/** True where it is the mean rate that is solved for. */
export function isRate(mode: number): boolean {
  return mode === RATE_ROW || mode === DRIVEN;
}

/** True where what changes the value is measured exactly, not by the gradient alone. */
export function isExact(mode: number): boolean {
  return mode !== OFF && mode !== RATE_ROW;
}

/**
 * What stops a row: nothing, its lower or upper bound, both at once, a tooth that keeps it from falling, or from rising.
 */
export const NO_STOP = 0,
  AT_LOWER = 1,
  AT_UPPER = 2,
  AT_EQUAL = 3,
  AT_TOOTH_BELOW = 4,
  AT_TOOTH_ABOVE = 5;

/**
 * States of friction beside 0, where it brings the rate at the end of the step to nothing, and its cap, −1 and 1 of a scalar or 1 of a
 * point. Where it would make energy, because the row goes the way it pushes, it brings the mean rate to nothing, and the rate at the end by
 * the projection of velocities; or it does nothing, as a soft stop that would pull.
 */
export const TURNS_BACK = 2,
  LETS_GO = 3;

/** A gap of more than this, per lengthUnit, is of a teleport: held instead of closed by the dynamics. */
export const TELEPORT = 1e-3;

/** What is greater by less than this is that but for rounding: forces that are round numbers take bodies exactly as far as they can be held. */
export const ROUNDED = 1 + 1e-9;

/** Faster rates of a lock, per lengthUnit and step, are projected. */
export const PROJECTED = 1e-4;

/** The way in which a stop or tooth pushes: 1 up, −1 down; 0 of what holds from both sides, or of nothing. */
export function wayOf(stop: number): -1 | 0 | 1 {
  if (stop === AT_LOWER || stop === AT_TOOTH_BELOW) return 1;
  return stop === AT_UPPER || stop === AT_TOOTH_ABOVE ? -1 : 0;
}

/** True of what holds for as long as it is pressed on, not from both sides. */
export function isPressed(stop: number): boolean {
  return wayOf(stop) !== 0;
}

export function isTooth(stop: number): boolean {
  return stop === AT_TOOTH_BELOW || stop === AT_TOOTH_ABOVE;
}

/** A length, or 1 for angles. */
export function unitOf({ spec }: DirectCoordinate, { lengthUnit }: StepContext): number {
  return spec.kind.unit === 'angle' ? 1 : lengthUnit;
}
