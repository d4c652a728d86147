import { LIMITS_CAPPED, LIMITS_EQUAL, LIMITS_SOFT, LOCK, LOCK_CAPPED, LOCK_SOFT, RATCHET, STOPS } from './law-fields';

/** Whether a scalar coordinate is held, by the bits of its laws. */

/** True under a lock that cannot give way, or between bounds that are one: the weaker laws have nothing to hold. */
export function isHeld(flags: number): boolean {
  return isRigidLock(flags) || (flags & (LIMITS_EQUAL | LIMITS_SOFT | LIMITS_CAPPED)) === LIMITS_EQUAL;
}

/** True under a lock that cannot give way. */
export function isRigidLock(flags: number): boolean {
  return (flags & (LOCK | LOCK_SOFT | LOCK_CAPPED)) === LOCK;
}

/** True under a lock that is not soft, with or without a cap. */
export function isHardLock(flags: number): boolean {
  return (flags & (LOCK | LOCK_SOFT)) === LOCK;
}

/** True under a lock, a stop or a tooth that is not soft. */
export function holdsRigidly(flags: number): boolean {
  if (isHardLock(flags) || flags & RATCHET) return true;
  return (flags & STOPS) !== 0 && !(flags & LIMITS_SOFT);
}
