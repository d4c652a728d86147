import type { Body } from '../body/body';
import type { ContactEndEvent, OverlapEvent } from '../contacts/contact-events';
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

/** A listener that is told what an adapter adds to the events of bodies that touch; of all other events the listener itself. */
export function withObjects<T>(
  event: string,
  listener: Listener,
  of: ObjectOf<T>,
  touching: (a: T | null, b: T | null) => object,
  sensed: (sensor: T | null, other: T | null) => object,
): Listener {
  if (typeof listener !== 'function') return listener; // refused by the world
  if (event === 'contact' || event === 'contactend')
    return (payload) => {
      const { bodyA, bodyB } = payload as ContactEndEvent;
      listener({ ...payload, ...touching(of(bodyA), of(bodyB)) });
    };
  if (event === 'overlap' || event === 'overlapend')
    return (payload) => {
      const { sensor, body } = payload as OverlapEvent;
      listener({ ...payload, ...sensed(of(sensor), of(body)) });
    };
  return listener;
}
