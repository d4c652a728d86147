import { ARC_C, ARC_S, INV_INERTIA, INV_MASS, OMEGA, VX, VY } from '../../state/body-store';
import {
  ARM_AX,
  ARM_AY,
  ARM_BX,
  ARM_BY,
  GAP_X,
  GAP_Y,
  MOMENT_A,
  MOMENT_B,
  NOW_TORQUE,
  NOW_X,
  NOW_Y,
} from '../../state/record';
import type { StepContext } from '../step-context';
import { P_WARM_X, P_WARM_Y, V_SUM_X, V_SUM_Y, V_X, V_Y } from './point-fields';
import { readMass } from './point-mass';
import { FREE_X, FREE_Y, rubSlip, slip, SLIP_CAP, SLIP_X, SLIP_Y } from './slip';

/** What a law reads and writes while it is solved, by the places below: doubles in calls would be allocated. */
export const now = new Float64Array(12);

/** Rate of B against A, and what is left of the bias. */
export const RATE_X = 0,
  RATE_Y = 1,
  /** Accumulated impulse of the law. */
  IMPULSE_X = 2,
  IMPULSE_Y = 3,
  /** How long it may be. */
  MOST = 4,
  /** Shares of the gap in the arms of A and of B: where between the anchors impulses act. */
  SHARE_A = 5,
  SHARE_B = 6,
  /** Rate of the gap by which it only turns along with the bodies. */
  TURNING_X = 7,
  TURNING_Y = 8,
  /** Time until the rate is the mean one: h/2 in the solve pass. */
  TIME = 9;
/** What the arcs of the arms add to the rate. */
const ARC_X = 10,
  ARC_Y = 11;

/** What the arms' arcs add to the mean rate of the substep in the solve pass. */
export function readArc(d: Float64Array, r: number, v: Float64Array, a: number, b: number, ctx: StepContext): void {
  now[ARC_X] = now[ARC_Y] = now[TIME] = 0;
  if (ctx.relax) return;
  now[TIME] = ctx.h / 2;
  now[ARC_X] =
    (v[b + ARC_C] * d[r + ARM_BX] -
      v[b + ARC_S] * d[r + ARM_BY] -
      v[a + ARC_C] * d[r + ARM_AX] +
      v[a + ARC_S] * d[r + ARM_AY]) /
    ctx.h;
  now[ARC_Y] =
    (v[b + ARC_S] * d[r + ARM_BX] +
      v[b + ARC_C] * d[r + ARM_BY] -
      v[a + ARC_S] * d[r + ARM_AX] -
      v[a + ARC_C] * d[r + ARM_AY]) /
    ctx.h;
}

/**
 * Rate of B against A at the one point of both where impulses act: of what the gap changes by, the part that turns along with the bodies
 * is no slip. The gap is that of the middle of the substep, as the rate is.
 */
export function readRate(d: Float64Array, r: number, v: Float64Array, a: number, b: number): void {
  const wA = v[a + OMEGA];
  const wB = v[b + OMEGA];
  const x = now[ARC_X] + v[b + VX] - wB * d[r + ARM_BY] - v[a + VX] + wA * d[r + ARM_AY];
  const y = now[ARC_Y] + v[b + VY] + wB * d[r + ARM_BX] - v[a + VY] - wA * d[r + ARM_AX];
  const turn = now[SHARE_A] * wA + now[SHARE_B] * wB;
  now[TURNING_X] = -turn * (d[r + GAP_Y] + now[TIME] * y);
  now[TURNING_Y] = turn * (d[r + GAP_X] + now[TIME] * x);
  now[RATE_X] = x - now[TURNING_X];
  now[RATE_Y] = y - now[TURNING_Y];
}

/** Shortens the impulse in `now`, which also holds how long it may be: a double in the call would be allocated. */
export function shorten(): void {
  const most = now[MOST];
  const size = Math.sqrt(now[IMPULSE_X] * now[IMPULSE_X] + now[IMPULSE_Y] * now[IMPULSE_Y]);
  if (size <= most) return;
  now[IMPULSE_X] *= most / size;
  now[IMPULSE_Y] *= most / size;
}

/**
 * Replaces the impulse in `now`, of a law at `s` whose rate is there, too, by the one of the length it may have, against the rate that it
 * leaves: shortened it would point elsewhere where an arm makes K differ by direction.
 */
export function actAtCap(d: Float64Array, o: number, w: Float64Array, s: number): void {
  readMass(d, o, slip);
  slip[FREE_X] = now[RATE_X] - slip[0] * w[s + V_X] - slip[1] * w[s + V_Y];
  slip[FREE_Y] = now[RATE_Y] - slip[1] * w[s + V_X] - slip[2] * w[s + V_Y];
  slip[SLIP_CAP] = now[MOST];
  rubSlip();
  now[IMPULSE_X] = slip[SLIP_X];
  now[IMPULSE_Y] = slip[SLIP_Y];
}

/** Applies the change from the impulse kept at w[i], w[i + 1] to the one in `now`, and keeps it. */
export function applyChange(
  d: Float64Array,
  r: number,
  w: Float64Array,
  i: number,
  v: Float64Array,
  a: number,
  b: number,
): void {
  const px = now[IMPULSE_X] - w[i];
  const py = now[IMPULSE_Y] - w[i + 1];
  const x = d[r + GAP_X];
  const y = d[r + GAP_Y];
  const rAx = d[r + ARM_AX] + x * now[SHARE_A];
  const rAy = d[r + ARM_AY] + y * now[SHARE_A];
  const rBx = d[r + ARM_BX] - x * now[SHARE_B];
  const rBy = d[r + ARM_BY] - y * now[SHARE_B];
  w[i] = now[IMPULSE_X];
  w[i + 1] = now[IMPULSE_Y];
  v[a + VX] -= v[a + INV_MASS] * px;
  v[a + VY] -= v[a + INV_MASS] * py;
  v[a + OMEGA] -= v[a + INV_INERTIA] * (rAx * py - rAy * px);
  v[b + VX] += v[b + INV_MASS] * px;
  v[b + VY] += v[b + INV_MASS] * py;
  v[b + OMEGA] += v[b + INV_INERTIA] * (rBx * py - rBy * px);
}

/** Books the impulse in `now` as what the law did in this pass, and for the next warm start. */
export function book(d: Float64Array, r: number, w: Float64Array, p: number, s: number): void {
  w[s + V_SUM_X] += now[IMPULSE_X];
  w[s + V_SUM_Y] += now[IMPULSE_Y];
  react(d, r, w, p);
}

/** The same of what the joint did, whichever law it was. */
export function react(d: Float64Array, r: number, w: Float64Array, p: number): void {
  const px = now[IMPULSE_X];
  const py = now[IMPULSE_Y];
  const x = d[r + GAP_X];
  const y = d[r + GAP_Y];
  d[r + NOW_X] += px;
  d[r + NOW_Y] += py;
  d[r + NOW_TORQUE] -= (x * py - y * px) * now[SHARE_B];
  d[r + MOMENT_A] -= (d[r + ARM_AX] + x * now[SHARE_A]) * py - (d[r + ARM_AY] + y * now[SHARE_A]) * px;
  d[r + MOMENT_B] += (d[r + ARM_BX] - x * now[SHARE_B]) * py - (d[r + ARM_BY] - y * now[SHARE_B]) * px;
  w[p + P_WARM_X] += px;
  w[p + P_WARM_Y] += py;
}
