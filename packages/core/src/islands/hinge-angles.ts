import { type BodyStore, INV_INERTIA, INV_MASS, OMEGA, VX, VY } from '../body/body-store';
import { solveHingeAngle } from '../coordinates/angle';
import { INDEX } from '../coordinates/coordinate';
import {
  LIMITS_SUM,
  LOWER_BOUND,
  LOWER_IMPULSE,
  LOWER_STRUCK,
  ONLY_STOPS,
  STOPS_HIT,
  UPPER_BOUND,
  UPPER_IMPULSE,
  UPPER_STRUCK,
} from '../coordinates/law-fields';
import { P_SUM_X, P_SUM_Y } from '../coordinates/point-fields';
import { EFFECTIVE_MASS, FLAGS, INVERSE_MASS, REACH_HIGH, REACH_LOW, TOTAL, VALUE, WARM } from '../coordinates/scalar';
import type { Elsewhere, StepContext } from '../coordinates/step-context';
import type { JointBatch } from '../joint/joint-batch';
import {
  ARM_AX,
  ARM_AY,
  ARM_BX,
  ARM_BY,
  GAP_X,
  GAP_Y,
  MOMENT_A,
  MOMENT_B,
  NOW_TORQUE,
  PEAK_FORCE,
  PEAK_TORQUE,
  REFERENCE_ANGLE,
  SUM_TORQUE,
} from '../joint/record';
import type { PlainKernel } from './plain-kernel';
import type { BlockJoints } from './plain-loan';

/**
 * The angles of hinges in a block that wasm/plain-points.ts steps. It knows stops, but no blows: where there may be one, the angle
 * is solved in the records as on the long way. What that needs of bodies and joints is fetched from the kernel's memory, and what it
 * changes is put back.
 */

/** Velocities and inverse masses as the kernel has them, of bodies that have been fetched. */
let motion = new Float64Array(0);

/** Words of an angle in the kernel's memory: bits of its laws, which stops pushed, batch and slot. */
const FLAGS_WORD = 30,
  HIT_WORD = 31,
  BATCH_WORD = 38,
  SLOT_WORD = 39;

type KernelMemory = Pick<PlainKernel, 'numbers' | 'words'>;

let memory: KernelMemory = { numbers: motion, words: new Int32Array(0) };
const NO_JOINTS: readonly BlockJoints[] = [];
let joints = NO_JOINTS;
let angles = 0;
/** Batch and slot of the joint that is visited, of whose angle the records have what counts. */
let visitedBatch = 0;
let visited = 0;
let context: StepContext | null = null;

/** True if some angle has a law. */
export function hasStops({ batch, slots, count }: BlockJoints): boolean {
  const { rows: d, stride, plainAngle } = batch;
  if (plainAngle >= 0) for (let i = 0; i < count; i++) if (d[slots[i] * stride + plainAngle + FLAGS] !== 0) return true;
  return false;
}

/** True if some angle has a law other than hard stops, or an impulse of one that is gone. */
export function hasOtherLaws({ batch, slots, count }: BlockJoints): boolean {
  const { rows: d, stride, plainAngle } = batch;
  if (plainAngle < 0) return false;
  for (let i = 0; i < count; i++) {
    const g = slots[i] * stride + plainAngle;
    const flags = d[g + FLAGS] | 0;
    if (flags & ~ONLY_STOPS || (flags === 0 && d[g + WARM] !== 0)) return true;
  }
  return false;
}

/** Makes room for the places of a batch's joints in the kernel's memory. */
export function beginAngles(batch: JointBatch): void {
  const { places, count } = batch;
  if (places.length >= count) return;
  batch.places = new Int32Array(2 * count);
  batch.places.set(places);
}

/** Writes the angle of the joint in slot `j` of the batch of this index, which lies at `o`, to `at`. */
export function writeAngle(
  kernel: PlainKernel,
  o: number,
  at: number,
  batch: JointBatch,
  index: number,
  j: number,
): void {
  const { numbers: m, words } = kernel;
  const { rows: d, laws: w, stride, lawsStride, plainAngle, plainAngleLaw } = batch;
  const flags = plainAngle < 0 ? 0 : d[j * stride + plainAngle + FLAGS] | 0;
  batch.places[j] = o;
  words[2 * at + FLAGS_WORD] = flags;
  m[at + 2] = 0;
  if (flags !== 0) {
    const p = j * lawsStride + plainAngleLaw;
    putBackAngle(kernel, at, batch, j);
    m[at + 12] = d[j * stride + REFERENCE_ANGLE];
    m[at + 13] = w[p + LOWER_BOUND];
    m[at + 14] = w[p + UPPER_BOUND];
    words[2 * at + BATCH_WORD] = index;
    words[2 * at + SLOT_WORD] = j;
  }
  // A side without a stop has no bound.
  m[at] = -Number.MAX_VALUE;
  m[at + 1] = Number.MAX_VALUE;
}

