import { atan2At } from '../../math/trig';

/** Below this difference of tan(Δθ/2) the quotient of the turns loses digits, and its limit is as good. */
const SAME_TURN = 1e-6;

/** tan(Δθ/2) of a body that turns by the Cayley map, and of the one it is measured against: 0 where that stands still. */
export const halfTurns = new Float64Array(2);

/**
 * A turn by the Cayley map is 2 atan(t) where h ω says 2t. `halfTurns[0]` becomes what of the difference of two h ω the difference of
 * both turns is: as one factor for both bodies it is exact, and keeps momentum.
 */
export function writeTurnShare(): void {
  const t = halfTurns[0];
  const other = halfTurns[1];
  const difference = t - other;
  halfTurns[0] = difference;
  halfTurns[1] = 1 + t * other;
  if (Math.abs(difference) < SAME_TURN) {
    halfTurns[0] = 1 / halfTurns[1];
    return;
  }
  atan2At(halfTurns, 0);
  halfTurns[0] /= difference;
}
