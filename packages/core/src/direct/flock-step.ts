import type { BodyStore } from '../body/body-store';
import { BEARING, LIMITS_BOUNCE } from '../coordinates/law-fields';
import { isCappedServo } from '../coordinates/motor';
import type { StepContext } from '../coordinates/step-context';
import { beginAttempt, clearSums, type DirectSettings, isCarried, lawsOf, measureStart } from './direct-step';
import { finishStep } from './finish-step';
import { areAlike, enterFlock, type Flock, noteSteps, sendApart } from './flocks';
import { hasHeldGap } from './held-gaps';
import type { DirectIsland } from './island-system';
import { rankOf } from './ldlt';
import { markLevers } from './levers';
import { tryStep } from './mean-pose';
import type { TrialPoses } from './move-bodies';
import { isRedundant } from './redundant-rows';
import { resolvedSteps } from './resolved-steps';

/**
 * Advances the islands of a flock by `dt`, as each of them would go alone, to the bit. False where one of them asks for more than the plain
 * step: then all are as they were, and are to be stepped by themselves.
 */
export function stepTogether(
  flock: Flock,
  store: BodyStore,
  poses: TrialPoses,
  settings: DirectSettings,
  dt: number,
  ctx: StepContext,
): boolean {
  if (!areAlike(flock, dt)) return false;
  const island = enterFlock(flock);
  const { stats, attempt } = island;
  stats.iterations = stats.factorisations = 0;
  stats.steps = 1;
  markLevers(island);
  attempt.laws = lawsOf(island);
  attempt.isCarried = isCarried(island, store);
  if (attempt.isCarried || attempt.laws & (BEARING | LIMITS_BOUNCE) || isCappedServo(attempt.laws)) return false;
  if ((settings.substeps === 'auto' ? resolvedSteps(island, store, dt, settings.mostSubsteps) : settings.substeps) > 1)
    return false;
  clearSums(island);
  ctx.setSubstep(dt, 1);
  ctx.longest = settings.substeps === 'auto' ? dt : 0;
  attempt.h = dt;
  attempt.weak = attempt.fits = false;
  beginAttempt(attempt, settings, 1);
  measureStart(island, store, settings, ctx);
  const isPlain = !attempt.shocked && !hasHeldGap(island) && stats.factorisations === 0;
  if (isPlain && tryStep(island, store, poses, ctx) && endsPlainly(island)) {
    finishStep(island, store, ctx);
    noteSteps(flock);
    return true;
  }
  sendApart(flock);
  return false;
}

/** True of what needs no more than `finishStep` does for a flock: no gap to close, no row that is redundant. */
function endsPlainly(island: DirectIsland): boolean {
  const { factor, rows } = island.system;
  return !hasHeldGap(island) && !isRedundant(island, factor) && rankOf(factor) === rows;
}
