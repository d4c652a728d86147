import { LOCK_SOFT, SPRING, VISCOUS } from '../../coordinates/laws/law-fields';
import {
  P_FLAGS,
  P_INVERSE_MASS,
  P_LOCK_CAP,
  P_LOCK_ROW,
  P_SPRING_CAP,
  P_SPRING_ROW,
  P_VISCOUS_ROW,
  V_SUM_X,
  V_SUM_Y,
  V_X,
} from '../../coordinates/points/point-fields';
import { inverses, writeStiffness } from '../../coordinates/points/point-mass';
import type { StepContext } from '../../coordinates/step-context';
import { direction, writeDirection } from './directions';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { inverseMass, measureK } from './point-inverse';
import { readSoft, SLOPE, soft } from './point-softness';
import { addPartly, followCaps, giveTaken, PARTLY, taken } from './soft-point-caps';

/** Springs, viscous friction and soft locks of a point: together P = h·force − slope·(C₁ − C₀ − lag), each with its own cap. */

export const SOFT_LAWS = SPRING | LOCK_SOFT | VISCOUS;

/** Brings them to the masses of the step: the stiffness of those given by hertz, and the mean inverse mass that tells how they are taken. */
export function prepareSoftLaws(island: DirectIsland, c: DirectCoordinate): void {
  const { mass } = island;
  const { p, o, joint } = c;
  const { batch, r, bodies } = joint;
  const { rows: d, laws: w } = batch;
  const a = 3 * bodies[0];
  const b = 3 * bodies[1];
  inverses[0] = (mass[a] > 0 ? 1 / mass[a] : 0) + (mass[b] > 0 ? 1 / mass[b] : 0);
  inverses[1] = mass[a + 2] > 0 ? 1 / mass[a + 2] : 0;
  inverses[2] = mass[b + 2] > 0 ? 1 / mass[b + 2] : 0;
  writeStiffness(d, r, w, p, d[o + P_FLAGS] | 0);
  measureK(island, c);
  w[p + P_INVERSE_MASS] = (inverseMass[0] + inverseMass[2]) / 2;
}

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
  island.slope[row] += soft[SLOPE];
  island.slope[row + 1] += soft[SLOPE];
}

/** Lets a soft law go to its cap or come back from it; at the cap it follows the direction it would pull in without one. */
export function checkSoftCaps(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): boolean {
  const changed = followCaps(island, c, flags, ctx);
  if (changed) addSoftLaws(island, c);
  return changed;
}

export function recordSoft(
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
