import { fromBase64, toBase64 } from '../math/base64';
import { fromSparse, toSparse } from '../math/sparse';
import { invalid } from './invalid';

/** An array as text, without the zeros that most numbers of a joint are. */
export function encode(array: Float64Array | Int32Array | Uint8Array): string {
  return toBase64(array instanceof Float64Array ? toSparse(array) : array);
}

/** An array of `count` numbers from such text, each of them `valid`: by default anything that is a number. */
export function decode<T extends Float64Array | Int32Array | Uint8Array>(
  Kind: new (bytes: ArrayBuffer) => T,
  text: unknown,
  count: number,
  valid: (number: number) => boolean = (number) => !Number.isNaN(number),
): T {
  try {
    if (typeof text === 'string') {
      const bytes = fromBase64(text).buffer;
      const array = new Kind(Object.is(Kind, Float64Array) ? fromSparse(new Uint32Array(bytes), count) : bytes);
      if (array.length === count && array.every(valid)) return array;
    }
  } catch {
    // Not base64, or not of whole numbers.
  }
  throw invalid(`be whole: an array must hold ${count} valid numbers`);
}
