import { type BodyStore, DYNAMIC } from '../state/body-store';
import type { SlotList } from '../iterative/integrate';
import type { Shape } from '../shapes/mass';
import type { StepContext } from '../coordinates/step-context';
import type { CollidersBySlot, ContactHost, ContactPoints, ContactSolver } from '../simulation/parts';
import { type Collides, mayCollide, readCollides } from './collides';
import { describeMet, findMet } from './contact-events';
import { ContactRows } from './contact-rows';
import { ContactSpace } from './contact-space';
import {
  type BodyContact,
  type ContactRecord,
  contactRecord,
  type ContactView,
  fillContact,
  otherOf,
} from './contact-views';
import type { IntList } from './int-list';
import {
  BODY_A,
  BODY_B,
  COLLIDES,
  DOUBTED,
  HEAD,
  MET,
  NEXT,
  NEXT_OF_A,
  NONE,
  POINT_COUNT,
  SENSES,
  VERDICT,
} from './layout';
import { piecesOf } from './pieces';
import { restoreContacts, saveContacts } from './saved-contacts';
import { WorldQueries } from './world-queries';

/** What touches in one world, and the rows that keep it apart. */
export class Contacts implements ContactSolver {
  readonly #host: ContactHost;
  readonly #space: ContactSpace;
  readonly #rows: ContactRows;
  readonly #lengthUnit: number;
  /** Bodies that collide. */
  #count = 0;
  readonly #records: ContactRecord[] = [];
  readonly #listed: ContactRecord[] = [];
  #pose: Float64Array = new Float64Array(0);
  readonly #tellMet = (a: number, b: number, from: number, to: number): void => {
    const bodyA = this.#host.body(a);
    const bodyB = this.#host.body(b);
    if (bodyA === null || bodyB === null || !this.#host.hears('contact')) return;
    const how = describeMet(this.#space, this.#rows, this.#pose, this.#lengthUnit, from, to);
    this.#host.tell('contact', { bodyA, bodyB, ...how });
  };
  readonly queries: WorldQueries;

  constructor(lengthUnit: number, host: ContactHost) {
    this.#host = host;
    this.#lengthUnit = lengthUnit;
    this.#rows = new ContactRows(lengthUnit);
    this.#space = new ContactSpace(lengthUnit, (a, b) => host.mayCollide(a, b));
    this.queries = new WorldQueries(this.#space.colliders, host);
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  get size(): number {
    const { heads, first } = this.#space.pairs;
    let size = 0;
    for (const start of first)
      for (let pair = start; pair !== NONE; pair = heads[pair * HEAD + NEXT]) if (this.#touches(heads, pair)) size++;
    return size;
  }

  get touch(): boolean {
    return this.#rows.count > 0;
  }

  read(path: string, value: unknown): Collides | null {
    return readCollides(path, value);
  }

  check(shape: Shape): void {
    piecesOf(shape);
  }

  has(slot: number): boolean {
    return this.#space.has(slot);
  }

  accepts(a: Collides, b: Collides): boolean {
    return mayCollide(a, b);
  }

  resurface(slot: number, shape: Shape | null, collides: Collides | null, { type }: BodyStore): boolean {
    const before = this.#space.colliders.bodies[slot] ?? null;
    if (before === null || collides === null || before.shape !== shape || before.type !== type[slot]) return false;
    if (!meetsTheSame(before.collides, collides)) return false;
    this.#space.setMaterial(slot, collides);
    return true;
  }

  put(slot: number, shape: Shape | null, collides: Collides | null, bodies: BodyStore): void {
    if (this.has(slot)) {
      this.#count--;
      this.#tellParted(slot);
    }
    this.#space.remove(slot);
    if (shape === null || collides === null) return;
    this.#count++;
    this.#space.add(slot, shape, collides, bodies.type[slot], bodies);
  }

  displace(slot: number): void {
    this.#space.displace(slot);
  }

  askAgain(slot: number): void {
    this.#space.askAgain(slot);
  }

  renumber(moved: Int32Array, count: number): void {
    this.#space.renumber(moved, count);
  }

  forEachTouching(slot: number, visit: (other: number) => void): void {
    const { heads, first, firstOfA } = this.#space.pairs;
    // Two loops: a closure would be garbage in every step.
    for (let pair = first[slot] ?? NONE; pair !== NONE; pair = heads[pair * HEAD + NEXT])
      if (this.#touches(heads, pair)) visit(heads[pair * HEAD + BODY_A]);
    for (let pair = firstOfA[slot] ?? NONE; pair !== NONE; pair = heads[pair * HEAD + NEXT_OF_A])
      if (this.#touches(heads, pair)) visit(heads[pair * HEAD + BODY_B]);
  }

  touchesAnything(slot: number): boolean {
    const { heads, first, firstOfA } = this.#space.pairs;
    for (let pair = first[slot] ?? NONE; pair !== NONE; pair = heads[pair * HEAD + NEXT])
      if (this.#touches(heads, pair)) return true;
    for (let pair = firstOfA[slot] ?? NONE; pair !== NONE; pair = heads[pair * HEAD + NEXT_OF_A])
      if (this.#touches(heads, pair)) return true;
    return false;
  }

  find(bodies: BodyStore, movers: SlotList, dt: number): boolean {
    this.#space.update(bodies, movers.slots, movers.count, dt);
    const { began, ended, left } = this.#space;
    const woke = this.#wake(began, bodies);
    this.#tellLinks(began);
    this.#tellLinks(ended);
    for (let i = 0; i < left.count; i += 2) this.#tellEnd(left.items[i], left.items[i + 1]);
    this.#tellOverlaps('overlapend', ended);
    this.#tellOverlaps('overlap', began);
    return woke;
  }

  refresh(bodies: BodyStore, haveMoved: boolean): void {
    this.#space.refresh(bodies, haveMoved);
  }

  contactsOf(slot: number, { pose }: BodyStore, dt: number): readonly BodyContact[] {
    const { heads, first, firstOfA } = this.#space.pairs;
    const listed = this.#listed;
    listed.length = 0;
    for (let pair = first[slot] ?? NONE; pair !== NONE; pair = heads[pair * HEAD + NEXT])
      if (hasMet(heads, pair)) this.#list(pair, slot, pose, dt);
    const { length } = listed;
    for (let pair = firstOfA[slot] ?? NONE; pair !== NONE; pair = heads[pair * HEAD + NEXT_OF_A])
      if (hasMet(heads, pair)) this.#list(pair, slot, pose, dt);
    sortByOther(listed, length);
    return listed;
  }

  forEachContact({ pose }: BodyStore, dt: number, visit: (view: ContactView) => void): void {
    const { heads, first } = this.#space.pairs;
    for (const start of first)
      for (let pair = start; pair !== NONE; pair = heads[pair * HEAD + NEXT]) {
        if (!hasMet(heads, pair)) continue;
        this.#listed.length = 0;
        this.#list(pair, -1, pose, dt);
        visit(this.#listed[0]);
      }
  }

  /** Adds the contact of a pair to the list, as the body in `slot` sees it. */
  #list(pair: number, slot: number, pose: Float64Array, dt: number): void {
    const { heads } = this.#space.pairs;
    const bodyA = this.#host.body(heads[pair * HEAD + BODY_A]);
    const bodyB = this.#host.body(heads[pair * HEAD + BODY_B]);
    if (bodyA === null || bodyB === null) return;
    const record = (this.#records[this.#listed.length] ??= contactRecord(bodyA, bodyB));
    fillContact(this.#space, pair, pose, dt * this.#lengthUnit, record);
    record.bodyA = bodyA;
    record.bodyB = bodyB;
    record.other = bodyB.slot === slot ? bodyA : bodyB;
    if (bodyA.slot === slot) {
      record.normal.x = -record.normal.x;
      record.normal.y = -record.normal.y;
    }
    this.#listed.push(record);
  }

  /** A body is about to leave: all that it touches or overlaps is told, in order of pairs. */
  #tellParted(slot: number): void {
    const { heads } = this.#space.pairs;
    const touched = new Set<number>();
    const overlapped = new Set<number>();
    this.#space.forEachPair(slot, (pair) => {
      if (heads[pair * HEAD + MET] === 1) touched.add(otherOf(heads, pair, slot));
      if (heads[pair * HEAD + VERDICT] === SENSES && heads[pair * HEAD + POINT_COUNT] > 0)
        overlapped.add(otherOf(heads, pair, slot));
    });
    for (const other of [...touched].sort((a, b) => a - b)) this.#tellEnd(Math.min(slot, other), Math.max(slot, other));
    for (const other of [...overlapped].sort((a, b) => a - b)) this.#tellOverlap('overlapend', slot, other);
  }

  #tellEnd(a: number, b: number): void {
    const bodyA = this.#host.body(a);
    const bodyB = this.#host.body(b);
    if (bodyA !== null && bodyB !== null) this.#host.tell('contactend', { bodyA, bodyB });
  }

  #tellOverlaps(event: 'overlap' | 'overlapend', { items, count }: IntList): void {
    for (let i = 0; i < count; i += 2) if (!this.#isLink(items, i)) this.#tellOverlap(event, items[i], items[i + 1]);
  }

  #tellOverlap(event: 'overlap' | 'overlapend', a: number, b: number): void {
    const isFirst = this.#space.colliders.bodies[a]?.collides.sensor === true;
    const sensor = this.#host.body(isFirst ? a : b);
    const body = this.#host.body(isFirst ? b : a);
    if (sensor !== null && body !== null) this.#host.tell(event, { sensor, body });
  }

  get points(): ContactPoints {
    return this.#rows;
  }

  gather(bodies: BodyStore): void {
    // Nothing was found where nothing collides any more.
    if (this.isEmpty) this.#space.contacts.count = 0;
    this.#rows.gather(this.#space, bodies);
  }

  begin({ pose, motion }: BodyStore, ctx: StepContext): void {
    this.#rows.begin(pose, motion, ctx);
  }

  measure({ pose, motion }: BodyStore): void {
    this.#rows.measure(pose, motion);
  }

  warmStart({ motion }: BodyStore): void {
    this.#rows.warmStart(motion);
  }

  solve({ motion }: BodyStore, ctx: StepContext): void {
    this.#rows.solve(motion, ctx);
  }

  restitute({ motion }: BodyStore): void {
    this.#rows.restitute(motion);
  }

  forgetLostNumbers(): void {
    this.#rows.forgetLostNumbers();
  }

  keep({ pose }: BodyStore): void {
    this.#rows.keep(this.#space);
    this.#pose = pose;
    findMet(this.#space, this.#tellMet);
  }

  scaleImpulses(by: number): void {
    this.#space.pairs.scaleImpulses(by);
  }

  save(): Float64Array {
    return saveContacts(this.#space);
  }

  restore({ shapes, collides }: CollidersBySlot, saved: Float64Array, bodies: BodyStore): void {
    const { length } = this.#space.colliders.bodies;
    // Nothing is told of those that go.
    this.#space.replace(bodies);
    for (let slot = 0; slot < Math.max(length, shapes.length); slot++)
      this.put(slot, shapes[slot] ?? null, collides[slot] ?? null, bodies);
    restoreContacts(this.#space, saved, bodies);
  }

  /** What sleeps, and begins to touch something; true if anything did. */
  #wake({ items, count }: IntList, { type, asleep }: BodyStore): boolean {
    let woke = false;
    for (let i = 0; i < count; i++) {
      const slot = items[i];
      if (type[slot] !== DYNAMIC || asleep[slot] === 0 || !this.#isLink(items, i & ~1)) continue;
      this.#host.wake(slot);
      woke = true;
    }
    return woke;
  }

  #tellLinks({ items, count }: IntList): void {
    for (let i = 0; i < count; i++) if (this.#isLink(items, i & ~1)) this.#host.linkChanged(items[i]);
  }

  /** Also of those that are to be asked for again: they touch until that is done. */
  #touches(heads: Int32Array, pair: number): boolean {
    const h = pair * HEAD;
    if (heads[h + POINT_COUNT] === 0) return false;
    return heads[h + VERDICT] === COLLIDES || (heads[h + VERDICT] === DOUBTED && this.#isLink(heads, h + BODY_A));
  }

  /** True of two bodies that push each other: none is a sensor. */
  #isLink(items: Int32Array, i: number): boolean {
    const { bodies } = this.#space.colliders;
    return bodies[items[i]]?.collides.sensor === false && bodies[items[i + 1]]?.collides.sensor === false;
  }
}

/** True of rules that differ in nothing but numbers of the surface. */
function meetsTheSame(a: Collides, b: Collides): boolean {
  return (
    a.sensor === b.sensor &&
    a.oneWay?.join() === b.oneWay?.join() &&
    a.group === b.group &&
    a.with?.join() === b.with?.join()
  );
}

/** From `from` on, by the age of the other body: those that are newer are in no order. */
function sortByOther(list: ContactRecord[], from: number): void {
  for (let i = from + 1; i < list.length; i++) {
    const record = list[i];
    let k = i;
    for (; k > from && list[k - 1].other.slot > record.other.slot; k--) list[k] = list[k - 1];
    list[k] = record;
  }
}

function hasMet(heads: Int32Array, pair: number): boolean {
  return heads[pair * HEAD + MET] === 1 && heads[pair * HEAD + POINT_COUNT] > 0;
}
