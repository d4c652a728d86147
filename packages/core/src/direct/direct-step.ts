import type { BodyStore } from '../state/body-store';
import { isCappedServo } from '../coordinates/laws/motor';
import type { StepContext } from '../coordinates/step-context';
import { clearReaction } from '../batches/reactions';
import { stepLength } from '../iterative/servos';
import { beginAttempt, beginSubstep, tryAnew } from './attempt';
import { mayTry } from './budget';
import type { DirectSettings } from './direct-settings';
import { finishStep } from './finish-step';
import { lastResort } from './last-resort';
import { enterSpace } from './island/island-space';
import { readLaws } from './island/laws';
import type { DirectIsland, LaidOutIsland } from './island/island-system';
import { rankOf } from './factor/ldlt';
import { isCarried, isLedOn, keepImmovable, putBackImmovable } from './motion/led-bodies';
import { markLevers } from './motion/levers';
import type { TrialPoses } from './motion/move-bodies';
import { resolvedSteps } from './energy/resolved-steps';
import { beginServos, endServos } from './servos/servos';

const MOST_HALVINGS = 3;

/** Advances one island by `dt` with the mean-pose step, in so many steps; 0: in as many as it asks for. */
export function stepDirectly(
  laidOut: LaidOutIsland,
  store: BodyStore,
  poses: TrialPoses,
  settings: DirectSettings,
  dt: number,
  ctx: StepContext,
  steps = 0,
  done = 0,
): void {
  const island = enterSpace(laidOut);
  const { stats, attempt } = island;
  if (done === 0) stats.iterations = stats.factorisations = stats.halvings = stats.acceptedGaps = stats.lastResorts = 0;
  markLevers(island);
  if (island.contacts !== null) island.cayley.fill(1, 0, island.movable);
  readLaws(island);
  attempt.isCarried = isCarried(island, store);
  attempt.isLedOn = isLedOn(island, store, ctx);
  attempt.isLed = ctx.led.isLed(laidOut.bodies, island.movable);
  const asked = settings.substeps === 'auto' ? 0 : settings.substeps;
  const n = steps || asked || resolvedSteps(island, store, dt, settings.mostSubsteps);
  if (done === 0) clearSums(island);
  stats.steps = n;
  if (attempt.isCarried) keepImmovable(island, store);
  // Here, where the numbers handed over are there already: those of a step cut in halves would be allocated.
  ctx.setSubstep(dt, n);
  ctx.longest = settings.substeps === 'auto' ? dt : 0;
  const hasServos = isCappedServo(attempt.laws);
  if (hasServos) beginServos(island, store);
  for (let k = done; k < n; k++) {
    beginSubstep(attempt, settings, dt / n, dt);
    attempt.stepsLeft = n - k;
    attempt.keepsCurvePlaces = false;
    advance(island, store, poses, settings, 0, ctx);
  }
  stepLength[0] = dt;
  if (hasServos) endServos(island, store);
  if (attempt.isCarried) putBackImmovable(island, store);
  // Of bodies and rows together every body has its pivots.
  const { system, kkt, movable } = island;
  stats.rank = rankOf((kkt ?? system).factor) - (kkt === null ? 0 : 3 * movable);
}

export function clearSums({ joints }: DirectIsland): void {
  for (let i = 0; i < joints.length; i++) {
    const { batch, r, coordinates } = joints[i];
    clearReaction(batch.rows, r);
    for (let k = 0; k < coordinates.length; k++) {
      const { spec, o, p } = coordinates[k];
      spec.kind.clearSums(batch.rows, o, batch.laws, p, batch.columns);
    }
  }
}

/** One step of `attempt.h`; where it does not converge two halves of it, in the end a damped one. */
function advance(
  island: DirectIsland,
  store: BodyStore,
  poses: TrialPoses,
  settings: DirectSettings,
  level: number,
  ctx: StepContext,
): void {
  const { attempt, stats } = island;
  beginAttempt(attempt, stats.steps);
  if (tryAnew(island, store, poses, settings, ctx)) finishStep(island, store, ctx);
  else if (level < MOST_HALVINGS && mayTry(island)) goInHalves(island, store, poses, settings, level, ctx);
  else lastResort(island, store, poses, settings, ctx);
}

function goInHalves(
  island: DirectIsland,
  store: BodyStore,
  poses: TrialPoses,
  settings: DirectSettings,
  level: number,
  ctx: StepContext,
): void {
  const { attempt, stats } = island;
  const { h, stepsLeft } = attempt;
  stats.halvings++;
  for (let half = 0; half < 2; half++) {
    attempt.h = h / 2;
    attempt.stepsLeft = stepsLeft * 2 - half;
    advance(island, store, poses, settings, level + 1, ctx);
  }
}
