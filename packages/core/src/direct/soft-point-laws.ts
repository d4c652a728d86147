import { LOCK_SOFT, SPRING, VISCOUS } from '../coordinates/law-fields';
import {
  P_FLAGS,
  P_LOCK_CAP,
  P_LOCK_ROW,
  P_SPRING_CAP,
  P_SPRING_ROW,
  P_VISCOUS_ROW,
  V_SUM_X,
  V_SUM_Y,
  V_X,
} from '../coordinates/point-fields';
import type { StepContext } from '../coordinates/step-context';
import { direction, writeDirection } from './directions';
import type { DirectCoordinate, DirectIsland } from './island-system';
import { readSoft, soft } from './point-softness';
import { addPartly, followCaps, giveTaken, PARTLY, taken } from './soft-point-caps';

/** Springs, viscous friction and soft locks of a point: together P = h·force − slope·(C₁ − C₀ − lag), each with its own cap. */

export const SOFT_LAWS = SPRING | LOCK_SOFT | VISCOUS;

/** Adds up force and slope of every soft law; one at its cap is a constant force. */
export function addSoftLaws(island: DirectIsland, c: DirectCoordinate): void {
  const { row, o } = c;
  const flags = c.joint.batch.rows[o + P_FLAGS] | 0;
  for (let i = row; i < row + 2; i++) island.softForce[i] = island.slope[i] = island.crossSlope[i] = 0;
  if (flags & SPRING) addSoft(island, c, P_SPRING_ROW, island.springAt[row], P_SPRING_CAP);
  if (flags & LOCK_SOFT) addSoft(island, c, P_LOCK_ROW, island.lockAt[row], P_LOCK_CAP);
  if (flags & VISCOUS) addSoft(island, c, P_VISCOUS_ROW, 0, 0);
}

function addSoft(island: DirectIsland, c: DirectCoordinate, law: number, at: number, capField: number): void {
  const { row, p } = c;
  const { laws: w } = c.joint.batch;
  if (at === PARTLY) {
    addPartly(island, c, law, capField);
    return;
  }
  if (at !== 0) {
    writeDirection(w, p + law + V_X);
    island.softForce[row] += direction[0] * w[p + capField];
    island.softForce[row + 1] += direction[1] * w[p + capField];
    return;
  }
  readSoft(island, c, law);
  island.softForce[row] += soft[0];
  island.softForce[row + 1] += soft[1];
  island.slope[row] += soft[2];
  island.crossSlope[row + 1] += soft[3];
  island.slope[row + 1] += soft[4];
}

/** Lets a soft law go to its cap or come back from it; at the cap it follows the direction it would pull in without one. */
export function checkSoftCaps(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): boolean {
  const changed = followCaps(island, c, flags, ctx);
  if (changed) addSoftLaws(island, c);
  return changed;
}

export function bookSoft(
  island: DirectIsland,
  c: DirectCoordinate,
  law: number,
  at: number,
  capField: number,
  ctx: StepContext,
): void {
  const { p } = c;
  const { laws: w } = c.joint.batch;
  const i = p + law + V_X;
  giveTaken(island, c, law, at, capField, ctx);
  book(w, i, w, p + law + V_SUM_X, taken[0], 0);
  book(w, i + 1, w, p + law + V_SUM_Y, taken[1], 0);
}

/** Keeps an impulse, and adds it to what is summed over the step, with what a projection gave. */
export function book(
  impulses: Float64Array,
  i: number,
  sums: Float64Array,
  s: number,
  impulse: number,
  extra: number,
): void {
  impulses[i] = impulse;
  sums[s] += impulse + extra;
}
