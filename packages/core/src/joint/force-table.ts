import type { ForceFunction } from '../coordinates/laws/force-function';
import { SPRING_FORCE, SPRING_FUNCTION } from '../coordinates/laws/law-fields';
import { FLAGS } from '../coordinates/scalar';
import { refuse, TenonError } from '../base/error';
import { namedForce } from './force-registry';
import type { JointBatch } from '../batches/joint-batch';
import type { SpringForce, SpringSlope } from './law-options';

/** A force function of a world: what it was given as, and whether its failure was reported. */
export interface ForceEntry extends ForceFunction {
  readonly source: SpringForce | string | number;
  reported: boolean;
}

/** In the place of a function that no spring has any more. */
const UNUSED: ForceEntry = { force: () => 0, scale: 1, gauge: 1, failed: true, reported: true, source: '' };

/** The force functions of one world, by the number that records keep. */
export class ForceTable {
  readonly functions: ForceEntry[] = [];
  #sweepAt = 16;

  /** Number of a function, of a registered name, or of a force that is everywhere the same; the same is kept once. */
  indexOf(path: string, source: unknown, slope: unknown, scale: number, gauge: number): number {
    const isNamed = typeof source === 'string' || typeof source === 'number';
    if (!isNamed && typeof source !== 'function')
      refuse('param-invalid', `${path}.force`, 'be a function, a registered name or a number', source);
    if (slope !== undefined && typeof slope !== 'function')
      refuse('param-invalid', `${path}.slope`, 'be a function', slope);
    const known = isNamed ? namedForce(source) : undefined;
    if (isNamed && known === undefined)
      refuse('source-invalid', `${path}.force`, 'be a name given to forces.register, or a finite number', source);
    const force = known?.force ?? (source as SpringForce);
    const given = known?.slope ?? (slope as SpringSlope | undefined);
    const index = this.functions.findIndex(
      (entry) =>
        (typeof source === 'number' || (entry.force === force && entry.slope === given)) &&
        !entry.failed &&
        entry.scale === scale &&
        entry.gauge === gauge &&
        entry.source === source,
    );
    if (index >= 0) return index;
    const entry = {
      force,
      scale,
      gauge,
      failed: false,
      reported: false,
      source: source as SpringForce | string | number,
    };
    const free = this.functions.indexOf(UNUSED);
    const number = free < 0 ? this.functions.length : free;
    this.functions[number] = given === undefined ? entry : { ...entry, slope: given };
    return number;
  }

  /** Forgets functions that no spring has any more, now and then. */
  sweep(batches: readonly JointBatch[]): void {
    if (this.functions.length < this.#sweepAt || this.functions.includes(UNUSED)) return;
    const kept = new Set<number>();
    for (const batch of batches)
      visitForces(batch, batch.rows, batch.lawPlaces, batch.count, (at) => kept.add(batch.laws[at]));
    for (let i = 0; i < this.functions.length; i++) if (!kept.has(i)) this.functions[i] = UNUSED;
    this.#sweepAt = Math.max(16, 2 * kept.size);
  }

  /** These and no others, by their numbers. */
  replace(entries: readonly ForceEntry[]): void {
    this.functions.length = 0;
    this.functions.push(...entries);
  }

  /** Moves what went wrong in the last step into `errors`: the laws concerned rest from then on. `batches` hold the joints that have them. */
  takeFailures(batches: readonly JointBatch[], errors: unknown[]): void {
    for (let i = 0; i < this.functions.length; i++) {
      const entry = this.functions[i];
      if (!entry.failed || entry.reported) continue;
      entry.reported = true;
      if (entry.thrown !== undefined) {
        errors.push(entry.thrown);
        entry.thrown = undefined;
        continue;
      }
      const name = typeof entry.source === 'string' ? ` '${entry.source}'` : '';
      const springs = springsOf(batches, i).join(', ');
      errors.push(
        new TenonError(
          'force-not-finite',
          `${springs}: the force function${name} returned a number that is not finite; the law rests. Assign a new spring.`,
          springs,
        ),
      );
    }
  }
}

/** The springs with the function of that number: `DistanceJoint 'j3'.length.spring`. */
function springsOf(batches: readonly JointBatch[], number: number): string[] {
  return batches.flatMap((batch) =>
    batch.handles.flatMap((joint, j) =>
      batch.coordinates.flatMap(({ name, kind, at, index }) => {
        const isOf =
          kind.scalar &&
          batch.rows[j * batch.stride + at + FLAGS] & SPRING_FORCE &&
          batch.laws[batch.lawsAt(j, index) + SPRING_FUNCTION] === number;
        return joint !== null && isOf ? [`${joint.label} '${joint.id}'.${name}.spring`] : [];
      }),
    ),
  );
}

/** Calls `visit` with the place of the number of every force function in the laws, at these places, of `count` joints with these rows. */
export function visitForces(
  { coordinates, stride }: JointBatch,
  rows: Float64Array,
  places: Int32Array,
  count: number,
  visit: (at: number) => void,
): void {
  for (const { kind, at, index } of coordinates) {
    if (!kind.scalar) continue;
    for (let j = 0; j < count; j++)
      if (rows[j * stride + at + FLAGS] & SPRING_FORCE) visit(places[j * coordinates.length + index] + SPRING_FUNCTION);
  }
}
