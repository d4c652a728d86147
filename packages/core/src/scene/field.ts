import { didYouMean, isObject } from '../base/check';
import { quote } from '../base/error';
import { power } from '../math/power';
import type { SceneProblem } from './schema';

/** One pass over a scene: how lengths are scaled, whether y is turned over, and what was wrong. */
export interface Reading {
  /** World units per unit of the scene. */
  readonly scale: number;
  readonly flipY: boolean;
  readonly problems: SceneProblem[];
}

/**
 * Reads one field: checks it, and converts it by its dimension. What is wrong is noted, and the pass goes on, so that
 * a scene is refused once with everything that is wrong in it.
 */
export type Field = (value: unknown, path: string, reading: Reading) => unknown;

export type Fields = Readonly<Record<string, Field>>;

/** How a number changes with the scale and with the side from which the scene is seen. */
export interface Dimension {
  /** Grows with this power of the scale: 1 of a length, or a speed along a line. */
  readonly scales: number;
  /** Changes sign where y is turned over: an angle, a turn, an offset to the side. */
  readonly mirrors: boolean;
}

/** Ratios, masses, times, and everything in SI whatever the world's unit: forces, torques, energies, stiffness. */
const PLAIN: Dimension = { scales: 0, mirrors: false };
const LENGTH: Dimension = { scales: 1, mirrors: false };
const TURN: Dimension = { scales: 0, mirrors: true };

/** Notes a wrong field; stands for its value. */
export function note(reading: Reading, path: string, requirement: string, value: unknown): null {
  reading.problems.push({ path, message: `${path} must ${requirement}, got ${quote(value)}` });
  return null;
}

/** Notes a field that there is not: it may be misspelt. */
function noteUnknown({ problems }: Reading, path: string, key: string, known: readonly string[]): void {
  problems.push({ path, message: `${path} is no field. ${didYouMean(key, known)}` });
}

/** A number, converted. */
function convert(value: number, { scales, mirrors }: Dimension, { scale, flipY }: Reading): number {
  const scaled = value * power(scale, scales);
  return mirrors && flipY && scaled !== 0 ? -scaled : scaled;
}

/** A finite number of a dimension, that `fits`. */
export function numberOf(dimension: Dimension, also = '', fits: (value: number) => boolean = () => true): Field {
  return (value, path, reading) =>
    typeof value === 'number' && Number.isFinite(value) && fits(value)
      ? convert(value, dimension, reading)
      : note(reading, path, `be a finite number${also}`, value);
}

export const number = numberOf(PLAIN);
export const turn = numberOf(TURN);

/** A number of at least 0. */
function atLeastZero(dimension: Dimension): Field {
  return numberOf(dimension, ', 0 or more', (value) => value >= 0);
}

export const amount = atLeastZero(PLAIN);
export const length = atLeastZero(LENGTH);

/** A number above 0. */
function aboveZero(dimension: Dimension): Field {
  return numberOf(dimension, ' above 0', (value) => value > 0);
}

export const positive = aboveZero(PLAIN);
export const size = aboveZero(LENGTH);

/** `null` for none, or what `field` reads. */
export function orNull(field: Field): Field {
  return (value, path, reading) => (value === null ? null : field(value, path, reading));
}

export const flag: Field = (value, path, reading) =>
  typeof value === 'boolean' ? value : note(reading, path, 'be true or false', value);

export const text: Field = (value, path, reading) =>
  typeof value === 'string' && value !== '' ? value : note(reading, path, 'be a string that is not empty', value);

/** Anything: the user's own. */
export const data: Field = (value) => value;

export function oneOf(words: readonly string[]): Field {
  return (value, path, reading) =>
    words.includes(value as string)
      ? value
      : note(reading, path, `be ${words.map((word) => `'${word}'`).join(' or ')}`, value);
}

/** The first that fits: `'auto'` or a number. */
export function wordOr(word: string, field: Field): Field {
  return (value, path, reading) => (value === word ? word : field(value, path, reading));
}

/** `[x, y]` or `{ x, y }`, with lengths scaled where it has some. */
function vectorOf(scales: number): Field {
  return (value, path, reading) => {
    const [x, y] =
      Array.isArray(value) && value.length === 2
        ? (value as unknown[])
        : isObject(value)
          ? [value['x'], value['y']]
          : [];
    if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) {
      return note(reading, path, 'be a finite [x, y] or { x, y }', value);
    }
    return [convert(x, { scales, mirrors: false }, reading), convert(y, { scales, mirrors: true }, reading)];
  };
}

/** Points, velocities, gravity. */
export const vector = vectorOf(1);
export const direction = vectorOf(0);

export function listOf(field: Field): Field {
  return (value, path, reading) => {
    if (!Array.isArray(value)) return note(reading, path, 'be a list', value);
    return value.map((item, i) => field(item, `${path}[${i}]`, reading));
  };
}

/** An object with some of these fields and no others. */
export function objectOf(fields: Fields, required: readonly string[] = []): Field {
  return (value, path, reading) => {
    if (!isObject(value)) return note(reading, path, 'be an object', value);
    const read: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (field === undefined) noteUnknown(reading, at(path, key), key, Object.keys(fields));
      else if (item !== undefined) read[key] = field(item, at(path, key), reading);
    }
    for (const key of required) if (value[key] === undefined) note(reading, at(path, key), 'be given', undefined);
    return read;
  };
}

/** Path of a field; at the top of a scene there is nothing before it. */
function at(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
