import type { BodyStore } from '../../body/body-store';
import type { RecordLoan } from '../../joint/batch/joint-batch';
import { addPinMoments, bookPins, bookProjected, clearPinSums, keepPinImpulses } from './pin-books';
import type { PinIsland } from './pin-groups';

/**
 * The records of an island's pins while they stay in its space from step to step: to copy them in and out takes a sixth of the step of a
 * chain. Anyone who asks for a record has all of them brought home first (joint-batch.ts). Only where nothing but pins is to be stepped,
 * in passes of their own, by one step that converges at once, of an island that has its space for itself.
 */
export class PinLoan implements RecordLoan {
  /** True while what the last step has left lies in the space only. */
  isOut = false;
  /** True if no other island has been in the space since the last step of the one that is. */
  isAlone = false;
  /** True in a step whose bodies begin as the last step has left them in the space: masses, loads, velocities and poses. */
  keepsBodies = false;
  /** True if pins begin such a step as they have ended the last one, too: no projection has changed their rates, and nothing carries them. */
  keepsPins = false;
  /** True if a projection has added to what the last step gave. */
  #isProjected = false;
  /** `changes` of the bodies that are in the space as the store has them; −1: none are. */
  #changes = -1;
  readonly #island: PinIsland;

  constructor(island: PinIsland) {
    this.#island = island;
  }

  /** True if records may stay with the island after a step that leaves no gap and has nothing to book but the impulses of its pins. */
  get canStay(): boolean {
    const { coordinates, passes, grounded, stats, attempt } = this.#island;
    if (!this.isAlone || coordinates.length > 0 || passes === null || !grounded) return false;
    return stats.steps === 1 && stats.halvings === 0 && !attempt.shocked;
  }

  /** Keeps the records: those in the batches are old from here on. */
  keep(isProjected: boolean): void {
    this.isOut = true;
    this.#isProjected = isProjected;
    for (const { batch } of this.#island.pins) batch.lend(this);
  }

  /** Velocities, loads and poses stay, too, while records do. */
  keepBodies({ changes }: BodyStore): void {
    if (this.isOut) this.#changes = changes;
  }

  /** True if the bodies are as the last step has left them. */
  hasBodies({ changes }: BodyStore): boolean {
    return this.isOut && this.#changes === changes;
  }

  /** A step begins, with them if they are: once, for it makes something else of them. */
  takeBodies(store: BodyStore): void {
    this.keepsBodies = this.hasBodies(store);
    this.keepsPins = this.keepsBodies && !this.#isProjected && !this.#island.attempt.isCarried;
    this.#changes = -1;
  }

  /** Brings home what the last step has left; not while a step is under way. */
  giveBack(): void {
    if (!this.isOut) return;
    this.isOut = false;
    const { pins, impulse, dImpulse, system } = this.#island;
    for (const group of pins) clearPinSums(group);
    bookPins(this.#island);
    if (!this.#isProjected) return;
    addPinMoments(this.#island, dImpulse, system.jacobian);
    bookProjected(this.#island, impulse, dImpulse);
  }

  /** The step at hand goes on with the records, as they are where none were kept: sums cleared, impulses those before it. */
  recall(): void {
    if (!this.isOut) return;
    this.isOut = false;
    for (const group of this.#island.pins) {
      clearPinSums(group);
      keepPinImpulses(group, this.#island.firstImpulse);
    }
  }
}
