import { factors } from '../coordinates/coordinate';
import { grown } from '../math/short-arrays';
import {
  BODY_A,
  BODY_B,
  CONTACT_POINT,
  FIRST_POINT,
  HEAD,
  HULL_A,
  HULL_B,
  NEXT,
  NEXT_OF_A,
  NONE,
  NORMAL_IMPULSE,
  POINT_COUNT,
  PREVIOUS,
  PREVIOUS_OF_A,
  RECORD,
  ROLLING_IMPULSE,
} from './layout';

/**
 * Pairs of hulls whose loose boxes overlap. Each is in the list of its newer body, B, in order of A and of the hulls in their bodies, so
 * that the order of all pairs follows from the state alone; and, in any order, in that of A.
 */
export class Pairs {
  heads = new Int32Array(64 * HEAD);
  records = new Float64Array(64 * RECORD);
  /** First and last pair as B, first as A; per body, NONE for none. */
  first = new Int32Array(0);
  last = new Int32Array(0);
  firstOfA = new Int32Array(0);
  /** How many there are. */
  size = 0;
  #count = 0;
  readonly #free: number[] = [];

  /** Makes room for bodies in slots below `count`. */
  reserve(count: number): void {
    const before = this.first.length;
    if (count <= before) return;
    this.first = grown(this.first, 2 * count).fill(NONE, before);
    this.last = grown(this.last, 2 * count).fill(NONE, before);
    this.firstOfA = grown(this.firstOfA, 2 * count).fill(NONE, before);
  }

  /** That pair, or NONE: it is in two lists, of which the shorter is walked. */
  find(hullA: number, hullB: number, bodyA: number, bodyB: number): number {
    const { heads } = this;
    let p = this.first[bodyB];
    let q = this.firstOfA[bodyA];
    while (p !== NONE && q !== NONE) {
      if (heads[p * HEAD + HULL_A] === hullA && heads[p * HEAD + HULL_B] === hullB) return p;
      if (heads[q * HEAD + HULL_A] === hullA && heads[q * HEAD + HULL_B] === hullB) return q;
      p = heads[p * HEAD + NEXT];
      q = heads[q * HEAD + NEXT_OF_A];
    }
    return NONE;
  }

  /** Adds a pair; `places` tells the place of a hull in its body. */
  add(hullA: number, hullB: number, bodyA: number, bodyB: number, places: Int32Array): number {
    const pair = this.#free.pop() ?? this.#count++;
    if (pair * HEAD >= this.heads.length) {
      this.heads = grown(this.heads, 2 * pair * HEAD);
      this.records = grown(this.records, 2 * pair * RECORD);
    }
    const { heads } = this;
    const h = pair * HEAD;
    heads.fill(0, h, h + HEAD);
    this.records.fill(0, pair * RECORD, (pair + 1) * RECORD);
    heads[h + HULL_A] = hullA;
    heads[h + HULL_B] = hullB;
    heads[h + BODY_A] = bodyA;
    heads[h + BODY_B] = bodyB;
    this.#linkToB(pair, places);
    const next = this.firstOfA[bodyA];
    heads[h + NEXT_OF_A] = next;
    heads[h + PREVIOUS_OF_A] = NONE;
    if (next !== NONE) heads[next * HEAD + PREVIOUS_OF_A] = pair;
    this.firstOfA[bodyA] = pair;
    this.size++;
    return pair;
  }

  remove(pair: number): void {
    const { heads } = this;
    const h = pair * HEAD;
    const next = heads[h + NEXT];
    const previous = heads[h + PREVIOUS];
    if (next === NONE) this.last[heads[h + BODY_B]] = previous;
    else heads[next * HEAD + PREVIOUS] = previous;
    if (previous === NONE) this.first[heads[h + BODY_B]] = next;
    else heads[previous * HEAD + NEXT] = next;
    const nextOfA = heads[h + NEXT_OF_A];
    const previousOfA = heads[h + PREVIOUS_OF_A];
    if (nextOfA !== NONE) heads[nextOfA * HEAD + PREVIOUS_OF_A] = previousOfA;
    if (previousOfA === NONE) this.firstOfA[heads[h + BODY_A]] = nextOfA;
    else heads[previousOfA * HEAD + NEXT_OF_A] = nextOfA;
    heads[h + POINT_COUNT] = 0;
    this.#free.push(pair);
    this.size--;
  }

  /** Impulses are of another substep from now on: multiplies them by one of `factors`. */
  scaleImpulses(by: number): void {
    const factor = factors[by];
    for (let i = FIRST_POINT; i < this.#count * RECORD; i += RECORD) {
      for (let at = i; at < i + 2 * CONTACT_POINT; at += CONTACT_POINT)
        for (let k = NORMAL_IMPULSE; k <= ROLLING_IMPULSE; k++) this.records[at + k] *= factor;
    }
  }

  /** Bodies have other slots now, in the same order: old slot → new slot. */
  renumber(moved: Int32Array, count: number): void {
    const { heads } = this;
    for (let old = 0; old < moved.length; old++) {
      const slot = moved[old];
      if (slot === old) continue;
      for (const list of [this.first, this.last, this.firstOfA]) {
        // The newest bodies may not collide.
        if (slot > 0) list[slot] = list[old] ?? NONE;
        if (old >= count) list[old] = NONE;
      }
    }
    for (let pair = 0; pair < this.#count; pair++) {
      heads[pair * HEAD + BODY_A] = moved[heads[pair * HEAD + BODY_A]];
      heads[pair * HEAD + BODY_B] = moved[heads[pair * HEAD + BODY_B]];
    }
  }

  /** From the end: a pair of bodies that came last goes there. */
  #linkToB(pair: number, places: Int32Array): void {
    const { heads } = this;
    const body = heads[pair * HEAD + BODY_B];
    let previous = this.last[body];
    while (previous !== NONE && this.#isBefore(pair, previous, places)) previous = heads[previous * HEAD + PREVIOUS];
    const next = previous === NONE ? this.first[body] : heads[previous * HEAD + NEXT];
    heads[pair * HEAD + PREVIOUS] = previous;
    heads[pair * HEAD + NEXT] = next;
    if (previous === NONE) this.first[body] = pair;
    else heads[previous * HEAD + NEXT] = pair;
    if (next === NONE) this.last[body] = pair;
    else heads[next * HEAD + PREVIOUS] = pair;
  }

  /** By A's slot, then the places of their hulls. */
  #isBefore(pair: number, other: number, places: Int32Array): boolean {
    const { heads } = this;
    const p = pair * HEAD;
    const q = other * HEAD;
    return (
      (heads[p + BODY_A] - heads[q + BODY_A] ||
        places[heads[p + HULL_B]] - places[heads[q + HULL_B]] ||
        places[heads[p + HULL_A]] - places[heads[q + HULL_A]]) < 0
    );
  }
}
