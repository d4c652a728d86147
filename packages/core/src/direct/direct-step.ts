import { ANGLE, type BodyStore, COS, OMEGA, SIN, VX, VY, X, Y, zeroLostNumbers } from '../body/body-store';
import { SPRING, SPRING_ROW, S_DAMPING, S_STIFFNESS } from '../coordinates/law-fields';
import { FLAGS, INVERSE_MASS } from '../coordinates/scalar';
import type { StepContext } from '../coordinates/step-context';
import { clearReaction, tallyJoint } from '../joint/measure';
import { beginServo, endServo, isCappedServo } from '../joint/servos';
import { ARM_BX, ARM_BY, COLUMN_B, DIRECT_STEP, NOW_TORQUE, NOW_X, NOW_Y } from '../joint/record';
import { cosSin } from '../math/trig';
import { type DirectCoordinate, type DirectIsland, enterSpace, type LaidOutIsland } from './island-system';
import { isNearlySingular, rankOf } from './ldlt';
import { beginStep, FASTEST, WIDEST, readPoses } from './begin-step';
import { markLevers } from './levers';
import { tryStep } from './mean-pose';
import { measureGradient, writeRates } from './measure-rows';
import { endAngle, moveKinematic, type TrialPoses } from './move-bodies';
import { actHalfWay, bookProjected, clearPinSums, endPins, measurePins, WORK } from './pins';
import { bookAxes, clearAxisSums } from './axes';
import { bookTurns, clearTurnSums } from './turns';
import { loadBearings } from './load-bearings';
import { bookPlain, isPlain } from './plain-rows';
import { bookPoint } from './point-row-laws';
import { findBounces } from './bounce';
import { closeGaps, LOST, projectVelocity } from './project';
import { bookRow } from './row-laws';
import { AT_LOWER, AT_TOOTH, AT_UPPER, POSITION, RATE_ROW, SOFT, TELEPORT } from './row-modes';

/** What a world asks of its direct islands. */
export interface DirectSettings {
  readonly substeps: number | 'auto';
  /** Most substeps that 'auto' takes. */
  readonly mostSubsteps: number;
  /** World units. */
  readonly tolerance: number;
  readonly lengthUnit: number;
  readonly gravityX: number;
  readonly gravityY: number;
}

/** A turn of this much per step (rad) is resolved: the Cayley turn is 0.5 % slow at it. */
const RESOLVED_TURN = 0.25;
/** ωh of a spring, rad: more steps are taken for one that they bring below it. */
const RESOLVED_SWING = 2.25;
/** Steps are chosen by the turn before them. One that ends up this many times faster still gets its lost energy back. */
const STILL_RESOLVED = 1.6;
/** Faster rates of a lock, per lengthUnit and step, are projected. */
const PROJECTED = 1e-4;
/** Share of the fastest motion that a lock's rate may be. */
const SLOW = 0.05;
/** A smaller pivot means rows that nearly contradict each other: their velocities are projected. */
const NEARLY_SINGULAR = 1e-3;
const MOST_ITERATIONS = 20;
/** Per frame of up to four steps; some of them are kept for last resorts, and a few for projections. */
const MOST_FACTORISATIONS = 64;
const KEPT_FOR_LAST = 6;
const KEPT_FOR_PROJECTIONS = 3;
const MOST_HALVINGS = 3;
/** Lost energy is given back up to this share of the kinetic energy per step. */
const MOST_RETURN = 0.01;
/** Smaller pivots belong to redundant rows (docs/adr/ldlt.md). */
const REDUNDANT_IN_TREES = 1e-8;
const REDUNDANT_IN_LOOPS = 1e-4;

/** Advances one island by `dt` with the mean-pose step. */
export function stepDirectly(
  laidOut: LaidOutIsland,
  store: BodyStore,
  poses: TrialPoses,
  settings: DirectSettings,
  dt: number,
  ctx: StepContext,
): void {
  const island = enterSpace(laidOut);
  const { stats } = island;
  stats.iterations = stats.factorisations = stats.halvings = stats.acceptedGaps = stats.lastResorts = 0;
  clearSums(island);
  markLevers(island);
  const n = settings.substeps === 'auto' ? resolvedSteps(island, store, dt, settings.mostSubsteps) : settings.substeps;
  stats.steps = n;
  keepImmovable(island, store);
  for (let i = 0; i < island.coordinates.length; i++) beginServoOf(island.coordinates[i], store);
  // Here, where the numbers handed over are there already: those of a step cut in halves would be allocated.
  ctx.setSubstep(dt, n);
  for (let k = 0; k < n; k++) {
    island.attempt.h = dt / n;
    advance(island, store, poses, settings, 0, ctx);
  }
  for (let i = 0; i < island.coordinates.length; i++) endServoOf(island.coordinates[i], store, dt);
  putBackImmovable(island, store);
  // Of bodies and rows together every body has its pivots.
  const { system, kkt, movable } = island;
  stats.rank =
    rankOf((kkt ?? system).factor, system.hasLoop ? REDUNDANT_IN_LOOPS : REDUNDANT_IN_TREES) -
    (kkt === null ? 0 : 3 * movable);
}

