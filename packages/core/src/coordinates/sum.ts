import { INV_INERTIA, INV_MASS, OMEGA, VX, VY } from '../body/body-store';
import { ARM_BX, ARM_BY, COLUMN_B, NOW_TORQUE, NOW_X, NOW_Y } from '../joint/record';
import type { CoordinateRecords, ScalarKind } from './coordinate';
import { LAWS_SIZE } from './law-fields';
import { clearSums as clearLawSums, prepareLaws, scaleImpulses, solveLaws, sweepLaws } from './laws';
import { ARC, DELTA, EFFECTIVE_MASS, FLAGS, INVERSE_MASS, RATE, SCALAR_SIZE, TOTAL, VALUE, WARM } from './scalar';
import type { StepContext } from './step-context';

/**
 * One row over any number of bodies, its Jacobian (x, y, angle per column) behind the scalar fields:
 *
 *   q̇ = Σ Jᵢ·vᵢ,    K = Σ Jᵢ Mᵢ⁻¹ Jᵢᵀ
 *
 * A body in two slots has one column, the two added, so that nobody is gathered or pushed twice.
 */

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

/** Leaves the rate in `RATE`: returned as a double it would be allocated. */
function readRate(
  d: Float64Array,
  o: number,
  bodies: Int32Array,
  first: number,
  columns: number,
  v: Float64Array,
): void {
  let rate = 0;
  for (let c = 0; c < columns; c++) {
    const b = bodies[first + c];
    const g = o + JACOBIAN + 3 * c;
    rate += d[g] * v[b + VX] + d[g + 1] * v[b + VY] + d[g + 2] * v[b + OMEGA];
  }
  d[o + RATE] = rate;
}

/** Applies the impulse in `field` of the record. */
function apply(
  d: Float64Array,
  o: number,
  bodies: Int32Array,
  first: number,
  columns: number,
  v: Float64Array,
  field: number,
): void {
  const impulse = d[o + field];
  for (let c = 0; c < columns; c++) {
    const b = bodies[first + c];
    const g = o + JACOBIAN + 3 * c;
    v[b + VX] += v[b + INV_MASS] * d[g] * impulse;
    v[b + VY] += v[b + INV_MASS] * d[g + 1] * impulse;
    v[b + OMEGA] += v[b + INV_INERTIA] * d[g + 2] * impulse;
  }
}

function prepare(batch: CoordinateRecords, at: number, law: number, v: Float64Array, ctx: StepContext): void {
  const { rows: d, laws: w, bodies, columns, active, activeCount, stride, lawsStride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const o = j * stride + at;
    if (d[o + FLAGS] === 0) continue;
    let k = 0;
    for (let c = 0; c < columns; c++) {
      const b = bodies[j * columns + c];
      const g = o + JACOBIAN + 3 * c;
      k += v[b + INV_MASS] * (d[g] * d[g] + d[g + 1] * d[g + 1]) + v[b + INV_INERTIA] * d[g + 2] * d[g + 2];
    }
    d[o + INVERSE_MASS] = k;
    d[o + EFFECTIVE_MASS] = k > 0 ? 1 / k : 0;
    d[o + ARC] = 0;
    readRate(d, o, bodies, j * columns, columns, v);
    prepareLaws(d, o, w, j * lawsStride + law, ctx);
  }
}

function warmStart(batch: CoordinateRecords, at: number, v: Float64Array): void {
  const { rows: d, bodies, columns, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const o = j * stride + at;
    if (d[o + WARM] !== 0) apply(d, o, bodies, j * columns, columns, v, WARM);
  }
}

