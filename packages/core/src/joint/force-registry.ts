import { refuse } from '../base/error';
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

  /** True if a function was registered as `name`. */
  has(name: string): boolean {
    return named.has(name);
  },
};

const UNBENT = [0, 0] as const;

/** What was registered under that name, if anything; a number is a force that is everywhere the same. */
export function namedForce(name: string | number): NamedForce | undefined {
  if (typeof name === 'string') return named.get(name);
  return Number.isFinite(name) ? { force: () => name, slope: () => UNBENT } : undefined;
}
