import type { BodyType } from '../body/body-options';
import type { Shape } from '../body/mass';
import type { SolverChoice } from '../joint/joint';

/** What `saveScene` writes first, and the newest that `loadScene` reads. */
export const SCENE_SCHEMA = 'tenon-scene/1';

/** A vector in a scene. */
export type SceneVec = readonly [x: number, y: number];

/** A body of a scene: what `world.addBody` takes, as plain data. */
export interface SceneBody {
  readonly id: string;
  readonly type?: BodyType;
  readonly position?: SceneVec;
  readonly angle?: number;
  readonly velocity?: SceneVec;
  readonly angularVelocity?: number;
  /** `null`: cannot be pushed. */
  readonly mass?: number | null;
  /** `null`: cannot be turned. */
  readonly inertia?: number | null;
  readonly shape?: Shape;
  readonly density?: number;
  readonly fixedRotation?: boolean;
  readonly gravityScale?: number;
  readonly linearDamping?: number;
  readonly angularDamping?: number;
  readonly userData?: unknown;
}

/**
 * A joint of a scene: its `type`, and the options that `world.joints.create` takes for it, as plain data. Bodies are
 * ids, `null` or left out for the world; a source of a gear is `{ body: id }` or `{ joint: id, coordinate: name }`;
 * an open bound is `null`; a force function is its registered name. Hand-written scenes may use flat names and presets.
 */
export interface SceneJoint {
  readonly type: string;
  readonly id?: string;
  readonly [option: string]: unknown;
}

/** A world as plain data: JSON in and out. Lengths in world units, everything else as in the options of `World`. */
export interface Scene {
  readonly schema: typeof SCENE_SCHEMA;
  readonly gravity?: SceneVec;
  readonly lengthUnit?: number;
  readonly substeps?: number;
  readonly directSubsteps?: number | 'auto';
  readonly solver?: SolverChoice;
  readonly tolerance?: number;
  readonly directBudget?: number;
  readonly sleeping?: boolean;
  readonly fixedStep?: number;
  readonly maxCatchUp?: number;
  readonly maxCorrectionSpeed?: number;
  readonly bodies: readonly SceneBody[];
  readonly joints: readonly SceneJoint[];
}

/** A wrong field of a scene: where it is, and what it must be. */
export interface SceneProblem {
  /** `joints[2].angle.limits` */
  readonly path: string;
  readonly message: string;
}
