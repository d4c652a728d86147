/**
 * When a world changes and when it tells so. Structure changes at once outside a step, after its last substep inside. Events wait until the
 * change or step at hand is whole, and come in its order; what a listener changes is told after that listener, so that a listener may do
 * anything.
 */
export class Changes {
  /** Changes that wait for the end of the step. */
  readonly #queued: (() => void)[] = [];
  /** What is to be told, and how much of it has been. */
  readonly #news: (() => void)[] = [];
  #told = 0;
  /** A listener has been called. */
  #telling = false;
  /** A change is at hand. */
  #changing = false;
  #stepping = false;

  /** True from `beginStep` to `endStep`. */
  get isStepping(): boolean {
    return this.#stepping;
  }

  /** From here on changes wait. */
  beginStep(): void {
    this.#stepping = true;
  }

  /** From here on changes are parts of one, until `finish`. */
  endStep(): void {
    this.#stepping = false;
    this.#changing = true;
  }

  /** Does what has waited for the end of the step. */
  doQueued(): void {
    if (this.#queued.length > 0) for (const change of this.#queued.splice(0)) change();
  }

  finish(): void {
    this.#changing = false;
  }

  whenIdle(change: () => void): void {
    if (this.#stepping) this.#queued.push(change);
    else this.whole(change);
  }

  /** Does a change, or a part of the one at hand. */
  whole<T>(change: () => T): T {
    const outermost = !this.#changing;
    this.#changing = true;
    let result: T;
    try {
      result = change();
    } finally {
      if (outermost) this.#changing = false;
    }
    this.publish();
    return result;
  }

  /** Does a change; what throws is undone, and nobody hears of it. */
  attempt<T>(change: () => T, undo: () => void): T {
    const known = this.#news.length;
    return this.whole(() => {
      try {
        return change();
      } catch (error) {
        undo();
        this.#news.length = known;
        throw error;
      }
    });
  }

  /** `tell` calls listeners, once that may be. */
  add(tell: () => void): void {
    this.#news.push(tell);
  }

  /** Tells the news, unless a step or a change is at hand or a listener has been called. */
  publish(): void {
    if (!this.#telling) this.publishNow();
  }

  /** The same within a listener: for what is whole in itself, a step or the end of the world. */
  publishNow(): void {
    const within = this.#telling;
    this.#telling = true;
    while (!this.#stepping && !this.#changing && this.#told < this.#news.length) this.#news[this.#told++]();
    this.#telling = within;
    if (this.#told < this.#news.length) return;
    this.#news.length = 0;
    this.#told = 0;
  }
}
