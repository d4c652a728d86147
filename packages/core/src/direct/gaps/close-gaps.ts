import { ANGLE, type BodyStore, COS, SIN, X, Y } from '../../body/body-store';
import { LOCK_CAPPED, LOWER, LOWER_BOUND, UPPER, UPPER_BOUND } from '../../coordinates/laws/law-fields';
import { hardStops, isServo } from '../../coordinates/laws/motor';
import { P_FLAGS } from '../../coordinates/points/point-fields';
import { FLAGS, VALUE } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { SLIPS_BACK } from '../../coordinates/laws/stops';
import { GAP_X, GAP_Y, MAX_CORRECTION } from '../../joint/batch/record';
import { cosSinAt } from '../../math/trig';
import { readPoses } from '../begin-step';
import { isGained, measureStored } from '../energy/balance';
import { leaveGaps, slips } from './draw-back';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { solve } from '../factor/ldlt';
import { putBackFeet, startFeet } from '../motion/feet';
import { measureGradient, writeRates } from '../motion/measure-rows';
import { WITH_STOPS, projectVelocity, weighByMass } from '../impacts/project';
import { factoriseIsland, leaveUnborne } from '../factor/redundant-rows';
import { keepSpin, noteSpin } from '../motion/rigid-motion';
import { DRIVEN, NO_STOP, POSITION } from '../rows/row-modes';
import { measureArms } from './turned-gaps';

/**
 * No body moves by more than so many times what the largest gap closes by: where joints contradict each other, and nearly lie in line, one
 * was put 46 m away.
 */
const MOST_AMPLIFIED = 4;
/** No body turns by more at once, rad: all go the same share of the way, and on from there. */
const MOST_TURN = 0.25;
/** What is missing of the way is asked for once, and on up to so often while it falls to this share; by the gradients at hand where it is little. */
const MOST_ROUNDS = 6;
const STILL_FALLING = 0.5;
const NEARLY_THERE = 0.01;
/** So often less of the way is tried where all of it is too far, and this share where it would gain energy; then nothing moves. */
const MOST_TRIES = 4;
const LESS = 0.25;

/**
 * Farthest that a row goes, as a length; the share of the way that is gone, and of that of laws with caps; the share of it that takes no body
 * too far, and that was gone at once; farthest that a row is from where it is to go, as a length; the share of its way up to a stop. Handed
 * from call to call they would be allocated.
 */
const way = new Float64Array(7);
const FARTHEST = 0,
  SHARE = 1,
  DRAWN = 2,
  MOVED = 3,
  AT_ONCE = 4,
  MISSING = 5,
  ROOM = 6;

/** True of a servo, which closing must not take past its target; in loops one at its cap may be in the way. */
function keepsPlace({ system, mode }: DirectIsland, { joint, spec, o, row }: DirectCoordinate): boolean {
  if (!spec.kind.scalar || !isServo(joint.batch.rows[o + FLAGS] | 0)) return false;
  return mode[row] === DRIVEN || !system.canBeRedundant;
}

/** Finds the motion `du` that closes the gaps as far as they may in this step. */
function findWay(island: DirectIsland, ctx: StepContext): void {
  const { held, heldBy, corrected, dImpulse, rateBefore: asked, gap, attempt } = island;
  way[FARTHEST] = 0;
  for (const joint of island.joints)
    for (const c of joint.coordinates) {
      const turn = c.spec.kind.unit === 'angle';
      const d = joint.batch.rows;
      // Bounds that are one are brought back as a lock is.
      const fastest = d[joint.r + MAX_CORRECTION];
      const speed = slips(island, c) ? Math.min(fastest, SLIPS_BACK * ctx.lengthUnit) : fastest;
      const most = attempt.h * speed * (turn ? Math.PI / ctx.lengthUnit : 1);
      const second = c.spec.kind.scalar ? 0 : gap[c.row + 1];
      const size = Math.sqrt(gap[c.row] * gap[c.row] + second * second);
      const own = heldBy[c.row] === NO_STOP ? corrected[c.row] : 1;
      const share = (own * size > most ? most / size : own) * way[isCapped(island, c) ? DRAWN : SHARE];
      way[FARTHEST] = Math.max(way[FARTHEST], share * size * (turn ? ctx.lengthUnit : 1));
      for (let row = c.row; row < c.row + c.spec.kind.rowCount; row++)
        dImpulse[row] = held[row] === 1 ? 0 : -share * gap[row];
    }
  asked.set(dImpulse);
  solveWay(island);
}

