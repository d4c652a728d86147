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
    const taken = named.get(name);
    if (taken !== undefined && taken.force !== force)
      refuse('duplicate-id', 'forces.register', 'use a name that is not taken', name);
    named.set(name, { force, slope });
  },

  has(name: string): boolean {
    return named.has(name);
  },
};

/** The force functions of one world, by the number that records keep. */
export class ForceTable {
  readonly functions: (ForceFunction & { readonly source: SpringForce | string; reported: boolean })[] = [];

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
    this.functions.push(given === undefined ? entry : { ...entry, slope: given });
    return this.functions.length - 1;
  }

  /** Moves what went wrong in the last step into `errors`: the laws concerned rest from then on. */
  takeFailures(errors: unknown[]): void {
    for (const entry of this.functions) {
      if (!entry.failed || entry.reported) continue;
      entry.reported = true;
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