/** From now on angles may be visited. They lie `distance` numbers behind their joints. */
export function openAngles(
  kernel: PlainKernel,
  { motion: v, load }: BodyStore,
  parts: readonly BlockJoints[],
  ctx: StepContext,
  distance: number,
): void {
  memory = kernel;
  joints = parts;
  angles = distance;
  context = ctx;
  if (motion.length < v.length) motion = new Float64Array(v.length);
  ctx.motion = motion;
  ctx.load = load;
  ctx.correctionScale = Math.PI / ctx.lengthUnit;
  // Blows find out by themselves who weighs more for this step.
  ctx.stiffened = true;
  ctx.elsewhere = elsewhere;
}

export function closeAngles({ motion: v }: BodyStore, ctx: StepContext): void {
  ctx.elsewhere = null;
  ctx.motion = v;
  // A world that nobody holds is gone.
  context = null;
  joints = NO_JOINTS;
}

/** Called by the kernel: lets the stops of the angle of the joint at this byte act. */
export function visitAngle(joint: number, pass: number): void {
  if (context === null) return;
  const { numbers: m, words } = memory;
  const o = joint >> 3;
  const at = o + angles;
  const index = words[2 * at + BATCH_WORD];
  const j = words[2 * at + SLOT_WORD];
  const { batch } = joints[index];
  const { rows: d, laws: w, bodies: pairs, stride, lawsStride, plainAngle, plainAngleLaw } = batch;
  const r = (j * stride) & INDEX;
  const g = (r + plainAngle) & INDEX;
  const a = pairs[2 * j] & INDEX;
  const b = pairs[2 * j + 1] & INDEX;
  context.relax = pass === 1;
  context.jolted = pass === 0;
  context.visited = index;
  visitedBatch = index;
  visited = j;
  // What has just been kicked is looked at with its locks.
  if (context.jolted) fetch(index, j);
  const fromA = words[2 * o] >> 3;
  const fromB = words[2 * o + 1] >> 3;
  motion[a + OMEGA] = m[fromA + 2];
  motion[a + INV_INERTIA] = m[fromA + 3];
  motion[b + OMEGA] = m[fromB + 2];
  motion[b + INV_INERTIA] = m[fromB + 3];
  d[r + MOMENT_A] = m[o + 18];
  d[r + MOMENT_B] = m[o + 19];
  readAngle(memory, at, batch, j);

  solveHingeAngle(d, r, g, w, j * lawsStride + plainAngleLaw, motion, a, b, context);

  context.jolted = false;
  m[fromA + 2] = motion[a + OMEGA];
  m[fromB + 2] = motion[b + OMEGA];
  m[o + 18] = d[r + MOMENT_A];
  m[o + 19] = d[r + MOMENT_B];
  putBackAngle(memory, at, batch, j);
}

/** Brings to `motion` and to the records what a stop or a blow reads of a joint. */
function fetch(index: number, j: number): void {
  const { numbers: m, words } = memory;
  const { batch } = joints[index];
  const { rows: d, bodies: pairs, stride, plainPoint } = batch;
  const o = batch.places[j];
  fetchBody(pairs[2 * j], words[2 * o] >> 3);
  fetchBody(pairs[2 * j + 1], words[2 * o + 1] >> 3);
  const r = (j * stride) & INDEX;
  d[r + ARM_AX] = m[o + 6];
  d[r + ARM_AY] = m[o + 7];
  d[r + ARM_BX] = m[o + 8];
  d[r + ARM_BY] = m[o + 9];
  d[r + GAP_X] = m[o + 10];
  d[r + GAP_Y] = m[o + 11];
  d[r + plainPoint + P_SUM_X] = m[o + 16];
  d[r + plainPoint + P_SUM_Y] = m[o + 17];
  d[r + MOMENT_A] = m[o + 18];
  d[r + MOMENT_B] = m[o + 19];
  d[r + PEAK_FORCE] = m[o + 21];
  if (!(index === visitedBatch && j === visited)) readAngle(memory, o + angles, batch, j);
}

