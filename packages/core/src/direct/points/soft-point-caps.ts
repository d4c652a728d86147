import { LOCK_CAPPED, LOCK_SOFT, SPRING_CAPPED } from '../../coordinates/laws/law-fields';
import { P_LOCK_CAP, P_LOCK_ROW, P_SPRING_CAP, P_SPRING_ROW, V_X } from '../../coordinates/points/point-fields';
import type { StepContext } from '../../coordinates/step-context';
import { direction, turned, writeDirection } from './directions';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { DAMPING, pullSoft, readSoft, soft, STIFFNESS, THETA } from './point-softness';
import { ROUNDED } from '../rows/row-modes';

/**
 * Caps of springs and soft locks of a point, as those of a row (soft-row-laws.ts). With f₀ and f₁ what such a law would give at both ends of the
 * way without a cap, its damping by the mean rate, and m the mean of their sizes from one to the other, each brought to the cap,
 *
 *   P = h·m·(f₀ + f₁)/(|f₀| + |f₁|)
 *
 * and so much of that at the end as θ > ½ asks for: undamped it is −h times the change of what is stored with the cap, along the way.
 */

/** State of a law whose force passes its cap, or turns, within the step; beside 0 and 1, where it is nowhere at its cap, or as good as straight. */
export const PARTLY = 2;

/** Impulses nearer to each other than this share of the cap are the same. */
const SAME = 1e-7;
/** |f₀ + f₁| of what is as good as straight, as a share of |f₀| + |f₁|. */
const STRAIGHT = 0.999;
/** Most of a slope that is taken away along the force: a row needs some. */
const MOST_TAKEN = 0.999;

/** Impulse x, y of a law in a step, its slope xx, xy, yy, and the state that is of. */
const given = new Float64Array(6);
const SLOPE = 2,
  STATE = 5;

/**
 * Sizes of what a law would give at both ends of the way, and its cap; then the mean from the first to the
 * second, each brought to the cap, and how that grows with either. Doubles handed to calls would be allocated.
 */
const sizes = new Float64Array(6);
const FIRST = 0,
  LAST = 1,
  CAP = 2,
  MEAN = 3,
  BY_FIRST = 4,
  BY_LAST = 5;

function writeMean(): void {
  const isLastMore = sizes[LAST] > sizes[FIRST];
  const a = sizes[CAP] - sizes[isLastMore ? FIRST : LAST];
  const b = sizes[isLastMore ? LAST : FIRST] - sizes[CAP];
  if (a <= 0 || b <= 0) {
    sizes[MEAN] = a <= 0 ? sizes[CAP] : (sizes[FIRST] + sizes[LAST]) / 2;
    sizes[BY_FIRST] = sizes[BY_LAST] = a <= 0 ? 0 : 0.5;
    return;
  }
  const short = (a * (a / (a + b))) / 2;
  sizes[MEAN] = sizes[CAP] - short;
  sizes[isLastMore ? BY_LAST : BY_FIRST] = short / (a + b);
  sizes[isLastMore ? BY_FIRST : BY_LAST] = (a - short) / (a + b);
}

/** Where the force points, and by how much less it falls there than its slope says. */
const along = new Float64Array(3);

