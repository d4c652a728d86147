import type { Body } from '../body/body';
import { BODY, CARRIED, COS, GOAL, GRAVITY_SCALE, KICKED } from './body-fields';

export * from './body-fields';

/** The arrays that make up the state of all bodies, their kind, and how many numbers each has per body. */
export const BODY_ARRAYS = [
  { name: 'motion', Kind: Float64Array, size: BODY },
  { name: 'pose', Kind: Float64Array, size: BODY },
  { name: 'load', Kind: Float64Array, size: BODY },
  { name: 'carried', Kind: Float64Array, size: CARRIED },
  { name: 'goal', Kind: Float64Array, size: GOAL },
  { name: 'type', Kind: Uint8Array, size: 1 },
  { name: 'asleep', Kind: Uint8Array, size: 1 },
  { name: 'keepsAwake', Kind: Uint8Array, size: 1 },
  { name: 'restTime', Kind: Float64Array, size: 1 },
  { name: 'restFrom', Kind: Float64Array, size: 3 },
] as const;

/** Copies of them, in that order. */
export type BodyArrays = readonly (Float64Array | Uint8Array)[];

/**
 * All bodies of a world in arrays, in order of creation. Slot 0 is the world's own static body. What a removed body leaves is a gap, until there
 * are many.
 * Lengths are in world units, masses in kg, forces in kg·unit/s².
 */
export class BodyStore {
  /** Slots in use, that of the world's own body included, and how many of them are gaps that removed bodies have left. */
  count = 0;
  gaps = 0;
  /** False if none is `KICKED`: most steps need not look. */
  mayBeKicked = false;
  /** False if no body has a force or torque: most steps need not take them away. */
  mayBeForced = false;
  /**
   * Goes up with every change of a motion, pose, load or gravity that no solver has made: while it stays, what a solver has prepared for its
   * bodies holds. What makes it prepare everything anyway, as sleep and new islands do, is not counted.
   */
  changes = 0;
  /** True while the previous pose of every body is the present one. */
  posesRemembered = false;
  /** True if a mass or an inertia may have changed since the iterative step looked for hubs. */
  massesChanged = true;
  /** vx, vy (unit/s), ω (rad/s), 1/m, 1/I (0 = immovable), then arcs or the next warm start; 8 per body */
  motion: Float64Array = new Float64Array(16 * BODY);
  /** kick of vx, vy, ω, share kept of v, ω, unused: made anew by every iterative step; 8 per body */
  drive = new Float64Array(16 * BODY);
  /** x, y, cos, sin, angle (rad, unwrapped), previous x, y, angle; 8 per body */
  pose: Float64Array = new Float64Array(16 * BODY);
  /** force x, y, torque, gravity scale, linear and angular damping (1/s), mass, inertia; 8 per body */
  load = new Float64Array(16 * BODY);
  /** x, y, angle to arrive at, 1 if pending, vx, vy, ω (unit/s, rad/s) that led there; 7 per body */
  goal = new Float64Array(16 * GOAL);
  /** impulse x, y and angular, of forces given for frames that no step has made up for yet; 3 per body */
  carried = new Float64Array(16 * CARRIED);
  /** static 0, kinematic 1, dynamic 2 */
  type = new Uint8Array(16);
  /** 1 if asleep */
  asleep = new Uint8Array(16);
  /** 1 if it never rests, and so keeps its island awake */
  keepsAwake = new Uint8Array(16);
  /** seconds below the sleep threshold */
  restTime = new Float64Array(16);
  /** x, y, angle from where on it has been below the threshold and has hardly moved; 3 per body */
  restFrom = new Float64Array(3 * 16);
  /** The handle of each slot; null for the world's own body and for a removed one not yet closed up. */
  handles: (Body | null)[] = [];

  /** The numbers of all bodies, the world's own included. */
  copyArrays(): BodyArrays {
    return BODY_ARRAYS.map(({ name, size }) => this[name].slice(0, this.count * size));
  }

  /** Appends a body with zeroed numbers and returns its slot. */
  append(handle: Body | null): number {
    const slot = this.count++;
    if (slot >= this.type.length) this.#grow(slot * 2);
    this.handles[slot] = handle;
    this.#clear(slot);
    return slot;
  }

  /** The body in this slot has left: what is there until the gap is closed is static. */
  release(slot: number): void {
    this.handles[slot] = null;
    this.#clear(slot);
    this.gaps++;
    this.changes++;
  }

  /** True where gaps cost more than it does to close them. */
  get hasManyGaps(): boolean {
    return 4 * this.gaps > this.count;
  }

  #clear(slot: number): void {
    for (const { name, size } of BODY_ARRAYS) this[name].fill(0, slot * size, (slot + 1) * size);
    this.pose[slot * BODY + COS] = 1;
    this.load[slot * BODY + GRAVITY_SCALE] = 1;
  }

  /** The body's velocity was changed from outside: the next step has joints take their share at once. */
  kick(slot: number): void {
    this.changes++;
    this.motion[slot * BODY + KICKED] = 1;
    this.mayBeKicked = true;
  }

  /** A body was given a force or torque. */
  force(): void {
    this.changes++;
    this.mayBeForced = true;
  }

  /** Closes the gaps that removed bodies left, keeping the order; returns old slot → new slot, or null if nothing moved. */
  compact(): Int32Array | null {
    const { count, handles } = this;
    if (this.gaps === 0) return null;
    let live = 1;
    while (handles[live] !== null) live++;
    const moved = new Int32Array(count);
    for (let slot = 0; slot < live; slot++) moved[slot] = slot;
    for (let slot = live; slot < count; slot++) {
      if (handles[slot] === null) continue;
      this.#move(slot, live);
      moved[slot] = live++;
    }
    handles.length = live;
    this.count = live;
    this.gaps = 0;
    return moved;
  }

  #move(from: number, to: number): void {
    for (const { name, size } of BODY_ARRAYS) this[name].copyWithin(to * size, from * size, (from + 1) * size);
    const handle = this.handles[from];
    this.handles[to] = handle;
    if (handle !== null) handle.takeSlot(to);
  }

  #grow(capacity: number): void {
    this.drive = new Float64Array(capacity * BODY);
    for (const { name, Kind, size } of BODY_ARRAYS) {
      const longer = new Kind(capacity * size);
      longer.set(this[name]);
      Object.assign(this, { [name]: longer });
    }
  }
}

/** What was lost to an overflow is 0 from now on: no array ever holds a number that is not finite. */
export function zeroLostNumbers(array: Float64Array, from: number, count: number): void {
  for (let i = from; i < from + count; i++) if (!Number.isFinite(array[i])) array[i] = 0;
}
