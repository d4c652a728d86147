import {
  ANGLE,
  BODY,
  type BodyStore,
  COS,
  INERTIA,
  INV_INERTIA,
  INV_MASS,
  KICK_X,
  KICK_Y,
  OMEGA,
  SIN,
  TORQUE,
  VX,
  VY,
  X,
  Y,
} from '../body/body-store';
import { MOST_SPEED } from '../body/bounds';
import { prepareKicks, type SlotList } from '../body/integrate';
import { MOST_KICK } from '../body/stiffen-masses';
import { freeAngle } from '../coordinates/angle';
import { INDEX } from '../coordinates/coordinate';
import { clearPlainPoints } from '../coordinates/plain-point';
import { I11, I12, I22, P_IMPULSE_X, P_IMPULSE_Y, P_SUM_X, P_SUM_Y } from '../coordinates/point-fields';
import { FLAGS } from '../coordinates/scalar';
import { SLOP, type StepContext } from '../coordinates/step-context';
import { LEAST_SHOCK } from '../joint/blow';
import type { JointBatch } from '../joint/joint-batch';
import {
  ARM_AX,
  ARM_AY,
  ARM_BX,
  ARM_BY,
  GAP_X,
  GAP_Y,
  LOCAL_AX,
  LOCAL_AY,
  LOCAL_BX,
  LOCAL_BY,
  MAX_CORRECTION,
  MOMENT_A,
  MOMENT_B,
  PEAK_FORCE,
  SUM_X,
  SUM_Y,
} from '../joint/record';
import { hasOtherLaws, hasStops, readAngles, visitAngle, writeAngles } from './hinge-angles';
import { JOINT_SIZE, type PlainKernel, plainKernel } from './plain-kernel';

/** Numbers in the memory of wasm/plain-points.ts before the first body: settings of the step and constants. */
const START = 64;
/** Of a body: vx, vy, ω, 1/I, I, none, 0, 1/m, x, y, cos, sin, half kick x, y, angle, torque times half a substep. */
const BODY_SIZE = 16;
/** The step of fewer joints is short in any case: no page compiles for them alone. */
const LEAST_JOINTS = 16;
/** Tests close it: the long way has the same bits. */
export const shortWay = { isOpen: true };

/** Of each body slot: where in that memory the body lies while joints are written, 0 if nowhere. */
let places = new Int32Array(0);

/**
 * The step of a block of nothing but plain points in WebAssembly, two numbers at a time: written to its memory, stepped and read back.
 * False if the block, or what becomes of it, is for the long way: only half kicks have been prepared then.
 */
export function stepPlainBlock(
  bodies: BodyStore,
  awake: SlotList,
  batches: readonly JointBatch[],
  ctx: StepContext,
  substeps: number,
): boolean {
  const joints = countPlainJoints(batches);
  if (joints < LEAST_JOINTS || !shortWay.isOpen) return false;
  const kernel = plainKernel(visitAngle);
  if (kernel === null || prepareKicks(bodies, awake, ctx)) return false;
  const first = START + awake.count * BODY_SIZE;
  const end = first + joints * JOINT_SIZE;
  // Behind the joints lie their angles, if any has a stop.
  const angles = batches.some(hasStops) ? end - first : 0;
  const still = end + angles;
  // Behind these lie bodies that do not move, one for each time that a joint has one.
  if (!kernel.reserve(still + 2 * joints * BODY_SIZE)) return false;
  writeSettings(kernel, ctx);
  writeBodies(kernel, bodies, awake, ctx);
  writeJoints(kernel, bodies, batches, first, still);
  for (let i = 0; i < awake.count; i++) places[awake.slots[i]] = 0;
  for (let i = 0; i < batches.length; i++)
    if (batches[i].plainAngle >= 0) clearPlainPoints(batches[i], batches[i].plainPoint, batches[i].lawsAreNew);
  if (angles > 0) writeAngles(kernel, bodies, batches, ctx, first, angles);
  const stepped = kernel.step(START, first, end, angles, substeps);
  if (angles > 0) readAngles(bodies, ctx, first, !stepped);
  if (!stepped) return false;
  readBodies(kernel, bodies, awake);
  readJoints(kernel, batches, first);
  return true;
}

