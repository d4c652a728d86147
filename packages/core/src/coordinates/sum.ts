import { INV_INERTIA, INV_MASS, OMEGA, VX, VY } from '../state/body-store';
import { ARM_BX, ARM_BY, COLUMN_B, NOW_TORQUE, NOW_X, NOW_Y } from '../state/record';
import { kindFrom, type CoordinateRecords, type CoordinateUnit, type ScalarKind } from './coordinate';
import { LAWS_SIZE, NOT_PLAIN } from './laws/law-fields';
import { correction } from './laws/accumulate';
import { clearSums as clearLawSums, prepareLaws, scaleImpulses, solveLaws } from './laws/laws';
import {
  ARC,
  BETA,
  CORRECTION,
  DELTA,
  EFFECTIVE_MASS,
  FLAGS,
  INVERSE_MASS,
  RATE,
  SCALAR_SIZE,
  TOTAL,
  VALUE,
  WARM,
} from './scalar';
import type { StepContext } from './step-context';
import { actedAt, JACOBIAN } from './sum-fields';

/**
 * One row over any number of bodies, its Jacobian (x, y, angle per column) behind the scalar fields:
 *
 *   q̇ = Σ Jᵢ·vᵢ,    K = Σ Jᵢ Mᵢ⁻¹ Jᵢᵀ
 *
 * A body in two slots has one column, the two added, so that nobody is gathered or pushed twice.
 */

/** Leaves the rate in `RATE`: returned as a double it would be allocated. */
function readRate(
  d: Float64Array,
  o: number,
  bodies: Int32Array,
  first: number,
  columns: number,
  v: Float64Array,
): void {
  let rate = d[o + BETA];
  for (let c = 0; c < columns; c++) {
    const b = bodies[first + c];
    const g = o + JACOBIAN + 3 * c;
    rate += d[g] * v[b + VX] + d[g + 1] * v[b + VY] + d[g + 2] * v[b + OMEGA];
  }
  d[o + RATE] = rate;
}

/** What corrects no faster than this, times lengthUnit, per second, leaves nothing behind that anyone could see. */
const SLOW = 1e-3;

/** Errors are corrected as fast as moves no body by more than `maxCorrectionSpeed`, nor turns it by more than π rad a lengthUnit of that. */
function limitCorrection(
  { rows: d, bodies, columns, stride }: CoordinateRecords,
  j: number,
  at: number,
  v: Float64Array,
  ctx: StepContext,
  unit: CoordinateUnit,
): void {
  const o = j * stride + at;
  ctx.setUnit(unit === 'angle');
  // What holds from both sides has nothing to correct as it relaxes, and no arc.
  if (ctx.relax && ((d[o + FLAGS] | 0) & NOT_PLAIN) === 0) return;
  const k = d[o + INVERSE_MASS];
  const perTurn = (ctx.lengthUnit * ctx.lengthUnit) / (Math.PI * Math.PI);
  const whole = unit === 'angle' ? k * ctx.lengthUnit : k;
  let fastest = whole * whole;
  let speed = 0;
  for (let c = 0; c < columns; c++) {
    const b = bodies[j * columns + c];
    const g = o + JACOBIAN + 3 * c;
    const m = v[b + INV_MASS];
    const turned = v[b + INV_INERTIA] * d[g + 2];
    fastest = Math.max(fastest, m * m * (d[g] * d[g] + d[g + 1] * d[g + 1]), perTurn * turned * turned);
    const turn = perTurn * v[b + OMEGA] * v[b + OMEGA];
    speed = Math.max(speed, v[b + VX] * v[b + VX] + v[b + VY] * v[b + VY], turn);
  }
  ctx.correctionScale = k / (fastest > whole * whole ? Math.sqrt(fastest) : whole);
  const mostArc = ctx.correctionScale * Math.sqrt(speed) * ctx.h;
  d[o + ARC] = Math.max(-mostArc, Math.min(mostArc, d[o + ARC]));
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

function prepare(batch: CoordinateRecords, at: number, index: number, v: Float64Array, ctx: StepContext): void {
  const { rows: d, laws: w, bodies, columns, active, activeCount, stride } = batch;
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
    prepareLaws(d, o, w, batch.lawsAt(j, index), ctx);
  }
}

export function warmStart(batch: CoordinateRecords, at: number, v: Float64Array): void {
  const { rows: d, bodies, columns, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const o = j * stride + at;
    if (d[o + WARM] !== 0) apply(d, o, bodies, j * columns, columns, v, WARM);
  }
}

/** `lifts`: what corrects its error turns with the row (`CORRECTION`). */
export function solveSums(
  batch: CoordinateRecords,
  at: number,
  index: number,
  v: Float64Array,
  ctx: StepContext,
  unit: CoordinateUnit,
  lifts = false,
): void {
  const { rows: d, laws: w, bodies, columns, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = j * stride;
    const o = r + at;
    if (d[o + FLAGS] === 0 || d[o + EFFECTIVE_MASS] === 0) continue;

    limitCorrection(batch, j, at, v, ctx, unit);
    readRate(d, o, bodies, j * columns, columns, v);
    // The mean rate of the substep: the arc is 0 when relaxing.
    d[o + RATE] += d[o + ARC] / ctx.h;
    correction[0] = 0;
    solveLaws(d, r, o, w, batch.lawsAt(j, index), ctx);
    apply(d, o, bodies, j * columns, columns, v, DELTA);
    if (lifts) {
      const isSlow = Math.abs(correction[0]) < SLOW * ctx.unit * d[o + EFFECTIVE_MASS];
      d[o + CORRECTION] = ctx.relax || isSlow ? 0 : correction[0];
    }

    tally(d, r, o, TOTAL);
    act(d, o, columns, TOTAL);
  }
}

/** Applies and books what corrected the error of a row, along it as it is now. */
export function give(batch: CoordinateRecords, r: number, o: number, first: number, v: Float64Array): void {
  const { rows: d, bodies, columns } = batch;
  apply(d, o, bodies, first, columns, v, CORRECTION);
  tally(d, r, o, CORRECTION);
  act(d, o, columns, CORRECTION);
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
export const lengthSum: ScalarKind<'length'> = {
  kind: 'sum',
  ofMany: true,
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
  warmStart,
  solve: (batch, at, index, v, ctx) => solveSums(batch, at, index, v, ctx, 'length'),
  prepareArc,
};

/** A weighted sum that is an angle. */
export const angleSum: ScalarKind<'angle'> = /* @__PURE__ */ kindFrom(lengthSum, {
  unit: 'angle',
  solve: (batch, at, index, v, ctx) => solveSums(batch, at, index, v, ctx, 'angle'),
});
