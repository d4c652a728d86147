import type { Body } from '../body/body';
import type { ContactEndEvent, OverlapEvent } from '../contacts/contact-events';
import type { World } from '../world/world';
import type { WorldEvents } from '../world/world-events';

/** The events of a world; where bodies touch, they come with what shows these. */
export type EventsWith<Touching, Sensed> = {
  [K in keyof WorldEvents]: K extends 'contact' | 'contactend'
    ? WorldEvents[K] & Touching
    : K extends 'overlap' | 'overlapend'
      ? WorldEvents[K] & Sensed
      : WorldEvents[K];
};

/** What shows a body, null of one that nothing shows. */
export type ObjectOf<T> = (body: Body) => T | null;

type Listener = (event: object) => void;

interface Listening {
  readonly event: keyof WorldEvents;
  readonly listener: Listener;
  readonly context: unknown;
  readonly stop: () => void;
}

/** What listens to the events of a world through an adapter: where bodies touch, it is told what shows these, too. */
export class Listeners<T> {
  readonly #world: World;
  readonly #of: ObjectOf<T>;
  readonly #touching: (a: T | null, b: T | null) => object;
  readonly #sensed: (sensor: T | null, other: T | null) => object;
  #all: Listening[] = [];

  /** `touching` and `sensed` say what an event has beside what the world tells. */
  constructor(
    world: World,
    of: ObjectOf<T>,
    touching: (a: T | null, b: T | null) => object,
    sensed: (sensor: T | null, other: T | null) => object,
  ) {
    this.#world = world;
    this.#of = of;
    this.#touching = touching;
    this.#sensed = sensed;
  }

  /** Calls `listener`, with `context` for `this`, until the function that is returned is called. */
  on(event: keyof WorldEvents, listener: Listener, context?: unknown): () => void {
    const entry = { event, listener, context, stop: this.#world.on(event, this.#told(event, listener, context)) };
    this.#all.push(entry);
    return () => this.#end(entry);
  }

  /** Ends what `on` began with this listener and context. */
  off(event: keyof WorldEvents, listener: Listener, context?: unknown): void {
    const entry = this.#all.find((one) => one.event === event && one.listener === listener && one.context === context);
    if (entry !== undefined) this.#end(entry);
    // What is none of its own the world looks at: an event may be misspelt.
    else this.#world.off(event, listener);
  }

  /** Ends all. */
  clear(): void {
    for (const { stop } of this.#all) stop();
    this.#all = [];
  }

  #end(entry: Listening): void {
    entry.stop();
    this.#all = this.#all.filter((other) => other !== entry);
  }

  #told(event: keyof WorldEvents, listener: Listener, context: unknown): Listener {
    if (typeof listener !== 'function') return listener; // refused by the world
    const bound: Listener = context === undefined ? listener : listener.bind(context);
    if (event === 'contact' || event === 'contactend')
      return (payload) => {
        const { bodyA, bodyB } = payload as ContactEndEvent;
        bound({ ...payload, ...this.#touching(this.#of(bodyA), this.#of(bodyB)) });
      };
    if (event === 'overlap' || event === 'overlapend')
      return (payload) => {
        const { sensor, body } = payload as OverlapEvent;
        bound({ ...payload, ...this.#sensed(this.#of(sensor), this.#of(body)) });
      };
    return bound;
  }
}
