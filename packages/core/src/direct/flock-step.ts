import type { BodyStore } from '../body/body-store';
import { BEARING, LIMITS_BOUNCE } from '../coordinates/law-fields';
import { isCappedServo } from '../coordinates/motor';
import type { StepContext } from '../coordinates/step-context';
import {
  beginAttempt,
  clearSums,
  type DirectSettings,
  isCarried,
  lawsOf,
  leaps,
  measureStart,
  stepDirectly,
} from './direct-step';
import { finishStep } from './finish-step';
import { areAlike, enterFlock, type Flock, noteSteps, sendApart } from './flocks';
import { hasHeldGap } from './held-gaps';
import type { DirectIsland } from './island-system';
import { rankOf } from './ldlt';
import { markLevers } from './levers';
import { tryStep } from './newton';
import type { TrialPoses } from './move-bodies';
import { isRedundant } from './redundant-rows';
import { resolvedSteps } from './resolved-steps';

/** Advances the islands of a flock by `dt`, as each of them would go alone, to the bit. */
export function stepFlock(
  flock: Flock,
  store: BodyStore,
  poses: TrialPoses,
  settings: DirectSettings,
  dt: number,
  ctx: StepContext,
): void {
  const together = areAlike(flock, dt) ? stepTogether(flock, store, poses, settings, dt, ctx) : 0;
  if (together === DONE) return;
  const { members } = flock;
  for (let i = 0; i < members.length; i++) stepDirectly(members[i], store, poses, settings, dt, ctx, together);
}

/** Of `stepTogether`, where all went well; else as many steps as each of the islands is to take by itself, 0 where it has to find out. */
const DONE = -1;

/**
 * `DONE` unless one of the islands asks for more than the plain step. Bodies, and what the next step starts from, are then as they were; but
 * masses of coordinates are measured anew, by which islands choose how many steps they take.
 */
function stepTogether(
  flock: Flock,
  store: BodyStore,
  poses: TrialPoses,
  settings: DirectSettings,
  dt: number,
  ctx: StepContext,
): number {
  const island = enterFlock(flock);
  const { stats, attempt } = island;
  stats.iterations = stats.factorisations = 0;
  stats.steps = 1;
  markLevers(island);
  attempt.laws = lawsOf(island);
  attempt.isCarried = isCarried(island, store);
  if (attempt.isCarried || attempt.laws & (BEARING | LIMITS_BOUNCE) || isCappedServo(attempt.laws)) return 0;
  if ((settings.substeps === 'auto' ? resolvedSteps(island, store, dt, settings.mostSubsteps) : settings.substeps) > 1)
    return 0;
  clearSums(island);
  ctx.setSubstep(dt, 1);
  ctx.longest = settings.substeps === 'auto' ? dt : 0;
  attempt.h = dt;
  attempt.weak = attempt.fits = false;
  beginAttempt(attempt, settings, 1);
  measureStart(island, store, settings, ctx);
  const isPlain = !attempt.shocked && !hasHeldGap(island) && stats.factorisations === 0;
  if (isPlain && tryStep(island, store, poses, ctx) && !leaps(island, settings) && endsPlainly(island)) {
    finishStep(island, store, ctx);
    noteSteps(flock);
    return DONE;
  }
  sendApart(flock);
  return 1;
}

/** True of what needs no more than `finishStep` does for a flock: no gap to close, no row that is redundant. */
function endsPlainly(island: DirectIsland): boolean {
  const { factor, rows } = island.system;
  return !hasHeldGap(island) && !isRedundant(island, factor) && rankOf(factor) === rows;
}
