import { FOLLOWED, JOINT_FLAGS, MAX_CORRECTION, TAKEN_ALONG } from '../../joint/batch/record';
import { zero } from '../../math/short-arrays';
import type { DirectIsland } from '../island/island-system';
import { FASTEST, WIDEST } from '../island/outcomes';
import { AT_CORNER, isPressed, NO_STOP, POSITION, TELEPORT, wayOf } from '../rows/row-modes';
import { findTurnedGaps } from './turned-gaps';

/*
 * What a joint made apart, a teleport, or limits drawn in leave open: the dynamics holds it as it is, and close-gaps.ts closes it
 * after the step.
 */

/** Gaps that the dynamics must not close; leaves the fastest rate of a lock, as a length per second, in `out`. */
export function holdLargeGaps(island: DirectIsland): void {
  const { gap, lag, mode, before, rate, out, isAngle, lawRows, stopAt, grounded, attempt } = island;
  const { lengthUnit, tolerance, holds } = attempt;
  const most = holds ? tolerance : TELEPORT * lengthUnit;
  attempt.mayBeOpen = !(out[WIDEST] <= most);
  if (!attempt.mayBeOpen) zero(gap);
  else for (let row = 0; row < gap.length; row++) gap[row] = Math.abs(before[row]) > most ? before[row] : 0;
  let fastest = out[FASTEST];
  for (let k = 0; k < lawRows.length; k++) {
    const row = lawRows[k];
    gap[row] = 0;
    if (mode[row] !== POSITION) continue;
    holdGap(island, row);
    if (isPressed(stopAt[row])) continue;
    const speed = Math.abs(rate[row]) * (isAngle[row] === 1 ? lengthUnit : 1);
    if (!(speed <= fastest)) fastest = speed;
  }
  out[FASTEST] = fastest;
  if (attempt.isLed) followLed(island);
  if (grounded) return;
  // What another island of the same layout has left of it.
  zero(lag);
  if (hasHeldGap(island)) findTurnedGaps(island);
}

/**
 * What is led on is no teleport: the dynamics closes its gaps, at most as fast as they may be closed. What was led in the last frame, too, is taken
 * along evenly in all steps of this one, and has the rate of that.
 */
function followLed(island: DirectIsland): void {
  const { joints, mode, before, goal, gap, ledRate, stopAt, corrected, attempt } = island;
  const { h, lengthUnit } = attempt;
  zero(ledRate);
  for (let i = 0; i < joints.length; i++) {
    const { batch, slot, r, coordinates, packing } = joints[i];
    const flags = batch.laws[slot * batch.lawsStride + JOINT_FLAGS] | 0;
    if (!(flags & FOLLOWED)) continue;
    const most = h * batch.rows[r + MAX_CORRECTION];
    for (let k = 0; k < coordinates.length; k++) {
      const { row, scalar, spec } = coordinates[k];
      const isPin = packing === 'hinge' && !scalar;
      if (!isPin && (mode[row] !== POSITION || corrected[row] < 1)) continue;
      const isTaken = (flags & TAKEN_ALONG) !== 0 && !(scalar && isPressed(stopAt[row]));
      const share = isTaken ? 1 / attempt.stepsLeft : 1;
      const error = before[row] - (scalar ? goal[row] : 0);
      const second = scalar ? 0 : before[row + 1];
      const size = share * Math.sqrt(error * error + second * second);
      if (size > (spec.kind.unit === 'angle' ? (most * Math.PI) / lengthUnit : most)) continue;
      const rate = isTaken ? -share / h : 0;
      gap[row] = (1 - share) * error;
      ledRate[row] = rate * error;
      if (scalar) continue;
      gap[row + 1] = (1 - share) * second;
      ledRate[row + 1] = rate * second;
    }
  }
}

/** What is led by in the steps that follow is no gap to be closed after this one. */
export function leaveLed({ gap, ledRate }: DirectIsland): void {
  for (let row = 0; row < gap.length; row++) if (ledRate[row] !== 0) gap[row] = 0;
}

/** Holds what a row stood beyond its lock or stop at the start of the step, if that is large, or is corrected at a rate of its own. */
export function holdGap(island: DirectIsland, row: number): void {
  const { gap, target, before, goal, isAngle, stopAt, heldBy, corrected, attempt } = island;
  const error = before[row] - goal[row];
  const isForLater = corrected[row] < 1 || attempt.holds;
  const most = isForLater && stopAt[row] === NO_STOP ? attempt.tolerance : TELEPORT * attempt.lengthUnit;
  const isLarge = Math.abs(error) * (isAngle[row] === 1 ? attempt.lengthUnit : 1) > most;
  const isBeyond = stopAt[row] !== AT_CORNER && wayOf(stopAt[row]) * error <= 0;
  gap[row] = target[row] = isLarge && isBeyond ? error : 0;
  if (gap[row] !== 0) attempt.mayBeOpen = true;
  heldBy[row] = stopAt[row];
}

/** Leaves what is open within the tolerance to the next step: to close it takes or gives work, as springs and loads ask. */
export function leaveOpen(island: DirectIsland, part: number): void {
  const { gap, target, mode, before, goal, isAngle, lawRows, stopAt, attempt, parts } = island;
  const { tolerance, lengthUnit } = attempt;
  for (let row = part * parts.rows, end = row + parts.rows; row < end; row++)
    target[row] = gap[row] === 0 && Math.abs(before[row]) <= tolerance ? before[row] : gap[row];
  for (let k = part * parts.lawRows, end = k + parts.lawRows; k < end; k++) {
    const row = lawRows[k];
    const error = before[row] - goal[row];
    const isSmall = Math.abs(error) * (isAngle[row] === 1 ? lengthUnit : 1) <= tolerance;
    // What stands short of its stop comes to it.
    const isOpen = mode[row] === POSITION && (stopAt[row] === NO_STOP || wayOf(stopAt[row]) * error < 0);
    target[row] = isOpen && isSmall && gap[row] === 0 ? error : gap[row];
  }
}

/** True if there are gaps that the dynamics left. */
export function hasHeldGap({ gap, attempt }: DirectIsland): boolean {
  if (!attempt.mayBeOpen) return false;
  for (let row = 0; row < gap.length; row++) if (gap[row] !== 0) return true;
  return false;
}
