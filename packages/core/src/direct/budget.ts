import type { Attempt, DirectIsland } from './island/island-system';

/*
 * What an island may factorise in a frame: attempts, which are halved and made anew, would go on without end. Some is kept for the last resort
 * of the steps that are left, and for what comes after an attempt: projections, which are left out where there is none for them, and closing gaps.
 */

/** In a frame of up to four steps. */
const MOST_FACTORISATIONS = 64;
const KEPT_FOR_LAST = 6;
const KEPT_FOR_PROJECTIONS = 3;
/** One for the way that closes gaps, one for the velocities after it. */
const OF_CLOSING = 2;

/** Attempts may take what is not kept, in a frame of so many steps. */
export function allowAttempts(attempt: Attempt, steps: number): void {
  attempt.mostFactorisations = MOST_FACTORISATIONS * Math.ceil(steps / 4);
  attempt.budget = attempt.mostFactorisations - KEPT_FOR_LAST;
}

/** So may those of the last resort. */
export function allowLastResort(attempt: Attempt): void {
  attempt.budget = attempt.mostFactorisations - KEPT_FOR_PROJECTIONS;
}

/** True while attempts may factorise. */
export function mayTry({ stats, attempt }: DirectIsland): boolean {
  return stats.factorisations < attempt.budget;
}

/** True if the frame has so many left; the islands of a batch count their own. */
export function mayFactorise({ stats, attempt, parts }: DirectIsland, count: number): boolean {
  return parts.count > 1 || stats.factorisations + count <= attempt.mostFactorisations;
}

/** True if gaps may be closed. */
export function mayClose(island: DirectIsland): boolean {
  return mayFactorise(island, OF_CLOSING);
}
