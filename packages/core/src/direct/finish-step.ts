import { ANGLE, type BodyStore, COS, OMEGA, SIN, VX, VY, X, Y } from '../state/body-store';
import { LIMITS_SUM, RATCHET_SUM } from '../coordinates/laws/law-fields';
import { P_FLAGS, P_SUM_X, P_SUM_Y } from '../coordinates/points/point-fields';
import { FLAGS, LOCK_SUM, RATE } from '../coordinates/scalar';
import type { StepContext } from '../coordinates/step-context';
import { bookMoments, columnOfB, tallyJoint } from '../batches/reactions';
import { ARM_BX, ARM_BY, NOW_TORQUE, NOW_X, NOW_Y } from '../state/record';
import { zero } from '../math/short-arrays';
import { cosSinAt } from '../math/trig';
import { noteGround } from './motion/ground';
import { addAxisForces, recordAxes } from './motion/axes';
import { isImmovable } from './begin-step';
import { mayClose } from './budget';
import { closeGaps } from './gaps/close-gaps';
import { giveBack, measureEnergyMade } from './energy/energy';
import { hasHeldGap, leaveLed } from './gaps/held-gaps';
import { FASTEST_TURN } from './island/outcomes';
import type { DirectCoordinate, DirectIsland } from './island/island-system';
import { measureGradient, writeRates } from './motion/measure-rows';
import { isStopMet } from './impacts/rebounds';
import { moveKinematic, turnByCayley } from './motion/move-bodies';
import { addHingeMoments, bookHinges, bookProjected } from './hinges/hinge-impulses';
import { clear } from './island/parts';
import { recordPlain, isPlain } from './rows/plain-rows';
import { recordPoint } from './points/point-impulses';
import { actsAtAnchors } from './points/point-arms';
import { takeBackTurn } from './motion/rigid-motion';
import { AT_END, projectVelocity } from './impacts/project';
import { recordRow } from './rows/row-impulses';
import { isRedundant } from './factor/redundant-rows';
import { DRIVEN, isPressed, isTooth, NO_STOP, OFF, POSITION, RATE_ROW, TURNS_BACK } from './rows/row-modes';
import { addTurnTorques, recordTurns, writeTurnValues } from './motion/turns';

/** Share of the fastest motion that a lock's rate may be. */
const SLOW = 0.05;
/** A rate that is small against the motion: a double handed to a call would be allocated. */
const slow = new Float64Array(1);
/** Share of the tolerance by which a driven rate may miss in a step what is asked of it. */
const DRIVEN_PAST = 1e-3;

/** Takes over the step: poses, velocities, impulses, read-outs; then what the dynamics leaves to projections. */
export function finishStep(island: DirectIsland, store: BodyStore, ctx: StepContext): void {
  if (island.others.length > 0) noteGround(island, island.mean);
  const { v0, impulse, system, stats, kkt, grounded, contacts, attempt, parts, dImpulse, booked } = island;
  const { theta, shocked } = attempt;
  const { jacobian } = system;
  // Rows that nearly contradict each other: their velocities are projected.
  const singular = stats.factorisations > 0 && isRedundant((kkt ?? system).factor);
  if (findActing(island)) measureEnergyMade(island);
  contacts?.measureEnergy(island);
  takeOverPoses(island, store);
  addForces(island, impulse, jacobian);
  if (shocked) addForces(island, island.shock, island.shockJacobian);
  clear(parts.fastest);
  island.passes?.wasm.endHinges(island.passes.space);
  measureGradient(island, store.pose);
  zero(dImpulse);
  clear(parts.lost);
  writeRates(island, v0);
  const isTouched = contacts?.end(island) === true;
  let isProjected = false;
  for (let part = 0; part < parts.count; part++) {
    measureSlow(island, part);
    const isAsked =
      isTouched ||
      singular ||
      (parts.stopped[part] === 1 && isAnyStopMet(island, part)) ||
      hasResidualRate(island, part);
    parts.projects[part] = isAsked ? 1 : 0;
    if (isAsked) isProjected = true;
  }
  if (isProjected) projectVelocity(island, store, AT_END, ctx);
  contacts?.limitEnergy(island);
  if (isProjected) addForces(island, dImpulse, jacobian);
  if (attempt.isLed) leaveLed(island);
  const isOpen = hasHeldGap(island);
  bookHinges(island);
  if (shocked) addHingeMoments(island, island.shock, island.shockJacobian);
  if (isProjected) addHingeMoments(island, dImpulse, jacobian);
  if (shocked) for (let row = 0; row < dImpulse.length; row++) dImpulse[row] += island.shock[row];
  if (isProjected || shocked) bookProjected(island, impulse, dImpulse);
  if (grounded && theta < 1 && contacts === null) for (let part = 0; part < parts.count; part++) giveBack(island, part);
  writeVelocities(island, store);
  if (!grounded && contacts === null && attempt.mayBeOpen) takeBackTurn(island, store);
  book(island, ctx);
  attempt.keepsCurvePlaces = false;
  if (isOpen && mayClose(island)) {
    for (let row = 0; row < booked.length; row++) booked[row] = impulse[row] + dImpulse[row];
    closeGaps(island, store, ctx);
    recordClosing(island);
  }
  tally(island);
}

