import {
  LIMITS_CAP,
  LIMITS_EQUAL,
  LIMITS_ROW,
  LIMITS_SOFT,
  LIMITS_SUM,
  LOWER,
  LOWER_BOUND,
  S_DAMPING,
  S_FORCE,
  S_IMPULSE,
  S_STIFFNESS,
  S_STRETCH,
  S_SUM,
  S_THETA,
  UPPER,
  UPPER_BOUND,
} from '../coordinates/law-fields';
import type { StepContext } from '../coordinates/step-context';
import type { DirectCoordinate, DirectIsland } from './island-system';
import { LETS_GO } from './row-modes';

/** Soft stops of a scalar row: springs that only push, on the part of the way of a step that lies beyond their bound. */

/** True where a soft stop acts: where some of the way of the step lies beyond its bound, and always of bounds that are one. */
export function isSoftStopMet({ beyond }: DirectIsland, row: number, flags: number): boolean {
  return (flags & LIMITS_SOFT) !== 0 && ((flags & LIMITS_EQUAL) !== 0 || beyond[row] !== 0);
}

/** Less of a way than this is none. */
const LEAST_SHARE = 1e-6;
/** Shares nearer to each other than this are the same: the force is off by the square of it. */
const SAME_SHARE = 1e-4;

/** Writes to `beyond` how much of the way of a step that ends at `ends[end]` lies beyond a soft stop; 0 of bounds that are one. */
export function measureBeyond(
  { before, beyond }: DirectIsland,
  { row, p, joint }: DirectCoordinate,
  flags: number,
  ends: Float64Array,
  end: number,
): void {
  beyond[row] = 0;
  if ((flags & (LIMITS_SOFT | LIMITS_EQUAL)) !== LIMITS_SOFT) return;
  const { laws: w } = joint.batch;
  const stretch = w[p + LIMITS_ROW + S_STRETCH];
  const way = stretch > 0 || (stretch === 0 && ends[end] > before[row]) ? 1 : -1;
  if (!(flags & (way > 0 ? UPPER : LOWER))) return;
  const bound = w[p + (way > 0 ? UPPER_BOUND : LOWER_BOUND)];
  const from = stretch === 0 ? Math.min(0, way * (before[row] - bound)) : way * stretch;
  const to = way * (ends[end] - bound);
  const share = from > 0 ? (to < 0 ? from / (from - to) : 1) : to > 0 ? to / (to - from) : 0;
  if (share > LEAST_SHARE) beyond[row] = way * share;
}

/** The same by where the step has come to; true if that is somewhere else. What its cap keeps off it needs less than that. */
export function followStop(island: DirectIsland, c: DirectCoordinate, flags: number): boolean {
  const { beyond, after, limitsAt, attempt } = island;
  const { row } = c;
  if (attempt.settled) return false;
  const last = beyond[row];
  measureBeyond(island, c, flags, after, row);
  const isKeptOff = last !== 0 && beyond[row] === 0 && Math.abs(limitsAt[row]) === 1;
  if (!isKeptOff && (Math.abs(beyond[row] - last) > SAME_SHARE || (last === 0) !== (beyond[row] === 0))) return true;
  beyond[row] = last;
  if (isKeptOff) limitsAt[row] = 0;
  return isKeptOff;
}

/** Force and slope of a soft stop, as `writeStop` leaves them. */
const stop = new Float64Array(2);
const FORCE = 0,
  SLOPE = 1;

/**
 * What a soft stop gives on the part of the way that lies beyond it, so that it takes and gives back what is stored there and no more.
 * With x beyond the bound and the share s of the way
 *
 *   met    P = −hkθ s x₁ − c x₁          left   P = −hk(1 − θ) s x₀ + c x₀
 *
 * each as its tangent at that share. Met only where a step begins beyond it, it threw back up to three times as fast what came.
 */
