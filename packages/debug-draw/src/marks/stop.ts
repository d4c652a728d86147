import type { Pen } from '../pen';
import { stroke, type Spot } from '../spot';

/** How a bound looks on a track: half the bar across it, sign pixels, and the hatches behind the bar. */
export interface StopSize {
  readonly half: number;
  readonly hatches: number;
}

export const arcStop: StopSize = { half: 5, hatches: 2 };
export const gaugeStop: StopSize = { half: 5, hatches: 2 };
export const lengthStop: StopSize = { half: 6, hatches: 3 };
export const railStop: StopSize = { half: 9, hatches: 3 };

/** A bar across the track, hatched on its far side: `side` is 1 at an upper bound, −1 at a lower one. */
export function stop(pen: Pen, spot: Spot, side: 1 | -1, size: StopSize, active: boolean, hatched: boolean): void {
  const role = active ? 'atLimit' : 'limit';
  const { half, hatches } = size;
  stroke(pen, role, spot, 0, -half, 0, half, active ? 2 : 1);
  for (let i = 0; hatched && i < hatches; i++) {
    const k = -half + ((i + 0.75) * 2 * half) / hatches;
    stroke(pen, role, spot, 0, k, 4 * side, k - 3);
  }
}
