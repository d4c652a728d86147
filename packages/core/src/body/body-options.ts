import { cap, finite, flag, nonNegative, oneOf, positive, withoutUndefined } from '../check';
import { refuse } from '../error';
import { readVec, type VecLike } from '../math/vec2';
import { readShape, type Shape, shapeMoments } from './mass';

/** `dynamic` answers forces, `kinematic` follows its velocity, `static` stays. */
export type BodyType = 'dynamic' | 'kinematic' | 'static';

/** Their numbers in the store. */
export const BODY_TYPES: readonly BodyType[] = ['static', 'kinematic', 'dynamic'];

/** How a body is made. Lengths in world units, mass in kg, inertia in kg·m², density in kg/m², angles in rad. */
export interface BodyOptions {
  /** `dynamic` (default) answers forces, `kinematic` follows its velocity, `static` stays. */
  type?: BodyType;
  /** Centre of mass; default [0, 0]. */
  position?: VecLike;
  /** rad, counter-clockwise where y is up; default 0. */
  angle?: number;
  /** World units/s; default [0, 0]. Static bodies have none. */
  velocity?: VecLike;
  /** rad/s; default 0. Static bodies have none. */
  angularVelocity?: number;
  /** kg; `Infinity` or `null`: cannot be pushed. Default: from shape and density, else 1. */
  mass?: number | null;
  /** kg·m² about the centre of mass; `Infinity` or `null`: cannot be turned. Default: from the shape, else of a disc of 0.5 m. */
  inertia?: number | null;
  /** Gives mass, drawing and picking; default none. */
  shape?: Shape | null;
  /** kg/m²; default 1. Refused beside `mass`, and without a shape. */
  density?: number;
  /** Never turns: the same as infinite inertia. Default false. */
  fixedRotation?: boolean;
  /** Default 1. */
  gravityScale?: number;
  /** 1/s; default 0. */
  linearDamping?: number;
  /** 1/s; default 0. */
  angularDamping?: number;
  /** Unique in its world; default `b1`, `b2` …, counted and never used again. */
  id?: string;
  /** Yours; never read by Tenon. */
  userData?: unknown;
}

/** Options that `addBody` takes. */
export const BODY_KEYS = [
  'type',
  'position',
  'angle',
  'velocity',
  'angularVelocity',
  'mass',
  'inertia',
  'shape',
  'density',
  'fixedRotation',
  'gravityScale',
  'linearDamping',
  'angularDamping',
  'id',
  'userData',
] as const;

const DEFAULTS = {
  type: 'dynamic',
  position: [0, 0],
  angle: 0,
  velocity: [0, 0],
  angularVelocity: 0,
  gravityScale: 1,
  linearDamping: 0,
  angularDamping: 0,
} as const;

/** What a new body starts with, in the units of the store. Throws on the first option that is wrong. */
export function readBody(options: BodyOptions, unit: number) {
  // Only what is left out has a default: null means "none", and there is no such place or speed.
  const given = { ...DEFAULTS, ...withoutUndefined(options) };
  return {
    type: oneOf('Body.type', given.type, BODY_TYPES),
    position: readVec('Body.position', given.position),
    angle: finite('Body.angle', given.angle),
    velocity: readVec('Body.velocity', given.velocity),
    angularVelocity: finite('Body.angularVelocity', given.angularVelocity),
    ...massOf(options, unit),
    gravityScale: finite('Body.gravityScale', given.gravityScale),
    linearDamping: nonNegative('Body.linearDamping', given.linearDamping),
    angularDamping: nonNegative('Body.angularDamping', given.angularDamping),
  };
}

/** Mass and inertia in kg and kg·unit², 0 for "infinite". */
export function massOf(options: BodyOptions, unit: number): { mass: number; inertia: number } {
  if (options.mass !== undefined && options.density !== undefined) {
    refuse('option-conflict', 'Body.density', 'be left out beside mass', options.density);
  }
  if (options.fixedRotation !== undefined) flag('Body.fixedRotation', options.fixedRotation);
  const moments =
    options.shape === undefined || options.shape === null ? null : shapeMoments(readShape('Body.shape', options.shape));
  const { density: given = 1 } = options;
  const density = positive('Body.density', given) / (unit * unit);
  if (options.density !== undefined && moments === null)
    refuse('option-missing', 'Body.density', 'come with a shape; without one give mass', options.density);
  let mass = moments === null ? 1 : density * moments.area;
  if (options.mass !== undefined) mass = infiniteIsNone('Body.mass', options.mass);
  const radius = 0.5 * unit;
  let inertia = moments === null ? (mass * radius * radius) / 2 : (mass * moments.second) / moments.area;
  if (options.inertia !== undefined) inertia = infiniteIsNone('Body.inertia', options.inertia) * unit * unit;
  return { mass, inertia: options.fixedRotation === true ? 0 : inertia };
}

/** A mass above 0, or 0 for `Infinity` and `null`. */
export function infiniteIsNone(path: string, value: unknown): number {
  const mass = cap(path, value);
  if (mass === 0) refuse('param-negative', path, 'be above 0, or Infinity for a body that cannot be moved', value);
  return mass === Infinity ? 0 : mass;
}
