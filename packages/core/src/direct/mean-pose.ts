import {
  ANGLE,
  ANGULAR_DAMPING,
  type BodyStore,
  COS,
  FORCE_X,
  FORCE_Y,
  GRAVITY_SCALE,
  INV_INERTIA,
  INV_MASS,
  LINEAR_DAMPING,
  OMEGA,
  SIN,
  TORQUE,
  VX, VY,
  X,
  Y,
} from '../body/body-store';
import { EFFECTIVE_MASS, INVERSE_MASS, RATE, VALUE, WARM } from '../coordinates/scalar';
import { P_IMPULSE_X, P_IMPULSE_Y, P_FLAGS, P_WARM_X, P_WARM_Y } from '../coordinates/point-fields';
import { NOT_PLAIN } from '../coordinates/law-fields';
import type { StepContext } from '../coordinates/step-context';
import { GAP_X, GAP_Y } from '../joint/record';
import { atan, atan2, cosSin } from '../math/trig';
import type { DirectCoordinate, DirectIsland } from './island-system';
import { solve } from './ldlt';
import { checkPoint, startPoint } from './point-row-laws';
import { checkRow, OFF, POSITION, RATE_ROW, SOFT, startRow } from './row-laws';
import { factoriseRows } from './row-system';

/**
 * The mean-pose step (design §3, derived and measured in docs/adr/mean-pose-step.md): implicit midpoint with the joints
 * closed exactly at the end of the step.
 *
 *   q₁ = q₀ ⊕ h u                                 turned by the Cayley map, tan(Δθ/2) = hω/2
 *   M(u − v₀)/θ = h f + Jᵀ P                      J measured at the mean of q₀ and q₁, cos and sin averaged as they are
 *   C(q₁) = 0 for rigid rows, J u = rate for driven ones, P = h·force − slope·(C₁ − C₀) for soft ones
 *   v₁ = v₀ + (u − v₀)/θ                          θ = ½; 1 in the last resort
 *
 * Solved by Newton on velocity and impulse with the geometric stiffness of the impulses in the matrix.
 */

/** Poses of a whole store: at the end of the step, and the mean. Bodies that do not move hold their own. */
export interface TrialPoses {
  end: Float64Array;
  mean: Float64Array;
}

/** What one attempt needs to know. */
export interface Attempt {
  readonly h: number;
  /** ½, or 1 in the last resort. */
  readonly theta: number;
  /** Gap that may be left (world units; rad · lengthUnit for angles), and the size of a length in those. */
  readonly tolerance: number;
  readonly lengthUnit: number;
  readonly iterations: number;
  /** Factorisations left in this frame. */
  readonly budget: number;
}

/** Compliance of the increments, relative to the diagonal: redundant rows of loops would else blow up. */
const FLOOR_OF_TREES = 1e-10;
const FLOOR_OF_LOOPS = 1e-7;
/** Largest turn of one Newton iteration, rad. */
const MOST_TURN = 0.5;
/** How often the active set may change within one attempt. */
const MOST_CHANGES = 6;
/** A factor serves on while the error falls to this share per iteration. */
const GOOD_FACTOR = 0.2;
/** Geometric stiffness may take away this much of the mass. */
const LEAST_MASS = 0.3;

/** Reads velocities, loads and impulses of the island from store and records, and measures every row at the present pose. */
export function beginStep(
  island: DirectIsland,
  store: BodyStore,
  gravityX: number,
  gravityY: number,
  attempt: Attempt,
  ctx: StepContext,
): void {
  const { bodies, movable, mass, load, damping, v0 } = island;
  const { motion: v, load: f } = store;
  const { h } = attempt;
  for (let i = 0; i < bodies.length; i++) {
    const b = bodies[i];
    for (let k = 0; k < 3; k++) v0[3 * i + k] = v[b + VX + k];
    if (i >= movable) continue;
    const scale = v[b + INV_MASS] > 0 ? f[b + GRAVITY_SCALE] : 0;
    load[3 * i] = h * (mass[3 * i] * gravityX * scale + f[b + FORCE_X] * (mass[3 * i] > 0 ? 1 : 0));
    load[3 * i + 1] = h * (mass[3 * i] * gravityY * scale + f[b + FORCE_Y] * (mass[3 * i] > 0 ? 1 : 0));
    load[3 * i + 2] = mass[3 * i + 2] > 0 ? h * f[b + TORQUE] : 0;
    damping[3 * i] = damping[3 * i + 1] = f[b + LINEAR_DAMPING];
    damping[3 * i + 2] = f[b + ANGULAR_DAMPING];
  }
  measureRows(island, store.pose, island.before);
  measureGradient(island, store.pose);
  for (const c of island.coordinates) readCoordinate(island, c, store, ctx);
}

