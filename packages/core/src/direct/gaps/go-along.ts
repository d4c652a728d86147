import { ANGLE, type BodyStore, COS, X, Y } from '../../body/body-store';
import type { StepContext } from '../../coordinates/step-context';
import { cosSinAt } from '../../math/trig';
import type { DirectIsland } from '../island/island-system';
import { measureRows } from '../motion/measure-rows';
import { DRAWN, FARTHEST, MOVED, solveWay, way } from './find-way';
import { factoriseHere } from './gradient-here';
import { findPassed } from './stops-on-the-way';

/*
 * Bodies go the way that was found in rounds. Turns take rows another way than their gradient says: what is missing of it is asked for again, so
 * that what draws back does not open the joints that it draws along, which would lift their load when they close.
 */

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

/** Of the last round: the share of the way that was gone at once; farthest that a row is from where it is to go, as a length. */
const gone = new Float64Array(2);
const AT_ONCE = 0,
  MISSING = 1;

/** Moves bodies along; false if laws with caps would draw something past a stop. Less of the way, or none of theirs, is to be gone then. */
export function goAlong(island: DirectIsland, store: BodyStore, ctx: StepContext): boolean {
  const { tolerance } = island.attempt;
  const draws = way[DRAWN] > 0;
  gone[MISSING] = Infinity;
  for (let round = 0; ; round++) {
    moveAlong(island, store, round === 0, ctx);
    measureRows(island.joints, store.pose, island.borne);
    const isStopped = findPassed(island);
    if (isStopped && way[DRAWN] > 0) return false;
    // What stands at its stop has no room: it is held there, and what draws moves the others.
    if (isStopped && draws) findPassed(island);
    const comesNearer = askMissing(island) || isStopped;
    const isThere = round > 0 && !(gone[MISSING] > tolerance);
    if (round === MOST_ROUNDS || !comesNearer || isThere || !findRest(island, store, isStopped, ctx)) break;
  }
  // Others there are none, or they cannot go all the way.
  return !(draws && way[DRAWN] === 0 && gone[MISSING] > tolerance);
}

/** Finds the motion for what is missing. False where no factor may be made any more, and that at hand does not know what a stop holds since. */
function findRest(island: DirectIsland, store: BodyStore, isStopped: boolean, { lengthUnit }: StepContext): boolean {
  const { stats, attempt } = island;
  const isFar = isStopped || gone[AT_ONCE] < 1 || gone[MISSING] > NEARLY_THERE * lengthUnit;
  if (isFar && stats.factorisations < attempt.budget) factoriseHere(island, store);
  else if (isStopped) return false;
  solveWay(island);
  return true;
}

/** Moves bodies along `du`, but none much farther than the largest gap closes by, and none by a large turn at once. */
function moveAlong(
  { bodies, movable, du }: DirectIsland,
  { pose: q }: BodyStore,
  isFirst: boolean,
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
  if (isFirst) way[MOVED] = part;
  gone[AT_ONCE] = part * turn > MOST_TURN ? MOST_TURN / (part * turn) : 1;
  part *= gone[AT_ONCE];
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    if (!Number.isFinite(du[3 * i] + du[3 * i + 1] + du[3 * i + 2])) continue;
    q[b + X] += part * du[3 * i];
    q[b + Y] += part * du[3 * i + 1];
    q[b + ANGLE] += part * du[3 * i + 2];
    cosSinAt(q, b + ANGLE, q, b + COS);
  }
}

/**
 * What is missing of the way of each row; it is less than the way: more is an angle that is read from the other side. True if that falls as it
 * does where another round comes nearer.
 */
function askMissing({ held, isAngle, dImpulse, rateBefore: asked, after, borne: now, attempt }: DirectIsland): boolean {
  const before = gone[MISSING];
  let most = 0;
  for (let row = 0; row < now.length; row++) {
    const missing = way[MOVED] * asked[row] + after[row] - now[row];
    const size = Math.abs(missing) * (isAngle[row] === 1 ? attempt.lengthUnit : 1);
    const isAsked = held[row] === 0 && size < way[FARTHEST];
    dImpulse[row] = isAsked ? missing : 0;
    if (isAsked && size > most) most = size;
  }
  gone[MISSING] = most;
  return most < (gone[AT_ONCE] < 1 ? 1 - gone[AT_ONCE] / 2 : STILL_FALLING) * before;
}
