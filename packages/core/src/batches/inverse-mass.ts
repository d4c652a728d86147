import { INV_INERTIA, INV_MASS } from '../state/body-store';
import type { JointBatch } from './joint-batch';
import type { CoordinateSpec } from '../joint/joint-type';

/** Rows that are taken into account, with the coordinate's own. */
const MOST_ROWS = 7;
/** Rows as they are orthogonal to each other in M⁻¹, and J M⁻¹ Jᵀ of each. */
let J = new Float64Array(MOST_ROWS * 6);
const size = new Float64Array(MOST_ROWS);
/** Inverse mass and inertia that each column moves. */
let moved = new Float64Array(4);
/** A row to which the rows before it leave a smaller share of its inverse mass is a combination of those. */
const REDUNDANT = 1e-9;

/** What `measureInverseMass` found: returned as a double it would be allocated. */
export const found = new Float64Array(1);

/** Whether a coordinate with these bits holds, its laws at w[p]. */
export type Holds = (flags: number, scalar: boolean, w: Float64Array, p: number) => boolean;

/**
 * The inverse mass that a law on `own` moves where other coordinates of its joint hold (a rod on a hinge weighs four times as much as
 * about its centre); 0 if they leave it nothing. Those count that are solved after number `after`.
 */
export function measureInverseMass(
  batch: JointBatch,
  j: number,
  own: CoordinateSpec,
  after: number,
  holds: Holds,
  v: Float64Array,
): void {
  const { rows: d, laws: w, columns, stride, coordinates } = batch;
  const r = j * stride;
  const width = 3 * columns;
  if (J.length < MOST_ROWS * width) J = new Float64Array(MOST_ROWS * width);
  if (moved.length < 2 * columns) moved = new Float64Array(2 * columns);
  for (let c = 0; c < columns; c++) {
    const b = batch.bodies[j * columns + c];
    moved[2 * c] = v[b + INV_MASS];
    moved[2 * c + 1] = v[b + INV_INERTIA];
  }
  let n = 0;
  for (let c = after + 1; c < coordinates.length; c++) {
    const { kind, at, index } = coordinates[c];
    if (coordinates[c] === own || n + kind.rowCount >= MOST_ROWS) continue;
    if (!holds(d[r + at + kind.flagsAt] | 0, kind.scalar, w, batch.lawsAt(j, index))) continue;
    for (let k = 0; k < kind.rowCount; k++) {
      kind.jacobian(d, r, r + at, columns, k, J, n * width);
      if (isIndependent(columns, n)) n++;
    }
  }
  own.kind.jacobian(d, r, r + own.at, columns, 0, J, n * width);
  found[0] = isIndependent(columns, n) ? size[n] : 0;
}

/** Takes the rows before out of row `n`; true if something is left. */
function isIndependent(columns: number, n: number): boolean {
  const width = 3 * columns;
  let whole = 0;
  for (let row = 0; row <= n; row++) {
    let product = 0;
    for (let c = 0; c < columns; c++) {
      const i = row * width + 3 * c;
      const k = n * width + 3 * c;
      product += moved[2 * c] * (J[i] * J[k] + J[i + 1] * J[k + 1]) + moved[2 * c + 1] * J[i + 2] * J[k + 2];
    }
    if (row === n) {
      size[n] = product;
      return product > REDUNDANT * (whole + product);
    }
    whole += (product * product) / size[row];
    for (let k = 0; k < width; k++) J[n * width + k] -= (product / size[row]) * J[row * width + k];
  }
  return false;
}
