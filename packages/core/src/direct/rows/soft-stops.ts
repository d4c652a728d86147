import {
  LIMITS_CAP,
  LIMITS_CAPPED,
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
} from '../../coordinates/laws/law-fields';
import type { StepContext } from '../../coordinates/step-context';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { LETS_GO, ROUNDED } from './row-modes';

/** Soft stops of a scalar row: springs that only push, on the part of the way of a step that lies beyond their bound. */

/**
 * True where a soft stop may act: where some of the way of the step lies beyond its bound, and always of one with a cap. Bounds that are one
 * and have a cap are a spring with one.
 */
export function isSoftStopMet({ beyond }: DirectIsland, row: number, flags: number): boolean {
  if (!(flags & LIMITS_SOFT)) return false;
  return flags & LIMITS_EQUAL ? !(flags & LIMITS_CAPPED) : (flags & LIMITS_CAPPED) !== 0 || beyond[row] !== 0;
}

/** True of bounds that are one, soft, and have a cap. */
export function isCappedEqual(flags: number): boolean {
  return (flags & CAPPED_EQUAL) === CAPPED_EQUAL;
}
const CAPPED_EQUAL = LIMITS_SOFT | LIMITS_CAPPED | LIMITS_EQUAL;

/** Less of a way than this is none. */
const LEAST_SHARE = 1e-6;
/** Shares nearer to each other than this are the same: the force is off by the square of it. */
const SAME_SHARE = 1e-4;

/**
 * Writes to `beyond` how much of the way of a step that ends at `ends[end]` lies beyond a soft stop; 0 of bounds that are one, or have a cap. Of
 * a way from beyond one stop to beyond the other it is what lies beyond that.
 */
export function measureBeyond(
  { before, beyond }: DirectIsland,
  { row, p, joint }: DirectCoordinate,
  flags: number,
  ends: Float64Array,
  end: number,
): void {
  beyond[row] = 0;
  if ((flags & CAPPED_EQUAL) !== LIMITS_SOFT) return;
  const { laws: w } = joint.batch;
  const stretch = w[p + LIMITS_ROW + S_STRETCH];
  const way = stretch > 0 || (stretch === 0 && ends[end] > before[row]) ? 1 : -1;
  if (!(flags & (way > 0 ? UPPER : LOWER))) return;
  const bound = w[p + (way > 0 ? UPPER_BOUND : LOWER_BOUND)];
  const from = stretch === 0 ? Math.min(0, way * (before[row] - bound)) : way * stretch;
  const to = way * (ends[end] - bound);
  const share = from > 0 ? (to < 0 ? from / (from - to) : 1) : to > 0 ? to / (to - from) : 0;
  if (share > LEAST_SHARE) beyond[row] = way * share;
  if (from <= 0 || to >= 0 || !(flags & (way > 0 ? LOWER : UPPER))) return;
  const across = (way * (w[p + (way > 0 ? LOWER_BOUND : UPPER_BOUND)] - ends[end])) / (from - to);
  if (across > LEAST_SHARE) beyond[row] = -way * across;
}

/** True of a way from beyond one stop to beyond the other: both push on it. */
export function isAcross({ beyond }: DirectIsland, row: number, w: Float64Array, p: number): boolean {
  return beyond[row] * w[p + LIMITS_ROW + S_STRETCH] < 0;
}

/** The same by where the step has come to; true if that is somewhere else. */
export function followStop(island: DirectIsland, c: DirectCoordinate, flags: number): boolean {
  const { beyond, after, attempt } = island;
  const { row } = c;
  if (attempt.settled) return false;
  const last = beyond[row];
  measureBeyond(island, c, flags, after, row);
  if (Math.abs(beyond[row] - last) > SAME_SHARE || (last === 0) !== (beyond[row] === 0)) return true;
  beyond[row] = last;
  return false;
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
    return;
  }
  stop[FORCE] = stop[SLOPE] = 0;
  let left = stretch === 0 ? 0 : share;
  if (stretch * beyond[row] <= 0) {
    const room = w[p + (beyond[row] > 0 ? UPPER_BOUND : LOWER_BOUND)] - before[row];
    left = (1 - share) * Math.abs(stretch / room);
    stop[FORCE] = room * (2 * theta * share * stiffness + damping * ctx.perSecond);
    stop[SLOPE] = theta * share * (2 - share) * ctx.h * stiffness + damping;
  }
  if (stretch === 0) return;
  stop[FORCE] += stretch * (damping * ctx.perSecond - 2 * (1 - theta) * left * stiffness);
  stop[SLOPE] += (1 - theta) * left * left * ctx.h * stiffness;
}

