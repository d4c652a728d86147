import { BODY, type BodyStore, KICKED } from './body-store';

/** Bodies whose velocities have been changed from outside. */
export class KickedBodies {
  slots = new Int32Array(16);
  count = 0;
  /** Slots that the step looks at: bodies made since the last settle wait for the next. */
  #settled = 0;

  /** Lists those among the first `settled` slots, and forgets that they were kicked. */
  find(bodies: BodyStore, settled: number): void {
    this.#settled = settled;
    if (this.slots.length < settled) this.slots = new Int32Array(bodies.type.length);
    this.findAgain(bodies);
  }

  /** The same within the step. */
  findAgain(bodies: BodyStore): void {
    this.count = 0;
    if (!bodies.mayBeKicked) return;
    const { motion: v } = bodies;
    bodies.mayBeKicked = this.#settled < bodies.count;
    for (let slot = 1; slot < this.#settled; slot++) {
      if (v[slot * BODY + KICKED] === 0) continue;
      v[slot * BODY + KICKED] = 0;
      this.slots[this.count++] = slot;
    }
  }
}