function beginServoOf({ spec, joint, o }: DirectCoordinate, { pose, motion }: BodyStore): void {
  const { batch, slot } = joint;
  if (!spec.kind.scalar || !isCappedServo(batch.rows[o + FLAGS])) return;
  batch.measure(slot, pose);
  beginServo(batch, slot, spec, motion);
}

function endServoOf({ spec, joint, o }: DirectCoordinate, { pose, motion }: BodyStore, dt: number): void {
  const { batch, slot } = joint;
  if (!spec.kind.scalar || !isCappedServo(batch.rows[o + FLAGS])) return;
  batch.measure(slot, pose);
  endServo(batch, slot, spec, motion, dt);
}

function clearSums({ pins, axes, turns, others }: DirectIsland): void {
  for (let i = 0; i < pins.length; i++) clearPinSums(pins[i]);
  for (let i = 0; i < axes.length; i++) clearAxisSums(axes[i]);
  for (let i = 0; i < turns.length; i++) clearTurnSums(turns[i]);
  for (let i = 0; i < others.length; i++) {
    const { batch, slot, r } = others[i];
    clearReaction(batch.rows, r);
    for (const { kind, at, law } of batch.type.coordinates)
      kind.clearSums(batch.rows, r + at, batch.laws, slot * batch.lawsStride + law);
  }
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

/** As many steps as the fastest turning lever asks for, or the fastest spring that so many can resolve. */
function resolvedSteps(island: DirectIsland, { motion: v }: BodyStore, dt: number, most: number): number {
  const { bodies, movable, cayley, coordinates } = island;
  let turn = 0;
  for (let i = 0; i < movable; i++) if (cayley[i] === 1) turn = Math.max(turn, Math.abs(v[bodies[i] + OMEGA]) * dt);
  let steps = Math.max(1, Math.min(most, Math.ceil(turn / RESOLVED_TURN)));
  const fastest = (most * RESOLVED_SWING) / dt;
  for (let i = 0; i < coordinates.length; i++) {
    const { spec, joint, o, p } = coordinates[i];
    const { rows: d, laws: w } = joint.batch;
    if (!spec.kind.scalar || !(d[o + FLAGS] & SPRING)) continue;
    const k = w[p + SPRING_ROW + S_STIFFNESS];
    const c = w[p + SPRING_ROW + S_DAMPING];
    // ω² as last prepared, of springs whose damping lets them swing.
    const square = c * c * d[o + INVERSE_MASS] < 4 * k ? k * d[o + INVERSE_MASS] : 0;
    if (square > 0 && square <= fastest * fastest)
      steps = Math.max(steps, Math.ceil((Math.sqrt(square) * dt) / RESOLVED_SWING));
  }
  return steps;
}

/** One step of `attempt.h`, or two halves of it where it does not converge. */
function advance(
  island: DirectIsland,
  store: BodyStore,
  poses: TrialPoses,
  settings: DirectSettings,
  level: number,
  ctx: StepContext,
): void {
  const { attempt, stats } = island;
  const { h } = attempt;
  attempt.theta = 0.5;
  attempt.tolerance = settings.tolerance;
  attempt.lengthUnit = settings.lengthUnit;
  attempt.iterations = MOST_ITERATIONS;
  attempt.budget = MOST_FACTORISATIONS * Math.ceil(stats.steps / 4) - KEPT_FOR_LAST;
  prepare(island, store, settings, ctx);
  if (tryStep(island, store, poses, ctx)) {
    finish(island, store, ctx);
    return;
  }
  if (level < MOST_HALVINGS && stats.factorisations < attempt.budget) {
    stats.halvings++;
    for (let half = 0; half < 2; half++) {
      attempt.h = h / 2;
      advance(island, store, poses, settings, level + 1, ctx);
    }
    return;
  }
  lastResort(island, store, poses, settings, ctx);
}

/** Slower and slower until it converges; at last the bodies stay where they are. Energy is never gained. */
function lastResort(
  island: DirectIsland,
  store: BodyStore,
  poses: TrialPoses,
  settings: DirectSettings,
  ctx: StepContext,
): void {
  const { attempt, stats, bodies, movable } = island;
  const { motion: v } = store;
  stats.lastResorts++;
  for (let round = 0; round < 3; round++) {
    const share = round === 2 ? 0 : 0.5;
    for (let i = 0; i < movable; i++) for (let k = VX; k <= OMEGA; k++) v[bodies[i] + k] *= share;
    attempt.theta = 1;
    attempt.iterations = 30;
    attempt.budget = MOST_FACTORISATIONS * Math.ceil(stats.steps / 4) - KEPT_FOR_PROJECTIONS;
    prepare(island, store, settings, ctx);
    island.impulse.fill(0);
    if (tryStep(island, store, poses, ctx)) {
      finish(island, store, ctx);
      return;
    }
  }
  for (let i = 0; i < movable; i++) v.fill(0, bodies[i] + VX, bodies[i] + OMEGA + 1);
  for (const { batch, slot, r } of island.joints) {
    batch.handles[slot]?.scaleImpulses(0);
    // Trial poses may have overflowed, and their numbers stand in the records.
    zeroLostNumbers(batch.rows, r, batch.stride);
    zeroLostNumbers(batch.laws, slot * batch.lawsStride, batch.lawsStride);
    batch.measure(slot, store.pose);
  }
  // What stays where it is forever is never put right: gaps are closed all the same.
  prepare(island, store, settings, ctx);
  if (!hasHeldGap(island)) return;
  readPoses(island, store, island.end);
  for (const group of island.pins) measurePins(group, island.end, island.system.jacobian);
  measureGradient(island, store.pose);
  closeGaps(island, store, attempt.h, ctx);
  for (let i = 0; i < movable; i++) v.fill(0, bodies[i] + VX, bodies[i] + OMEGA + 1);
}

/** Reads the island, brings impulses to this step's length, takes out velocities that the joints do not allow. */
function prepare(island: DirectIsland, store: BodyStore, settings: DirectSettings, ctx: StepContext): void {
  const { h, lengthUnit } = island.attempt;
  if (ctx.h !== h) ctx.setSubstep(h);
  bringImpulses(island);
  loadBearings(island);
  beginStep(island, store, settings, ctx);
  holdLargeGaps(island);
  island.attempt.shocked = island.out[FASTEST] * h > TELEPORT * lengthUnit;
  if (!island.attempt.shocked) return;
  for (const group of island.pins) measurePins(group, island.start, island.system.jacobian);
  projectVelocity(island, store, island.v0, LOCKS_ONLY, ctx);
  island.shock.set(island.dImpulse);
}

/** Brings impulses to this step's length. */
function bringImpulses({ joints, present, attempt }: DirectIsland): void {
  const { h } = attempt;
  if (present === null || present.stepLength === h) return;
  present.stepLength = h;
  for (const { batch, slot } of joints) {
    const w = batch.laws;
    const i = slot * batch.lawsStride + DIRECT_STEP;
    if (w[i] === h) continue;
    // Unclamped: a one-step method may change its step at will. Impulses of the iterative step are another kind: begin anew.
    batch.handles[slot]?.scaleImpulses(w[i] > 0 ? h / w[i] : 0);
    w[i] = h;
  }
}

/** Gaps that the dynamics must not close; leaves the fastest rate of a lock, as a length per second, in `out`. */
function holdLargeGaps(island: DirectIsland): void {
  const { gap, mode, before, goal, rate, out, isAngle, lawRows, stopAt } = island;
  const { lengthUnit } = island.attempt;
  const most = TELEPORT * lengthUnit;
  const arePinsClosed = out[WIDEST] <= most;
  for (let row = 0; row < gap.length; row++)
    gap[row] = !arePinsClosed && Math.abs(before[row]) > most ? before[row] : 0;
  let fastest = out[FASTEST];
  for (let k = 0; k < lawRows.length; k++) {
    const row = lawRows[k];
    gap[row] = 0;
    if (mode[row] !== POSITION || isOneSided(stopAt[row])) continue;
    const scale = isAngle[row] === 1 ? lengthUnit : 1;
    const error = before[row] - goal[row];
    const speed = Math.abs(rate[row]) * scale;
    if (Math.abs(error) * scale > most) gap[row] = error;
    if (!(speed <= fastest)) fastest = speed;
  }
  out[FASTEST] = fastest;
}

function isOneSided(stop: number): boolean {
  return stop === AT_LOWER || stop === AT_UPPER || stop === AT_TOOTH;
}

/** Where `measureEnergyMade` leaves what it finds. */
const MADE = 4;
const LOCKS_ONLY = false;
const WITH_TARGETS = true;

/** Takes over the step: poses, velocities, impulses, read-outs; then what the dynamics leaves to projections. */
function finish(island: DirectIsland, store: BodyStore, ctx: StepContext): void {
  const { pins, v0, end, impulse, before, after, gap, system, stats, kkt, grounded, attempt, dImpulse, out } = island;
  const { h, theta } = attempt;
  const singular = stats.factorisations > 0 && isNearlySingular((kkt ?? system).factor, NEARLY_SINGULAR);
  measureEnergyMade(island);
  if (!grounded && theta === 0.5) keepAngularMomentum(island);
  takeOverPoses(island, store);
  out[FASTEST] = out[WORK] = 0;
  for (let i = 0; i < pins.length; i++)
    endPins(pins[i], end, v0, impulse, before, after, gap, system.jacobian, attempt, out);
  out[MADE] += out[WORK] / h;
  measureGradient(island, store.pose);
  const stopped = actingStop(island);
  for (let row = 0; row < dImpulse.length; row++) dImpulse[row] = 0;
  out[LOST] = 0;
  let isProjected: boolean = attempt.shocked;
  attempt.bounces = stopped && findBounces(island, store, v0, ctx);
  if (attempt.bounces) {
    projectVelocity(island, store, v0, WITH_TARGETS, ctx);
    isProjected = attempt.bounces;
  }
  if (!attempt.bounces && (singular || isMisfit(island))) {
    projectVelocity(island, store, v0, WITH_TARGETS, ctx);
    isProjected = true;
  }
  if (attempt.shocked) for (let row = 0; row < dImpulse.length; row++) dImpulse[row] += island.shock[row];
  if (isProjected) for (let i = 0; i < pins.length; i++) bookProjected(pins[i], impulse, dImpulse, attempt);
  if (grounded && theta < 1) giveBack(island, store, stopped);
  writeVelocities(island, store);
  book(island, ctx);
  if (hasHeldGap(island)) closeGaps(island, store, h, ctx);
}

/**
 * A free island turns for ever with what it has: bodies move by h(v₀ + v₁)/2 of the momentum they got, and the impulse of a
 * pin acts half way between its two anchors at the mean pose, so that the gap that Newton leaves has no moment.
 */
function keepAngularMomentum(island: DirectIsland): void {
  const { end, movable, mass, residual, stiffness: shift, pins, others, impulse, before, after, attempt } = island;
  for (let i = 0; i < shift.length; i++) shift[i] = 0;
  for (let i = 0, k = 0; i < movable; i++, k += 3) {
    if (mass[k] === 0) continue;
    shift[k] = (-attempt.h * residual[k]) / (4 * mass[k]);
    shift[k + 1] = (-attempt.h * residual[k + 1]) / (4 * mass[k]);
    end[4 * i + X] += 2 * shift[k];
    end[4 * i + Y] += 2 * shift[k + 1];
  }
  for (const group of pins) actHalfWay(group, impulse, before, after, shift, residual);
  for (const { bodies: tied, coordinates } of others) {
    for (const { spec, row } of coordinates) if (!spec.kind.scalar) actOnHalfWay(island, row, 3 * tied[0], 3 * tied[1]);
  }
}

function actOnHalfWay(
  { impulse, before, after, stiffness: shift, residual }: DirectIsland,
  row: number,
  a: number,
  b: number,
): void {
  const x = ((before[row] + after[row]) / 2 + shift[b] - shift[a]) / 2;
  const y = ((before[row + 1] + after[row + 1]) / 2 + shift[b + 1] - shift[a + 1]) / 2;
  const moment = x * impulse[row + 1] - y * impulse[row];
  residual[a + 2] += moment;
  residual[b + 2] += moment;
}

/** v₁ = v₀ + M⁻¹(h f + Jᵀ P): what Newton left of the momentum equation must not change the momentum. */
function takeOverPoses(
  { bodies, movable, u, v0, mass, residual, cayley, end, attempt }: DirectIsland,
  { pose: q, motion: v }: BodyStore,
): void {
  const { h, theta } = attempt;
  for (let i = 0, k = 0, p = 0; i < movable; i++, k += 3, p += 4) {
    const b = bodies[i];
    q[b + X] = end[p + X];
    q[b + Y] = end[p + Y];
    if (u[k + 2] !== 0) {
      q[b + ANGLE] = endAngle(q[b + ANGLE], h * u[k + 2], cayley[i]);
      cosSin(q[b + ANGLE], q, b + COS);
    }
    end[p + COS] = q[b + COS];
    end[p + SIN] = q[b + SIN];
    v0[k] += (u[k] - v0[k]) / theta - (mass[k] > 0 ? residual[k] / mass[k] : 0);
    v0[k + 1] += (u[k + 1] - v0[k + 1]) / theta - (mass[k] > 0 ? residual[k + 1] / mass[k] : 0);
    v0[k + 2] += (u[k + 2] - v0[k + 2]) / theta - (mass[k + 2] > 0 ? residual[k + 2] / mass[k + 2] : 0);
  }
  for (let i = movable; i < bodies.length; i++) moveKinematic(q, v, bodies[i], h, q);
}

function writeVelocities({ bodies, movable, v0 }: DirectIsland, { motion: v }: BodyStore): void {
  for (let i = 0, k = 0; i < movable; i++, k += 3) {
    const b = bodies[i];
    v[b + VX] = v0[k];
    v[b + VY] = v0[k + 1];
    v[b + OMEGA] = v0[k + 2];
  }
}

/**
 * Energy that incomplete Newton made in this step, the work at pins left out. With v₁ = v₀ + M⁻¹(h f + Jᵀ P), θ = ½, it is
 *
 *   u·JᵀP − (u − v₀)·R + R·M⁻¹R/2        u·JᵀP = Σ P (C₁ − C₀)/h for pins
 *
 * Of a soft row only what its impulse differs from h·force − slope·(C₁ − C₀): the rest is stored in it, or damped.
 */
function measureEnergyMade(island: DirectIsland): void {
  const { mode, impulse, u, v0, mass, residual, movable, before, goal, gap, stopAt, lawRows, rate, out } = island;
  const { slope, crossSlope, left, isAngle, attempt } = island;
  let energy = 0;
  writeRates(island, u);
  for (let k = 0; k < lawRows.length; k++) {
    const row = lawRows[k];
    // What runs into a stop, or is brought back to it, comes with work of its own; what stands at it does none.
    const most = PROJECTED * (isAngle[row] === 1 ? 1 : attempt.lengthUnit);
    const isHeld = !isOneSided(stopAt[row]) || Math.abs(before[row] - goal[row]) < most;
    if (mode[row] === POSITION && gap[row] === 0 && isHeld) energy += impulse[row] * rate[row];
    if (mode[row] === SOFT) {
      const above = row > 0 ? crossSlope[row] * left[row - 1] : 0;
      const below = row + 1 < left.length ? crossSlope[row + 1] * left[row + 1] : 0;
      energy += (slope[row] * left[row] + above + below) * rate[row];
    }
  }
  for (let i = 0; i < 3 * movable; i++) {
    if (mass[i] > 0) energy -= residual[i] * (u[i] - v0[i] - residual[i] / (2 * mass[i]));
  }
  out[MADE] = energy;
}

function actingStop({ lawRows, stopAt, mode }: DirectIsland): boolean {
  for (let k = 0; k < lawRows.length; k++)
    if (mode[lawRows[k]] === POSITION && isOneSided(stopAt[lawRows[k]])) return true;
  return false;
}

/**
 * True if a lock or an acting stop has a rate that is not small against the motion: reactions at rest would else alternate from
 * step to step. The pins' fastest is in `out`.
 */
function isMisfit(island: DirectIsland): boolean {
  const { mode, isAngle, lawRows, rate, v0, movable, attempt, out } = island;
  const { h, lengthUnit, tolerance } = attempt;
  let fastest = 0;
  for (let i = 0; i < 3 * movable; i += 3) {
    const speed = Math.max(Math.abs(v0[i]), Math.abs(v0[i + 1]), Math.abs(v0[i + 2]) * lengthUnit);
    if (speed > fastest) fastest = speed;
  }
  const most = Math.min(PROJECTED * lengthUnit, Math.max(SLOW * h * fastest, 1e-3 * tolerance)) / h;
  if (!(out[FASTEST] <= most)) return true;
  writeRates(island, v0);
  for (let k = 0; k < lawRows.length; k++) {
    const row = lawRows[k];
    if (mode[row] === POSITION && Math.abs(rate[row]) * (isAngle[row] === 1 ? lengthUnit : 1) > most) return true;
  }
  return false;
}

function isResolved({ u, movable, cayley, attempt }: DirectIsland): boolean {
  for (let i = 0; i < movable; i++)
    if (cayley[i] === 1 && Math.abs(u[3 * i + 2]) * attempt.h > STILL_RESOLVED * RESOLVED_TURN) return false;
  return true;
}

/**
 * Scales the velocities so that they carry what was lost less what was made, at most one per cent more: only where no motor
 * drives the island. What was made is taken away in any motion, what was lost given back in resolved motion where no stop
 * acts: what is lost at a stop is lost.
 */
function giveBack(island: DirectIsland, { motion: v }: BodyStore, stopped: boolean): void {
  const { mass, v0, movable, bodies, mode, lawRows, out } = island;
  const lack = Math.min(stopped ? 0 : Infinity, out[LOST] - out[MADE]);
  if (lack > 0 && !isResolved(island)) return;
  for (let k = 0; k < lawRows.length; k++) if (mode[lawRows[k]] === RATE_ROW) return;
  for (let i = movable; i < bodies.length; i++) {
    const b = bodies[i];
    if (v[b + VX] !== 0 || v[b + VY] !== 0 || v[b + OMEGA] !== 0) return;
  }
  let kinetic = 0;
  for (let i = 0; i < 3 * movable; i++) kinetic += (mass[i] * v0[i] * v0[i]) / 2;
  // What rests on a stop trembles by the tolerance: there is nothing to take from.
  if (kinetic === 0 || (stopped && -lack > MOST_RETURN * kinetic)) return;
  const share = Math.max(-1, Math.min(MOST_RETURN, lack / kinetic));
  const factor = Math.sqrt(1 + share);
  for (let i = 0; i < 3 * movable; i++) v0[i] *= factor;
}

/** Divides the impulses among the laws and adds up what each joint did to B. */
function book(island: DirectIsland, ctx: StepContext): void {
  const { axes, turns, dImpulse: projected, impulse, system, after, attempt } = island;
  const { entryStart, jacobian: J } = system;
  for (let i = 0; i < axes.length; i++) {
    const { coordinates } = axes[i];
    for (let k = 0; k < coordinates.length; k++) bookLaws(island, coordinates[k], ctx);
    bookAxes(axes[i], impulse, projected, J, attempt);
  }
  for (let i = 0; i < turns.length; i++) {
    const { coordinates } = turns[i];
    for (let k = 0; k < coordinates.length; k++) bookLaws(island, coordinates[k], ctx);
    bookTurns(turns[i], after, impulse, projected, J, attempt);
  }
  for (const joint of island.others) {
    const { rows: d, columns } = joint.batch;
    const { r } = joint;
    for (const c of joint.coordinates) {
      bookLaws(island, c, ctx);
      const column = columns > 2 || c.spec.kind.kind === 'sum' ? d[r + COLUMN_B] : 1;
      for (let row = c.row; row < c.row + c.spec.kind.rowCount; row++) {
        const p = impulse[row] + projected[row];
        const g = 3 * (entryStart[row] + column);
        const x = J[g] * p;
        const y = J[g + 1] * p;
        d[r + NOW_X] += x;
        d[r + NOW_Y] += y;
        d[r + NOW_TORQUE] += J[g + 2] * p - (d[r + ARM_BX] * y - d[r + ARM_BY] * x);
      }
    }
    tallyJoint(d, r, attempt.h);
  }
}

function bookLaws(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  if (!c.spec.kind.scalar) bookPoint(island, c, ctx);
  else if (isPlain(c.joint.batch.rows[c.o + FLAGS] | 0)) bookPlain(island, c);
  else bookRow(island, c, ctx);
}

function hasHeldGap({ gap }: DirectIsland): boolean {
  for (let row = 0; row < gap.length; row++) if (gap[row] !== 0) return true;
  return false;
}
