import { cap } from '../base/check';
import { refuse } from '../base/error';
import type { CapName } from './coordinate-base';
import type { Joint } from './joint';
import type { SoftnessOptions } from './law-options';
import { LockLaw, readSoftness } from './laws/lock-law';
import { PointCoordinate } from './point-coordinate';

/*
 * What a joint says for all of its locks at once: their softness and their caps.
 */

/** Softness of the first lock; `null`: rigid, or no lock. */
export function softnessOfLocks(joint: Joint): SoftnessOptions | null {
  joint.record();
  for (const { lock } of joint.coordinates) if (lock !== null) return lock.softness;
  return null;
}

/** Gives every lock the same softness. Throws `no-such-law` where there is none that could be soft. */
export function softenLocks(joint: Joint, value: SoftnessOptions | null): void {
  joint.record();
  const { bits } = readSoftness(`${joint.label}.softness`, value);
  if (bits !== 0 && joint.coordinates.every(({ lock }) => lock === null)) refuseWithoutLock(joint, 'softness', value);
  for (const { lock } of joint.coordinates) if (lock !== null) lock.softness = value;
}

/** Least cap of the locks that have a cap of that name. */
export function leastCapOfLocks(joint: Joint, name: CapName): number {
  joint.record();
  let least = Infinity;
  for (const { capName, lock } of joint.coordinates)
    if (capName === name && lock !== null) least = Math.min(least, lock.maxForce);
  return least;
}

/** Gives every lock that has a cap of that name the same. Throws `no-such-law` where there is none. */
export function capLocks(joint: Joint, name: CapName, value: number | null): void {
  joint.record();
  const most = cap(`${joint.label}.${name}`, value);
  const capped = joint.coordinates.flatMap(({ capName, lock }) => (capName === name && lock !== null ? [lock] : []));
  if (most !== Infinity && capped.length === 0) refuseWithoutLock(joint, name, value);
  for (const lock of capped) {
    if (lock instanceof LockLaw) lock[name] = value;
    else lock.maxForce = value;
  }
}

/** What speaks for locks would be lost without one: says where its like goes instead. */
function refuseWithoutLock({ coordinates, label }: Joint, name: 'softness' | CapName, value: unknown): never {
  for (const c of coordinates)
    for (const law of ['spring', 'motor', 'ratchet', 'friction'] as const)
      if (c.capName === name && law in c && Reflect.get(c, law) !== null)
        refuse(
          'no-such-law',
          `${label}.${name}`,
          `be set on its ${law}, as joint.${c.name}.${law}.${name}: it has no lock`,
          value,
        );
  const c = coordinates.find(({ capName }) => capName === name) ?? coordinates.at(0);
  const law = c instanceof PointCoordinate ? 'spring' : 'limits';
  const field = name === 'softness' ? 'hertz' : c?.capName;
  const hint = c === undefined ? '' : ` (other laws have their own, as in ${c.name}: { ${law}: { ${field} } })`;
  const lock = name === 'softness' ? 'a lock' : `a lock with a ${name}`;
  refuse('no-such-law', `${label}.${name}`, `have ${lock} to act on, and there is none${hint}`, value);
}
