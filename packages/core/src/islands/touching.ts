import type { ContactSolver } from '../simulation/parts';
import type { Island, Islands } from './islands';

/**
 * Islands that contacts connect: they fall asleep and wake together. Contacts do not join islands (islands.ts); what they connect is found by a walk
 * when it matters, so it need not be kept up to date, nor parted, nor brought back from a snapshot.
 */
export class TouchingIslands {
  readonly #islands: Islands;
  readonly #contacts: ContactSolver | null;
  readonly #found: Island[] = [];
  #walks = 0;
  readonly #visit = (slot: number): void => {
    const island = this.#islands.of(slot);
    if (island !== null) this.#add(island);
  };

  constructor(islands: Islands, contacts: ContactSolver | null) {
    this.#islands = islands;
    this.#contacts = contacts;
  }

  /** All that touch an island, and what touches those, itself first: until the next walk. */
  find(island: Island): readonly Island[] {
    this.#walks++;
    this.#found.length = 0;
    this.#add(island);
    if (this.#contacts === null) return this.#found;
    for (let i = 0; i < this.#found.length; i++) {
      const { bodies } = this.#found[i];
      for (let k = 0; k < bodies.length; k++) this.#contacts.forEachTouching(bodies[k], this.#visit);
    }
    return this.#found;
  }

  #add(island: Island): void {
    if (island.walk === this.#walks) return;
    island.walk = this.#walks;
    this.#found.push(island);
  }
}
