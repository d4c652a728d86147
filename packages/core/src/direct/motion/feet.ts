import { MOST_FOLLOWED } from '../../joint/batch/joint-batch';
import { FRAME_SIZE } from '../../joint/batch/record';
import type { DirectIsland } from '../island/island-system';

/**
 * What a measurement goes on from, a foot on a curve, begins in the turn in which it was at the start of the step: an attempt that has failed may have
 * whirled round a closed path, and left its bead turns farther along at the same pose. In the same turn it begins where that has left it: beyond
 * the circle of its curve it may have come to a part from where the next one converges.
 */
export function startFeet({ others, feet, attempt }: DirectIsland): void {
  for (let i = 0; i < others.length; i++) {
    const { batch, r } = others[i];
    const { follows = 0 } = batch.type;
    if (follows === 0) continue;
    const { rows: d } = batch;
    const at = r + FRAME_SIZE;
    const first = MOST_FOLLOWED * i;
    const turns = follows - 1;
    const isAnew = !attempt.keepsFeet;
    if (!isAnew && d[at + turns] === feet[first + turns]) continue;
    for (let k = 0; k < follows; k++) {
      if (isAnew) feet[first + k] = d[at + k];
      else d[at + k] = feet[first + k];
    }
  }
  attempt.keepsFeet = true;
}

/** What stays where it was, whatever was tried, has the feet that it began with: elsewhere it would be beside its curve, or on another part of it. */
export function putBackFeet({ others, feet, attempt }: DirectIsland): void {
  const isTried = attempt.keepsFeet;
  attempt.keepsFeet = false;
  if (!isTried) return;
  for (let i = 0; i < others.length; i++) {
    const { batch, r } = others[i];
    const { follows = 0 } = batch.type;
    for (let k = 0; k < follows; k++) batch.rows[r + FRAME_SIZE + k] = feet[MOST_FOLLOWED * i + k];
  }
}
