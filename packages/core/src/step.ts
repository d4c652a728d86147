import { BODY, type BodyStore, TIME, VX, WARM_VX, zeroLostNumbers } from './body/body-store';
import {
  clearWarmStarts,
  damp,
  endSubsteps,
  integratePoses,
  kickAfter,
  kickBefore,
  predictPoses,
  prepareArcs,
  prepareKicks,
  type SlotList,
} from './body/integrate';
import {
  bookPlainPoints,
  clearPlainPoints,
  measurePlainPoints,
  relaxPlainPoints,
  solvePlainPoints,
} from './coordinates/points/plain-point';
import { solveHinges } from './coordinates/hinge';
import type { StepContext } from './coordinates/step-context';
import { prepareBearings, rubByLoad } from './joint/bearings';
import type { JointBatch } from './joint/batch/joint-batch';
import { restoreMasses, stiffenMasses } from './body/stiffen-masses';
import { type BlockJoints, visit } from './islands/block-joints';
import { type Block, closeRecords, openRecords } from './islands/blocks';
import { stepPlainBlock } from './islands/plain/plain-block';
import type { ContactSolver } from './parts';
import { measureBatch } from './joint/batch/measure';
import { clearReaction, tallyReactions } from './joint/reactions';
import { restituteBatch } from './joint/restitution';
import { beginServos, endServos, stepLength } from './joint/motors/servos';

/** What the iterative step moves: the awake bodies, and the batches with the joints it visits in their active lists. */
export interface IterativeSystem {
  readonly bodies: BodyStore;
  /** All that is awake, and parts of it that do not act on each other. */
  readonly whole: Block;
  readonly blocks: readonly Block[];
  readonly batches: readonly JointBatch[];
  readonly context: StepContext;
  /** What touches, null in a world without contacts. */
  readonly contacts: ContactSolver | null;
  /** Called at the start of each substep. */
  readonly beforeSubstep: (() => void) | null;
}

/** The iterative step, one block after the other; all at once for a hook, which sees the whole world at the start of each substep. */
export function stepIteratively(system: IterativeSystem, dt: number, substeps: number): void {
  const { bodies, whole, blocks, batches, context, beforeSubstep } = system;
  context.setSubstep(dt, substeps);
  context.longest = 0;
  context.easeLocks(substeps);
  context.findLeastBlow();
  if (whole.joints.some(needsPrediction)) predictRest(bodies, context);
  try {
    if (beforeSubstep !== null) stepBlock(system, whole, dt, substeps);
    else
      for (let i = 0; i < blocks.length; i++) {
        openRecords(batches);
        if (!stepShortWay(system, blocks[i], substeps)) stepBlock(system, blocks[i], dt, substeps);
      }
  } finally {
    for (let i = 0; i < batches.length; i++) {
      batches[i].showAll();
      batches[i].takesStiffness = false;
    }
    if (beforeSubstep === null) closeRecords(batches);
  }
}

/**
 * The step of a block in WebAssembly; false where it is for the long way. Its records come home for that, and all records do where there are
 * force functions, which may look at anything.
 */
function stepShortWay(
  { bodies, batches, context, contacts }: IterativeSystem,
  block: Block,
  substeps: number,
): boolean {
  const touches = block.collides && contacts?.touch === true;
  if (!touches && stepPlainBlock(block, bodies, context, substeps)) return true;
  block.loan.giveBack();
  if (context.forces.length > 0) closeRecords(batches);
  return false;
}

/**
 * The step of a block, second order (docs/adr/iterative-second-order.md): every joint measures and prepares; then, for each substep, half of the
 * forces change velocities, every coordinate is warm started and solved once with bias, bodies move, every joint measures
 * and prepares again at the new pose, the other half of the forces acts, and every coordinate is warm started and solved
 * once without bias, to relax. What met a stop with restitution is thrown back at the end.
 *
 * A batch whose only law is the rigid lock of a point takes the shorter way of plain-point.ts: after the move it is measured
 * as it is warm started, and it books its reactions as it relaxes.
 */
