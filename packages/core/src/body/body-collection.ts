import type { Body } from './body';
import type { BodyStore } from './body-store';

/** The bodies of a world, in order of creation. */
export class BodyCollection implements Iterable<Body> {
  readonly #store: BodyStore;

  /** @internal */
  constructor(store: BodyStore) {
    this.#store = store;
  }

  get size(): number {
    let size = 0;
    for (const handle of this.#store.handles) if (handle !== null) size++;
    return size;
  }

  *[Symbol.iterator](): IterableIterator<Body> {
    for (const handle of this.#store.handles) if (handle !== null) yield handle;
  }
}
