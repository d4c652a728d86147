import { quote } from '@tenon/core';
import type * as Phaser from 'phaser';

/** A game object that has a place, a rotation and a scale: what a body can carry. */
export type PlacedObject = Phaser.GameObjects.GameObject & Phaser.GameObjects.Components.Transform;

/** True for any game object with a place, also one of another copy of Phaser. */
export function isPlacedObject(value: unknown): value is PlacedObject {
  return typeof value === 'object' && value !== null && 'getWorldTransformMatrix' in value && 'rotation' in value;
}

/** False if somebody has put it where no place is. */
export function isSomewhere({ x, y, rotation }: PlacedObject): boolean {
  return Number.isFinite(x + y + rotation);
}

/** True if Arcade or Matter moves the game object: then a body of ours can follow it, not lead it. */
export function isMovedByPhysics({ body }: PlacedObject): boolean {
  if (body === null || body === undefined) return false;
  if ('physicsType' in body) return body.physicsType === 0; // Arcade: 0 moves, 1 is static
  return !('isStatic' in body && body.isStatic);
}

/** True of a body of Arcade: none of those turns. */
export function hasArcadeBody({ body }: PlacedObject): boolean {
  return body != null && 'physicsType' in body;
}

/** What carries a static body of Matter, which is put from place to place. */
export type MatterStatic = PlacedObject & {
  readonly world: Phaser.Physics.Matter.World;
  setVelocity(x: number, y: number): unknown;
  setAngularVelocity(velocity: number): unknown;
};

export function isMatterStatic(object: PlacedObject): object is MatterStatic {
  const { body } = object;
  return body != null && 'isStatic' in body && body.isStatic && 'setAngularVelocity' in object;
}

/**
 * Which share of a camera's way a game object follows: its own factor and those of the containers around it, as Phaser draws it. 1 of
 * what has none.
 */
export function scrollFactorOf(object: Phaser.GameObjects.GameObject): [x: number, y: number] {
  let x = 1;
  let y = 1;
  for (let at: Scrolled | null | undefined = object; at != null; at = at.parentContainer) {
    x *= at.scrollFactorX ?? 1;
    y *= at.scrollFactorY ?? 1;
  }
  return [x, y];
}

type Scrolled = Partial<Phaser.GameObjects.Components.ScrollFactor> & {
  readonly parentContainer?: Phaser.GameObjects.Container | null;
};

/** What to call a value in a message: `Sprite 'hero'`. */
export function nameOf(value: unknown): string {
  if (isPlacedObject(value)) return value.name === '' ? `an unnamed ${value.type}` : `${value.type} '${value.name}'`;
  if (typeof value === 'object' && value !== null) return `an object of class ${value.constructor?.name ?? 'none'}`;
  return quote(value);
}