function solve(batch: CoordinateRecords, at: number, law: number, v: Float64Array, ctx: StepContext): void {
  const { rows: d, laws: w, bodies, columns, active, activeCount, stride, lawsStride } = batch;
  ctx.correctionScale = 1;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = j * stride;
    const o = r + at;
    if (d[o + FLAGS] === 0 || d[o + EFFECTIVE_MASS] === 0) continue;

    readRate(d, o, bodies, j * columns, columns, v);
    // The mean rate of the substep: the arc is 0 when relaxing.
    d[o + RATE] += d[o + ARC] / ctx.h;
    solveLaws(d, r, o, w, j * lawsStride + law, ctx);
    apply(d, o, bodies, j * columns, columns, v, DELTA);

    tally(d, r, o, TOTAL);
    act(d, o, columns, TOTAL);
  }
}

function sweepBack(
  batch: CoordinateRecords,
  j: number,
  at: number,
  law: number,
  v: Float64Array,
  ctx: StepContext,
): void {
  const { rows: d, laws: w, bodies, columns, stride, lawsStride } = batch;
  const r = j * stride;
  const o = r + at;
  if (d[o + FLAGS] === 0 || d[o + EFFECTIVE_MASS] === 0) return;
  ctx.correctionScale = 1;
  readRate(d, o, bodies, j * columns, columns, v);
  d[o + RATE] += d[o + ARC] / ctx.h;
  sweepLaws(d, r, o, w, j * lawsStride + law, ctx);
  apply(d, o, bodies, j * columns, columns, v, DELTA);
}

/** What the impulse in `field` did to B, at its anchor. */
function tally(d: Float64Array, r: number, o: number, field: number): void {
  const impulse = d[o + field];
  const g = o + JACOBIAN + 3 * d[r + COLUMN_B];
  const x = d[g] * impulse;
  const y = d[g + 1] * impulse;
  d[r + NOW_X] += x;
  d[r + NOW_Y] += y;
  d[r + NOW_TORQUE] += d[g + 2] * impulse - (d[r + ARM_BX] * y - d[r + ARM_BY] * x);
}

/** What it did to every body. */
function act(d: Float64Array, o: number, columns: number, field: number): void {
  const impulse = d[o + field];
  const acted = o + actedAt(columns);
  for (let k = 0; k < 3 * columns; k++) d[acted + k] += d[o + JACOBIAN + k] * impulse;
}

/** C(q moved by h·v) − C(q) − h·J·v, by measuring at the moved pose and back. */
function prepareArc(batch: CoordinateRecords, at: number, v: Float64Array, ctx: StepContext): void {
  const { rows: d, bodies, columns, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const o = j * stride + at;
    if (d[o + FLAGS] === 0) continue;
    const now = d[o + VALUE];
    readRate(d, o, bodies, j * columns, columns, v);
    batch.measure(j, ctx.movedPose);
    const moved = d[o + VALUE];
    batch.measure(j, ctx.pose);
    d[o + ARC] = moved - now - ctx.h * d[o + RATE];
  }
}

function clearSums(d: Float64Array, o: number, w: Float64Array, p: number, columns: number): void {
  clearLawSums(d, o, w, p);
  const acted = o + actedAt(columns);
  d.fill(0, acted, acted + 3 * columns);
}

function jacobian(
  d: Float64Array,
  _r: number,
  o: number,
  columns: number,
  _row: number,
  out: Float64Array,
  i: number,
): void {
  for (let k = 0; k < 3 * columns; k++) out[i + k] = d[o + JACOBIAN + k];
}

/** A weighted sum that is a length. */
export const lengthSum = {
  kind: 'sum',
  unit: 'length',
  scalar: true,
  rowCount: 1,
  jacobian,
  stiffen: null,
  flagsAt: FLAGS,
  size: SCALAR_SIZE,
  lawsSize: LAWS_SIZE,
  scaleImpulses,
  clearSums,
  prepare,
  sweepBack,
  warmStart,
  solve,
  prepareArc,
} as const satisfies ScalarKind;

/** A weighted sum that is an angle. */
export const angleSum = { ...lengthSum, unit: 'angle' } as const satisfies ScalarKind;
