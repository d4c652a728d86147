import { factors, FORGET, SCALE } from '../coordinates/coordinate';
import { BODY, GOAL, GOAL_PENDING, LED_VX, type BodyStore, OMEGA, VX, zeroLostNumbers } from '../body/body-store';
import { EVEN } from '../body/kinematic-goals';
import { LOCK_SOFT, MOTOR_CAPPED, SPRING } from '../coordinates/laws/law-fields';
import { isCappedServo } from '../coordinates/laws/motor';
import { FLAGS } from '../coordinates/scalar';
import type { Gravity, StepContext } from '../coordinates/step-context';
import type { Arms } from '../islands/arms';
import { clearBooked } from '../joint/reactions';
import { DIRECT_STEP } from '../joint/batch/record';
import type { ServosTogether } from '../joint/motors/servos-together';
import { addStops, beginServo, endServo, measureRate, stepLength } from '../joint/motors/servos';
import { clearAxisSums } from './motion/axes';
import { beginStep, readCoordinates } from './begin-step';
import { allowAttempts, allowLastResort, mayClose, mayTry } from './budget';
import { closeGaps } from './gaps/close-gaps';
import { measureHere } from './gaps/gradient-here';
import { forgetCorners } from './rows/corners';
import { expectWays, findPassed, findWayLeft, isAtPassed, leavePassed, upTo } from './rows/passed-corners';
import { finishStep } from './finish-step';
import { hasHeldGap, holdLargeGaps } from './gaps/held-gaps';
import { enterSpace } from './island/island-space';
import { readLaws } from './island/laws';
import type { Attempt, DirectCoordinate, DirectIsland, DirectJoint, LaidOutIsland } from './island/island-system';
import { rankOf } from './factor/ldlt';
import { putBackFeet } from './motion/feet';
import { markLevers } from './motion/levers';
import { loadBearings } from './rows/load-bearings';
import { tryStep } from './newton';
import { measureGradient } from './motion/measure-rows';
import { findFloor } from './gaps/misfits';
import type { TrialPoses } from './motion/move-bodies';
import { FASTEST } from './island/outcomes';
import { clearPinSums } from './pins/pin-books';
import { LOCKS_ONLY, projectVelocity } from './impacts/project';
import { isUnpaid } from './energy/balance';
import { hasLeapt, isSoftResolved, resolvedSteps } from './energy/resolved-steps';
import { moveAsOne, slowDown } from './motion/rigid-motion';
import { DRIVEN, PROJECTED } from './rows/row-modes';
import { FLOOR_OF_LOOPS } from './factor/row-system';
import { shareLoops, shares, takeShares } from './servos/servos-in-loops';
import { measureArms, moveLocksToMiddle } from './gaps/turned-gaps';
import { clearTurnSums } from './motion/turns';
import { noteYielding, readYielding, yieldNext, yields } from './gaps/yielding';

/** What a world asks of its direct islands. */
export interface DirectSettings extends Gravity {
  readonly substeps: number | 'auto';
  /** Most substeps that 'auto' takes. */
  readonly mostSubsteps: number;
  /** World units. */
  readonly tolerance: number;
  readonly lengthUnit: number;
  readonly arms: Arms;
  readonly together: ServosTogether;
}

const MOST_ITERATIONS = 20;
const MOST_HALVINGS = 3;
/** So often a step is cut at corners that it passes. */
const MOST_CUTS = 3;
/** Attempts to come to one. */
const MOST_TRIES = 4;
const NO_STEP = { h: 0 };
/** Rates of a lock so many times faster than those that are projected are none that a step leaves, though a cap may keep some above them. */
const MOST_LEFT = 2;
/** Shorter frames and steps, s, leave less: gaps with the fourth power, which costs an iteration, rates of locks with the square. */
const SHORT_FRAME = 1 / 100;
const SHORT_STEP = 1 / 250;
/** What a step leaves is made no finer than so many lengthUnits: rounding of places far away is to stay below it. */
const FINEST = 1e-10;
/** Two bodies may each miss momentum up to the tolerance at the mean pose, and twice that at the end. */
const LEFT_BY_NEWTON = 4;

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
  if (hasServos) beginServos(island, store, settings, ctx);
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
  if (hasServos) endServos(island, store, settings);
  if (attempt.isCarried) putBackImmovable(island, store);
  // Of bodies and rows together every body has its pivots.
  const { system, kkt, movable } = island;
  stats.rank = rankOf((kkt ?? system).factor) - (kkt === null ? 0 : 3 * movable);
}

/** True if a kinematic body of the island moves. */
export function isCarried({ bodies, movable }: DirectIsland, { motion: v }: BodyStore): boolean {
  for (let i = movable; i < bodies.length; i++)
    for (let k = bodies[i] + VX; k <= bodies[i] + OMEGA; k++) if (v[k] !== 0) return true;
  return false;
}

