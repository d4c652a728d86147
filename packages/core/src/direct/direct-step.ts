import type { BodyStore } from '../body/body-store';
import { LOCK_SOFT, MOTOR_CAPPED, SPRING } from '../coordinates/laws/law-fields';
import { isCappedServo } from '../coordinates/laws/motor';
import { FLAGS } from '../coordinates/scalar';
import type { StepContext } from '../coordinates/step-context';
import { clearBooked } from '../joint/reactions';
import { stepLength } from '../joint/motors/servos';
import { clearAxisSums } from './motion/axes';
import { beginAttempt, beginSubstep, tryAnew } from './attempt';
import { mayTry } from './budget';
import type { DirectSettings } from './direct-settings';
import { forgetCorners } from './rows/corners';
import { expectWays, findPassed, findWayLeft, isAtPassed, leavePassed, upTo } from './rows/passed-corners';
import { finishStep } from './finish-step';
import { lastResort } from './last-resort';
import { enterSpace } from './island/island-space';
import { readLaws } from './island/laws';
import type { DirectIsland, DirectJoint, LaidOutIsland } from './island/island-system';
import { rankOf } from './factor/ldlt';
import { isCarried, isLedOn, isOpened, keepImmovable, putBackImmovable } from './motion/led-bodies';
import { markLevers } from './motion/levers';
import type { TrialPoses } from './motion/move-bodies';
import { clearPinSums } from './pins/pin-books';
import { hasLeapt, isSoftResolved, resolvedSteps } from './energy/resolved-steps';
import { DRIVEN } from './rows/row-modes';
import { FLOOR_OF_LOOPS } from './factor/row-system';
import { beginServos, endServos } from './servos/servos';
import { clearTurnSums } from './motion/turns';
import { noteYielding, readYielding, yields } from './gaps/yielding';

const MOST_HALVINGS = 3;
/** So often a step is cut at corners that it passes. */
const MOST_CUTS = 3;
/** Attempts to come to one. */
const MOST_TRIES = 4;

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
  const { stats, loan, attempt } = island;
  if (done === 0) stats.iterations = stats.factorisations = stats.halvings = stats.acceptedGaps = stats.lastResorts = 0;
  if (!loan.isOut) {
    markLevers(island);
    readLaws(island);
  }
  attempt.isCarried = isCarried(island, store);
  attempt.isLedOn = isLedOn(island, store, ctx);
  attempt.isLed = ctx.led.isLed(laidOut.bodies, island.movable);
  attempt.isOpened = isOpened(island, ctx);
  const asked = settings.substeps === 'auto' ? 0 : settings.substeps;
  const n = steps || asked || resolvedSteps(island, store, dt, settings.mostSubsteps);
  if (n > 1 || dt !== laidOut.stepLength || ctx.forces.length > 0) loan.giveBack();
  if (!loan.isOut && done === 0) clearSums(island);
  stats.steps = n;
  if (attempt.isCarried) keepImmovable(island, store);
  // Here, where the numbers handed over are there already: those of a step cut in halves would be allocated.
  ctx.setSubstep(dt, n);
  ctx.longest = settings.substeps === 'auto' ? dt : 0;
  attempt.yieldedInVain = 0;
  const hasServos = isCappedServo(attempt.laws);
  if (hasServos) beginServos(island, store);
  for (let k = done; k < n; k++) {
    beginSubstep(attempt, settings, dt / n, dt);
    attempt.stepsLeft = n - k;
    attempt.cuts = 0;
    attempt.keepsFeet = false;
    attempt.passing = attempt.leaving = null;
    advance(island, store, poses, settings, 0, ctx);
  }
  forgetCorners(island);
  stepLength[0] = dt;
  if (hasServos) endServos(island, store);
  if (attempt.isCarried) putBackImmovable(island, store);
  // Of bodies and rows together every body has its pivots.
  const { system, kkt, movable } = island;
  stats.rank = rankOf((kkt ?? system).factor) - (kkt === null ? 0 : 3 * movable);
}

export function clearSums({ pins, axes, turns, others }: DirectIsland): void {
  for (let i = 0; i < pins.length; i++) clearPinSums(pins[i]);
  for (let i = 0; i < axes.length; i++) clearAxisSums(axes[i]);
  for (let i = 0; i < turns.length; i++) clearTurnSums(turns[i]);
  for (let i = 0; i < others.length; i++) clearBooked(others[i].batch, others[i].slot);
}

