/**
 * Fills and copies of arrays that are short in most worlds and long in some: a call of the engine's own takes as long as a loop over some
 * thirty numbers.
 */
const SHORT = 32;

type Numbers = Float64Array | Uint8Array | Int8Array;

/** Sets all of `x` to 0. */
export function zero(x: Numbers): void {
  if (x.length > SHORT) x.fill(0);
  else for (let i = 0; i < x.length; i++) x[i] = 0;
}

/** Copies `from` to `to`, which is as long. */
export function copy<T extends Numbers>(from: T, to: T): void {
  if (from.length > SHORT) to.set(from);
  else for (let i = 0; i < from.length; i++) to[i] = from[i];
}

/** A longer copy. */
export function grown<T extends Int32Array | Float64Array | Uint8Array>(array: T, length: number): T {
  const copy = new (array.constructor as new (length: number) => T)(length);
  copy.set(array);
  return copy;
}
