import { BODY, type BodyStore } from '../../body/body-store';
import { LOCK, LOCK_APART, LOCK_APART_HUNG, LOCK_DRAWN, LOCK_ROW, S_GAMMA } from '../../coordinates/laws/law-fields';
import { P_APART_LEFT, P_IMPULSE_X, P_IMPULSE_Y, P_WARM_X, P_WARM_Y } from '../../coordinates/points/point-fields';
import { TARGET, VALUE } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { type Islands, islandOf } from '../../islands/islands';
import { isImmovable } from './blow-block';
import type { JointBatch } from '../batch/joint-batch';
import type { CoordinateSpec } from '../joint-type';
import { GAP_X, GAP_Y, JOINT_FLAGS, MAX_CORRECTION, PUT_APART } from '../batch/record';

/**
 * Points, and locked axes, whose joint was made apart, or whose body was put elsewhere. Until their gap is closed the parts that they join are moved towards each
 * other without a velocity, and their locks hold the rate of the gap alone: pulled together by impulses bodies went on turning, by what their arms
 * had turned between giving and taking back. Where other joints hold both parts, as those of a closed chain, they are pulled nevertheless.
 *
 * Impulses at the middle of the gap would let what hangs on the world swing about that: put 30 m away under gravity it came round at 80 rad/s, and was
 * wound in like a skater. There they act at the anchor of either body, where there is no momentum to be kept; between free bodies at one point of both.
 */

/** Gaps below this, times lengthUnit, are closed as any others, */
const APART = 0.1;
/** and those that were larger below this: ten of 0.1 that ordinary locks close at once throw a chain about with 180 J. */
const NEARLY_CLOSED = 0.005;

/**
 * Two bodies that move and are not together after so many times as long as `maxCorrectionSpeed` takes, and a second, are held apart by other
 * joints or by a load: those are solved as any others, and in WebAssembly.
 */
const PATIENCE = 4;

/** The joint in this slot was made, or what may have moved one of its anchors: the next step looks how far they are apart. */
export function noteApart(batch: JointBatch, slot: number): void {
  const at = slot * batch.lawsStride;
  batch.laws[at + JOINT_FLAGS] = batch.laws[at + JOINT_FLAGS] | PUT_APART;
  const spec = placeOf(batch);
  if (spec !== undefined) batch.laws[at + spec.law + timeOf(spec)] = 0;
  batch.mayBeApart = batch.mayBeLed = true;
}

/** Before a step: marks such places of the joints that the iterative step visits, and forgets the others. */
export function findApart(
  batches: readonly JointBatch[],
  bodies: BodyStore,
  islands: Islands,
  ctx: StepContext,
  dt: number,
): void {
  let any = false;
  ctx.parts.clear();
  for (let i = 0; i < batches.length; i++)
    if (batches[i].mayBeApart && markApart(batches[i], bodies, ctx, dt)) any = true;
  if (!any) return;
  ctx.parts.find(islands, bodies);
  for (const batch of batches) if (batch.mayBeApart) markHung(batch, bodies, islands);
}