/** Writes to `given` what the law at `law` gives where the gap becomes the one in `ends`. */
function writeGiven(island: DirectIsland, c: DirectCoordinate, law: number, cap: number, ends: Float64Array): void {
  const { before, lag, attempt } = island;
  const { h } = attempt;
  const { row, p, joint } = c;
  readSoft(island, c, law);
  const most = joint.batch.laws[p + cap];
  const stiffness = soft[STIFFNESS];
  const damping = soft[DAMPING] / h;
  const late = 2 * soft[THETA] - 1;
  const x = ends[row] - before[row] - lag[row];
  const y = ends[row + 1] - before[row + 1] - lag[row + 1];
  const firstX = -stiffness * before[row] - damping * x;
  const firstY = -stiffness * before[row + 1] - damping * y;
  const lastX = -stiffness * ends[row] - damping * x;
  const lastY = -stiffness * ends[row + 1] - damping * y;
  const endX = soft[0] - (stiffness + damping) * x;
  const endY = soft[1] - (stiffness + damping) * y;
  const first = Math.sqrt(firstX * firstX + firstY * firstY);
  const last = Math.sqrt(lastX * lastX + lastY * lastY);
  const end = Math.sqrt(endX * endX + endY * endY);

  sizes[FIRST] = first;
  sizes[LAST] = last;
  sizes[CAP] = most;
  writeMean();
  const sum = first + last;
  const share = sum > 0 ? sizes[MEAN] / sum : 0.5;
  const endShare = end > most ? most / end : 1;
  const sumX = firstX + lastX;
  const sumY = firstY + lastY;
  given[0] = h * ((1 - late) * share * sumX + late * endShare * endX);
  given[1] = h * ((1 - late) * share * sumY + late * endShare * endY);
  const slope = h * ((1 - late) * share * (stiffness + 2 * damping) + late * endShare * (stiffness + damping));
  given[SLOPE] = given[SLOPE + 2] = slope;
  given[SLOPE + 1] = 0;

  const size = Math.sqrt(sumX * sumX + sumY * sumY);
  if (size > 0 && first > 0 && last > 0) {
    const nx = sumX / size;
    const ny = sumY / size;
    const byLast = (-(stiffness + damping) * (sizes[BY_LAST] - share) * (lastX * nx + lastY * ny)) / last;
    const byFirst = (-damping * (sizes[BY_FIRST] - share) * (firstX * nx + firstY * ny)) / first;
    let less = (h * (1 - late) * size * (byLast + byFirst)) / sum;
    const endAlong = endX * nx + endY * ny;
    if (end > most) less += (h * late * endShare * (stiffness + damping) * endAlong * endAlong) / (end * end);
    along[0] = nx;
    along[1] = ny;
    along[2] = less;
    takeAlong();
  }
  const isFree = first <= most && last <= most && (late === 0 || end <= most);
  const isStraight = first >= most && last >= most && (late === 0 || end >= most) && size >= STRAIGHT * sum;
  given[STATE] = isFree ? 0 : isStraight ? 1 : PARTLY;
}

/** Takes from the slope along the force by how much less that changes there, as far as leaves some. */
function takeAlong(): void {
  const nx = along[0];
  const ny = along[1];
  const taken = Math.min(along[2], MOST_TAKEN * given[SLOPE]);
  if (!(taken > 0)) return;
  given[SLOPE] -= taken * nx * nx;
  given[SLOPE + 1] -= taken * nx * ny;
  given[SLOPE + 2] -= taken * ny * ny;
}

/** Adds force and slope of a law that is partly at its cap, by its tangent at `chordTo`. */
export function addPartly(island: DirectIsland, c: DirectCoordinate, law: number, cap: number): void {
  const { softForce, slope, crossSlope, before, lag, chordTo, attempt } = island;
  const { row } = c;
  writeGiven(island, c, law, cap, chordTo);
  const x = chordTo[row] - before[row] - lag[row];
  const y = chordTo[row + 1] - before[row + 1] - lag[row + 1];
  softForce[row] += (given[0] + given[SLOPE] * x + given[SLOPE + 1] * y) / attempt.h;
  softForce[row + 1] += (given[1] + given[SLOPE + 1] * x + given[SLOPE + 2] * y) / attempt.h;
  slope[row] += given[SLOPE];
  crossSlope[row + 1] += given[SLOPE + 1];
  slope[row + 1] += given[SLOPE + 2];
}

/** Impulse x, y of a law, as it is solved for. */
export const taken = new Float64Array(2);

