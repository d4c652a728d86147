import {
  LOCK_CAPPED,
  LOCK_SOFT,
  SPRING,
  SPRING_CAPPED,
  SPRING_COMPLIANCE,
  SPRING_HERTZ,
  VISCOUS,
} from '../coordinates/law-fields';
import {
  I11,
  I12,
  I22,
  P_FLAGS,
  P_LOCK_CAP,
  P_LOCK_HERTZ,
  P_LOCK_RATIO,
  P_LOCK_ROW,
  P_SPRING_A,
  P_SPRING_B,
  P_SPRING_CAP,
  P_SPRING_ROW,
  P_VISCOUS,
  P_VISCOUS_ROW,
  V_SUM_X,
  V_SUM_Y,
  V_X,
} from '../coordinates/point-fields';
import { softTheta } from '../coordinates/softness';
import type { StepContext } from '../coordinates/step-context';
import { direction, turned } from './directions';
import type { DirectCoordinate, DirectIsland } from './island-system';
import { meanInverse } from './point-inverse';

/** Springs, viscous friction and soft locks of a point: together P = h·force − slope·(C₁ − C₀ − lag), each with its own cap. */

export const SOFT_LAWS = SPRING | LOCK_SOFT | VISCOUS;

/** A soft law: its force x, y at the start of the step, then the slope xx, xy, yy: P = h·force − slope·(C₁ − C₀). */
export const soft = new Float64Array(5);

/**
 * Reads the soft law whose row begins at `law` as if it had no cap. The gap at the start is turned along by half of the step, whatever θ: the
 * mean gap then does as much work as is stored less of it, and what θ gives beyond ½ is damping of what the gap does not only turn along.
 */
function readSoft(island: DirectIsland, { row, o, p, joint }: DirectCoordinate, law: number): void {
  const { rows: d, laws: w } = joint.batch;
  const flags = d[o + P_FLAGS] | 0;
  const { before, lag, attempt } = island;
  const { h } = attempt;
  const spring = law === P_SPRING_ROW;
  if (law === P_LOCK_ROW || (spring && flags & SPRING_HERTZ)) {
    const omega = 2 * Math.PI * w[p + (spring ? P_SPRING_A : P_LOCK_HERTZ)];
    const ratio = w[p + (spring ? P_SPRING_B : P_LOCK_RATIO)];
    const theta = softTheta(h * h * omega * omega);
    const slope = theta * h * omega * omega + 2 * ratio * omega;
    const x = before[row] + lag[row] / 2;
    const y = before[row + 1] + lag[row + 1] / 2;
    const i11 = d[o + I11];
    const i12 = d[o + I12];
    const i22 = d[o + I22];
    // Bodies that only turn leave one direction unmoved: there any slope will do.
    const full = i11 * i22 - i12 * i12 > 1e-14 * (i11 + i22) * (i11 + i22);
    soft[0] = -omega * omega * (i11 * x + i12 * y);
    soft[1] = -omega * omega * (i12 * x + i22 * y);
    soft[2] = slope * (full ? i11 : i11 + i22);
    soft[3] = slope * (full ? i12 : 0);
    soft[4] = slope * (full ? i22 : i11 + i22);
    return;
  }
  const given = w[p + P_SPRING_A];
  const k = !spring ? 0 : flags & SPRING_COMPLIANCE ? 1 / given : given;
  const damping = spring ? w[p + P_SPRING_B] : w[p + P_VISCOUS];
  const inverseMass = meanInverse(d[o + I11], d[o + I12], d[o + I22]);
  const theta = k > 0 ? softTheta(h * h * k * inverseMass) : h * damping * inverseMass > 2 ? 1 : 0.5;
  soft[0] = -k * (before[row] + lag[row] / 2);
  soft[1] = -k * (before[row + 1] + lag[row + 1] / 2);
  soft[2] = soft[4] = theta * h * k + damping;
  soft[3] = 0;
}

