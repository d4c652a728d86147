import { LOCK, LOCK_CAPPED, LOCK_SOFT } from './law-fields';
import { TARGET } from '../scalar';
import { SLOP, type StepContext } from '../step-context';
import { pushesTo, STOP_BIT, STOP_BOUND, STOP_COUNT } from './stop-fields';

/** The stop (stop-fields.ts) of those with bits in `seen` that keeps a lock with a cap from its value: of two the one that is met first. 0 if there is none. */
export function stopBefore(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  { unit }: StepContext,
  flags: number,
  seen: number,
): number {
  let found = 0;
  if ((flags & (LOCK | LOCK_SOFT | LOCK_CAPPED)) !== (LOCK | LOCK_CAPPED)) return found;
  let most = SLOP * unit;
  for (let stop = 1; stop < STOP_COUNT; stop++) {
    if (!(seen & STOP_BIT[stop])) continue;
    const off = pushesTo(stop, w, p) * (w[p + STOP_BOUND[stop]] - d[o + TARGET]);
    if (off <= most) continue;
    most = off;
    found = stop;
  }
  return found;
}
