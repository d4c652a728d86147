import { copy, zero } from '../../math/short-arrays';
import type { DirectIsland } from '../island/island-system';
import { factoriseKkt, type KktSystem, solveKktRows } from './kkt-system';
import type { Factor } from './factor';
import { isNearlySingular, isPartSingular, solve } from './ldlt';
import { isRate, POSITION, SOFT } from '../rows/row-modes';
import { factoriseRows, FLOOR_OF_LOOPS, type RowSystem } from './row-system';

/**
 * Rows of loops may be redundant: then some combinations of them move nothing. What is asked along those is rounding, what Newton has yet
 * to do, or a contradiction, and only the floor ε of the factor answers it: by impulses that held a weld and a hinge apart with 10³ N where
 * 50 N acted. With
 *
 *   E = (S + εD)⁻¹ εD      1 along what moves nothing, and some 10⁻⁷ along all else,
 *
 * x − E x is what the rows bear of an answer x, and εD E x what of the question no impulse can do.
 */

/** A smaller pivot, relative to its diagonal, may be of redundant rows. */
const NEARLY_SINGULAR = 1e-3;

/**
 * Floor of the rows that drive, motors and friction, in loops: of a contradiction with rows that hold, they have the larger part by that.
 * It is theirs for good, and the next iteration's is the smaller for it: in the end rows that hold have none.
 */
const FLOOR_OF_DRIVES = 1e-5;

/** While what rows that hold yield to rows that drive falls to this share an iteration, there is less to come. */
const STILL_FALLING = 0.5;

/** Factorises bodies and rows together in `kkt`, or rows alone, and notes whether they are redundant. */
export function factoriseIsland(island: DirectIsland, kkt: KktSystem | null): void {
  const { system, weight, softness, held, passes, stats, attempt } = island;
  if (system.canBeRedundant) writeFloor(island);
  if (kkt === null) factoriseRows(system, weight, softness, held, passes);
  else factoriseKkt(kkt, system, weight, softness, held, attempt);
  stats.factorisations++;
  if (system.canBeRedundant && isRedundant((kkt ?? system).factor)) attempt.redundant = true;
}

/** The floor of each row; hinges never drive. */
function writeFloor({ system, lawRows, mode }: DirectIsland): void {
  const { floor } = system;
  for (let k = 0; k < lawRows.length; k++)
    floor[lawRows[k]] = isRate(mode[lawRows[k]]) ? FLOOR_OF_DRIVES : FLOOR_OF_LOOPS;
}

/** True if some rows of the factor move nothing, or next to it. */
export function isRedundant(factor: Factor): boolean {
  return isNearlySingular(factor, NEARLY_SINGULAR);
}

/** Where some rows drive, those that hold ask again for all they want: what drives is to give way to them, in the end for all. */
export function askForAll({ mode, held, dImpulse, yielded, attempt }: DirectIsland): void {
  attempt.driven = false;
  for (let row = 0; row < mode.length && !attempt.driven; row++) attempt.driven = isRate(mode[row]) && held[row] === 0;
  if (!attempt.driven) return;
  for (let row = 0; row < mode.length; row++) {
    if (mode[row] !== POSITION) continue;
    dImpulse[row] -= yielded[row] / attempt.h;
    yielded[row] = 0;
  }
}

/**
 * Takes out of the increments what rows do not bear, and of the impulses what they hold against each other; moves what is asked by what
 * no impulse can do.
 */
export function leaveRedundant(island: DirectIsland): void {
  const { system, kkt, held, mode, impulse, dImpulse, du, yielded, pressed, isAngle, borne, strain, attempt } = island;
  const { compliance } = system;
  for (let row = 0; row < borne.length; row++) {
    borne[row] = dImpulse[row];
    strain[row] = mode[row] === SOFT ? 0 : impulse[row];
  }
  bear(system, kkt, held, borne);
  if (kkt !== null) takeFrom(du, kkt);
  bear(system, kkt, held, strain);
  let most = 0;
  for (let row = 0; row < borne.length; row++) {
    dImpulse[row] -= borne[row];
    strain[row] += dImpulse[row];
    if (mode[row] !== POSITION && !isRate(mode[row])) continue;
    const undone = attempt.h * compliance[row] * borne[row];
    yielded[row] -= undone;
    const size = Math.abs(undone) * (isAngle[row] === 1 ? attempt.lengthUnit : 1);
    const whole = Math.abs(yielded[row]) * (isAngle[row] === 1 ? attempt.lengthUnit : 1);
    if (whole > attempt.tolerance) pressed[row] = yielded[row] < 0 ? 1 : -1;
    if (mode[row] === POSITION && size > most) most = size;
  }
  attempt.contested = attempt.driven && most > attempt.tolerance && most < STILL_FALLING * attempt.yielded;
  attempt.yielded = most;
  bear(system, kkt, held, strain);
  if (kkt !== null) takeFrom(du, kkt);
  for (let row = 0; row < strain.length; row++) dImpulse[row] -= strain[row];
}

/** Takes out of impulses of the rows, as they were solved for without bodies, what they do not bear: of a batch of islands in parts that are redundant. */
export function leaveUnborne({ system, held, strain, parts }: DirectIsland, x: Float64Array): void {
  for (let part = 0; part < parts.count; part++)
    if (parts.count === 1 || isPartSingular(system.factor, part, NEARLY_SINGULAR)) parts.redundant[part] = 1;
  for (let pass = 0; pass < 2; pass++) {
    for (let part = 0, row = 0; part < parts.count; part++)
      for (const end = row + parts.rows; row < end; row++) strain[row] = parts.redundant[part] === 1 ? x[row] : 0;
    bear(system, null, held, strain);
    for (let row = 0; row < x.length; row++) x[row] -= strain[row];
  }
}

/** x becomes E x. */
function bear(system: RowSystem, kkt: KktSystem | null, held: Uint8Array, x: Float64Array): void {
  const { compliance } = system;
  for (let row = 0; row < x.length; row++) x[row] = held[row] === 1 ? 0 : x[row] * compliance[row];
  if (kkt === null) solve(system.factor, x);
  else solveKktRows(kkt, x);
}

/** Of bodies and rows together a solution of the rows has moved bodies along. */
function takeFrom(du: Float64Array, { bodyPlace, x }: KktSystem): void {
  for (let b = 0; b < bodyPlace.length; b++) for (let k = 0; k < 3; k++) du[3 * b + k] -= x[bodyPlace[b] + k];
}

/** What is asked of rows that hold: their gaps, and what is left open, but for what no impulse can do. */
export function moveTargets(island: DirectIsland): void {
  const { target, gap, yielded } = island;
  copy(gap, target);
  for (let row = 0; row < target.length; row++) target[row] += yielded[row];
}

/** Begins anew with what is asked. */
export function askAgain({ yielded, pressed, target, gap, attempt }: DirectIsland): void {
  attempt.yielded = Infinity;
  attempt.contested = false;
  zero(yielded);
  zero(pressed);
  copy(gap, target);
}

/** True if other rows forbid what a row is asked: whatever is behind it pushes as hard as it can. */
export function isContradicted({ yielded, isAngle, attempt }: DirectIsland, row: number): boolean {
  return (
    attempt.redundant && Math.abs(yielded[row]) * (isAngle[row] === 1 ? attempt.lengthUnit : 1) > attempt.tolerance
  );
}
