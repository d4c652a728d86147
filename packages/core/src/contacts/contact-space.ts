import type { Shape } from '../shapes/mass';
import { boxesOverlap } from './box-tree';
import { canMeet, Colliders, letsThrough } from './colliders';
import type { Collides } from './collides';
import { grown } from '../math/short-arrays';
import { emptyList, push, sort } from './int-list';
import { findPoints, type Motions } from './manifolds';
import { asked } from './narrow-phase';
import { Pairs } from './pairs';
import { piecesOf } from './pieces';
import {
  APART,
  BODY_A,
  BODY_B,
  BOX,
  COLLIDES,
  DOUBTED,
  HEAD,
  HULL_A,
  HULL_B,
  IGNORES,
  MARGIN,
  MET,
  NEXT,
  NEXT_OF_A,
  NONE,
  NX,
  NY,
  PASSES,
  POINT_COUNT,
  RECORD,
  SENSES,
  TIE,
  VERDICT,
} from './layout';

/** Within this, m (× lengthUnit), what is near touches; faces as near to each other as this count as equally near. */
const NEAR = 0.02;
const EQUALLY_NEAR = 5e-4;

/** Active, not active but an owner of pairs, put elsewhere since the last update. */
const ACTIVE = 1;
const OWNER = 2;
const PUT = 3;

/**
 * What touches what: bodies by their slots in a store, pairs of near ones, and the points where they touch. It keeps nothing of a pose from
 * one `update` to the next but which pairs are near and the impulses of their points, so it is as new bodies make it.
 */
export class ContactSpace {
  readonly colliders: Colliders;
  readonly pairs = new Pairs();
  /** Pairs with points to be solved, after an `update`: in order of their newer body, then the older one, then of their pieces. */
  readonly contacts = emptyList();
  /** Pairs of a sensor and what overlaps it, in the same order. */
  readonly overlaps = emptyList();
  /** Slots of two bodies each, A and B, that came into contact or overlap in the last `update`, or left it; the same order. */
  readonly began = emptyList();
  readonly ended = emptyList();
  /** Likewise, that had met, and left each other. */
  readonly left = emptyList();
  readonly #asks: (a: number, b: number) => boolean;
  readonly #unit: number;
  /** Bodies that may have moved in this step, and in the last one, and those in whose lists of pairs they are. */
  #active = emptyList();
  #wasActive = emptyList();
  readonly #owners = emptyList();
  /** Of the two bodies at hand, the pairs that come near in the update. */
  readonly #near = emptyList();
  /** What each body is in the update at hand, and before it that it was put elsewhere; per slot. */
  #marks = new Uint8Array(64);
  /** Bodies that do not move, to be looked at in the next update. */
  readonly #displaced = emptyList();

  /** `asks` whether two bodies may collide, the older one first, whenever they come near. */
  constructor(lengthUnit: number, asks: (a: number, b: number) => boolean) {
    this.#unit = lengthUnit;
    this.#asks = asks;
    this.colliders = new Colliders(lengthUnit);
  }

