import { type BodyStore, DYNAMIC } from '../body/body-store';
import type { SlotList } from '../body/integrate';
import type { Shape } from '../body/mass';
import type { StepContext } from '../coordinates/step-context';
import type { CollidersBySlot, ContactHost, ContactSolver } from '../parts';
import type { Collider } from './colliders';
import { type Collides, readCollides } from './collides';
import { ContactRows } from './contact-rows';
import { ContactSpace } from './contact-space';
import type { IntList } from './int-list';
import { BODY_A, BODY_B, COLLIDES, HEAD, NEXT, NEXT_OF_A, NONE, POINT_COUNT, VERDICT } from './layout';
import { piecesOf } from './pieces';
import { restoreContacts, saveContacts } from './saved-contacts';

/** What touches in one world, and the rows that keep it apart. */
export class Contacts implements ContactSolver {
  linksChanged = false;
  readonly #host: ContactHost;
  readonly #space: ContactSpace;
  readonly #rows = new ContactRows();
  /** Bodies that collide. */
  #count = 0;

  constructor(lengthUnit: number, host: ContactHost) {
    this.#host = host;
    this.#space = new ContactSpace(lengthUnit, (a, b) => host.mayCollide(a, b));
  }

  get isEmpty(): boolean {
    return this.#count === 0;
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

  put(slot: number, shape: Shape | null, collides: Collides | null, bodies: BodyStore): void {
    const before = this.#space.colliders.bodies[slot] ?? null;
    if (
      before !== null &&
      collides !== null &&
      before.shape === shape &&
      isOnlySurface(before, collides, bodies.type[slot])
    ) {
      this.#space.setMaterial(slot, collides);
      return;
    }
    if (before !== null) this.#count--;
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
      if (touches(heads, pair)) visit(heads[pair * HEAD + BODY_A]);
    for (let pair = firstOfA[slot] ?? NONE; pair !== NONE; pair = heads[pair * HEAD + NEXT_OF_A])
      if (touches(heads, pair)) visit(heads[pair * HEAD + BODY_B]);
  }

  forEachTouch(visit: (a: number, b: number) => void): void {
    const { heads, first } = this.#space.pairs;
    for (const start of first)
      for (let pair = start; pair !== NONE; pair = heads[pair * HEAD + NEXT])
        if (touches(heads, pair)) visit(heads[pair * HEAD + BODY_A], heads[pair * HEAD + BODY_B]);
  }

  find(bodies: BodyStore, movers: SlotList, dt: number): boolean {
    this.#space.update(bodies, movers.slots, movers.count, dt);
    const { began, ended } = this.#space;
    const woke = this.#wake(began, bodies);
    if (this.#hasLinks(ended) || this.#hasLinks(began)) this.linksChanged = true;
    return woke;
  }

  gather(): void {
    this.#rows.gather(this.#space);
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

  keep(): void {
    this.#rows.keep(this.#space);
  }

  scaleImpulses(factor: number): void {
    this.#space.pairs.scaleImpulses(factor);
  }

  save(): Float64Array {
    return saveContacts(this.#space);
  }

  restore({ shapes, collides }: CollidersBySlot, saved: Float64Array, bodies: BodyStore): void {
    const { length } = this.#space.colliders.bodies;
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

  #hasLinks({ items, count }: IntList): boolean {
    for (let i = 0; i < count; i += 2) if (this.#isLink(items, i)) return true;
    return false;
  }

  /** True of two bodies that push each other: none is a sensor. */
  #isLink(items: Int32Array, i: number): boolean {
    const { bodies } = this.#space.colliders;
    return bodies[items[i]]?.collides.sensor === false && bodies[items[i + 1]]?.collides.sensor === false;
  }
}

/** True if nothing but numbers of the surface differs. */
function isOnlySurface(before: Collider, { sensor, oneWay, group, with: names }: Collides, type: number): boolean {
  const { collides } = before;
  return (
    before.type === type &&
    collides.sensor === sensor &&
    collides.oneWay?.join() === oneWay?.join() &&
    collides.group === group &&
    collides.with?.join() === names?.join()
  );
}

function touches(heads: Int32Array, pair: number): boolean {
  return heads[pair * HEAD + VERDICT] === COLLIDES && heads[pair * HEAD + POINT_COUNT] > 0;
}
