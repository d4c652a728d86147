import { FORGET } from '../coordinates/coordinate';
import { type BodyStore } from '../state/body-store';
import type { StepContext } from '../coordinates/step-context';
import { allowLastResort, mayClose } from './budget';
import { closeGaps, measureHere } from './gaps/close-gaps';
import { finishStep } from './finish-step';
import { hasHeldGap } from './gaps/held-gaps';
import type { DirectIsland } from './island/island-system';
import { putBackOnCurves } from './motion/curve-places';
import type { TrialPoses } from './motion/move-bodies';
import { moveAsOne } from './motion/rigid-motion';
import type { DirectSettings } from './direct-settings';
import { measureStart, tryAnew } from './attempt';

const NO_STEP = { h: 0 };

/** An implicit Euler step, which damps; where that does not converge either the bodies stay where they are against each other. */
export function lastResort(
  island: DirectIsland,
  store: BodyStore,
  poses: TrialPoses,
  settings: DirectSettings,
  ctx: StepContext,
): void {
  const { attempt, stats } = island;
  stats.lastResorts++;
  attempt.theta = 1;
  attempt.iterations = 30;
  allowLastResort(attempt);
  if (tryAnew(island, store, poses, settings, ctx)) {
    finishStep(island, store, ctx);
    return;
  }
  moveAsOne(island, store, attempt);
  island.contacts?.pass(island);
  putBackOnCurves(island);
  for (const { batch, slot } of island.joints) batch.scaleImpulses(slot, FORGET);
  forgetLostNumbers(island);
  for (const { batch, slot } of island.joints) batch.measure(slot, store.pose);
  // What stays where it is forever is never put right: gaps are closed all the same, also those that the dynamics would have closed.
  attempt.holds = true;
  measureStart(island, store, settings, ctx);
  attempt.holds = false;
  forgetLostNumbers(island);
  if (!hasHeldGap(island) || !mayClose(island)) return;
  measureHere(island, store);
  closeGaps(island, store, ctx);
  moveAsOne(island, store, NO_STEP);
}

/** Trial poses and impulses may have overflowed, and their numbers stand in the records. */
function forgetLostNumbers({ joints }: DirectIsland): void {
  for (const { batch, slot } of joints) batch.forgetLostNumbers(slot);
}
