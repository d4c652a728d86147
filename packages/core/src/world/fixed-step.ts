import type { SimulationSettings } from '../simulation/world-defaults';

/** Frame time cut into whole fixed steps, and the fraction left over for interpolation. */
export class FixedStep {
  /** Seconds that the last `take` dropped. */
  dropped = 0;
  /** Fraction of a fixed step not yet taken, in [0, 1). Kept, not computed: what asks for every body that is shown must allocate no number. */
  alpha = 0;
  #left = 0;
  readonly #settings: SimulationSettings;

  constructor(settings: SimulationSettings) {
    this.#settings = settings;
  }

  /** Seconds not yet taken. */
  get left(): number {
    return this.#left;
  }

  /** How many steps `seconds` more make due; at most `maxCatchUp` seconds are made up for, the rest is dropped. */
  take(seconds: number): number {
    const { fixedStep, maxCatchUp } = this.#settings;
    const due = this.#left + seconds;
    const kept = Math.min(due, Math.max(maxCatchUp, fixedStep));
    // A step short by rounding alone is due: 1/60 s frames give one step each, for ever.
    const steps = Math.floor(kept / fixedStep + 1e-9);
    this.reset(Math.max(0, kept - steps * fixedStep));
    this.dropped = due - kept;
    return steps;
  }

  /** So much is left, or of what is left another share where a step is of another length. */
  reset(left = 0): void {
    this.#left = left;
    this.alpha = Math.min(left / this.#settings.fixedStep, 1 - 1e-9);
  }
}