/** True of a gap that a law with a cap is to close. */
function isCapped(island: DirectIsland, c: DirectCoordinate): boolean {
  const { gap, heldBy } = island;
  const { row, o, scalar, joint } = c;
  if (gap[row] === 0 && (scalar || gap[row + 1] === 0)) return false;
  if (scalar && heldBy[row] !== NO_STOP) return slips(island, c);
  return (joint.batch.rows[o + (scalar ? FLAGS : P_FLAGS)] & LOCK_CAPPED) !== 0;
}

/** The motion `du` that brings rows as far as `dImpulse` asks. */
function solveWay(island: DirectIsland): void {
  const { system, weight, held, dImpulse, gap, du, attempt } = island;
  solve(system.factor, dImpulse);
  if (attempt.redundant) leaveUnborne(island, dImpulse);
  du.fill(0);
  const { entryStart, body, jacobian: J } = system;
  for (let row = 0; row < gap.length; row++) {
    const p = held[row] === 1 ? 0 : dImpulse[row];
    for (let e = entryStart[row]; e < entryStart[row + 1]; e++)
      for (let k = 0; k < 3; k++) du[3 * body[e] + k] += weight[3 * body[e] + k] * J[3 * e + k] * p;
  }
}

/** True if some gap is beyond a stop with a cap. */
export function hasSlipped(island: DirectIsland): boolean {
  const { coordinates } = island;
  for (let i = 0; i < coordinates.length; i++) if (slips(island, coordinates[i])) return true;
  return false;
}

/** What is to be closed: a stop that let go has come some of the way, or all of it. */
function findLeft({ gap, mode, lawRows, before, after }: DirectIsland): void {
  for (let k = 0; k < lawRows.length; k++) {
    const row = lawRows[k];
    const left = after[row] - (before[row] - gap[row]);
    if (mode[row] !== POSITION && gap[row] !== 0) gap[row] = left * gap[row] > 0 ? left : 0;
  }
}

/** Holds all rows that have gaps to close, or are not to move while others close theirs. */
function holdAll(island: DirectIsland): void {
  const { held, gap, mode, joints } = island;
  for (let row = 0; row < gap.length; row++) held[row] = mode[row] === POSITION || gap[row] !== 0 ? 0 : 1;
  for (let i = 0; i < joints.length; i++) {
    const { coordinates } = joints[i];
    for (let k = 0; k < coordinates.length; k++) if (keepsPlace(island, coordinates[k])) held[coordinates[k].row] = 0;
  }
}

/**
 * Moves bodies the way that was found. Turns take rows another way than their gradient says: what is missing of the way is asked for again, so
 * that what draws back does not open the joints that it draws along, which would lift their load when they close. False if less of the way is
 * to be gone: laws with caps would draw something past a stop, or energy would be gained where none `mayBeGained`.
 */
