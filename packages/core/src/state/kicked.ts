import { BODY, type BodyStore, KICKED, OMEGA, VX, VY } from './body-store';
import { LOST_SPEED } from './bounds';

/** Bodies whose velocities have been changed from outside. */
export class KickedBodies {
  any = false;
  /** Of each body slot: 1 if it was. Of use only if there are any. */
  has = new Uint8Array(16);
  /** Slots that the step looks at: bodies made since the last settle wait for the next. */
  #settled = 0;

  /** Finds those among the first `settled` slots, and forgets that they were kicked. */
  find(bodies: BodyStore, settled: number): void {
    this.#settled = settled;
    if (this.has.length < settled) this.has = new Uint8Array(bodies.type.length);
    this.findAgain(bodies);
  }

  /** The same within the step. */
  findAgain(bodies: BodyStore): void {
    this.any = false;
    if (!bodies.mayBeKicked) return;
    const { motion: v } = bodies;
    bodies.mayBeKicked = this.#settled < bodies.count;
    for (let slot = 1; slot < this.#settled; slot++) {
      this.has[slot] = v[slot * BODY + KICKED];
      if (this.has[slot] === 0) continue;
      v[slot * BODY + KICKED] = 0;
      forgetLostSpeed(v, slot * BODY);
      this.any = true;
    }
  }
}

/** What is beyond all measure is 0, before joints take their share: the squares of that would overflow. */
function forgetLostSpeed(v: Float64Array, b: number): void {
  if (Math.abs(v[b + VX]) + Math.abs(v[b + VY]) + Math.abs(v[b + OMEGA]) < LOST_SPEED) return;
  v.fill(0, b + VX, b + OMEGA + 1);
}
