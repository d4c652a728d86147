/** Codes of the digits, and the value of each code; 0 for padding. */
const CODES = /* @__PURE__ */ Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', (digit) =>
  digit.charCodeAt(0),
);
const VALUES = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, CODES.indexOf(code)));
/** Bytes that are written at a time: as many digits as a call takes as arguments in every engine. */
const CHUNK = 6144;

/** The bytes of an array as base64, so that numbers survive JSON bit for bit, −0 included. */
export function toBase64(array: Float64Array | Int32Array | Uint32Array | Uint8Array): string {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += CHUNK) {
    const to = Math.min(bytes.length, from + CHUNK);
    // A plain array is handed over in half the time of a typed one.
    const codes: number[] = [];
    for (let i = from; i < to; i += 3) {
      // Past the end there are zeros.
      const word = (bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2];
      codes.push(CODES[word >> 18], CODES[(word >> 12) & 63], CODES[(word >> 6) & 63], CODES[word & 63]);
    }
    parts.push(String.fromCharCode(...codes));
  }
  const padding = (3 - (bytes.length % 3)) % 3;
  if (padding > 0) parts.push(`${(parts.pop() ?? '').slice(0, -padding)}${'='.repeat(padding)}`);
  return parts.join('');
}

/** The bytes that base64 text stands for. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let i = 0, at = 0; i < text.length; i += 4) {
    const word =
      (VALUES[text.charCodeAt(i)] << 18) |
      (VALUES[text.charCodeAt(i + 1)] << 12) |
      (VALUES[text.charCodeAt(i + 2)] << 6) |
      VALUES[text.charCodeAt(i + 3)];
    // What lies past the end is dropped.
    bytes[at++] = word >> 16;
    bytes[at++] = word >> 8;
    bytes[at++] = word;
  }
  return bytes;
}
