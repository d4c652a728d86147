import { grown } from '../math/short-arrays';
import { BODY, zeroLostNumbers } from '../state/body-store';
import { type CoordinateRecords, INDEX } from '../coordinates/coordinate';
import {
  ANY_LAW,
  BEARING,
  LIMITS_EQUAL,
  LOCK_SOFT,
  LOWER,
  RATCHET,
  SPRING_HERTZ,
  UPPER,
  WRAPPED,
} from '../coordinates/laws/law-fields';
import { isServo } from '../coordinates/laws/motor';
import { bringLaws } from '../coordinates/whole-turns';
import type { Joint } from '../joint/joint';
import { LawRecords, type PackedLaws, sizesOfLaws } from './law-records';
import { FRAME_SIZE, JOINT_FLAGS, PLACED, SETTINGS_SIZE } from '../state/record';
import type { CoordinateSpec, JointType } from '../joint/joint-type';

/** From so many numbers a measurement may go on. */
export const MOST_FOLLOWED = 3;
/** Those of a joint while it is looked at. */
const followed = new Float64Array(MOST_FOLLOWED);

/**
 * All joints of one type with the same number of bodies, in order of creation. Records stay where they are, and what a removed joint leaves is a
 * gap, until there are many; which joints a step visits is the list `active`, so sleeping costs nothing and moves nothing.
 */
export class JointBatch implements CoordinateRecords {
  readonly type: JointType;
  /** Those of the type, whose own list is frozen: what V8 makes of a frozen list by `filter` has holes, and allocates where it is read. */
  readonly coordinates: readonly CoordinateSpec[];
  readonly columns: number;
  readonly stride: number;
  /** Slots in use, and how many of them are gaps that removed joints have left. */
  count = 0;
  gaps = 0;
  /** False where there are gaps, or a joint that came from a batch of another size is out of the order of creation. */
  isPacked = true;
  /** Slots of joints that take part: those made since the last settle wait for the next. */
  settled = 0;
  /** Its place among the batches (order-of-batches.ts). */
  rank = 0;
  /** Settings of each joint, `SETTINGS_SIZE` numbers. */
  settings: Float64Array;
  bodies: Int32Array;
  /** Slots of the joints that the iterative step visits: while it goes block by block, of those in the block at hand. */
  active: Int32Array = new Int32Array(0);
  activeCount = 0;
  /** The handle of each slot; null once removed, until the gap is closed. */
  handles: (Joint | null)[] = [];
  /** Coordinates on which some active joint has a law: the kernels skip the others. */
  lawful: readonly CoordinateSpec[] = [];
  /** True if some active joint has a stop or a tooth. */
  hasStops = false;
  /** True if some active joint's friction follows the load of its locks. */
  hasBearings = false;
  /** True if some active joint has a servo. */
  hasServos = false;
  /** True if some spring or soft lock by hertz may have yet to take its stiffness. */
  takesStiffness = false;
  /** True if some joint, of the direct step or asleep, too, has a wrapped angle. */
  wraps = false;
  /** True if some joint may have `LED` or `PUT_APART`. */
  mayBeLed = true;
  /** Set when a law came or went, or the active list changed. */
  lawsChanged = true;
  /** The row records. */
  rows: Float64Array;
  readonly #laws: LawRecords;
  /** What `active` is between steps. */
  #all: Int32Array = this.active;
  #allCount = 0;

  constructor(type: JointType, columns: number) {
    this.type = type;
    this.coordinates = [...type.coordinates];
    this.columns = columns;
    this.stride = type.strideFor(columns);
    this.rows = new Float64Array(8 * this.stride);
    this.settings = new Float64Array(8 * SETTINGS_SIZE);
    this.bodies = new Int32Array(8 * columns);
    this.#laws = new LawRecords(sizesOfLaws(type));
    this.#laws.reserve(8);
  }

  /** The laws records. */
  get laws(): Float64Array {
    return this.#laws.numbers;
  }

  /** Where in `laws` those of each coordinate of each joint begin. */
  get lawPlaces(): Int32Array {
    return this.#laws.places;
  }

  /** Where in `laws` those of coordinate `index` of the joint in slot `j` begin; 0: it has none of its own. */
  lawsAt(j: number, index: number): number {
    return this.#laws.places[j * this.coordinates.length + index] & INDEX;
  }

