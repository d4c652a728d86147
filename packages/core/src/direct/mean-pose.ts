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
import { markAxisLevers, measureAxes, visitAxes, writeAxes } from './axes';
import { bendingRow, curvatureAt, factoriseKkt, solveKkt } from './kkt-system';
import { solve } from './ldlt';
import { askPins, beginPins, markPinLevers, pushPins, visitPins } from './pins';
import { checkPlain, isPlain, startPlain } from './plain-rows';
import { checkPoint, startPoint } from './point-row-laws';
import { checkRow, startRow } from './row-laws';
import { OFF, POSITION, RATE_ROW, SOFT } from './row-modes';
import { factoriseRows, FLOOR_OF_LOOPS, type RowSystem } from './row-system';
import { markSumLevers, scaleSumTurns, tieSum } from './sums';
import { markTurning, measureTurns, readTurns, visitTurns, writeTurns } from './turns';

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

/** Largest turn of one Newton iteration, rad. */
const MOST_TURN = 0.5;
/** How often the active set may change within one attempt: at will, and then laws go to their caps, not back. */
const FREE_CHANGES = 6;
const MOST_CHANGES = 12;
/** Iterations before an error that does not fall is held against the active set. */
const PATIENCE = 4;
/** A factor serves on while the error falls to this share per iteration. */
const GOOD_FACTOR = 0.2;
/** Safety of the prediction that the old factor suffices. */
const NEARLY_THERE = 0.3;
/** Geometric stiffness may take away this much of the mass. */
const LEAST_MASS = 0.3;

/** World units/s². */
interface Gravity {
  readonly gravityX: number;
  readonly gravityY: number;
}

/** Reads velocities, loads and impulses of the island from store and records, and measures every row at the present pose. */
export function beginStep(island: DirectIsland, store: BodyStore, gravity: Gravity, ctx: StepContext): void {
  const { pins, axes, turns, others, coordinates, start, v0, impulse, before, system, out } = island;
  readBodies(island, store, gravity);
  readPoses(island, store, start);
  out[FASTEST] = out[WIDEST] = 0;
  for (let i = 0; i < pins.length; i++) beginPins(pins[i], start, v0, impulse, before, out);
  for (let i = 0; i < axes.length; i++) measureAxes(axes[i], store, start, before, system.jacobian);
  for (let i = 0; i < turns.length; i++) measureTurns(turns[i], store, before, system.jacobian);
  for (let i = 0; i < others.length; i++) measureJoint(island, others[i], store.pose, before);
  for (let i = 0; i < coordinates.length; i++) readCoordinate(island, coordinates[i], store, ctx);
  listActing(island);
}

/** Where `beginStep` leaves the fastest rate of a pin, and its largest gap. */
export const FASTEST = 0;
export const WIDEST = 1;
/** Where an iteration leaves its error, and the share of its increment that is taken. */
const ERROR = 0;
const SHARE = 3;

