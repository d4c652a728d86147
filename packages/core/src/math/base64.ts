const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Of each digit's code; 0 for padding. */
const VALUES = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, DIGITS.indexOf(String.fromCharCode(code))),
);
/** As many as a call takes as arguments in every engine. */
const CHUNK = 8192;

/** The bytes of an array as base64, so that numbers survive JSON bit for bit, −0 included. */
export function toBase64(array: Float64Array | Int32Array | Uint8Array): string {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  const codes = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  for (let i = 0, at = 0; i < bytes.length; i += 3) {
    // Past the end there are zeros.
    const word = (bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2];
    for (let shift = 18; shift >= 0; shift -= 6) codes[at++] = DIGITS.charCodeAt((word >> shift) & 63);
  }
  codes.fill('='.charCodeAt(0), codes.length - ((3 - (bytes.length % 3)) % 3));
  const parts: unknown[] = [];
  for (let i = 0; i < codes.length; i += CHUNK)
    parts.push(Reflect.apply(String.fromCharCode, null, codes.subarray(i, i + CHUNK)));
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
