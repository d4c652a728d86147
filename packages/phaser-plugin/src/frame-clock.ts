/** A longer gap is a page that was hidden or held, not a slow frame, ms. */
const longestFrame = 250;

/**
 * Frame time from the loop's own time stamps: the `delta` that Phaser hands out is smoothed, capped for the first two
 * seconds, and up to 1.8 times too long under `fps.limit` in 4.2.
 */
export class FrameClock {
  #last = NaN;

  /** Seconds since the last frame; after a pause, no more than one step of `fixedStep` seconds. `time` and `delta` in ms. */
  take(time: number, delta: number, fixedStep: number): number {
    const elapsed = time - this.#last;
    this.#last = time;
    if (elapsed > 0 && elapsed <= longestFrame) return elapsed / 1000;
    return Math.max(0, Math.min(delta / 1000, fixedStep));
  }

  /** The next frame is the first one again: time that passed in between is not made up for. */
  forget(): void {
    this.#last = NaN;
  }
}
