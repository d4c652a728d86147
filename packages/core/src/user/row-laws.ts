import { frozen } from '../base/check';
import type { CoordinateUnit } from '../coordinates/coordinate';
import { refuse } from '../base/error';
import type { SoftnessOptions } from '../joint/law-options';
import type { ScalarCoordinate, ScalarOptions } from '../joint/scalar-coordinate';

/** The least and the greatest force of a row, N or N·m; null: any. */
export type ForceBounds = readonly (readonly [low: number, high: number] | null)[];

/** Bounds of the forces of all rows, checked. */
export function readForceBounds(label: string, rows: number, given: ForceBounds | undefined): ForceBounds {
  const bounds: readonly unknown[] = given ?? Array.from({ length: rows }, () => null);
  if (!Array.isArray(bounds) || bounds.length !== rows)
    refuse('param-invalid', `${label}.forceBounds`, `be a list of ${rows}, [low, high] or null for each row`, given);
  return frozen(
    (bounds as unknown[]).map((each, i) => {
      if (each === null) return null;
      const [low, high] = Array.isArray(each) ? (each as unknown[]) : [];
      const path = `${label}.forceBounds[${i}]`;
      if (
        typeof low !== 'number' ||
        typeof high !== 'number' ||
        !(low <= high) ||
        low === Infinity ||
        high === -Infinity
      )
        refuse('param-invalid', path, 'be [low, high] with low not above high, or null', each);
      return frozen([low, high] as const);
    }),
  );
}

/** How a row of a constraint is to be held. */
export interface HeldRow {
  readonly unit: CoordinateUnit;
  /** It is a rate and has no value. */
  readonly isRate: boolean;
  readonly lower: number;
  readonly upper: number;
  readonly softness: SoftnessOptions | null;
  /** N or N·m */
  readonly most: number;
  readonly bounds: readonly [low: number, high: number] | null;
}

/**
 * The laws of a row: a lock where it has one value, limits where it has two, a motor where it is a rate. A force between two bounds that are not
 * alike is the mean of both, and a law that gives half of what is between them more or less.
 */
export function rowLaws(path: string, { unit, isRate, lower, upper, softness, most, bounds }: HeldRow): ScalarOptions {
  if (!(lower <= upper)) refuse('limits-reversed', `${path}.limits`, 'run from lower to upper', [lower, upper]);
  const [low, high] = bounds ?? [-Infinity, Infinity];
  const cap = (force: number) => {
    const least = Math.min(most, force);
    return least === Infinity ? {} : unit === 'angle' ? { maxTorque: least } : { maxForce: least };
  };
  const isOpen = lower !== upper;
  const oneSided = low === 0 && high === Infinity ? 1 : low === -Infinity && high === 0 ? -1 : 0;
  const isEven = low === -high;
  if (isRate) {
    if (!isEven && !Number.isFinite(low + high))
      refuse(
        'param-invalid',
        `${path}.forceBounds`,
        'be finite on both sides, or even, of a row that is a rate',
        bounds,
      );
    return { motor: { speed: 0, ...cap((high - low) / 2) }, ...constant(low, high, isEven) };
  }
  if (!isOpen && oneSided === 0) {
    if (!isEven && !Number.isFinite(low + high))
      refuse('param-invalid', `${path}.forceBounds`, 'be finite on both sides, even, or open from 0', bounds);
    return { lock: { target: lower, softness, ...cap((high - low) / 2) }, ...constant(low, high, isEven) };
  }
  if (isOpen && !isEven && oneSided === 0)
    refuse(
      'param-invalid',
      `${path}.forceBounds`,
      'be even, as [-5, 5], where a row has room between two limits',
      bounds,
    );
  // What can only push one way is a stop.
  return {
    limits: {
      lower: oneSided < 0 ? null : lower,
      upper: oneSided > 0 ? null : upper,
      ...cap(oneSided === 0 ? high : Infinity),
      ...softStop(path, softness),
    },
  };
}

/** What rows have no longer that are given other laws. */
const NO_LAWS: ScalarOptions = { lock: null, limits: null, spring: null };

/** A text that is another where the laws are others. */
export function lawKey(laws: ScalarOptions): string {
  return JSON.stringify(laws, (_, part: unknown) => (typeof part === 'function' ? (part as () => unknown)() : part));
}

/** Gives rows those laws that have become others than they were given `before`; returns what they are now. */
export function applyLaws(
  rows: readonly ScalarCoordinate[],
  laws: readonly ScalarOptions[],
  before: readonly string[],
): readonly string[] {
  const keys = laws.map(lawKey);
  laws.forEach((law, i) => {
    if (keys[i] !== before[i]) rows[i].applyOptions(rows[i].path, { ...NO_LAWS, ...law });
  });
  return keys;
}

function constant(low: number, high: number, isEven: boolean): ScalarOptions {
  const mean = (low + high) / 2;
  return isEven ? {} : { spring: { force: () => mean, slope: () => [0, 0] } };
}

function softStop(path: string, softness: SoftnessOptions | null): { hertz?: number; dampingRatio?: number } {
  if (softness === null) return {};
  if ('correction' in softness)
    refuse(
      'param-invalid',
      `${path}.softness`,
      'be by hertz where a row has limits: stops have no correction',
      softness,
    );
  return softness;
}
