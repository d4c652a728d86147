import { fromBase64, toBase64 } from '../math/base64';
import { fromSparse, toSparse } from '../math/sparse';
import { refuse } from '../base/error';

/** An array as text, without the zeros that most numbers of a joint are. */
export function encode(array: Float64Array | Int32Array | Uint8Array): string {
  return toBase64(array instanceof Float64Array ? toSparse(array) : array);
}

/** An array of `count` finite numbers from such text. Throws `snapshot-invalid`. */
export function decode<T extends Float64Array | Int32Array | Uint8Array>(
  path: string,
  Kind: new (bytes: ArrayBuffer) => T,
  text: unknown,
  count: number,
): T {
  try {
    if (typeof text === 'string') {
      const bytes = fromBase64(text).buffer;
      const array = new Kind(Object.is(Kind, Float64Array) ? fromSparse(new Uint32Array(bytes), count) : bytes);
      if (array.length === count && array.every(Number.isFinite)) return array;
    }
  } catch {
    // Not base64, or not of whole numbers.
  }
  refuse(
    'snapshot-invalid',
    path,
    `hold ${count} finite numbers in base64`,
    typeof text === 'string' ? `${text.slice(0, 8)}…` : text,
  );
}
