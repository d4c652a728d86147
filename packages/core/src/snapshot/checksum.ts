import { isObject } from '../base/check';
import { Hash } from './state-hash';

/** 64 bits of plain data as 16 hexadecimal digits, whatever the order of its keys: so a file that was damaged is told from a whole one. */
export function checksumOf(content: unknown): string {
  const hash = new Hash();
  hash.addText(textOf(content));
  return hash.digest();
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, part]) => `${JSON.stringify(key)}:${textOf(part)}`).join()}}`;
}
