import {
  ANGLE,
  ANGULAR_DAMPING,
  type BodyStore,
  COS,
  FORCE_X,
  FORCE_Y,
  GRAVITY_SCALE,
  INERTIA,
  INV_INERTIA,
  INV_MASS,
  LINEAR_DAMPING,
  MASS,
  OMEGA,
  SIN,
  TORQUE,
  VX,
  VY,
  X,
  Y,
} from '../body/body-store';
import { LOCK, LOWER, NOT_PLAIN, SPRING, UPPER } from '../coordinates/law-fields';
import { P_FLAGS, P_IMPULSE_X, P_IMPULSE_Y, P_WARM_X, P_WARM_Y } from '../coordinates/point-fields';
import { EFFECTIVE_MASS, FLAGS, INVERSE_MASS, RATE, SB, VALUE, WARM } from '../coordinates/scalar';
import type { StepContext } from '../coordinates/step-context';
import { GAP_X, GAP_Y, LOCAL_AX, LOCAL_AY, LOCAL_BX, LOCAL_BY } from '../joint/record';
import { atan, atan2, cosSin } from '../math/trig';
import type { DirectCoordinate, DirectIsland } from './island-system';
import { bendingRow, curvatureAt, factoriseKkt, type KktSystem, solveKkt } from './kkt-system';
import { solve } from './ldlt';
import { askPins, markPinLevers, measurePins, pushPins, readPinImpulses, visitPins } from './pins';
import { checkPoint, startPoint } from './point-row-laws';
import { checkRow, startRow } from './row-laws';
import { OFF, POSITION, RATE_ROW, SOFT } from './row-modes';
import { factoriseRows, type RowSystem } from './row-system';

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

/** Compliance of the increments, relative to the diagonal: redundant rows of loops would else blow up. */
const FLOOR_OF_TREES = 1e-10;
const FLOOR_OF_LOOPS = 1e-7;
/** Largest turn of one Newton iteration, rad. */
const MOST_TURN = 0.5;
/** How often the active set may change within one attempt. */
const MOST_CHANGES = 6;
/** A factor serves on while the error falls to this share per iteration. */
const GOOD_FACTOR = 0.2;
/** Safety of the prediction that the old factor suffices. */
const NEARLY_THERE = 0.3;
/** Geometric stiffness may take away this much of the mass. */
const LEAST_MASS = 0.3;

/** Reads velocities, loads and impulses of the island from store and records, and measures every row at the present pose. */
export function beginStep(
  island: DirectIsland,
  store: BodyStore,
  gravityX: number,
  gravityY: number,
  ctx: StepContext,
): void {
  readBodies(island, store, gravityX, gravityY);
  markLevers(island);
  island.out[FASTEST] = 0;
  for (const group of island.pins) {
    readPinImpulses(group, island.impulse);
    measurePins(group, store.pose, island.v0, island.before, island.system.jacobian, island.out);
  }
  measureRows(island, store.pose, island.before);
  measureGradient(island, store.pose);
  for (const c of island.coordinates) readCoordinate(island, c, store, ctx);
}

/** Where `beginStep` leaves the fastest rate of a pin. */
export const FASTEST = 0;
/** Where an iteration leaves its error. */
const ERROR = 0;

/** Velocities; masses, which may have changed; impulses of gravity and forces; damping. */
function readBodies(island: DirectIsland, store: BodyStore, gravityX: number, gravityY: number): void {
  const { bodies, movable, mass, load, damping, v0, attempt } = island;
  const { motion: v, load: f } = store;
  const { h } = attempt;
  for (let i = 0, k = 0; i < bodies.length; i++, k += 3) {
    const b = bodies[i];
    v0[k] = v[b + VX];
    v0[k + 1] = v[b + VY];
    v0[k + 2] = v[b + OMEGA];
    if (i >= movable) continue;
    const m = v[b + INV_MASS] > 0 ? f[b + MASS] : 0;
    const inertia = v[b + INV_INERTIA] > 0 ? f[b + INERTIA] : 0;
    const scale = f[b + GRAVITY_SCALE];
    mass[k] = mass[k + 1] = m;
    mass[k + 2] = inertia;
    load[k] = m > 0 ? h * (m * gravityX * scale + f[b + FORCE_X]) : 0;
    load[k + 1] = m > 0 ? h * (m * gravityY * scale + f[b + FORCE_Y]) : 0;
    load[k + 2] = inertia > 0 ? h * f[b + TORQUE] : 0;
    damping[k] = damping[k + 1] = f[b + LINEAR_DAMPING];
    damping[k + 2] = f[b + ANGULAR_DAMPING];
  }
}