/** Effective mass and rate of a coordinate at the start, and what its laws ask. */
function readCoordinate(island: DirectIsland, c: DirectCoordinate, store: BodyStore, ctx: StepContext): void {
  const { rows: d, laws: w } = c.joint.batch;
  const { row, o, p } = c;
  if (c.spec.kind.scalar) {
    island.impulse[row] = d[o + WARM];
    const k = inverseMass(island, row, store);
    d[o + INVERSE_MASS] = k;
    d[o + EFFECTIVE_MASS] = k > 0 ? 1 / k : 0;
    d[o + RATE] = rowRate(island, row, island.v0);
    startRow(island, c, ctx);
    return;
  }
  const plain = (d[o + P_FLAGS] & NOT_PLAIN) === 0;
  island.impulse[row] = plain ? d[o + P_IMPULSE_X] : w[p + P_WARM_X];
  island.impulse[row + 1] = plain ? d[o + P_IMPULSE_Y] : w[p + P_WARM_Y];
  const half = plain ? 0 : (inverseMass(island, row, store) + inverseMass(island, row + 1, store)) / 2;
  startPoint(
    island,
    c,
    half,
    plain ? 0 : rowRate(island, row, island.v0),
    plain ? 0 : rowRate(island, row + 1, island.v0),
    ctx,
  );
}

/** J M⁻¹ Jᵀ of one row. */
function inverseMass({ system, bodies }: DirectIsland, row: number, { motion: v }: BodyStore): number {
  let k = 0;
  for (let e = system.entryStart[row]; e < system.entryStart[row + 1]; e++) {
    const b = bodies[system.body[e]];
    const J = system.jacobian;
    k +=
      v[b + INV_MASS] * (J[3 * e] * J[3 * e] + J[3 * e + 1] * J[3 * e + 1]) +
      v[b + INV_INERTIA] * J[3 * e + 2] * J[3 * e + 2];
  }
  return k;
}

/** J·v of one row. */
export function rowRate({ system }: DirectIsland, row: number, v: Float64Array): number {
  const { entryStart, body, jacobian: J } = system;
  let rate = 0;
  for (let e = entryStart[row]; e < entryStart[row + 1]; e++) {
    const i = 3 * body[e];
    rate += J[3 * e] * v[i] + J[3 * e + 1] * v[i + 1] + J[3 * e + 2] * v[i + 2];
  }
  return rate;
}

/** Value of every row at the poses `q`. */
export function measureRows(island: DirectIsland, q: Float64Array, out: Float64Array): void {
  for (const joint of island.joints) {
    joint.batch.measure(joint.slot, q);
    const { rows: d } = joint.batch;
    for (const c of joint.coordinates) {
      if (c.spec.kind.scalar) out[c.row] = d[c.o + VALUE];
      else {
        out[c.row] = d[joint.r + GAP_X];
        out[c.row + 1] = d[joint.r + GAP_Y];
      }
    }
  }
}

/** Gradient of every row at the poses `q`. */
export function measureGradient(island: DirectIsland, q: Float64Array): void {
  const { system } = island;
  for (const joint of island.joints) {
    joint.batch.measure(joint.slot, q);
    readGradient(island, joint, system.jacobian);
  }
}

function readGradient(
  { system }: DirectIsland,
  { batch, r, coordinates }: DirectIsland['joints'][number],
  out: Float64Array,
): void {
  for (const { spec, o, row } of coordinates) {
    for (let k = 0; k < spec.kind.rowCount; k++)
      spec.kind.jacobian(batch.rows, r, o, batch.columns, k, out, 3 * system.entryStart[row + k]);
  }
}

