import { ARC_C, ARC_S, INV_INERTIA, INV_MASS, OMEGA, VX, VY, X, Y } from '../state/body-store';
import {
  ARM_AX,
  ARM_AY,
  ARM_BX,
  ARM_BY,
  GAP_X,
  GAP_Y,
  MAX_CORRECTION,
  MOMENT_A,
  MOMENT_B,
  NOW_X,
  NOW_Y,
} from '../state/record';
import { correction } from './laws/accumulate';
import { INDEX, kindFrom, type CoordinateRecords, type ScalarKind } from './coordinate';
import { LAWS_SIZE, NOT_PLAIN } from './laws/law-fields';
import { pairJacobian } from './pair-jacobian';
import { clearSums, prepareLaws, scaleImpulses, solveLaws } from './laws/laws';
import {
  ARC,
  CORRECTION,
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
 * A length along a direction, of two bodies:
 *
 *   q̇ = u·(vB − vA) + sA ωA + sB ωB,    K = (1/mA + 1/mB) u·u + sA²/IA + sB²/IB
 *
 * Three kinds share the kernel: `axis`, whose direction turns with A; `worldAxis`, whose direction stands still;
 * `length`, the distance of two points. They differ in how far they leave their tangent in a substep.
 */

/** Of an angle, too: its u is 0. */
export function prepare(batch: CoordinateRecords, at: number, index: number, v: Float64Array, ctx: StepContext): void {
  const { rows: d, laws: w, bodies, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const o = (j * stride + at) & INDEX;
    const flags = d[o + FLAGS] | 0;
    if (flags === 0) continue;
    const a = bodies[2 * j] & INDEX;
    const b = bodies[2 * j + 1] & INDEX;
    const ux = d[o + UX];
    const uy = d[o + UY];
    const sA = d[o + SA];
    const sB = d[o + SB];

    const k =
      (v[a + INV_MASS] + v[b + INV_MASS]) * (ux * ux + uy * uy) +
      v[a + INV_INERTIA] * sA * sA +
      v[b + INV_INERTIA] * sB * sB;

    d[o + INVERSE_MASS] = k;
    d[o + EFFECTIVE_MASS] = k > 0 ? 1 / k : 0;
    d[o + ARC] = 0;
    if (flags & NOT_PLAIN) {
      d[o + RATE] = ux * (v[b + VX] - v[a + VX]) + uy * (v[b + VY] - v[a + VY]) + sA * v[a + OMEGA] + sB * v[b + OMEGA];
      prepareLaws(d, o, w, batch.lawsAt(j, index), ctx);
    }
  }
}

function warmStart(batch: CoordinateRecords, at: number, v: Float64Array): void {
  const { rows: d, bodies, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = (j * stride) & INDEX;
    const o = (r + at) & INDEX;
    if (d[o + CORRECTION] !== 0) {
      book(d, r, o, CORRECTION);
      apply(v, bodies[2 * j] & INDEX, bodies[2 * j + 1] & INDEX, d, o, CORRECTION);
      d[o + CORRECTION] = 0;
    }
    if (d[o + WARM] !== 0) apply(v, bodies[2 * j] & INDEX, bodies[2 * j + 1] & INDEX, d, o, WARM);
  }
}

/** Applies the impulse in `field` of the record: handed over as a double it would be allocated. */
function apply(v: Float64Array, a: number, b: number, d: Float64Array, o: number, field: number): void {
  const impulse = d[o + field];
  const px = d[o + UX] * impulse;
  const py = d[o + UY] * impulse;
  v[a + VX] -= v[a + INV_MASS] * px;
  v[a + VY] -= v[a + INV_MASS] * py;
  v[a + OMEGA] += v[a + INV_INERTIA] * d[o + SA] * impulse;
  v[b + VX] += v[b + INV_MASS] * px;
  v[b + VY] += v[b + INV_MASS] * py;
  v[b + OMEGA] += v[b + INV_INERTIA] * d[o + SB] * impulse;
}

function liftCorrection(batch: CoordinateRecords, at: number, v: Float64Array, q: Float64Array): void {
  const { rows: d, bodies, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = (j * stride) & INDEX;
    const o = (r + at) & INDEX;
    if (d[o + CORRECTION] === 0) continue;
    lift(d, r, o, v, bodies[2 * j] & INDEX, bodies[2 * j + 1] & INDEX, q);
  }
}

/**
 * Takes the correction back along the row as it is written. At the new poses `q` momentum asks for other torques: what bodies have moved
 * against each other beside the correction goes to the one that turns less easily.
 */
export function lift(
  d: Float64Array,
  r: number,
  o: number,
  v: Float64Array,
  a: number,
  b: number,
  q: Float64Array,
): void {
  const eases = v[a + INV_INERTIA] + v[b + INV_INERTIA];
  if (eases > 0) {
    const x = q[b + X] - q[a + X] - (d[r + GAP_X] + d[r + ARM_AX] - d[r + ARM_BX]);
    const y = q[b + Y] - q[a + Y] - (d[r + GAP_Y] + d[r + ARM_AY] - d[r + ARM_BY]);
    const more = (x * d[o + UY] - y * d[o + UX]) / eases;
    d[o + SA] -= more * v[b + INV_INERTIA];
    d[o + SB] -= more * v[a + INV_INERTIA];
  }
  d[o + CORRECTION] *= -1;
  apply(v, a, b, d, o, CORRECTION);
  book(d, r, o, CORRECTION);
  d[o + CORRECTION] *= -1;
}

/** Books what an impulse in `field` of the record does to B, and its moments. */
function book(d: Float64Array, r: number, o: number, field: number): void {
  const impulse = d[o + field];
  d[r + NOW_X] += d[o + UX] * impulse;
  d[r + NOW_Y] += d[o + UY] * impulse;
  d[r + MOMENT_A] += d[o + SA] * impulse;
  d[r + MOMENT_B] += d[o + SB] * impulse;
}

/** What corrects no faster than this, times lengthUnit, per second, leaves nothing behind that anyone could see. */
const SLOW = 1e-3;

function solve(batch: CoordinateRecords, at: number, index: number, v: Float64Array, ctx: StepContext): void {
  const { rows: d, laws: w, bodies, active, activeCount, stride } = batch;
  const { relax, h } = ctx;
  const massScale = relax ? 1 : ctx.massScale;
  const impulseScale = relax ? 0 : ctx.impulseScale;
  const slow = SLOW * ctx.lengthUnit;
  ctx.setUnit(false);
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = (j * stride) & INDEX;
    const o = (r + at) & INDEX;
    const flags = d[o + FLAGS] | 0;
    const mass = d[o + EFFECTIVE_MASS];
    if (flags === 0 || mass === 0) continue;
    const a = bodies[2 * j] & INDEX;
    const b = bodies[2 * j + 1] & INDEX;
    const ux = d[o + UX];
    const uy = d[o + UY];
    const rate =
      ux * (v[b + VX] - v[a + VX]) + uy * (v[b + VY] - v[a + VY]) + d[o + SA] * v[a + OMEGA] + d[o + SB] * v[b + OMEGA];

    if (flags & NOT_PLAIN) {
      // The mean rate of the substep: the arc is 0 when relaxing.
      d[o + RATE] = rate + d[o + ARC] / h;
      correction[0] = 0;
      solveLaws(d, r, o, w, batch.lawsAt(j, index), ctx);
      apply(v, a, b, d, o, DELTA);
      d[o + CORRECTION] = relax || Math.abs(correction[0]) < slow * mass ? 0 : correction[0];
    } else {
      const before = d[o + LOCK_IMPULSE];
      const most = d[r + MAX_CORRECTION];
      const pull = (d[o + VALUE] - d[o + TARGET]) * ctx.biasRate;
      const bias = relax ? 0 : pull > most ? most : pull < -most ? -most : pull;
      const arc = relax ? 0 : d[o + ARC] / h;
      const delta = -mass * massScale * (rate + (bias + arc)) - impulseScale * before;
      const impulse = before + delta;
      d[o + LOCK_IMPULSE] = impulse;
      d[o + WARM] = impulse;
      d[o + TOTAL] = impulse;
      d[o + LOCK_SUM] += impulse;
      d[o + DELTA] = delta;
      apply(v, a, b, d, o, DELTA);
      const given = -(mass * massScale * bias + impulseScale * before) / (1 + impulseScale);
      d[o + CORRECTION] = relax || Math.abs(given) < slow * mass ? 0 : given;
    }
    book(d, r, o, TOTAL);
  }
}