/** How many joints there are to visit; 0 if one is no plain point, or has laws on its angle other than hard stops. */
function countPlainJoints(batches: readonly JointBatch[]): number {
  let count = 0;
  for (let i = 0; i < batches.length; i++) {
    const { activeCount, plainPoint, sweeps } = batches[i];
    if (activeCount === 0) continue;
    if (plainPoint < 0 || hasOtherLaws(batches[i]) || (sweeps && hasSwept(batches[i]))) return 0;
    count += activeCount;
  }
  return count;
}

/** True if some joint of the block is swept back. */
function hasSwept({ active, activeCount, swept }: JointBatch): boolean {
  for (let i = 0; i < activeCount; i++) if (swept[active[i]] === 1) return true;
  return false;
}

function writeSettings({ numbers: m }: PlainKernel, ctx: StepContext): void {
  m[0] = ctx.h;
  m[1] = ctx.perSecond;
  m[2] = ctx.biasRate;
  m[3] = ctx.massScale;
  m[4] = ctx.impulseScale;
  m[5] = MOST_SPEED * ctx.lengthUnit;
  m[6] = MOST_KICK * ctx.lengthUnit;
  m[7] = Math.PI / ctx.lengthUnit;
  m[8] = ctx.leastBlow * m[7];
  m[9] = SLOP * ctx.lengthUnit;
  m[10] = LEAST_SHOCK * ctx.lengthUnit;
}

/** Writes the bodies that move. */
function writeBodies(
  { numbers: m }: PlainKernel,
  { type, motion: v, pose: q, drive: f, load }: BodyStore,
  { slots, count }: SlotList,
  { h }: StepContext,
): void {
  if (places.length < type.length) places = new Int32Array(type.length);
  const place = places;
  const half = h / 2;
  let o = START;
  for (let i = 0; i < count; i++) {
    const b = (slots[i] * BODY) & INDEX;
    place[slots[i]] = o;
    m[o] = v[b + VX];
    m[o + 1] = v[b + VY];
    m[o + 2] = v[b + OMEGA];
    m[o + 3] = v[b + INV_INERTIA];
    m[o + 4] = load[b + INERTIA];
    m[o + 6] = 0;
    m[o + 7] = v[b + INV_MASS];
    m[o + 8] = q[b + X];
    m[o + 9] = q[b + Y];
    m[o + 10] = q[b + COS];
    m[o + 11] = q[b + SIN];
    m[o + 12] = f[b + KICK_X];
    m[o + 13] = f[b + KICK_Y];
    m[o + 14] = q[b + ANGLE];
    m[o + 15] = half * load[b + TORQUE];
    o = (o + BODY_SIZE) & INDEX;
  }
}

/** Writes a body that does not move; returns where the next may lie. */
function writeStillBody(m: Float64Array, o: number, { motion: v, pose: q }: BodyStore, b: number): number {
  for (let i = 0; i < BODY_SIZE; i++) m[o + i] = 0;
  m[o] = v[b + VX];
  m[o + 1] = v[b + VY];
  m[o + 2] = v[b + OMEGA];
  m[o + 8] = q[b + X];
  m[o + 9] = q[b + Y];
  m[o + 10] = q[b + COS];
  m[o + 11] = q[b + SIN];
  m[o + 14] = q[b + ANGLE];
  return o + BODY_SIZE;
}

/**
 * Writes the joints from `first` on, each as offsets of its bodies in bytes, most correction, local anchors, arms, gap, inverse of K,
 * impulse, sum, moments, inverse of K, peak; and from `still` on their bodies that do not move.
 */