  /** A body begins to collide, or collides otherwise than before. `type` as in the store: static 0, kinematic 1, dynamic 2. */
  add(slot: number, shape: Shape, collides: Collides, type: number, at: Motions): void {
    // Throws where it cannot be cut, before anything has changed.
    piecesOf(shape);
    this.remove(slot);
    this.pairs.reserve(slot + 1);
    if (slot >= this.#marks.length) this.#marks = grown(this.#marks, 2 * slot);
    this.colliders.add(slot, shape, collides, type, at);
    this.displace(slot);
  }

  /** A body collides no more. Its pairs are gone, and nothing is told: who wants to know asks `forEachPair` before. */
  remove(slot: number): void {
    if (!this.has(slot)) return;
    this.#dropPairs(slot);
    this.colliders.remove(slot);
  }

  /** True if the body in that slot collides. */
  has(slot: number): boolean {
    return (this.colliders.bodies[slot] ?? null) !== null;
  }

  /** Another surface: friction, restitution, rolling, surfaceSpeed. */
  setMaterial(slot: number, collides: Collides): void {
    this.colliders.setMaterial(slot, collides);
  }

  /** A body that `update` does not hear of was put elsewhere. */
  displace(slot: number): void {
    if (!this.has(slot) || this.#marks[slot] === PUT) return;
    this.#marks[slot] = PUT;
    push(this.#displaced, slot);
  }

  /** What a body may collide with has changed, as joints came or went: all that is near it is asked for again. */
  askAgain(slot: number): void {
    if (!this.has(slot)) return;
    const { heads } = this.pairs;
    this.forEachPair(slot, (pair) => {
      const h = pair * HEAD + VERDICT;
      if (heads[h] === COLLIDES || heads[h] === SENSES) heads[h] = DOUBTED;
      else if (heads[h] === IGNORES) heads[h] = APART;
    });
    this.displace(slot);
  }

  /** Visits every pair of near hulls of a body: those with older bodies in their order, then those with newer ones. */
  forEachPair(slot: number, visit: (pair: number) => void): void {
    const { heads, first, firstOfA } = this.pairs;
    for (let pair = first[slot] ?? NONE; pair !== NONE; pair = heads[pair * HEAD + NEXT]) visit(pair);
    for (let pair = firstOfA[slot] ?? NONE; pair !== NONE; pair = heads[pair * HEAD + NEXT_OF_A]) visit(pair);
  }

  /** Bodies have other slots now, in the same order: old slot → new slot, 0 for those that are gone; `count` is how many are left. */
  renumber(moved: Int32Array, count: number): void {
    this.colliders.renumber(moved, count);
    this.pairs.renumber(moved, count);
    for (const { items, count: length } of [this.#displaced, this.#active])
      for (let i = 0; i < length; i++) items[i] = moved[items[i]];
    this.#marks.fill(0);
    for (let i = 0; i < this.#displaced.count; i++) this.#marks[this.#displaced.items[i]] = PUT;
  }

  /** Puts all bodies where they are, and forgets what became of those that are near. */
  replace(at: Motions): void {
    this.#displaced.count = 0;
    this.#marks.fill(0);
    this.colliders.bodies.forEach((collider, slot) => {
      if (collider !== null) this.colliders.follow(slot, collider, at, 0);
      this.forEachPair(slot, (pair) => {
        this.pairs.heads[pair * HEAD + VERDICT] = APART;
        this.pairs.heads[pair * HEAD + POINT_COUNT] = this.pairs.heads[pair * HEAD + MET] = 0;
      });
    });
    this.#addPairs();
  }

  /** Puts bodies where they are now, as queries between two updates want it: those of the last one, if they have moved, and all that were put elsewhere. */
  refresh(at: Motions, haveMoved: boolean): void {
    if (haveMoved) this.#follow(this.#active.items, this.#active.count, at, 0);
    this.#follow(this.#displaced.items, this.#displaced.count, at, 0);
  }

  /**
   * Finds the points where bodies touch, or will within `dt` seconds. `awake`: slots of all bodies that move, in rising order; pairs of others
   * stay as they are, but for those of bodies that were put elsewhere: what sleeps there is to be woken, or left out by who solves.
   */
  update(at: Motions, awake: Int32Array, awakeCount: number, dt: number): void {
    this.contacts.count = this.overlaps.count = this.began.count = this.ended.count = this.left.count = 0;
    this.#activate(awake, awakeCount);
    this.#follow(this.#active.items, this.#active.count, at, dt);
    this.#settle(at);
    this.#addPairs();
    this.#listOwners();
    for (let i = 0; i < this.#owners.count; i++) {
      const { heads, first } = this.pairs;
      let pair = first[this.#owners.items[i]];
      while (pair !== NONE) {
        const isActive =
          this.#marks[heads[pair * HEAD + BODY_A]] === ACTIVE || this.#marks[heads[pair * HEAD + BODY_B]] === ACTIVE;
        pair = isActive ? this.#visitBodies(pair, at, dt) : heads[pair * HEAD + NEXT];
      }
    }
    this.#clearMarks();
  }

  #clearMarks(): void {
    for (let i = 0; i < this.#active.count; i++) this.#marks[this.#active.items[i]] = 0;
    for (let i = 0; i < this.#owners.count; i++) this.#marks[this.#owners.items[i]] = 0;
  }

  /** What moves, and what was put elsewhere. */
  #activate(awake: Int32Array, count: number): void {
    [this.#active, this.#wasActive] = [this.#wasActive, this.#active];
    this.#active.count = this.#owners.count = 0;
    for (let i = 0; i < count; i++) if (this.has(awake[i])) this.#mark(awake[i]);
    const { items, count: displaced } = this.#displaced;
    for (let i = 0; i < displaced; i++) {
      if (!this.has(items[i])) this.#marks[items[i]] = 0;
      else if (this.#marks[items[i]] !== ACTIVE) this.#mark(items[i]);
    }
    this.#displaced.count = 0;
  }

  #mark(slot: number): void {
    this.#marks[slot] = ACTIVE;
    push(this.#active, slot);
  }

  #follow(slots: Int32Array, count: number, at: Motions, dt: number): void {
    const { bodies } = this.colliders;
    for (let i = 0; i < count; i++) {
      const collider = bodies[slots[i]] ?? null;
      if (collider !== null) this.colliders.follow(slots[i], collider, at, dt);
    }
  }

  /** What has come to rest needs no room to move, the same as where it is brought back asleep. */
  #settle(at: Motions): void {
    const { items, count } = this.#wasActive;
    for (let i = 0; i < count; i++) {
      const collider = this.#marks[items[i]] === ACTIVE ? null : (this.colliders.bodies[items[i]] ?? null);
      if (collider !== null) this.colliders.follow(items[i], collider, at, 0);
    }
  }

  /** Pairs of what has new loose boxes with all that they meet. */
  #addPairs(): void {
    const { colliders } = this;
    const { body, moved, movedCount, bodies } = colliders;
    for (let i = 0; i < movedCount; i++) {
      const hull = moved[i];
      const slot = body[hull];
      const collider = bodies[slot];
      // Gone since it was noted.
      if (collider?.hulls[colliders.place[hull]] !== hull) continue;
      const count = colliders.findNear(hull);
      for (let k = 0; k < count; k++) {
        const other = colliders.tree.found[k];
        const otherSlot = body[other];
        const otherCollider = bodies[otherSlot];
        if (otherCollider === null || otherSlot === slot || !canMeet(collider, otherCollider)) continue;
        if (slot < otherSlot) this.#addPair(hull, other, slot, otherSlot);
        else this.#addPair(other, hull, otherSlot, slot);
      }
    }
    colliders.movedCount = 0;
  }

  #addPair(hullA: number, hullB: number, a: number, b: number): void {
    if (this.pairs.find(hullA, hullB, a, b) === NONE) this.pairs.add(hullA, hullB, a, b, this.colliders.place);
  }

  /** Bodies with pairs of which at least one body is active, in rising order. */
  #listOwners(): void {
    const owners = this.#owners;
    const { heads, first, firstOfA } = this.pairs;
    for (let i = 0; i < this.#active.count; i++) {
      const slot = this.#active.items[i];
      if (first[slot] !== NONE) push(owners, slot);
      for (let pair = firstOfA[slot]; pair !== NONE; pair = heads[pair * HEAD + NEXT_OF_A]) {
        const owner = heads[pair * HEAD + BODY_B];
        if (this.#marks[owner] !== 0) continue;
        this.#marks[owner] = OWNER;
        push(owners, owner);
      }
    }
    sort(owners);
  }

  /** All pairs of the two bodies of this one, which is the first of them. Returns the pair after them. */
  #visitBodies(start: number, at: Motions, dt: number): number {
    const { heads } = this.pairs;
    const a = heads[start * HEAD + BODY_A];
    const b = heads[start * HEAD + BODY_B];
    let first = start;
    let verdict = APART;
    let touched = false;
    let met = 0;
    this.#near.count = 0;
    let pair = start;
    while (pair !== NONE && heads[pair * HEAD + BODY_A] === a) {
      const h = pair * HEAD;
      const next = heads[h + NEXT];
      verdict = Math.max(verdict, heads[h + VERDICT]);
      met |= heads[h + MET];
      if (heads[h + POINT_COUNT] > 0) touched = true;
      if (this.#isNear(pair)) push(this.#near, pair);
      else heads[h + POINT_COUNT] = 0;
      if (!this.#isLooselyNear(pair)) {
        if (pair === first) first = next;
        this.pairs.remove(pair);
      }
      pair = next;
    }
    const end = pair;
    const told = touched && verdict !== PASSES;
    if (this.#near.count === 0) verdict = APART;
    else if (verdict === APART || verdict === DOUBTED) verdict = this.#judge(a, b);
    const touches = verdict !== APART && verdict !== IGNORES && this.#findPoints(a, b, verdict, at, dt);
    if (verdict === COLLIDES && touches && !touched && this.#comesThrough(a, b, at.pose)) verdict = PASSES;
    else if (verdict === PASSES && !touches) verdict = COLLIDES;
    const parts = met === 1 && !(touches && verdict === COLLIDES);
    if (parts) {
      push(this.left, a);
      push(this.left, b);
    }
    for (pair = first; pair !== end; pair = heads[pair * HEAD + NEXT]) {
      const h = pair * HEAD;
      heads[h + VERDICT] = verdict;
      heads[h + MET] = parts ? 0 : met;
      if (!touches) heads[h + POINT_COUNT] = 0;
      if (heads[h + POINT_COUNT] === 0) continue;
      if (verdict === COLLIDES) push(this.contacts, pair);
      else if (verdict === SENSES) push(this.overlaps, pair);
    }
    const tells = touches && (verdict === COLLIDES || verdict === SENSES);
    if (tells === told) return end;
    push(tells ? this.began : this.ended, a);
    push(tells ? this.began : this.ended, b);
    return end;
  }

  /** Whether they come near in this step. */
  #isNear(pair: number): boolean {
    const { heads } = this.pairs;
    const { tight } = this.colliders;
    return boxesOverlap(tight, heads[pair * HEAD + HULL_A] * BOX, heads[pair * HEAD + HULL_B] * BOX);
  }

  #isLooselyNear(pair: number): boolean {
    const { heads } = this.pairs;
    const { leaf, tree } = this.colliders;
    return tree.overlap(leaf[heads[pair * HEAD + HULL_A]], leaf[heads[pair * HEAD + HULL_B]]);
  }

  #judge(a: number, b: number): number {
    if (!this.#asks(a, b)) return IGNORES;
    const { bodies } = this.colliders;
    return bodies[a]?.collides.sensor === true || bodies[b]?.collides.sensor === true ? SENSES : COLLIDES;
  }

  /** The points of two bodies' pairs that are near; true if there are any. */
  #findPoints(a: number, b: number, verdict: number, at: Motions, dt: number): boolean {
    const { hulls, materials, turn } = this.colliders;
    const { items, count } = this.#near;
    const senses = verdict === SENSES;
    let touches = false;
    asked[TIE] = EQUALLY_NEAR * this.#unit;
    asked[MARGIN] = senses ? 0 : NEAR * this.#unit + turn[a] + turn[b];
    for (let i = 0; i < count; i++)
      if (findPoints(this.pairs, items[i], hulls, materials, at, senses ? 0 : dt) > 0) touches = true;
    return touches;
  }

  /** True if one of two bodies that begin to touch is a one-way body, and the other one comes from where that lets it through. */
  #comesThrough(a: number, b: number, pose: Float64Array): boolean {
    const { heads, records } = this.pairs;
    const { bodies } = this.colliders;
    const { items } = this.#near;
    let i = 0;
    while (heads[items[i] * HEAD + POINT_COUNT] === 0) i++;
    const x = records[items[i] * RECORD + NX];
    const y = records[items[i] * RECORD + NY];
    return letsThrough(bodies[a], pose, a, x, y) || letsThrough(bodies[b], pose, b, -x, -y);
  }

  #dropPairs(slot: number): void {
    const { heads, first, firstOfA } = this.pairs;
    for (let pair = first[slot]; pair !== NONE;) {
      const next = heads[pair * HEAD + NEXT];
      this.pairs.remove(pair);
      pair = next;
    }
    for (let pair = firstOfA[slot]; pair !== NONE;) {
      const next = heads[pair * HEAD + NEXT_OF_A];
      this.pairs.remove(pair);
      pair = next;
    }
  }
}
