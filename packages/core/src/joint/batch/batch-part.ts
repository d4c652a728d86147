import { ANY_LAW, BEARING, LIMITS_BOUNCE, LOCK, SPRING_FORCE } from '../../coordinates/laws/law-fields';
import type { JointBatch } from './joint-batch';
import type { CoordinateSpec } from '../joint-type';

/**
 * Joints of a batch whose islands take the same way through a step. Plain points have a shorter one, which rounds otherwise: an island takes
 * it if all its own joints of the batch may, whatever others are.
 */
export interface BatchPart {
  readonly batch: JointBatch;
  /** Slots, each island's in order of creation. */
  slots: Int32Array;
  count: number;
  /** Coordinates on which some of them has a law: the kernels skip the others. */
  lawful: readonly CoordinateSpec[];
  /**
   * Offset of the point that plain-point.ts solves: each of them holds it rigidly, and has no other law but on a hinge's angle. −1: none.
   */
  plainPoint: number;
  /** The angle that plain-point.ts solves along with the point: its offset, −1 if it has no law, and its number among the coordinates. */
  plainAngle: number;
  plainAngleIndex: number;
}

/** The parts of the joints that the iterative step visits; one at least. `islandOf` tells the island of a slot. */
export function partsOf(batch: JointBatch, islandOf: (slot: number) => number): BatchPart[] {
  const slots = batch.active.slice(0, batch.activeCount);
  const whole = partOf(batch, slots);
  if (whole.plainPoint >= 0 || !batch.coordinates.some(({ kind }) => kind.kind === 'point')) return [whole];
  const islands = new Map<number, number[]>();
  for (const slot of slots) {
    const island = islandOf(slot);
    const joints = islands.get(island);
    if (joints === undefined) islands.set(island, [slot]);
    else joints.push(slot);
  }
  const plainPoints = new Map<number, number>();
  for (const [island, joints] of islands) plainPoints.set(island, partOf(batch, Int32Array.from(joints)).plainPoint);
  const ways = [...new Set(plainPoints.values())];
  if (ways.length < 2) return [whole];
  return ways.map((way) =>
    partOf(
      batch,
      slots.filter((slot) => plainPoints.get(islandOf(slot)) === way),
    ),
  );
}

function partOf(batch: JointBatch, slots: Int32Array): BatchPart {
  const { coordinates, rows, stride, type } = batch;
  let any = 0;
  const lawful = coordinates.filter(({ at, kind }) => {
    let flags = 0;
    for (let i = 0; i < slots.length; i++) flags |= rows[slots[i] * stride + at + kind.flagsAt];
    any |= flags;
    return flags & ANY_LAW;
  });
  const part: BatchPart = {
    batch,
    slots,
    count: slots.length,
    lawful,
    plainPoint: -1,
    plainAngle: -1,
    plainAngleIndex: 0,
  };
  // A hinge's angle may have any law that needs no rate before the half kick, nor the load of the point: no force function, restitution, bearing.
  if (any & (LIMITS_BOUNCE | SPRING_FORCE | BEARING)) return part;
  const points = lawful.filter(({ kind }) => kind.kind === 'point');
  const others = lawful.filter(({ kind }) => kind.kind !== 'point');
  if (points.length !== 1 || others.length > (type.isHinge ? 1 : 0)) return part;
  const [{ at, kind }] = points;
  for (let i = 0; i < slots.length; i++) if (rows[slots[i] * stride + at + kind.flagsAt] !== LOCK) return part;
  part.plainPoint = at;
  if (others.length === 0) return part;
  part.plainAngle = others[0].at;
  part.plainAngleIndex = others[0].index;
  return part;
}

/** True if they are of the same joints in the same order. */
export function areAlike(parts: readonly BatchPart[], others: readonly BatchPart[]): boolean {
  return (
    parts.length === others.length &&
    parts.every(
      ({ slots }, i) =>
        slots.length === others[i].slots.length && slots.every((slot, k) => slot === others[i].slots[k]),
    )
  );
}
