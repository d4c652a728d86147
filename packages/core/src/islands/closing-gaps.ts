import { BODY, type BodyStore, INV_INERTIA, INV_MASS, OMEGA, VX } from '../body/body-store';
import type { SlotList } from '../body/integrate';
import { CLOSES, JOINT_FLAGS, MAX_CORRECTION } from '../joint/batch/record';
import { visit, type BlockJoints } from './block-joints';

/**
 * Islands with a gap that was made from outside (joint/blows/put-apart.ts) are solved twice before each move: as fast as gaps may be closed, for the way,
 * and from the same start again without closing any, for the velocities and impulses that are left. What closes a gap turns with its rows, and so
 * would all that answers it: taken back along where rows are after the move, some of it would be left.
 */
export class ClosingGaps {
  /** True in a step in which some island closes a gap. */
  any = false;
  /** True in the solve for the way: what it pulls at is not thrown. */
  findsWay = false;
  /** What records were before the first solve. */
  #kept = new Float64Array(0);
  /** VX, VY, OMEGA that bodies do not have just now, at their places: from before the first solve, then of the way, during the move what is left. */
  #other = new Float64Array(0);

  /** True if a gap of the block is closed in this step. */
  has(joints: readonly BlockJoints[]): boolean {
    if (!this.any) return false;
    for (let i = 0; i < joints.length; i++) {
      const { part, slots, count } = joints[i];
      const { laws: w, lawsStride } = part.batch;
      for (let k = 0; k < count; k++) if (w[slots[k] * lawsStride + JOINT_FLAGS] & CLOSES) return true;
    }
    return false;
  }

  /** Before the solve for the way. */
  keep({ motion: v }: BodyStore, { slots, count }: SlotList, joints: readonly BlockJoints[]): void {
    let size = 0;
    for (let i = 0; i < joints.length; i++) {
      const { stride, lawsStride } = joints[i].part.batch;
      size += joints[i].count * (stride + lawsStride);
    }
    if (this.#kept.length < size) this.#kept = new Float64Array(2 * size);
    if (this.#other.length < v.length) this.#other = new Float64Array(v.length);
    for (let i = 0; i < count; i++) {
      const b = slots[i] * BODY;
      for (let n = VX; n <= OMEGA; n++) this.#other[b + n] = v[b + n];
    }
    copyRecords(joints, this.#kept, false);
  }

  /** After it: all is as it was kept, but no gap is closed. */
  goBack(bodies: BodyStore, awake: SlotList, joints: readonly BlockJoints[]): void {
    this.#exchange(bodies, awake);
    copyRecords(joints, this.#kept, true);
    for (let i = 0; i < joints.length; i++) {
      const { slots, count } = joints[i];
      const { rows: d, laws: w, stride, lawsStride } = visit(joints[i]);
      for (let k = 0; k < count; k++)
        if (w[slots[k] * lawsStride + JOINT_FLAGS] & CLOSES) d[slots[k] * stride + MAX_CORRECTION] = 0;
    }
  }

  /** After the solve for what is left: bodies have the velocities of the way, and what is left is kept. */
  takeWay(bodies: BodyStore, awake: SlotList, joints: readonly BlockJoints[]): void {
    this.#exchange(bodies, awake);
    const kept = this.#kept;
    let at = 0;
    for (let i = 0; i < joints.length; i++) {
      const { slots, count } = joints[i];
      const { rows: d, stride, lawsStride } = visit(joints[i]);
      for (let k = 0; k < count; k++) {
        d[slots[k] * stride + MAX_CORRECTION] = kept[at + MAX_CORRECTION];
        at += stride + lawsStride;
      }
    }
  }

  #exchange({ motion: v }: BodyStore, { slots, count }: SlotList): void {
    const other = this.#other;
    for (let i = 0; i < count; i++) {
      const b = slots[i] * BODY;
      for (let n = VX; n <= OMEGA; n++) {
        const way = other[b + n];
        other[b + n] = v[b + n];
        v[b + n] = way;
      }
    }
  }

  /** After the move: what is left is the velocity of all bodies of islands that close a gap. */
  leaveRest({ motion: v }: BodyStore, joints: readonly BlockJoints[]): void {
    const other = this.#other;
    for (let i = 0; i < joints.length; i++) {
      const { slots, count } = joints[i];
      const { bodies, laws: w, columns, lawsStride } = visit(joints[i]);
      for (let k = 0; k < count; k++) {
        const j = slots[k];
        if (!(w[j * lawsStride + JOINT_FLAGS] & CLOSES)) continue;
        for (let c = 0; c < columns; c++) {
          const b = bodies[j * columns + c];
          if (v[b + INV_MASS] === 0 && v[b + INV_INERTIA] === 0) continue;
          for (let n = VX; n <= OMEGA; n++) v[b + n] = other[b + n];
        }
      }
    }
  }
}

/** The records of joints, one behind the other: to where they are kept, or `back`. */
function copyRecords(joints: readonly BlockJoints[], kept: Float64Array, back: boolean): void {
  let at = 0;
  for (let i = 0; i < joints.length; i++) {
    const { slots, count } = joints[i];
    const { rows, laws, stride, lawsStride } = visit(joints[i]);
    for (let k = 0; k < count; k++) {
      at = copyRecord(rows, slots[k] * stride, stride, kept, at, back);
      at = copyRecord(laws, slots[k] * lawsStride, lawsStride, kept, at, back);
    }
  }
}

/** One of them; where the next one is kept. */
function copyRecord(
  record: Float64Array,
  first: number,
  size: number,
  kept: Float64Array,
  at: number,
  back: boolean,
): number {
  for (let n = 0; n < size; n++)
    if (back) record[first + n] = kept[at + n];
    else kept[at + n] = record[first + n];
  return at + size;
}