/** One attempt to step by `attempt.h`. True if it converged: `end`, `u`, `impulse`, `after` hold the result. */
export function tryStep(
  island: DirectIsland,
  store: BodyStore,
  poses: TrialPoses,
  attempt: Attempt,
  ctx: StepContext,
): boolean {
  const { u, v0, impulse, dImpulse, du, stats, system } = island;
  u.set(v0);
  placeImmovable(island, store, poses, attempt);
  let factored = false;
  let last = Infinity;
  let changes = 0;
  for (let k = 0; k < attempt.iterations; k++) {
    stats.iterations++;
    moveBodies(island, store, poses, attempt);
    measureRows(island, poses.end, island.after);
    addStiffness(island);
    measureMean(island, poses, attempt);
    findResidual(island, attempt);
    const error = errorOf(island, attempt);
    if (!(error < Infinity)) return false;
    if (error < attempt.tolerance && (k >= 1 || isAtRest(island))) {
      if (!checkRows(island, attempt, ctx)) return true;
      if (++changes > MOST_CHANGES) return true;
      factored = false;
      findResidual(island, attempt);
    }
    if (!factored || !system.hasLoop || error > GOOD_FACTOR * last) {
      if (stats.factorisations >= attempt.budget) return false;
      weighBodies(island, attempt);
      factoriseRows(
        system,
        island.weight,
        island.softness,
        island.held,
        system.hasLoop ? FLOOR_OF_LOOPS : FLOOR_OF_TREES,
      );
      stats.factorisations++;
      factored = true;
    }
    last = error;
    findIncrement(island, attempt);
    const share = shareOfIncrement(island, attempt);
    for (let row = 0; row < impulse.length; row++) impulse[row] += share * dImpulse[row];
    for (let i = 0; i < 3 * island.movable; i++) u[i] += share * du[i];
  }
  const error = errorOf(island, attempt);
  if (error < 1e-4 * attempt.lengthUnit && attempt.theta < 1) {
    stats.acceptedGaps++;
    return true;
  }
  return false;
}

/** Writes where the immovable bodies are at the end, and their mean: kinematic ones follow their velocity. */
function placeImmovable({ bodies, movable }: DirectIsland, { pose: q, motion: v }: BodyStore, { end, mean }: TrialPoses, { h, theta }: Attempt): void {
  for (let i = movable; i < bodies.length; i++) {
    const b = bodies[i];
    moveKinematic(q, v, b, h, end);
    for (let k = X; k <= ANGLE; k++) mean[b + k] = (1 - theta) * q[b + k] + theta * end[b + k];
  }
}

/** Writes to `out` where h seconds of its velocity bring a body. */
export function moveKinematic(q: Float64Array, v: Float64Array, b: number, h: number, out: Float64Array): void {
  out[b + X] = q[b + X] + h * v[b + VX];
  out[b + Y] = q[b + Y] + h * v[b + VY];
  out[b + COS] = q[b + COS];
  out[b + SIN] = q[b + SIN];
  out[b + ANGLE] = q[b + ANGLE] + h * v[b + OMEGA];
  if (v[b + OMEGA] !== 0) cosSin(out[b + ANGLE], out, b + COS);
}

/** Writes the poses that h·u leads to, and the mean. */
function moveBodies({ bodies, movable, u, cayley }: DirectIsland, { pose: q }: BodyStore, { end, mean }: TrialPoses, { h, theta }: Attempt): void {
  const keep = 1 - theta;
  for (let i = 0; i < movable; i++) {
    const b = bodies[i];
    const turn = h * u[3 * i + 2];
    end[b + X] = q[b + X] + h * u[3 * i];
    end[b + Y] = q[b + Y] + h * u[3 * i + 1];
    if (turn === 0) {
      end[b + ANGLE] = q[b + ANGLE];
      end[b + COS] = q[b + COS];
      end[b + SIN] = q[b + SIN];
    } else if (cayley[i] === 1) {
      const t = turn / 2;
      const scale = 1 / (1 + t * t);
      const c = (1 - t * t) * scale;
      const s = 2 * t * scale;
      end[b + ANGLE] = q[b + ANGLE] + 2 * atan(t);
      end[b + COS] = c * q[b + COS] - s * q[b + SIN];
      end[b + SIN] = s * q[b + COS] + c * q[b + SIN];
    } else {
      end[b + ANGLE] = q[b + ANGLE] + turn;
      cosSin(end[b + ANGLE], end, b + COS);
    }
    for (let k = X; k <= ANGLE; k++) mean[b + k] = keep * q[b + k] + theta * end[b + k];
  }
}

