import { TenonError } from '@tenon/core';
import type * as Phaser from 'phaser';
import type { BodySync } from './body-sync';
import { isPlacedObject, nameOf } from './game-object';

type GameObject = Phaser.GameObjects.GameObject;

/** Options of the core in which a game object may stand for its body. */
export type WithGameObjects<O> = {
  [K in keyof O]: K extends `body${string}` ? O[K] | GameObject : K extends 'terms' ? TermsOf<O[K]> : O[K];
};

type TermsOf<T> = T extends readonly (infer Term)[] ? readonly TermOf<Term>[] : T;
type TermOf<Term> = Term extends { readonly of: infer Of } ? Omit<Term, 'of'> & { readonly of: Of | GameObject } : Term;

/**
 * The same options with bodies instead of game objects, and places on bodies or in the world instead of those of game objects. Throws
 * `param-invalid` on a game object that has no body; what else is wrong, also options that are none, stays for the core to refuse.
 */
export function withBodies(type: string, options: object, bodies: BodySync): object {
  if (typeof options !== 'object' || (options as object | null) === null || Array.isArray(options)) return options;
  if (isPlacedObject(options)) {
    const message = `create('${type}').options must be an object such as { bodyA, bodyB, anchor }, got ${nameOf(options)}`;
    throw new TenonError('param-invalid', message, 'options', options);
  }
  const resolve = (path: string, value: unknown): unknown => {
    if (!isPlacedObject(value)) return value;
    const body = bodies.bodyOf(value);
    if (body !== null) return body;
    const fault =
      (value as { scene?: unknown }).scene === undefined
        ? 'not have been destroyed'
        : 'be attached first, with joints.attach';
    throw new TenonError('param-invalid', `create('${type}').${path} must ${fault}, got ${nameOf(value)}`, path, value);
  };
  const resolved: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(options)) {
    if (key === 'terms' && Array.isArray(value)) {
      resolved[key] = value.map((term: unknown, i) =>
        isTerm(term) ? { ...term, of: resolve(`terms[${i}].of`, term.of) } : term,
      );
    } else if ((key === 'anchor' || key === 'target') && isPlacedObject(value)) {
      resolved[key] = bodies.placeOf(value);
    } else {
      resolved[key] = key.startsWith('body') ? resolve(key, value) : value;
    }
  }
  return resolved;
}

function isTerm(value: unknown): value is { readonly of: unknown } {
  return typeof value === 'object' && value !== null && 'of' in value;
}
