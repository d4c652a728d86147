import { BODY, type BodyStore, GOAL, GOAL_PENDING, LED_VX, OMEGA, VX } from '../../state/body-store';
import { EVEN } from '../../state/kinematic-goals';
import type { StepContext } from '../../coordinates/step-context';
import type { DirectIsland } from '../island/island-system';

/* Bodies of an island that do not answer forces, and what leads it from outside. */

/** True if a kinematic body of the island moves. */
export function isCarried({ bodies, movable }: DirectIsland, { motion: v }: BodyStore): boolean {
  for (let i = movable; i < bodies.length; i++)
    for (let k = bodies[i] + VX; k <= bodies[i] + OMEGA; k++) if (v[k] !== 0) return true;
  return false;
}

/** True if one of them has another velocity than in the last step: it was set, or is led otherwise. */
export function isLedOn(
  { bodies, movable }: DirectIsland,
  { motion: v, goal }: BodyStore,
  { kicked }: StepContext,
): boolean {
  for (let i = movable; i < bodies.length; i++) {
    const b = bodies[i];
    if (kicked.any && kicked.has[b / BODY] === 1) return true;
    const g = (b / BODY) * GOAL;
    if (goal[g + GOAL_PENDING] === 0) continue;
    for (let k = 0; k < 3; k++)
      if (Math.abs(v[b + VX + k] - goal[g + LED_VX + k]) > EVEN * Math.abs(v[b + VX + k])) return true;
  }
  return false;
}

/** Kinematic bodies move along with the steps of the island, and are put back for the iterative step to move. */
export function keepImmovable({ bodies, movable, immovablePose }: DirectIsland, { pose: q }: BodyStore): void {
  for (let i = movable; i < bodies.length; i++)
    for (let k = 0; k < 5; k++) immovablePose[5 * (i - movable) + k] = q[bodies[i] + k];
}

export function putBackImmovable({ bodies, movable, immovablePose }: DirectIsland, { pose: q }: BodyStore): void {
  for (let i = movable; i < bodies.length; i++)
    for (let k = 0; k < 5; k++) q[bodies[i] + k] = immovablePose[5 * (i - movable) + k];
}
