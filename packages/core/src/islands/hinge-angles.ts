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
import { JOINT_SIZE, type PlainKernel } from './plain-kernel';

/**
 * The angles of hinges in a block that wasm/plain-points.ts steps. It knows stops, but no blows: where there may be one, the angle
 * is solved in the records as on the long way. What that needs of bodies and joints is fetched from the kernel's memory, and what it
 * changes is put back.
 */

/** Velocities and inverse masses as the kernel has them, of bodies that have been fetched. */
let motion = new Float64Array(0);
/** Of each batch where its slots begin in `places`, and of each slot where its joint lies in the kernel's memory. */
let starts = new Int32Array(0);
let places = new Int32Array(0);

/** Words of an angle in the kernel's memory: bits of its laws, batch and slot, whether it is kept, which stops pushed, whether any acted. */
const FLAGS_WORD = 14,
  BATCH_WORD = 15,
  SLOT_WORD = 16,
  KEPT_WORD = 17,
  HIT_WORD = 34,
  ACTED_WORD = 35;

/** Of each joint that is kept its batch and slot, then its numbers. */
const KEPT_SIZE = 15;
let kept = new Float64Array(0);
let keptCount = 0;

let memory: Pick<PlainKernel, 'numbers' | 'words'> = { numbers: motion, words: places };
const NO_BATCHES: readonly JointBatch[] = [];
let batches = NO_BATCHES;
let angles = 0;
/** Batch and slot of the joint that is visited, of whose angle the records have what counts. */
let visitedBatch = 0;
let visited = 0;
let context: StepContext | null = null;

/** True if some angle of the block has a law. */
export function hasStops({ active, activeCount, rows: d, stride, plainAngle }: JointBatch): boolean {
  if (plainAngle >= 0)
    for (let i = 0; i < activeCount; i++) if (d[active[i] * stride + plainAngle + FLAGS] !== 0) return true;
  return false;
}

/** True if some angle has a law other than hard stops, or an impulse of one that is gone. */
export function hasOtherLaws({ active, activeCount, rows: d, stride, plainAngle }: JointBatch): boolean {
  if (plainAngle < 0) return false;
  for (let i = 0; i < activeCount; i++) {
    const g = active[i] * stride + plainAngle;
    const flags = d[g + FLAGS] | 0;
    if (flags & ~ONLY_STOPS || (flags === 0 && d[g + WARM] !== 0)) return true;
  }
  return false;
}

/**
 * Writes the angles of the joints from `first` on, each `distance` numbers behind its joint, as large as that: reach, impulse to warm
 * start, value, reference, bounds, then as words flags, batch, slot and whether the rest is kept. From now on they may be visited.
 */
export function writeAngles(
  kernel: PlainKernel,
  { motion: v, load }: BodyStore,
  all: readonly JointBatch[],
  ctx: StepContext,
  first: number,
  distance: number,
): void {
  memory = kernel;
  batches = all;
  angles = distance;
  context = ctx;
  if (motion.length < v.length) motion = new Float64Array(v.length);
  ctx.motion = motion;
  ctx.load = load;
  ctx.correctionScale = Math.PI / ctx.lengthUnit;
  // Blows find out by themselves who weighs more for this step.
  ctx.stiffened = true;
  ctx.elsewhere = elsewhere;
  if (starts.length < all.length) starts = new Int32Array(all.length);
  keptCount = 0;
  if (kept.length < KEPT_SIZE * (distance / JOINT_SIZE)) kept = new Float64Array(KEPT_SIZE * (distance / JOINT_SIZE));
  let end = 0;
  for (let k = 0; k < all.length; k++) {
    starts[k] = end;
    end += all[k].count;
  }
  if (places.length < end) places = new Int32Array(2 * end);
  const { numbers: m, words } = memory;
  let o = first;
  for (let k = 0; k < all.length; k++) {
    const { active, activeCount, rows: d, laws: w, stride, lawsStride, plainAngle, plainAngleLaw } = all[k];
    for (let i = 0; i < activeCount; i++) {
      const j = active[i];
      const r = (j * stride) & INDEX;
      const g = (r + plainAngle) & INDEX;
      const flags = plainAngle < 0 ? 0 : d[g + FLAGS] | 0;
      const to = o + distance;
      places[starts[k] + j] = o;
      m[to] = -Number.MAX_VALUE;
      m[to + 1] = Number.MAX_VALUE;
      m[to + 2] = 0;
      words[2 * to + FLAGS_WORD] = flags;
      words[2 * to + KEPT_WORD] = words[2 * to + ACTED_WORD] = 0;
      o = (o + JOINT_SIZE) & INDEX;
      if (flags === 0) continue;
      const p = (j * lawsStride + plainAngleLaw) & INDEX;
      m[to + 2] = d[g + WARM];
      m[to + 4] = d[r + REFERENCE_ANGLE];
      m[to + 5] = w[p + LOWER_BOUND];
      m[to + 6] = w[p + UPPER_BOUND];
      words[2 * to + BATCH_WORD] = k;
      words[2 * to + SLOT_WORD] = j;
      m[to + 12] = w[p + LOWER_IMPULSE];
      m[to + 13] = w[p + UPPER_IMPULSE];
      m[to + 14] = w[p + LOWER_STRUCK];
      m[to + 15] = w[p + UPPER_STRUCK];
      words[2 * to + HIT_WORD] = 0;
      m[to + 18] = d[r + NOW_TORQUE];
      m[to + 16] = m[to + 19] = m[to + 20] = 0;
    }
  }
}

