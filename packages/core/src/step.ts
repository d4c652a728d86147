import { BODY, type BodyStore, zeroLostNumbers } from './body/body-store';
import {
  endSubsteps,
  exchangeFree,
  integratePoses,
  kickAfter,
  kickBefore,
  predictPoses,
  prepareArcs,
  prepareDrive,
  type SlotList,
} from './body/integrate';
import { bookPlainPoints, relaxPlainPoints, solvePlainPoints } from './coordinates/plain-point';
import type { StepContext } from './coordinates/step-context';
import type { JointBatch } from './joint/joint-batch';
import { restoreMasses, stiffenMasses } from './body/stiffen-masses';
import { measureBatch, tallyReactions } from './joint/measure';
import { restituteBatch } from './joint/restitution';

/** What the iterative step moves: the awake bodies, and the batches with the joints it visits in their active lists. */
export interface IterativeSystem {
  readonly bodies: BodyStore;
  readonly awake: SlotList;
  /** Those that read other joints' coordinates come last. */
  readonly batches: readonly JointBatch[];
  readonly context: StepContext;
  /** Called at the start of each substep. */
  readonly beforeSubstep: (() => void) | null;
}

/**
 * The iterative step, second order (design §3): every joint measures and prepares; then, for each substep, half of the
 * forces change velocities, every coordinate is warm started and solved once with bias, bodies move, every joint measures
 * and prepares again at the new pose, the other half of the forces acts, and every coordinate is warm started and solved
 * once without bias, to relax. What met a stop with restitution is thrown back at the end.
 *
 * A batch whose only law is the rigid lock of a point takes the shorter way of plain-point.ts: bodies remember its impulses, and it
 * measures and books as it relaxes.
 */
export function stepIteratively(system: IterativeSystem, dt: number, substeps: number): void {
  const { bodies, awake, batches, context, beforeSubstep } = system;
  context.setSubstep(dt, substeps);
  const others = hasOthers(batches);
  let lost = false;
  const stiffened = stiffenMasses(bodies, awake, batches, context);
  measureAndPrepare(system);
  beginPlainPoints(system, others);
  for (let k = 0; k < substeps; k++) {
    if (beforeSubstep !== null) {
      beforeSubstep();
      measureAndPrepare(system);
      beginPlainPoints(system, others);
    }
    kickBefore(bodies, awake, context, others);
    if (others) {
      warmStart(system);
      prepareArcs(bodies, awake, context);
    }
    if (batches.some(needsPrediction)) predict(system);
    solve(system, false, others);
    // Other coordinates are prepared at the rates before the second half kick.
    if (integratePoses(bodies, awake, context, k === substeps - 1, !others)) lost = forgetLostNumbers(system);
    if (others) {
      measureAndPrepare(system);
      kickAfter(bodies, awake);
      warmStart(system);
    }
    solve(system, true, others);
    if (k === substeps - 1) restitute(system);
    for (let i = 0; i < batches.length; i++) if (batches[i].plainPoint < 0) tallyReactions(batches[i], context);
  }
  for (let i = 0; i < batches.length; i++)
    if (batches[i].plainPoint >= 0) bookPlainPoints(batches[i], batches[i].plainPoint);
  if (stiffened) restoreMasses(bodies, awake);
  lost = endSubsteps(bodies, awake, context) || lost;
  if (lost) forgetLostNumbers(system);
}

/** After an overflow: an infinite impulse makes even a static body's velocity no number. */
function forgetLostNumbers({ bodies, batches }: IterativeSystem): true {
  zeroLostNumbers(bodies.motion, 0, bodies.count * BODY);
  zeroLostNumbers(bodies.drive, 0, bodies.count * BODY);
  for (const batch of batches) batch.forgetLostNumbers();
  return true;
}

function needsPrediction({ activeCount, type }: JointBatch): boolean {
  return activeCount > 0 && type.findsArcByMeasuring;
}

function predict({ bodies, awake, context }: IterativeSystem): void {
  context.pose = bodies.pose;
  if (context.movedPose.length !== bodies.pose.length) context.movedPose = new Float64Array(bodies.pose.length);
  predictPoses(bodies, awake, context, context.movedPose);
}

/** True if some batch has other coordinates to warm start than plain points. */
function hasOthers(batches: readonly JointBatch[]): boolean {
  for (let i = 0; i < batches.length; i++) if (batches[i].plainPoint < 0 && batches[i].lawful.length > 0) return true;
  return false;
}

// Indexed loops: the iterators of a loop that is not yet optimised would be garbage in every step.
function measureAndPrepare({ bodies, batches, context }: IterativeSystem): void {
  for (let i = 0; i < batches.length; i++) {
    const batch = batches[i];
    if (batch.plainPoint >= 0) continue;
    measureBatch(batch, bodies.pose);
    for (let c = 0; c < batch.lawful.length; c++) {
      const { kind, at, law } = batch.lawful[c];
      kind.prepare(batch, at, law, bodies.motion, context);
    }
    if (batch.hasBearings) batch.type.prepareBearings(batch);
  }
}

function warmStart({ bodies, batches }: IterativeSystem): void {
  for (let i = 0; i < batches.length; i++) {
    const batch = batches[i];
    if (batch.plainPoint >= 0) continue;
    for (let c = 0; c < batch.lawful.length; c++) {
      const { kind, at, law } = batch.lawful[c];
      kind.warmStart(batch, at, bodies.motion, law);
    }
  }
}

/** Measures plain points, and takes their impulses off the free velocities. */
function beginPlainPoints({ bodies, awake, batches, context }: IterativeSystem, others: boolean): void {
  prepareDrive(bodies, awake, context);
  const { pose, motion, drive } = bodies;
  for (let i = 0; i < batches.length; i++) {
    const { plainPoint } = batches[i];
    if (plainPoint >= 0) relaxPlainPoints(batches[i], plainPoint, pose, motion, drive, true, context);
  }
  if (others) exchangeFree(bodies, awake);
}

function prepareJointArcs({ bodies, batches, context }: IterativeSystem): void {
  for (let i = 0; i < batches.length; i++) {
    const batch = batches[i];
    for (let c = 0; c < batch.lawful.length; c++) {
      const { kind, at } = batch.lawful[c];
      kind.prepareArc?.(batch, at, bodies.motion, context);
    }
  }
}

function solve(system: IterativeSystem, relax: boolean, others: boolean): void {
  const { bodies, awake, batches, context } = system;
  const { pose, motion, drive } = bodies;
  context.relax = relax;
  if (!relax) prepareJointArcs(system);
  for (let i = 0; i < batches.length; i++) {
    const batch = batches[i];
    if (batch.plainPoint >= 0) {
      if (others) exchangeFree(bodies, awake);
      if (relax) relaxPlainPoints(batch, batch.plainPoint, pose, motion, drive, false, context);
      else solvePlainPoints(batch, batch.plainPoint, motion, drive, context);
      if (others) exchangeFree(bodies, awake);
      continue;
    }
    for (let c = 0; c < batch.lawful.length; c++) {
      const { kind, at, law } = batch.lawful[c];
      kind.solve(batch, at, law, motion, context);
    }
  }
}

function restitute({ bodies, batches, context }: IterativeSystem): void {
  for (let i = 0; i < batches.length; i++) if (batches[i].bounces) restituteBatch(batches[i], bodies.motion, context);
}
