import { refuse } from './error';

/** A finite number, or a refusal that names `path`. */
export function finite(path: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    refuse('param-not-finite', path, 'be a finite number', value);
  return value;
}

/** A finite number ≥ 0. */
export function nonNegative(path: string, value: unknown): number {
  const number = finite(path, value);
  if (number < 0) refuse('param-negative', path, 'be 0 or more', value);
  return number;
}

/** A finite number > 0. */
export function positive(path: string, value: unknown): number {
  const number = finite(path, value);
  if (number <= 0) refuse('param-negative', path, 'be above 0', value);
  return number;
}

/** A number ≥ 0 where `Infinity`, `null` and absence mean "none". */
export function cap(path: string, value: unknown): number {
  if (value === undefined || value === null || value === Infinity) return Infinity;
  return nonNegative(path, value);
}

/** True or false, nothing that is merely truthy. */
export function flag(path: string, value: unknown): boolean {
  if (typeof value !== 'boolean') refuse('param-invalid', path, 'be true or false', value);
  return value;
}

/** One of a few words. */
export function oneOf<T extends string>(path: string, value: unknown, words: readonly T[]): T {
  const found = words.find((word) => word === value);
  if (found === undefined) refuse('param-invalid', path, `be ${words.map((word) => `'${word}'`).join(' or ')}`, value);
  return found;
}

/** An object whose keys are all known: a misspelt option is an error, not a silent default. Returns it. */
export function knownKeys(path: string, value: unknown, known: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuse('param-invalid', path, 'be an object of options', value);
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) refuse('option-unknown', `${path}.${key}`, `be one of ${known.join(', ')}`, key);
  }
  return value as Record<string, unknown>;
}
