import { refuse } from './error';

/** An id that is free, and the count of default ids once it is claimed. */
export interface Claim {
  readonly id: string;
  readonly count: number;
}

/**
 * The handles of a world by id, in order of creation. An id is claimed when its handle is made; the handle is listed
 * once it takes part, which inside a step is later.
 */
export class Roster<T extends { readonly id: string }> implements Iterable<T> {
  /** Default ids given so far: none is given again. */
  count = 0;
  readonly #path: string;
  readonly #letter: string;
  readonly #listed = new Map<string, T>();
  readonly #claimed = new Set<string>();

  /** `path` names an id in messages, `letter` begins the default ones. */
  constructor(path: string, letter: string) {
    this.#path = path;
    this.#letter = letter;
  }

  get size(): number {
    return this.#listed.size;
  }

  get(id: string): T | null {
    return this.#listed.get(id) ?? null;
  }

  /** The given id if it is free, the next default one for `undefined`. Throws `duplicate-id` and `param-invalid`. */
  nextId(given: unknown): Claim {
    if (given === undefined) {
      let count = this.count + 1;
      while (this.#isTaken(`${this.#letter}${count}`)) count++;
      return { id: `${this.#letter}${count}`, count };
    }
    if (typeof given !== 'string' || given === '')
      refuse('param-invalid', this.#path, 'be a string that is not empty', given);
    if (this.#isTaken(given)) refuse('duplicate-id', this.#path, 'be unique in its world', given);
    return { id: given, count: this.count };
  }

  /** The handle of that id is made. */
  claim({ id, count }: Claim): void {
    this.count = count;
    this.#claimed.add(id);
  }

  /** The handle takes part from now on. */
  list(handle: T): void {
    this.#claimed.delete(handle.id);
    this.#listed.set(handle.id, handle);
  }

  drop(handle: T): void {
    this.#listed.delete(handle.id);
  }

  /** These and no others, in this order. */
  replace(handles: readonly T[]): void {
    this.#listed.clear();
    this.#claimed.clear();
    for (const handle of handles) this.#listed.set(handle.id, handle);
  }

  [Symbol.iterator](): IterableIterator<T> {
    return this.#listed.values();
  }

  #isTaken(id: string): boolean {
    return this.#listed.has(id) || this.#claimed.has(id);
  }
}
