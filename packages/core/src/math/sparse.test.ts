import { expect, test } from 'vitest';
import { fromBase64, toBase64 } from './base64';
import { fromSparse, toSparse } from './sparse';

test('every bit of an array comes back, however many of its numbers are 0', () => {
  for (const count of [0, 1, 31, 32, 33, 5000]) {
    for (const kept of [0, 0.3, 1]) {
      const numbers = Float64Array.from({ length: count }, (_, i) => ((i * 0.618) % 1 < kept ? Math.sin(i) : 0));
      if (count > 30) numbers.set([-0, 5e-324, -Infinity, NaN, Number.MAX_VALUE], 20);
      const text = toBase64(toSparse(numbers.subarray(0, count)));
      expect(text).toBe(Buffer.from(toSparse(numbers).buffer).toString('base64'));
      const again = new Float64Array(fromSparse(new Uint32Array(fromBase64(text).buffer), count));
      expect([...again].every((number, i) => Object.is(number, numbers[i]))).toBe(true);
      expect(again.length).toBe(count);
    }
  }
});

test('an array of another length is none', () => {
  const sparse = toSparse(Float64Array.of(1, 0, 2, 3));
  for (const count of [2, 40]) expect(fromSparse(sparse, count).byteLength).toBe(0);
});
