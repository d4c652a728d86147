import { ANGLE, type BodyStore, COS, OMEGA, SIN, VX, VY, X, Y } from '../../state/body-store';
import { atanAt, cosSinAt } from '../../math/trig';
import type { Attempt, DirectIsland } from '../island/island-system';

/** Poses of a whole store: at the end of the step, and the mean. Bodies that do not move hold their own. */
export interface TrialPoses {
  end: Float64Array;
  mean: Float64Array;
}

/** Writes where the immovable bodies are at the end, and their mean: kinematic ones follow their velocity. */
export function placeImmovable(
  island: DirectIsland,
  { pose: q, motion: v }: BodyStore,
  { end, mean }: TrialPoses,
): void {
  const { bodies, movable, start, turned, others, attempt } = island;
  const { theta } = attempt;
  if (!attempt.isCarried && others.length === 0) {
    for (let k = 4 * movable; k < start.length; k++) island.end[k] = island.mean[k] = start[k];
    for (let i = movable; i < turned.length; i++) turned[i] = 0;
    return;
  }
  for (let i = movable; i < bodies.length; i++) {
    const b = bodies[i];
    moveKinematic(q, v, b, attempt, end);
    for (let k = X; k <= ANGLE; k++) mean[b + k] = (1 - theta) * q[b + k] + theta * end[b + k];
    for (let k = X; k <= SIN; k++) {
      island.end[4 * i + k] = end[b + k];
      island.mean[4 * i + k] = mean[b + k];
    }
    turned[i] = end[b + ANGLE] - q[b + ANGLE];
  }
}

/** Writes to `out` where h seconds of its velocity bring a body. */
export function moveKinematic(q: Float64Array, v: Float64Array, b: number, { h }: Attempt, out: Float64Array): void {
  out[b + X] = q[b + X] + h * v[b + VX];
  out[b + Y] = q[b + Y] + h * v[b + VY];
  out[b + COS] = q[b + COS];
  out[b + SIN] = q[b + SIN];
  out[b + ANGLE] = q[b + ANGLE] + h * v[b + OMEGA];
  if (v[b + OMEGA] !== 0) cosSinAt(out, b + ANGLE, out, b + COS);
}

/**
 * Writes the poses that h·u leads to, and the mean; turns only where some row reads them. Starts residuals and stiffness of
 * the iteration.
 */
export function moveBodies(island: DirectIsland, store: BodyStore, poses: TrialPoses): void {
  const { turns, others, passes } = island;
  if (passes !== null) passes.wasm.moveBodies(passes.space);
  else writePoses(island);
  if (turns.length > 0 || others.length > 0) writeTurns(island);
  if (others.length > 0) showPoses(island, store, poses);
}

function writePoses(island: DirectIsland): void {
  const { movable, u, cayley, start, end, mean, residual, stiffness, inertial, drive, attempt } = island;
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
}

function writeTurns({ movable, u, cayley, turning, turned, passes, attempt }: DirectIsland): void {
  if (passes !== null) {
    passes.wasm.turnBodies(passes.space);
    return;
  }
  for (let i = 0; i < movable; i++) {
    if (turning[i] === 0) continue;
    turned[i] = attempt.h * u[3 * i + 2];
    if (cayley[i] === 1) turnByCayley(turned, i);
  }
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
    cosSinAt(end, b + ANGLE, end, b + COS);
    mean[b + COS] = keep * q[b + COS] + theta * end[b + COS];
    mean[b + SIN] = keep * q[b + SIN] + theta * end[b + SIN];
  }
}

/** hω becomes what a lever turns by: tan(Δθ/2) = hω/2. */
export function turnByCayley(turned: Float64Array, i: number): void {
  turned[i] /= 2;
  atanAt(turned, i);
  turned[i] *= 2;
}
