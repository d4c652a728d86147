import {
  FRICTION_VISCOUS,
  LIMITS_CAP,
  LIMITS_CAPPED,
  LIMITS_EQUAL,
  LIMITS_ROW,
  LIMITS_SOFT,
  LOCK_CAP,
  LOCK_CAPPED,
  LOCK_ROW,
  LOCK_SOFT,
  LOWER,
  LOWER_BOUND,
  S_DAMPING,
  S_FORCE,
  S_IMPULSE,
  S_STIFFNESS,
  S_STRETCH,
  S_SUM,
  S_THETA,
  SPRING,
  SPRING_CAP,
  SPRING_CAPPED,
  SPRING_ROW,
  UPPER,
  UPPER_BOUND,
  VISCOUS,
  VISCOUS_ROW,
} from '../../coordinates/laws/law-fields';
import { INVERSE_MASS } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { LETS_GO, ROUNDED } from './row-modes';

/**
 * Springs, viscous friction, soft locks and soft stops of a scalar row: together P = h·force − slope·(C₁ − C₀). One that has a cap, or only
 * pushes, gives the mean along the way of the step of what it would give without, each part of that brought to its bounds. θ > ½
 * takes so much more at the end: of a stop at the end of what lies between its bounds. Undamped it is −h·ΔU/ΔC with the energy U that the law stores: it gives back what it took,
 * however far a step goes. By the force in the middle of the step alone, 20 Hz with a cap of 100 N brought what was let go at 1 m to 50 m; stops
 * that were met only where a step began beyond them threw back up to three times as fast what came. Such a law is solved for as a line, which
 * follows the step to where it comes.
 */

/** Impulses nearer to each other than this share are the same, or where what is between them moves the row by this share of the tolerance. */
const SAME = 1e-7,
  SAME_PLACE = 1e-6;
/** Less of what a force falls by without its bounds is rounding. */
const LEAST_FALL = 1e-9;
/** Share of the way to a bound that a step is taken to end beyond it where a stop pushed it back before that. */
const JUST_BEYOND = 1e-6;

/**
 * Forces at both ends of a way, and what they are brought to; the share of the last in what lies between, and how much more of the last is
 * taken in the end.
 */
const way = new Float64Array(6);
const FIRST = 0,
  LAST = 1,
  LEAST = 2,
  MOST = 3,
  THETA = 4,
  LATE = 5;
/** Their mean, and by how much it grows with either. */
const mean = new Float64Array(3);
const FORCE = 0,
  BY_FIRST = 1,
  BY_LAST = 2;

function writeMean(): void {
  const first = way[FIRST];
  const last = way[LAST];
  const theta = way[THETA];
  const late = way[LATE];
  const atFirst = Math.max(way[LEAST], Math.min(way[MOST], first));
  const atLast = Math.max(way[LEAST], Math.min(way[MOST], last));
  const isFree = last === atLast;
  const bent = atLast - atFirst;
  const span = last - first;
  const middle = (1 - theta) * atFirst + theta * atLast;
  let force = middle;
  let byFirst = isFree ? 1 - theta : 0;
  let byLast = isFree ? theta : 0;
  if (Math.abs(span) > SAME * (Math.abs(first) + Math.abs(last))) {
    const above = Math.max(0, last - way[MOST]) - Math.max(0, first - way[MOST]);
    const below = Math.min(0, last - way[LEAST]) - Math.min(0, first - way[LEAST]);
    force = (above * way[MOST] + below * way[LEAST] + bent * middle) / span;
    byFirst = (force - (first === atFirst ? middle - (1 - theta) * bent : atFirst)) / span;
    byLast = ((isFree ? middle + theta * bent : atLast) - force) / span;
  }
  mean[FORCE] = (1 - late) * force + late * atLast;
  mean[BY_FIRST] = (1 - late) * byFirst;
  mean[BY_LAST] = (1 - late) * byLast + (isFree ? late : 0);
}

