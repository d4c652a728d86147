import mitt from 'mitt';
import { frozen, oneOf } from './check';
import { refuse } from './error';

/** Checks what `on` and `off` are given: a misspelt event would never be heard, and `off` without a listener would remove all. */
export function readListener(path: string, event: unknown, listener: unknown, events: readonly string[]): void {
  oneOf(`${path}.event`, event, events);
  if (typeof listener !== 'function') refuse('param-invalid', `${path}.listener`, 'be a function', listener);
}

/**
 * The events of a world or a joint, on top of `mitt`: `on` returns the function that unsubscribes,
 * a listener that throws is kept for the caller to rethrow, so that it cannot stop a step, and all listeners get the same frozen event.
 */
export class Emitter<Events extends Record<string | symbol, object>> {
  readonly #emitter = mitt<Events>();

  /** Calls `listener` at every `event`; returns the function that unsubscribes it, once. */
  on<K extends keyof Events>(event: K, listener: (event: Events[K]) => void): () => void {
    this.#emitter.on(event, listener);
    let isSubscribed = true;
    return () => {
      // Called again, it would end another subscription of the same listener.
      if (isSubscribed) this.#emitter.off(event, listener);
      isSubscribed = false;
    };
  }

  off<K extends keyof Events>(event: K, listener: (event: Events[K]) => void): void {
    this.#emitter.off(event, listener);
  }

  /** True if an `emit` of `event` would reach anybody: lets callers skip making the event. */
  has(event: keyof Events): boolean {
    const listeners = this.#emitter.all.get(event);
    return listeners !== undefined && listeners.length > 0;
  }

  /** Calls the listeners of `event` in the order they came; what they throw is appended to `errors`. */
  emit<K extends keyof Events>(event: K, payload: Events[K], errors: unknown[]): void {
    const listeners = this.#emitter.all.get(event);
    if (listeners === undefined) return;
    frozen(payload);
    for (const listener of [...listeners]) {
      try {
        (listener as (event: Events[K]) => void)(payload);
      } catch (error) {
        errors.push(error);
      }
    }
  }

  clear(): void {
    this.#emitter.all.clear();
  }
}
