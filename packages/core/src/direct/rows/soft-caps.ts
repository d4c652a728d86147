import {
  LIMITS_CAP,
  LIMITS_ROW,
  LOCK_CAP,
  LOCK_CAPPED,
  LOCK_ROW,
  LOCK_SOFT,
  S_DAMPING,
  S_FORCE,
  S_STIFFNESS,
  S_THETA,
  SPRING_CAP,
  SPRING_CAPPED,
  SPRING_ROW,
} from '../../coordinates/laws/law-fields';
import type { StepContext } from '../../coordinates/step-context';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { ROUNDED } from './row-modes';
import { followCapped, isCappedEqual, isCappedStop } from './soft-stops';

/**
 * Caps of springs, soft locks and soft bounds that are one, of a scalar row. What such a law gives over a step is the mean along its way of what it would give without
 * a cap, each part of that brought to the cap; of that θ > ½ takes so much more at the end:
 *
 *   P = −h·((2 − 2θ)·mean of F over [C₀, C₁] + (2θ − 1)·F(C₁))        F = ±cap where k·x + c·(C₁ − C₀)/h is more
 *
 * Undamped it is −h·ΔU/ΔC with the energy U that the law stores with its cap: it gives back what it took, however far a step goes. By the
 * force in the middle of the step alone, 20 Hz with a cap of 100 N brought what was let go at 1 m to 50 m.
 */

/** State of a soft law that is at its cap on a part of the way only, beside 0 and ±1 where it is nowhere, or everywhere. */
const PARTLY = 2;

/** Impulses nearer to each other than this share of the cap are the same. */
const SAME = 1e-8;

/** Impulse of a law in a step, by how much it falls with the way of that, and the state that is of. */
const given = new Float64Array(3);
/** Impulse over no way at all, and slope, of a law that is `PARTLY` at its cap. */
const line = new Float64Array(2);
const IMPULSE = 0,
  SLOPE = 1,
  STATE = 2;

/** The way of a step on its way to `writeGiven`: a double handed to a call would be allocated. */
const way = new Float64Array(1);

/** Writes to `given` what the law at `s` gives over `way`, with its cap. */
function writeGiven(w: Float64Array, s: number, cap: number, { h, perSecond }: StepContext): void {
  const damping = w[s + S_DAMPING] * perSecond;
  const stiffness = w[s + S_STIFFNESS];
  const late = 2 * w[s + S_THETA] - 1;
  const first = w[s + S_FORCE] - damping * way[0];
  const last = first - stiffness * way[0];
  const most = w[cap];
  const atFirst = Math.max(-most, Math.min(most, first));
  const atLast = Math.max(-most, Math.min(most, last));
  const span = Math.abs(last - first);
  const isPoint = span <= SAME * most;
  const lowest = Math.min(first, last);
  const below = isPoint ? 0 : Math.max(0, Math.min(1, (-most - lowest) / span));
  const above = isPoint ? 0 : Math.max(0, Math.min(1, (lowest + span - most) / span));
  const mean = (above - below) * most + (1 - above - below) * (atFirst + atLast) * 0.5;
  const free = last === atLast ? 1 : 0;
  const byFirst = isPoint ? free / 2 : (mean - atFirst) / (last - first);
  const byLast = isPoint ? free / 2 : (atLast - mean) / (last - first);
  given[IMPULSE] = h * ((1 - late) * mean + late * atLast);
  given[SLOPE] =
    h * ((1 - late) * (byFirst * damping + byLast * (stiffness + damping)) + late * free * (stiffness + damping));
  const isEverywhere = first !== atFirst && free === 0 && first * last > 0;
  given[STATE] = first === atFirst && free === 1 ? 0 : isEverywhere ? Math.sign(last) : PARTLY;
}

/** Writes to `line` a line through what it gives over two ways, from `chordFrom` and `chordTo`: its tangent where they are one. */
function writeLine(
  { before, chordFrom, chordTo }: DirectIsland,
  row: number,
  w: Float64Array,
  s: number,
  cap: number,
  ctx: StepContext,
): void {
  const from = chordFrom[row];
  const to = chordTo[row];
  way[0] = from - before[row];
  writeGiven(w, s, cap, ctx);
  const impulse = given[IMPULSE];
  way[0] = to - before[row];
  if (to !== from) {
    writeGiven(w, s, cap, ctx);
    given[SLOPE] = (impulse - given[IMPULSE]) / (to - from);
  }
  line[SLOPE] = given[SLOPE];
  line[IMPULSE] = given[IMPULSE] + given[SLOPE] * way[0];
}