/** Which bodies have a lever arm: anchors off the centre of mass, axes that turn with A. */
export function markLevers(island: DirectIsland): void {
  const { cayley, pins, others } = island;
  cayley.fill(0);
  for (const group of pins) markPinLevers(group, cayley);
  for (const { batch, r, bodies, coordinates } of others) {
    const { rows: d } = batch;
    for (const { spec } of coordinates) {
      if (spec.kind.unit === 'angle') continue;
      if (batch.columns > 2 || spec.kind.kind === 'sum' || spec.kind.kind === 'general' || spec.kind.kind === 'path') {
        for (const body of bodies) cayley[body] = 1;
        continue;
      }
      if (spec.kind.kind === 'axis' || d[r + LOCAL_AX] !== 0 || d[r + LOCAL_AY] !== 0) cayley[bodies[0]] = 1;
      if (d[r + LOCAL_BX] !== 0 || d[r + LOCAL_BY] !== 0) cayley[bodies[1]] = 1;
    }
  }
  markTied(island);
}

/** What holds two bodies within an angle of each other; one that runs free of the other keeps its exact turn. */
const TIES = LOCK | LOWER | UPPER | SPRING;

/** A body that such a law of an angle ties to one with a lever turns as that does: only then one factor for both is exact. */
function markTied({ cayley, movable, others }: DirectIsland): void {
  for (let found = true; found;) {
    found = false;
    for (let j = 0; j < others.length; j++) {
      const [a, b] = others[j].bodies;
      if (a >= movable || b >= movable || cayley[a] === cayley[b] || !isTied(others[j])) continue;
      cayley[a] = cayley[b] = 1;
      found = true;
    }
  }
}