/** True of soft stops with a cap, but of bounds that are one, which is a spring with one (soft-caps.ts). */
export function isCappedStop(flags: number): boolean {
  return (flags & (LIMITS_SOFT | LIMITS_CAPPED | LIMITS_EQUAL)) === (LIMITS_SOFT | LIMITS_CAPPED);
}

/** Impulse of a stop with a cap in a step, by how much it falls with the way of that. */
const given = new Float64Array(2);
const IMPULSE = 0,
  FALL = 1;

/**
 * Writes to `given` what a stop with a cap gives over a step that ends at `ends[end]`: the mean along its way of nothing before the bound
 * and F = k·x + c·v beyond it, each part of that brought to between nothing and the cap; of the part that is in between θ > ½ takes so much
 * more at its end.
 */
function writeCapped(
  island: DirectIsland,
  c: DirectCoordinate,
  flags: number,
  ends: Float64Array,
  end: number,
  ctx: StepContext,
): void {
  given[IMPULSE] = given[FALL] = 0;
  if (flags & UPPER) addCapped(island, c, 1, ends, end, ctx);
  if (flags & LOWER) addCapped(island, c, -1, ends, end, ctx);
}

/** Adds what one of its stops gives, the upper or the lower one: 1 or −1. */
function addCapped(
  { before }: DirectIsland,
  { row, p, joint }: DirectCoordinate,
  side: number,
  ends: Float64Array,
  end: number,
  { h, perSecond }: StepContext,
): void {
  const { laws: w } = joint.batch;
  const s = p + LIMITS_ROW;
  const bound = w[p + (side > 0 ? UPPER_BOUND : LOWER_BOUND)];
  const stretch = side * w[s + S_STRETCH];
  const from = stretch > 0 ? stretch : Math.min(0, side * (before[row] - bound));
  const to = side * (ends[end] - bound);
  if (from <= 0 && to <= 0) return;
  const gone = to - from;
  const isWhole = from >= 0 && to >= 0;
  const share = isWhole ? 1 : Math.max(from, to) / Math.abs(gone);
  const shareRise = isWhole ? 0 : Math.abs(from) / (gone * gone);
  const damping = w[s + S_DAMPING] * perSecond;
  const stiffness = w[s + S_STIFFNESS];
  const theta = w[s + S_THETA];
  const most = w[p + LIMITS_CAP];
  const first = stiffness * Math.max(0, from) + damping * gone;
  const last = stiffness * Math.max(0, to) + damping * gone;
  const atFirst = Math.max(0, Math.min(most, first));
  const atLast = Math.max(0, Math.min(most, last));
  const span = last - first;
  const mean = (1 - theta) * atFirst + theta * atLast;
  const isFree = last === atLast ? 1 : 0;
  let force = mean;
  let byFirst = (1 - theta) * isFree;
  let byLast = theta * isFree;
  if (Math.abs(span) > SAME * most) {
    const past = Math.max(0, last - most) - Math.max(0, first - most);
    const bent = atLast - atFirst;
    force = (past * most + bent * mean) / span;
    byLast = (last > most ? most : last > 0 ? mean + theta * bent : 0) - force;
    byFirst = force - (first > most ? most : first > 0 ? mean - (1 - theta) * bent : 0);
    byLast /= span;
    byFirst /= span;
  }
  given[IMPULSE] -= side * h * share * force;
  given[FALL] += h * (shareRise * force + share * (byFirst * damping + byLast * ((to > 0 ? stiffness : 0) + damping)));
}

/** Where a step is looked for first, of a stop with a cap: at `ends[0]`. */
export function expectCapped({ chordFrom, chordTo, limitsAt }: DirectIsland, row: number, ends: Float64Array): void {
  chordFrom[row] = chordTo[row] = ends[0];
  limitsAt[row] = 0;
}

/** Writes to `stop` force and slope of the line through what a stop with a cap gives at both ends of the chord; its tangent where they are one. */
function writeCappedLine(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): void {
  const { before, chordFrom, chordTo, limitsAt } = island;
  const { row, p } = c;
  const { laws: w } = c.joint.batch;
  const at = limitsAt[row];
  stop[SLOPE] = 0;
  stop[FORCE] = at === LETS_GO ? 0 : at * w[p + LIMITS_CAP];
  if (at !== 0) return;
  writeCapped(island, c, flags, chordFrom, row, ctx);
  const impulse = given[IMPULSE];
  const way = chordTo[row] - chordFrom[row];
  if (way !== 0) {
    writeCapped(island, c, flags, chordTo, row, ctx);
    given[FALL] = (impulse - given[IMPULSE]) / way;
  }
  const s = p + LIMITS_ROW;
  // What does not fall but for rounding would be solved as a spring without any stiffness.
  if (!(given[FALL] > LEAST_FALL * (ctx.h * w[s + S_STIFFNESS] + w[s + S_DAMPING]))) given[FALL] = 0;
  stop[SLOPE] = given[FALL];
  stop[FORCE] = (given[IMPULSE] + given[FALL] * (chordTo[row] - before[row])) * ctx.perSecond;
}

