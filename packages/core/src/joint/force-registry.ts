import { refuse, TenonError } from '../error';
import type { ForceFunction } from '../coordinates/force-function';
import type { SpringForce, SpringSlope } from './law-options';

interface NamedForce {
  readonly force: SpringForce;
  readonly slope: SpringSlope | undefined;
}

const named = new Map<string, NamedForce>();

/** Force functions by name, so that scenes and portable snapshots can hold them. */
export const forces = {
  /** Makes `force` available to springs as `name`. Registering another function under a taken name throws `duplicate-id`. */
  register(name: string, force: SpringForce, slope?: SpringSlope): void {
    if (typeof name !== 'string' || name === '')
      refuse('param-invalid', 'forces.register.name', 'be a string that is not empty', name);
    if (typeof force !== 'function') refuse('param-invalid', 'forces.register.force', 'be a function', force);
    if (slope !== undefined && typeof slope !== 'function')
      refuse('param-invalid', 'forces.register.slope', 'be a function', slope);
    const taken = named.get(name);
    if (taken !== undefined && taken.force !== force)
      refuse('duplicate-id', 'forces.register', 'use a name that is not taken', name);
    named.set(name, { force, slope });
  },

  has(name: string): boolean {
    return named.has(name);
  },
};

/** A force function of a world: what it was given as, and whether its failure was reported. */
export interface ForceEntry extends ForceFunction {
  readonly source: SpringForce | string;
  reported: boolean;
}

/** In the place of a function that no spring has any more. */
const UNUSED: ForceEntry = { force: () => 0, scale: 1, failed: true, reported: true, source: '' };

/** The force functions of one world, by the number that records keep. */
export class ForceTable {
  readonly functions: ForceEntry[] = [];
  #sweepAt = 16;

  /** Number of a function or of a registered name; the same function is kept once. */
  indexOf(path: string, source: unknown, slope: unknown, scale: number): number {
    if (typeof source !== 'string' && typeof source !== 'function')
      refuse('param-invalid', `${path}.force`, 'be a function or a registered name', source);
    if (slope !== undefined && typeof slope !== 'function')
      refuse('param-invalid', `${path}.slope`, 'be a function', slope);
    const known = typeof source === 'string' ? named.get(source) : undefined;
    if (typeof source === 'string' && known === undefined)
      refuse('source-invalid', `${path}.force`, 'be a name given to forces.register', source);
    const force = known?.force ?? (source as SpringForce);
    const given = known?.slope ?? (slope as SpringSlope | undefined);
    const index = this.functions.findIndex(
      (entry) =>
        entry.force === force &&
        entry.slope === given &&
        !entry.failed &&
        entry.scale === scale &&
        entry.source === source,
    );
    if (index >= 0) return index;
    const entry = { force, scale, failed: false, reported: false, source: source as SpringForce | string };
    const free = this.functions.indexOf(UNUSED);
    const number = free < 0 ? this.functions.length : free;
    this.functions[number] = given === undefined ? entry : { ...entry, slope: given };
    return number;
  }

  /** Forgets functions that no spring has any more, now and then: `used` are the numbers in the records. */
  sweep(used: () => ReadonlySet<number>): void {
    if (this.functions.length < this.#sweepAt || this.functions.includes(UNUSED)) return;
    const kept = used();
    for (let i = 0; i < this.functions.length; i++) if (!kept.has(i)) this.functions[i] = UNUSED;
    this.#sweepAt = Math.max(16, 2 * kept.size);
  }

  /** These and no others, by their numbers. */
  replace(entries: readonly ForceEntry[]): void {
    this.functions.length = 0;
    this.functions.push(...entries);
  }

  /** Moves what went wrong in the last step into `errors`: the laws concerned rest from then on. */
  takeFailures(errors: unknown[]): void {
    for (const entry of this.functions) {
      if (!entry.failed || entry.reported) continue;
      entry.reported = true;
      if (entry.thrown !== undefined) {
        errors.push(entry.thrown);
        entry.thrown = undefined;
        continue;
      }
      const name = typeof entry.source === 'string' ? `'${entry.source}'` : 'given to a spring';
      errors.push(
        new TenonError(
          'force-not-finite',
          `The force function ${name} returned a number that is not finite; the law rests. Assign a new spring.`,
        ),
      );
    }
  }
}