function stepBlock(system: IterativeSystem, block: Block, dt: number, substeps: number): void {
  const { bodies, context, beforeSubstep } = system;
  const { awake, joints } = block;
  context.pass = 0;
  context.motion = bodies.motion;
  context.load = bodies.load;
  stepLength[0] = dt;
  const contacts = block.collides && system.contacts?.touch === true ? system.contacts : null;
  const others = contacts !== null || hasOthers(joints);
  const predicts = joints.some(needsPrediction);
  let lost = false;
  bodies.pose[TIME] = 0;
  for (let i = 0; i < joints.length; i++) clearSums(visit(joints[i]));
  // First: what stiffens masses goes by where the bodies are now, also where they were put since the last step.
  measureAll(system, joints);
  takeStiffness(system, joints);
  context.stiffened = stiffenMasses(bodies, awake, joints, context);
  let damps = prepareKicks(bodies, awake, context);
  prepareAll(system, joints);
  contacts?.begin(bodies, context);
  sumUpPlainPoints(system, joints);
  for (let i = 0; i < joints.length; i++) {
    const batch = visit(joints[i]);
    if (batch.hasServos) beginServos(batch, bodies.motion);
  }
  for (let k = 0; k < substeps; k++) {
    if (beforeSubstep !== null) {
      clearWarmStarts(bodies, awake);
      beforeSubstep();
      context.kicked.findAgain(bodies);
      if (predicts) predictRest(bodies, context);
      damps = prepareKicks(bodies, awake, context);
      measureAndPrepare(system, joints);
      contacts?.measure(bodies);
      sumUpPlainPoints(system, joints);
    }
    if (damps) damp(bodies, awake);
    kickBefore(bodies, awake, context);
    if (others) {
      warmStart(system, joints);
      contacts?.warmStart(bodies);
      prepareArcs(bodies, awake, context);
    }
    if (predicts) predict(system, awake);
    solve(system, joints, false);
    contacts?.solve(bodies, context);
    bodies.pose[TIME] += context.h;
    // Other coordinates are prepared at the rates before the second half kick.
    if (integratePoses(bodies, awake, context, k === substeps - 1, !others)) lost = forgetLostNumbers(system, joints);
    if (others) {
      liftCorrections(system, joints);
      measureAndPrepare(system, joints);
      kickAfter(bodies, awake);
      contacts?.measure(bodies);
      warmStart(system, joints);
      contacts?.warmStart(bodies);
    }
    warmStartPlainPoints(system, joints);
    if (damps) damp(bodies, awake);
    solve(system, joints, true);
    contacts?.solve(bodies, context);
    if (k === substeps - 1) {
      contacts?.restitute(bodies);
      restitute(system, joints);
    }
    for (let i = 0; i < joints.length; i++)
      if (joints[i].part.plainPoint < 0) tallyReactions(visit(joints[i]), context);
  }
  for (let i = 0; i < joints.length; i++) {
    const { plainPoint } = joints[i].part;
    if (plainPoint >= 0) bookPlainPoints(visit(joints[i]), plainPoint);
  }
  contacts?.keep(bodies);
  if (context.stiffened) restoreMasses(bodies, awake);
  lost = endSubsteps(bodies, awake, context) || lost;
  for (let i = 0; i < joints.length; i++) {
    const batch = visit(joints[i]);
    if (batch.hasServos) endServos(batch, bodies.motion);
  }
  if (lost) forgetLostNumbers(system, joints);
}

/** Begins a step: nothing is booked yet. */
function clearSums(batch: JointBatch): void {
  if (batch.plainPoint >= 0) {
    clearPlainPoints(batch, batch.plainPoint, batch.lawsAreNew);
    return;
  }
  const { active, activeCount, rows, laws, columns, stride, lawful } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    clearReaction(rows, j * stride);
    for (let c = 0; c < lawful.length; c++) {
      const { kind, at, index } = lawful[c];
      kind.clearSums(rows, j * stride + at, laws, batch.lawsAt(j, index), columns);
    }
  }
}

/** After an overflow: an infinite impulse makes even a static body's velocity no number. */
function forgetLostNumbers({ bodies }: IterativeSystem, joints: readonly BlockJoints[]): true {
  for (let slot = 0; slot < bodies.count; slot++) zeroLostNumbers(bodies.motion, slot * BODY, BODY);
  for (let i = 0; i < joints.length; i++) {
    const batch = visit(joints[i]);
    for (let k = 0; k < batch.activeCount; k++) batch.forgetLostNumbers(batch.active[k]);
  }
  return true;
}

function needsPrediction({ part, count }: BlockJoints): boolean {
  return count > 0 && part.batch.type.findsArcByMeasuring;
}

/** What no substep moves stays where it is. */
function predictRest({ pose }: BodyStore, context: StepContext): void {
  if (context.movedPose.length !== pose.length) context.movedPose = new Float64Array(pose.length);
  context.movedPose.set(pose);
}

function predict({ bodies, context }: IterativeSystem, awake: SlotList): void {
  context.pose = bodies.pose;
  predictPoses(bodies, awake, context, context.movedPose);
  context.movedPose[TIME] = bodies.pose[TIME] + context.h;
}

/** True if there are other coordinates to warm start than plain points. */
function hasOthers(joints: readonly BlockJoints[]): boolean {
  for (let i = 0; i < joints.length; i++)
    if (joints[i].part.plainPoint < 0 && joints[i].part.lawful.length > 0) return true;
  return false;
}

/**
 * What is soft by hertz, and has yet to take its stiffness, does so by the masses that its bodies have: what it would take of those that weigh
 * more for the step it would keep.
 */
function takeStiffness({ bodies, context }: IterativeSystem, joints: readonly BlockJoints[]): void {
  for (let i = 0; i < joints.length; i++) {
    if (joints[i].part.plainPoint >= 0 || !joints[i].part.batch.takesStiffness) continue;
    const batch = visit(joints[i]);
    prepareBatch(batch, bodies, context);
  }
}