/** True if one of them has another velocity than in the last step: it was set, or is led otherwise. */
export function isLedOn(
  { bodies, movable }: DirectIsland,
  { motion: v, goal }: BodyStore,
  { kicked }: StepContext,
): boolean {
  for (let i = movable; i < bodies.length; i++) {
    const b = bodies[i];
    if (kicked.any && kicked.has[b / BODY] === 1) return true;
    const g = (b / BODY) * GOAL;
    if (goal[g + GOAL_PENDING] === 0) continue;
    for (let k = 0; k < 3; k++)
      if (Math.abs(v[b + VX + k] - goal[g + LED_VX + k]) > EVEN * Math.abs(v[b + VX + k])) return true;
  }
  return false;
}

/** True if one of its gaps may be from outside, or of the iterative step: not in a flock, whose islands have stepped before. */
export function isOpened({ bodies, movable, present, joints }: DirectIsland, { led }: StepContext): boolean {
  if (led.isOpened(bodies, movable)) return true;
  if (present === null || present.stepLength > 0) return false;
  for (let i = 0; i < joints.length; i++) {
    const { batch, slot } = joints[i];
    if (batch.laws[slot * batch.lawsStride + DIRECT_STEP] === 0) return true;
  }
  return false;
}

function beginServos(island: DirectIsland, store: BodyStore, settings: DirectSettings, ctx: StepContext): void {
  const { coordinates } = island;
  const { arms, together } = settings;
  together.clear();
  for (let i = 0; i < coordinates.length; i++) {
    const c = coordinates[i];
    if (!isServoWithCap(c)) continue;
    const { batch, slot } = c.joint;
    batch.measure(slot, store.pose);
    beginServo(batch, slot, c.spec, store, arms, settings);
    island.brakes[c.row] = island.speedsUp[c.row] = Infinity;
    if (shares(c)) together.add(batch, slot, c.spec, arms, store);
  }
  if (together.isLooped) return;
  together.share(ctx, arms);
  takeShares(together, island);
}

function endServos(island: DirectIsland, store: BodyStore, settings: DirectSettings): void {
  const { coordinates } = island;
  const { together } = settings;
  for (let i = 0; i < coordinates.length; i++) {
    const c = coordinates[i];
    if (!isServoWithCap(c)) continue;
    const { batch, slot } = c.joint;
    batch.measure(slot, store.pose);
    measureRate(batch, slot, c.spec, store.motion);
    together.note(together.find(batch, c.o));
  }
  together.push();
  for (let i = 0; i < coordinates.length; i++) {
    const c = coordinates[i];
    if (!isServoWithCap(c)) continue;
    const { batch, slot } = c.joint;
    together.readPushed(together.find(batch, c.o));
    addStops(batch, slot, c.spec);
    endServo(batch, slot, c.spec, store.motion);
  }
}

function isServoWithCap({ joint, scalar, o }: DirectCoordinate): boolean {
  return scalar && isCappedServo(joint.batch.rows[o + FLAGS] | 0);
}

export function clearSums({ pins, axes, turns, others }: DirectIsland): void {
  for (let i = 0; i < pins.length; i++) clearPinSums(pins[i]);
  for (let i = 0; i < axes.length; i++) clearAxisSums(axes[i]);
  for (let i = 0; i < turns.length; i++) clearTurnSums(turns[i]);
  for (let i = 0; i < others.length; i++) clearBooked(others[i].batch, others[i].slot);
}

/** Kinematic bodies move along with the steps of the island, and are put back for the iterative step to move. */
function keepImmovable({ bodies, movable, immovablePose }: DirectIsland, { pose: q }: BodyStore): void {
  for (let i = movable; i < bodies.length; i++)
    for (let k = 0; k < 5; k++) immovablePose[5 * (i - movable) + k] = q[bodies[i] + k];
}

