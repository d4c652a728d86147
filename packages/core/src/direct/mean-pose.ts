import type { BodyStore } from '../state/body-store';
import { leastBent } from '../coordinates/axis';
import { VALUE } from '../coordinates/scalar';
import { visitAxes } from './motion/axes';
import type { DirectIsland } from './island/island-system';
import { type KktSystem, solveKkt } from './factor/kkt-system';
import { solve } from './factor/ldlt';
import { measureRows, readGradient, writeRate, writeRates } from './motion/measure-rows';
import { type TrialPoses } from './motion/move-bodies';
import { clear } from './island/parts';
import { zero } from '../math/short-arrays';
import { bringToMean } from './points/point-arms';
import { DRIVEN, isExact, OFF, POSITION, RATE_ROW, SOFT } from './rows/row-modes';
import { askForAll, leaveRedundant, leaveUnborne } from './factor/redundant-rows';
import type { RowSystem } from './factor/row-system';
import { scaleSumTurns } from './motion/sums';
import { halfTurns, writeTurnShare } from './motion/turn-share';

/**
 * The mean-pose step (derived and measured in docs/adr/mean-pose-step.md): implicit midpoint with the joints
 * closed exactly at the end of the step.
 *
 *   q₁ = q₀ ⊕ h u                                 turned by the Cayley map, tan(Δθ/2) = hω/2
 *   M(u − v₀)/θ = h f + Jᵀ P                      J measured at the mean of q₀ and q₁, cos and sin averaged as they are
 *   C(q₁) = 0 for rigid rows, J u = rate for driven ones, P = h·force − slope·(C₁ − C₀) for soft ones
 *   v₁ = v₀ + (u − v₀)/θ                          θ = ½; 1 in the last resort
 *
 * Solved by Newton on velocity and impulse with the geometric stiffness of the impulses in the matrix.
 */

/** Damping that takes more than this times a velocity in a step leaves less than nothing of it. */
const MOST_DAMPED = 2;
/** A turn moves what is at least this many lengthUnits away: what has next to no inertia may have arms. */
const LEAST_REACH = 0.05;
/** A length of fewer lengthUnits does not bend. */
const LEAST_BENT = 1e-9;
/** Geometric stiffness may take away this much of the mass. */
const LEAST_MASS = 0.3;

/** Measures every row at the end pose and at the mean pose: values, gradient, stiffness, residual. */
export function visitRows(island: DirectIsland, store: BodyStore, poses: TrialPoses): void {
  const { axes, turns, others, passes, after, parts } = island;
  clear(parts.error);
  passes?.wasm.visitHinges(passes.space);
  if (axes.length > 0) visitAxes(island);
  if (turns.length > 0) passes?.wasm.visitTurns(passes.space);
  if (others.length > 0) {
    measureRows(island.others, poses.end, after);
    addStiffness(island, poses);
    measureMean(island, store, poses);
    addOtherImpulses(island);
  }
  measureLeft(island);
}

/** Geometric stiffness of the impulses at the end pose, per body; what ties bodies to each other has a place of its own (ties.ts). */
function addStiffness(island: DirectIsland, { end }: TrialPoses): void {
  const { others, stiffness, impulse, kkt, attempt } = island;
  leastBent[0] = LEAST_BENT * attempt.lengthUnit;
  for (let i = 0; i < others.length; i++) {
    const { batch, slot, r, coordinates, bodies } = others[i];
    const { type } = batch;
    for (let j = 0; j < coordinates.length; j++) {
      const { spec, o, row } = coordinates[j];
      if (type.stiffen !== undefined) {
        type.stiffen(batch, slot, spec, end, impulse, row, bodies, stiffness);
        continue;
      }
      if (kkt !== null && spec.kind.bend !== undefined) continue;
      spec.kind.stiffen?.(batch.rows, r, o, impulse, row, stiffness, 3 * bodies[0], 3 * bodies[bodies.length - 1]);
    }
  }
}

/**
 * Gradient at the mean pose, such that h·J·u is what the value changes by, exactly: lengths divide by the mean of both
 * lengths, angles take one factor for both bodies, so that momentum is kept.
 */
