import { refuse, TenonError } from './error';

/** Larger numbers have squares that are none. */
const MOST = 1e150;

/** A finite number, or a refusal that names `path`. */
export function finite(path: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    refuse('param-not-finite', path, 'be a finite number', value);
  return between(path, value, -MOST, MOST);
}

/** A finite number ≥ 0. */
export function nonNegative(path: string, value: unknown): number {
  const number = finite(path, value);
  if (number < 0) refuse('param-negative', path, 'be 0 or more', value);
  return number;
}

/** A number that is neither below `least` nor above `most`. */
export function between(path: string, number: number, least: number, most: number, unit = ''): number {
  if (number < least || number > most) refuse('param-invalid', path, `be ${unit}from ${least} to ${most}`, number);
  return number;
}

/** A speed, so slow that it is a number in any unit of length. */
export function speedLimit(path: string, value: unknown): number {
  return between(path, nonNegative(path, value), 0, 1e100);
}

/** A finite number > 0. */
export function positive(path: string, value: unknown): number {
  const number = finite(path, value);
  if (number <= 0) refuse('param-negative', path, 'be above 0', value);
  return number;
}

/** A finite number > 0 whose reciprocal is one, too. */
export function invertible(path: string, value: unknown): number {
  return between(path, positive(path, value), 1 / MOST, MOST);
}

/** A number ≥ 0 where `Infinity` and `null` mean "none". */
export function cap(path: string, value: unknown): number {
  if (value === null || value === Infinity) return Infinity;
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

/** What cannot be guessed and has to be there. */
export function required<T>(path: string, value: T | undefined): T {
  if (value === undefined) refuse('option-missing', path, 'be given', value);
  return value;
}

/** A handle of that class; `what` says which, and where one comes from. */
export function instanceOf<T>(
  path: string,
  value: unknown,
  type: abstract new (...args: never[]) => T,
  what: string,
): T {
  if (!(value instanceof type)) refuse('param-invalid', path, `be ${what}`, value);
  return value;
}

/** An object that is no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * An object whose keys are all known and given: a misspelt option is an error, not a silent default, and so is one that is `undefined`, which is
 * what an index past the end or a field that is not there gives. Returns it.
 * `home` tells where a key belongs that is known elsewhere.
 */
export function knownKeys(
  path: string,
  value: unknown,
  known: readonly string[],
  home: (key: string) => string | null = () => null,
): Record<string, unknown> {
  const refuseWhole = () => refuse('param-invalid', path, `be an object of options: ${known.join(', ')}`, value);
  if (!isObject(value)) return refuseWhole();
  // A body or a law in place of options: its own fields, if it has any, are no misspelt ones.
  const isInstance = Object.getPrototypeOf(value) !== Object.prototype;
  const keys = Object.keys(value);
  if (isInstance && keys.length === 0 && !Object.isExtensible(value)) refuseWhole();
  for (const key of keys) {
    if (known.includes(key)) {
      // What is the user's own may be anything.
      if (value[key] === undefined && key !== 'userData')
        refuse('option-missing', `${path}.${key}`, 'be given, or be left out', undefined);
      continue;
    }
    if (isInstance) refuseWhole();
    const place = home(key);
    const hint = place === null ? didYouMean(key, known) : `It belongs in ${place}`;
    const message = `${path}.${key} is no option. ${hint}`;
    throw new TenonError('option-unknown', message, `${path}.${key}`, key);
  }
  return value;
}

/** A handle without room for a misspelt property, which would set nothing: what is one's own goes to `userData`. */
export function closed<T extends object>(handle: T): T {
  return Object.preventExtensions(handle);
}

/** A list or an object that is handed out and never changes: in plain JavaScript, too. What is private to a class may change still. */
export function frozen<T extends object>(value: T): T {
  Object.freeze(value);
  return value;
}

/** The same through and through, of plain data and functions. */
export function deepFrozen<T extends object>(value: T): T {
  for (const part of Object.values(value) as unknown[]) if (typeof part === 'object' && part !== null) deepFrozen(part);
  return frozen(value);
}

/** Those fields that are given. */
export function withoutUndefined<T extends object>(options: T): Given<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Given<T>;
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** What is said of a name that is none of these: which one was probably meant, or what there is. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === null ? `There are ${known.join(', ')}` : `Did you mean '${near}'?`;
}

/**
 * The name that is fewest letters away, if that is less than half of them and at most two. Case does not count, nor need
 * `local` be there: what other engines call anchorA is localAnchorA.
 */
function nearest(name: string, known: readonly string[]): string | null {
  let found: string | null = null;
  let least = Math.min(3, name.length / 2);
  for (const other of known) {
    const forms = [other, other.replace(/^local/, '')];
    const distance = Math.min(...forms.map((form) => lettersBetween(name.toLowerCase(), form.toLowerCase())));
    if (distance >= least) continue;
    least = distance;
    found = other;
  }
  return found;
}

/** Levenshtein's distance: letters to put in, take out or exchange. */
function lettersBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++)
      next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + (a[i] === b[j] ? 0 : 1)));
    row = next;
  }
  return row[b.length];
}