  /** Gives a coordinate of the joint in slot `j` laws of its own. Returns false if it has them. */
  addLaws(j: number, { index }: CoordinateSpec): boolean {
    return this.#laws.add(j, index);
  }

  /** Records of the first `count` joints, so that `replaceLaws` brings them back. */
  packLaws(): PackedLaws {
    return this.#laws.pack(this.handles.map((_, slot) => slot));
  }

  replaceLaws(laws: PackedLaws): void {
    this.#laws.unpack(laws);
  }

  /** The records are in these arrays from now on. */
  moveRecords(rows: Float64Array, laws: Float64Array): void {
    this.rows = rows;
    this.#laws.numbers = laws;
  }

  /** Appends a zeroed record and returns its slot. */
  append(handle: Joint): number {
    const slot = this.count++;
    if (this.count * this.stride > this.rows.length) this.#grow(slot * 2);
    this.rows.fill(0, slot * this.stride, (slot + 1) * this.stride);
    this.settings.fill(0, slot * SETTINGS_SIZE, (slot + 1) * SETTINGS_SIZE);
    this.#laws.begin(slot);
    this.handles[slot] = handle;
    return slot;
  }

  /** Appends the record of a joint of another batch of this type, which leaves it there, and returns its slot. */
  takeOver(from: JointBatch, joint: Joint): number {
    const { slot } = joint;
    const to = this.append(joint);
    // What a row keeps per body is measured anew.
    const size = this.type.strideFor(0);
    this.rows.set(from.rows.subarray(slot * from.stride, slot * from.stride + size), to * this.stride);
    this.settings.set(from.settings.subarray(slot * SETTINGS_SIZE, (slot + 1) * SETTINGS_SIZE), to * SETTINGS_SIZE);
    this.#laws.copy(from.#laws, slot, to);
    from.release(slot);
    this.isPacked = false;
    return to;
  }

  /** The joint in this slot has left: nothing is there any more, until the gap is closed. */
  release(slot: number): void {
    this.rows.fill(0, slot * this.stride, (slot + 1) * this.stride);
    this.settings.fill(0, slot * SETTINGS_SIZE, (slot + 1) * SETTINGS_SIZE);
    this.#laws.begin(slot);
    this.bodies.fill(0, slot * this.columns, (slot + 1) * this.columns);
    this.handles[slot] = null;
    this.gaps++;
    this.isPacked = false;
  }

  /** All its joints take part from now on. */
  settle(rank: number): void {
    this.rank = rank;
    this.settled = this.count;
  }

  /** True where gaps cost more than it does to close them. */
  get hasManyGaps(): boolean {
    return 4 * this.gaps > this.count;
  }

  /** Empties the list of joints that the iterative step visits: there is room in it for all. */
  listNone(): void {
    if (this.active.length < this.settled) this.active = new Int32Array(this.settled);
    this.activeCount = 0;
    this.lawsChanged = true;
  }

  /** The kernels visit these joints. */
  show(slots: Int32Array, count: number): void {
    this.active = slots;
    this.activeCount = count;
  }

  /** The end of `show`. */
  showAll(): void {
    this.active = this.#all;
    this.activeCount = this.#allCount;
  }

  /** Measures the joint in slot `j` at the poses `q`. */
  measure(j: number, q: Float64Array): void {
    this.type.measure(this, j, q);
  }

  /** The same, but it is no place that the joint goes on from. */
  look(j: number, q: Float64Array): void {
    const { follows = 0 } = this.type;
    const first = j * this.stride + FRAME_SIZE;
    for (let k = 0; k < follows; k++) followed[k] = this.rows[first + k];
    this.measure(j, q);
    for (let k = 0; k < follows; k++) this.rows[first + k] = followed[k];
  }

  /** Those of its joints that go on from a place have gone on to where their bodies are, wherever these were put before. */
  forgetPlaces(): void {
    if (this.type.follows === undefined) return;
    const { settings, count } = this;
    for (let i = JOINT_FLAGS; i < count * SETTINGS_SIZE; i += SETTINGS_SIZE) settings[i] = settings[i] & ~PLACED;
  }

  /** Brings targets and bounds of the wrapped angles of the joint in slot `j` to their values as last measured. */
  bringLaws(j: number): void {
    const { coordinates } = this;
    for (let i = 0; i < coordinates.length; i++) {
      const { kind, at, index } = coordinates[i];
      const o = j * this.stride + at;
      if (kind.unit === 'angle' && this.rows[o + kind.flagsAt] & WRAPPED)
        bringLaws(this.rows, o, this.laws, this.lawsAt(j, index));
    }
  }

