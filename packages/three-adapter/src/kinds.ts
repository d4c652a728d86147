import { quote, TenonError } from '@tenon/core';
import type { Camera, Object3D, Vector3 } from 'three';
import type { Slot } from './instance-group';

// What a value is, by its marks and not by instanceof: two copies of three in one page are common, and harmless.

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** What to call an object in a message: `Mesh 'crate'`. */
export function nameOf({ name, type }: Object3D): string {
  return name === '' ? `an unnamed ${type}` : `${type} '${name}'`;
}

/** True if somebody has put it where no place is. */
export function isNowhere({ position, quaternion }: Object3D): boolean {
  return !Number.isFinite(position.lengthSq() + quaternion.lengthSq());
}

/** Says which object is at no place, and where it was put. */
export function nowhere(object: Object3D, consequence = ''): TenonError {
  const { position, quaternion } = object;
  const place = `position (${position.toArray().join(', ')}), quaternion (${quaternion.toArray().join(', ')})`;
  const message = `${nameOf(object)} must be at a finite place, got ${place}${consequence}`;
  return new TenonError('param-not-finite', message, 'position', object);
}

/** Throws unless `call` was given an object of options. Returns it. */
export function requireOptions<T extends object>(call: string, value: T): T {
  if (isObject(value) && !isObject3D(value) && !Array.isArray(value)) return value;
  const what = isObject3D(value) ? nameOf(value) : isObject(value) ? 'a list' : quote(value);
  throw new TenonError(
    'param-invalid',
    `${call}.options must be an object of options, or left out, got ${what}`,
    `${call}.options`,
    value,
  );
}

export function isObject3D(value: unknown): value is Object3D {
  return isObject(value) && 'isObject3D' in value;
}

export function isCamera(value: unknown): value is Camera {
  return isObject(value) && 'isCamera' in value;
}

export function isSlot(value: unknown): value is Slot {
  return isObject(value) && 'mesh' in value && 'index' in value;
}

export function isVector3(value: unknown): value is Vector3 {
  return isObject(value) && 'isVector3' in value;
}