function measureMean(island: DirectIsland, { pose: start }: BodyStore, { end, mean }: TrialPoses): void {
  const { others, system, before, after, attempt, mode } = island;
  const { theta } = attempt;
  const { jacobian: J, entryStart } = system;
  for (let i = 0; i < others.length; i++) {
    const joint = others[i];
    const { batch, slot } = joint;
    if (batch.type.measureMean !== undefined && theta === 0.5) batch.type.measureMean(batch, slot, start, end, mean);
    else batch.measure(slot, mean);
    readGradient(island, joint, J);
    for (let j = 0; j < joint.coordinates.length; j++) {
      const c = joint.coordinates[j];
      const { kind, ofMany } = c.spec.kind;
      const first = 3 * entryStart[c.row];
      if (kind === 'point') bringToMean(island, c);
      else if (kind === 'length' && theta === 0.5) {
        const sum = before[c.row] + after[c.row];
        const factor = sum > 0 ? (2 * batch.rows[c.o + VALUE]) / sum : 1;
        for (let k = first; k < first + 6; k++) J[k] *= factor;
      } else if (isExact(mode[c.row])) {
        if (kind === 'angle') scaleTurns(island, joint.bodies, J, first);
        else if (ofMany === true) scaleSumTurns(island, joint, c.o, J, first);
      }
    }
  }
}

/** Where both bodies turn by the Cayley map, one factor for both; where one of them turns exactly, momentum is kept by none. */
function scaleTurns(
  { u, cayley, movable, attempt }: DirectIsland,
  bodies: readonly number[],
  J: Float64Array,
  first: number,
): void {
  const a = bodies[0];
  const b = bodies[1];
  const tA = a < movable && cayley[a] === 1 ? (attempt.h * u[3 * a + 2]) / 2 : 0;
  const tB = b < movable && cayley[b] === 1 ? (attempt.h * u[3 * b + 2]) / 2 : 0;
  if (a < movable && b < movable && J[first + 2] === -J[first + 5]) {
    if (cayley[a] === 0 || cayley[b] === 0) return;
    halfTurns[0] = tB;
    halfTurns[1] = tA;
    writeTurnShare();
    J[first + 2] *= halfTurns[0];
    J[first + 5] *= halfTurns[0];
    return;
  }
  halfTurns[0] = tA;
  scaleTurn(J, first + 2);
  halfTurns[0] = tB;
  scaleTurn(J, first + 5);
}

/** By the turn of `halfTurns[0]` alone. */
function scaleTurn(J: Float64Array, i: number): void {
  if (halfTurns[0] === 0) return;
  halfTurns[1] = 0;
  writeTurnShare();
  J[i] *= halfTurns[0];
}

/** Starts from the last velocity; what stays the same in every iteration. */
export function startVelocities(island: DirectIsland): void {
  const { movable, passes, attempt } = island;
  if (passes !== null) passes.wasm.startVelocities(passes.space);
  else readMotion(island);
  if (attempt.damps) dampUnmoved(island, 0, 3 * movable);
}

/** What cannot be pushed or turned is damped all the same: its mean velocities in the step, from one number of them to another. */
function dampUnmoved({ mass, damping, u, v0, attempt }: DirectIsland, from: number, to: number): void {
  const { h, theta } = attempt;
  for (let i = from; i < to; i++) {
    if (mass[i] > 0) continue;
    const x = theta * h * damping[i];
    u[i] = h * damping[i] > MOST_DAMPED ? (v0[i] * (1 + (1 / theta - 1) * x)) / (1 + x / theta) : v0[i] / (1 + x);
  }
}

function readMotion(island: DirectIsland): void {
  const { movable, mass, inverseMass, u, v0, load, damping, inertial, drive, lengthOf, attempt } = island;
  const { h, theta } = attempt;
  for (let i = 0; i < u.length; i++) u[i] = v0[i];
  for (let i = 0; i < 3 * movable; i++) {
    const damped = h * damping[i] * mass[i];
    // More than a step resolves acts by the velocity it ends with: by the mean one it would turn it round in every step.
    if (h * damping[i] > MOST_DAMPED) {
      inertial[i] = mass[i] / theta + damped / theta;
      drive[i] = (mass[i] * v0[i]) / theta + load[i] + damped * (1 / theta - 1) * v0[i];
    } else {
      inertial[i] = mass[i] / theta + damped;
      drive[i] = (mass[i] * v0[i]) / theta + load[i];
    }
    inverseMass[i] = mass[i] > 0 ? 1 / mass[i] : 0;
    lengthOf[i] = (h / 2) * inverseMass[i];
  }
  // Times how far from the centre what turns is: the radius of gyration.
  for (let i = 0; i < 3 * movable; i += 3) {
    const radius = Math.sqrt(mass[i + 2] * inverseMass[i]);
    const least = inverseMass[i] === 0 ? attempt.lengthUnit : LEAST_REACH * attempt.lengthUnit;
    lengthOf[i + 2] *= radius > least ? radius : least;
  }
}