function prepareBatch(batch: JointBatch, { motion, load }: BodyStore, context: StepContext): void {
  context.load = load;
  for (let c = 0; c < batch.lawful.length; c++) {
    const { kind, at, index } = batch.lawful[c];
    kind.prepare(batch, at, index, motion, context);
  }
}

// Indexed loops: the iterators of a loop that is not yet optimised would be garbage in every step.
function measureAndPrepare(system: IterativeSystem, joints: readonly BlockJoints[]): void {
  measureAll(system, joints);
  prepareAll(system, joints);
}

function measureAll({ bodies }: IterativeSystem, joints: readonly BlockJoints[]): void {
  for (let i = 0; i < joints.length; i++)
    if (joints[i].part.plainPoint < 0) measureBatch(visit(joints[i]), bodies.pose);
}

function prepareAll({ bodies, context }: IterativeSystem, joints: readonly BlockJoints[]): void {
  for (let i = 0; i < joints.length; i++) {
    if (joints[i].part.plainPoint >= 0) continue;
    const batch = visit(joints[i]);
    prepareBatch(batch, bodies, context);
    if (batch.hasBearings) prepareBearings(batch);
  }
}

/** What closes gaps turns with its rows: out along the old ones now, and in along the new ones with the warm start. */
function liftCorrections({ bodies }: IterativeSystem, joints: readonly BlockJoints[]): void {
  for (let i = 0; i < joints.length; i++) {
    const batch = visit(joints[i]);
    for (let c = 0; c < batch.lawful.length; c++) {
      const { kind, at } = batch.lawful[c];
      kind.liftCorrection?.(batch, at, bodies.motion, bodies.pose);
    }
  }
}

function warmStart({ bodies }: IterativeSystem, joints: readonly BlockJoints[]): void {
  for (let i = 0; i < joints.length; i++) {
    if (joints[i].part.plainPoint >= 0) continue;
    const batch = visit(joints[i]);
    for (let c = 0; c < batch.lawful.length; c++) {
      const { kind, at, index } = batch.lawful[c];
      kind.warmStart(batch, at, bodies.motion, index);
    }
  }
}

/** Measures plain points, and sums up per body what the next half kick adds. */
function sumUpPlainPoints({ bodies, context }: IterativeSystem, joints: readonly BlockJoints[]): void {
  for (let i = 0; i < joints.length; i++) {
    const { plainPoint } = joints[i].part;
    if (plainPoint < 0) continue;
    measurePlainPoints(visit(joints[i]), plainPoint, bodies.pose, bodies.motion, WARM_VX, context);
  }
}

function warmStartPlainPoints({ bodies, context }: IterativeSystem, joints: readonly BlockJoints[]): void {
  for (let i = 0; i < joints.length; i++) {
    const { plainPoint } = joints[i].part;
    if (plainPoint < 0) continue;
    measurePlainPoints(visit(joints[i]), plainPoint, bodies.pose, bodies.motion, VX, context);
  }
}

function prepareJointArcs({ bodies, context }: IterativeSystem, joints: readonly BlockJoints[]): void {
  for (let i = 0; i < joints.length; i++) {
    const batch = visit(joints[i]);
    for (let c = 0; c < batch.lawful.length; c++) {
      const { kind, at } = batch.lawful[c];
      kind.prepareArc?.(batch, at, bodies.motion, context);
    }
  }
}

function solve(system: IterativeSystem, joints: readonly BlockJoints[], relax: boolean): void {
  const { bodies, context } = system;
  context.relax = relax;
  context.pass++;
  context.motion = bodies.motion;
  context.load = bodies.load;
  if (!relax) prepareJointArcs(system, joints);
  for (let i = 0; i < joints.length; i++) {
    const batch = visit(joints[i]);
    if (batch.plainPoint >= 0) {
      if (relax) relaxPlainPoints(batch, batch.plainPoint, bodies.motion, context);
      else solvePlainPoints(batch, batch.plainPoint, bodies.motion, context);
      continue;
    }
    if (turnsOnPoints(batch)) solveHinges(batch, batch.lawful[0], batch.lawful[1], bodies.motion, context);
    else solveCoordinates(batch, bodies.motion, context);
    if (batch.hasBearings) rubByLoad(batch, bodies.motion, context);
  }
}

/** True of hinges whose angles have laws as well as their points. */
function turnsOnPoints({ type, lawful }: JointBatch): boolean {
  return type.isHinge && lawful.length === 2;
}

function solveCoordinates(batch: JointBatch, v: Float64Array, context: StepContext): void {
  for (let c = 0; c < batch.lawful.length; c++) {
    const { kind, at, index } = batch.lawful[c];
    kind.solve(batch, at, index, v, context);
  }
}

function restitute({ bodies, context, beforeSubstep }: IterativeSystem, joints: readonly BlockJoints[]): void {
  for (let i = 0; i < joints.length; i++)
    // A hook may have given a joint its first limits.
    if (joints[i].part.batch.hasStops || beforeSubstep !== null) restituteBatch(visit(joints[i]), bodies, context);
}