/** Reads what the step leaves of angles in the records, or, where it is `refused`, puts back there what was kept. */
export function readAngles({ motion: v }: BodyStore, ctx: StepContext, first: number, refused: boolean): void {
  ctx.elsewhere = null;
  ctx.motion = v;
  const { words } = memory;
  let o = first + angles;
  for (let k = 0; k < batches.length; k++) {
    const { active, activeCount } = batches[k];
    for (let i = 0; i < activeCount; i++) {
      if (!refused && words[2 * o + FLAGS_WORD] !== 0) fetchAngle(o, batches[k], active[i]);
      o = (o + JOINT_SIZE) & INDEX;
    }
  }
  if (refused) for (let i = 0; i < keptCount; i++) restore(KEPT_SIZE * i);
  // A world that nobody holds is gone.
  context = null;
  batches = NO_BATCHES;
}

/** Keeps what a step that is refused must not have changed: arms, and of an angle with stops what they go on with. */
function keep(at: number, index: number, j: number): void {
  memory.words[2 * at + KEPT_WORD] = 1;
  const { rows: d, laws: w, stride, lawsStride, plainAngle, plainAngleLaw } = batches[index];
  const k = KEPT_SIZE * keptCount++;
  const r = j * stride;
  kept[k] = index;
  kept[k + 1] = j;
  kept[k + 2] = d[r + ARM_AX];
  kept[k + 3] = d[r + ARM_AY];
  kept[k + 4] = d[r + ARM_BX];
  kept[k + 5] = d[r + ARM_BY];
  if (plainAngle < 0) return;
  const g = r + plainAngle;
  const p = j * lawsStride + plainAngleLaw;
  kept[k + 6] = d[g + WARM];
  kept[k + 7] = d[g + TOTAL];
  kept[k + 8] = d[g + EFFECTIVE_MASS];
  kept[k + 9] = d[g + INVERSE_MASS];
  kept[k + 10] = d[r + NOW_TORQUE];
  kept[k + 11] = w[p + LOWER_IMPULSE];
  kept[k + 12] = w[p + UPPER_IMPULSE];
  kept[k + 13] = w[p + LOWER_STRUCK];
  kept[k + 14] = w[p + UPPER_STRUCK];
}

/** Puts back in the records what is kept from `k` on. */
function restore(k: number): void {
  const { rows: d, laws: w, stride, lawsStride, plainAngle, plainAngleLaw } = batches[kept[k]];
  const r = kept[k + 1] * stride;
  d[r + ARM_AX] = kept[k + 2];
  d[r + ARM_AY] = kept[k + 3];
  d[r + ARM_BX] = kept[k + 4];
  d[r + ARM_BY] = kept[k + 5];
  if (plainAngle < 0) return;
  const g = r + plainAngle;
  const p = kept[k + 1] * lawsStride + plainAngleLaw;
  d[g + WARM] = kept[k + 6];
  d[g + TOTAL] = kept[k + 7];
  d[g + EFFECTIVE_MASS] = kept[k + 8];
  d[g + INVERSE_MASS] = kept[k + 9];
  d[r + NOW_TORQUE] = kept[k + 10];
  w[p + LOWER_IMPULSE] = kept[k + 11];
  w[p + UPPER_IMPULSE] = kept[k + 12];
  w[p + LOWER_STRUCK] = kept[k + 13];
  w[p + UPPER_STRUCK] = kept[k + 14];
}

/** Called by the kernel: lets the stops of the angle of the joint at this byte act. */
export function visitAngle(joint: number, pass: number): void {
  if (context === null) return;
  const { numbers: m, words } = memory;
  const o = joint >> 3;
  const at = o + angles;
  const index = words[2 * at + BATCH_WORD];
  const j = words[2 * at + SLOT_WORD];
  const { rows: d, laws: w, bodies: pairs, stride, lawsStride, plainAngle, plainAngleLaw } = batches[index];
  const r = (j * stride) & INDEX;
  const g = (r + plainAngle) & INDEX;
  const a = pairs[2 * j] & INDEX;
  const b = pairs[2 * j + 1] & INDEX;
  context.relax = pass === 1;
  context.jolted = pass === 0;
  context.visited = index;
  visitedBatch = index;
  visited = j;
  if (words[2 * at + KEPT_WORD] === 0) keep(at, index, j);
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
  fetchAngle(at, batches[index], j);

  solveHingeAngle(d, r, g, w, j * lawsStride + plainAngleLaw, motion, a, b, context);

  context.jolted = false;
  m[fromA + 2] = motion[a + OMEGA];
  m[fromB + 2] = motion[b + OMEGA];
  m[o + 18] = d[r + MOMENT_A];
  m[o + 19] = d[r + MOMENT_B];
  putBackAngle(at, batches[index], j);
}