function putBackImmovable({ bodies, movable, immovablePose }: DirectIsland, { pose: q }: BodyStore): void {
  for (let i = movable; i < bodies.length; i++)
    for (let k = 0; k < 5; k++) q[bodies[i] + k] = immovablePose[5 * (i - movable) + k];
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

/** Reads the island and tries the step; false, too, where the frame has no factorisation left for that, or it would gain energy. */
function tryAnew(
  island: DirectIsland,
  store: BodyStore,
  poses: TrialPoses,
  settings: DirectSettings,
  ctx: StepContext,
): boolean {
  if (!mayTry(island)) return false;
  prepare(island, store, settings, ctx);
  if (island.attempt.theta === 1) island.impulse.fill(0);
  return tryStep(island, store, poses, ctx) && !isUnpaid(island, store);
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

/**
 * A step of `h` in a frame of `dt` is to begin. A gap of a step is a rate of 1/h of it, which alternates from step to step, and a force of
 * 1/h²: what is fine enough for ordinary steps would be more and more in shorter ones, and their motion would not converge. The steps of a
 * frame take that out of its means.
 */
export function beginSubstep(attempt: Attempt, { tolerance, lengthUnit }: DirectSettings, h: number, dt: number): void {
  const step = Math.min(1, h / SHORT_STEP);
  const share = Math.min(step, dt / SHORT_FRAME);
  attempt.h = h;
  attempt.weak = attempt.fits = false;
  attempt.tolerance = Math.min(tolerance, Math.max(tolerance * share * share * share * share, FINEST * lengthUnit));
  attempt.lengthUnit = lengthUnit;
  attempt.misfit = Math.max(PROJECTED * lengthUnit * step * step, LEFT_BY_NEWTON * tolerance);
}

/** What an attempt begins with, in a frame of so many steps. */
export function beginAttempt(attempt: Attempt, steps: number): void {
  attempt.theta = 0.5;
  attempt.iterations = MOST_ITERATIONS;
  allowAttempts(attempt, steps);
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

/** Slower and slower until it converges; at last the bodies stay where they are against each other. Energy is never gained. */
function lastResort(
  island: DirectIsland,
  store: BodyStore,
  poses: TrialPoses,
  settings: DirectSettings,
  ctx: StepContext,
): void {
  const { attempt, stats } = island;
  stats.lastResorts++;
  yieldNext(island);
  for (let round = 0; round < 3; round++) {
    const share = round === 2 ? 0 : 0.5;
    slowDown(island, store, share);
    attempt.theta = 1;
    attempt.iterations = 30;
    allowLastResort(attempt);
    if (tryAnew(island, store, poses, settings, ctx)) {
      finishStep(island, store, ctx);
      return;
    }
  }
  moveAsOne(island, store, attempt);
  putBackFeet(island);
  attempt.leaving = null;
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
  // What it had before is not known.
  island.parts.audited[0] = 0;
  closeGaps(island, store, ctx);
  moveAsOne(island, store, NO_STEP);
}

/** Trial poses and impulses may have overflowed, and their numbers stand in the records. */
function forgetLostNumbers({ joints }: DirectIsland): void {
  for (const { batch, slot, r } of joints) {
    zeroLostNumbers(batch.rows, r, batch.stride);
    zeroLostNumbers(batch.laws, slot * batch.lawsStride, batch.lawsStride);
  }
}

/** Reads the island, brings impulses to this step's length, takes out velocities that the joints do not allow. */
function prepare(island: DirectIsland, store: BodyStore, settings: DirectSettings, ctx: StepContext): void {
  measureStart(island, store, settings, ctx);
  if (isCappedServo(island.attempt.laws)) shareLoops(settings.together, island, store, ctx);
  if (!island.attempt.shocked) return;
  measureArms(island, island.start);
  // They were read at their anchors, before it was known what is held open.
  if (island.attempt.turnsGaps) measureGradient(island, store.pose);
  moveLocksToMiddle(island);
  projectVelocity(island, store, island.v0, LOCKS_ONLY, ctx);
  island.shock.set(island.dImpulse);
  island.shockJacobian.set(island.system.jacobian);
  // What is left of a blow is what laws are met with: a stop is thrown back from, or left.
  readCoordinates(island, store, ctx);
  holdLargeGaps(island);
}

/** Reads the island, brings impulses to this step's length, and finds whether its velocities are some that the joints do not allow. */
export function measureStart(island: DirectIsland, store: BodyStore, settings: DirectSettings, ctx: StepContext): void {
  const { joints, present, attempt } = island;
  const { h, misfit } = attempt;
  island.attempt.redundant = island.attempt.turnsGaps = false;
  if (ctx.h !== h) ctx.takeSubstep(attempt);
  if (present !== null) bringImpulses(present, joints, 0, joints.length, attempt);
  loadBearings(island);
  beginStep(island, store, settings, ctx);
  holdLargeGaps(island);
  findFloor(island, store);
  // What was kicked, or is new to its lock: what that takes is lost. The dynamics would give it back in other motion.
  island.attempt.shocked = island.out[FASTEST] * h > (isKicked(island, ctx) ? 1 : MOST_LEFT) * misfit;
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
    const w = batch.laws;
    const i = slot * batch.lawsStride + DIRECT_STEP;
    if (w[i] === h) continue;
    // Unclamped: a one-step method may change its step at will. Impulses of the iterative step are another kind: begin anew.
    factors[SCALE] = w[i] > 0 ? h / w[i] : 0;
    batch.scaleImpulses(slot, SCALE);
    w[i] = h;
  }
}
