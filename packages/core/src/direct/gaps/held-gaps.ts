import { FOLLOWED, JOINT_FLAGS, MAX_CORRECTION, SETTINGS_SIZE } from '../../state/record';
import { zero } from '../../math/short-arrays';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { FASTEST, WIDEST } from '../island/outcomes';
import { isPressed, NO_STOP, POSITION, TELEPORT, wayOf } from '../rows/row-modes';
import { IMPULSE_OF } from '../rows/stop-caps';

/*
 * What a joint made apart, a teleport, or limits drawn in leave open: the dynamics holds it as it is, and close-gaps.ts closes it
 * after the step.
 */

/** Gaps that the dynamics must not close; leaves the fastest rate of a lock, as a length per second, in `out`. */
export function holdLargeGaps(island: DirectIsland): void {
  const { gap, mode, before, rate, out, isAngle, lawRows, stopAt, attempt } = island;
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
}

/** Where a target is driven the dynamics closes its gaps, evenly in all steps of the frame, and it has the rate of that. */
function followLed(island: DirectIsland): void {
  const { joints, ledRate } = island;
  zero(ledRate);
  for (let i = 0; i < joints.length; i++) {
    const { coordinates } = joints[i];
    for (let k = 0; k < coordinates.length; k++) followLedRow(island, coordinates[k]);
  }
}

/** The same of one coordinate. */
function followLedRow(island: DirectIsland, c: DirectCoordinate): void {
  const { mode, before, goal, gap, target, ledRate, stopAt, corrected, attempt } = island;
  const { row, p, scalar, spec, joint } = c;
  const { batch, slot, r } = joint;
  const { h } = attempt;
  const flags = batch.settings[slot * SETTINGS_SIZE + JOINT_FLAGS] | 0;
  if (!(flags & FOLLOWED)) return;
  if (mode[row] !== POSITION || corrected[row] < 1) return;
  const error = before[row] - (scalar ? goal[row] : 0);
  const second = scalar ? 0 : before[row + 1];
  // What stood at no stop is not taken along by it: it is run into.
  if (scalar && isPressed(stopAt[row]) && batch.laws[p + IMPULSE_OF[stopAt[row]]] === 0) return;
  const share = 1 / attempt.stepsLeft;
  const size = share * Math.sqrt(error * error + second * second);
  const most = h * batch.rows[r + MAX_CORRECTION];
  if (size > (spec.kind.unit === 'angle' ? (most * Math.PI) / attempt.lengthUnit : most)) return;
  const rate = -share / h;
  gap[row] = target[row] = (1 - share) * error;
  ledRate[row] = rate * error;
  if (scalar) return;
  gap[row + 1] = target[row + 1] = (1 - share) * second;
  ledRate[row + 1] = rate * second;
}

/** What is led by in the steps that follow is no gap to be closed after this one. */
export function leaveLed({ gap, ledRate }: DirectIsland): void {
  for (let row = 0; row < gap.length; row++) if (ledRate[row] !== 0) gap[row] = 0;
}

/** Holds what a row stood beyond its lock or stop at the start of the step, if that is large, or is corrected at a rate of its own. */
function holdGap(island: DirectIsland, row: number): void {
  const { gap, target, before, goal, isAngle, stopAt, corrected, attempt } = island;
  const error = before[row] - goal[row];
  const isForLater = corrected[row] < 1 || attempt.holds;
  const most = isForLater && stopAt[row] === NO_STOP ? attempt.tolerance : TELEPORT * attempt.lengthUnit;
  const isLarge = Math.abs(error) * (isAngle[row] === 1 ? attempt.lengthUnit : 1) > most;
  const isBeyond = wayOf(stopAt[row]) * error <= 0;
  gap[row] = target[row] = isLarge && isBeyond ? error : 0;
  if (gap[row] !== 0) attempt.mayBeOpen = true;
}

/** The same of a law that takes over within the step. */
export function holdGapOf(island: DirectIsland, c: DirectCoordinate): void {
  holdGap(island, c.row);
  if (!island.attempt.isLed) return;
  island.ledRate[c.row] = 0;
  followLedRow(island, c);
}

/** True if there are gaps that the dynamics left. */
export function hasHeldGap({ gap, attempt }: DirectIsland): boolean {
  if (!attempt.mayBeOpen) return false;
  for (let row = 0; row < gap.length; row++) if (gap[row] !== 0) return true;
  return false;
}
