/** Hinges, as src/direct/passes.ts lays them out. */

import { SEGMENT } from './layout';
import { Space } from './space';

/** Offsets in bytes: of a hinge's bodies among poses and among velocities, of its first row, of that in the Jacobian. */
@unmanaged
export class Hinge {
  poseA!: usize;
  poseB!: usize;
  bodyA!: usize;
  bodyB!: usize;
  row!: usize;
  gradient!: usize;
}
export const HINGE: usize = 24;

/** Offsets of the turns of both bodies in the two rows of a hinge, and of the second of those from the first. */
export const TURN_AX: usize = 16,
  TURN_BX: usize = 40,
  TURN_AY: usize = 64,
  TURN_BY: usize = 88;
export const ROW_Y: usize = 48;

/** The segments of hinges. */
export function endOfSegments(s: Space): usize {
  return s.segments + (s.segmentCount as usize) * SEGMENT;
}
