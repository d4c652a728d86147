import { type BodyStore, OMEGA } from '../../state/body-store';
import { SPRING, SPRING_ROW, S_DAMPING, S_STIFFNESS } from '../../coordinates/laws/law-fields';
import { FLAGS, INVERSE_MASS } from '../../coordinates/scalar';
import type { DirectIsland } from '../island/island-system';
import { FASTEST_TURN } from '../island/outcomes';

/** A turn of this much per step (rad) is resolved: the Cayley turn is 0.5 % slow at it. */
export const RESOLVED_TURN = 0.25;
/** ωh of a spring, rad: more steps are taken for one that they bring below it. */
const RESOLVED_SWING = 2.36;

/** As many steps as the fastest turning lever asks for, or the fastest spring that so many can resolve. */
export function resolvedSteps(island: DirectIsland, store: BodyStore, dt: number, most: number): number {
  const { coordinates, movable } = island;
  findFastestTurn(island, store, 0, movable);
  return stepsOf(island, dt, most, 0, coordinates.length);
}

/** As many as one of the islands of a batch takes. */
export function stepsOfPart(island: DirectIsland, part: number, store: BodyStore, dt: number, most: number): number {
  const { parts } = island;
  findFastestTurn(island, store, part * parts.bodies, (part + 1) * parts.bodies);
  return stepsOf(island, dt, most, part * parts.coordinates, (part + 1) * parts.coordinates);
}

/** By the fastest turn in `out` and the springs of some coordinates. */
function stepsOf(
  { coordinates, out, attempt }: DirectIsland,
  dt: number,
  most: number,
  first: number,
  end: number,
): number {
  let steps = Math.max(1, Math.min(most, Math.ceil((out[FASTEST_TURN] * dt) / RESOLVED_TURN)));
  if (!(attempt.laws & SPRING)) return steps;
  const fastest = (most * RESOLVED_SWING) / dt;
  for (let i = first; i < end; i++) {
    const { joint, scalar, o, p } = coordinates[i];
    const { rows: d, laws: w } = joint.batch;
    if (!scalar || !(d[o + FLAGS] & SPRING)) continue;
    const k = w[p + SPRING_ROW + S_STIFFNESS];
    const c = w[p + SPRING_ROW + S_DAMPING];
    // ω² as last prepared, of springs whose damping lets them swing.
    const square = c * c * d[o + INVERSE_MASS] < 4 * k ? k * d[o + INVERSE_MASS] : 0;
    if (square > 0 && square <= fastest * fastest)
      steps = Math.max(steps, Math.ceil((Math.sqrt(square) * dt) / RESOLVED_SWING));
  }
  return steps;
}

function findFastestTurn(
  { bodies, cayley, out }: DirectIsland,
  { motion: v }: BodyStore,
  first: number,
  end: number,
): void {
  let turn = 0;
  for (let i = first; i < end; i++) if (cayley[i] === 1) turn = Math.max(turn, Math.abs(v[bodies[i] + OMEGA]));
  out[FASTEST_TURN] = turn;
}