  /** Multiplies every accumulated impulse of the joint in slot `j` by one of `factors`. */
  scaleImpulses(j: number, by: number): void {
    const { coordinates, rows, laws, stride } = this;
    for (let i = 0; i < coordinates.length; i++) {
      const { kind, at, index } = coordinates[i];
      kind.scaleImpulses(rows, j * stride + at, laws, this.lawsAt(j, index), by);
    }
  }

  /** Takes back the record that `append` made last. */
  dropLast(handle: Joint): void {
    this.count--;
    this.handles.length = this.count;
    handle.takeSlot(-1);
  }

  /** What was lost of the joint in slot `j` to an overflow is 0 from now on: no array ever holds a number that is not finite. */
  forgetLostNumbers(j: number): void {
    zeroLostNumbers(this.rows, j * this.stride, this.stride);
    for (const { kind, index } of this.coordinates) zeroLostNumbers(this.laws, this.lawsAt(j, index), kind.lawsSize);
  }

  /** Looks up anew which coordinates the kernels have to visit, if that may have changed. */
  refreshLaws(): void {
    if (!this.lawsChanged) return;
    this.#findLaws();
    this.#all = this.active;
    this.#allCount = this.activeCount;
  }

  #findLaws(): void {
    this.lawsChanged = false;
    let any = 0;
    const union = this.coordinates.map((spec) => {
      let flags = 0;
      for (let i = 0; i < this.activeCount; i++)
        flags |= this.rows[this.active[i] * this.stride + spec.at + spec.kind.flagsAt];
      any |= flags;
      return flags;
    });
    this.lawful = this.coordinates.filter((_, i) => union[i] & ANY_LAW);
    this.hasStops = (any & (LOWER | UPPER | RATCHET)) !== 0;
    this.hasBearings = (any & BEARING) !== 0;
    this.hasServos = union.some(isServo);
    if (any & (SPRING_HERTZ | LOCK_SOFT | LIMITS_EQUAL)) this.takesStiffness = true;
    this.wraps = this.#findWrapped();
  }

  #findWrapped(): boolean {
    return this.coordinates.some(({ kind, at }) => {
      if (kind.unit !== 'angle') return false;
      for (let j = 0; j < this.count; j++) if (this.rows[j * this.stride + at + kind.flagsAt] & WRAPPED) return true;
      return false;
    });
  }

  /** Closes the gaps of removed joints. Those that came from a batch of another size take their places in the order of creation. */
  compact(): void {
    if (this.isPacked) return;
    this.mayBeLed = true;
    const { stride, columns } = this;
    const joints = this.handles.flatMap((joint) => joint ?? []);
    const inOrder = joints.every(({ age }, i) => i === 0 || joints[i - 1].age <= age);
    if (!inOrder) joints.sort((a, b) => a.age - b.age);
    const rows = inOrder ? this.rows : this.rows.slice();
    const settings = inOrder ? this.settings : this.settings.slice();
    const bodies = inOrder ? this.bodies : this.bodies.slice();
    this.#laws.unpack(this.#laws.pack(joints.map(({ slot }) => slot)));
    joints.forEach((joint, to) => {
      const { slot } = joint;
      if (slot === to) return;
      this.rows.set(rows.subarray(slot * stride, (slot + 1) * stride), to * stride);
      this.settings.set(settings.subarray(slot * SETTINGS_SIZE, (slot + 1) * SETTINGS_SIZE), to * SETTINGS_SIZE);
      this.bodies.set(bodies.subarray(slot * columns, (slot + 1) * columns), to * columns);
      joint.takeSlot(to);
    });
    this.handles = joints;
    this.count = this.settled = joints.length;
    this.gaps = 0;
    this.isPacked = true;
  }

  /** Follows the bodies to their new slots. */
  remapBodies(moved: Int32Array): void {
    for (let i = 0; i < this.count * this.columns; i++) this.bodies[i] = moved[this.bodies[i] / BODY] * BODY;
  }

  #grow(capacity: number): void {
    this.rows = grown(this.rows, capacity * this.stride);
    this.settings = grown(this.settings, capacity * SETTINGS_SIZE);
    this.#laws.reserve(capacity);
    const bodies = new Int32Array(capacity * this.columns);
    bodies.set(this.bodies);
    this.bodies = bodies;
  }
}
