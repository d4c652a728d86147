/** Frame time cut into whole fixed steps, and the fraction left over for interpolation. */
export class FixedStep {
  /** Seconds that the last `take` dropped. */
  dropped = 0;
  #left = 0;

  /** How many steps of `fixedStep` seconds `seconds` more make due; at most `maxCatchUp` seconds are made up for, the rest is dropped. */
  take(seconds: number, fixedStep: number, maxCatchUp: number): number {
    const due = this.#left + seconds;
    const kept = Math.min(due, Math.max(maxCatchUp, fixedStep));
    // A step short by rounding alone is due: 1/60 s frames give one step each, for ever.
    const steps = Math.floor(kept / fixedStep + 1e-9);
    this.#left = Math.max(0, kept - steps * fixedStep);
    this.dropped = due - kept;
    return steps;
  }

  /** Fraction of a fixed step not yet taken, in [0, 1). */
  alpha(fixedStep: number): number {
    return Math.min(this.#left / fixedStep, 1 - 1e-9);
  }

  /** Seconds not yet taken. */
  get left(): number {
    return this.#left;
  }

  reset(left = 0): void {
    this.#left = left;
  }
}