/** Leaves that of the law at `law`, in state `at`, in `taken`. */
export function pullTaken(
  island: DirectIsland,
  c: DirectCoordinate,
  law: number,
  at: number,
  cap: number,
  ctx: StepContext,
): void {
  const { after, chordTo } = island;
  const { row, p } = c;
  const { laws: w } = c.joint.batch;
  if (at === PARTLY) {
    writeGiven(island, c, law, cap, chordTo);
    const x = after[row] - chordTo[row];
    const y = after[row + 1] - chordTo[row + 1];
    taken[0] = given[0] - given[SLOPE] * x - given[SLOPE + 1] * y;
    taken[1] = given[1] - given[SLOPE + 1] * x - given[SLOPE + 2] * y;
  } else if (at === 0) {
    pullSoft(island, c, law, ctx);
    taken[0] = soft[0];
    taken[1] = soft[1];
  } else {
    writeDirection(w, p + law + V_X);
    for (let axis = 0; axis < 2; axis++) taken[axis] = direction[axis] * w[p + cap] * ctx.h;
  }
}

/** The same of one that has ended its step: where its line leads beyond the cap, that is rounding. */
export function giveTaken(
  island: DirectIsland,
  c: DirectCoordinate,
  law: number,
  at: number,
  cap: number,
  ctx: StepContext,
): void {
  pullTaken(island, c, law, at, cap, ctx);
  if (at !== PARTLY) return;
  const most = c.joint.batch.laws[c.p + cap] * ctx.h;
  const size = Math.sqrt(taken[0] * taken[0] + taken[1] * taken[1]);
  if (size <= most) return;
  taken[0] *= most / size;
  taken[1] *= most / size;
}

const CAPPED_LOCK = LOCK_SOFT | LOCK_CAPPED;

/**
 * Follows capped laws to where the step has come; true if what they give there is not what was solved for. Where that is off to the other side
 * than the last time it is looked for half way between.
 */
export function followCaps(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): boolean {
  const { springAt, lockAt, after, chordTo, missed } = island;
  const { row } = c;
  const isSpring = (flags & SPRING_CAPPED) !== 0;
  const isLock = (flags & CAPPED_LOCK) === CAPPED_LOCK;
  if (!isSpring && !isLock) return false;
  off[0] = off[1] = 0;
  let changed = false;
  if (isSpring) changed = follow(island, c, P_SPRING_ROW, springAt, P_SPRING_CAP, ctx);
  if (isLock) changed = follow(island, c, P_LOCK_ROW, lockAt, P_LOCK_CAP, ctx) || changed;
  if (!changed || island.attempt.settled) return changed;
  const leaps = off[0] * missed[row] + off[1] * missed[row + 1] < 0;
  for (let axis = 0; axis < 2; axis++) {
    missed[row + axis] = off[axis];
    chordTo[row + axis] = leaps ? (chordTo[row + axis] + after[row + axis]) / 2 : after[row + axis];
  }
  if (!leaps) return true;
  if (isSpring) springAt[row] = PARTLY;
  if (isLock) lockAt[row] = PARTLY;
  return true;
}

/** How much more capped laws of a point give than was solved for, x and y. */
const off = new Float64Array(2);

function follow(
  island: DirectIsland,
  c: DirectCoordinate,
  law: number,
  at: Int8Array,
  cap: number,
  ctx: StepContext,
): boolean {
  const { row, p } = c;
  const { laws: w } = c.joint.batch;
  const i = p + law + V_X;
  const most = w[p + cap] * ctx.h;
  if (island.attempt.settled) {
    if (at[row] === 1) return false;
    pullTaken(island, c, law, at[row], cap, ctx);
    if (taken[0] * taken[0] + taken[1] * taken[1] <= ROUNDED * most * most) return false;
    at[row] = 1;
    w[i] = taken[0];
    w[i + 1] = taken[1];
    return true;
  }
  writeGiven(island, c, law, cap, island.after);
  const next = given[STATE];
  const x = given[0];
  const y = given[1];
  if (at[row] === 1 && next === 1) {
    pullSoft(island, c, law, ctx);
    if (!turned(w, i, soft, 0, ctx)) return false;
  } else {
    pullTaken(island, c, law, at[row], cap, ctx);
    const offX = x - taken[0];
    const offY = y - taken[1];
    off[0] += offX;
    off[1] += offY;
    if (offX * offX + offY * offY <= SAME * SAME * most * most) return false;
    at[row] = next;
    if (next !== 1) return true;
    pullSoft(island, c, law, ctx);
  }
  w[i] = soft[0];
  w[i + 1] = soft[1];
  return true;
}