/** Adds up force and slope of every soft law; one at its cap is a constant force. */
export function addSoftLaws(island: DirectIsland, c: DirectCoordinate): void {
  const { row, o } = c;
  const flags = c.joint.batch.rows[o + P_FLAGS] | 0;
  for (let i = row; i < row + 2; i++) island.softForce[i] = island.slope[i] = island.crossSlope[i] = 0;
  if (flags & SPRING) addSoft(island, c, P_SPRING_ROW, island.springAt[row], P_SPRING_CAP);
  if (flags & LOCK_SOFT) addSoft(island, c, P_LOCK_ROW, island.lockAt[row], P_LOCK_CAP);
  if (flags & VISCOUS) addSoft(island, c, P_VISCOUS_ROW, 0, 0);
}

function addSoft(island: DirectIsland, c: DirectCoordinate, law: number, at: number, capField: number): void {
  const { row, p } = c;
  const { laws: w } = c.joint.batch;
  if (at !== 0) {
    island.softForce[row] += direction(w, p + law + V_X, 0) * w[p + capField];
    island.softForce[row + 1] += direction(w, p + law + V_X, 1) * w[p + capField];
    return;
  }
  readSoft(island, c, law);
  island.softForce[row] += soft[0];
  island.softForce[row + 1] += soft[1];
  island.slope[row] += soft[2];
  island.crossSlope[row + 1] += soft[3];
  island.slope[row + 1] += soft[4];
}

/** Lets a soft law go to its cap or come back from it; at the cap it follows the direction it would pull in without one. */
export function checkSoftCaps(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): boolean {
  let changed = false;
  if (flags & SPRING && flags & SPRING_CAPPED)
    changed = checkSoftCap(island, c, P_SPRING_ROW, island.springAt, P_SPRING_CAP, ctx);
  if (flags & LOCK_SOFT && flags & LOCK_CAPPED)
    changed = checkSoftCap(island, c, P_LOCK_ROW, island.lockAt, P_LOCK_CAP, ctx) || changed;
  if (changed) addSoftLaws(island, c);
  return changed;
}

function checkSoftCap(
  island: DirectIsland,
  c: DirectCoordinate,
  law: number,
  at: Int8Array,
  capField: number,
  ctx: StepContext,
): boolean {
  const { row, p } = c;
  const { laws: w } = c.joint.batch;
  const i = p + law + V_X;
  const most = w[p + capField] * ctx.h;
  pullSoft(island, c, law, ctx);
  const x = soft[0];
  const y = soft[1];
  const within = x * x + y * y <= most * most;
  if (at[row] !== 0 && island.attempt.settled) return false;
  if (at[row] === 0 ? within : !within && !turned(w, i, x, y, ctx.h)) return false;
  at[row] = within ? 0 : 1;
  w[i] = x;
  w[i + 1] = y;
  return true;
}

/** Leaves in `soft` the impulse x, y of a soft law without its cap. */
export function pullSoft(island: DirectIsland, c: DirectCoordinate, law: number, ctx: StepContext): void {
  const { h } = ctx;
  const { row } = c;
  const { before, after, lag } = island;
  const x = after[row] - before[row] - lag[row];
  const y = after[row + 1] - before[row + 1] - lag[row + 1];
  readSoft(island, c, law);
  soft[0] = h * soft[0] - soft[2] * x - soft[3] * y;
  soft[1] = h * soft[1] - soft[3] * x - soft[4] * y;
}

export function bookSoft(
  island: DirectIsland,
  c: DirectCoordinate,
  law: number,
  at: number,
  capField: number,
  ctx: StepContext,
): void {
  const { p } = c;
  const { laws: w } = c.joint.batch;
  const i = p + law + V_X;
  pullSoft(island, c, law, ctx);
  const x = at === 0 ? soft[0] : direction(w, i, 0) * w[p + capField] * ctx.h;
  const y = at === 0 ? soft[1] : direction(w, i, 1) * w[p + capField] * ctx.h;
  book(w, i, w, p + law + V_SUM_X, x, 0);
  book(w, i + 1, w, p + law + V_SUM_Y, y, 0);
}

/** Keeps an impulse, and adds it to what is summed over the step, with what a projection gave. */
export function book(
  impulses: Float64Array,
  i: number,
  sums: Float64Array,
  s: number,
  impulse: number,
  extra: number,
): void {
  impulses[i] = impulse;
  sums[s] += impulse + extra;
}
