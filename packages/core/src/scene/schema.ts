import type { BodyOptions } from '../body/body-options';
import type { Shape } from '../shapes/mass';
import type { WorldOptions } from '../world/world-options';

/** What `saveScene` writes first, and the newest that `loadScene` reads. */
export const SCENE_SCHEMA = 'tenon-scene/1';

/** A vector in a scene. */
export type SceneVec = readonly [x: number, y: number];

/** A body of a scene: what `world.addBody` takes, as plain data. */
export interface SceneBody extends Readonly<Omit<BodyOptions, 'id' | 'position' | 'velocity' | 'shape'>> {
  /** Unique in the scene: joints name it. */
  readonly id: string;
  /** Centre of mass, world units; default [0, 0]. */
  readonly position?: SceneVec;
  /** World units/s; default [0, 0]. */
  readonly velocity?: SceneVec;
  /** Gives mass, drawing and picking; default none. */
  readonly shape?: Shape;
}

/**
 * A joint of a scene: its `type`, and the options that `world.joints.create` takes for it, as plain data. Bodies are
 * ids, `null` or left out for the world; a source of a gear is `{ body: id }` or `{ joint: id, coordinate: name }`;
 * an open bound is `null`; a force function is its registered name. Hand-written scenes may use flat names and presets.
 */
export interface SceneJoint {
  /** The name of a type or preset: `pivot`. */
  readonly type: string;
  /** Unique in the scene; left out, the joint gets the next default one of the world. */
  readonly id?: string;
  readonly [option: string]: unknown;
}

/** A world as plain data: JSON in and out. Lengths in world units, everything else as in the options of `World`. */
export interface Scene extends Omit<WorldOptions, 'gravity' | 'parts' | 'types' | 'clock' | 'pairFilter'> {
  /** Name and version of the format. */
  readonly schema: typeof SCENE_SCHEMA;
  /** World units/s²; default [0, 0]. */
  readonly gravity?: SceneVec;
  /** All bodies, the oldest first. */
  readonly bodies: readonly SceneBody[];
  /** All joints, the oldest first. */
  readonly joints: readonly SceneJoint[];
}

/** A wrong field of a scene: where it is, and what it must be. */
export interface SceneProblem {
  /** Where it is: `joints[2].angle.limits`. */
  readonly path: string;
  /** What it must be, and what it is. */
  readonly message: string;
}
