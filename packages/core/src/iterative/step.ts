import { BODY, type BodyStore, TIME, zeroLostNumbers } from '../state/body-store';
import {
  damp,
  endSubsteps,
  integratePoses,
  kick,
  predictPoses,
  prepareArcs,
  prepareKicks,
  type SlotList,
} from './integrate';
import type { StepContext } from '../coordinates/step-context';
import { prepareBearings, rubByLoad } from './bearings';
import type { JointBatch } from '../batches/joint-batch';
import { restoreMasses, stiffenMasses } from './stiffen-masses';
import { type BlockJoints, visit } from './block-joints';
import type { Block } from './blocks';
import { measureBatch } from '../batches/measure';
import { clearBooked, tallyReactions } from '../batches/reactions';
import { restituteBatch } from './restitution';
import { beginServos, endServos, stepLength } from './servos';
import type { ContactSolver, FastStep } from '../simulation/parts';

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
  /** Steps the blocks that it takes; null in a world that was not given it. */
  readonly fast: FastStep | null;
}

/** The iterative step, one block after the other; all at once for a hook, which sees the whole world at the start of each substep. */
export function stepIteratively(system: IterativeSystem, dt: number, substeps: number): void {
  const { bodies, whole, blocks, batches, context, beforeSubstep, fast } = system;
  context.setSubstep(dt, substeps);
  context.longest = 0;
  context.easeLocks(substeps);
  context.findLeastBlow();
  if (whole.joints.some(needsPrediction)) predictRest(bodies, context);
  try {
    if (beforeSubstep !== null) {
      stepBlock(system, whole, dt, substeps);
      // What `fast` prepared for its own steps was overwritten.
      bodies.changes++;
    } else
      for (let i = 0; i < blocks.length; i++)
        if (fast?.step(blocks[i], bodies, context, substeps) !== true) stepBlock(system, blocks[i], dt, substeps);
  } finally {
    for (let i = 0; i < batches.length; i++) {
      batches[i].showAll();
      batches[i].takesStiffness = false;
    }
  }
}

/**
 * The step of a block, second order (docs/adr/iterative-second-order.md): every joint measures and prepares; then, for each substep, half of the
 * forces change velocities, every coordinate is warm started and solved once with bias, bodies move, every joint measures
 * and prepares again at the new pose, the other half of the forces acts, and every coordinate is warm started and solved
 * once without bias, to relax. What met a stop with restitution is thrown back at the end.
 */
function stepBlock(system: IterativeSystem, block: Block, dt: number, substeps: number): void {
  const { bodies, context, beforeSubstep } = system;
  const { awake, joints } = block;
  context.load = bodies.load;
  stepLength[0] = dt;
  const contacts = block.collides && system.contacts?.touch === true ? system.contacts : null;
  const predicts = joints.some(needsPrediction);
  let lost = false;
  bodies.pose[TIME] = 0;
  for (let i = 0; i < joints.length; i++) clearSums(visit(joints[i]));
  // First: what stiffens masses goes by where the bodies are now, also where they were put since the last step.
  measureAll(system, joints);
  takeStiffness(system, joints);
  const stiffened = stiffenMasses(bodies, awake, joints, context);
  let damps = prepareKicks(bodies, awake, context);
  prepareAll(system, joints);
  contacts?.begin(bodies, context);
  for (let i = 0; i < joints.length; i++) {
    const batch = visit(joints[i]);
    if (batch.hasServos) beginServos(batch, bodies.motion);
  }
  for (let k = 0; k < substeps; k++) {
    if (beforeSubstep !== null) {
      beforeSubstep();
      // The store may have grown.
      context.load = bodies.load;
      context.kicked.findAgain(bodies);
      if (predicts) predictRest(bodies, context);
      damps = prepareKicks(bodies, awake, context);
      measureAndPrepare(system, joints);
      contacts?.measure(bodies);
    }
    if (damps) damp(bodies, awake);
    kick(bodies, awake);
    warmStart(system, joints);
    contacts?.warmStart(bodies);
    prepareArcs(bodies, awake, context);
    if (predicts) predict(system, awake);
    solve(system, joints, false);
    contacts?.solve(bodies, context);
    bodies.pose[TIME] += context.h;
    if (integratePoses(bodies, awake, context, k === substeps - 1)) {
      lost = true;
      forgetLostNumbers(bodies, joints);
      contacts?.forgetLostNumbers();
    }
    liftCorrections(system, joints);
    // Coordinates are prepared at the rates before the second half kick.
    measureAndPrepare(system, joints);
    kick(bodies, awake);
    contacts?.measure(bodies);
    warmStart(system, joints);
    contacts?.warmStart(bodies);
    if (damps) damp(bodies, awake);
    solve(system, joints, true);
    contacts?.solve(bodies, context);
    if (k === substeps - 1) {
      contacts?.restitute(bodies);
      restitute(system, joints);
    }
    for (let i = 0; i < joints.length; i++) tallyReactions(visit(joints[i]), context);
  }
  if (stiffened) restoreMasses(bodies, awake);
  lost = endSubsteps(bodies, awake, context) || lost;
  for (let i = 0; i < joints.length; i++) {
    const batch = visit(joints[i]);
    if (batch.hasServos) endServos(batch, bodies.motion);
  }
  if (lost) {
    forgetLostNumbers(bodies, joints);
    contacts?.forgetLostNumbers();
  }
}

