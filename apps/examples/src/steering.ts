/** A key that steers an example, and a button for fingers that does the same. */
export interface Control {
  /** What a script asks for. */
  readonly id: string;
  readonly label: string;
  /** As in `KeyboardEvent.key`. */
  readonly key: string;
}

/** Which controls are held. */
export class Steering {
  readonly #held = new Set<string>();
  #isUsed = false;

  /** True once somebody has steered: until then an example goes by itself. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  holds(id: string): boolean {
    return this.#held.has(id);
  }

  press(id: string): void {
    this.#isUsed = true;
    this.#held.add(id);
  }

  release(id: string): void {
    this.#held.delete(id);
  }

  releaseAll(): void {
    this.#held.clear();
  }

  /** As it was at first. */
  reset(): void {
    this.releaseAll();
    this.#isUsed = false;
  }
}