/** Impulses nearer to each other than this share of the cap are the same. */
const SAME = 1e-7;
/** Less of what the force of a stop falls by without its cap is rounding. */
const LEAST_FALL = 1e-9;

/** Share of the way to a bound that a step is taken to end beyond it where a stop pushed it back before that. */
const JUST_BEYOND = 1e-6;

/**
 * Adds to `off[0]` how much more a stop with a cap gives where the step has come to than was solved for; true if that is any. Leaves in
 * `place[0]` where it is to be solved for next: what it pushed back before its bound comes to that. Once the step is settled it never pulls,
 * nor passes its cap.
 */
export function followCapped(
  island: DirectIsland,
  c: DirectCoordinate,
  flags: number,
  ctx: StepContext,
  off: Float64Array,
  place: Float64Array,
): boolean {
  const { before, after, chordTo, limitsAt, attempt } = island;
  const { row, p } = c;
  const { laws: w } = c.joint.batch;
  const most = w[p + LIMITS_CAP] * ctx.h;
  writeCappedLine(island, c, flags, ctx);
  const solved = impulseOf(island, row, ctx);
  writeCapped(island, c, flags, after, row, ctx);
  const more = given[IMPULSE] - solved;
  if (attempt.settled) {
    const isPast = Math.abs(solved) > most * ROUNDED;
    const pulls = solved * given[IMPULSE] < 0;
    if (!isPast && !pulls) return false;
    limitsAt[row] = pulls ? LETS_GO : solved > 0 ? 1 : -1;
    return true;
  }
  off[0] += more;
  if (given[IMPULSE] === 0 && solved !== 0 && w[p + LIMITS_ROW + S_STRETCH] === 0) {
    const bound = w[p + (solved < 0 ? UPPER_BOUND : LOWER_BOUND)];
    const pushed = solved < 0 ? chordTo[row] > bound : chordTo[row] < bound;
    if (pushed) place[0] = bound + JUST_BEYOND * (bound - before[row]);
  }
  return Math.abs(more) > SAME * most;
}

/** Adds its force and slope to those of the row. */
export function addStop(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): void {
  const { row, p, joint } = c;
  if (isCappedStop(flags)) writeCappedLine(island, c, flags, ctx);
  else writeLaw(island, row, joint.batch.laws, p, ctx);
  island.softForce[row] += stop[FORCE];
  island.slope[row] += stop[SLOPE];
}

/** Writes to `out` its impulse in this step, of one without a cap. */
export function pullStop(
  island: DirectIsland,
  row: number,
  w: Float64Array,
  p: number,
  ctx: StepContext,
  out: Float64Array,
): void {
  writeStop(island, row, w, p, ctx);
  out[0] = impulseOf(island, row, ctx);
}

function writeLaw(island: DirectIsland, row: number, w: Float64Array, p: number, ctx: StepContext): void {
  if (island.limitsAt[row] === LETS_GO) stop[FORCE] = stop[SLOPE] = 0;
  else writeStop(island, row, w, p, ctx);
}

/** What it gave in the step, with its cap: what its line is off by is rounding. */
export function recordSoftStop(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): void {
  const { row, p } = c;
  const { laws: w } = c.joint.batch;
  const s = p + LIMITS_ROW;
  if (isCappedStop(flags)) writeCappedLine(island, c, flags, ctx);
  else writeLaw(island, row, w, p, ctx);
  const most = isCappedStop(flags) ? w[p + LIMITS_CAP] * ctx.h : Infinity;
  w[s + S_IMPULSE] = Math.max(-most, Math.min(most, impulseOf(island, row, ctx)));
  w[s + S_SUM] += w[s + S_IMPULSE];
  w[p + LIMITS_SUM] += w[s + S_IMPULSE];
}

function impulseOf({ before, after }: DirectIsland, row: number, { h }: StepContext): number {
  return h * stop[FORCE] - stop[SLOPE] * (after[row] - before[row]);
}
