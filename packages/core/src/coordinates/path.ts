import { OMEGA, VX, VY } from '../state/body-store';
import { axis, lift } from './axis';
import { kindFrom, type CoordinateRecords, type ScalarKind } from './coordinate';
import {
  LOCK,
  LOWER,
  LOWER_BOUND,
  LOWER_GIVEN,
  MOTOR_GIVEN,
  MOTOR_TARGET,
  UPPER,
  UPPER_BOUND,
  UPPER_GIVEN,
} from './laws/law-fields';
import { isServo } from './laws/motor';
import { ARC, CORRECTION, FLAGS, LOCK_GIVEN, SA, SB, SCALAR_SIZE, TARGET, UX, UY, VALUE } from './scalar';
import type { StepContext } from './step-context';

/** cos² of the turn of a direction, 0.7 rad, up to which an arc is one: what turns more has gone round a bend, where another law holds. */
const LEAST_COS2 = 0.585;

/** Direction of a row before it is measured elsewhere: doubles handed to calls would be allocated. */
const former = new Float64Array(2);

/** C(q moved by h·v) − C(q) − h·J·v of the rows of two bodies, by measuring at the moved pose and back. */
function prepareArc(batch: CoordinateRecords, at: number, v: Float64Array, ctx: StepContext): void {
  const { rows: d, bodies, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const o = j * stride + at;
    if (d[o + FLAGS] === 0) continue;
    const a = bodies[2 * j];
    const b = bodies[2 * j + 1];
    const now = d[o + VALUE];
    const rate =
      d[o + UX] * (v[b + VX] - v[a + VX]) +
      d[o + UY] * (v[b + VY] - v[a + VY]) +
      d[o + SA] * v[a + OMEGA] +
      d[o + SB] * v[b + OMEGA];
    keepDirection(d, o);
    batch.measure(j, ctx.movedPose);
    const moved = d[o + VALUE];
    const turns = hasTurned(d, o);
    batch.measure(j, ctx.pose);
    d[o + ARC] = turns ? 0 : moved - now - ctx.h * rate;
  }
}

/** A record as it was measured last, while it is measured elsewhere. */
let kept = new Float64Array(0);

/** Round a corner a correction does not turn. */
function liftCorrection(batch: CoordinateRecords, at: number, v: Float64Array, q: Float64Array): void {
  const { rows: d, bodies, active, activeCount, stride } = batch;
  if (kept.length < stride) kept = new Float64Array(stride);
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = j * stride;
    const o = r + at;
    if (d[o + CORRECTION] === 0) continue;
    for (let k = 0; k < stride; k++) kept[k] = d[r + k];
    keepDirection(d, o);
    batch.measure(j, q);
    const turns = hasTurned(d, o);
    for (let k = 0; k < stride; k++) d[r + k] = kept[k];
    if (turns) d[o + CORRECTION] = 0;
    else lift(d, r, o, v, bodies[2 * j], bodies[2 * j + 1], q);
  }
}

function keepDirection(d: Float64Array, o: number): void {
  former[0] = d[o + UX];
  former[1] = d[o + UY];
}

/** True if the row as it is now has another direction than the one that was kept. */
function hasTurned(d: Float64Array, o: number): boolean {
  const ux = former[0];
  const uy = former[1];
  const along = ux * d[o + UX] + uy * d[o + UY];
  const sizes = (ux * ux + uy * uy) * (d[o + UX] * d[o + UX] + d[o + UY] * d[o + UY]);
  return !(along > 0 && along * along > LEAST_COS2 * sizes);
}

/** Share of its length along the curve, squared, up to which a gradient is taken for that of a body on it. */
const ON_CURVE = 0.8;

/** Share of their error that the laws of a row see: returned as a double it would be allocated. */
const asked = new Float64Array(1);

/**
 * What is outside a bend goes farther than its foot point, by 1/|J|, and is asked for less by |J|²: a lock, stop or servo that brings back
 * what is off its curve would else throw it, farther out, where |J| is less still. Writes the share of their error that laws see; true if below 1.
 */
function asksLess(d: Float64Array, o: number): boolean {
  asked[0] = (d[o + UX] * d[o + UX] + d[o + UY] * d[o + UY]) / ON_CURVE;
  return asked[0] < 1;
}

/** Brings targets and bounds as near as is asked for. */
function nearTargets(d: Float64Array, o: number, w: Float64Array, p: number): void {
  const flags = d[o + FLAGS] | 0;
  const share = asked[0];
  const value = d[o + VALUE];
  if (flags & LOCK) d[o + TARGET] = value + share * (d[o + LOCK_GIVEN] - value);
  if (isServo(flags)) w[p + MOTOR_TARGET] = value + share * (w[p + MOTOR_GIVEN] - value);
  if (flags & LOWER && value < w[p + LOWER_GIVEN]) w[p + LOWER_BOUND] = value + share * (w[p + LOWER_GIVEN] - value);
  if (flags & UPPER && value > w[p + UPPER_GIVEN]) w[p + UPPER_BOUND] = value + share * (w[p + UPPER_GIVEN] - value);
}

function restoreTargets(d: Float64Array, o: number, w: Float64Array, p: number): void {
  d[o + TARGET] = d[o + LOCK_GIVEN];
  w[p + MOTOR_TARGET] = w[p + MOTOR_GIVEN];
  w[p + LOWER_BOUND] = w[p + LOWER_GIVEN];
  w[p + UPPER_BOUND] = w[p + UPPER_GIVEN];
}

function solve(batch: CoordinateRecords, at: number, index: number, v: Float64Array, ctx: StepContext): void {
  const { rows: d, laws: w, active, activeCount, stride } = batch;
  let any = false;
  for (let i = 0; i < activeCount; i++) {
    const o = active[i] * stride + at;
    if (d[o + FLAGS] === 0 || !asksLess(d, o)) continue;
    nearTargets(d, o, w, batch.lawsAt(active[i], index));
    any = true;
  }
  axis.solve(batch, at, index, v, ctx);
  if (!any) return;
  for (let i = 0; i < activeCount; i++) restoreTargets(d, active[i] * stride + at, w, batch.lawsAt(active[i], index));
}

/** A length along, or across, a curve of body A: an axis that changes its direction with the place. */
export const along: ScalarKind<'length'> = /* @__PURE__ */ kindFrom(axis, {
  kind: 'path',
  size: SCALAR_SIZE,
  prepareArc,
  solve,
  liftCorrection,
});
