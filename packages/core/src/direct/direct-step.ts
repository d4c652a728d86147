import { ANGLE, type BodyStore, COS, OMEGA, VX, X, Y } from '../body/body-store';
import type { StepContext } from '../coordinates/step-context';
import { tallyJoint } from '../joint/measure';
import { ARM_BX, ARM_BY, COLUMN_B, DIRECT_STEP, NOW_TORQUE, NOW_X, NOW_Y, PEAK_TORQUE } from '../joint/record';
import { cosSin } from '../math/trig';
import type { DirectIsland } from './island-system';
import { smallestPivot } from './ldlt';
import { type Attempt, beginStep, measureGradient, moveKinematic, rowRate, type TrialPoses, tryStep } from './mean-pose';
import { bookPoint } from './point-row-laws';
import { closeGaps, projectVelocity } from './project';
import { AT_LOWER, AT_TOOTH, AT_UPPER, bookRow, NO_STOP, POSITION } from './row-laws';

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
/** Gaps and speeds, per lengthUnit: held instead of closed by the dynamics; projected. */
const TELEPORT = 1e-3;
const PROJECTED = 1e-4;
/** A smaller pivot means rows that nearly contradict each other: their velocities are projected. */
const NEARLY_SINGULAR = 1e-3;
const MOST_ITERATIONS = 20;
const MOST_FACTORISATIONS = 64;
const MOST_HALVINGS = 3;
/** Lost energy is given back up to this share of the kinetic energy per step. */
const MOST_RETURN = 0.01;

/** Advances one island by `dt` with the mean-pose step. */
export function stepDirectly(island: DirectIsland, store: BodyStore, poses: TrialPoses, settings: DirectSettings, dt: number, ctx: StepContext): void {
  const { stats } = island;
  stats.iterations = stats.factorisations = stats.halvings = stats.acceptedGaps = stats.lastResorts = 0;
  for (const { batch, slot, r } of island.joints) {
    batch.rows.fill(0, r + NOW_X, r + PEAK_TORQUE + 1);
    for (const { kind, at, law } of batch.type.coordinates) kind.clearSums(batch.rows, r + at, batch.laws, slot * batch.lawsStride + law);
  }
  const n = settings.substeps === 'auto' ? resolvedSteps(island, store, dt, settings.mostSubsteps) : settings.substeps;
  keepImmovable(island, store);
  for (let k = 0; k < n; k++) advance(island, store, poses, settings, dt / n, 0, ctx);
  putBackImmovable(island, store);
}

/** Kinematic bodies move along with the steps of the island, and are put back for the iterative step to move. */
function keepImmovable({ bodies, movable, immovablePose }: DirectIsland, { pose: q }: BodyStore): void {
  for (let i = movable; i < bodies.length; i++) for (let k = 0; k < 5; k++) immovablePose[5 * (i - movable) + k] = q[bodies[i] + k];
}

function putBackImmovable({ bodies, movable, immovablePose }: DirectIsland, { pose: q }: BodyStore): void {
  for (let i = movable; i < bodies.length; i++) for (let k = 0; k < 5; k++) q[bodies[i] + k] = immovablePose[5 * (i - movable) + k];
}

/** As many steps as the fastest turning lever asks for. */
function resolvedSteps({ bodies, movable, cayley }: DirectIsland, { motion: v }: BodyStore, dt: number, most: number): number {
  let turn = 0;
  for (let i = 0; i < movable; i++) if (cayley[i] === 1) turn = Math.max(turn, Math.abs(v[bodies[i] + OMEGA]) * dt);
  return Math.max(1, Math.min(most, Math.ceil(turn / RESOLVED_TURN)));
}

/** One step of h, or two halves of it where it does not converge. */
function advance(island: DirectIsland, store: BodyStore, poses: TrialPoses, settings: DirectSettings, h: number, level: number, ctx: StepContext): void {
  const attempt: Attempt = {
    h, theta: 0.5, tolerance: settings.tolerance, lengthUnit: settings.lengthUnit, iterations: MOST_ITERATIONS, budget: MOST_FACTORISATIONS,
  };
  prepare(island, store, settings, attempt, ctx);
  if (tryStep(island, store, poses, attempt, ctx)) {
    finish(island, store, poses, settings, attempt, ctx);
    return;
  }
  island.impulse.set(island.savedImpulse);
  if (level < MOST_HALVINGS && island.stats.factorisations < MOST_FACTORISATIONS) {
    island.stats.halvings++;
    advance(island, store, poses, settings, h / 2, level + 1, ctx);
    advance(island, store, poses, settings, h / 2, level + 1, ctx);
    return;
  }
  lastResort(island, store, poses, settings, attempt, ctx);
}

