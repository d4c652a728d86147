import { Body, type JointSource, type OptionsFor, TenonError, type VecLike } from '@tenon/core';
import type { Object3D, Vector3 } from 'three';
import { isSlots, kindOf, type Slot } from './instance-group';
import { isObject, isObject3D, isSlot, isVector3, nameOf } from './kinds';
import type { Plane } from './plane';

/** Whatever has a body, where a body is expected; left out or null: the world. */
export type Target = Object3D | Slot | Body | null;

/** A place: `[x, y]` or `{ x, y }` in the plane, a Vector3 or the origin of an object in the scene. */
export type Point = VecLike | Vector3 | Object3D;

/** A direction: `[x, y]` or `{ x, y }` in the plane, a Vector3 in the scene. */
export type Direction = VecLike | Vector3;

type PointName = 'anchor' | 'target';

/** Options of a joint that take objects for bodies and things of three for points and directions. */
export type WithTargets<O> = {
  [K in keyof O]: K extends `body${'A' | 'B' | 'C' | 'D'}`
    ? Target
    : K extends PointName
      ? Point
      : K extends 'axis'
        ? Direction
        : K extends 'terms'
          ? TermsOf<O[K]>
          : O[K];
};

type TermsOf<T> = T extends readonly (infer Term)[] ? readonly TermOf<Term>[] : T;
type TermOf<Term> = Term extends { readonly of: infer Of }
  ? Omit<Term, 'of'> & { readonly of: Of | Object3D | Slot }
  : Term;

/** The options that `create` takes for a name of the registry, a type or a preset. */
export type JointOptions<S extends JointSource> = WithTargets<OptionsFor<S>>;

/** Turns options as users of three write them into options of the core. */
export class TargetReader {
  readonly #plane: Plane;
  readonly #bodyOf: (target: Object3D | Slot) => Body | null;
  readonly #placeOf: (object: Object3D) => VecLike;

  constructor(plane: Plane, bodyOf: (target: Object3D | Slot) => Body | null, placeOf: (object: Object3D) => VecLike) {
    this.#plane = plane;
    this.#bodyOf = bodyOf;
    this.#placeOf = placeOf;
  }

  /** Throws `param-invalid` for an object without a body. What is undefined, or no object of options, stays so, and the core refuses it. */
  readOptions(options: object): object {
    if (!isObject(options)) return options;
    if (isObject3D(options) || Array.isArray(options)) {
      const what = isObject3D(options) ? nameOf(options) : 'a list';
      const message = `joints.create.options must be an object such as { bodyA, bodyB, anchor }, got ${what}`;
      throw new TenonError('param-invalid', message, 'joints.create.options', options);
    }
    const read: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(options)) read[key] = this.#readOption(key, value);
    return read;
  }

  #readOption(key: string, value: unknown): unknown {
    if (/^body[A-D]$/.test(key)) return this.#readBody(key, value);
    if (key === 'anchor' || key === 'target') return this.readPoint(value);
    if (key === 'axis' && isVector3(value)) return this.#readDirection(value);
    if (key === 'terms' && Array.isArray(value))
      return value.map((term: unknown, i) => this.#readTerm(`terms[${i}].of`, term));
    if (/^(local|groove)/.test(key) && isVector3(value)) {
      throw new TenonError(
        'param-invalid',
        `${key} must be an [x, y] of the body's own frame, got a Vector3: use anchor or axis for places and directions of the scene`,
        key,
        value,
      );
    }
    return value;
  }

  /** `of` of a gear's term: a coordinate of a joint stays, an object stands for its body. */
  #readTerm(path: string, term: unknown): unknown {
    if (!isObject(term) || !('of' in term)) return term;
    const { of } = term;
    return isObject3D(of) || isSlot(of) ? { ...term, of: this.#readBody(path, of) } : term;
  }

  #readBody(path: string, value: unknown): unknown {
    if (value instanceof Body || (!isObject3D(value) && !isSlot(value))) return value;
    const body = this.#bodyOf(value);
    if (body !== null) return body;
    if (isObject3D(value) && isSlots(value)) {
      const message = `${path} must be one slot of ${kindOf(value)}, as { mesh, index }`;
      throw new TenonError('param-invalid', message, path, value);
    }
    const what = isObject3D(value)
      ? `${nameOf(value)}, which was not attached: call joints.attach(object) first`
      : `slot ${value.index}, which was not attached`;
    throw new TenonError('param-invalid', `${path} is ${what}`, path, value);
  }

  #readDirection(value: Vector3): [x: number, y: number] {
    const [x, y] = this.#plane.toPlaneDirection(value);
    // Turned by an angle that is no number of bits, what is straight across has a rest of rounding.
    if (Math.abs(x) + Math.abs(y) > 1e-12 * value.length() || value.length() === 0) return [x, y];
    const message = `axis must not be straight across the plane of the bodies, got (${value.toArray().join(', ')})`;
    throw new TenonError('zero-axis', message, 'axis', value);
  }

  /** A place of the scene in the plane; what is none of three's stays for the core to read. */
  readPoint(value: unknown): unknown {
    if (isVector3(value)) return this.#plane.toPlane(value, { x: 0, y: 0 });
    return isObject3D(value) ? this.#placeOf(value) : value;
  }
}