/** True if some place is marked. */
function markApart(batch: JointBatch, { pose, motion }: BodyStore, { lengthUnit }: StepContext, dt: number): boolean {
  const { active, activeCount, stride, lawsStride } = batch;
  const { rows: d, laws: w } = batch;
  let any = false;
  const spec = placeOf(batch);
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    if (!(w[j * lawsStride + JOINT_FLAGS] & PUT_APART)) continue;
    // What the step reads as last measured is the same whether somebody has looked at it in between or not.
    batch.measure(j, pose);
    if (spec === undefined) continue;
    const o = j * stride + spec.at;
    const p = j * lawsStride + spec.law;
    const flags = o + spec.kind.flagsAt;
    if (d[flags] !== LOCK) continue;
    const gap = gapOf(d, j * stride, o, spec);
    const time = p + timeOf(spec);
    const left = w[time];
    if (gap < (left > 0 ? NEARLY_CLOSED : APART) * lengthUnit) continue;
    const most = d[j * stride + MAX_CORRECTION];
    if (left === 0) w[time] = 1 + (most > 0 ? (PATIENCE * gap) / most : 0);
    else if (gap < APART * lengthUnit || isBetweenMoving(batch, j, motion)) w[time] -= dt;
    if (!(w[time] > 0)) continue;
    d[flags] = LOCK | LOCK_APART;
    if (!spec.kind.scalar) {
      w[p + P_WARM_X] = d[o + P_IMPULSE_X];
      w[p + P_WARM_Y] = d[o + P_IMPULSE_Y];
    }
    any = true;
  }
  for (let j = 0; j < batch.settled; j++) {
    const isApart = any && spec !== undefined && (d[j * stride + spec.at + spec.kind.flagsAt] & LOCK_APART) !== 0;
    if (!isApart) w[j * lawsStride + JOINT_FLAGS] = w[j * lawsStride + JOINT_FLAGS] & ~PUT_APART;
  }
  batch.mayBeApart = any || batch.settled < batch.count;
  if (any) batch.lawsChanged = true;
  return any;
}

/** How far apart the joint in the record at `r` is. */
function gapOf(d: Float64Array, r: number, o: number, { kind }: CoordinateSpec): number {
  if (kind.scalar) return Math.abs(d[o + VALUE] - d[o + TARGET]);
  return Math.sqrt(d[r + GAP_X] * d[r + GAP_X] + d[r + GAP_Y] * d[r + GAP_Y]);
}

/** Marks points between two bodies that move where something hangs on the world; places that move no parts are left to ordinary locks. */
function markHung(batch: JointBatch, { motion }: BodyStore, islands: Islands): void {
  const { rows: d, active, activeCount, stride } = batch;
  const spec = placeOf(batch);
  if (spec === undefined) return;
  let island = -1;
  let hangs = false;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const flags = j * stride + spec.at + spec.kind.flagsAt;
    if (!(d[flags] & LOCK_APART)) continue;
    if (!isBetweenMoving(batch, j, motion) && !spec.kind.scalar) continue;
    if (!(d[flags] & LOCK_DRAWN)) {
      d[flags] = LOCK;
      continue;
    }
    if (island !== islandOf(batch, j, islands.ofBody)) {
      island = islandOf(batch, j, islands.ofBody);
      hangs = hangsOnGround(islands, island);
    }
    if (hangs && !spec.kind.scalar) d[flags] = d[flags] | LOCK_APART_HUNG;
  }
}

/** True if a joint ties the island to what no joint moves. */
function hangsOnGround({ list, ofBody }: Islands, island: number): boolean {
  return list[island].joints.some(({ batch: { bodies, columns }, slot }) => {
    for (let c = 0; c < columns; c++) if (ofBody[bodies[slot * columns + c] / BODY] < 0) return true;
    return false;
  });
}

/** After a step: nobody else sees the marks. */
export function endApart(batch: JointBatch): void {
  const { rows: d, stride, count } = batch;
  const spec = placeOf(batch);
  if (spec === undefined) return;
  for (let j = 0; j < count; j++) {
    const flags = j * stride + spec.at + spec.kind.flagsAt;
    d[flags] = d[flags] & ~(LOCK_APART | LOCK_APART_HUNG | LOCK_DRAWN);
  }
}

function isBetweenMoving({ bodies }: JointBatch, j: number, motion: Float64Array): boolean {
  return !isImmovable(motion, bodies[2 * j]) && !isImmovable(motion, bodies[2 * j + 1]);
}

/** What holds two places together: a point, or an axis that is locked. The row of a path turns on the way. */
function placeOf({ type }: JointBatch): CoordinateSpec | undefined {
  return type.coordinates.find(
    ({ kind, locked }) => kind.kind === 'point' || (kind.kind === 'axis' && kind.turnsWithA === true && locked),
  );
}

/** Where the time is kept that is left for it. */
function timeOf({ kind }: CoordinateSpec): number {
  return kind.scalar ? LOCK_ROW + S_GAMMA : P_APART_LEFT;
}