/** R = M(u − v₀)/θ + h c M u − h f, the momentum that is missing before the impulses. */
export function startResidual({ movable, u, residual, inertial, drive, parts }: DirectIsland, part: number): void {
  for (let i = 3 * part * parts.bodies, end = i + 3 * parts.bodies; i < end; i++)
    residual[i] = inertial[i] * u[i] - drive[i];
  for (let i = 3 * movable; i < residual.length; i++) residual[i] = 0;
}

/** R −= Jᵀ P of every row, and of the rows that are not packed. */
export function addImpulses({ residual, system, impulse, parts }: DirectIsland, part: number): void {
  for (let row = part * parts.rows, end = row + parts.rows; row < end; row++)
    addImpulse(system, impulse, row, residual);
}

function addOtherImpulses({ residual, system, impulse, others }: DirectIsland): void {
  for (let i = 0; i < others.length; i++) {
    const { coordinates } = others[i];
    for (let j = 0; j < coordinates.length; j++) {
      const { row, spec } = coordinates[j];
      addImpulse(system, impulse, row, residual);
      if (spec.kind.rowCount === 2) addImpulse(system, impulse, row + 1, residual);
    }
  }
}

function addImpulse(
  { entryStart, body, jacobian: J }: RowSystem,
  impulse: Float64Array,
  row: number,
  residual: Float64Array,
): void {
  const p = impulse[row];
  if (p === 0) return;
  for (let e = entryStart[row]; e < entryStart[row + 1]; e++) {
    const i = 3 * body[e];
    residual[i] -= J[3 * e] * p;
    residual[i + 1] -= J[3 * e + 1] * p;
    residual[i + 2] -= J[3 * e + 2] * p;
  }
}

/** What is left of each row that acts and is no hinge: a length of gap, as a soft row or a rate row shows it. */
export function measureLeft(island: DirectIsland): void {
  const { acting, mode, before, after, lag, goal, target, yielded, rate, left, passes, attempt } = island;
  const { h } = attempt;
  if (attempt.acting === 0) return;
  if (passes !== null) {
    passes.wasm.measureLeft(passes.space, attempt.acting);
    return;
  }
  for (let k = 0; k < attempt.acting; k++) {
    const row = acting[k];
    switch (mode[row]) {
      case POSITION:
        left[row] = after[row] - goal[row] - target[row];
        break;
      case RATE_ROW:
      case DRIVEN:
        writeRate(island, row, island.u);
        left[row] = h * (rate[row] - goal[row]) - yielded[row];
        break;
      case SOFT:
        writeYield(island, row);
        left[row] += after[row] - before[row] - lag[row];
        break;
      default:
        left[row] = 0;
    }
  }
}

/** Softness times what the impulse of a soft row is beyond its force at the start; rows of one point yield to each other's. */
function writeYield({ impulse, fixed, softForce, softness, system, left, attempt }: DirectIsland, row: number): void {
  const { crossSoftness } = system;
  const { h } = attempt;
  let rate = softness[row] * (impulse[row] - fixed[row] - h * softForce[row]);
  const before = crossSoftness[row];
  const next = row + 1 < crossSoftness.length ? crossSoftness[row + 1] : 0;
  if (before !== 0) rate += before * (impulse[row - 1] - fixed[row - 1] - h * softForce[row - 1]);
  if (next !== 0) rate += next * (impulse[row + 1] - fixed[row + 1] - h * softForce[row + 1]);
  left[row] = h * rate;
}

/** 1/M′ with M′ = M/θ + h c M + θh·g·(geometric stiffness), g = 1/(1 + (hω/2)²), at least 0.3 of the first. */
export function weighBodies({ movable, inertial, stiffness, u, weight, passes, attempt }: DirectIsland): void {
  if (passes !== null) {
    passes.wasm.weighBodies(passes.space);
    return;
  }
  const { h, theta } = attempt;
  for (let i = 0; i < 3 * movable; i += 3) {
    const t = (h * u[i + 2]) / 2;
    const g = (theta * h) / (1 + t * t);
    for (let k = i; k < i + 3; k++) {
      const bare = inertial[k];
      const whole = bare + g * stiffness[k];
      weight[k] = bare === 0 ? 0 : 1 / (whole > LEAST_MASS * bare ? whole : LEAST_MASS * bare);
    }
  }
}