/** Velocities; masses, which may have changed; impulses of gravity and forces; damping. */
function readBodies(island: DirectIsland, store: BodyStore, { gravityX, gravityY }: Gravity): void {
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

/** Copies the poses of the island's bodies. */
export function readPoses({ bodies }: DirectIsland, { pose: q }: BodyStore, out: Float64Array): void {
  for (let i = 0, k = 0; i < bodies.length; i++, k += 4) {
    const b = bodies[i];
    out[k + X] = q[b + X];
    out[k + Y] = q[b + Y];
    out[k + COS] = q[b + COS];
    out[k + SIN] = q[b + SIN];
  }
}

/** Which bodies have a lever arm: anchors off the centre of mass, axes that turn with A. */
export function markLevers(island: DirectIsland): void {
  const { cayley, pins, axes, others } = island;
  for (let i = 0; i < cayley.length; i++) cayley[i] = 0;
  for (let i = 0; i < pins.length; i++) markPinLevers(pins[i], cayley);
  for (let i = 0; i < axes.length; i++) markAxisLevers(axes[i], cayley);
  for (const joint of others) {
    const { batch, r, bodies, coordinates } = joint;
    const { rows: d } = batch;
    for (const { spec, o } of coordinates) {
      if (spec.kind.kind === 'sum') markSumLevers(island, joint, o);
      if (spec.kind.unit === 'angle' || spec.kind.kind === 'sum') continue;
      if (batch.columns > 2 || spec.kind.kind === 'general' || spec.kind.kind === 'path') {
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
function markTied(island: DirectIsland): void {
  const { cayley, angles, others } = island;
  for (let found = true; found;) {
    found = false;
    for (let j = 0; j < others.length; j++) if (tieSum(island, others[j], TIES)) found = true;
    for (let k = 0; k < angles.length; k++) {
      const { joint, o } = angles[k];
      const { batch, bodies } = joint;
      const a = bodies[0];
      const b = bodies[1];
      if (cayley[a] === cayley[b] || !(batch.rows[o + FLAGS] & TIES) || batch.rows[o + SB] !== 1) continue;
      cayley[a] = cayley[b] = 1;
      found = true;
    }
  }
}

/** Effective mass and rate of a coordinate at the start, and what its laws ask. */
function readCoordinate(island: DirectIsland, c: DirectCoordinate, store: BodyStore, ctx: StepContext): void {
  const { rows: d, laws: w } = c.joint.batch;
  const { row, o, p } = c;
  const { impulse, rate, v0 } = island;
  if (c.spec.kind.scalar) {
    impulse[row] = d[o + WARM];
    writeMass(island, c, store);
    writeRate(island, row, v0);
    d[o + RATE] = rate[row];
    if (isPlain(d[o + FLAGS] | 0)) startPlain(island, c, ctx);
    else startRow(island, c, ctx);
    return;
  }
  const plain = (d[o + P_FLAGS] & NOT_PLAIN) === 0;
  impulse[row] = plain ? d[o + P_IMPULSE_X] : w[p + P_WARM_X];
  impulse[row + 1] = plain ? d[o + P_IMPULSE_Y] : w[p + P_WARM_Y];
  writeRate(island, row, v0);
  writeRate(island, row + 1, v0);
  startPoint(island, c, ctx);
}

/** J M⁻¹ Jᵀ of a coordinate's row, and its inverse. */
function writeMass({ system, bodies }: DirectIsland, c: DirectCoordinate, { motion: v }: BodyStore): void {
  const { entryStart, body, jacobian: J } = system;
  const { rows: d } = c.joint.batch;
  let k = 0;
  for (let e = entryStart[c.row]; e < entryStart[c.row + 1]; e++) {
    const b = bodies[body[e]];
    k +=
      v[b + INV_MASS] * (J[3 * e] * J[3 * e] + J[3 * e + 1] * J[3 * e + 1]) +
      v[b + INV_INERTIA] * J[3 * e + 2] * J[3 * e + 2];
  }
  d[c.o + INVERSE_MASS] = k;
  d[c.o + EFFECTIVE_MASS] = k > 0 ? 1 / k : 0;
}

/** J·v of one row, into `rate`: a double that a call returns would be allocated where V8 does not inline it. */
function writeRate({ system, rate }: DirectIsland, row: number, v: Float64Array): void {
  const { entryStart, body, jacobian: J } = system;
  let sum = 0;
  for (let e = entryStart[row]; e < entryStart[row + 1]; e++) {
    const i = 3 * body[e];
    sum += J[3 * e] * v[i] + J[3 * e + 1] * v[i + 1] + J[3 * e + 2] * v[i + 2];
  }
  rate[row] = sum;
}

/** The same of every row that acts and is no pin. */
export function writeRates(island: DirectIsland, v: Float64Array): void {
  const { acting, attempt } = island;
  for (let k = 0; k < attempt.acting; k++) writeRate(island, acting[k], v);
}

/** Lists the rows that ask for something or push: of most limits of a ragdoll nothing is done in most steps. */
function listActing(island: DirectIsland): void {
  const { lawRows, acting, mode, impulse, fixed, dImpulse, left, turns, turning, measured, attempt } = island;
  let count = 0;
  for (let k = 0; k < lawRows.length; k++) {
    const row = lawRows[k];
    if (mode[row] !== OFF || impulse[row] !== 0 || fixed[row] !== 0) acting[count++] = row;
    else dImpulse[row] = left[row] = 0;
  }
  attempt.acting = count;
  for (let i = 0; i < turning.length; i++) turning[i] = measured[i];
  for (let i = 0; i < turns.length; i++) markTurning(turns[i], mode, turning);
}

/** Values of the rows of joints that are not packed, at the poses `q`. */
function measureRows(island: DirectIsland, q: Float64Array, out: Float64Array): void {
  for (const joint of island.others) {
    joint.batch.measure(joint.slot, q);
    readValues(joint, out);
  }
}

function readValues({ batch: { rows: d }, r, coordinates }: DirectIsland['joints'][number], out: Float64Array): void {
  for (const { spec, row, o } of coordinates) {
    if (spec.kind.scalar) out[row] = d[o + VALUE];
    else {
      out[row] = d[r + GAP_X];
      out[row + 1] = d[r + GAP_Y];
    }
  }
}

/** Values and gradient of a joint that is not packed, at the poses `q`. */
function measureJoint(
  island: DirectIsland,
  joint: DirectIsland['joints'][number],
  q: Float64Array,
  value: Float64Array,
): void {
  joint.batch.measure(joint.slot, q);
  readValues(joint, value);
  readGradient(island, joint, island.system.jacobian);
}

/** Gradient of every row but the pins' at the present poses of the store. */
export function measureGradient(island: DirectIsland, q: Float64Array): void {
  const { axes, turns, others, system } = island;
  for (let i = 0; i < axes.length; i++) writeAxes(axes[i], q, system.jacobian);
  for (let i = 0; i < turns.length; i++) writeTurns(turns[i], system.jacobian);
  for (let i = 0; i < others.length; i++) {
    others[i].batch.measure(others[i].slot, q);
    readGradient(island, others[i], system.jacobian);
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
  const { impulse, dImpulse, gap, target, stats, system, attempt, out } = island;
  startVelocities(island);
  for (let row = 0; row < target.length; row++) target[row] = gap[row];
  placeImmovable(island, store, poses);
  let factored = false;
  let last = Infinity;
  let changes = 0;
  for (let k = 0; k < attempt.iterations; k++) {
    stats.iterations++;
    moveBodies(island, store, poses);
    if (factored) yieldToImpulses(island);
    visitRows(island, store, poses);
    findError(island);
    const error = out[ERROR];
    if (!(error < Infinity)) return false;
    const isSolved = error < attempt.tolerance && k >= 1;
    // Laws that contradict each other push ever harder, and that never ends: those past their caps let go.
    const isStuck = k >= PATIENCE && error > last / 2 && changes < MOST_CHANGES;
    if (isSolved || isStuck) {
      attempt.settling = changes >= FREE_CHANGES;
      const changed = checkRows(island, ctx) && ++changes <= MOST_CHANGES;
      if (changed) {
        factored = false;
        listActing(island);
        startResidual(island);
        addImpulses(island);
        // Laws that took over ask for something else than those before.
        measureLeft(island);
      } else if (isSolved) return true;
    }
    // What is accepted below is what was measured last.
    if (k === attempt.iterations - 1) break;
    // A factor serves on if it would bring the error below the tolerance at the rate of the last iteration; with loops, where
    // factors are dear, also while the error falls fast.
    const serves =
      error * error < NEARLY_THERE * attempt.tolerance * last || (system.hasLoop && error <= GOOD_FACTOR * last);
    if (!factored || !serves) {
      if (stats.factorisations >= attempt.budget) return false;
      weighBodies(island);
      factoriseNewton(island);
      stats.factorisations++;
      factored = true;
      yieldToImpulses(island);
    }
    last = error;
    findIncrement(island);
    measureShare(island);
    const share = out[SHARE];
    for (let row = 0; row < impulse.length; row++) impulse[row] += share * dImpulse[row];
    addVelocities(island);
  }
  if (!(out[ERROR] < ACCEPTED_GAP * attempt.lengthUnit) || attempt.theta === 1) return false;
  attempt.settling = true;
  if (checkRows(island, ctx)) return false;
  stats.acceptedGaps++;
  return true;
}

function factoriseNewton({ system, kkt, weight, softness, held, pins, attempt }: DirectIsland): void {
  if (kkt === null) factoriseRows(system, weight, softness, held, pins);
  else factoriseKkt(kkt, system, weight, softness, held, attempt);
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

function addVelocities({ u, du, movable, out }: DirectIsland): void {
  const share = out[SHARE];
  for (let i = 0; i < 3 * movable; i++) u[i] += share * du[i];
}

/** Measures every row at the end pose and at the mean pose: values, gradient, stiffness, residual. */
function visitRows(island: DirectIsland, store: BodyStore, poses: TrialPoses): void {
  const { pins, axes, turns, others, end, mean, impulse, target, after, system, stiffness, residual, out } = island;
  out[ERROR] = 0;
  for (let i = 0; i < pins.length; i++)
    visitPins(pins[i], end, mean, impulse, target, after, system.jacobian, stiffness, residual, out);
  for (let i = 0; i < axes.length; i++) visitAxes(axes[i], island);
  for (let i = 0; i < turns.length; i++) visitTurns(turns[i], island);
  if (others.length > 0) {
    measureRows(island, poses.end, after);
    addStiffness(island, poses);
    measureMean(island, store, poses);
    addOtherImpulses(island);
  }
  measureLeft(island);
}

/** Writes where the immovable bodies are at the end, and their mean: kinematic ones follow their velocity. */
function placeImmovable(island: DirectIsland, { pose: q, motion: v }: BodyStore, { end, mean }: TrialPoses): void {
  const { bodies, movable, attempt } = island;
  const { h, theta } = attempt;
  for (let i = movable; i < bodies.length; i++) {
    const b = bodies[i];
    moveKinematic(q, v, b, h, end);
    for (let k = X; k <= ANGLE; k++) mean[b + k] = (1 - theta) * q[b + k] + theta * end[b + k];
    for (let k = X; k <= SIN; k++) {
      island.end[4 * i + k] = end[b + k];
      island.mean[4 * i + k] = mean[b + k];
    }
    island.turned[i] = end[b + ANGLE] - q[b + ANGLE];
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

/**
 * Writes the poses that h·u leads to, and the mean; turns only where some row reads them. Starts residuals and stiffness of
 * the iteration.
 */
function moveBodies(island: DirectIsland, store: BodyStore, poses: TrialPoses): void {
  const { movable, u, cayley, turning, start, end, mean, turned, residual, stiffness, inertial, drive, attempt } =
    island;
  const { h, theta } = attempt;
  const keep = 1 - theta;
  for (let i = 0, k = 0, p = 0; i < movable; i++, k += 3, p += 4) {
    const x = start[p + X];
    const y = start[p + Y];
    const c = start[p + COS];
    const s = start[p + SIN];
    const x1 = x + h * u[k];
    const y1 = y + h * u[k + 1];
    let c1 = c;
    let s1 = s;
    if (cayley[i] === 1) {
      const t = (h * u[k + 2]) / 2;
      const scale = 1 / (1 + t * t);
      const turnC = (1 - t * t) * scale;
      const turnS = 2 * t * scale;
      c1 = turnC * c - turnS * s;
      s1 = turnS * c + turnC * s;
    }
    if (turning[i] === 1) turned[i] = cayley[i] === 1 ? 2 * atan((h * u[k + 2]) / 2) : h * u[k + 2];
    end[p + X] = x1;
    end[p + Y] = y1;
    end[p + COS] = c1;
    end[p + SIN] = s1;
    mean[p + X] = keep * x + theta * x1;
    mean[p + Y] = keep * y + theta * y1;
    mean[p + COS] = keep * c + theta * c1;
    mean[p + SIN] = keep * s + theta * s1;
    residual[k] = inertial[k] * u[k] - drive[k];
    residual[k + 1] = inertial[k + 1] * u[k + 1] - drive[k + 1];
    residual[k + 2] = inertial[k + 2] * u[k + 2] - drive[k + 2];
    stiffness[k] = stiffness[k + 1] = stiffness[k + 2] = 0;
  }
  for (let k = 3 * movable; k < residual.length; k++) residual[k] = stiffness[k] = 0;
  if (island.others.length > 0) showPoses(island, store, poses);
}

/** Hands the poses to the joints that are not packed. */
function showPoses(
  { bodies, movable, cayley, turning, end: localEnd, mean: localMean, turned, attempt }: DirectIsland,
  { pose: q }: BodyStore,
  { end, mean }: TrialPoses,
): void {
  const { theta } = attempt;
  const keep = 1 - theta;
  for (let i = 0, p = 0; i < movable; i++, p += 4) {
    const b = bodies[i];
    end[b + X] = localEnd[p + X];
    end[b + Y] = localEnd[p + Y];
    end[b + COS] = localEnd[p + COS];
    end[b + SIN] = localEnd[p + SIN];
    mean[b + X] = localMean[p + X];
    mean[b + Y] = localMean[p + Y];
    mean[b + COS] = localMean[p + COS];
    mean[b + SIN] = localMean[p + SIN];
    if (turning[i] === 0) continue;
    end[b + ANGLE] = q[b + ANGLE] + turned[i];
    mean[b + ANGLE] = keep * q[b + ANGLE] + theta * end[b + ANGLE];
    if (cayley[i] === 1) continue;
    cosSin(end[b + ANGLE], end, b + COS);
    mean[b + COS] = keep * q[b + COS] + theta * end[b + COS];
    mean[b + SIN] = keep * q[b + SIN] + theta * end[b + SIN];
  }
}

/** Where a turn of hω leads: tan(Δθ/2) = hω/2 of a lever. */
export function endAngle(angle: number, turn: number, cayley: number): number {
  return angle + (cayley === 1 ? 2 * atan(turn / 2) : turn);
}

/** Geometric stiffness of the impulses at the end pose, per body, and of rows that bend as κ e eᵀ. */
function addStiffness(island: DirectIsland, { end }: TrialPoses): void {
  const { stiffness, impulse, kkt } = island;
  let k = 0;
  for (const { batch, slot, r, coordinates, bodies } of island.others) {
    const { type } = batch;
    for (const { spec, o, row } of coordinates) {
      if (type.stiffen !== undefined) {
        type.stiffen(batch, slot, spec, end, impulse, row, bodies, stiffness);
        continue;
      }
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
      spec.kind.stiffen?.(batch.rows, r, o, impulse, row, stiffness, 3 * bodies[0], 3 * bodies[bodies.length - 1]);
    }
  }
}

/**
 * Gradient at the mean pose, such that h·J·u is what the value changes by, exactly: lengths divide by the mean of both
 * lengths, angles take one factor for both bodies, so that momentum is kept.
 */
function measureMean(island: DirectIsland, { pose: start }: BodyStore, { end, mean }: TrialPoses): void {
  const { system, before, after, attempt, mode } = island;
  const { h, theta } = attempt;
  const { jacobian: J, entryStart } = system;
  for (const joint of island.others) {
    const { batch, slot } = joint;
    if (batch.type.measureMean !== undefined && theta === 0.5) batch.type.measureMean(batch, slot, start, end, mean);
    else batch.measure(slot, mean);
    readGradient(island, joint, J);
    for (const c of joint.coordinates) {
      const { kind } = c.spec.kind;
      const first = 3 * entryStart[c.row];
      if (kind === 'length' && theta === 0.5) {
        const sum = before[c.row] + after[c.row];
        const factor = sum > 0 ? (2 * batch.rows[c.o + VALUE]) / sum : 1;
        for (let i = first; i < first + 6; i++) J[i] *= factor;
      } else if (mode[c.row] === POSITION || mode[c.row] === SOFT) {
        if (kind === 'angle') scaleTurns(island, joint.bodies, J, first, h);
        else if (kind === 'sum') scaleSumTurns(island, joint, c.o, J, first, h);
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

/** Starts from the last velocity; what stays the same in every iteration. */
function startVelocities(island: DirectIsland): void {
  const { movable, mass, u, v0, load, damping, inertial, drive, lengthOf, attempt } = island;
  const { h, theta, lengthUnit } = attempt;
  for (let i = 0; i < u.length; i++) u[i] = v0[i];
  for (let i = 0; i < 3 * movable; i++) {
    inertial[i] = mass[i] / theta + h * damping[i] * mass[i];
    drive[i] = (mass[i] * v0[i]) / theta + load[i];
    lengthOf[i] = mass[i] > 0 ? ((i % 3 === 2 ? lengthUnit : 1) * h) / (2 * mass[i]) : 0;
  }
}

/** R = M(u − v₀)/θ + h c M u − h f, the momentum that is missing before the impulses. */
function startResidual({ movable, u, residual, inertial, drive }: DirectIsland): void {
  for (let i = 0; i < 3 * movable; i++) residual[i] = inertial[i] * u[i] - drive[i];
  for (let i = 3 * movable; i < residual.length; i++) residual[i] = 0;
}

/** R −= Jᵀ P of every row, and of the rows that are not packed. */
function addImpulses({ residual, system, impulse }: DirectIsland): void {
  for (let row = 0; row < impulse.length; row++) addImpulse(system, impulse, row, residual);
}

function addOtherImpulses({ residual, system, impulse, others }: DirectIsland): void {
  for (const { coordinates } of others) {
    for (const { row, spec } of coordinates) {
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

/** What is left of each row that acts and is no pin: a length of gap, as a soft row or a rate row shows it. */
function measureLeft(island: DirectIsland): void {
  const { acting, mode, before, after, goal, target, rate, left, attempt } = island;
  const { h } = attempt;
  for (let k = 0; k < attempt.acting; k++) {
    const row = acting[k];
    switch (mode[row]) {
      case POSITION:
        left[row] = after[row] - goal[row] - target[row];
        break;
      case RATE_ROW:
        writeRate(island, row, island.u);
        left[row] = h * (rate[row] - goal[row]);
        break;
      case SOFT:
        writeYield(island, row, h);
        left[row] += after[row] - before[row];
        break;
      default:
        left[row] = 0;
    }
  }
}

/** Softness times what the impulse of a soft row is beyond its force at the start; rows of one point yield to each other's. */
function writeYield({ impulse, fixed, softForce, softness, system, left }: DirectIsland, row: number, h: number): void {
  const { crossSoftness } = system;
  let rate = softness[row] * (impulse[row] - fixed[row] - h * softForce[row]);
  const before = crossSoftness[row];
  const next = row + 1 < crossSoftness.length ? crossSoftness[row + 1] : 0;
  if (before !== 0) rate += before * (impulse[row - 1] - fixed[row - 1] - h * softForce[row - 1]);
  if (next !== 0) rate += next * (impulse[row + 1] - fixed[row + 1] - h * softForce[row + 1]);
  left[row] = h * rate;
}

/** Largest gap and missing momentum, both as lengths; the pins' gaps are in `out` already. */
function findError(island: DirectIsland): void {
  const { out, acting, left, isAngle, movable, lengthOf, residual, attempt } = island;
  const { lengthUnit } = attempt;
  let error = out[ERROR];
  // The largest forgets what is no number as soon as it meets one.
  let sum = 0;
  for (let k = 0; k < attempt.acting; k++) {
    const row = acting[k];
    const gap = Math.abs(left[row]) * (isAngle[row] === 1 ? lengthUnit : 1);
    sum += gap;
    if (gap > error) error = gap;
  }
  for (let i = 0; i < 3 * movable; i++) {
    const missing = Math.abs(residual[i] * lengthOf[i]);
    sum += missing;
    if (missing > error) error = missing;
  }
  out[ERROR] = sum < Infinity ? error : Infinity;
}

/** Compares every row with its bounds; true if the active set changed. */
function checkRows(island: DirectIsland, ctx: StepContext): boolean {
  const { coordinates, lawRows, turns } = island;
  let changed = false;
  turnBodies(island);
  for (let i = 0; i < turns.length; i++) readTurns(turns[i], island);
  for (let k = 0; k < lawRows.length; k++) writeRate(island, lawRows[k], island.u);
  for (let i = 0; i < coordinates.length; i++) {
    const c = coordinates[i];
    changed = checkLaws(island, c, ctx) || changed;
  }
  return changed;
}

/** The turns that only laws at rest ask for. */
function turnBodies({ movable, cayley, angled, turning, turned, u, attempt }: DirectIsland): void {
  const { h } = attempt;
  for (let i = 0, k = 2; i < movable; i++, k += 3)
    if (angled[i] === 1 && turning[i] === 0) turned[i] = cayley[i] === 1 ? 2 * atan((h * u[k]) / 2) : h * u[k];
}

function checkLaws(island: DirectIsland, c: DirectCoordinate, ctx: StepContext): boolean {
  if (!c.spec.kind.scalar) return checkPoint(island, c, ctx);
  return isPlain(c.joint.batch.rows[c.o + FLAGS] | 0) ? checkPlain(island, c) : checkRow(island, c, ctx);
}

/** 1/M′ with M′ = M/θ + h c M + θh·g·(geometric stiffness), g = 1/(1 + (hω/2)²), at least 0.3 of the first. */
function weighBodies({ movable, inertial, stiffness, u, weight, attempt }: DirectIsland): void {
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
function findIncrement(island: DirectIsland): void {
  const { system, residual, weight, du, dImpulse, kkt, held, left, acting, pins, rate, attempt } = island;
  const { jacobian: J } = system;
  const perStep = 1 / attempt.h;
  if (kkt === null) for (let i = 0; i < du.length; i++) du[i] = -weight[i] * residual[i];
  else for (let i = 0; i < du.length; i++) du[i] = 0;
  for (let i = 0; i < pins.length; i++) askPins(pins[i], island.after, island.target, J, du, attempt, dImpulse);
  writeRates(island, du);
  for (let k = 0; k < attempt.acting; k++) {
    const row = acting[k];
    dImpulse[row] = held[row] === 1 ? 0 : -left[row] * perStep - rate[row];
  }
  if (kkt !== null) {
    solveKkt(kkt, weight, residual, du, dImpulse);
    giveFixed(island);
    return;
  }
  solve(system.factor, dImpulse);
  giveFixed(island);
  for (let i = 0; i < pins.length; i++) pushPins(pins[i], weight, J, dImpulse, du);
  pushRows(island, dImpulse, du);
}

/** Laws at their caps give what they give. */
function giveFixed({ acting, mode, dImpulse, fixed, impulse, attempt }: DirectIsland): void {
  for (let k = 0; k < attempt.acting; k++) {
    const row = acting[k];
    if (mode[row] === OFF) dImpulse[row] = fixed[row] - impulse[row];
  }
}

/** v += W Jᵀ P of every row that acts and is no pin. */
export function pushRows(
  { system, weight, acting, attempt }: DirectIsland,
  impulse: Float64Array,
  v: Float64Array,
): void {
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

/** Which share of the increment is taken: no body turns by more than half a radian in one iteration. */
function measureShare({ du, movable, attempt, out }: DirectIsland): void {
  let most = 0;
  for (let i = 2; i < 3 * movable; i += 3) {
    const turn = Math.abs(du[i]);
    if (turn > most) most = turn;
  }
  most *= attempt.h;
  out[SHARE] = most > MOST_TURN ? MOST_TURN / most : 1;
}