/** Bodies are where the step ends, kinematic ones too. */
function takeOverPoses(island: DirectIsland, { pose: q, motion: v }: BodyStore): void {
  const { bodies, movable, angle, end, passes, attempt } = island;
  if (passes !== null) passes.wasm.endPoses(passes.space);
  else endPoses(island);
  for (let i = 0, p = 0; i < movable; i++, p += 4) {
    const b = bodies[i];
    q[b + X] = end[p + X];
    q[b + Y] = end[p + Y];
    q[b + COS] = end[p + COS];
    q[b + SIN] = end[p + SIN];
    q[b + ANGLE] = angle[i];
  }
  if (!attempt.isCarried) return;
  for (let i = movable; i < bodies.length; i++) moveKinematic(q, v, bodies[i], attempt, q);
}

/** How far a body turns in the step. */
const turn = new Float64Array(1);

/** Angles and turns of the end, and v₁ in `v0`; the fastest motion of each part in `parts.speed`. */
function endPoses(island: DirectIsland): void {
  const { movable, u, start, end, cayley, angle, attempt, parts } = island;
  const { h } = attempt;
  for (let i = 0, k = 0, p = 0; i < movable; i++, k += 3, p += 4) {
    if (u[k + 2] !== 0) {
      turn[0] = h * u[k + 2];
      if (cayley[i] === 1) turnByCayley(turn, 0);
      angle[i] += turn[0];
      cosSinAt(angle, i, end, p + COS);
    } else {
      end[p + COS] = start[p + COS];
      end[p + SIN] = start[p + SIN];
    }
  }
  for (let part = 0; part < parts.count; part++) endVelocities(island, part);
}

/** v₁ = v₀ + M⁻¹(h f + Jᵀ P): what Newton left of the momentum equation must not change the momentum. */
function endVelocities({ u, v0, inverseMass, residual, attempt, parts }: DirectIsland, part: number): void {
  const { theta, lengthUnit } = attempt;
  let fastest = 0;
  for (let k = 3 * part * parts.bodies, last = k + 3 * parts.bodies; k < last; k += 3) {
    v0[k] += (u[k] - v0[k]) / theta - residual[k] * inverseMass[k];
    v0[k + 1] += (u[k + 1] - v0[k + 1]) / theta - residual[k + 1] * inverseMass[k + 1];
    v0[k + 2] += (u[k + 2] - v0[k + 2]) / theta - residual[k + 2] * inverseMass[k + 2];
    const x = Math.abs(v0[k]);
    const y = Math.abs(v0[k + 1]);
    const turn = Math.abs(v0[k + 2]) * lengthUnit;
    if (x > fastest) fastest = x;
    if (y > fastest) fastest = y;
    if (turn > fastest) fastest = turn;
  }
  parts.speed[part] = fastest;
}

/** Leaves the fastest turn of a lever in `out`. */
function writeVelocities(island: DirectIsland, { motion: v }: BodyStore): void {
  const { bodies, movable, v0, cayley, out } = island;
  let turn = 0;
  for (let i = 0, k = 0; i < movable; i++, k += 3) {
    const b = bodies[i];
    v[b + VX] = v0[k];
    v[b + VY] = v0[k + 1];
    v[b + OMEGA] = v0[k + 2];
    const omega = Math.abs(v0[k + 2]);
    if (cayley[i] === 1 && omega > turn) turn = omega;
  }
  out[FASTEST_TURN] = turn;
}