/** One step of `attempt.h`; where it does not converge one with all motors capped, or two halves of it. */
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
  const yielding = readYielding(island);
  if (yielding > 0) {
    if (yieldAndTry(island, store, poses, settings, ctx)) return;
    attempt.yieldedInVain = yielding;
  }
  let converged = tryAnew(island, store, poses, settings, ctx);
  if (!converged) island.loan.recall();
  else if (level === 0 && leaps(island, settings) && hasSmaller(island, settings) && isSoftResolved(island)) {
    island.loan.recall();
    goInPieces(island, store, poses, settings, level, Math.floor(settings.mostSubsteps / stats.steps), ctx);
    return;
  }
  if (attempt.cuts < MOST_CUTS && mayTry(island)) {
    if (!converged) expectWays(island);
    const passed = findPassed(island);
    if (passed !== null) {
      island.loan.recall();
      goByCorner(island, passed, store, poses, settings, level, ctx);
      return;
    }
  }
  if (!converged && attempt.floor > FLOOR_OF_LOOPS) {
    attempt.fits = true;
    converged = tryAnew(island, store, poses, settings, ctx);
  }
  if (!converged && !attempt.weak && drives(island)) {
    attempt.weak = true;
    converged = tryAnew(island, store, poses, settings, ctx);
  }
  if (converged) {
    finishStep(island, store, ctx);
    return;
  }
  if (level > 0 && attempt.redundant && yieldAndTry(island, store, poses, settings, ctx)) return;
  if (level < MOST_HALVINGS && mayTry(island)) {
    goInPieces(island, store, poses, settings, level, 2, ctx);
    return;
  }
  lastResort(island, store, poses, settings, ctx);
}

function goInPieces(
  island: DirectIsland,
  store: BodyStore,
  poses: TrialPoses,
  settings: DirectSettings,
  level: number,
  pieces: number,
  ctx: StepContext,
): void {
  const { attempt, stats } = island;
  const { h, stepsLeft } = attempt;
  stats.halvings++;
  for (let piece = 0; piece < pieces; piece++) {
    attempt.h = h / pieces;
    attempt.stepsLeft = stepsLeft * pieces - piece;
    advance(island, store, poses, settings, level + 1, ctx);
  }
}

/** In two pieces, up to the corner of a path and on from there. */
function goByCorner(
  island: DirectIsland,
  passed: DirectJoint,
  store: BodyStore,
  poses: TrialPoses,
  settings: DirectSettings,
  level: number,
  ctx: StepContext,
): void {
  const { attempt, stats } = island;
  const { h, stepsLeft } = attempt;
  stats.halvings++;
  attempt.cuts++;
  attempt.passing = passed;
  let converged = true;
  upTo[0] *= h;
  for (let k = 0; k < MOST_TRIES && converged && upTo[0] !== attempt.h; k++) {
    attempt.h = Math.min(h, upTo[0]);
    attempt.stepsLeft = (stepsLeft * h) / attempt.h;
    converged = tryAnew(island, store, poses, settings, ctx);
    if (converged) findWayLeft(island, passed);
  }
  const gone = attempt.h;
  const isThere = converged && isAtPassed(island, passed);
  if (converged) finishStep(island, store, ctx);
  else {
    island.loan.recall();
    advance(island, store, poses, settings, level, ctx);
  }
  attempt.passing = null;
  if (!(gone < h)) return;
  if (isThere) leavePassed(island, passed);
  attempt.h = h - gone;
  attempt.stepsLeft = (stepsLeft * h - gone) / attempt.h;
  advance(island, store, poses, settings, level, ctx);
}

/** True of a step that turned a body much farther than it was chosen for, because a soft law threw it about. */
export function leaps(island: DirectIsland, { substeps }: DirectSettings): boolean {
  return substeps === 'auto' && (island.attempt.laws & SOFT) !== 0 && hasLeapt(island);
}

/** Laws that throw a body about as it has not moved before. */
const SOFT = SPRING | LOCK_SOFT;

/** True where smaller steps are to be had, and there is enough left for them. */
function hasSmaller({ attempt, stats }: DirectIsland, { mostSubsteps }: DirectSettings): boolean {
  return 2 * stats.steps <= mostSubsteps && 2 * stats.factorisations < attempt.budget;
}

/** The step with locks that yield; where that does not converge either, with gaps that are left as they are. True if it is done. */
function yieldAndTry(
  island: DirectIsland,
  store: BodyStore,
  poses: TrialPoses,
  settings: DirectSettings,
  ctx: StepContext,
): boolean {
  const { attempt, stats } = island;
  attempt.yields = true;
  let converged = false;
  // What was in vain in the frame before would take from the others what they need.
  if (readYielding(island) <= 1) converged = tryAnew(island, store, poses, settings, ctx);
  if (!converged) {
    attempt.holds = true;
    converged = tryAnew(island, store, poses, settings, ctx);
  }
  noteYielding(island, converged && yields(island) ? 1 : 0);
  if (converged) {
    stats.acceptedGaps++;
    finishStep(island, store, ctx);
  }
  attempt.yields = attempt.holds = false;
  return converged;
}

/** True if a motor without a cap is to be obeyed. */
function drives(island: DirectIsland): boolean {
  const { coordinates } = island;
  for (let i = 0; i < coordinates.length; i++) {
    const { joint, scalar, o, row } = coordinates[i];
    if (!scalar) continue;
    const flags = joint.batch.rows[o + FLAGS] | 0;
    if (!(flags & MOTOR_CAPPED) && island.mode[row] === DRIVEN) return true;
  }
  return false;
}