/** What h·v leaves out of the move of the anchors' separation: δd = δrB − δrA, each arm turned by its own arc. */
function gapArc(d: Float64Array, r: number, v: Float64Array, a: number, b: number, out: Float64Array): void {
  out[0] =
    v[b + ARC_C] * d[r + ARM_BX] -
    v[b + ARC_S] * d[r + ARM_BY] -
    v[a + ARC_C] * d[r + ARM_AX] +
    v[a + ARC_S] * d[r + ARM_AY];
  out[1] =
    v[b + ARC_S] * d[r + ARM_BX] +
    v[b + ARC_C] * d[r + ARM_BY] -
    v[a + ARC_S] * d[r + ARM_AX] -
    v[a + ARC_C] * d[r + ARM_AY];
}

/** Where the separation pB − pA has gone after h·v, tangent and arc. */
function movedGap(
  d: Float64Array,
  r: number,
  v: Float64Array,
  a: number,
  b: number,
  { h }: StepContext,
  out: Float64Array,
): void {
  gapArc(d, r, v, a, b, out);
  out[0] += d[r + GAP_X] + h * (v[b + VX] - v[b + OMEGA] * d[r + ARM_BY] - v[a + VX] + v[a + OMEGA] * d[r + ARM_AY]);
  out[1] += d[r + GAP_Y] + h * (v[b + VY] + v[b + OMEGA] * d[r + ARM_BX] - v[a + VY] - v[a + OMEGA] * d[r + ARM_AX]);
}