function isTied({ batch: { rows: d }, bodies, coordinates }: DirectIsland['joints'][number]): boolean {
  if (bodies.length !== 2) return false;
  for (let k = 0; k < coordinates.length; k++) {
    const { spec, o } = coordinates[k];
    if (spec.kind.kind === 'angle' && d[o + FLAGS] & TIES && d[o + SB] === 1) return true;
  }
  return false;
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
  startPoint(
    island,
    c,
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
  for (const joint of island.others) {
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

/** Gradient of every row but the pins' at the poses `q`. */
export function measureGradient(island: DirectIsland, q: Float64Array): void {
  const { system } = island;
  for (const joint of island.others) {
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
export function tryStep(island: DirectIsland, store: BodyStore, poses: TrialPoses, ctx: StepContext): boolean {
  const { u, v0, impulse, dImpulse, stats, system, attempt, out } = island;
  u.set(v0);
  island.du.fill(0);
  island.target.set(island.gap);
  placeImmovable(island, store, poses);
  let factored = false;
  let last = Infinity;
  let changes = 0;
  for (let k = 0; k < attempt.iterations; k++) {
    stats.iterations++;
    moveBodies(island, store, poses);
    if (factored) yieldToImpulses(island);
    visitRows(island, poses);
    findError(island);
    const error = out[ERROR];
    if (!(error < Infinity)) return false;
    if (error < attempt.tolerance && k >= 1) {
      if (!checkRows(island, ctx) || ++changes > MOST_CHANGES) return true;
      factored = false;
      startResidual(island);
      addImpulses(island);
    }
    if (!factored || needsFactor(error, last, attempt.tolerance, system.hasLoop)) {
      if (stats.factorisations >= attempt.budget) return false;
      weighBodies(island);
      factoriseNewton(island);
      stats.factorisations++;
      factored = true;
      yieldToImpulses(island);
    }
    last = error;
    findIncrement(island);
    const share = shareOfIncrement(island);
    for (let row = 0; row < impulse.length; row++) impulse[row] += share * dImpulse[row];
    addVelocities(island, share);
  }
  if (out[ERROR] < ACCEPTED_GAP * attempt.lengthUnit && attempt.theta < 1) {
    stats.acceptedGaps++;
    return true;
  }
  return false;
}

function factoriseNewton({ system, kkt, weight, softness, held, pins, attempt }: DirectIsland): void {
  const floor = system.hasLoop ? FLOOR_OF_LOOPS : FLOOR_OF_TREES;
  if (kkt === null) factoriseRows(system, weight, softness, held, floor, pins);
  else factoriseKkt(kkt, system, weight, softness, held, attempt.theta * attempt.h, floor);
}

/**
 * A factor serves on if it would bring the error below the tolerance at the rate of the last iteration; with loops, where
 * factors are dear, also while the error falls fast.
 */
function needsFactor(error: number, last: number, tolerance: number, hasLoop: boolean): boolean {
  if (error * error < NEARLY_THERE * tolerance * last) return false;
  return !hasLoop || error > GOOD_FACTOR * last;
}

/** A gap of this many lengthUnits may be left where Newton does not converge. */
const ACCEPTED_GAP = 1e-4;

/**
 * In loops the floor is a true compliance, C₁ = −h·floor·S_ii·P: impulses that redundant rows hold against each other would
 * else never leave (a 4 × 4 grid reached 10⁴ N s). The gap it leaves is 10⁻⁷ of what the impulse would accelerate.
 */
function yieldToImpulses({ target, gap, impulse, mode, system, kkt, attempt }: DirectIsland): void {
  if (!system.hasLoop) return;
  const { scale } = (kkt ?? system).factor;
  const share = attempt.h * FLOOR_OF_LOOPS;
  for (let row = 0; row < target.length; row++) {
    const size = kkt === null ? scale[row] : scale[kkt.rowPlace[row]];
    if (mode[row] === POSITION) target[row] = gap[row] - share * size * impulse[row];
  }
}

function addVelocities({ u, du, movable }: DirectIsland, share: number): void {
  for (let i = 0; i < 3 * movable; i++) u[i] += share * du[i];
}

/** Measures every row at the end pose and at the mean pose: values, gradient, stiffness, residual. */
function visitRows(island: DirectIsland, poses: TrialPoses): void {
  const { pins, impulse, target, after, system, stiffness, residual, out } = island;
  startResidual(island);
  stiffness.fill(0);
  out[ERROR] = 0;
  for (const group of pins)
    visitPins(group, poses.end, poses.mean, impulse, target, after, system.jacobian, stiffness, residual, out);
  if (island.others.length === 0) return;
  measureRows(island, poses.end, after);
  addStiffness(island);
  measureMean(island, poses);
  addOtherImpulses(island);
}

/** Writes where the immovable bodies are at the end, and their mean: kinematic ones follow their velocity. */
function placeImmovable(
  { bodies, movable, attempt }: DirectIsland,
  { pose: q, motion: v }: BodyStore,
  { end, mean }: TrialPoses,
): void {
  const { h, theta } = attempt;
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

/** Writes the poses that h·u leads to, and the mean; angles only where some row reads them. */
function moveBodies(
  { bodies, movable, u, cayley, angled, attempt }: DirectIsland,
  { pose: q }: BodyStore,
  { end, mean }: TrialPoses,
): void {
  const { h, theta } = attempt;
  const keep = 1 - theta;
  for (let i = 0, k = 0; i < movable; i++, k += 3) {
    const b = bodies[i];
    const x = q[b + X];
    const y = q[b + Y];
    const c = q[b + COS];
    const s = q[b + SIN];
    const x1 = x + h * u[k];
    const y1 = y + h * u[k + 1];
    end[b + X] = x1;
    end[b + Y] = y1;
    mean[b + X] = keep * x + theta * x1;
    mean[b + Y] = keep * y + theta * y1;
    if (cayley[i] === 1) {
      const t = (h * u[k + 2]) / 2;
      const scale = 1 / (1 + t * t);
      const turnC = (1 - t * t) * scale;
      const turnS = 2 * t * scale;
      const c1 = turnC * c - turnS * s;
      const s1 = turnS * c + turnC * s;
      end[b + COS] = c1;
      end[b + SIN] = s1;
      mean[b + COS] = keep * c + theta * c1;
      mean[b + SIN] = keep * s + theta * s1;
    } else if (angled[i] === 1) {
      cosSin(q[b + ANGLE] + h * u[k + 2], end, b + COS);
      mean[b + COS] = keep * c + theta * end[b + COS];
      mean[b + SIN] = keep * s + theta * end[b + SIN];
    }
    if (angled[i] === 1) {
      end[b + ANGLE] = endAngle(q[b + ANGLE], h * u[k + 2], cayley[i]);
      mean[b + ANGLE] = keep * q[b + ANGLE] + theta * end[b + ANGLE];
    }
  }
}

/** Where a turn of hω leads: tan(Δθ/2) = hω/2 of a lever. */
export function endAngle(angle: number, turn: number, cayley: number): number {
  return angle + (cayley === 1 ? 2 * atan(turn / 2) : turn);
}

/** Geometric stiffness of the impulses at the end pose, per body, and of rows that bend as κ e eᵀ. */
function addStiffness(island: DirectIsland): void {
  const { stiffness, impulse, kkt } = island;
  let k = 0;
  for (const { batch, r, coordinates, bodies } of island.others) {
    for (const { spec, o, row } of coordinates) {
      if (kkt !== null && spec.kind.bend !== undefined && bendingRow(kkt, k) === row) {
        spec.kind.bend(
          batch.rows,
          r,
          o,
          impulse[row],
          kkt.curvature,
          curvatureAt(k),
          stiffness,
          3 * bodies[0],
          3 * bodies[1],
        );
        k++;
        continue;
      }
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
function measureMean(island: DirectIsland, { mean }: TrialPoses): void {
  const { system, before, after, attempt, mode } = island;
  const { h, theta } = attempt;
  const { jacobian: J, entryStart } = system;
  for (const joint of island.others) {
    joint.batch.measure(joint.slot, mean);
    readGradient(island, joint, J);
    for (const c of joint.coordinates) {
      const { kind } = c.spec.kind;
      const first = 3 * entryStart[c.row];
      if (kind === 'length' && theta === 0.5) {
        const sum = before[c.row] + after[c.row];
        const factor = sum > 0 ? (2 * joint.batch.rows[c.o + VALUE]) / sum : 1;
        for (let i = first; i < first + 6; i++) J[i] *= factor;
      } else if (kind === 'angle' && (mode[c.row] === POSITION || mode[c.row] === SOFT)) {
        scaleTurns(island, joint.bodies, J, first, h);
      }
    }
  }
}

/**
 * A turn by the Cayley map is 2 atan(t) where h ω says 2t. Where both bodies turn so, one factor for both is exact and keeps
 * momentum; where one of them turns exactly, momentum is kept by none.
 */
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
  if (a < movable && b < movable && J[first + 2] === -J[first + 5]) {
    if (cayley[a] === 0 || cayley[b] === 0) return;
    const difference = tB - tA;
    const factor = difference === 0 ? 1 / (1 + tA * tA) : atan2(difference, 1 + tA * tB) / difference;
    J[first + 2] *= factor;
    J[first + 5] *= factor;
    return;
  }
  if (tA !== 0) J[first + 2] *= atan(tA) / tA;
  if (tB !== 0) J[first + 5] *= atan(tB) / tB;
}

/** R = M(u − v₀)/θ + h c M u − h f; the momentum that is missing before the impulses. */
function startResidual({ bodies, movable, mass, u, v0, load, damping, residual, attempt }: DirectIsland): void {
  const { h, theta } = attempt;
  for (let i = 0; i < 3 * movable; i++)
    residual[i] = mass[i] * ((u[i] - v0[i]) / theta + h * damping[i] * u[i]) - load[i];
  residual.fill(0, 3 * movable, 3 * bodies.length);
}

/** R −= Jᵀ P of every row, and of the rows that are no pins. */
function addImpulses({ residual, system, impulse }: DirectIsland): void {
  for (let row = 0; row < impulse.length; row++) addImpulse(system, impulse[row], row, residual);
}

function addOtherImpulses({ residual, system, impulse, coordinates }: DirectIsland): void {
  for (const { row, spec } of coordinates) {
    addImpulse(system, impulse[row], row, residual);
    if (spec.kind.rowCount === 2) addImpulse(system, impulse[row + 1], row + 1, residual);
  }
}

function addImpulse(
  { entryStart, body, jacobian: J }: RowSystem,
  p: number,
  row: number,
  residual: Float64Array,
): void {
  if (p === 0) return;
  for (let e = entryStart[row]; e < entryStart[row + 1]; e++) {
    const i = 3 * body[e];
    residual[i] -= J[3 * e] * p;
    residual[i + 1] -= J[3 * e + 1] * p;
    residual[i + 2] -= J[3 * e + 2] * p;
  }
}

/** What is left of row `row`: a length of gap, as a soft row or a rate row shows it. */
function rowGap(island: DirectIsland, row: number, h: number): number {
  switch (island.mode[row]) {
    case POSITION:
      return island.after[row] - island.goal[row] - island.target[row];
    case RATE_ROW:
      return h * (rowRate(island, row, island.u) - island.goal[row]);
    case SOFT:
      return h * yieldOf(island, row, h) + island.after[row] - island.before[row];
    default:
      return 0;
  }
}

/** Softness times what the impulse of a soft row is beyond its force at the start; rows of one point yield to each other's. */
function yieldOf({ impulse, fixed, softForce, softness, system }: DirectIsland, row: number, h: number): number {
  const { crossSoftness } = system;
  let rate = softness[row] * (impulse[row] - fixed[row] - h * softForce[row]);
  const before = crossSoftness[row];
  const next = row + 1 < crossSoftness.length ? crossSoftness[row + 1] : 0;
  if (before !== 0) rate += before * (impulse[row - 1] - fixed[row - 1] - h * softForce[row - 1]);
  if (next !== 0) rate += next * (impulse[row + 1] - fixed[row + 1] - h * softForce[row + 1]);
  return rate;
}

/** Largest gap and missing momentum, both as lengths; the pins' gaps are in `out` already. */
function findError(island: DirectIsland): void {
  const { out, coordinates, movable, mass, residual, attempt } = island;
  const { h, lengthUnit } = attempt;
  let error = out[ERROR];
  for (const c of coordinates) {
    for (let row = c.row; row < c.row + c.spec.kind.rowCount; row++) {
      const gap = Math.abs(rowGap(island, row, h)) * (island.turns[row] === 1 ? lengthUnit : 1);
      if (!(gap <= error)) error = gap;
    }
  }
  for (let i = 0; i < 3 * movable; i += 3) {
    if (mass[i] > 0) {
      const scale = h / (2 * mass[i]);
      const x = Math.abs(residual[i]) * scale;
      const y = Math.abs(residual[i + 1]) * scale;
      if (!(x <= error)) error = x;
      if (!(y <= error)) error = y;
    }
    if (mass[i + 2] > 0) {
      const turn = (Math.abs(residual[i + 2]) * h * lengthUnit) / (2 * mass[i + 2]);
      if (!(turn <= error)) error = turn;
    }
  }
  out[ERROR] = error;
}

/** Compares every row with its bounds; true if the active set changed. */
function checkRows(island: DirectIsland, ctx: StepContext): boolean {
  const { tolerance, lengthUnit } = island.attempt;
  let changed = false;
  for (const c of island.coordinates) {
    const mean = island.mode[c.row] === OFF || island.mode[c.row] === RATE_ROW ? rowRate(island, c.row, island.u) : 0;
    const slop = tolerance / (island.turns[c.row] === 1 ? lengthUnit : 1);
    const moved = c.spec.kind.scalar
      ? checkRow(island, c, mean, slop, ctx)
      : checkPoint(island, c, mean, island.mode[c.row] === OFF ? rowRate(island, c.row + 1, island.u) : 0, ctx);
    changed = moved || changed;
  }
  return changed;
}

/** 1/M′ with M′ = M/θ + h c M + θh·g·(geometric stiffness), g = 1/(1 + (hω/2)²), at least 0.3 of the first. */
function weighBodies({ movable, mass, damping, stiffness, u, weight, attempt }: DirectIsland): void {
  const { h, theta } = attempt;
  for (let i = 0; i < 3 * movable; i += 3) {
    const t = (h * u[i + 2]) / 2;
    const g = (theta * h) / (1 + t * t);
    for (let k = i; k < i + 3; k++) {
      const inertial = mass[k] * (1 / theta + h * damping[k]);
      const whole = inertial + g * stiffness[k];
      weight[k] = mass[k] === 0 ? 0 : 1 / (whole > LEAST_MASS * inertial ? whole : LEAST_MASS * inertial);
    }
  }
}

/** Newton: S dP = −gap/h + J M′⁻¹ R, du = M′⁻¹(Jᵀ dP − R). */
function findIncrement(island: DirectIsland): void {
  const { system, residual, weight, du, dImpulse, movable, held, mode, fixed, impulse, pins, coordinates, attempt } =
    island;
  const { h } = attempt;
  const { jacobian: J } = system;
  for (let i = 0; i < 3 * movable; i++) du[i] = island.kkt === null ? -weight[i] * residual[i] : 0;
  for (const group of pins) askPins(group, island.after, island.target, J, du, 1 / h, dImpulse);
  for (const { row: first, spec } of coordinates) {
    for (let row = first; row < first + spec.kind.rowCount; row++) {
      dImpulse[row] = held[row] === 1 ? 0 : -rowGap(island, row, h) / h - rowRate(island, row, du);
    }
  }
  if (island.kkt !== null) {
    findIncrementOfAll(island, island.kkt);
    return;
  }
  solve(system.factor, dImpulse);
  for (const group of pins) pushPins(group, weight, J, dImpulse, du);
  const { entryStart, body } = system;
  for (const { row: first, spec } of coordinates) {
    for (let row = first; row < first + spec.kind.rowCount; row++) {
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
}

/** The same with bodies and rows in one system; laws at their caps give what they give. */
function findIncrementOfAll(
  { weight, residual, du, dImpulse, coordinates, mode, fixed, impulse }: DirectIsland,
  kkt: KktSystem,
): void {
  solveKkt(kkt, weight, residual, du, dImpulse);
  for (const { row: first, spec } of coordinates) {
    for (let row = first; row < first + spec.kind.rowCount; row++)
      if (mode[row] === OFF) dImpulse[row] = fixed[row] - impulse[row];
  }
}

/** No body turns by more than half a radian in one iteration. */
function shareOfIncrement({ du, movable, attempt }: DirectIsland): number {
  let most = 0;
  for (let i = 2; i < 3 * movable; i += 3) {
    const turn = Math.abs(du[i]);
    if (turn > most) most = turn;
  }
  most *= attempt.h;
  return most > MOST_TURN ? MOST_TURN / most : 1;
}
