import { SCALAR_SIZE } from './scalar';

/** Where a sum keeps what it has behind the fields of a scalar coordinate, one set per column. */

/** Offset of the Jacobian from the coordinate. */
export const JACOBIAN = SCALAR_SIZE;
/** Behind it, per column: how much of the body's angle alone is in the sum, beside what its levers move. Numbers per column of both. */
export const MEASURED_COLUMN = 4;
/** Behind both, per column: the impulse x, y, angle that the row gave the body, summed over the last step. Numbers per column of all. */
export const SUM_COLUMN = MEASURED_COLUMN + 3;

export function turnsAt(columns: number): number {
  return JACOBIAN + 3 * columns;
}

export function actedAt(columns: number): number {
  return JACOBIAN + MEASURED_COLUMN * columns;
}