const gap = new Float64Array(2);

/** C(q moved by h·v) − C(q) − h·J·v for the coordinates of a batch that some law touches. */
function prepareArc(batch: CoordinateRecords, at: number, v: Float64Array, ctx: StepContext, kind: ArcKind): void {
  const { rows: d, bodies, active, activeCount, stride } = batch;
  const { h } = ctx;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = (j * stride) & INDEX;
    const o = (r + at) & INDEX;
    if (d[o + FLAGS] === 0) continue;
    const a = bodies[2 * j] & INDEX;
    const b = bodies[2 * j + 1] & INDEX;
    movedGap(d, r, v, a, b, ctx, gap);
    const rate =
      d[o + UX] * (v[b + VX] - v[a + VX]) +
      d[o + UY] * (v[b + VY] - v[a + VY]) +
      d[o + SA] * v[a + OMEGA] +
      d[o + SB] * v[b + OMEGA];
    let ux = d[o + UX];
    let uy = d[o + UY];
    if (kind === TURNS_WITH_A) {
      // The axis turned by hω: tangent and arc.
      const c = 1 + v[a + ARC_C];
      const s = h * v[a + OMEGA] + v[a + ARC_S];
      ux = c * d[o + UX] - s * d[o + UY];
      uy = s * d[o + UX] + c * d[o + UY];
    }
    const moved = kind === DISTANCE ? Math.sqrt(gap[0] * gap[0] + gap[1] * gap[1]) : ux * gap[0] + uy * gap[1];
    const now = kind === DISTANCE ? d[o + VALUE] : d[o + UX] * d[r + GAP_X] + d[o + UY] * d[r + GAP_Y];
    d[o + ARC] = moved - now - h * rate;
    if (kind === DISTANCE && d[o + ARC] > MOST_ARC * now) d[o + ARC] = MOST_ARC * now;
  }
}

/**
 * Largest arc of a distance, as a share of it: of a turn by 0.7 rad. What turns faster than a substep resolves runs wider; pulled back
 * along where it was, it was thrown on, up to impulses of 10⁵⁷ N s.
 */