/** Notes which parts are driven, and where a stop acts; false if nothing asks what Newton made: motors drive all parts, none to a stop. */
function findActing({ acting, stopAt, mode, parts }: DirectIsland): boolean {
  let asks = false;
  for (let part = 0; part < parts.count; part++) {
    parts.driven[part] = parts.stopped[part] = 0;
    for (let k = parts.acting[part]; k < parts.acting[part + 1]; k++) {
      const row = acting[k];
      if (mode[row] === DRIVEN) parts.driven[part] = 1;
      else if (mode[row] === POSITION && isPressed(stopAt[row])) parts.stopped[part] = 1;
    }
    if (parts.driven[part] === 0 || parts.stopped[part] === 1) asks = true;
  }
  return asks;
}

/**
 * True if a stop acts that was not yet reached when the step began: the impulse that ends the way at it leaves between all of the speed
 * and all of it thrown back, by how much of the step was left.
 */
function isAnyStopMet(island: DirectIsland, part: number): boolean {
  const { coordinates, parts } = island;
  for (let i = part * parts.coordinates, end = i + parts.coordinates; i < end; i++)
    if (coordinates[i].scalar && isStopMet(island, coordinates[i])) return true;
  return false;
}

/**
 * True if a lock or an acting stop has a rate that is not small against the motion: reactions at rest would else alternate from
 * step to step. So would those of what a body carries that is led on faster and faster, however slowly. The hinges' fastest is in `parts`, the
 * rate that is small in `slow`; those of all rows are written.
 */
function hasResidualRate(island: DirectIsland, part: number): boolean {
  const { acting, mode, isAngle, rate, frictionAt, attempt, parts } = island;
  const { lengthUnit } = attempt;
  if (attempt.isLedOn || attempt.isLed) return true;
  const most = slow[0];
  if (!(parts.fastest[part] <= most)) return true;
  for (let k = parts.acting[part], end = parts.acting[part + 1]; k < end; k++) {
    const row = acting[k];
    if (mode[row] === OFF) continue;
    if (frictionAt[row] === TURNS_BACK && mode[row] === RATE_ROW) return true;
    if (mode[row] === POSITION && Math.abs(rate[row]) * (isAngle[row] === 1 ? lengthUnit : 1) > most) return true;
  }
  return parts.driven[part] === 1 && isDrivenPast(island, part);
}

/** Leaves in `slow` the fastest rate that is small against the motion of a part. */
function measureSlow({ attempt, parts }: DirectIsland, part: number): void {
  const { h, tolerance, projectedWay } = attempt;
  slow[0] = Math.min(projectedWay, Math.max(SLOW * h * parts.speed[part], 1e-3 * tolerance)) / h;
}

/**
 * True if what a motor drives ends with another rate than is asked. Levers turn by less than hω, so that where the mean rate of their angle
 * is that of the turn, exactly, they end faster; and a length that turns ends in another direction than it was driven in. Left alone the
 * rate would alternate, and the way lag behind.
 */
function isDrivenPast(island: DirectIsland, part: number): boolean {
  const { coordinates, mode, isAngle, rate, goal, attempt, parts } = island;
  const { h, lengthUnit, tolerance } = attempt;
  for (let i = part * parts.coordinates, end = i + parts.coordinates; i < end; i++) {
    const { joint, o, row } = coordinates[i];
    if (mode[row] !== DRIVEN || (isAngle[row] === 1 && !turnsLevers(island, coordinates[i]))) continue;
    const asked = 2 * goal[row] - joint.batch.rows[o + RATE];
    const past = Math.abs(rate[row] - asked) * (isAngle[row] === 1 ? lengthUnit : 1);
    if (past * h > DRIVEN_PAST * tolerance) return true;
  }
  return false;
}

/** True if the row of an angle, or of a sum of them, has been scaled by how levers turn (`visitTurns`, `measureMean`). */
function turnsLevers({ movable, cayley }: DirectIsland, { spec, joint: { bodies } }: DirectCoordinate): boolean {
  let some = false;
  let all = true;
  for (let i = 0; i < bodies.length; i++) {
    if (bodies[i] >= movable) continue;
    if (cayley[bodies[i]] === 1) some = true;
    else all = false;
  }
  return some && (all || spec.kind.ofMany === true);
}

/**
 * What impulses do to the bodies, by the gradient J that they acted by: those of the step at the mean pose, those of a shock at the start,
 * those of projections at the end. Those of hinges are booked by hinge-impulses.ts.
 */
