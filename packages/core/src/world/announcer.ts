import type { Changes } from '../base/changes';
import { Emitter, readListener } from '../base/events';
import type { Joint } from '../joint/joint';
import type { JointEvents } from '../joint/joint-events';
import type { JointBatch } from '../batches/joint-batch';
import { findStops } from '../joint/limit-events';
import { WORLD_EVENTS, type WorldEvents } from './world-events';

/** Events that a joint and its world tell alike. */
type SharedEvent = 'breaking' | 'broken' | 'limit';

/** Tells listeners of a world and of its joints what happens there, and keeps what they throw until all of it is whole. */
export class Announcer {
  /** What listeners threw, and what else went wrong in a step. */
  readonly errors: unknown[] = [];
  readonly #changes: Changes;
  readonly #emitter = new Emitter<WorldEvents>();
  #stopsWatched = false;

  /** `changes` says when a change is whole. */
  constructor(changes: Changes) {
    this.#changes = changes;
  }

  on<K extends keyof WorldEvents>(event: K, listener: (event: WorldEvents[K]) => void): () => void {
    readListener('World.on', event, listener, WORLD_EVENTS);
    return this.#emitter.on(event, listener);
  }

  off<K extends keyof WorldEvents>(event: K, listener: (event: WorldEvents[K]) => void): void {
    readListener('World.off', event, listener, WORLD_EVENTS);
    this.#emitter.off(event, listener);
  }

  /** Nobody listens to the world any more. */
  clear(): void {
    this.#emitter.clear();
  }

  /** True if the world has a listener of `event`: lets callers skip making the event. */
  has(event: keyof WorldEvents): boolean {
    return this.#emitter.has(event);
  }

  /** Some joint's own listener wants to know of stops. */
  watchStops(): void {
    this.#stopsWatched = true;
  }

  /** Tells the world's listeners now. */
  tell<K extends keyof WorldEvents>(event: K, payload: WorldEvents[K]): void {
    this.#emitter.emit(event, payload, this.errors);
  }

  /** Tells the joint's own listeners now, then the world's. */
  tellOfJoint<K extends SharedEvent>(event: K, payload: JointEvents[K] & WorldEvents[K]): void {
    payload.joint.emit(event, payload, this.errors);
    this.tell(event, payload);
  }

  /** Tells the world's listeners of a change once it is whole. */
  announce<K extends keyof WorldEvents>(event: K, payload: WorldEvents[K]): void {
    if (this.has(event)) this.#changes.add(() => this.tell(event, payload));
  }

  /** Tells of a joint that has left, once that is whole. */
  announceRemoved(joint: Joint, reason: string): void {
    this.#changes.add(() => joint.emit('removed', { joint, reason }, this.errors));
    this.announce('removed', { joint, reason });
  }

  /** Tells the world's listeners of an island, and each joint's own of itself, once that is whole. */
  announceIsland(event: 'sleep' | 'wake', bodies: WorldEvents['sleep']['bodies']): void {
    this.announce(event, { bodies });
    for (const joint of new Set(bodies.flatMap((body) => [...body.jointSet])))
      this.#changes.add(() => joint.emit(event, { joint }, this.errors));
  }

  /** Tells of every stop that began to push or let go in the last step, once that is whole. */
  announceStops(batches: readonly JointBatch[]): void {
    if (!this.#stopsWatched && !this.has('limit')) return;
    for (const event of findStops(batches)) this.#changes.add(() => this.tellOfJoint('limit', event));
  }

  /** Throws what was kept: the error, or all of them as one. */
  report(): void {
    if (this.errors.length === 0) return;
    const errors = this.errors.splice(0);
    throw errors.length === 1
      ? errors[0]
      : new AggregateError(errors, `${errors.length} errors during the step, the first: ${String(errors[0])}`);
  }
}