function goAlong(island: DirectIsland, store: BodyStore, mayBeGained: boolean, ctx: StepContext): boolean {
  const { attempt, stats } = island;
  const draws = way[DRAWN] > 0;
  way[MOVED] = 1;
  let last = Infinity;
  for (let round = 0; ; round++) {
    moveAlong(island, store, round, ctx);
    measureAll(island, store, island.borne);
    const isStopped = findPassed(island);
    if (isStopped && way[DRAWN] > 0) return false;
    // What stands at its stop has no room: it is held there, and what draws moves the others.
    if (isStopped && draws) findPassed(island);
    askMissing(island);
    const goesOn = isStopped || way[AT_ONCE] < 1;
    const falls = isStopped || way[MISSING] < (way[AT_ONCE] < 1 ? 1 - way[AT_ONCE] / 2 : STILL_FALLING) * last;
    last = way[MISSING];
    if (round === MOST_ROUNDS || !falls || (round > 0 && !(last > attempt.tolerance))) break;
    const mayFactorise = stats.factorisations < attempt.budget;
    if ((goesOn || last > NEARLY_THERE * ctx.lengthUnit) && mayFactorise) factoriseHere(island, store);
    // A factor knows nothing of rows that are held since.
    else if (isStopped) break;
    solveWay(island);
  }
  // Others there are none, or they cannot go all the way.
  if (draws && way[DRAWN] === 0 && last > attempt.tolerance) return false;
  readPoses(island, store, island.end);
  if (mayBeGained) return true;
  measureStored(island, store, 0);
  if (!isGained(island)) return true;
  if (draws) way[DRAWN] = 0;
  else way[SHARE] *= LESS;
  return false;
}

/** Moves bodies along `du`, but none much farther than the largest gap closes by, and none by a large turn at once. */
function moveAlong(
  { bodies, movable, du }: DirectIsland,
  { pose: q }: BodyStore,
  round: number,
  { lengthUnit }: StepContext,
): void {
  let most = 0;
  let turn = 0;
  for (let i = 0; i < movable; i++) {
    const size = Math.abs(du[3 * i + 2]);
    most = Math.max(most, Math.abs(du[3 * i]), Math.abs(du[3 * i + 1]), size * lengthUnit);
    turn = Math.max(turn, size);
  }
  const bound = MOST_AMPLIFIED * way[FARTHEST];
  let part = most > bound ? bound / most : 1;
  if (round === 0) way[MOVED] = part;
  way[AT_ONCE] = part * turn > MOST_TURN ? MOST_TURN / (part * turn) : 1;
  part *= way[AT_ONCE];
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    if (!Number.isFinite(du[3 * i] + du[3 * i + 1] + du[3 * i + 2])) continue;
    q[b + X] += part * du[3 * i];
    q[b + Y] += part * du[3 * i + 1];
    q[b + ANGLE] += part * du[3 * i + 2];
    cosSinAt(q, b + ANGLE, q, b + COS);
  }
}

/** Values of all rows at the poses at hand, into `values`. */
function measureAll({ joints }: DirectIsland, { pose }: BodyStore, values: Float64Array): void {
  for (let i = 0; i < joints.length; i++) {
    const { batch, slot, r, coordinates } = joints[i];
    batch.measure(slot, pose);
    const d = batch.rows;
    for (let k = 0; k < coordinates.length; k++) {
      const { row, o, scalar } = coordinates[k];
      values[row] = d[scalar ? o + VALUE : r + GAP_X];
      if (!scalar) values[row + 1] = d[r + GAP_Y];
    }
  }
}

/**
 * True if a stop that does not act was passed, by values at hand. Leaves in `way` the share of the way of laws with caps that goes up to it,
 * or, where none draws, holds the row at the stop from now on.
 */
function findPassed(island: DirectIsland): boolean {
  const { coordinates } = island;
  let any = false;
  let share = 1;
  for (let i = 0; i < coordinates.length; i++) {
    const { scalar, row, o, p, joint } = coordinates[i];
    if (!scalar || island.held[row] === 0) continue;
    const { rows: d, laws: w } = joint.batch;
    const flags = hardStops(d[o + FLAGS] | 0);
    if (flags & LOWER && isPassed(island, row, 1, w, p + LOWER_BOUND)) any = true;
    else if (flags & UPPER && isPassed(island, row, -1, w, p + UPPER_BOUND)) any = true;
    else continue;
    share = Math.min(share, way[ROOM]);
  }
  if (way[DRAWN] > 0) way[DRAWN] *= share;
  return any;
}