function addForces(island: DirectIsland, impulses: Float64Array, J: Float64Array): void {
  const { axes, turns, others, system } = island;
  const { entryStart } = system;
  for (let i = 0; i < axes.length; i++) addAxisForces(axes[i], impulses, J);
  for (let i = 0; i < turns.length; i++) addTurnTorques(turns[i], impulses, J);
  for (const { batch, r, coordinates } of others) {
    const column = columnOfB(batch, r);
    for (const { spec, row, o } of coordinates) {
      const { kind } = spec;
      const isBetween = kind.kind === 'point' && !actsAtAnchors(island, row, batch.rows[o + P_FLAGS] | 0);
      const turns = kind.unit === 'angle' || kind.ofMany === true || isBetween;
      for (let k = row; k < row + kind.rowCount; k++) {
        const g = 3 * entryStart[k];
        if (impulses[k] === 0) continue;
        bookMoments(batch, r, spec, J, g, impulses, k);
        addForce(batch.rows, r, J, g + 3 * column, impulses, k);
        if (turns) addTorque(batch.rows, r, J, g + 3 * column, impulses, k);
      }
    }
  }
}

/** By the columns of B in the gradient, at `g`. */
function addForce(d: Float64Array, r: number, J: Float64Array, g: number, impulses: Float64Array, row: number): void {
  d[r + NOW_X] += J[g] * impulses[row];
  d[r + NOW_Y] += J[g + 1] * impulses[row];
}

/** About the anchor of B, where axes, lengths and locks of points act. */
function addTorque(d: Float64Array, r: number, J: Float64Array, g: number, impulses: Float64Array, row: number): void {
  d[r + NOW_TORQUE] += (J[g + 2] - d[r + ARM_BX] * J[g + 1] + d[r + ARM_BY] * J[g]) * impulses[row];
}

/** Divides the impulses among the laws. */
function book(island: DirectIsland, ctx: StepContext): void {
  const { axes, turns, others, after } = island;
  for (let i = 0; i < axes.length; i++) recordAllLaws(island, axes[i].coordinates, ctx);
  for (let i = 0; i < turns.length; i++) {
    recordAllLaws(island, turns[i].coordinates, ctx);
    writeTurnValues(turns[i], after);
  }
  for (const { coordinates } of others) recordAllLaws(island, coordinates, ctx);
}

function recordAllLaws(island: DirectIsland, coordinates: readonly DirectCoordinate[], ctx: StepContext): void {
  for (let k = 0; k < coordinates.length; k++) recordLaws(island, coordinates[k], ctx);
}

/** Takes what was added to the forces into the read-outs: once a step, whose peak is of all that acted in it. */
function tally({ axes, turns, others, attempt }: DirectIsland): void {
  for (let i = 0; i < axes.length; i++) recordAxes(axes[i], attempt);
  for (let i = 0; i < turns.length; i++) recordTurns(turns[i], attempt);
  for (const { batch, r } of others) tallyJoint(batch.rows, r, attempt);
}

/** What the locks and stops gave where gaps were closed: the rates that they have at the new poses were taken out. */
function recordClosing(island: DirectIsland): void {
  const { coordinates, dImpulse, booked, mode, stopAt, system } = island;
  addForces(island, dImpulse, system.jacobian);
  addHingeMoments(island, dImpulse, system.jacobian);
  bookProjected(island, booked, dImpulse);
  for (const { joint, spec, o, p, row } of coordinates) {
    if (mode[row] !== POSITION) continue;
    const { rows: d, laws: w } = joint.batch;
    if (!spec.kind.scalar) {
      d[o + P_SUM_X] += dImpulse[row];
      d[o + P_SUM_Y] += dImpulse[row + 1];
    } else if (isTooth(stopAt[row])) w[p + RATCHET_SUM] += dImpulse[row];
    else if (stopAt[row] === NO_STOP) d[o + LOCK_SUM] += dImpulse[row];
    else w[p + LIMITS_SUM] += dImpulse[row];
  }
}

function recordLaws(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): void {
  if (!c.scalar) recordPoint(island, c, ctx);
  else if (isImmovable(c)) return;
  else if (isPlain(c.joint.batch.rows[c.o + FLAGS] | 0)) recordPlain(island, c);
  else recordRow(island, c, ctx);
}