function writeJoints(
  { numbers: m, words }: PlainKernel,
  bodies: BodyStore,
  batches: readonly JointBatch[],
  first: number,
  still: number,
): void {
  const place = places;
  let o = first;
  for (let k = 0; k < batches.length; k++) {
    const { active, activeCount, bodies: pairs, rows: d, stride, plainPoint } = batches[k];
    for (let i = 0; i < activeCount; i++) {
      const j = active[i];
      let a = place[pairs[2 * j] / BODY];
      if (a === 0) {
        a = still;
        still = writeStillBody(m, a, bodies, pairs[2 * j]);
      }
      let b = place[pairs[2 * j + 1] / BODY];
      if (b === 0) {
        b = still;
        still = writeStillBody(m, b, bodies, pairs[2 * j + 1]);
      }
      words[2 * o] = 8 * a;
      words[2 * o + 1] = 8 * b;
      const r = (j * stride) & INDEX;
      const p = (r + plainPoint) & INDEX;
      m[o + 1] = d[r + MAX_CORRECTION];
      m[o + 2] = d[r + LOCAL_AX];
      m[o + 3] = d[r + LOCAL_AY];
      m[o + 4] = d[r + LOCAL_BX];
      m[o + 5] = d[r + LOCAL_BY];
      m[o + 6] = d[r + ARM_AX];
      m[o + 7] = d[r + ARM_AY];
      m[o + 8] = d[r + ARM_BX];
      m[o + 9] = d[r + ARM_BY];
      m[o + 14] = d[p + P_IMPULSE_X];
      m[o + 15] = d[p + P_IMPULSE_Y];
      m[o + 16] = m[o + 17] = m[o + 18] = m[o + 19] = m[o + 21] = 0;
      o = (o + JOINT_SIZE) & INDEX;
    }
  }
}

function readBodies({ numbers: m }: PlainKernel, { motion: v, pose: q }: BodyStore, { slots, count }: SlotList): void {
  let o = START;
  for (let i = 0; i < count; i++) {
    const b = (slots[i] * BODY) & INDEX;
    v[b + VX] = m[o];
    v[b + VY] = m[o + 1];
    v[b + OMEGA] = m[o + 2];
    q[b + X] = m[o + 8];
    q[b + Y] = m[o + 9];
    q[b + COS] = m[o + 10];
    q[b + SIN] = m[o + 11];
    q[b + ANGLE] = m[o + 14];
    o = (o + BODY_SIZE) & INDEX;
  }
}

/** Reads what a step leaves in the records. */
function readJoints({ numbers: m }: PlainKernel, batches: readonly JointBatch[], first: number): void {
  let o = first;
  for (let k = 0; k < batches.length; k++) {
    const { active, activeCount, rows: d, stride, plainPoint, plainAngle } = batches[k];
    for (let i = 0; i < activeCount; i++) {
      const r = (active[i] * stride) & INDEX;
      const p = (r + plainPoint) & INDEX;
      d[r + SUM_X] = d[p + P_SUM_X] = m[o + 16];
      d[r + SUM_Y] = d[p + P_SUM_Y] = m[o + 17];
      d[r + MOMENT_A] = m[o + 18];
      d[r + MOMENT_B] = m[o + 19];
      d[r + ARM_AX] = m[o + 6];
      d[r + ARM_AY] = m[o + 7];
      d[r + ARM_BX] = m[o + 8];
      d[r + ARM_BY] = m[o + 9];
      d[r + GAP_X] = m[o + 10];
      d[r + GAP_Y] = m[o + 11];
      d[r + PEAK_FORCE] = m[o + 21];
      d[p + I11] = m[o + 12];
      d[p + I12] = m[o + 20];
      d[p + I22] = m[o + 13];
      d[p + P_IMPULSE_X] = m[o + 14];
      d[p + P_IMPULSE_Y] = m[o + 15];
      o = (o + JOINT_SIZE) & INDEX;
      if (plainAngle >= 0 && d[r + plainAngle + FLAGS] === 0) freeAngle(d, r + plainAngle);
    }
  }
}