function isPassed(island: DirectIsland, row: number, side: 1 | -1, w: Float64Array, bound: number): boolean {
  const { held, after, borne: now, isAngle, rateBefore: asked, attempt } = island;
  const room = Math.max(0, side * (after[row] - w[bound]));
  const gone = side * (after[row] - now[row]);
  if (!((gone - room) * (isAngle[row] === 1 ? attempt.lengthUnit : 1) > attempt.tolerance)) return false;
  way[ROOM] = room / gone;
  if (way[DRAWN] > 0) return true;
  held[row] = 0;
  asked[row] = (-side * room) / way[MOVED];
  return true;
}

/** What is missing of the way of each row; it is less than the way: more is an angle that is read from the other side. */
function askMissing({ held, isAngle, dImpulse, rateBefore: asked, after, borne: now, attempt }: DirectIsland): void {
  way[MISSING] = 0;
  for (let row = 0; row < now.length; row++) {
    const missing = way[MOVED] * asked[row] + after[row] - now[row];
    const size = Math.abs(missing) * (isAngle[row] === 1 ? attempt.lengthUnit : 1);
    const isAsked = held[row] === 0 && size < way[FARTHEST];
    dImpulse[row] = isAsked ? missing : 0;
    if (isAsked && size > way[MISSING]) way[MISSING] = size;
  }
}

/** A factor of the gradient at the poses at hand. */
function factoriseHere(island: DirectIsland, store: BodyStore): void {
  readPoses(island, store, island.end);
  measureArms(island, island.end);
  measureGradient(island, store.pose);
  factoriseIsland(island, null);
}

/** Puts bodies back to where they were when the dynamics ended. */
function putBack({ bodies, movable, mean: from, angle }: DirectIsland, { pose: q }: BodyStore): void {
  for (let i = 0, p = 0; i < movable; i++, p += 4) {
    const b = bodies[i];
    q[b + X] = from[p + X];
    q[b + Y] = from[p + Y];
    q[b + COS] = from[p + COS];
    q[b + SIN] = from[p + SIN];
    q[b + ANGLE] = angle[i];
  }
}

/**
 * Moves bodies towards closing the gaps that the dynamics left, at most `maxCorrectionSpeed` fast and without velocity; no farther than what
 * the island has of motion pays for, unless some energy `mayBeGained`.
 */
export function closeGaps(island: DirectIsland, store: BodyStore, mayBeGained: boolean, ctx: StepContext): void {
  const { bodies, movable, held, coordinates, stats, attempt } = island;
  const { pose: q, motion: v } = store;
  weighByMass(island, store);
  island.savedHeld.set(held);
  readPoses(island, store, island.mean);
  measureAll(island, store, island.after);
  startFeet(island);
  findLeft(island);
  way[SHARE] = 1;
  way[DRAWN] = 0;
  for (let i = 0; i < coordinates.length; i++) if (isCapped(island, coordinates[i])) way[DRAWN] = 1;
  holdAll(island);
  factoriseIsland(island, null);
  do findWay(island, ctx);
  while (hasSlipped(island) && leaveGaps(island, ctx));
  noteSpin(island, store);
  for (let tries = 1; !goAlong(island, store, mayBeGained, ctx); tries++) {
    putBack(island, store);
    putBackFeet(island);
    startFeet(island);
    island.rubbed.fill(0);
    if (tries === MOST_TRIES || stats.factorisations >= attempt.budget) break;
    // What is past a stop yet others draw there, which hold it at that.
    if (tries > 1) way[DRAWN] = 0;
    measureAll(island, store, island.after);
    holdAll(island);
    factoriseHere(island, store);
    findWay(island, ctx);
  }
  attempt.keepsFeet = false;
  held.set(island.savedHeld);
  readPoses(island, store, island.end);
  measureArms(island, island.end);
  measureGradient(island, q);
  for (let i = 0; i < movable; i++) for (let k = 0; k < 3; k++) island.v0[3 * i + k] = v[bodies[i] + k];
  writeRates(island, island.v0);
  projectVelocity(island, store, island.v0, WITH_STOPS, ctx);
  for (let i = 0; i < movable; i++) for (let k = 0; k < 3; k++) v[bodies[i] + k] = island.v0[3 * i + k];
  keepSpin(island, store);
}
