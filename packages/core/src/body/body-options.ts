import { between, cap, finite, flag, nonNegative, oneOf, positive } from '../base/check';
import { refuse } from '../base/error';
import type { CollideOptions } from '../contacts/collides';
import { type MutableVec, readVec, type VecLike } from '../math/vec2';
import { readShape, type Shape } from '../shapes/mass';
import { momentsOf } from '../shapes/moments';

/** `dynamic` answers forces, `kinematic` follows its velocity, `static` stays. */
export type BodyType = 'dynamic' | 'kinematic' | 'static';

/** Their numbers in the store. */
export const BODY_TYPES: readonly BodyType[] = ['static', 'kinematic', 'dynamic'];

/** How a body is made. Lengths in world units, mass in kg, inertia in kg·m², density in kg/m², angles in rad. */
export interface BodyOptions {
  /** `dynamic` (default) answers forces, `kinematic` follows its velocity, `static` stays. */
  type?: BodyType;
  /** Centre of mass, world units; default [0, 0]. */
  position?: VecLike;
  /** rad, counter-clockwise where y is up; default 0. */
  angle?: number;
  /** World units/s; default [0, 0]. Static bodies have none. */
  velocity?: VecLike;
  /** rad/s; default 0. Static bodies have none. */
  angularVelocity?: number;
  /** kg, above 0; `Infinity` or `null`: nothing can push it. Default: density times the area of the shape; without a shape 1. */
  mass?: number | null;
  /**
   * kg·m² about the centre of mass, above 0; `Infinity` or `null`: nothing can turn it. Default: that of its mass spread over the shape; without
   * a shape, over a disc of radius 0.5 m.
   */
  inertia?: number | null;
  /** Gives mass, drawing and picking; default none. One that was written by hand is copied. */
  shape?: Shape | null;
  /** Mass per area of the shape, kg/m², above 0; default 1. Refused beside `mass`, and without a shape. */
  density?: number;
  /** True: nothing can turn it, the same as infinite inertia; it keeps the angular velocity it is given. Default false. */
  fixedRotation?: boolean;
  /** What the world's gravity is multiplied by; default 1. */
  gravityScale?: number;
  /** Slows the velocity down, 1/s, 0 or more; default 0. */
  linearDamping?: number;
  /** Slows the angular velocity down, 1/s, 0 or more; default 0. */
  angularDamping?: number;
  /** False: neither it nor what hangs together with it falls asleep. Default true. */
  canSleep?: boolean;
  /**
   * True, or how: it touches others that collide, as its shape says. Throws `option-missing` without a shape, `part-missing` in a world without
   * contacts. Default false: it passes through everything.
   */
  collides?: boolean | CollideOptions | null;
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
  'canSleep',
  'collides',
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
  canSleep: true,
} as const;

/** What a new body starts with, in the units of the store. Throws on the first option that is wrong. */
export function readBody(options: BodyOptions, unit: number) {
  // Only what is left out has a default: null means "none", and there is no such place or speed.
  const given = { ...DEFAULTS, ...options };
  const type = oneOf('Body.type', given.type, BODY_TYPES);
  const masses = massOf(options, unit);
  requireGround('Body.shape', masses.shape, type);
  return {
    type,
    position: readPlace('Body.position', given.position),
    angle: readAngle('Body.angle', given.angle),
    velocity: readVec('Body.velocity', given.velocity),
    angularVelocity: finite('Body.angularVelocity', given.angularVelocity),
    ...masses,
    gravityScale: finite('Body.gravityScale', given.gravityScale),
    linearDamping: nonNegative('Body.linearDamping', given.linearDamping),
    angularDamping: nonNegative('Body.angularDamping', given.angularDamping),
    canSleep: flag('Body.canSleep', given.canSleep),
  };
}

/** A chain weighs nothing, and so is nothing that forces move. */
export function requireGround(path: string, shape: Shape | null, type: BodyType): void {
  if (shape?.type === 'chain' && type === 'dynamic')
    refuse('param-invalid', path, 'be a chain on a static or kinematic body only', type);
}

/** The shape as it is kept; mass and inertia in kg and kg·unit², 0 for "infinite". */
export function massOf(options: BodyOptions, unit: number): { shape: Shape | null; mass: number; inertia: number } {
  if (options.mass !== undefined && options.density !== undefined) {
    refuse('option-conflict', 'Body.density', 'be left out beside mass', options.density);
  }
  if (options.fixedRotation !== undefined) flag('Body.fixedRotation', options.fixedRotation);
  const shape = options.shape === undefined || options.shape === null ? null : readShape('Body.shape', options.shape);
  const moments = momentsOf(shape);
  const { density: given = 1 } = options;
  const density = positive('Body.density', given) / (unit * unit);
  if (options.density !== undefined && moments === null)
    refuse(
      'option-missing',
      'Body.density',
      'come with a shape that has an area; without one give mass',
      options.density,
    );
  const mass =
    options.mass === undefined
      ? weighable('Body.density', moments === null ? 1 : density * moments.area, given)
      : readMass(options.mass);
  if (options.inertia !== undefined) {
    const inertia = readInertia(options.inertia, unit);
    return { shape, mass, inertia: options.fixedRotation === true ? 0 : inertia };
  }
  if (options.fixedRotation === true || mass === 0) return { shape, mass, inertia: 0 };
  const radius = 0.5 * unit;
  const inertia = moments === null ? (mass * radius * radius) / 2 : (mass * moments.second) / moments.area;
  return { shape, mass, inertia: weighable('Body.mass', inertia, mass) };
}

/** Beyond this (rad) the next number is more than a tenth of a radian away, and no sine can be told. */
const FARTHEST_TURN = 1e15;

/** rad */
export function readAngle(path: string, value: unknown): number {
  return between(path, finite(path, value), -FARTHEST_TURN, FARTHEST_TURN);
}

/** A place in the world, no coordinate of which is so large that its square overflows. */
export function readPlace(path: string, value: unknown): MutableVec {
  const place = readVec(path, value);
  finite(`${path}.x`, place.x);
  finite(`${path}.y`, place.y);
  return place;
}

/** kg, 0 for "infinite". */
export function readMass(value: unknown): number {
  return infiniteIsNone('Body.mass', value, 1);
}

/** kg·unit², 0 for "infinite". */
export function readInertia(value: unknown, unit: number): number {
  return infiniteIsNone('Body.inertia', value, unit * unit);
}

/** By one factor, by which it is divided when it is read: by two in a row it would be another number each time. */
function infiniteIsNone(path: string, value: unknown, scale: number): number {
  if (typeof value === 'number' && value <= 0)
    refuse('param-negative', path, 'be above 0, or Infinity for a body that cannot be moved', value);
  const given = cap(path, value);
  return given === Infinity ? 0 : weighable(path, given * scale, value);
}

/** Beyond these, squares of impulses overflow. */
const LIGHTEST = 1e-100;
const HEAVIEST = 1e100;

/** A mass or an inertia, in the units of the store, that can be reckoned with. */
function weighable(path: string, amount: number, given: unknown): number {
  if (!(amount >= LIGHTEST && amount <= HEAVIEST))
    refuse('param-invalid', path, `make a mass and an inertia from ${LIGHTEST} to ${HEAVIEST}`, given);
  return amount;
}
