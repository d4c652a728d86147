import {
  FRICTION_VISCOUS,
  LIMITS_CAP,
  LIMITS_CAPPED,
  LIMITS_EQUAL,
  LIMITS_ROW,
  LIMITS_SOFT,
  LOCK_CAP,
  LOCK_ROW,
  LOCK_SOFT,
  S_DAMPING,
  S_IMPULSE,
  S_SUM,
  SPRING,
  SPRING_CAP,
  SPRING_ROW,
  VISCOUS,
  VISCOUS_ROW,
} from '../../coordinates/laws/law-fields';
import type { StepContext } from '../../coordinates/step-context';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { LETS_GO } from './row-modes';
import { addSoft, followCaps, giveSoft, pulled } from './soft-caps';
import { addStop, followStop, isAcross, isCappedEqual, isSoftStopMet, pullStop } from './soft-stops';

/** Springs, viscous friction, soft locks and soft stops of a scalar row: together P = h·force − slope·(C₁ − C₀), each with its own cap. */

/** Force and slope of every soft law together: P = h·force − slope·(C₁ − C₀). */
export function softForceOf(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): void {
  const { row, p } = c;
  const { laws: w } = c.joint.batch;
  island.softForce[row] = 0;
  island.slope[row] = 0;
  if (flags & SPRING) addSoft(island, row, w, p + SPRING_ROW, ctx, island.springAt[row], p + SPRING_CAP);
  if (flags & LOCK_SOFT) addSoft(island, row, w, p + LOCK_ROW, ctx, island.lockAt[row], p + LOCK_CAP);
  if (isCappedEqual(flags)) addSoft(island, row, w, p + LIMITS_ROW, ctx, island.limitsAt[row], p + LIMITS_CAP);
  if (isSoftStopMet(island, row, flags)) addStop(island, c, flags, ctx);
  if (flags & VISCOUS) {
    w[p + VISCOUS_ROW + S_DAMPING] = w[p + FRICTION_VISCOUS];
    addSoft(island, row, w, p + VISCOUS_ROW, ctx, 0, p);
  }
}

/** Lets soft laws go to their caps and come back from them, and stops let go of what leaves faster than they push; true if one did. */
export function checkSoftCaps(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): boolean {
  let changed = followCaps(island, c, flags, ctx);
  if ((flags & (LIMITS_SOFT | LIMITS_CAPPED)) === LIMITS_SOFT) {
    if (followStop(island, c, flags)) changed = true;
    else if (isSoftStopMet(island, c.row, flags)) changed = letStopGo(island, c, flags, ctx) || changed;
  }
  if (changed) softForceOf(island, c, flags, ctx);
  return changed;
}

/** Lets a soft stop go that would pull, and takes it back; true if that changed. */
function letStopGo(
  island: DirectIsland,
  { row, p, joint }: DirectCoordinate,
  flags: number,
  ctx: StepContext,
): boolean {
  const { limitsAt, beyond, attempt } = island;
  const { laws: w } = joint.batch;
  pullStop(island, row, w, p, ctx, pulled);
  const last = limitsAt[row];
  const isOne = flags & LIMITS_EQUAL || isAcross(island, row, w, p);
  if (!isOne && pulled[0] * beyond[row] > 0) limitsAt[row] = LETS_GO;
  else if (!attempt.settled) limitsAt[row] = 0;
  return limitsAt[row] !== last;
}

export function recordSoft(
  island: DirectIsland,
  row: number,
  w: Float64Array,
  s: number,
  ctx: StepContext,
  at: number,
  cap: number,
): void {
  giveSoft(island, row, w, s, ctx, at, cap);
  w[s + S_IMPULSE] = pulled[0];
  w[s + S_SUM] += w[s + S_IMPULSE];
}
