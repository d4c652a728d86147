import type { BodyStore } from '../../body/body-store';
import { MOST_SPEED } from '../../body/bounds';
import { prepareKicks, type SlotList } from '../../body/integrate';
import { MOST_KICK } from '../../body/stiffen-masses';
import { type StepContext } from '../../coordinates/step-context';
import type { BatchPart } from '../../joint/batch/batch-part';
import type { Block } from '../blocks';
import { hasOtherLaw } from './hinge-angles';
import type { Islands } from '../islands';
import { type PlainKernel, plainKernel } from './plain-kernel';
import {
  STEP_BIAS_RATE,
  STEP_CORRECTION_SCALE,
  STEP_H,
  STEP_IMPULSE_SCALE,
  STEP_MASS_SCALE,
  STEP_MOST_KICK,
  STEP_MOST_SPEED,
  STEP_PER_SECOND,
} from './plain-layout';
import type { BlockJoints } from '../block-joints';

/** The step of fewer joints is short in any case: no page compiles for them alone. */
const LEAST_JOINTS = 16;
/** Tests close it: the long way has the same bits. */
export const shortWay = { isOpen: true };

/**
 * The step of a block of nothing but plain points in WebAssembly, two numbers at a time, with its records open. False if the block, or
 * what becomes of it, is for the long way: at most half kicks have been prepared then.
 */
export function stepPlainBlock({ awake, loan }: Block, bodies: BodyStore, ctx: StepContext, substeps: number): boolean {
  if (loan.count < LEAST_JOINTS || !shortWay.isOpen) return false;
  const { joints } = loan;
  if (ctx.hubs.any && hasHub(awake, ctx)) return false;
  if (!loan.isOut && !arePlain(joints)) return false;
  const kernel = plainKernel();
  if (kernel === null) return false;
  if (!loan.hasBodies(bodies)) loan.damps = prepareKicks(bodies, awake, ctx);
  if (!loan.isOut && !loan.borrow(kernel, bodies)) return false;
  writeSettings(kernel, ctx);
  return loan.step(kernel, bodies, ctx, substeps);
}

/** True of a plain point in slot `j` that has no laws on its angle. */
function isPlain(part: BatchPart, j: number): boolean {
  return part.plainPoint >= 0 && !hasOtherLaw(part, j);
}

function arePlain(joints: readonly BlockJoints[]): boolean {
  for (let k = 0; k < joints.length; k++) {
    const { part, slots, count } = joints[k];
    for (let i = 0; i < count; i++) if (!isPlain(part, slots[i])) return false;
  }
  return true;
}

/**
 * 1 for each island of nothing but plain points: what others have is no reason for it to go the long way. 0 for all where those have too
 * few joints.
 */
export function findPlainIslands({ joints }: Block, islands: Islands): Uint8Array {
  const plain = new Uint8Array(islands.list.length).fill(1);
  const islandOf = ({ batch }: BatchPart, slot: number): number => islands.ofJoint(batch, slot)?.index ?? -1;
  for (const { part, slots, count } of joints)
    for (let i = 0; i < count; i++) if (!isPlain(part, slots[i])) plain[islandOf(part, slots[i])] = 0;
  let found = 0;
  for (const { part, slots, count } of joints) for (let i = 0; i < count; i++) found += plain[islandOf(part, slots[i])];
  return found < LEAST_JOINTS ? plain.fill(0) : plain;
}

/** True if some body of the block weighs more in a step. */
function hasHub({ slots, count }: SlotList, { hubs }: StepContext): boolean {
  for (let i = 0; i < count; i++) if (hubs.mass[slots[i]] > 0) return true;
  return false;
}

function writeSettings({ numbers: m }: PlainKernel, ctx: StepContext): void {
  m[STEP_H] = ctx.h;
  m[STEP_PER_SECOND] = ctx.perSecond;
  m[STEP_BIAS_RATE] = ctx.biasRate;
  m[STEP_MASS_SCALE] = ctx.massScale;
  m[STEP_IMPULSE_SCALE] = ctx.impulseScale;
  m[STEP_MOST_SPEED] = MOST_SPEED * ctx.lengthUnit;
  m[STEP_MOST_KICK] = MOST_KICK * ctx.lengthUnit;
  m[STEP_CORRECTION_SCALE] = Math.PI / ctx.lengthUnit;
}
