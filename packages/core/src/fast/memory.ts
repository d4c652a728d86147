/** What lies in memory of WebAssembly. */
export type WasmArray = Float64Array | Int32Array | Uint8Array;

/** Arrays there begin at the start of a line of a processor's cache. */
const LINE = 64;

/** What an array of so many bytes takes there. */
export function aligned(bytes: number): number {
  return Math.ceil(bytes / LINE) * LINE;
}

/** A copy of an array at a place there, in bytes. */
export function copyTo(buffer: ArrayBuffer, at: number, array: Float64Array): Float64Array<ArrayBuffer>;
export function copyTo<A extends WasmArray>(buffer: ArrayBuffer, at: number, array: A): A;
export function copyTo<A extends WasmArray>(buffer: ArrayBuffer, at: number, array: A): A {
  const Kind = array.constructor as new (buffer: ArrayBuffer, offset: number, length: number) => A;
  const copy = new Kind(buffer, at, array.length);
  copy.set(array);
  return copy;
}