/** Impulse of a law in a step, by how much it falls with the way of that. */
const given = new Float64Array(2);
const IMPULSE = 0,
  FALL = 1;

/** Writes to `given` what the law whose row begins at `law`, of a spring, a lock or limits, gives over a step that ends at `ends[row]`. */
function writeGiven(
  island: DirectIsland,
  c: DirectCoordinate,
  law: number,
  flags: number,
  ends: Float64Array,
  ctx: StepContext,
): void {
  const { row, p, joint } = c;
  const { laws: w } = joint.batch;
  given[IMPULSE] = given[FALL] = 0;
  if (isStop(flags, law)) {
    if (flags & UPPER) addGivenByStop(island, c, 1, flags, ends, ctx);
    if (flags & LOWER) addGivenByStop(island, c, -1, flags, ends, ctx);
    return;
  }
  const s = p + law;
  const gone = ends[row] - island.before[row];
  const stiffness = w[s + S_STIFFNESS];
  const damping = w[s + S_DAMPING] * ctx.perSecond;
  const most = w[p + capOf(law)];
  way[FIRST] = w[s + S_FORCE] - damping * gone;
  way[LAST] = way[FIRST] - stiffness * gone;
  way[LEAST] = -most;
  way[MOST] = most;
  way[THETA] = 0.5;
  way[LATE] = 2 * w[s + S_THETA] - 1;
  writeMean();
  given[IMPULSE] = ctx.h * mean[FORCE];
  given[FALL] = ctx.h * (mean[BY_FIRST] * damping + mean[BY_LAST] * (stiffness + damping));
}

/** Adds what the upper or the lower stop, 1 or −1, gives on the part of the way that lies beyond its bound. */
function addGivenByStop(
  { before }: DirectIsland,
  { row, p, joint }: DirectCoordinate,
  side: number,
  flags: number,
  ends: Float64Array,
  { h, perSecond }: StepContext,
): void {
  const { laws: w } = joint.batch;
  const s = p + LIMITS_ROW;
  const bound = w[p + (side > 0 ? UPPER_BOUND : LOWER_BOUND)];
  const stretch = side * w[s + S_STRETCH];
  const from = stretch > 0 ? stretch : Math.min(0, side * (before[row] - bound));
  const to = side * (ends[row] - bound);
  if (from <= 0 && to <= 0) return;
  const gone = to - from;
  const isWhole = from >= 0 && to >= 0;
  const share = isWhole ? 1 : Math.max(from, to) / Math.abs(gone);
  const shareRise = isWhole ? 0 : Math.abs(from) / (gone * gone);
  const damping = w[s + S_DAMPING] * perSecond;
  const stiffness = w[s + S_STIFFNESS];
  way[FIRST] = stiffness * Math.max(0, from) + damping * gone;
  way[LAST] = stiffness * Math.max(0, to) + damping * gone;
  way[LEAST] = 0;
  way[MOST] = flags & LIMITS_CAPPED ? w[p + LIMITS_CAP] : Number.MAX_VALUE;
  way[THETA] = w[s + S_THETA];
  way[LATE] = 0;
  writeMean();
  given[IMPULSE] -= side * h * share * mean[FORCE];
  const rise = mean[BY_FIRST] * damping + mean[BY_LAST] * ((to > 0 ? stiffness : 0) + damping);
  given[FALL] += h * (shareRise * mean[FORCE] + share * rise);
}

/** Force and slope of a law, as it is solved for. */
const line = new Float64Array(2);
const SLOPE = 1;