/** Slower and slower until it converges; at last the bodies stay where they are. Energy is never gained. */
function lastResort(island: DirectIsland, store: BodyStore, poses: TrialPoses, settings: DirectSettings, failed: Attempt, ctx: StepContext): void {
  island.stats.lastResorts++;
  const { motion: v } = store;
  for (const share of [0.5, 0.5, 0]) {
    for (let i = 0; i < island.movable; i++) for (let k = 0; k < 3; k++) v[island.bodies[i] + VX + k] *= share;
    const attempt: Attempt = { ...failed, theta: 1, iterations: 30, budget: island.stats.factorisations + 30 };
    prepare(island, store, settings, attempt, ctx);
    island.impulse.fill(0);
    if (tryStep(island, store, poses, attempt, ctx)) {
      finish(island, store, poses, settings, attempt, ctx);
      return;
    }
  }
  for (let i = 0; i < island.movable; i++) v.fill(0, island.bodies[i] + VX, island.bodies[i] + OMEGA + 1);
  for (const joint of island.joints) {
    joint.batch.laws[joint.slot * joint.batch.lawsStride + DIRECT_STEP] = failed.h;
    joint.batch.handles[joint.slot]?.scaleImpulses(0);
  }
}

/** Reads the island, brings impulses to this step's length, takes out velocities that the joints do not allow. */
function prepare(island: DirectIsland, store: BodyStore, settings: DirectSettings, attempt: Attempt, ctx: StepContext): void {
  const { h, lengthUnit } = attempt;
  ctx.setSubstep(h);
  for (const { batch, slot } of island.joints) {
    const w = batch.laws;
    const i = slot * batch.lawsStride + DIRECT_STEP;
    // Unclamped: a one-step method may change its step at will. Impulses of the iterative step are another kind: begin anew.
    if (w[i] !== h) batch.handles[slot]?.scaleImpulses(w[i] > 0 ? h / w[i] : 0);
    w[i] = h;
  }
  beginStep(island, store, settings.gravityX, settings.gravityY, attempt, ctx);
  island.gap.fill(0);
  let misfit = 0;
  for (const c of island.coordinates) {
    const unit = c.spec.kind.unit === 'angle' ? lengthUnit : 1;
    for (let row = c.row; row < c.row + c.spec.kind.rowCount; row++) {
      if (island.mode[row] !== POSITION || (c.spec.kind.scalar && isOneSided(island.stopAt[row]))) continue;
      const error = island.before[row] - island.goal[row];
      if (Math.abs(error) * unit > TELEPORT * lengthUnit) island.gap[row] = error;
      misfit = Math.max(misfit, Math.abs(rowRate(island, row, island.v0)) * h * unit);
    }
  }
  if (misfit > TELEPORT * lengthUnit) projectVelocity(island, store, island.v0, LOCKS_ONLY, ctx);
  island.savedImpulse.set(island.impulse);
}

function isOneSided(stop: number): boolean {
  return stop === AT_LOWER || stop === AT_UPPER || stop === AT_TOOTH;
}

const LOCKS_ONLY = false;
const WITH_TARGETS = true;

