import {
  FRICTION,
  LOCK,
  LOCK_CAPPED,
  LOCK_SOFT,
  SPRING,
  SPRING_CAPPED,
  SPRING_COMPLIANCE,
  SPRING_HERTZ,
  VISCOUS,
} from '../coordinates/law-fields';
import {
  P_FLAGS,
  P_FRICTION_CAP,
  P_FRICTION_ROW,
  P_IMPULSE_X,
  P_IMPULSE_Y,
  P_LOCK_CAP,
  P_LOCK_HERTZ,
  P_LOCK_RATIO,
  P_LOCK_ROW,
  P_SPRING_A,
  P_SPRING_B,
  P_SPRING_CAP,
  P_SPRING_ROW,
  P_SUM_X,
  P_SUM_Y,
  P_VISCOUS,
  P_VISCOUS_ROW,
  P_WARM_X,
  P_WARM_Y,
  V_SUM_X,
  V_SUM_Y,
  V_X,
  V_Y,
} from '../coordinates/point-fields';
import type { StepContext } from '../coordinates/step-context';
import { softTheta } from '../coordinates/force-function';
import type { DirectCoordinate, DirectIsland } from './island-system';
import { OFF, POSITION, RATE_ROW, SOFT } from './row-modes';

/**
 * What the laws of a point ask of its two rows: the lock if there is one, else friction, and soft laws in parallel.
 * Caps are circles: a lock at its cap keeps the direction in which it got there, friction acts against the slip.
 */

/** Start of the active set of a step; `inverseMass` is half the trace of K, rates are those of the start. */
export function startPoint(
  island: DirectIsland,
  c: DirectCoordinate,
  inverseMass: number,
  rateX: number,
  rateY: number,
  ctx: StepContext,
): void {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const { h } = ctx;
  const flags = d[o + P_FLAGS] | 0;
  for (let axis = 0; axis < 2; axis++) island.softForce[row + axis] = island.slope[row + axis] = 0;
  const size = 2 * Math.PI;
  const mass = inverseMass > 0 ? 1 / inverseMass : 0;
  if (flags & SPRING) {
    const a = w[p + P_SPRING_A];
    const omega = size * a;
    const k = flags & SPRING_HERTZ ? mass * omega * omega : flags & SPRING_COMPLIANCE ? 1 / a : a;
    const damping = flags & SPRING_HERTZ ? 2 * w[p + P_SPRING_B] * mass * omega : w[p + P_SPRING_B];
    addSoft(island, row, k, damping, inverseMass, h, flags & SPRING_CAPPED ? w[p + P_SPRING_CAP] : Infinity);
  }
  if (flags & LOCK_SOFT) {
    const omega = size * w[p + P_LOCK_HERTZ];
    addSoft(
      island,
      row,
      mass * omega * omega,
      2 * w[p + P_LOCK_RATIO] * mass * omega,
      inverseMass,
      h,
      flags & LOCK_CAPPED ? w[p + P_LOCK_CAP] : Infinity,
    );
  }
  if (flags & VISCOUS) addSoft(island, row, 0, w[p + P_VISCOUS], inverseMass, h, Infinity);
  island.lockAt[row] =
    flags & LOCK_CAPPED && !(flags & LOCK_SOFT)
      ? atCap(d[o + P_IMPULSE_X], d[o + P_IMPULSE_Y], w[p + P_LOCK_CAP] * h)
      : 0;
  island.frictionAt[row] =
    flags & FRICTION ? atCap(w[p + P_FRICTION_ROW + V_X], w[p + P_FRICTION_ROW + V_Y], w[p + P_FRICTION_CAP] * h) : 0;
  if (island.frictionAt[row] === 1 && rateX * rateX + rateY * rateY > 0) {
    w[p + P_FRICTION_ROW + V_X] = -rateX;
    w[p + P_FRICTION_ROW + V_Y] = -rateY;
  }
  island.goal[row] = rateX / 2;
  island.goal[row + 1] = rateY / 2;
  decidePoint(island, c, ctx);
}

function atCap(x: number, y: number, most: number): number {
  const size = Math.sqrt(x * x + y * y);
  return size > 0 && size >= most * (1 - 1e-9) ? 1 : 0;
}

