import type { World } from '@tenon/core';
import { type EventsWith, Listeners, type ObjectOf } from '@tenon/core/adapter';
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
export type JointsEvents = EventsWith<TouchingObjects, SensedObjects>;

/** Listeners that are told what shows the bodies, too. */
export function listenersTo(world: World, of: ObjectOf<Object3D | Slot>): Listeners<Object3D | Slot> {
  return new Listeners(
    world,
    of,
    (objectA, objectB): TouchingObjects => ({ objectA, objectB }),
    (sensorObject, object): SensedObjects => ({ sensorObject, object }),
  );
}