/** Brings to `motion` and to the records what a stop or a blow reads of a joint. */
function fetch(index: number, j: number): void {
  const { numbers: m, words } = memory;
  const { rows: d, bodies: pairs, stride, plainPoint, plainAngle } = batches[index];
  const o = places[starts[index] + j];
  const at = o + angles;
  if (words[2 * at + KEPT_WORD] === 0) keep(at, index, j);
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
  if (plainAngle >= 0 && !(index === visitedBatch && j === visited)) fetchAngle(at, batches[index], j);
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
  const { rows: d, bodies: pairs, stride, plainPoint } = batches[index];
  const o = places[starts[index] + j];
  putBackBody(pairs[2 * j], words[2 * o] >> 3);
  putBackBody(pairs[2 * j + 1], words[2 * o + 1] >> 3);
  const r = (j * stride) & INDEX;
  m[o + 16] = d[r + plainPoint + P_SUM_X];
  m[o + 17] = d[r + plainPoint + P_SUM_Y];
  m[o + 18] = d[r + MOMENT_A];
  m[o + 19] = d[r + MOMENT_B];
  m[o + 21] = d[r + PEAK_FORCE];
  if (words[2 * (o + angles) + FLAGS_WORD] !== 0 && !(index === visitedBatch && j === visited))
    putBackAngle(o + angles, batches[index], j);
}

function putBackBody(b: number, to: number): void {
  const { numbers: m } = memory;
  m[to] = motion[b + VX];
  m[to + 1] = motion[b + VY];
  m[to + 2] = motion[b + OMEGA];
}

/** Brings to the records what the kernel has of an angle. */
function fetchAngle(
  at: number,
  { rows: d, laws: w, stride, lawsStride, plainAngle, plainAngleLaw }: JointBatch,
  j: number,
): void {
  const { numbers: m, words } = memory;
  const r = (j * stride) & INDEX;
  const g = (r + plainAngle) & INDEX;
  d[g + REACH_LOW] = m[at];
  d[g + REACH_HIGH] = m[at + 1];
  if (words[2 * at + FLAGS_WORD] === 0) return;
  d[g + VALUE] = m[at + 3];
  if (words[2 * at + ACTED_WORD] === 0) return;
  const p = (j * lawsStride + plainAngleLaw) & INDEX;
  d[g + WARM] = m[at + 2];
  d[g + EFFECTIVE_MASS] = m[at + 9];
  d[g + INVERSE_MASS] = m[at + 10];
  d[g + TOTAL] = m[at + 11];
  w[p + LOWER_IMPULSE] = m[at + 12];
  w[p + UPPER_IMPULSE] = m[at + 13];
  w[p + LOWER_STRUCK] = m[at + 14];
  w[p + UPPER_STRUCK] = m[at + 15];
  w[p + LIMITS_SUM] = m[at + 16];
  w[p + STOPS_HIT] = words[2 * at + HIT_WORD];
  d[r + NOW_TORQUE] = m[at + 18];
  d[r + SUM_TORQUE] = m[at + 19];
  d[r + PEAK_TORQUE] = m[at + 20];
}

/** Takes to the kernel what the records have of an angle. */
function putBackAngle(
  at: number,
  { rows: d, laws: w, stride, lawsStride, plainAngle, plainAngleLaw }: JointBatch,
  j: number,
): void {
  const { numbers: m, words } = memory;
  const r = (j * stride) & INDEX;
  const g = (r + plainAngle) & INDEX;
  const p = (j * lawsStride + plainAngleLaw) & INDEX;
  words[2 * at + ACTED_WORD] = 1;
  m[at] = d[g + REACH_LOW];
  m[at + 1] = d[g + REACH_HIGH];
  m[at + 2] = d[g + WARM];
  m[at + 9] = d[g + EFFECTIVE_MASS];
  m[at + 10] = d[g + INVERSE_MASS];
  m[at + 11] = d[g + TOTAL];
  m[at + 12] = w[p + LOWER_IMPULSE];
  m[at + 13] = w[p + UPPER_IMPULSE];
  m[at + 14] = w[p + LOWER_STRUCK];
  m[at + 15] = w[p + UPPER_STRUCK];
  m[at + 16] = w[p + LIMITS_SUM];
  words[2 * at + HIT_WORD] = w[p + STOPS_HIT];
  m[at + 18] = d[r + NOW_TORQUE];
  m[at + 19] = d[r + SUM_TORQUE];
  m[at + 20] = d[r + PEAK_TORQUE];
}

const elsewhere: Elsewhere = { fetch, putBack };