/** Adds a spring and damper on both rows; beyond its cap it is a constant force. */
function addSoft(
  island: DirectIsland,
  row: number,
  k: number,
  c: number,
  inverseMass: number,
  h: number,
  cap: number,
): void {
  const x = -k * island.before[row];
  const y = -k * island.before[row + 1];
  const size = Math.sqrt(x * x + y * y);
  const share = size > cap ? cap / size : 1;
  const theta = k > 0 ? softTheta(h * h * k * inverseMass) : h * c * inverseMass > 2 ? 1 : 0.5;
  island.softForce[row] += x * share;
  island.softForce[row + 1] += y * share;
  if (share < 1) return;
  for (let axis = 0; axis < 2; axis++) island.slope[row + axis] += theta * h * k + c;
}

function decidePoint(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const flags = d[o + P_FLAGS] | 0;
  const hard = (flags & LOCK) !== 0 && !(flags & LOCK_SOFT);
  const locked = hard && island.lockAt[row] === 0;
  const rubbed = !locked && (flags & FRICTION) !== 0 && island.frictionAt[row] === 0;
  const soft = !locked && !rubbed && island.slope[row] > 0;
  const mode = locked ? POSITION : rubbed ? RATE_ROW : soft ? SOFT : OFF;
  for (let axis = 0; axis < 2; axis++) {
    const i = row + axis;
    let fixed = 0;
    if (hard && !locked) fixed += direction(d, o + P_IMPULSE_X, axis) * w[p + P_LOCK_CAP] * ctx.h;
    if (!locked && flags & FRICTION && !rubbed)
      fixed += direction(w, p + P_FRICTION_ROW + V_X, axis) * w[p + P_FRICTION_CAP] * ctx.h;
    if (mode === OFF) fixed += ctx.h * island.softForce[i];
    island.mode[i] = mode;
    island.fixed[i] = fixed;
    island.held[i] = mode === OFF ? 1 : 0;
    island.softness[i] = soft ? 1 / (ctx.h * island.slope[i]) : 0;
    if (locked) island.goal[i] = 0;
    if (mode === OFF) island.impulse[i] = fixed;
  }
}

function direction(w: Float64Array, i: number, axis: number): number {
  const size = Math.sqrt(w[i] * w[i] + w[i + 1] * w[i + 1]);
  return size > 0 ? w[i + axis] / size : 0;
}

/** Compares the solved rows with their caps; the means are J·u. Returns true if the active set changed. */
export function checkPoint(
  island: DirectIsland,
  c: DirectCoordinate,
  meanX: number,
  meanY: number,
  ctx: StepContext,
): boolean {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const flags = d[o + P_FLAGS] | 0;
  const x = ownImpulse(island, row, ctx);
  const y = ownImpulse(island, row + 1, ctx);
  let changed = false;
  if (flags & LOCK_CAPPED && !(flags & LOCK_SOFT)) {
    changed = moveCap(
      island.lockAt,
      row,
      d,
      o + P_IMPULSE_X,
      x,
      y,
      w[p + P_LOCK_CAP] * ctx.h,
      island.after[row],
      island.after[row + 1],
    );
  }
  const locked = flags & LOCK && !(flags & LOCK_SOFT) && island.lockAt[row] === 0;
  if (!changed && !locked && flags & FRICTION) {
    changed = moveCap(
      island.frictionAt,
      row,
      w,
      p + P_FRICTION_ROW + V_X,
      x,
      y,
      w[p + P_FRICTION_CAP] * ctx.h,
      meanX,
      meanY,
    );
  }
  if (!changed && !locked && island.frictionAt[row] === 1)
    changed = turnAgainst(w, p + P_FRICTION_ROW + V_X, meanX, meanY);
  if (changed) decidePoint(island, c, ctx);
  return changed;
}

/** A turn of friction by less than this is not followed within a step. */
const SAME_DIRECTION = 1e-3;

/** Friction that slips acts against the mean rate; true if that has turned. */
function turnAgainst(w: Float64Array, i: number, meanX: number, meanY: number): boolean {
  const speed = Math.sqrt(meanX * meanX + meanY * meanY);
  if (speed === 0) return false;
  const turnX = direction(w, i, 0) + meanX / speed;
  const turnY = direction(w, i, 1) + meanY / speed;
  if (turnX * turnX + turnY * turnY < SAME_DIRECTION * SAME_DIRECTION) return false;
  w[i] = -meanX;
  w[i + 1] = -meanY;
  return true;
}

