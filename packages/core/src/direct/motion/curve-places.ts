import { MOST_FOLLOWED } from '../../batches/joint-batch';
import { FRAME_SIZE } from '../../state/record';
import type { DirectIsland } from '../island/island-system';

/**
 * What a measurement goes on from, a place on a curve, begins in the turn in which it was at the start of the step: an attempt that has failed may have
 * whirled round a closed path, and left its bead turns farther along at the same pose. In the same turn it begins where that has left it: beyond
 * the circle of its curve it may have come to a part from where the next one converges.
 */
export function startOnCurves({ others, curvePlaces, attempt }: DirectIsland): void {
  for (let i = 0; i < others.length; i++) {
    const { batch, r } = others[i];
    const { follows = 0 } = batch.type;
    if (follows === 0) continue;
    const { rows: d } = batch;
    const at = r + FRAME_SIZE;
    const first = MOST_FOLLOWED * i;
    const turns = follows - 1;
    const isAnew = !attempt.keepsCurvePlaces;
    if (!isAnew && d[at + turns] === curvePlaces[first + turns]) continue;
    for (let k = 0; k < follows; k++) {
      if (isAnew) curvePlaces[first + k] = d[at + k];
      else d[at + k] = curvePlaces[first + k];
    }
  }
  attempt.keepsCurvePlaces = true;
}

/** What stays where it was, whatever was tried, has the places on curves that it began with: elsewhere it would be beside its curve, or on another part of it. */
export function putBackOnCurves({ others, curvePlaces, attempt }: DirectIsland): void {
  const isTried = attempt.keepsCurvePlaces;
  attempt.keepsCurvePlaces = false;
  if (!isTried) return;
  for (let i = 0; i < others.length; i++) {
    const { batch, r } = others[i];
    const { follows = 0 } = batch.type;
    for (let k = 0; k < follows; k++) batch.rows[r + FRAME_SIZE + k] = curvePlaces[MOST_FOLLOWED * i + k];
  }
}
