import { MAX_CORRECTION } from '../../state/record';
import { I11, I12, I22, P_IMPULSE_X, P_IMPULSE_Y } from './point-fields';
import type { StepContext } from '../step-context';

/** Velocity at which the lock of a point pulls back its error, x, y: doubles in a call would be allocated. */
export const pull = new Float64Array(2);

/**
 * Shortens `pull` of the point at `o` to `maxCorrectionSpeed`, and as much again at most to make good what softness takes off the impulse
 * that pulls that way already. Without it a lock held no more than 8.75 · `maxCorrectionSpeed` · mass in a pass: the first links of a thousand
 * that hang gave way without end. Without an end to it ten links drawn to ten times their length and cut loose had 550 m/s, not 20.
 */
export function limitPull(d: Float64Array, r: number, o: number, { impulseScale, massScale }: StepContext): void {
  const most = d[r + MAX_CORRECTION];
  const x = pull[0];
  const y = pull[1];
  const size = Math.sqrt(x * x + y * y);
  const carried = -(d[o + P_IMPULSE_X] * x + d[o + P_IMPULSE_Y] * y);
  let reach = most;
  if (carried > 0) {
    const i12 = d[o + I12];
    const mass = x * (d[o + I11] * x + i12 * y) + y * (i12 * x + d[o + I22] * y);
    reach += Math.min(most, (impulseScale * carried * size) / (massScale * mass));
  }
  if (size <= reach) return;
  const scale = reach / size;
  pull[0] = x * scale;
  pull[1] = y * scale;
}
