import { closed, isObject } from '../base/check';
import { refuse } from '../base/error';

/** A vector as it is accepted: `[x, y]` or `{ x, y }`. */
export type VecLike =
  | readonly [x: number, y: number]
  | {
      /** Along x, finite. */
      readonly x: number;
      /** Along y, finite. */
      readonly y: number;
    };

/** A vector that can be written to without allocating. */
export interface MutableVec {
  /** Along x. */
  x: number;
  /** Along y. */
  y: number;
}

/** A pose that can be written to without allocating. */
export interface MutablePose extends MutableVec {
  /** rad, unwrapped. */
  angle: number;
}

/** An impulse that can be written to without allocating: N·s along x and y. */
export interface MutableImpulse extends MutableVec {
  /** N·m·s, about what the call says. */
  angular: number;
}

/** Reads `[x, y]` or `{ x, y }`; refuses what is not two finite numbers, naming `path`. */
export function readVec(path: string, value: unknown, out: MutableVec = { x: 0, y: 0 }): MutableVec {
  let x: unknown;
  let y: unknown;
  if (Array.isArray(value) && value.length === 2) [x, y] = value as unknown[];
  else if (typeof value === 'object' && value !== null) ({ x, y } = value as { x: unknown; y: unknown });
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) {
    refuse('param-not-finite', path, 'be a finite [x, y] or { x, y }', value);
  }
  out.x = x;
  out.y = y;
  return out;
}

/** The same, and not of length zero: returned as a unit vector. */
export function readDirection(path: string, value: unknown, out: MutableVec = { x: 0, y: 0 }): MutableVec {
  readVec(path, value, out);
  // Of unit length to rounding: it stays bit for bit, so that a saved axis comes back as it was.
  if (Math.abs(out.x * out.x + out.y * out.y - 1) < 1e-15) return out;
  const scale = Math.max(Math.abs(out.x), Math.abs(out.y));
  if (scale === 0) refuse('zero-axis', path, 'not have length 0', value);
  const x = out.x / scale;
  const y = out.y / scale;
  const length = Math.sqrt(x * x + y * y);
  out.x = x / length;
  out.y = y / length;
  return out;
}

/** Something to write `x`, `y` and a `third` number to, or a refusal that names `path`: a frozen one takes none. */
export function readOut<T extends MutableVec>(path: string, out: T, third?: keyof T): T {
  const requirement = 'be an object to write to, or left out';
  if (!isObject(out)) refuse('param-invalid', path, requirement, out);
  try {
    const { x, y } = out;
    out.x = x;
    out.y = y;
    if (third !== undefined) {
      const { [third]: z } = out;
      out[third] = z;
    }
  } catch (error) {
    if (error instanceof TypeError) refuse('param-invalid', path, requirement, out);
    throw error;
  }
  return out;
}

/**
 * A live view of two numbers kept elsewhere: reading gives the present value, setting a field writes it back.
 * To keep a value, copy it: `[...view]`.
 */
export class VecView {
  readonly #read: (axis: 0 | 1) => number;
  readonly #write: (x: number, y: number) => void;

  /** @internal Of numbers that are read and written so. */
  constructor(read: (axis: 0 | 1) => number, write: (x: number, y: number) => void) {
    this.#read = read;
    this.#write = write;
    closed(this);
  }

  /** Along x; setting it leaves y. */
  get x(): number {
    return this.#read(0);
  }

  set x(x: number) {
    this.#write(x, this.#read(1));
  }

  /** Along y; setting it leaves x. */
  get y(): number {
    return this.#read(1);
  }

  set y(y: number) {
    this.#write(this.#read(0), y);
  }

  /** Sets both at once. */
  set(value: VecLike): void {
    const { x, y } = readVec('set', value);
    this.#write(x, y);
  }

  /** x, then y: `const [x, y] = view`. */
  *[Symbol.iterator](): IterableIterator<number> {
    yield this.x;
    yield this.y;
  }

  /** `[x, y]`, so that a scene or a file holds it as it is given. */
  toJSON(): [number, number] {
    return [this.x, this.y];
  }
}
