import { quote, TenonError } from '@tenon/core/bare';

export function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Throws unless `isMet`: in JavaScript an option may be anything. */
export function check(path: string, requirement: string, value: unknown, isMet: boolean): void {
  if (isMet) return;
  throw new TenonError('param-invalid', `${path} must ${requirement}, got ${quote(value)}`, path, value);
}