function writeStop({ before, beyond }: DirectIsland, row: number, w: Float64Array, p: number, ctx: StepContext): void {
  const s = p + LIMITS_ROW;
  const share = Math.abs(beyond[row]);
  const stiffness = w[s + S_STIFFNESS];
  const damping = w[s + S_DAMPING];
  const theta = w[s + S_THETA];
  const stretch = w[s + S_STRETCH];
  if (share === 1 || share === 0) {
    stop[FORCE] = w[s + S_FORCE];
    stop[SLOPE] = theta * ctx.h * stiffness + damping;
  } else if (stretch === 0) {
    const room = w[p + (beyond[row] > 0 ? UPPER_BOUND : LOWER_BOUND)] - before[row];
    stop[FORCE] = room * (2 * theta * share * stiffness + damping * ctx.perSecond);
    stop[SLOPE] = theta * share * (2 - share) * ctx.h * stiffness + damping;
  } else {
    stop[FORCE] = stretch * (damping * ctx.perSecond - 2 * (1 - theta) * share * stiffness);
    stop[SLOPE] = (1 - theta) * share * share * ctx.h * stiffness;
  }
}

/** The same of one at its cap, on that part of the way a constant force: P = ±h·cap·s. */
function writeCap(
  { before, beyond, limitsAt }: DirectIsland,
  row: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
): void {
  const share = Math.abs(beyond[row]);
  const cap = w[p + LIMITS_CAP];
  const force = limitsAt[row] * cap;
  const stretch = w[p + LIMITS_ROW + S_STRETCH];
  if (share === 1 || share === 0) {
    stop[FORCE] = force;
    stop[SLOPE] = 0;
  } else if (stretch === 0) {
    const room = w[p + (beyond[row] > 0 ? UPPER_BOUND : LOWER_BOUND)] - before[row];
    stop[FORCE] = (2 * share - 1) * force;
    stop[SLOPE] = (ctx.h * cap * (1 - share) * (1 - share)) / Math.abs(room);
  } else {
    stop[FORCE] = 2 * share * force;
    stop[SLOPE] = (ctx.h * cap * share * share) / Math.abs(stretch);
  }
}

function writeLaw(island: DirectIsland, row: number, w: Float64Array, p: number, ctx: StepContext): void {
  const at = island.limitsAt[row];
  if (at === 0) writeStop(island, row, w, p, ctx);
  else if (at !== LETS_GO) writeCap(island, row, w, p, ctx);
  else stop[FORCE] = stop[SLOPE] = 0;
}

/** Adds its force and slope to those of the row. */
export function addStop(island: DirectIsland, row: number, w: Float64Array, p: number, ctx: StepContext): void {
  writeLaw(island, row, w, p, ctx);
  island.softForce[row] += stop[FORCE];
  island.slope[row] += stop[SLOPE];
}

/** Writes to `out` its impulse in this step, as if it had no cap; and its cap. */
export function pullStop(
  island: DirectIsland,
  row: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  out: Float64Array,
  most: Float64Array,
): void {
  writeStop(island, row, w, p, ctx);
  out[0] = impulseOf(island, row, ctx);
  most[0] = w[p + LIMITS_CAP] * (island.beyond[row] === 0 ? 1 : Math.abs(island.beyond[row]));
}

/** What it gave in the step, with its cap. */
export function bookSoftStop(island: DirectIsland, row: number, w: Float64Array, p: number, ctx: StepContext): void {
  const s = p + LIMITS_ROW;
  writeLaw(island, row, w, p, ctx);
  w[s + S_IMPULSE] = impulseOf(island, row, ctx);
  w[s + S_SUM] += w[s + S_IMPULSE];
  w[p + LIMITS_SUM] += w[s + S_IMPULSE];
}

function impulseOf({ before, after }: DirectIsland, row: number, { h }: StepContext): number {
  return h * stop[FORCE] - stop[SLOPE] * (after[row] - before[row]);
}