/** Takes over the step: poses, velocities, impulses, read-outs; then what the dynamics leaves to projections. */
function finish(island: DirectIsland, store: BodyStore, poses: TrialPoses, settings: DirectSettings, attempt: Attempt, ctx: StepContext): void {
  const { bodies, movable, u, v0, system } = island;
  const { motion: v, pose: q } = store;
  const { h, theta, lengthUnit } = attempt;
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    q[b + X] = poses.end[b + X];
    q[b + Y] = poses.end[b + Y];
    q[b + ANGLE] = poses.end[b + ANGLE];
    cosSin(q[b + ANGLE], q, b + COS);
    for (let k = 0; k < 3; k++) v0[3 * i + k] += (u[3 * i + k] - v0[3 * i + k]) / theta;
  }
  for (let i = movable; i < bodies.length; i++) moveKinematic(q, v, bodies[i], h, q);
  const made = energyMade(island, h);
  const singular = island.stats.factorisations > 0 && smallestPivot(system.factor) < NEARLY_SINGULAR;
  measureGradient(island, q);
  let lost = 0;
  const stopped = actingStop(island);
  island.dImpulse.fill(0);
  if (stopped || singular || fastestMisfit(island, h, lengthUnit) > PROJECTED * lengthUnit) {
    lost = projectVelocity(island, store, v0, WITH_TARGETS, ctx);
  }
  if (!stopped && island.grounded && theta < 1 && isResolved(island, h)) giveBack(island, lost - made);
  for (let i = 0; i < movable; i++) for (let k = 0; k < 3; k++) v[bodies[i] + VX + k] = v0[3 * i + k];
  book(island, h, ctx);
  if (island.gap.some((gap) => gap !== 0)) closeGaps(island, store, h, ctx);
}

/** Energy that incomplete Newton made in this step: Σ P (C₁ − C₀)/h of the locks + u·R. */
function energyMade({ mode, impulse, after, before, u, residual, movable, gap }: DirectIsland, h: number): number {
  let energy = 0;
  for (let row = 0; row < impulse.length; row++) if (mode[row] === POSITION && gap[row] === 0) energy += (impulse[row] * (after[row] - before[row])) / h;
  for (let i = 0; i < 3 * movable; i++) energy += u[i] * residual[i];
  return energy;
}

function actingStop(island: DirectIsland): boolean {
  return island.coordinates.some(({ row, spec }) => spec.kind.scalar && island.stopAt[row] !== NO_STOP && isOneSided(island.stopAt[row]));
}

/** Fastest rate of a lock times h, as a length. */
function fastestMisfit(island: DirectIsland, h: number, lengthUnit: number): number {
  let most = 0;
  for (const c of island.coordinates) {
    const unit = c.spec.kind.unit === 'angle' ? lengthUnit : 1;
    for (let row = c.row; row < c.row + c.spec.kind.rowCount; row++) {
      if (island.mode[row] === POSITION) most = Math.max(most, Math.abs(rowRate(island, row, island.v0)) * h * unit);
    }
  }
  return most;
}

function isResolved({ u, movable, cayley }: DirectIsland, h: number): boolean {
  for (let i = 0; i < movable; i++) if (cayley[i] === 1 && Math.abs(u[3 * i + 2]) * h > RESOLVED_TURN) return false;
  return true;
}

/** Scales the velocities so that they carry `energy` more, within one per cent. */
function giveBack({ mass, v0, movable, mode, coordinates }: DirectIsland, energy: number): void {
  if (coordinates.some(({ row }) => mode[row] > POSITION)) return;
  let kinetic = 0;
  for (let i = 0; i < 3 * movable; i++) kinetic += (mass[i] * v0[i] * v0[i]) / 2;
  if (kinetic === 0) return;
  const share = Math.max(-MOST_RETURN, Math.min(MOST_RETURN, energy / kinetic));
  const factor = Math.sqrt(1 + share);
  for (let i = 0; i < 3 * movable; i++) v0[i] *= factor;
}

/** Divides the impulses among the laws and adds up what each joint did to B. */
function book(island: DirectIsland, h: number, ctx: StepContext): void {
  const { dImpulse: projected, impulse, system } = island;
  for (const joint of island.joints) {
    const { rows: d, columns } = joint.batch;
    const { r } = joint;
    for (const c of joint.coordinates) {
      if (c.spec.kind.scalar) bookRow(island, c, projected[c.row], ctx);
      else bookPoint(island, c, projected[c.row], projected[c.row + 1], ctx);
      const column = columns > 2 || c.spec.kind.kind === 'sum' ? d[r + COLUMN_B] : 1;
      for (let row = c.row; row < c.row + c.spec.kind.rowCount; row++) {
        const p = impulse[row] + projected[row];
        const g = 3 * (system.entryStart[row] + column);
        const x = system.jacobian[g] * p;
        const y = system.jacobian[g + 1] * p;
        d[r + NOW_X] += x;
        d[r + NOW_Y] += y;
        d[r + NOW_TORQUE] += system.jacobian[g + 2] * p - (d[r + ARM_BX] * y - d[r + ARM_BY] * x);
      }
    }
    tallyJoint(d, r, h);
  }
}

