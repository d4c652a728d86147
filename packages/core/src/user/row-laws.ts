import { frozen } from '../base/check';
import type { RowUnit } from '../coordinates/coordinate';
import { refuse } from '../base/error';
import type { Joint } from '../joint/joint';
import type { SoftnessOptions } from '../joint/law-options';
import { readSoftness } from '../joint/laws/lock-law';
import type { ScalarCoordinate, ScalarOptions } from '../joint/scalar-coordinate';
import { decoded, encoded, isOpen } from './infinities';

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

/** What holds all rows of a constraint, beside what each is held by. */
export interface Held {
  readonly softness: SoftnessOptions | null;
  /** N, N·m */
  readonly maxForce: number;
  readonly maxTorque: number;
}

export const RIGID: Held = { softness: null, maxForce: Infinity, maxTorque: Infinity };

/** A row of a constraint: whether it is a rate and has no value, and what it is measured in. */
export interface Row {
  readonly unit: RowUnit;
  readonly isRate: boolean;
}

/**
 * Numbers that the laws of a row follow from: bounds of its value, of its force (N, N·m), hertz (Infinity: as all rows are held) and damping
 * ratio. A joint remembers in its record what its rows were given.
 */
export const LAW_NUMBERS = 6;
const LOW = 0,
  HIGH = 1,
  REST = 2;

/**
 * The laws of row `i`: a lock where it has one value, limits where it has two, a motor where it is a rate. A force between two bounds that are not
 * alike is the mean of both, and a law that gives half of what is between them more or less.
 */
export function rowLaws(
  label: string,
  { unit, isRate }: Row,
  { softness: usual, maxForce, maxTorque }: Held,
  numbers: ArrayLike<number>,
  i: number,
): ScalarOptions {
  const path = `${label}.rows[${i}]`;
  const [lower, upper, low, high, hertz, dampingRatio] = Array.from(
    { length: LAW_NUMBERS },
    (_, k) => numbers[LAW_NUMBERS * i + k],
  );
  const softness = hertz === Infinity ? usual : { hertz, dampingRatio };
  readSoftness(`${path}.softness`, softness);
  if (!(lower <= upper)) refuse('limits-reversed', `${path}.limits`, 'run from lower to upper', [lower, upper]);
  if (!(low <= high) || low === Infinity || high === -Infinity)
    refuse('limits-reversed', `${path}: limit force`, 'run from lower to upper', [low, high]);
  const cap = (force: number) => {
    const least = Math.min(unit === 'angle' ? maxTorque : maxForce, force);
    return least === Infinity ? {} : unit === 'angle' ? { maxTorque: least } : { maxForce: least };
  };
  const hasRoom = lower !== upper;
  const oneSided = low === 0 && high === Infinity ? 1 : low === -Infinity && high === 0 ? -1 : 0;
  const isEven = low === -high;
  const between = isEven ? {} : { spring: { force: (low + high) / 2, target: 0 } };
  if (isRate) {
    if (!isEven && !Number.isFinite(low + high))
      refuse('param-invalid', `${path}.forceBounds`, 'be finite on both sides, or even, of a row that is a rate', [
        low,
        high,
      ]);
    return { motor: { speed: 0, ...cap((high - low) / 2) }, ...between };
  }
  if (!hasRoom && oneSided === 0) {
    if (!isEven && !Number.isFinite(low + high))
      refuse('param-invalid', `${path}.forceBounds`, 'be finite on both sides, even, or open from 0', [low, high]);
    return { lock: { target: lower, softness, ...cap((high - low) / 2) }, ...between };
  }
  if (hasRoom && !isEven && oneSided === 0)
    refuse('param-invalid', `${path}.forceBounds`, 'be even, as [-5, 5], where a row has room between two limits', [
      low,
      high,
    ]);
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

/** Writes what the rows of a joint that is made are given. */
export function rememberLaws(joint: Joint, at: number, numbers: Float64Array): void {
  numbers.forEach((number, k) => joint.initialize(at + k, encoded(number)));
}

/**
 * Gives the rows of a joint the laws of these numbers: those whose numbers are not what its record remembers from `at` on, or all. A law that is not
 * of these stays. Where one throws, nothing has changed.
 */
export function applyLaws(
  joint: Joint,
  at: number,
  rows: readonly Row[],
  held: Held,
  numbers: Float64Array,
  all = false,
): void {
  const before = numbers.map((_, k) => decoded(joint.read(at + k)));
  const others = rows.flatMap((row, i) => {
    const first = LAW_NUMBERS * i;
    const isSame = before.subarray(first, first + LAW_NUMBERS).every((number, k) => number === numbers[first + k]);
    if (isSame && !all) return [];
    const gone = Object.keys(rowLaws(joint.label, row, RIGID, before, i)).map((law) => [law, null] as const);
    return [{ i, laws: { ...Object.fromEntries(gone), ...rowLaws(joint.label, row, held, numbers, i) } }];
  });
  for (const { i, laws } of others) coordinateOf(joint, i).applyOptions(coordinateOf(joint, i).path, laws);
  rememberLaws(joint, at, numbers);
}

/** Moves the bounds of rows by their numbers alone; false, and nothing is changed, where laws have become others beside that. */
export function moveBounds(joint: Joint, at: number, numbers: Float64Array): boolean {
  for (let first = 0; first < numbers.length; first += LAW_NUMBERS) {
    for (let k = REST; k < LAW_NUMBERS; k++)
      if (encoded(numbers[first + k]) !== joint.read(at + first + k)) return false;
    const [low, high] = [joint.read(at + first + LOW), joint.read(at + first + HIGH)];
    const [lower, upper] = [encoded(numbers[first + LOW]), encoded(numbers[first + HIGH])];
    if (!(lower <= upper) || (lower === upper) !== (low === high)) return false;
    if (isOpen(lower) !== isOpen(low) || isOpen(upper) !== isOpen(high)) return false;
  }
  for (let i = 0, first = 0; first < numbers.length; i++, first += LAW_NUMBERS) {
    const [lower, upper] = [numbers[first + LOW], numbers[first + HIGH]];
    if (joint.read(at + first + LOW) === encoded(lower) && joint.read(at + first + HIGH) === encoded(upper)) continue;
    coordinateOf(joint, i).moveBounds(lower, upper);
    joint.initialize(at + first + LOW, encoded(lower));
    joint.initialize(at + first + HIGH, encoded(upper));
  }
  return true;
}

const coordinateOf = (joint: Joint, i: number): ScalarCoordinate => joint.coordinates[i] as ScalarCoordinate;

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