/** Geometric stiffness of the impulses at the end pose, per body. */
function addStiffness(island: DirectIsland): void {
  const { stiffness, impulse } = island;
  stiffness.fill(0);
  for (const { batch, r, coordinates, bodies } of island.joints) {
    for (const { spec, o, row } of coordinates) {
      spec.kind.stiffen?.(
        batch.rows,
        r,
        o,
        impulse[row],
        spec.kind.scalar ? 0 : impulse[row + 1],
        stiffness,
        3 * bodies[0],
        3 * bodies[bodies.length - 1],
      );
    }
  }
}

/**
 * Gradient at the mean pose, such that h·J·u is what the value changes by, exactly: lengths divide by the mean of both
 * lengths, angles take one factor for both bodies, so that momentum is kept.
 */
function measureMean(island: DirectIsland, { mean }: TrialPoses, { h, theta }: Attempt): void {
  const { system, before, after } = island;
  const { jacobian: J, entryStart } = system;
  for (const joint of island.joints) {
    joint.batch.measure(joint.slot, mean);
    readGradient(island, joint, J);
    for (const c of joint.coordinates) {
      const { kind } = c.spec.kind;
      const first = 3 * entryStart[c.row];
      if (kind === 'length' && theta === 0.5) {
        const sum = before[c.row] + after[c.row];
        const factor = sum > 0 ? (2 * joint.batch.rows[c.o + VALUE]) / sum : 1;
        for (let i = first; i < first + 6; i++) J[i] *= factor;
      } else if (kind === 'angle') {
        scaleTurns(island, joint.bodies, J, first, h);
      }
    }
  }
}

function scaleTurns(
  { u, cayley, movable }: DirectIsland,
  bodies: readonly number[],
  J: Float64Array,
  first: number,
  h: number,
): void {
  const [a, b] = bodies;
  const tA = a < movable && cayley[a] === 1 ? (h * u[3 * a + 2]) / 2 : 0;
  const tB = b < movable && cayley[b] === 1 ? (h * u[3 * b + 2]) / 2 : 0;
  const bothTurn = (a >= movable || cayley[a] === 1) && (b >= movable || cayley[b] === 1);
  if (bothTurn && J[first + 2] === -J[first + 5]) {
    const difference = tB - tA;
    const factor = difference === 0 ? 1 / (1 + tA * tA) : atan2(difference, 1 + tA * tB) / difference;
    J[first + 2] *= factor;
    J[first + 5] *= factor;
    return;
  }
  if (tA !== 0) J[first + 2] *= atan(tA) / tA;
  if (tB !== 0) J[first + 5] *= atan(tB) / tB;
}

/** R = M(u − v₀)/θ + h c M u − h f − Jᵀ P, the momentum that is missing. */
function findResidual(
  { movable, mass, u, v0, load, damping, residual, system, impulse }: DirectIsland,
  { h, theta }: Attempt,
): void {
  for (let i = 0; i < 3 * movable; i++)
    residual[i] = mass[i] * ((u[i] - v0[i]) / theta + h * damping[i] * u[i]) - load[i];
  const { entryStart, body, jacobian: J } = system;
  for (let row = 0; row < impulse.length; row++) {
    const p = impulse[row];
    if (p === 0) continue;
    for (let e = entryStart[row]; e < entryStart[row + 1]; e++) {
      if (body[e] >= movable) continue;
      const i = 3 * body[e];
      residual[i] -= J[3 * e] * p;
      residual[i + 1] -= J[3 * e + 1] * p;
      residual[i + 2] -= J[3 * e + 2] * p;
    }
  }
}

/** What is left of row `row`: a length of gap, as a soft row or a rate row shows it. */
function rowGap(island: DirectIsland, row: number, h: number): number {
  switch (island.mode[row]) {
    case POSITION:
      return island.after[row] - island.goal[row] - island.gap[row];
    case RATE_ROW:
      return h * (rowRate(island, row, island.u) - island.goal[row]);
    case SOFT:
      return (
        (island.impulse[row] - island.fixed[row] - h * island.softForce[row]) / island.slope[row] +
        island.after[row] -
        island.before[row]
      );
    default:
      return 0;
  }
}

