import { INV_INERTIA, INV_MASS, OMEGA, VX, VY } from '../state/body-store';
import { ARM_BX, ARM_BY, COLUMN_B, MAX_CORRECTION, NOW_TORQUE, NOW_X, NOW_Y } from '../state/record';
import { kindFrom, type CoordinateRecords, type CoordinateUnit, type ScalarKind } from './coordinate';
import { LAWS_SIZE, LOCK, LOWER, LOWER_BOUND, NOT_PLAIN, UPPER, UPPER_BOUND } from './laws/law-fields';
import { clearSums as clearLawSums, prepareLaws, scaleImpulses, solveLaws } from './laws/laws';
import {
  ARC,
  BETA,
  DELTA,
  EFFECTIVE_MASS,
  FLAGS,
  INVERSE_MASS,
  RATE,
  SCALAR_SIZE,
  TARGET,
  TOTAL,
  VALUE,
  WARM,
} from './scalar';
import { LOCK_DAMPING, LOCK_STIFFNESS, type StepContext } from './step-context';
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

/** Adds −∂²C/∂q² of the row of the joint in slot `j` at the poses `q`, its diagonal, to `out`: x, y, angle per column. */
type Bend = (batch: CoordinateRecords, j: number, q: Float64Array, out: Float64Array) => void;

/** What a sum is of, and how it bends if that is known. */
interface Summed {
  readonly unit: CoordinateUnit;
  readonly bend: Bend | null;
}

/** Of a row of up to four columns. */
const bent = new Float64Array(12);
/** How much more than what corrects an error may gather in a row, in both passes. */
const GATHERED = 2 * (LOCK_STIFFNESS + LOCK_DAMPING);
/** An error that is corrected more slowly than at this share of the most is let be. */
const SLOW = 0.01;

/**
 * Errors are corrected as fast as moves no body by more than `maxCorrectionSpeed`, nor turns it by more than π rad a lengthUnit of that.
 * And where the row bends, no faster than that the impulse which gathers in it leaves h²k/m, k what it is sideways, below 1: a length that
 * cannot get shorter has less and less of a direction to get there, and threw about what it pulls at.
 */
function limitCorrection(
  batch: CoordinateRecords,
  j: number,
  at: number,
  index: number,
  v: Float64Array,
  ctx: StepContext,
  { unit, bend }: Summed,
): void {
  const { rows: d, laws: w, bodies, columns, stride } = batch;
  const r = j * stride;
  const o = r + at;
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
  if (bend === null || ctx.relax) return;
  const most = d[r + MAX_CORRECTION] * ctx.correctionScale;
  readError(d, o, w, batch.lawsAt(j, index));
  if (d[o + DELTA] * ctx.biasRate <= SLOW * most) return;
  bent.fill(0);
  bend(batch, j, ctx.pose, bent);
  let stiffest = 0;
  for (let c = 0; c < columns; c++) {
    const b = bodies[j * columns + c];
    const across = v[b + INV_MASS] * Math.max(Math.abs(bent[3 * c]), Math.abs(bent[3 * c + 1]));
    stiffest = Math.max(stiffest, across, v[b + INV_INERTIA] * Math.abs(bent[3 * c + 2]));
  }
  const resolved = k / (GATHERED * ctx.h * stiffest);
  if (resolved < most) ctx.correctionScale *= resolved / most;
}

/** Leaves in `DELTA` how far the value is from where it is held. */
function readError(d: Float64Array, o: number, w: Float64Array, p: number): void {
  const flags = d[o + FLAGS] | 0;
  const value = d[o + VALUE];
  let error = flags & LOCK ? Math.abs(value - d[o + TARGET]) : 0;
  if (flags & UPPER) error = Math.max(error, value - w[p + UPPER_BOUND]);
  if (flags & LOWER) error = Math.max(error, w[p + LOWER_BOUND] - value);
  d[o + DELTA] = error;
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

function warmStart(batch: CoordinateRecords, at: number, v: Float64Array): void {
  const { rows: d, bodies, columns, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const o = j * stride + at;
    if (d[o + WARM] !== 0) apply(d, o, bodies, j * columns, columns, v, WARM);
  }
}

function solveSums(
  batch: CoordinateRecords,
  at: number,
  index: number,
  v: Float64Array,
  ctx: StepContext,
  summed: Summed,
): void {
  const { rows: d, laws: w, bodies, columns, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = j * stride;
    const o = r + at;
    if (d[o + FLAGS] === 0 || d[o + EFFECTIVE_MASS] === 0) continue;

    limitCorrection(batch, j, at, index, v, ctx, summed);
    readRate(d, o, bodies, j * columns, columns, v);
    // The mean rate of the substep: the arc is 0 when relaxing.
    d[o + RATE] += d[o + ARC] / ctx.h;
    solveLaws(d, r, o, w, batch.lawsAt(j, index), ctx);
    apply(d, o, bodies, j * columns, columns, v, DELTA);

    tally(d, r, o, TOTAL);
    act(d, o, columns, TOTAL);
  }
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

const LENGTHS: Summed = { unit: 'length', bend: null };
const ANGLES: Summed = { unit: 'angle', bend: null };

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
  solve: (batch, at, index, v, ctx) => solveSums(batch, at, index, v, ctx, LENGTHS),
  prepareArc,
};

/** A sum of lengths that says how it bends. */
export function bentSum(bend: Bend): ScalarKind<'length'> {
  const summed: Summed = { unit: 'length', bend };
  return {
    ...lengthSum,
    solve: (batch, at, index, v, ctx) => solveSums(batch, at, index, v, ctx, summed),
  };
}

/** A weighted sum that is an angle. */
export const angleSum: ScalarKind<'angle'> = /* @__PURE__ */ kindFrom(lengthSum, {
  unit: 'angle',
  solve: (batch, at, index, v, ctx) => solveSums(batch, at, index, v, ctx, ANGLES),
});