/** Begins a step: nothing is booked yet. */
function clearSums(batch: JointBatch): void {
  for (let i = 0; i < batch.activeCount; i++) clearBooked(batch, batch.active[i]);
}

/** After an overflow: an infinite impulse makes even a static body's velocity no number. */
export function forgetLostNumbers(bodies: BodyStore, joints: readonly BlockJoints[]): void {
  for (let slot = 0; slot < bodies.count; slot++) zeroLostNumbers(bodies.motion, slot * BODY, BODY);
  for (let i = 0; i < joints.length; i++) {
    const batch = visit(joints[i]);
    for (let k = 0; k < batch.activeCount; k++) batch.forgetLostNumbers(batch.active[k]);
  }
}

function needsPrediction({ batch, count }: BlockJoints): boolean {
  return count > 0 && batch.type.findsArcByMeasuring;
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

/**
 * What is soft by hertz, and has yet to take its stiffness, does so by the masses that its bodies have: what it would take of those that weigh
 * more for the step it would keep.
 */
function takeStiffness({ bodies, context }: IterativeSystem, joints: readonly BlockJoints[]): void {
  for (let i = 0; i < joints.length; i++) {
    if (!joints[i].batch.takesStiffness) continue;
    const batch = visit(joints[i]);
    prepareBatch(batch, bodies, context);
  }
}

function prepareBatch(batch: JointBatch, { motion }: BodyStore, context: StepContext): void {
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
  for (let i = 0; i < joints.length; i++) measureBatch(visit(joints[i]), bodies.pose);
}

function prepareAll({ bodies, context }: IterativeSystem, joints: readonly BlockJoints[]): void {
  for (let i = 0; i < joints.length; i++) {
    const batch = visit(joints[i]);
    prepareBatch(batch, bodies, context);
    if (batch.hasBearings) prepareBearings(batch);
  }
}

/** What closes gaps turns with its rows: out along the old ones now, and in along the new ones with the warm start. */
function liftCorrections({ bodies, context }: IterativeSystem, joints: readonly BlockJoints[]): void {
  // While velocities are still those that bodies have moved by.
  for (let i = 0; i < joints.length; i++) {
    const batch = visit(joints[i]);
    for (let c = 0; c < batch.lawful.length; c++) {
      const { kind, at } = batch.lawful[c];
      kind.keepMomentum?.(batch, at, bodies.motion, bodies.pose, context);
    }
  }
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
    const batch = visit(joints[i]);
    for (let c = 0; c < batch.lawful.length; c++) {
      const { kind, at, index } = batch.lawful[c];
      kind.warmStart(batch, at, bodies.motion, index);
    }
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
  if (!relax) prepareJointArcs(system, joints);
  for (let i = 0; i < joints.length; i++) {
    const batch = visit(joints[i]);
    solveCoordinates(batch, bodies.motion, context);
    if (batch.hasBearings) rubByLoad(batch, bodies.motion, context);
  }
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
    if (joints[i].batch.hasStops || beforeSubstep !== null) restituteBatch(visit(joints[i]), bodies, context);
}
