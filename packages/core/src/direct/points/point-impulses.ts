import { FRICTION, LOCK, LOCK_CAPPED, LOCK_SOFT, NOT_PLAIN, SPRING, VISCOUS } from '../../coordinates/laws/law-fields';
import {
  P_FLAGS,
  P_FRICTION_CAP,
  P_FRICTION_ROW,
  P_IMPULSE_X,
  P_IMPULSE_Y,
  P_LOCK_CAP,
  P_LOCK_ROW,
  P_SPRING_CAP,
  P_SPRING_ROW,
  P_SUM_X,
  P_SUM_Y,
  P_VISCOUS_ROW,
  P_WARM_X,
  P_WARM_Y,
  V_SUM_X,
  V_SUM_Y,
  V_X,
  V_Y,
} from '../../coordinates/points/point-fields';
import type { StepContext } from '../../coordinates/step-context';
import { direction, writeDirection } from './directions';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { OFF, POSITION, RATE_ROW, SOFT } from '../rows/row-modes';
import { book, recordSoft } from './soft-point-laws';

/** What of the impulse of a point's two rows is of which of its laws. */

/** Impulse x, y of the hard law that is solved. */
export const own = new Float64Array(2);

export function readOwnImpulse(island: DirectIsland, row: number, { h }: StepContext): void {
  const { mode, impulse, fixed, softForce, slope, crossSlope, before, after, lag } = island;
  own[0] = own[1] = 0;
  if (mode[row] === SOFT || mode[row] === OFF) return;
  for (let axis = 0; axis < 2; axis++) {
    const i = row + axis;
    const other = row + 1 - axis;
    const given =
      slope[i] * (after[i] - before[i] - lag[i]) + crossSlope[row + 1] * (after[other] - before[other] - lag[other]);
    own[axis] = impulse[i] - fixed[i] - h * softForce[i] + given;
  }
}

/**
 * True if the law that is solved would give more than its cap with what a projection of velocities asks of its rows.
 */
export function passesPointCap(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): boolean {
  const { row, o, p } = c;
  const { rows: d, laws: w } = c.joint.batch;
  const locked = island.mode[row] === POSITION;
  if (locked && !(d[o + P_FLAGS] & LOCK_CAPPED)) return false;
  readOwnImpulse(island, row, ctx);
  const x = own[0] + island.dImpulse[row];
  const y = own[1] + island.dImpulse[row + 1];
  const most = w[p + (locked ? P_LOCK_CAP : P_FRICTION_CAP)] * ctx.h;
  return x * x + y * y > most * most;
}

/** Divides the impulse of the rows among the laws: what the next step starts from, and the read-outs. */
export function recordPoint(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  const { row, o, p } = c;
  const projectedX = island.dImpulse[row];
  const projectedY = island.dImpulse[row + 1];
  const { rows: d, laws: w } = c.joint.batch;
  const flags = d[o + P_FLAGS] | 0;
  const hard = (flags & LOCK) !== 0 && !(flags & LOCK_SOFT);
  const locked = hard && island.lockAt[row] !== 1;
  const slips = !locked && island.frictionAt[row] === 1;
  const lockCap = hard && !locked ? w[p + P_LOCK_CAP] * ctx.h : 0;
  const frictionCap = slips ? w[p + P_FRICTION_CAP] * ctx.h : 0;
  readOwnImpulse(island, row, ctx);
  if (!locked) writeDirection(d, o + P_IMPULSE_X);
  const lockX = locked ? own[0] : lockCap * direction[0];
  const lockY = locked ? own[1] : lockCap * direction[1];
  const rubs = !locked && island.mode[row] === RATE_ROW;
  if (flags & FRICTION) writeDirection(w, p + P_FRICTION_ROW + V_X);
  const rubX = rubs ? own[0] : frictionCap * direction[0];
  const rubY = rubs ? own[1] : frictionCap * direction[1];
  book(d, o + P_IMPULSE_X, d, o + P_SUM_X, lockX, locked ? projectedX : 0);
  book(d, o + P_IMPULSE_Y, d, o + P_SUM_Y, lockY, locked ? projectedY : 0);
  if (flags & FRICTION) {
    book(w, p + P_FRICTION_ROW + V_X, w, p + P_FRICTION_ROW + V_SUM_X, rubX, rubs ? projectedX : 0);
    book(w, p + P_FRICTION_ROW + V_Y, w, p + P_FRICTION_ROW + V_SUM_Y, rubY, rubs ? projectedY : 0);
  }
  if (flags & SPRING) recordSoft(island, c, P_SPRING_ROW, island.springAt[row], P_SPRING_CAP, ctx);
  if (flags & VISCOUS) recordSoft(island, c, P_VISCOUS_ROW, 0, 0, ctx);
  if (flags & LOCK_SOFT) {
    recordSoft(island, c, P_LOCK_ROW, island.lockAt[row], P_LOCK_CAP, ctx);
    d[o + P_SUM_X] += w[p + P_LOCK_ROW + V_X];
    d[o + P_SUM_Y] += w[p + P_LOCK_ROW + V_Y];
  }
  if ((flags & NOT_PLAIN) === 0) return;
  w[p + P_WARM_X] = island.impulse[row];
  w[p + P_WARM_Y] = island.impulse[row + 1];
}
