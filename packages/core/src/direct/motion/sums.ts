import { FLAGS } from '../../coordinates/scalar';
import { JACOBIAN, turnsAt } from '../../coordinates/sum-fields';
import type { DirectCoordinate, DirectIsland, DirectJoint } from '../island/island-system';
import { halfTurns, writeTurnShare } from './turn-share';

/**
 * Sums in the mean-pose step: gears, racks, pulleys. What levers add to such a row is measured exactly by the joint; what
 * a body's angle alone adds is made exact here, as for the row of one angle.
 */

/** How much of a sum of weights may be rounding. */
const ROUNDING = 1e-12;

/** Marks the bodies that a sum gives a lever arm: all that it moves otherwise than by their angle alone. */
export function markSumLevers({ cayley }: DirectIsland, { batch, bodies }: DirectJoint, o: number): void {
  const { rows: d, columns } = batch;
  for (let c = 0; c < columns; c++) if (isLever(d, columns, o, c)) cayley[bodies[c]] = 1;
}

/** Whether a sum moves a body otherwise than by its angle alone. */
export function hasSumLevers(d: Float64Array, columns: number, o: number): boolean {
  for (let c = 0; c < columns; c++) if (isLever(d, columns, o, c)) return true;
  return false;
}

function isLever(d: Float64Array, columns: number, o: number, c: number): boolean {
  const g = o + JACOBIAN + 3 * c;
  return d[g] !== 0 || d[g + 1] !== 0 || d[g + 2] !== d[o + turnsAt(columns) + c];
}

/**
 * Bodies whose angles a sum ties to each other turn alike where that is what keeps momentum: where the weights of all that
 * move add up to 0, and one has a lever. True if one was marked.
 */
export function tieSum(
  { cayley, movable }: DirectIsland,
  { batch, bodies }: DirectJoint,
  { o, spec }: DirectCoordinate,
  ties: number,
): boolean {
  const { rows: d, columns } = batch;
  if (spec.kind.ofMany !== true || (d[o + FLAGS] & ties) === 0) return false;
  const w = o + turnsAt(columns);
  let sum = 0;
  let size = 0;
  let isLever = false;
  let isFree = false;
  for (let c = 0; c < columns; c++) {
    const body = bodies[c];
    if (body >= movable || d[w + c] === 0) continue;
    sum += d[w + c];
    size += Math.abs(d[w + c]);
    if (cayley[body] === 1) isLever = true;
    else isFree = true;
  }
  if (!isLever || !isFree || Math.abs(sum) > ROUNDING * size) return false;
  for (let c = 0; c < columns; c++) if (bodies[c] < movable && d[w + c] !== 0) cayley[bodies[c]] = 1;
  return true;
}

/**
 * A turn by the Cayley map is 2 atan(t) where h ω says 2t. Weights that add up to 0 are differences to one body: each has one
 * factor for both, which keeps momentum; else each body has its own. Both are exact.
 */
export function scaleSumTurns(
  { u, cayley, movable, attempt }: DirectIsland,
  { batch, bodies }: DirectJoint,
  o: number,
  J: Float64Array,
  first: number,
): void {
  const { h } = attempt;
  const { rows: d, columns } = batch;
  const w = o + turnsAt(columns);
  let sum = 0;
  let size = 0;
  let pivot = -1;
  let isMixed = false;
  for (let c = 0; c < columns; c++) {
    const body = bodies[c];
    if (body >= movable || d[w + c] === 0) continue;
    sum += d[w + c];
    size += Math.abs(d[w + c]);
    if (cayley[body] === 0) isMixed = true;
    else if (pivot < 0) pivot = c;
  }
  if (pivot < 0) return;
  const isDifference = Math.abs(sum) <= ROUNDING * size;
  // Driven against a body that turns exactly: no factors keep momentum but 1.
  if (isDifference && isMixed) return;
  const tP = isDifference ? (h * u[3 * bodies[pivot] + 2]) / 2 : 0;
  for (let c = isDifference ? pivot + 1 : pivot; c < columns; c++) {
    const body = bodies[c];
    if (body >= movable || cayley[body] === 0 || d[w + c] === 0) continue;
    const t = (h * u[3 * body + 2]) / 2;
    halfTurns[0] = t;
    halfTurns[1] = tP;
    writeTurnShare();
    const more = d[w + c] * (halfTurns[0] - 1);
    J[first + 3 * c + 2] += more;
    if (isDifference) J[first + 3 * pivot + 2] -= more;
  }
}
