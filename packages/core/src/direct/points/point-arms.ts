import type { BodyStore } from '../../state/body-store';
import { isHardLock } from '../../coordinates/laws/holding';
import { P_FLAGS, P_SHARE_A, P_SHARE_B } from '../../coordinates/points/point-fields';
import { writeShares } from '../../coordinates/points/point-mass';
import { GAP_X, GAP_Y } from '../../state/record';
import type { DirectCoordinate, DirectIsland, DirectJoint } from '../island/island-system';
import { SOFT_LAWS, addSoftLaws } from './soft-point-laws';

/**
 * Where the impulses of a point act: those of a rigid lock that holds at its anchors, which it brings together; all others, and those of one
 * at its cap, at one point of both bodies, as in the iterative step. There the rate is what B does against A: friction and damping leave
 * alone what only turns along with both.
 */

/** True of a point whose lock is rigid and not at its cap. */
export function actsAtAnchors(island: DirectIsland, row: number, flags: number): boolean {
  return isHardLock(flags) && island.lockAt[row] !== 1;
}

/** Writes where the points of a joint have theirs, by the inertias at hand. */
export function writePlaces({ bodies }: DirectIsland, joint: DirectJoint, { motion: v }: BodyStore): void {
  const { batch, coordinates } = joint;
  for (const { spec, o } of coordinates) {
    if (spec.kind.scalar) continue;
    writeShares(batch.rows, o, v, bodies[joint.bodies[0]], bodies[joint.bodies[1]]);
  }
}

/** Brings a point to the mean pose that was measured last: how far its gap turns along with its bodies, and its soft laws. */
export function bringToMean(island: DirectIsland, c: DirectCoordinate): void {
  const { lag, u, attempt } = island;
  const { joint, row, o } = c;
  const { batch, r, bodies } = joint;
  const { rows: d } = batch;
  const flags = d[o + P_FLAGS] | 0;
  const turn = actsAtAnchors(island, row, flags)
    ? 0
    : attempt.h * (d[o + P_SHARE_A] * u[3 * bodies[0] + 2] + d[o + P_SHARE_B] * u[3 * bodies[1] + 2]);
  const before = lag[row] !== 0 || lag[row + 1] !== 0;
  lag[row] = -turn * d[r + GAP_Y];
  lag[row + 1] = turn * d[r + GAP_X];
  if (flags & SOFT_LAWS && (before || turn !== 0)) addSoftLaws(island, c);
}
