import { BODY, type BodyStore } from '../../body/body-store';
import {
  LIMITS_CAPPED,
  LIMITS_ROW,
  LIMITS_SOFT,
  LOCK,
  LOCK_APART,
  LOCK_APART_HUNG,
  LOCK_DRAWN,
  LOCK_ROW,
  LOWER,
  LOWER_BOUND,
  S_GAMMA,
  UPPER,
  UPPER_BOUND,
} from '../../coordinates/laws/law-fields';
import { isRigidLock } from '../../coordinates/laws/lock';
import { P_APART_LEFT, P_IMPULSE_X, P_IMPULSE_Y, P_WARM_X, P_WARM_Y } from '../../coordinates/points/point-fields';
import { TARGET, VALUE } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { type Islands, islandOf, type JointRef } from '../../islands/islands';
import { isImmovable } from './blow-block';
import type { JointBatch } from '../batch/joint-batch';
import type { CoordinateSpec } from '../joint-type';
import { CLOSES, GAP_X, GAP_Y, JOINT_FLAGS, MAX_CORRECTION, PUT_APART } from '../batch/record';

/**
 * Points, and locked axes, whose joint was made apart, or whose body was put elsewhere. Until their gap is closed the parts that they join are moved towards each
 * other without a velocity, and their locks hold the rate of the gap alone: pulled together by impulses bodies went on turning, by what their arms
 * had turned between giving and taking back. Where other joints hold both parts, as those of a closed chain, they are pulled nevertheless.
 * What else is not where its lock or its stops let it be, an angle, a length, a travel, is pulled, too, but the pull leaves no velocity
 * (islands/closing-gaps.ts).
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
/** The same of angles, lengths and stops: of two rows that ask a light body for opposite things each leaves the other a little in a substep. */
const LONG_PATIENCE = 16;

/** The joint in this slot was made, or what may have moved one of its anchors: the next step looks how far they are apart. */
export function noteApart(batch: JointBatch, slot: number): void {
  const at = slot * batch.lawsStride;
  batch.laws[at + JOINT_FLAGS] = batch.laws[at + JOINT_FLAGS] | PUT_APART;
  const spec = placeOf(batch);
  if (spec !== undefined) batch.laws[at + spec.law + timeOf(spec)] = 0;
  forgetTimes(batch, slot);
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
  ctx.closing.any = false;
  for (let i = 0; i < batches.length; i++)
    if (batches[i].mayBeApart && markApart(batches[i], bodies, ctx, dt)) any = true;
  if (!any) return;
  if (ctx.closing.any) markIslands(islands, ctx);
  ctx.parts.find(islands, bodies);
  for (const batch of batches) if (batch.mayBeApart) markHung(batch, bodies, islands);
}

/** True if some place is marked. */
function markApart(
  batch: JointBatch,
  { pose, motion }: BodyStore,
  { lengthUnit, closing }: StepContext,
  dt: number,
): boolean {
  const { active, activeCount, stride, lawsStride } = batch;
  const { rows: d, laws: w } = batch;
  let any = false;
  const spec = placeOf(batch);
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    if (!(w[j * lawsStride + JOINT_FLAGS] & PUT_APART)) continue;
    // What the step reads as last measured is the same whether somebody has looked at it in between or not.
    batch.measure(j, pose);
    if (findMisplaced(batch, j, spec, lengthUnit, dt)) {
      w[j * lawsStride + JOINT_FLAGS] = w[j * lawsStride + JOINT_FLAGS] | CLOSES;
      any = closing.any = true;
    }
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
    if (!isApart && !(w[j * lawsStride + JOINT_FLAGS] & CLOSES))
      w[j * lawsStride + JOINT_FLAGS] = w[j * lawsStride + JOINT_FLAGS] & ~PUT_APART;
  }
  batch.mayBeApart = any || batch.settled < batch.count;
  if (any) batch.lawsChanged = true;
  return any;
}

/** True if another coordinate than its place is where its lock, or its stops, do not let it be. */
function findMisplaced(
  { type, coordinates, rows: d, laws: w, stride, lawsStride }: JointBatch,
  j: number,
  place: CoordinateSpec | undefined,
  lengthUnit: number,
  dt: number,
): boolean {
  let any = false;
  // Angles of hinges are closed about their points, and leave as little by impulses.
  if (type.isHinge) return false;
  for (let i = 0; i < coordinates.length; i++) {
    const { kind, at, law } = coordinates[i];
    if (coordinates[i] === place || !kind.scalar || kind.unit === 'number') continue;
    const o = j * stride + at;
    const p = j * lawsStride + law;
    const error = misplacedBy(d, o, w, p, d[o + kind.flagsAt]);
    const time = p + STOPS_LEFT;
    const unit = kind.unit === 'angle' ? 1 : lengthUnit;
    if (!(error > 0) || error < (w[time] > 0 ? NEARLY_CLOSED : APART) * unit) continue;
    const most = d[j * stride + MAX_CORRECTION] * (kind.unit === 'angle' ? Math.PI / lengthUnit : 1);
    if (w[time] === 0) w[time] = 1 + (most > 0 ? (LONG_PATIENCE * error) / most : 0);
    else w[time] -= dt;
    if (w[time] > 0) any = true;
    else w[time] = -1;
  }
  return any;
}

/** How far it is from there; 0 of what may give way: a force that has an end takes its time. */
function misplacedBy(d: Float64Array, o: number, w: Float64Array, p: number, flags: number): number {
  const value = d[o + VALUE];
  if (flags & (LIMITS_SOFT | LIMITS_CAPPED)) return 0;
  if (flags & LOCK) return isRigidLock(flags) ? Math.abs(value - d[o + TARGET]) : 0;
  const below = flags & LOWER ? w[p + LOWER_BOUND] - value : 0;
  const above = flags & UPPER ? value - w[p + UPPER_BOUND] : 0;
  return Math.max(below, above);
}

/** Where the time is kept that is left for such a coordinate: stops that are not soft have no softness. */
const STOPS_LEFT = LIMITS_ROW + S_GAMMA;

function forgetTimes({ coordinates, laws: w, lawsStride }: JointBatch, j: number): void {
  for (const { kind, law } of coordinates)
    if (kind.scalar && kind.unit !== 'number') w[j * lawsStride + law + STOPS_LEFT] = 0;
}

/** All joints of an island in which one closes a gap share its two solves, unless code of users is one of them. */
function markIslands({ list }: Islands, ctx: StepContext): void {
  ctx.closing.any = false;
  for (const { joints } of list) {
    if (!joints.some(closes)) continue;
    const close = joints.every(({ batch }) => batch.coordinates.every(({ kind }) => kind.kind !== 'general'));
    if (close) ctx.closing.any = true;
    for (const { batch, slot } of joints) {
      const flags = slot * batch.lawsStride + JOINT_FLAGS;
      batch.laws[flags] = close ? batch.laws[flags] | CLOSES : batch.laws[flags] & ~CLOSES;
      batch.mayBeApart = true;
    }
  }
}

function closes({ batch, slot }: JointRef): boolean {
  return (batch.laws[slot * batch.lawsStride + JOINT_FLAGS] & CLOSES) !== 0;
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
  const { rows: d, laws: w, stride, lawsStride, count } = batch;
  const spec = placeOf(batch);
  for (let j = 0; j < count; j++) w[j * lawsStride + JOINT_FLAGS] = w[j * lawsStride + JOINT_FLAGS] & ~CLOSES;
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