const MOST_ARC = 0.25;

type ArcKind = 0 | 1 | 2;
const TURNS_WITH_A: ArcKind = 0,
  STANDS_STILL: ArcKind = 1,
  DISTANCE: ArcKind = 2;

/** C = u·(xB + rB − xA) + constant, u turning with A: ∂²C/∂θA² = −u·(d + rA), ∂²C/∂θB² = −u·rB. */
function stiffenAxis(
  d: Float64Array,
  r: number,
  o: number,
  impulses: Float64Array,
  at: number,
  out: Float64Array,
  a: number,
  b: number,
): void {
  const p = impulses[at];
  const ux = d[o + UX];
  const uy = d[o + UY];
  out[a + 2] += p * (ux * (d[r + GAP_X] + d[r + ARM_AX]) + uy * (d[r + GAP_Y] + d[r + ARM_AY]));
  out[b + 2] += p * (ux * d[r + ARM_BX] + uy * d[r + ARM_BY]);
}

/** C = u·(xB + rB − xA − rA), u standing still. */
function stiffenWorldAxis(
  d: Float64Array,
  r: number,
  o: number,
  impulses: Float64Array,
  at: number,
  out: Float64Array,
  a: number,
  b: number,
): void {
  const p = impulses[at];
  out[a + 2] -= p * (d[o + UX] * d[r + ARM_AX] + d[o + UY] * d[r + ARM_AY]);
  out[b + 2] += p * (d[o + UX] * d[r + ARM_BX] + d[o + UY] * d[r + ARM_BY]);
}

/** What is shorter (world units) has no direction whose bending counts. Whoever asks how lengths bend sets it: a scene in pixels bends as in metres. */
export const leastBent = new Float64Array(1);

/** C = |d|: ∂²C/∂x² = (1 − u uᵀ)/|d| of each end; a turn adds the lever's own −u·r and what it moves across u. */
function stiffenLength(
  d: Float64Array,
  r: number,
  o: number,
  impulses: Float64Array,
  at: number,
  out: Float64Array,
  a: number,
  b: number,
): void {
  const p = impulses[at];
  const ux = d[o + UX];
  const uy = d[o + UY];
  const pull = d[o + VALUE] > leastBent[0] ? -p / d[o + VALUE] : 0;
  const acrossA = d[r + ARM_AX] * ux + d[r + ARM_AY] * uy;
  const acrossB = d[r + ARM_BX] * ux + d[r + ARM_BY] * uy;
  out[a] += pull * uy * uy;
  out[a + 1] += pull * ux * ux;
  out[b] += pull * uy * uy;
  out[b + 1] += pull * ux * ux;
  out[a + 2] += pull * acrossA * acrossA - p * acrossA;
  out[b + 2] += pull * acrossB * acrossB + p * acrossB;
}

/** How the anchors of a length move across it: x, y, angle of A, of B. */
const across = new Float64Array(6);

/** The same with what ties the ends to each other: κ e eᵀ and the levers’ own, e what moves the anchors across u, κ = −P/|d|. */
function bendLength(d: Float64Array, r: number, o: number, p: number, out: Float64Array, i: number): void {
  const ux = d[o + UX];
  const uy = d[o + UY];
  const kappa = d[o + VALUE] > leastBent[0] ? -p / d[o + VALUE] : 0;
  across[0] = uy;
  across[1] = -ux;
  across[2] = -(d[r + ARM_AX] * ux + d[r + ARM_AY] * uy);
  across[3] = -uy;
  across[4] = ux;
  across[5] = d[r + ARM_BX] * ux + d[r + ARM_BY] * uy;
  for (let k = 0; k < 6; k++) for (let m = 0; m < 6; m++) out[i + 6 * k + m] = kappa * across[k] * across[m];
  out[i + 14] += p * across[2];
  out[i + 35] += p * across[5];
}

