import { grown } from '../math/short-arrays';
import type { JointType } from '../joint/joint-type';

/** Records of laws, one after the other in the order of the joints, and where that of each coordinate begins. */
export interface PackedLaws {
  readonly numbers: Float64Array;
  readonly places: Int32Array;
}

/**
 * The records of the laws of a batch. Most coordinates have no law, or a rigid lock, whose numbers are in the row record: at 0 lies the record
 * that all of these share, of nothing but zeros, to which nobody writes anything else. Another has a record of its own from when one of its
 * laws is first set.
 */
export class LawRecords {
  /** Where the record of each coordinate of each joint begins in `numbers`; 0: it has none of its own. */
  places = new Int32Array(0);
  numbers: Float64Array;
  /** Numbers of a record of each coordinate of a joint. */
  readonly #sizes: readonly number[];
  #end: number;

  constructor(sizes: readonly number[]) {
    this.#sizes = sizes;
    this.#end = sharedSize(sizes);
    this.numbers = new Float64Array(this.#end);
  }

  /** Makes room for the coordinates of so many joints. */
  reserve(joints: number): void {
    const places = new Int32Array(joints * this.#sizes.length);
    places.set(this.places);
    this.places = places;
  }

  /** The joint in slot `j` is new: its coordinates have no record. */
  begin(j: number): void {
    this.places.fill(0, j * this.#sizes.length, (j + 1) * this.#sizes.length);
  }

  /** Gives coordinate `index` of the joint in slot `j` a record of its own. Returns false if it has one. */
  add(j: number, index: number): boolean {
    const i = j * this.#sizes.length + index;
    if (this.places[i] !== 0) return false;
    const end = this.#end + this.#sizes[index];
    if (end > this.numbers.length) this.numbers = grown(this.numbers, 2 * end);
    this.numbers.fill(0, this.#end, end);
    this.places[i] = this.#end;
    this.#end = end;
    return true;
  }

  /** Copies the records of the joint in slot `from` of a batch of the same type to slot `to`, which is new. */
  copy(others: LawRecords, from: number, to: number): void {
    const count = this.#sizes.length;
    for (let index = 0; index < count; index++) {
      const place = others.places[from * count + index];
      if (place === 0) continue;
      this.add(to, index);
      const size = this.#sizes[index];
      this.numbers.set(others.numbers.subarray(place, place + size), this.places[to * count + index]);
    }
  }

  /** The records of the joints in these slots, whatever the order in which they were given. */
  pack(slots: readonly number[]): PackedLaws {
    const count = this.#sizes.length;
    const places = new Int32Array(slots.length * count);
    slots.forEach((slot, j) => places.set(this.places.subarray(slot * count, (slot + 1) * count), j * count));
    const from = places.slice();
    const numbers = new Float64Array(placeLaws(this.#sizes, places));
    for (let i = 0; i < places.length; i++) {
      if (from[i] === 0) continue;
      numbers.set(this.numbers.subarray(from[i], from[i] + this.#sizes[i % count]), places[i]);
    }
    return { numbers, places };
  }

  /** These and no others. */
  unpack({ numbers, places }: PackedLaws): void {
    if (numbers.length > this.numbers.length) this.numbers = new Float64Array(numbers.length);
    this.numbers.set(numbers);
    this.places.set(places);
    this.#end = numbers.length;
  }
}

/** Brings the places of records that are there, not 0, to those of packed ones; returns how many numbers these are. */
export function placeLaws(sizes: readonly number[], places: Int32Array): number {
  let end = sharedSize(sizes);
  for (let i = 0; i < places.length; i++) {
    if (places[i] === 0) continue;
    places[i] = end;
    end += sizes[i % sizes.length];
  }
  return end;
}

/** Numbers of the laws of each coordinate of a joint. */
export function sizesOfLaws({ coordinates }: JointType): number[] {
  return coordinates.map(({ kind }) => kind.lawsSize);
}

function sharedSize(sizes: readonly number[]): number {
  return Math.max(0, ...sizes);
}
