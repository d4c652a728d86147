import { LOCK_CAPPED } from '../../coordinates/laws/law-fields';
import { SLIPS_BACK } from '../../coordinates/laws/stops';
import { P_FLAGS } from '../../coordinates/points/point-fields';
import { FLAGS } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { MAX_CORRECTION } from '../../joint/batch/record';
import { solve } from '../factor/ldlt';
import { leaveUnborne } from '../factor/redundant-rows';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { NO_STOP } from '../rows/row-modes';
import { slips } from './draw-back';

/*
 * The way that closes gaps: how far each row is to go, in `rateBefore`, and the motion `du` of the bodies that takes all of them there.
 */

/** The way at hand. Handed from call to call these would be allocated. */
export const way = new Float64Array(4);
/** The share of what gaps ask for that is to be gone, and that of gaps that laws with caps draw back. */
export const SHARE = 0;
export const DRAWN = 1;
/** Farthest that a row goes, as a length. */
export const FARTHEST = 2;
/** The share of it that takes no body too far (go-along.ts). */
export const MOVED = 3;

/** All of the way is to be gone. */
export function beginWay(island: DirectIsland): void {
  const { coordinates } = island;
  way[SHARE] = 1;
  way[DRAWN] = 0;
  for (let i = 0; i < coordinates.length; i++) if (isCapped(island, coordinates[i])) way[DRAWN] = 1;
}

/** Finds the motion `du` that closes the gaps as far as they may in this step. */
export function findWay(island: DirectIsland, ctx: StepContext): void {
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
export function solveWay(island: DirectIsland): void {
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
