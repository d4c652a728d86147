import type { Body, ContactEndEvent, OverlapEvent, WorldEvents } from '@tenon/core';
import type { PlacedObject } from './game-object';

/** The game objects of two bodies, null of a body that has none. */
export interface TouchingObjects {
  /** Of `bodyA`. */
  readonly gameObjectA: PlacedObject | null;
  /** Of `bodyB`. */
  readonly gameObjectB: PlacedObject | null;
}

/** The game objects of a sensor and of the body that came into it or left it, null of a body that has none. */
export interface SensedObjects {
  /** Of `sensor`. */
  readonly sensorObject: PlacedObject | null;
  /** Of `body`. */
  readonly gameObject: PlacedObject | null;
}

/** The events of a world; where bodies touch, they come with game objects. */
export type JointsEvents = {
  [K in keyof WorldEvents]: K extends 'contact' | 'contactend'
    ? WorldEvents[K] & TouchingObjects
    : K extends 'overlap' | 'overlapend'
      ? WorldEvents[K] & SensedObjects
      : WorldEvents[K];
};

type ObjectOf = (body: Body) => PlacedObject | null;

const touching = ({ bodyA, bodyB }: ContactEndEvent, of: ObjectOf): TouchingObjects => ({
  gameObjectA: of(bodyA),
  gameObjectB: of(bodyB),
});
const sensed = ({ sensor, body }: OverlapEvent, of: ObjectOf): SensedObjects => ({
  sensorObject: of(sensor),
  gameObject: of(body),
});

/** What an event of the world is told with beside its own fields; null of most. */
export function objectsAt(event: string): ((payload: never, of: ObjectOf) => object) | null {
  if (event === 'contact' || event === 'contactend') return touching;
  return event === 'overlap' || event === 'overlapend' ? sensed : null;
}