/** A law that passed its cap keeps its direction at w[i]; one at its cap is solved again when it pushes with what it resists. */
function moveCap(
  at: Int8Array,
  row: number,
  w: Float64Array,
  i: number,
  x: number,
  y: number,
  most: number,
  errorX: number,
  errorY: number,
): boolean {
  if (at[row] === 0) {
    if (x * x + y * y <= most * most) return false;
    w[i] = x;
    w[i + 1] = y;
    at[row] = 1;
    return true;
  }
  if (w[i] * errorX + w[i + 1] * errorY <= 0) return false;
  at[row] = 0;
  return true;
}

/** Impulse of the hard law that is solved. */
function ownImpulse(island: DirectIsland, row: number, ctx: StepContext): number {
  if (island.mode[row] === SOFT || island.mode[row] === OFF) return 0;
  return island.impulse[row] - island.fixed[row] - softImpulse(island, row, ctx);
}

function softImpulse(island: DirectIsland, row: number, ctx: StepContext): number {
  return ctx.h * island.softForce[row] - island.slope[row] * (island.after[row] - island.before[row]);
}

/** Divides the impulse of the rows among the laws: what the next step starts from, and the read-outs. */
export function bookPoint(
  island: DirectIsland,
  c: DirectCoordinate,
  projectedX: number,
  projectedY: number,
  ctx: StepContext,
): void {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const flags = d[o + P_FLAGS] | 0;
  const hard = (flags & LOCK) !== 0 && !(flags & LOCK_SOFT);
  const locked = hard && island.lockAt[row] === 0;
  const slips = !locked && island.frictionAt[row] !== 0;
  const lockCap = hard && !locked ? w[p + P_LOCK_CAP] * ctx.h : 0;
  const frictionCap = slips ? w[p + P_FRICTION_CAP] * ctx.h : 0;
  const lockX = locked ? ownImpulse(island, row, ctx) : lockCap * direction(d, o + P_IMPULSE_X, 0);
  const lockY = locked ? ownImpulse(island, row + 1, ctx) : lockCap * direction(d, o + P_IMPULSE_X, 1);
  const rubs = island.mode[row] === RATE_ROW;
  const rubX = rubs ? ownImpulse(island, row, ctx) : frictionCap * direction(w, p + P_FRICTION_ROW + V_X, 0);
  const rubY = rubs ? ownImpulse(island, row + 1, ctx) : frictionCap * direction(w, p + P_FRICTION_ROW + V_X, 1);
  book(d, o + P_IMPULSE_X, d, o + P_SUM_X, lockX, locked ? projectedX : 0);
  book(d, o + P_IMPULSE_Y, d, o + P_SUM_Y, lockY, locked ? projectedY : 0);
  if (flags & FRICTION) {
    book(w, p + P_FRICTION_ROW + V_X, w, p + P_FRICTION_ROW + V_SUM_X, rubX, 0);
    book(w, p + P_FRICTION_ROW + V_Y, w, p + P_FRICTION_ROW + V_SUM_Y, rubY, 0);
  }
  if (flags & (SPRING | LOCK_SOFT | VISCOUS)) {
    // Soft laws of one point are not told apart: the first that is on carries them.
    const s = p + (flags & SPRING ? P_SPRING_ROW : flags & LOCK_SOFT ? P_LOCK_ROW : P_VISCOUS_ROW);
    book(w, s + V_X, w, s + V_SUM_X, softImpulse(island, row, ctx), 0);
    book(w, s + V_Y, w, s + V_SUM_Y, softImpulse(island, row + 1, ctx), 0);
    if (flags & LOCK_SOFT) {
      d[o + P_SUM_X] += w[s + V_X];
      d[o + P_SUM_Y] += w[s + V_Y];
    }
  }
  w[p + P_WARM_X] = island.impulse[row];
  w[p + P_WARM_Y] = island.impulse[row + 1];
}

function book(impulses: Float64Array, i: number, sums: Float64Array, s: number, impulse: number, extra: number): void {
  impulses[i] = impulse;
  sums[s] += impulse + extra;
}
