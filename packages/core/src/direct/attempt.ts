import { factors, SCALE } from '../coordinates/coordinate';
import { BODY, type BodyStore } from '../state/body-store';
import { isCappedServo } from '../coordinates/laws/motor';
import type { StepContext } from '../coordinates/step-context';
import { DIRECT_STEP, SETTINGS_SIZE } from '../state/record';
import { beginStep, readCoordinates } from './begin-step';
import { allowAttempts, mayTry } from './budget';
import { holdLargeGaps } from './gaps/held-gaps';
import type { Attempt, DirectIsland, DirectJoint, LaidOutIsland } from './island/island-system';
import { loadBearings } from './rows/load-bearings';
import { tryStep } from './newton';
import { measureHinges } from './hinges/hinge-impulses';
import type { TrialPoses } from './motion/move-bodies';
import { FASTEST } from './island/outcomes';
import { LOCKS_ONLY, projectVelocity } from './impacts/project';
import { PROJECTED } from './rows/row-modes';
import { weighServos } from './servos/servos';
import type { DirectSettings } from './direct-settings';

/* One attempt to step an island: it is read, and Newton is to find where it goes. */

const MOST_ITERATIONS = 20;
/** Rates of a lock so many times faster than those that are projected are none that a step leaves, though a cap may keep some above them. */
const MOST_LEFT = 2;
/** Shorter frames and steps, s, leave less: gaps with the fourth power, which costs an iteration, rates of locks with the square. */
const SHORT_FRAME = 1 / 100;
const SHORT_STEP = 1 / 250;
/** What a step leaves is made no finer than so many lengthUnits: rounding of places far away is to stay below it. */
const FINEST = 1e-10;
/** Two bodies may each miss momentum up to the tolerance at the mean pose, and twice that at the end. */
const LEFT_BY_NEWTON = 4;

/**
 * A step of `h` in a frame of `dt` is to begin. A gap of a step is a rate of 1/h of it, which alternates from step to step, and a force of
 * 1/h²: what is fine enough for ordinary steps would be more and more in shorter ones, and their motion would not converge. The steps of a
 * frame take that out of its means.
 */
export function beginSubstep(attempt: Attempt, { tolerance, lengthUnit }: DirectSettings, h: number, dt: number): void {
  const step = Math.min(1, h / SHORT_STEP);
  const share = Math.min(step, dt / SHORT_FRAME);
  attempt.h = h;
  attempt.tolerance = Math.min(tolerance, Math.max(tolerance * share * share * share * share, FINEST * lengthUnit));
  attempt.lengthUnit = lengthUnit;
  attempt.projectedWay = Math.max(PROJECTED * lengthUnit * step * step, LEFT_BY_NEWTON * tolerance);
}

/** What an attempt begins with, in a frame of so many steps. */
export function beginAttempt(attempt: Attempt, steps: number): void {
  attempt.theta = 0.5;
  attempt.iterations = MOST_ITERATIONS;
  allowAttempts(attempt, steps);
}

/** Reads the island and tries the step; false, too, where the frame has no factorisation left for that. */
export function tryAnew(
  island: DirectIsland,
  store: BodyStore,
  poses: TrialPoses,
  settings: DirectSettings,
  ctx: StepContext,
): boolean {
  if (!mayTry(island)) return false;
  prepare(island, store, settings, ctx);
  if (island.attempt.theta === 1) island.impulse.fill(0);
  return tryStep(island, store, poses, ctx);
}

/** Reads the island, brings impulses to this step's length, takes out velocities that the joints do not allow. */
function prepare(island: DirectIsland, store: BodyStore, settings: DirectSettings, ctx: StepContext): void {
  measureStart(island, store, settings, ctx);
  if (isCappedServo(island.attempt.laws)) weighServos(island, store, ctx);
  if (!island.attempt.shocked) return;
  measureHinges(island, island.start);
  projectVelocity(island, store, LOCKS_ONLY, ctx);
  island.shock.set(island.dImpulse);
  island.shockJacobian.set(island.system.jacobian);
  // What is left of an impact is what laws are met with: a stop is thrown back from, or left.
  readCoordinates(island, store, ctx);
  holdLargeGaps(island);
}

/** Reads the island, brings impulses to this step's length, and finds whether its velocities are some that the joints do not allow. */
export function measureStart(island: DirectIsland, store: BodyStore, settings: DirectSettings, ctx: StepContext): void {
  const { joints, present, attempt } = island;
  const { h, projectedWay } = attempt;
  attempt.redundant = false;
  if (ctx.h !== h) ctx.takeSubstep(attempt);
  if (present !== null) bringImpulses(present, joints, 0, joints.length, attempt);
  loadBearings(island);
  beginStep(island, store, settings, ctx);
  holdLargeGaps(island);
  // What was kicked, or is new to its lock: what that takes is lost. The dynamics would give it back in other motion.
  attempt.shocked = island.out[FASTEST] * h > (isKicked(island, ctx) ? 1 : MOST_LEFT) * projectedWay;
}

/** True if the velocity of one of its bodies was changed from outside. */
function isKicked({ bodies }: DirectIsland, { kicked }: StepContext): boolean {
  if (!kicked.any) return false;
  for (let i = 0; i < bodies.length; i++) if (kicked.has[bodies[i] / BODY] === 1) return true;
  return false;
}

/** Brings impulses of an island, whose joints are some of a list, to this step's length. */
export function bringImpulses(
  island: LaidOutIsland,
  joints: readonly DirectJoint[],
  first: number,
  end: number,
  { h }: Attempt,
): void {
  if (island.stepLength === h) return;
  island.stepLength = h;
  for (let k = first; k < end; k++) {
    const { batch, slot } = joints[k];
    const { settings } = batch;
    const i = slot * SETTINGS_SIZE + DIRECT_STEP;
    if (settings[i] === h) continue;
    // Unclamped: a one-step method may change its step at will. Impulses of the iterative step are another kind: begin anew.
    factors[SCALE] = settings[i] > 0 ? h / settings[i] : 0;
    batch.scaleImpulses(slot, SCALE);
    settings[i] = h;
  }
}
