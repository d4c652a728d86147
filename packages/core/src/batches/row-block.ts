import { INV_INERTIA, INV_MASS, OMEGA, VX, VY } from '../state/body-store';
import { BETA } from '../coordinates/scalar';
import { isHeld } from '../coordinates/laws/holding';
import { moveArms } from '../coordinates/points/point-mass';
import type { JointBatch } from './joint-batch';
import type { CoordinateSpec } from '../joint/joint-type';
import { bookMoments, columnOfB } from './reactions';
import { ARM_BX, ARM_BY, NOW_TORQUE, NOW_X, NOW_Y } from '../state/record';

/** Rows of one joint that the iterative step solves together: the tables are of the last one. */

/** Rows that a joint may have; one of a user with more leaves the others as they are. */
export const MOST_ROWS = 7;

/** Of each row its coordinate, and its impulse. */
export const owner = new Int32Array(MOST_ROWS);
export const impulse = new Float64Array(MOST_ROWS);
/** J, three numbers a column, and L D Lᵀ of J M⁻¹ Jᵀ, the lower half. */
let J = new Float64Array(MOST_ROWS * 6);
export const A = new Float64Array(MOST_ROWS * MOST_ROWS);
export let rows = 0;

/** Forgets the rows of the joint before. */
export function beginRows({ columns }: JointBatch): void {
  if (J.length < MOST_ROWS * 3 * columns) J = new Float64Array(MOST_ROWS * 3 * columns);
  rows = 0;
}

/** Appends row `k` of the coordinate with index `c`. The impulse of a point acts half way between its anchors, of what may leave them apart by its shares. */
export function addRow(batch: JointBatch, j: number, c: number, k: number): void {
  const { rows: d, columns, coordinates, stride } = batch;
  const { kind, at } = coordinates[c];
  const r = j * stride;
  const i = 3 * columns * rows;
  kind.jacobian(d, r, r + at, columns, k, J, i);
  owner[rows++] = c;
  if (!kind.scalar) moveArms(d, r, r + at, k, J, i);
}

/** A row to which the rows before it leave a smaller share of its inverse mass is a combination of those. */
const REDUNDANT = 1e-9;

/** Factorises J M⁻¹ Jᵀ; redundant rows have the pivot 0. */
export function factoriseRows({ bodies, columns }: JointBatch, j: number, v: Float64Array): void {
  const width = 3 * columns;
  for (let row = 0; row < rows; row++) {
    let whole = 0;
    for (let other = 0; other <= row; other++) {
      let sum = 0;
      for (let c = 0; c < columns; c++) {
        const b = bodies[j * columns + c];
        const i = row * width + 3 * c;
        const k = other * width + 3 * c;
        sum += v[b + INV_MASS] * (J[i] * J[k] + J[i + 1] * J[k + 1]) + v[b + INV_INERTIA] * J[i + 2] * J[k + 2];
      }
      if (other === row) whole = sum;
      for (let m = 0; m < other; m++) sum -= A[row * MOST_ROWS + m] * A[other * MOST_ROWS + m] * A[m * MOST_ROWS + m];
      const pivot = A[other * MOST_ROWS + other];
      A[row * MOST_ROWS + other] = other < row ? (pivot > 0 ? sum / pivot : 0) : sum > REDUNDANT * whole ? sum : 0;
    }
  }
}

/** What `measureInverseMass` found: returned as a double it would be allocated. */
export const found = new Float64Array(1);

/**
 * The inverse mass that a law on `own` moves: alone, or where the coordinates of its joint that are held hold (a rod on a hinge weighs four
 * times as much as about its centre); 0 if they leave it nothing.
 */
export function measureInverseMass(
  batch: JointBatch,
  j: number,
  own: CoordinateSpec,
  alone: boolean,
  v: Float64Array,
): void {
  const { rows: d, stride, coordinates } = batch;
  beginRows(batch);
  for (let c = 0; !alone && c < coordinates.length; c++) {
    const { kind, at } = coordinates[c];
    if (coordinates[c] === own || rows + kind.rowCount >= MOST_ROWS) continue;
    if (!isHeld(d[j * stride + at + kind.flagsAt] | 0)) continue;
    for (let k = 0; k < kind.rowCount; k++) addRow(batch, j, c, k);
  }
  addRow(batch, j, own.index, 0);
  factoriseRows(batch, j, v);
  found[0] = A[(rows - 1) * (MOST_ROWS + 1)];
}

/** The rate of a row. An array: a double that is returned would be allocated. */
export const rate = new Float64Array(1);

/** Writes J v of a row to `rate`. */
export function readRate({ bodies, columns }: JointBatch, j: number, row: number, v: Float64Array): void {
  rate[0] = 0;
  for (let c = 0, i = 3 * columns * row; c < columns; c++, i += 3) {
    const b = bodies[j * columns + c];
    rate[0] += J[i] * v[b + VX] + J[i + 1] * v[b + VY] + J[i + 2] * v[b + OMEGA];
  }
}

/** Writes J v of a scalar coordinate as last measured, and how fast it changes by itself, to `rate`: its row is the only one then. */
export function measureRate(batch: JointBatch, j: number, { kind, at, index }: CoordinateSpec, v: Float64Array): void {
  beginRows(batch);
  addRow(batch, j, index, 0);
  readRate(batch, j, 0, v);
  if (kind.ofMany === true) rate[0] += batch.rows[j * batch.stride + at + BETA];
}

/** Applies the impulse of a row, and books it in the joint's reaction. */
export function giveRow(batch: JointBatch, j: number, row: number, v: Float64Array): void {
  const { rows: d, bodies, columns, coordinates, stride } = batch;
  const p = impulse[row];
  const r = j * stride;
  const first = 3 * columns * row;
  for (let c = 0, i = first; c < columns; c++, i += 3) {
    const b = bodies[j * columns + c];
    v[b + VX] += v[b + INV_MASS] * J[i] * p;
    v[b + VY] += v[b + INV_MASS] * J[i + 1] * p;
    v[b + OMEGA] += v[b + INV_INERTIA] * J[i + 2] * p;
  }
  const spec = coordinates[owner[row]];
  bookMoments(batch, r, spec, J, first, impulse, row);
  const g = first + 3 * columnOfB(batch, r);
  const x = J[g] * p;
  const y = J[g + 1] * p;
  d[r + NOW_X] += x;
  d[r + NOW_Y] += y;
  if (spec.kind.scalar) d[r + NOW_TORQUE] += J[g + 2] * p - (d[r + ARM_BX] * y - d[r + ARM_BY] * x);
}
