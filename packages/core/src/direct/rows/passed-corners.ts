import { RATE, TARGET } from '../../coordinates/scalar';
import { AFTER_X, AFTER_Y, BEFORE_X, BEFORE_Y, BEND, CORNER, PIECE_AFTER, PIECE_BEFORE } from '../../math/polyline';
import { copy } from '../../math/short-arrays';
import type { DirectIsland, DirectJoint } from '../island/island-system';
import { corner, readCorner, STUCK } from './corners';
import { DRIVEN, POSITION } from './row-modes';

/** What passes a corner of its curve goes up to it by a step of its own: there it loses what is not along the next piece. */

/** A corner this share of a step from its start or end costs what it should but for twice the share. */
const AT_END = 0.01;
/** cos of a turn that costs next to nothing. */
const LEAST_TURN = 0.999;

/** The time to a corner is corrected at most to this share of it at once. */
const LEAST_RATIO = 0.1;

/** Up to which share of a step it is to go by itself, or how long. */
export const upTo = new Float64Array(1);

/**
 * The first joint that passes a corner within a step that was tried, null if none does: the share of the step up to there is in `upTo`. What is not
 * along the next piece is to be lost there. Over the chord from piece to piece nothing is, but what the end is off that: by where in the step the
 * corner comes between all of it and next to none.
 */
export function findPassed(island: DirectIsland): DirectJoint | null {
  const { others, mode, cornered, before, hasCorners, attempt } = island;
  let first: DirectJoint | null = null;
  if (!hasCorners || attempt.passing !== null) return first;
  upTo[0] = 1;
  for (let i = 0; i < others.length; i++) {
    const { batch, slot, coordinates } = others[i];
    if (coordinates.length !== 2 || batch.type.hasCorners?.(batch, slot) !== true) continue;
    const [along, across] = coordinates;
    const { row } = along;
    // Taken for stuck at one it has passed those before.
    const isHeld = mode[row] === DRIVEN || (mode[row] === POSITION && cornered[row] !== STUCK);
    if (isHeld || mode[across.row] !== POSITION) continue;
    corner[CORNER] = before[row];
    if (passesOne(island, others[i])) first = others[i];
  }
  return first;
}

/** Where a step has not converged: expects all to go on along curves as it comes. */
export function expectWays({ others, before, after, hasCorners, attempt }: DirectIsland): void {
  if (!hasCorners) return;
  for (let i = 0; i < others.length; i++) {
    const { batch, coordinates } = others[i];
    if (batch.type.writeCorner === undefined || coordinates.length !== 2) continue;
    const { row, o } = coordinates[0];
    after[row] = before[row] + attempt.h * batch.rows[o + RATE];
  }
}

/** True if a step has ended at the corner that is passed. */
export function isAtPassed({ after, passed, attempt }: DirectIsland, { coordinates }: DirectJoint): boolean {
  return Math.abs(after[coordinates[0].row] - passed[CORNER]) <= attempt.tolerance;
}

/** The next step begins behind it. */
export function leavePassed({ passed, leaves, attempt }: DirectIsland, joint: DirectJoint): void {
  copy(passed, leaves);
  attempt.leaving = joint;
  attempt.goes = attempt.comes === PIECE_BEFORE ? PIECE_AFTER : PIECE_BEFORE;
}

/** True if it passes a corner, after what `corner` has, and before any that was found: the first such is in `upTo` then. */
function passesOne(island: DirectIsland, joint: DirectJoint): boolean {
  const { before, after, attempt } = island;
  const { row } = joint.coordinates[0];
  const way = after[row] > before[row] ? 1 : -1;
  if (!(way * (after[row] - before[row]) > attempt.tolerance)) return false;
  while (readCorner(joint, way) && way * (after[row] - corner[CORNER]) > 0) if (isFirst(island, joint)) return true;
  return false;
}

/** True if it passes the corner, before any that was found: then that is in `upTo`. */
function isFirst({ before, after, attempt, passed }: DirectIsland, { batch, coordinates }: DirectJoint): boolean {
  const [{ row, o }, across] = coordinates;
  if (batch.rows[across.o + TARGET] * corner[BEND] < 0) return false;
  if (corner[BEFORE_X] * corner[AFTER_X] + corner[BEFORE_Y] * corner[AFTER_Y] > LEAST_TURN) return false;
  const way = corner[CORNER] - before[row];
  const gone = way / (after[row] - before[row]);
  if (!(gone > AT_END && gone < 1 - AT_END)) return false;
  // It comes there with the speed that it has: what it goes is less, along the chord.
  const share = way / (batch.rows[o + RATE] * attempt.h);
  const first = share > AT_END && share < 1 - AT_END ? share : gone;
  if (first >= upTo[0]) return false;
  upTo[0] = first;
  copy(corner, passed);
  attempt.comes = way > 0 ? PIECE_BEFORE : PIECE_AFTER;
  return true;
}

/**
 * Writes to `upTo` in what time what passes a corner comes to it, by where it has just gone and how fast it ends: in that time if it is there, or
 * turns before.
 */
export function findWayLeft(
  { before, after, attempt, passed }: DirectIsland,
  { batch, coordinates }: DirectJoint,
): void {
  const [{ row, o }] = coordinates;
  const { h, tolerance } = attempt;
  const way = passed[CORNER] - before[row];
  const gone = after[row] - before[row];
  const last = (2 * gone) / h - batch.rows[o + RATE];
  upTo[0] = h;
  if (Math.abs(way - gone) <= tolerance || !(last * way > 0)) return;
  upTo[0] = h * Math.max(LEAST_RATIO, 1 + (way - gone) / (last * h));
}
