import {
  BODY,
  type BodyStore,
  DYNAMIC,
  FORCE_X,
  FORCE_Y,
  INV_INERTIA,
  INV_MASS,
  OMEGA,
  TORQUE,
  VX,
  VY,
} from '../state/body-store';
import type { SlotList } from './integrate';

/** Numbers per body: force x, y, torque. */
const SIZE = 3;

/**
 * Forces that a hook gives before a substep are of that substep. What is not moved in substeps, as a direct island, which is stepped as a
 * whole before them, gets them as impulses.
 */
export class SubstepForces {
  /** Of each body at the start of the step. */
  #given = new Float64Array(0);
  /** 1: moved in substeps. */
  #moves = new Uint8Array(0);
  #count = 0;

  /** Begins a step of the first `count` bodies, of which those of `moving` are moved in substeps. */
  begin({ load, type }: BodyStore, count: number, moving: SlotList): void {
    if (this.#moves.length < count) {
      this.#moves = new Uint8Array(type.length);
      this.#given = new Float64Array(type.length * SIZE);
    }
    this.#count = count;
    this.#moves.fill(0);
    for (let i = 0; i < moving.count; i++) this.#moves[moving.slots[i]] = 1;
    for (let slot = 1; slot < count; slot++) {
      const b = slot * BODY;
      const i = slot * SIZE;
      this.#given[i] = load[b + FORCE_X];
      this.#given[i + 1] = load[b + FORCE_Y];
      this.#given[i + 2] = load[b + TORQUE];
    }
  }

  /** Takes back what a hook has added, `h` seconds ago. */
  takeBack(bodies: BodyStore, h: number): void {
    const { load, motion: v, type } = bodies;
    for (let slot = 1; slot < this.#count; slot++) {
      const b = slot * BODY;
      const i = slot * SIZE;
      const x = load[b + FORCE_X] - this.#given[i];
      const y = load[b + FORCE_Y] - this.#given[i + 1];
      const torque = load[b + TORQUE] - this.#given[i + 2];
      if (x === 0 && y === 0 && torque === 0) continue;
      load[b + FORCE_X] = this.#given[i];
      load[b + FORCE_Y] = this.#given[i + 1];
      load[b + TORQUE] = this.#given[i + 2];
      if (this.#moves[slot] === 1 || type[slot] !== DYNAMIC) continue;
      v[b + VX] += h * x * v[b + INV_MASS];
      v[b + VY] += h * y * v[b + INV_MASS];
      v[b + OMEGA] += h * torque * v[b + INV_INERTIA];
      bodies.kick(slot);
    }
  }
}
