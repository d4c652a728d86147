/** How fast a stop is met. */

/** Of stops that are met no faster than this, m/s or rad/s, nothing is thrown back. */
export const LEAST_APPROACH = 1;

/** Size of the rate after a way at constant acceleration; 0 where it turns round before. */
export function rateAfter(rate: number, acceleration: number, way: number): number {
  return Math.sqrt(Math.max(0, rate * rate + 2 * acceleration * way));
}
