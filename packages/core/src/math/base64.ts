const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes of an array as base64, so that numbers survive JSON bit for bit, −0 included. */
export function toBase64(array: Float64Array | Int32Array | Uint8Array): string {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const word = (bytes[i] << 16) | ((left > 1 ? bytes[i + 1] : 0) << 8) | (left > 2 ? bytes[i + 2] : 0);
    parts.push(
      DIGITS[word >> 18] +
        DIGITS[(word >> 12) & 63] +
        (left > 1 ? DIGITS[(word >> 6) & 63] : '=') +
        (left > 2 ? DIGITS[word & 63] : '='),
    );
  }
  return parts.join('');
}

/** The bytes that base64 text stands for. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let i = 0, at = 0; i < text.length; i += 4) {
    const word = (digit(text, i) << 18) | (digit(text, i + 1) << 12) | (digit(text, i + 2) << 6) | digit(text, i + 3);
    bytes[at++] = word >> 16;
    if (at < bytes.length) bytes[at++] = (word >> 8) & 255;
    if (at < bytes.length) bytes[at++] = word & 255;
  }
  return bytes;
}

function digit(text: string, i: number): number {
  return text[i] === '=' ? 0 : DIGITS.indexOf(text[i]);
}
