import type { CompoundPart, Shape } from '../shapes/mass';
import { finite, flag, frozen, knownKeys, nonNegative } from '../base/check';
import { refuse } from '../base/error';
import { type MutableVec, readDirection, type VecLike } from '../math/vec2';
import { FRICTION, RESTITUTION, ROLLING, SURFACE_SPEED } from './layout';

/** How a body collides. */
export interface CollideOptions {
  /** Coulomb's μ, 0 or more; that of two bodies is √(μ₁μ₂). Default 0.6. */
  readonly friction?: number;
  /** Share of the speed that it is thrown back with, 0 or more; of two bodies the larger. Default 0. */
  readonly restitution?: number;
  /** Torque against rolling, as a share of the normal force times the radius, 0 or more; of two bodies the larger. Default 0. */
  readonly rolling?: number;
  /** World units/s that its surface runs round it, as if it turned at a positive angular velocity. Default 0. */
  readonly surfaceSpeed?: number;
  /** Notices what overlaps it, and touches nothing. Default false. */
  readonly sensor?: boolean;
  /** Direction of the body's frame, of any length: touches only what comes from there, and lets through the rest. Default null. */
  readonly oneWay?: VecLike | null;
  /** Name of the group that it is of. Default null. */
  readonly group?: string | null;
  /** Names of the groups that it collides with, as far as they do with its own; default null: with all. */
  readonly with?: readonly string[] | null;
}

/** The same, read: every field is there, and the one-way direction is of unit length. */
export interface Collides extends Required<CollideOptions> {
  /** Direction of the body's frame, of unit length: touches only what comes from there; null: from everywhere. */
  readonly oneWay: readonly [x: number, y: number] | null;
}

export const COLLIDES_KEYS: readonly string[] = [
  'friction',
  'restitution',
  'rolling',
  'surfaceSpeed',
  'sensor',
  'oneWay',
  'group',
  'with',
];

/** Reads `true` or options; `false`, `null` and what is left out mean that nothing is touched. Throws on the first that is wrong. */
export function readCollides(path: string, value: unknown): Collides | null {
  if (value === undefined || value === null || value === false) return null;
  const given: Record<string, unknown> = value === true ? {} : knownKeys(path, value, COLLIDES_KEYS);
  const { friction = 0.6, restitution = 0, rolling = 0, surfaceSpeed = 0, sensor = false } = given;
  return frozen({
    friction: nonNegative(`${path}.friction`, friction),
    restitution: nonNegative(`${path}.restitution`, restitution),
    rolling: nonNegative(`${path}.rolling`, rolling),
    surfaceSpeed: finite(`${path}.surfaceSpeed`, surfaceSpeed),
    sensor: flag(`${path}.sensor`, sensor),
    oneWay: readOneWay(`${path}.oneWay`, given['oneWay']),
    group: orNull(given['group'], (group) => readName(`${path}.group`, group)),
    with: orNull(given['with'], (names) => readNames(`${path}.with`, names)),
  });
}

function orNull<T>(value: unknown, read: (value: unknown) => T): T | null {
  return value === undefined || value === null ? null : read(value);
}

function readOneWay(path: string, value: unknown): readonly [number, number] | null {
  return orNull(value, (given) => {
    const { x, y }: MutableVec = readDirection(path, given);
    return frozen([x, y] as const);
  });
}

function readName(path: string, value: unknown): string {
  return typeof value === 'string' && value !== ''
    ? value
    : refuse('param-invalid', path, 'be the name of a group', value);
}

function readNames(path: string, value: unknown): readonly string[] {
  if (!Array.isArray(value)) return refuse('param-invalid', path, 'be a list of names of groups', value);
  return frozen(value.map((name, i) => readName(`${path}[${i}]`, name)));
}

/** True if neither names groups that the other is not of, and one of them is no sensor. */
export function mayCollide(a: Collides, b: Collides): boolean {
  return !(a.sensor && b.sensor) && accepts(a, b) && accepts(b, a);
}

function accepts(a: Collides, b: Collides): boolean {
  return a.with === null || (b.group !== null && a.with.includes(b.group));
}

/** Writes the material of a part of a body to `out` at `o`: its own, else that of the body. */
export function materialOf(shape: Shape, part: number, collides: Collides, out: Float64Array, o: number): void {
  const own: Partial<CompoundPart> = shape.type === 'compound' ? shape.parts[part] : {};
  out[o + FRICTION] = own.friction ?? collides.friction;
  out[o + RESTITUTION] = own.restitution ?? collides.restitution;
  out[o + ROLLING] = own.rolling ?? collides.rolling;
  out[o + SURFACE_SPEED] = own.surfaceSpeed ?? collides.surfaceSpeed;
}

/**
 * Writes what two materials are together to `out` at `o`. The surface speed is that of the tangent (−normal.y, normal.x): rows ask for
 * (vB − vA) · tangent = it.
 */
export function combine(materials: Float64Array, a: number, b: number, out: Float64Array, o: number): void {
  out[o + FRICTION] = Math.sqrt(materials[a + FRICTION] * materials[b + FRICTION]);
  out[o + RESTITUTION] = Math.max(materials[a + RESTITUTION], materials[b + RESTITUTION]);
  out[o + ROLLING] = Math.max(materials[a + ROLLING], materials[b + ROLLING]);
  out[o + SURFACE_SPEED] = materials[a + SURFACE_SPEED] + materials[b + SURFACE_SPEED];
}
