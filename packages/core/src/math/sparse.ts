/**
 * Arrays of which most numbers are 0, as joints keep them: for each number a bit that says whether it is written, then those that are.
 * What is left out is +0, so every bit comes back.
 */
export function toSparse(numbers: Float64Array): Uint32Array {
  const words = new Uint32Array(numbers.buffer, numbers.byteOffset, 2 * numbers.length);
  const marks = Math.ceil(numbers.length / 32);
  let count = 0;
  for (let i = 0; i < words.length; i += 2) if ((words[i] | words[i + 1]) !== 0) count++;
  const sparse = new Uint32Array(marks + 2 * count);
  let at = marks;
  for (let i = 0; i < numbers.length; i++) {
    if ((words[2 * i] | words[2 * i + 1]) === 0) continue;
    sparse[i >> 5] |= 1 << (i & 31);
    sparse[at++] = words[2 * i];
    sparse[at++] = words[2 * i + 1];
  }
  return sparse;
}

/** The bytes of the `count` numbers again; none if `sparse` holds more or fewer. */
export function fromSparse(sparse: Uint32Array, count: number): ArrayBuffer {
  const words = new Uint32Array(2 * count);
  let at = Math.ceil(count / 32);
  for (let i = 0; i < count; i++) {
    if ((sparse[i >> 5] & (1 << (i & 31))) === 0) continue;
    words[2 * i] = sparse[at++];
    words[2 * i + 1] = sparse[at++];
  }
  return at === sparse.length ? words.buffer : new ArrayBuffer(0);
}