/** Writes to `line` the line through what a law gives at both ends of the chord; its tangent where they are one. */
function writeLine(island: DirectIsland, c: DirectCoordinate, law: number, flags: number, ctx: StepContext): void {
  const { before, chordFrom, chordTo } = island;
  const { row, p, joint } = c;
  const { laws: w } = joint.batch;
  const s = p + law;
  const free = w[s + S_THETA] * ctx.h * w[s + S_STIFFNESS] + w[s + S_DAMPING];
  line[FORCE] = w[s + S_FORCE];
  line[SLOPE] = free;
  if (!isBent(flags, law)) return;
  const at = statesOf(island, law)[row];
  line[FORCE] = at === LETS_GO ? 0 : at * w[p + capOf(law)];
  line[SLOPE] = 0;
  if (at !== 0) return;
  writeGiven(island, c, law, flags, chordFrom, ctx);
  const impulse = given[IMPULSE];
  const chord = chordTo[row] - chordFrom[row];
  if (chord !== 0) {
    writeGiven(island, c, law, flags, chordTo, ctx);
    given[FALL] = (impulse - given[IMPULSE]) / chord;
  }
  // What does not fall but for rounding would be solved as a spring without any stiffness.
  if (given[FALL] > LEAST_FALL * free) line[SLOPE] = given[FALL];
  line[FORCE] = (given[IMPULSE] + line[SLOPE] * (chordTo[row] - before[row])) * ctx.perSecond;
}

/** True of a stop, which only pushes; bounds that are one hold from both sides. */
function isStop(flags: number, law: number): boolean {
  return law === LIMITS_ROW && (flags & LIMITS_EQUAL) === 0;
}

function isCapped(flags: number, law: number): boolean {
  return (flags & (law === SPRING_ROW ? SPRING_CAPPED : law === LOCK_ROW ? LOCK_CAPPED : LIMITS_CAPPED)) !== 0;
}

/** True of what is no line by itself. */
function isBent(flags: number, law: number): boolean {
  return isStop(flags, law) || isCapped(flags, law);
}

function capOf(law: number): number {
  return law === SPRING_ROW ? SPRING_CAP : law === LOCK_ROW ? LOCK_CAP : LIMITS_CAP;
}

/** Per row 0, where a law follows the step; 1 or −1, at its cap, and `LETS_GO` once the active set is kept as it is. */
function statesOf({ springAt, lockAt, limitsAt }: DirectIsland, law: number): Int8Array {
  return law === SPRING_ROW ? springAt : law === LOCK_ROW ? lockAt : limitsAt;
}

/** Force and slope of every soft law together: P = h·force − slope·(C₁ − C₀). */
export function softForceOf(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): void {
  const { softForce, slope } = island;
  const { row, p, joint } = c;
  const { laws: w } = joint.batch;
  softForce[row] = slope[row] = 0;
  if (flags & SPRING) addLaw(island, c, SPRING_ROW, flags, ctx);
  if (flags & LOCK_SOFT) addLaw(island, c, LOCK_ROW, flags, ctx);
  if (flags & LIMITS_SOFT) addLaw(island, c, LIMITS_ROW, flags, ctx);
  if (!(flags & VISCOUS)) return;
  w[p + VISCOUS_ROW + S_DAMPING] = w[p + FRICTION_VISCOUS];
  slope[row] += w[p + FRICTION_VISCOUS];
}

function addLaw(island: DirectIsland, c: DirectCoordinate, law: number, flags: number, ctx: StepContext): void {
  writeLine(island, c, law, flags, ctx);
  island.softForce[c.row] += line[FORCE];
  island.slope[c.row] += line[SLOPE];
}

/**
 * Follows soft laws to where the step has come; true if what they give there is not what was solved for. Where that is off to the other side
 * than the last time their line goes through both ends: tangents would leap to and fro about a knee.
 */
export function checkSoft(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): boolean {
  const { after, chordFrom, chordTo, missed } = island;
  const { row } = c;
  off[0] = 0;
  place[0] = after[row];
  let changed = false;
  if (flags & SPRING) changed = follow(island, c, SPRING_ROW, flags, ctx);
  if (flags & LOCK_SOFT) changed = follow(island, c, LOCK_ROW, flags, ctx) || changed;
  if (flags & LIMITS_SOFT) changed = follow(island, c, LIMITS_ROW, flags, ctx) || changed;
  if (!changed) return false;
  if (!island.attempt.settled) {
    const leaps = off[0] * missed[row] < 0;
    missed[row] = off[0];
    chordFrom[row] = leaps ? chordTo[row] : place[0];
    chordTo[row] = place[0];
  }
  softForceOf(island, c, flags, ctx);
  return true;
}

