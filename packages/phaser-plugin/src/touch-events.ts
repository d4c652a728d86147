import type { World } from '@tenon/core';
import { type EventsWith, Listeners, type ObjectOf } from '@tenon/core/adapter';
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
export type JointsEvents = EventsWith<TouchingObjects, SensedObjects>;

/** Listeners that are told game objects, too. */
export function listenersTo(world: World, of: ObjectOf<PlacedObject>): Listeners<PlacedObject> {
  return new Listeners(
    world,
    of,
    (gameObjectA, gameObjectB): TouchingObjects => ({ gameObjectA, gameObjectB }),
    (sensorObject, gameObject): SensedObjects => ({ sensorObject, gameObject }),
  );
}