/** Largest gap and missing momentum, both as lengths. */
function errorOf(island: DirectIsland, { h, lengthUnit }: Attempt): number {
  let error = 0;
  for (const c of island.coordinates) {
    const unit = c.spec.kind.unit === 'angle' ? lengthUnit : 1;
    for (let row = c.row; row < c.row + c.spec.kind.rowCount; row++) {
      const gap = Math.abs(rowGap(island, row, h)) * unit;
      if (!(gap <= error)) error = gap;
    }
  }
  const { movable, mass, residual } = island;
  for (let i = 0; i < 3 * movable; i++) {
    if (mass[i] === 0) continue;
    const unit = i % 3 === 2 ? lengthUnit : 1;
    const missing = (h * Math.abs(residual[i]) * unit) / (2 * mass[i]);
    if (!(missing <= error)) error = missing;
  }
  return error;
}

function isAtRest({ v0, movable }: DirectIsland): boolean {
  for (let i = 0; i < 3 * movable; i++) if (v0[i] !== 0) return false;
  return true;
}

/** Compares every row with its bounds; true if the active set changed. */
function checkRows(island: DirectIsland, attempt: Attempt, ctx: StepContext): boolean {
  let changed = false;
  for (const c of island.coordinates) {
    const mean = island.mode[c.row] === OFF || island.mode[c.row] === RATE_ROW ? rowRate(island, c.row, island.u) : 0;
    const slop = attempt.tolerance / (c.spec.kind.unit === 'angle' ? attempt.lengthUnit : 1);
    const moved = c.spec.kind.scalar
      ? checkRow(island, c, mean, slop, ctx)
      : checkPoint(island, c, mean, island.mode[c.row] === OFF ? rowRate(island, c.row + 1, island.u) : 0, ctx);
    changed = moved || changed;
  }
  return changed;
}

/** 1/M′ with M′ = M/θ + h c M + θh·g·(geometric stiffness), g = 1/(1 + (hω/2)²), at least 0.3 of the first. */
function weighBodies({ movable, mass, damping, stiffness, u, weight }: DirectIsland, { h, theta }: Attempt): void {
  weight.fill(0);
  for (let i = 0; i < movable; i++) {
    const t = (h * u[3 * i + 2]) / 2;
    const g = 1 / (1 + t * t);
    for (let k = 3 * i; k < 3 * i + 3; k++) {
      if (mass[k] === 0) continue;
      const inertial = mass[k] / theta + h * damping[k] * mass[k];
      weight[k] = 1 / Math.max(LEAST_MASS * inertial, inertial + theta * h * g * stiffness[k]);
    }
  }
}

/** Newton: S dP = −gap/h + J M′⁻¹ R, du = M′⁻¹(Jᵀ dP − R). */
function findIncrement(island: DirectIsland, { h }: Attempt): void {
  const { system, residual, weight, du, dImpulse, movable, held, mode, fixed, impulse } = island;
  for (let i = 0; i < 3 * movable; i++) du[i] = -weight[i] * residual[i];
  for (let row = 0; row < dImpulse.length; row++) {
    dImpulse[row] = held[row] === 1 ? 0 : -rowGap(island, row, h) / h - rowRateOfMovable(island, row, du);
  }
  solve(system.factor, dImpulse);
  const { entryStart, body, jacobian: J } = system;
  for (let row = 0; row < dImpulse.length; row++) {
    if (mode[row] === OFF) dImpulse[row] = fixed[row] - impulse[row];
    const p = dImpulse[row];
    if (p === 0) continue;
    for (let e = entryStart[row]; e < entryStart[row + 1]; e++) {
      const i = 3 * body[e];
      du[i] += weight[i] * J[3 * e] * p;
      du[i + 1] += weight[i + 1] * J[3 * e + 1] * p;
      du[i + 2] += weight[i + 2] * J[3 * e + 2] * p;
    }
  }
}

function rowRateOfMovable({ system, movable }: DirectIsland, row: number, v: Float64Array): number {
  const { entryStart, body, jacobian: J } = system;
  let rate = 0;
  for (let e = entryStart[row]; e < entryStart[row + 1]; e++) {
    if (body[e] >= movable) continue;
    const i = 3 * body[e];
    rate += J[3 * e] * v[i] + J[3 * e + 1] * v[i + 1] + J[3 * e + 2] * v[i + 2];
  }
  return rate;
}

/** No body turns by more than half a radian in one iteration. */
function shareOfIncrement({ du, movable }: DirectIsland, { h }: Attempt): number {
  let most = 0;
  for (let i = 0; i < movable; i++) most = Math.max(most, h * Math.abs(du[3 * i + 2]));
  return most > MOST_TURN ? MOST_TURN / most : 1;
}
