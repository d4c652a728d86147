import { closed } from '../base/check';
import { readOnly } from '../base/read-only';
import type { Roster } from '../base/roster';
import type { Body } from './body';

/** The bodies of a world, in order of creation. One made inside a step is listed after it. */
export class BodyCollection implements Iterable<Body> {
  readonly #roster: Roster<Body>;

  /** @internal */
  constructor(roster: Roster<Body>) {
    this.#roster = roster;
    readOnly(BodyCollection.prototype, () => 'World.bodies');
    closed(this);
  }

  /** How many there are. */
  get size(): number {
    return this.#roster.size;
  }

  /** Every body, the oldest first. */
  [Symbol.iterator](): IterableIterator<Body> {
    return this.#roster[Symbol.iterator]();
  }
}
