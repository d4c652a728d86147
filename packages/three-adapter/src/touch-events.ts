import type { Body, ContactEndEvent, OverlapEvent, WorldEvents } from '@tenon/core';
import type { Object3D } from 'three';
import type { Slot } from './instance-group';

/** The objects of two bodies, null of a body that has none. */
export interface TouchingObjects {
  /** Of `bodyA`. */
  readonly objectA: Object3D | Slot | null;
  /** Of `bodyB`. */
  readonly objectB: Object3D | Slot | null;
}

/** The objects of a sensor and of the body that came into it or left it, null of a body that has none. */
export interface SensedObjects {
  /** Of `sensor`. */
  readonly sensorObject: Object3D | Slot | null;
  /** Of `body`. */
  readonly object: Object3D | Slot | null;
}

/** The events of a world; where bodies touch, they come with what shows them. */
export type JointsEvents = {
  [K in keyof WorldEvents]: K extends 'contact' | 'contactend'
    ? WorldEvents[K] & TouchingObjects
    : K extends 'overlap' | 'overlapend'
      ? WorldEvents[K] & SensedObjects
      : WorldEvents[K];
};

type ObjectOf = (body: Body) => Object3D | Slot | null;

const touching = ({ bodyA, bodyB }: ContactEndEvent, of: ObjectOf): TouchingObjects => ({
  objectA: of(bodyA),
  objectB: of(bodyB),
});
const sensed = ({ sensor, body }: OverlapEvent, of: ObjectOf): SensedObjects => ({
  sensorObject: of(sensor),
  object: of(body),
});

/** What an event of the world is told with beside its own fields; null of most. */
export function objectsAt(event: string): ((payload: never, of: ObjectOf) => object) | null {
  if (event === 'contact' || event === 'contactend') return touching;
  return event === 'overlap' || event === 'overlapend' ? sensed : null;
}