/** Newton: S dP = −gap/h + J M′⁻¹ R, du = M′⁻¹(Jᵀ dP − R). */
export function findIncrement(island: DirectIsland): void {
  const { system, weight, residual, du, dImpulse, kkt, after, target, passes, attempt } = island;
  if (kkt !== null) zero(du);
  else if (passes !== null) passes.wasm.startIncrement(passes.space);
  else for (let i = 0; i < du.length; i++) du[i] = -weight[i] * residual[i];
  passes?.askHinges(after, target, du, dImpulse);
  askRows(island);
  if (attempt.redundant) askForAll(island);
  if (kkt !== null) {
    solveKkt(kkt, weight, residual, du, dImpulse);
    if (attempt.redundant) leaveRedundant(island);
    giveFixed(island);
    return;
  }
  solve(system.factor, dImpulse);
  if (attempt.redundant) leaveRedundant(island);
  giveFixed(island);
  passes?.pushHinges(dImpulse, du);
  pushRows(island, dImpulse, du);
}

/**
 * What an impulse of the bodies, in `du`, changes their velocities by, and what the rows that are not held give meanwhile, by the factor at
 * hand: in `du` and `dImpulse`.
 */
export function answerPush(island: DirectIsland, kkt: KktSystem | null): void {
  const { system, movable, weight, du, dImpulse, before, held, lawRows, acting, rate, passes, attempt } = island;
  zero(dImpulse);
  if (kkt !== null) {
    for (let i = 0; i < du.length; i++) du[i] = i < 3 * movable ? -du[i] : 0;
    solveKkt(kkt, weight, du, du, dImpulse);
    return;
  }
  for (let i = 0; i < du.length; i++) du[i] *= weight[i];
  passes?.askHinges(before, before, du, dImpulse);
  writeRates(island, du);
  for (let k = 0; k < attempt.acting; k++) dImpulse[acting[k]] = held[acting[k]] === 1 ? 0 : -rate[acting[k]];
  solve(system.factor, dImpulse);
  if (attempt.redundant) leaveUnborne(island, dImpulse);
  for (let k = 0; k < lawRows.length; k++) if (held[lawRows[k]] === 1) dImpulse[lawRows[k]] = 0;
  passes?.pushHinges(dImpulse, du);
  pushRows(island, dImpulse, du);
}

/** What the rows that act ask, beside what bodies do by themselves. */
function askRows(island: DirectIsland): void {
  const { acting, held, left, rate, du, dImpulse, passes, attempt } = island;
  if (attempt.acting === 0) return;
  if (passes !== null) {
    passes.wasm.askRows(passes.space, attempt.acting);
    return;
  }
  const perStep = 1 / attempt.h;
  writeRates(island, du);
  for (let k = 0; k < attempt.acting; k++) {
    const row = acting[k];
    dImpulse[row] = held[row] === 1 ? 0 : -left[row] * perStep - rate[row];
  }
}

/** Laws at their caps give what they give. */
function giveFixed({ acting, mode, dImpulse, fixed, impulse, attempt }: DirectIsland): void {
  for (let k = 0; k < attempt.acting; k++) {
    const row = acting[k];
    if (mode[row] === OFF) dImpulse[row] = fixed[row] - impulse[row];
  }
}

/** v += W Jᵀ P of every row that acts and is no hinge. */
export function pushRows(
  { system, weight, acting, passes, attempt }: DirectIsland,
  impulse: Float64Array,
  v: Float64Array,
): void {
  if (attempt.acting === 0) return;
  if (passes !== null) {
    passes.pushRows(attempt.acting, impulse, v);
    return;
  }
  const { entryStart, body, jacobian: J } = system;
  for (let k = 0; k < attempt.acting; k++) {
    const row = acting[k];
    const p = impulse[row];
    if (p === 0) continue;
    for (let e = entryStart[row]; e < entryStart[row + 1]; e++) {
      const i = 3 * body[e];
      v[i] += weight[i] * J[3 * e] * p;
      v[i + 1] += weight[i + 1] * J[3 * e + 1] * p;
      v[i + 2] += weight[i + 2] * J[3 * e + 2] * p;
    }
  }
}
