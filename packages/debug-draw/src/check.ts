import { refuse } from '@tenon/core/bare';

export function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Throws unless `isMet`: in JavaScript an option may be anything. */
export function check(path: string, requirement: string, value: unknown, isMet: boolean): void {
  if (!isMet) refuse('param-invalid', path, requirement, value);
}