/** Adds force and slope of a law in state `at` to those of the row. */
export function addSoft(
  island: DirectIsland,
  row: number,
  w: Float64Array,
  s: number,
  ctx: StepContext,
  at: number,
  cap: number,
): void {
  if (at === 0) {
    island.softForce[row] += w[s + S_FORCE];
    island.slope[row] += slopeOf(w, s, ctx);
  } else if (at === PARTLY) {
    writeLine(island, row, w, s, cap, ctx);
    island.softForce[row] += line[IMPULSE] * ctx.perSecond;
    island.slope[row] += line[SLOPE];
  } else island.softForce[row] += at * w[cap];
}

function slopeOf(w: Float64Array, s: number, { h }: StepContext): number {
  return w[s + S_THETA] * h * w[s + S_STIFFNESS] + w[s + S_DAMPING];
}

/** What `pullSoft` leaves: records hold what was given in the last step while one is tried. */
export const pulled = new Float64Array(1);

/** Leaves in `pulled` the impulse in this step of the soft law at `s`, as it is solved for. */
export function pullSoft(
  island: DirectIsland,
  row: number,
  w: Float64Array,
  s: number,
  ctx: StepContext,
  at: number,
  cap: number,
): void {
  const { h } = ctx;
  const gone = island.after[row] - island.before[row];
  if (at === 0) pulled[0] = h * w[s + S_FORCE] - slopeOf(w, s, ctx) * gone;
  else if (at === PARTLY) {
    writeLine(island, row, w, s, cap, ctx);
    pulled[0] = line[IMPULSE] - line[SLOPE] * gone;
  } else pulled[0] = h * at * w[cap];
}

/** The same of one that has ended its step: what its line is off by is rounding, and never more than its cap. */
export function giveSoft(
  island: DirectIsland,
  row: number,
  w: Float64Array,
  s: number,
  ctx: StepContext,
  at: number,
  cap: number,
): void {
  pullSoft(island, row, w, s, ctx, at, cap);
  const most = at === PARTLY ? w[cap] * ctx.h : Infinity;
  pulled[0] = Math.max(-most, Math.min(most, pulled[0]));
}

const CAPPED_LOCK = LOCK_SOFT | LOCK_CAPPED;

/**
 * Follows capped laws to where the step has come; true if what they give there is not what was solved for. Where that is off to the other side
 * than the last time their line goes through both ends: tangents would leap to and fro about a knee.
 */
export function followCaps(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): boolean {
  const { springAt, lockAt, limitsAt, after, chordFrom, chordTo, missed } = island;
  const { row, p } = c;
  const { laws: w } = c.joint.batch;
  const isSpring = (flags & SPRING_CAPPED) !== 0;
  const isLock = (flags & CAPPED_LOCK) === CAPPED_LOCK;
  const isEqual = isCappedEqual(flags);
  const isStop = isCappedStop(flags);
  if (!isSpring && !isLock && !isEqual && !isStop) return false;
  off[0] = 0;
  place[0] = after[row];
  let changed = false;
  if (isSpring) changed = follow(island, springAt, row, w, p + SPRING_ROW, p + SPRING_CAP, ctx);
  if (isLock) changed = follow(island, lockAt, row, w, p + LOCK_ROW, p + LOCK_CAP, ctx) || changed;
  if (isEqual) changed = follow(island, limitsAt, row, w, p + LIMITS_ROW, p + LIMITS_CAP, ctx) || changed;
  if (isStop) changed = followCapped(island, c, flags, ctx, off, place) || changed;
  if (!changed || island.attempt.settled) return changed;
  const leaps = off[0] * missed[row] < 0;
  missed[row] = off[0];
  chordFrom[row] = leaps ? chordTo[row] : place[0];
  chordTo[row] = place[0];
  if (!leaps) return true;
  if (isSpring) springAt[row] = PARTLY;
  if (isLock) lockAt[row] = PARTLY;
  if (isEqual) limitsAt[row] = PARTLY;
  return true;
}

/** How much more capped laws of a row give than was solved for. */
const off = new Float64Array(1);
/** Where they are to be solved for next. */
const place = new Float64Array(1);

function follow(
  island: DirectIsland,
  at: Int8Array,
  row: number,
  w: Float64Array,
  s: number,
  cap: number,
  ctx: StepContext,
): boolean {
  const most = w[cap] * ctx.h;
  pullSoft(island, row, w, s, ctx, at[row], cap);
  if (island.attempt.settled) {
    if (Math.abs(pulled[0]) <= most * ROUNDED) return false;
    at[row] = pulled[0] > 0 ? 1 : -1;
    return true;
  }
  way[0] = island.after[row] - island.before[row];
  writeGiven(w, s, cap, ctx);
  off[0] += given[IMPULSE] - pulled[0];
  if (Math.abs(given[IMPULSE] - pulled[0]) <= SAME * most) return false;
  at[row] = given[STATE];
  return true;
}