/** How much more soft laws of a row give than was solved for. */
const off = new Float64Array(1);
/** Where they are to be solved for next. */
const place = new Float64Array(1);

function follow(island: DirectIsland, c: DirectCoordinate, law: number, flags: number, ctx: StepContext): boolean {
  if (!isBent(flags, law)) return false;
  const { before, after, chordTo, isAngle, attempt } = island;
  const { row, o, p, joint } = c;
  const { rows: d, laws: w } = joint.batch;
  pullSoft(island, c, law, flags, ctx);
  const solved = pulled[0];
  writeGiven(island, c, law, flags, after, ctx);
  const more = given[IMPULSE] - solved;
  if (attempt.settled) {
    const isPast = isCapped(flags, law) && Math.abs(solved) > w[p + capOf(law)] * ctx.h * ROUNDED;
    const pulls = isStop(flags, law) && solved !== 0 && solved * given[IMPULSE] <= 0;
    if (!isPast && !pulls) return false;
    statesOf(island, law)[row] = pulls ? LETS_GO : solved > 0 ? 1 : -1;
    return true;
  }
  off[0] += more;
  if (isStop(flags, law) && given[IMPULSE] === 0 && solved !== 0 && w[p + LIMITS_ROW + S_STRETCH] === 0) {
    const bound = w[p + (solved < 0 ? UPPER_BOUND : LOWER_BOUND)];
    const pushed = solved < 0 ? chordTo[row] > bound : chordTo[row] < bound;
    if (pushed) place[0] = bound + JUST_BEYOND * (bound - before[row]);
  }
  const moved = Math.abs(more) * ctx.h * d[o + INVERSE_MASS] * (isAngle[row] === 1 ? attempt.lengthUnit : 1);
  return (
    Math.abs(more) > SAME * (Math.abs(solved) + Math.abs(given[IMPULSE])) && moved > SAME_PLACE * attempt.tolerance
  );
}

/** What `pullSoft` leaves: records hold what was given in the last step while one is tried. */
export const pulled = new Float64Array(1);

/** Leaves in `pulled` the impulse of a law in this step, as it is solved for. */
export function pullSoft(
  island: DirectIsland,
  c: DirectCoordinate,
  law: number,
  flags: number,
  ctx: StepContext,
): void {
  writeLine(island, c, law, flags, ctx);
  pulled[0] = ctx.h * line[FORCE] - line[SLOPE] * (island.after[c.row] - island.before[c.row]);
}

/** Takes down what a law gave in the step, within its cap: what its line is off by is rounding. Leaves it in `pulled`. */
export function recordSoft(
  island: DirectIsland,
  c: DirectCoordinate,
  law: number,
  flags: number,
  ctx: StepContext,
): void {
  const { laws: w } = c.joint.batch;
  const s = c.p + law;
  pullSoft(island, c, law, flags, ctx);
  const most = isCapped(flags, law) ? w[c.p + capOf(law)] * ctx.h : Infinity;
  pulled[0] = Math.max(-most, Math.min(most, pulled[0]));
  w[s + S_IMPULSE] = pulled[0];
  w[s + S_SUM] += pulled[0];
}

/** The same of viscous friction. */
export function recordViscous({ before, after }: DirectIsland, { row, p, joint }: DirectCoordinate): void {
  const { laws: w } = joint.batch;
  const s = p + VISCOUS_ROW;
  w[s + S_IMPULSE] = -w[p + FRICTION_VISCOUS] * (after[row] - before[row]);
  w[s + S_SUM] += w[s + S_IMPULSE];
}
