/** s: a frame that takes longer is unlikely, three in a row are milliseconds. */
const SUSPICIOUS = 1;

/** Turns what a frame loop knows of time into seconds since the last frame, 0 or more. */
export class FrameClock {
  readonly #now: () => number;
  readonly #warn: (message: string) => void;
  #last: number | null = null;
  #suspicious = 0;

  /** `now` in ms. */
  constructor(now: () => number, warn: (message: string) => void) {
    this.#now = now;
    this.#warn = warn;
  }

  /** Seconds since the last call, by its own clock or as given; less than 0 counts as 0. */
  take(given?: number): number {
    if (given === undefined) {
      const now = this.#now();
      const seconds = this.#last === null ? 0 : (now - this.#last) / 1000;
      this.#last = now;
      return Math.max(0, seconds);
    }
    this.#suspicious = given > SUSPICIOUS ? this.#suspicious + 1 : 0;
    if (this.#suspicious === 3) {
      this.#warn(`update() wants seconds, got ${given}; leave the argument out or divide by 1000`);
    }
    return Math.max(0, given);
  }
}