function fetchBody(b: number, from: number): void {
  const { numbers: m } = memory;
  motion[b + VX] = m[from];
  motion[b + VY] = m[from + 1];
  motion[b + OMEGA] = m[from + 2];
  motion[b + INV_INERTIA] = m[from + 3];
  motion[b + INV_MASS] = m[from + 7];
}

/** Takes to the kernel what a blow has changed of a joint. */
function putBack(index: number, j: number): void {
  const { numbers: m, words } = memory;
  const { batch } = joints[index];
  const { rows: d, bodies: pairs, stride, plainPoint } = batch;
  const o = batch.places[j];
  putBackBody(pairs[2 * j], words[2 * o] >> 3);
  putBackBody(pairs[2 * j + 1], words[2 * o + 1] >> 3);
  const r = (j * stride) & INDEX;
  m[o + 16] = d[r + plainPoint + P_SUM_X];
  m[o + 17] = d[r + plainPoint + P_SUM_Y];
  m[o + 18] = d[r + MOMENT_A];
  m[o + 19] = d[r + MOMENT_B];
  m[o + 21] = d[r + PEAK_FORCE];
  if (words[2 * (o + angles) + FLAGS_WORD] !== 0 && !(index === visitedBatch && j === visited))
    putBackAngle(memory, o + angles, batch, j);
}

function putBackBody(b: number, to: number): void {
  const { numbers: m } = memory;
  m[to] = motion[b + VX];
  m[to + 1] = motion[b + VY];
  m[to + 2] = motion[b + OMEGA];
}

/** Brings to the records what the kernel has of the angle at `at`, that of the joint in slot `j`. */
export function readAngle(
  { numbers: m, words }: KernelMemory,
  at: number,
  { rows: d, laws: w, stride, lawsStride, plainAngle, plainAngleLaw }: JointBatch,
  j: number,
): void {
  if (plainAngle < 0) return;
  const r = (j * stride) & INDEX;
  const g = (r + plainAngle) & INDEX;
  d[g + REACH_LOW] = m[at];
  d[g + REACH_HIGH] = m[at + 1];
  if (words[2 * at + FLAGS_WORD] === 0) return;
  const p = (j * lawsStride + plainAngleLaw) & INDEX;
  d[g + WARM] = m[at + 2];
  d[r + NOW_TORQUE] = m[at + 3];
  d[g + EFFECTIVE_MASS] = m[at + 4];
  d[g + INVERSE_MASS] = m[at + 5];
  d[g + TOTAL] = m[at + 6];
  w[p + LOWER_IMPULSE] = m[at + 7];
  w[p + UPPER_IMPULSE] = m[at + 8];
  w[p + LOWER_STRUCK] = m[at + 9];
  w[p + UPPER_STRUCK] = m[at + 10];
  d[g + VALUE] = m[at + 11];
  w[p + STOPS_HIT] = words[2 * at + HIT_WORD];
  w[p + LIMITS_SUM] = m[at + 16];
  d[r + SUM_TORQUE] = m[at + 17];
  d[r + PEAK_TORQUE] = m[at + 18];
}

/** Takes to the kernel what the records have of an angle. */
function putBackAngle(
  { numbers: m, words }: KernelMemory,
  at: number,
  { rows: d, laws: w, stride, lawsStride, plainAngle, plainAngleLaw }: JointBatch,
  j: number,
): void {
  const r = (j * stride) & INDEX;
  const g = (r + plainAngle) & INDEX;
  const p = (j * lawsStride + plainAngleLaw) & INDEX;
  m[at] = d[g + REACH_LOW];
  m[at + 1] = d[g + REACH_HIGH];
  m[at + 2] = d[g + WARM];
  m[at + 3] = d[r + NOW_TORQUE];
  m[at + 4] = d[g + EFFECTIVE_MASS];
  m[at + 5] = d[g + INVERSE_MASS];
  m[at + 6] = d[g + TOTAL];
  m[at + 7] = w[p + LOWER_IMPULSE];
  m[at + 8] = w[p + UPPER_IMPULSE];
  m[at + 9] = w[p + LOWER_STRUCK];
  m[at + 10] = w[p + UPPER_STRUCK];
  words[2 * at + HIT_WORD] = w[p + STOPS_HIT];
  m[at + 16] = w[p + LIMITS_SUM];
  m[at + 17] = d[r + SUM_TORQUE];
  m[at + 18] = d[r + PEAK_TORQUE];
}

const elsewhere: Elsewhere = { fetch, putBack };