/** A length along a direction fixed in A. Write it with sA = −(d + rA)×u, sB = rB×u. */
export const axis: ScalarKind<'length'> = {
  kind: 'axis',
  turnsWithA: true,
  unit: 'length',
  scalar: true,
  rowCount: 1,
  jacobian: pairJacobian,
  stiffen: stiffenAxis,
  flagsAt: FLAGS,
  size: SCALAR_SIZE,
  lawsSize: LAWS_SIZE,
  scaleImpulses,
  clearSums,
  prepare,
  warmStart,
  solve,
  liftCorrection,
  prepareArc: (batch, at, v, ctx) => prepareArc(batch, at, v, ctx, TURNS_WITH_A),
};

/** A length along a direction that stands still in the world. Write it with sA = −rA×u, sB = rB×u. */
export const worldAxis: ScalarKind<'length'> = /* @__PURE__ */ kindFrom(axis, {
  turnsWithA: false,
  stiffen: stiffenWorldAxis,
  prepareArc: (batch, at, v, ctx) => prepareArc(batch, at, v, ctx, STANDS_STILL),
});

/**
 * The distance of the two anchors: J = [−u, −rA×u, u, rB×u], u = d/|d|. Where the anchors coincide the last
 * direction is kept (world x before there was one).
 */
function measureLength(d: Float64Array, r: number, o: number): void {
  const dx = d[r + GAP_X];
  const dy = d[r + GAP_Y];
  const value = Math.sqrt(dx * dx + dy * dy);
  if (value > 1e-12) {
    d[o + UX] = dx / value;
    d[o + UY] = dy / value;
  } else if (d[o + UX] === 0 && d[o + UY] === 0) {
    d[o + UX] = 1;
  }
  const ux = d[o + UX];
  const uy = d[o + UY];
  d[o + SA] = -(d[r + ARM_AX] * uy - d[r + ARM_AY] * ux);
  d[o + SB] = d[r + ARM_BX] * uy - d[r + ARM_BY] * ux;
  d[o + VALUE] = value;
}

/** Measures itself: it depends on nothing but where its anchors are. */
export interface LengthKind extends ScalarKind<'length'> {
  /** Writes value and Jacobian to the coordinate at `o` of the record at `r`, from the frames just measured. */
  measure(d: Float64Array, r: number, o: number): void;
}

/** The distance of two points. */
export const length: LengthKind = /* @__PURE__ */ kindFrom(axis, {
  kind: 'length',
  measure: measureLength,
  stiffen: stiffenLength,
  bend: bendLength,
  prepareArc: (batch, at, v, ctx) => prepareArc(batch, at, v, ctx, DISTANCE),
});

/** The axis of the joint whose frames were measured last, in the world: it is asked for at once, and no record needs to keep it. */
export const axisNow = new Float64Array(2);

/** Measures the axis (ux, uy) fixed in A from the frames just measured. */
export function measureAxis(d: Float64Array, r: number, o: number, turned: boolean): void {
  const ux = turned ? -axisNow[1] : axisNow[0];
  const uy = turned ? axisNow[0] : axisNow[1];
  const ax = d[r + GAP_X] + d[r + ARM_AX];
  const ay = d[r + GAP_Y] + d[r + ARM_AY];
  d[o + UX] = ux;
  d[o + UY] = uy;
  d[o + SA] = -(ax * uy - ay * ux);
  d[o + SB] = d[r + ARM_BX] * uy - d[r + ARM_BY] * ux;
  d[o + VALUE] = d[r + GAP_X] * ux + d[r + GAP_Y] * uy;
}

/** Measures the direction x, or y, of the world. */
export function measureWorldAxis(d: Float64Array, r: number, o: number, ofY: boolean): void {
  d[o + UX] = ofY ? 0 : 1;
  d[o + UY] = ofY ? 1 : 0;
  d[o + SA] = ofY ? -d[r + ARM_AX] : d[r + ARM_AY];
  d[o + SB] = ofY ? d[r + ARM_BX] : -d[r + ARM_BY];
  d[o + VALUE] = ofY ? d[r + GAP_Y] : d[r + GAP_X];
}
