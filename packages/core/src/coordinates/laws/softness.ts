import { LOCK_DAMPING, LOCK_STIFFNESS, RESOLVED, type StepContext } from '../step-context';

/** How the iterative step takes a soft row. */
type Softness = 0 | 1 | 2;
/** By the midpoint rule: resolved, its energy is kept. */
export const MIDPOINT: Softness = 0,
  /** Half of it in either pass, by the implicit rule. */
  BOTH_PASSES: Softness = 1,
  /** So, too, and no harder than a lock. */
  AS_LOCK: Softness = 2;

/** A row on its way to `soften`: z = h²kK and hcK, K its inverse effective mass. */
export const asked = new Float64Array(2);

/**
 * Chooses for the row in `asked`, and brings it down to what a lock has. One that is not resolved by the midpoint rule would drive bodies
 * that other rows of their joints hold, one that is harder than a lock throw other joints about.
 */
export function soften({ lockShare }: StepContext): Softness {
  const most = LOCK_STIFFNESS * lockShare * lockShare;
  if (asked[0] > most) {
    asked[0] = most;
    asked[1] = Math.max(asked[1], LOCK_DAMPING * lockShare);
    return AS_LOCK;
  }
  return asked[0] > RESOLVED || asked[1] > 2 ? BOTH_PASSES : MIDPOINT;
}

/** (hω)² up to which the direct step takes a spring at the midpoint: it turns by 113° a step there. */
const RESOLVED_DIRECTLY = 9;

/** θ of a soft row of the direct step with z = (hω)²: ½ (midpoint, energy kept) while resolved, towards 1 (implicit Euler) when stiff. */
export function softTheta(z: number): number {
  return z > RESOLVED_DIRECTLY ? z / (z + RESOLVED_DIRECTLY) : 0.5;
}
