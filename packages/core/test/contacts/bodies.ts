import type { Shape } from '@tenon/core';
import { ANGLE, BODY, COS, DYNAMIC, OMEGA, VX, VY, X, Y } from '../../src/state/body-store';
import { type CollideOptions, readCollides } from '../../src/contacts/collides';
import { ContactSpace } from '../../src/contacts/contact-space';
import { BODY_A, BODY_B, FEATURE, FIRST_POINT, CONTACT_POINT, HEAD, HULL_A, HULL_B, NX, NY, POINT_COUNT, RECORD, SEPARATION } from '../../src/contacts/layout'; // prettier-ignore
import { cosSin } from '../../src/math/trig';

export interface BodyIn {
  readonly shape: Shape;
  readonly at?: readonly [x: number, y: number];
  readonly angle?: number;
  readonly velocity?: readonly [x: number, y: number];
  readonly spin?: number;
  readonly type?: number;
  readonly collides?: CollideOptions | true;
}

export interface Touch {
  readonly a: number;
  readonly b: number;
  readonly pieces: readonly [a: number, b: number];
  readonly normal: readonly [x: number, y: number];
  readonly separations: readonly number[];
  readonly features: readonly number[];
}

/** Bodies that keep their velocities, in arrays as a world has them, with a space of contacts. Slot 0 is the world's own. */
export class Bodies {
  readonly space: ContactSpace;
  pose = new Float64Array(BODY);
  motion = new Float64Array(BODY);
  readonly types = [0];
  readonly asleep = new Set<number>();
  #awake = new Int32Array(16);

  constructor(bodies: readonly BodyIn[] = [], asks: (a: number, b: number) => boolean = () => true) {
    this.space = new ContactSpace(1, asks);
    for (const body of bodies) this.add(body);
  }

  /** Its slot. */
  add({ shape, at = [0, 0], angle = 0, velocity = [0, 0], spin = 0, type = DYNAMIC, collides = true }: BodyIn): number {
    const slot = this.types.length;
    this.types.push(type);
    this.pose = longer(this.pose, (slot + 1) * BODY);
    this.motion = longer(this.motion, (slot + 1) * BODY);
    this.put(slot, at, angle);
    this.motion[slot * BODY + VX] = velocity[0];
    this.motion[slot * BODY + VY] = velocity[1];
    this.motion[slot * BODY + OMEGA] = spin;
    const read = readCollides('collides', collides);
    if (read !== null) this.space.add(slot, shape, read, type, this);
    this.#awake = new Int32Array(slot + 1);
    return slot;
  }

  put(slot: number, at: readonly [number, number], angle = this.pose[slot * BODY + ANGLE]): void {
    const b = slot * BODY;
    this.pose[b + X] = at[0];
    this.pose[b + Y] = at[1];
    this.pose[b + ANGLE] = angle;
    cosSin(angle, this.pose, b + COS);
  }

  /** Finds contacts, then moves. */
  step(dt = 1 / 60): void {
    this.update(dt);
    for (let slot = 1; slot < this.types.length; slot++) {
      const b = slot * BODY;
      if (this.types[slot] === 0 || this.asleep.has(slot)) continue;
      this.pose[b + X] += this.motion[b + VX] * dt;
      this.pose[b + Y] += this.motion[b + VY] * dt;
      this.pose[b + ANGLE] += this.motion[b + OMEGA] * dt;
      cosSin(this.pose[b + ANGLE], this.pose, b + COS);
    }
  }

  update(dt = 1 / 60): void {
    this.space.update(this, this.#awake, this.#listAwake(), dt);
  }

  refresh(): void {
    this.space.refresh(this, true);
  }

  #listAwake(): number {
    let count = 0;
    for (let slot = 1; slot < this.types.length; slot++)
      if (this.types[slot] !== 0 && !this.asleep.has(slot)) this.#awake[count++] = slot;
    return count;
  }

  /** What is to be solved, as objects. */
  get touches(): Touch[] {
    return touchesOf(this.space, this.space.contacts);
  }

  get overlaps(): Touch[] {
    return touchesOf(this.space, this.space.overlaps);
  }

  /** Pairs of slots that began or ended. */
  told(list: 'began' | 'ended'): [number, number][] {
    const { items, count } = this.space[list];
    return Array.from({ length: count / 2 }, (_, i) => [items[2 * i], items[2 * i + 1]]);
  }
}

function touchesOf({ pairs, colliders }: ContactSpace, { items, count }: ContactSpace['contacts']): Touch[] {
  const { heads, records } = pairs;
  return Array.from(items.subarray(0, count), (pair) => {
    const h = pair * HEAD;
    const o = pair * RECORD;
    const points = Array.from({ length: heads[h + POINT_COUNT] }, (_, k) => k);
    return {
      a: heads[h + BODY_A],
      b: heads[h + BODY_B],
      pieces: [colliders.place[heads[h + HULL_A]], colliders.place[heads[h + HULL_B]]],
      normal: [records[o + NX], records[o + NY]],
      separations: points.map((k) => records[o + FIRST_POINT + k * CONTACT_POINT + SEPARATION]),
      features: points.map((k) => heads[h + FEATURE + k]),
    };
  });
}

function longer(array: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const copy = new Float64Array(length);
  copy.set(array);
  return copy;
}
