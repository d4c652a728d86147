import { ANGLE, INV_INERTIA, OMEGA } from '../state/body-store';
import { MAX_CORRECTION, MOMENT_A, MOMENT_B, NOW_TORQUE, REFERENCE_ANGLE } from '../state/record';
import { prepare } from './axis';
import { INDEX, type CoordinateRecords, type ScalarKind } from './coordinate';
import { LAWS_SIZE, NOT_PLAIN } from './laws/law-fields';
import { pairJacobian } from './pair-jacobian';
import { clearSums, scaleImpulses, solveLaws } from './laws/laws';
import {
  DELTA,
  EFFECTIVE_MASS,
  FLAGS,
  INVERSE_MASS,
  LOCK_IMPULSE,
  LOCK_SUM,
  RATE,
  SA,
  SB,
  SCALAR_SIZE,
  TARGET,
  TOTAL,
  UX,
  UY,
  VALUE,
  WARM,
} from './scalar';
import type { StepContext } from './step-context';

/**
 * An angle of two bodies, over all their turns (what a wrapped one is, says whole-turns.ts):
 *
 *   q = ratio·θB − θA − reference (rad),    K = 1/IA + ratio²/IB
 *
 * Linear in the angles, so it never leaves its tangent.
 */

/** Writes q and its Jacobian [−1, ratio] on the two angular velocities. */
function write(d: Float64Array, o: number, ratio: number, value: number): void {
  d[o + UX] = 0;
  d[o + UY] = 0;
  d[o + SA] = -1;
  d[o + SB] = ratio;
  d[o + VALUE] = value;
}

/** Measures θB − θA − reference. */
export function measureAngle(d: Float64Array, r: number, o: number, q: Float64Array, a: number, b: number): void {
  d[o + UX] = 0;
  d[o + UY] = 0;
  d[o + SA] = -1;
  d[o + SB] = 1;
  d[o + VALUE] = q[b + ANGLE] - q[a + ANGLE] - d[r + REFERENCE_ANGLE];
}

function warmStart(batch: CoordinateRecords, at: number, v: Float64Array): void {
  const { rows: d, bodies, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const o = (j * stride + at) & INDEX;
    if (d[o + WARM] !== 0) apply(v, bodies[2 * j] & INDEX, bodies[2 * j + 1] & INDEX, d, o, WARM);
  }
}

/** Applies the impulse in `field` of the record: handed over as a double it would be allocated. */
function apply(v: Float64Array, a: number, b: number, d: Float64Array, o: number, field: number): void {
  const impulse = d[o + field];
  v[a + OMEGA] += v[a + INV_INERTIA] * d[o + SA] * impulse;
  v[b + OMEGA] += v[b + INV_INERTIA] * d[o + SB] * impulse;
}

/** Where B's angle counts for less than one, its error is corrected as fast as turns no body by more than it would for one. */
function limitCorrection(d: Float64Array, o: number, v: Float64Array, a: number, b: number, ctx: StepContext): void {
  const k = d[o + INVERSE_MASS];
  const fastest = Math.max(v[a + INV_INERTIA] * Math.abs(d[o + SA]), v[b + INV_INERTIA] * Math.abs(d[o + SB]));
  if (fastest > k) ctx.correctionScale *= k / fastest;
}

function solve(batch: CoordinateRecords, at: number, index: number, v: Float64Array, ctx: StepContext): void {
  const { rows: d, laws: w, bodies, active, activeCount, stride } = batch;
  const { relax } = ctx;
  const massScale = relax ? 1 : ctx.massScale;
  const impulseScale = relax ? 0 : ctx.impulseScale;
  ctx.setUnit(true);
  const { correctionScale } = ctx;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = (j * stride) & INDEX;
    const o = (r + at) & INDEX;
    const flags = d[o + FLAGS] | 0;
    const mass = d[o + EFFECTIVE_MASS];
    if (flags === 0 || mass === 0) continue;
    const a = bodies[2 * j] & INDEX;
    const b = bodies[2 * j + 1] & INDEX;
    const rate = d[o + SA] * v[a + OMEGA] + d[o + SB] * v[b + OMEGA];

    ctx.correctionScale = correctionScale;
    if (Math.abs(d[o + SB]) < 1) limitCorrection(d, o, v, a, b, ctx);
    if (flags & NOT_PLAIN) {
      d[o + RATE] = rate;
      solveLaws(d, r, o, w, batch.lawsAt(j, index), ctx);
      apply(v, a, b, d, o, DELTA);
    } else {
      const before = d[o + LOCK_IMPULSE];
      const most = d[r + MAX_CORRECTION] * ctx.correctionScale;
      const pull = (d[o + VALUE] - d[o + TARGET]) * ctx.biasRate;
      const bias = relax ? 0 : pull > most ? most : pull < -most ? -most : pull;
      const delta = -mass * massScale * (rate + bias) - impulseScale * before;
      const impulse = before + delta;
      d[o + LOCK_IMPULSE] = impulse;
      d[o + WARM] = impulse;
      d[o + TOTAL] = impulse;
      d[o + LOCK_SUM] += impulse;
      d[o + DELTA] = delta;
      apply(v, a, b, d, o, DELTA);
    }
    d[r + NOW_TORQUE] += d[o + SB] * d[o + TOTAL];
    d[r + MOMENT_A] += d[o + SA] * d[o + TOTAL];
    d[r + MOMENT_B] += d[o + SB] * d[o + TOTAL];
  }
}

/** Is written by joints that say which angle they measure. */
export interface AngleKind extends ScalarKind<'angle'> {
  /** Writes q = ratio·θB − θA as `value`, and its Jacobian, to the coordinate at `o`. */
  write(d: Float64Array, o: number, ratio: number, value: number): void;
}

/** The angle of B against A. */
export const angle: AngleKind = {
  kind: 'angle',
  unit: 'angle',
  scalar: true,
  rowCount: 1,
  jacobian: pairJacobian,
  stiffen: null,
  flagsAt: FLAGS,
  size: SCALAR_SIZE,
  lawsSize: LAWS_SIZE,
  scaleImpulses,
  clearSums,
  write,
  prepare,
  warmStart,
  solve,
  prepareArc: null,
};
