import {
  FRICTION_VISCOUS,
  LIMITS_CAPPED,
  LIMITS_EQUAL,
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
} from '../coordinates/law-fields';
import type { StepContext } from '../coordinates/step-context';
import type { DirectCoordinate, DirectIsland } from './island-system';
import { LETS_GO } from './row-modes';
import { addSoft, followCaps, giveSoft, pulled } from './soft-caps';
import { addStop, followStop, isSoftStopMet, pullStop } from './soft-stops';

/** Springs, viscous friction, soft locks and soft stops of a scalar row: together P = h·force − slope·(C₁ − C₀), each with its own cap. */

/** Force and slope of every soft law together: P = h·force − slope·(C₁ − C₀). */
export function softForceOf(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): void {
  const { row, p } = c;
  const { laws: w } = c.joint.batch;
  island.softForce[row] = 0;
  island.slope[row] = 0;
  if (flags & SPRING) addSoft(island, row, w, p + SPRING_ROW, ctx, island.springAt[row], p + SPRING_CAP);
  if (flags & LOCK_SOFT) addSoft(island, row, w, p + LOCK_ROW, ctx, island.lockAt[row], p + LOCK_CAP);
  if (isSoftStopMet(island, row, flags)) addStop(island, row, w, p, ctx);
  if (flags & VISCOUS) {
    w[p + VISCOUS_ROW + S_DAMPING] = w[p + FRICTION_VISCOUS];
    addSoft(island, row, w, p + VISCOUS_ROW, ctx, 0, p);
  }
}

/** Lets soft laws go to their caps and come back from them, and stops let go of what leaves faster than they push; true if one did. */
export function checkSoftCaps(island: DirectIsland, c: DirectCoordinate, flags: number, ctx: StepContext): boolean {
  const { row, p } = c;
  const { laws: w } = c.joint.batch;
  let changed = followCaps(island, c, flags, ctx);
  if (flags & LIMITS_SOFT && followStop(island, c, flags)) changed = true;
  else if (isSoftStopMet(island, row, flags)) {
    pullStop(island, row, w, p, ctx, pulled, most);
    if (!(flags & LIMITS_EQUAL) && pulled[0] * island.beyond[row] > 0) {
      changed = island.limitsAt[row] !== LETS_GO || changed;
      island.limitsAt[row] = LETS_GO;
    } else if (flags & LIMITS_CAPPED) changed = moveStopCap(island, row, ctx) || changed;
    else if (island.limitsAt[row] === LETS_GO && !island.attempt.settled) {
      island.limitsAt[row] = 0;
      changed = true;
    }
  }
  if (changed) softForceOf(island, c, flags, ctx);
  return changed;
}

/** Cap of a soft stop, as `pullStop` leaves it. */
const most = new Float64Array(1);

function moveStopCap({ limitsAt: at, attempt }: DirectIsland, row: number, { h }: StepContext): boolean {
  const largest = most[0] * h;
  const next = pulled[0] > largest ? 1 : pulled[0] < -largest ? -1 : 0;
  if (next === at[row] || (attempt.settled && at[row] !== 0)) return false;
  at[row] = next;
  return true;
}

export function bookSoft(
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
