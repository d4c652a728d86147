import type { BodyStore } from '../../state/body-store';
import { MOTOR_MASS } from '../../coordinates/laws/law-fields';
import { isCappedServo } from '../../coordinates/laws/motor';
import { FLAGS, INVERSE_MASS } from '../../coordinates/scalar';
import type { StepContext } from '../../coordinates/step-context';
import { beginServo, endServo } from '../../iterative/servos';
import { zero } from '../../math/short-arrays';
import { solve } from '../factor/ldlt';
import { factoriseIsland } from '../factor/redundant-rows';
import { putBack, setAside, weighByMass } from '../impacts/project';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { measureHinges } from '../hinges/hinge-impulses';
import { decideRow } from '../rows/row-laws';
import { POSITION } from '../rows/row-modes';

/** Servos with a cap in the direct step: what they know of what they move comes from the factor. */

export function beginServos({ coordinates }: DirectIsland, { pose, motion }: BodyStore): void {
  for (let i = 0; i < coordinates.length; i++) {
    if (!isServoWithCap(coordinates[i])) continue;
    const { joint, spec } = coordinates[i];
    joint.batch.measure(joint.slot, pose);
    beginServo(joint.batch, joint.slot, spec, motion);
  }
}

export function endServos({ coordinates }: DirectIsland, { pose, motion }: BodyStore): void {
  for (let i = 0; i < coordinates.length; i++) {
    if (!isServoWithCap(coordinates[i])) continue;
    const { joint, spec } = coordinates[i];
    joint.batch.measure(joint.slot, pose);
    endServo(joint.batch, joint.slot, spec, motion);
  }
}

/** A servo to whose rate the others leave a smaller share of its freedom has none of its own. */
const REDUNDANT = 1e-5;

/**
 * What each servo moves while all that holds, and the other servos, hold: of the inverse of S = J M⁻¹ Jᵀ of those rows its own number on the diagonal is
 * the effective mass. It may hang on ropes and loops.
 */
export function weighServos(island: DirectIsland, store: BodyStore, ctx: StepContext): void {
  const { coordinates, lawRows, held, mode, system, dImpulse: x, attempt } = island;
  measureHinges(island, island.start);
  weighByMass(island, store);
  setAside(island);
  for (let k = 0; k < lawRows.length; k++) held[lawRows[k]] = mode[lawRows[k]] === POSITION ? 0 : 1;
  for (let i = 0; i < coordinates.length; i++) if (canMove(coordinates[i])) held[coordinates[i].row] = 0;
  const { redundant } = attempt;
  factoriseIsland(island, null);
  for (let i = 0; i < coordinates.length; i++) {
    const { joint, o, p, row } = coordinates[i];
    if (!canMove(coordinates[i])) continue;
    zero(x);
    x[row] = 1;
    solve(system.factor, x);
    if (x[row] * REDUNDANT * joint.batch.rows[o + INVERSE_MASS] < 1) joint.batch.laws[p + MOTOR_MASS] = 1 / x[row];
  }
  zero(x);
  putBack(island);
  attempt.redundant = redundant;
  for (let i = 0; i < coordinates.length; i++) if (canMove(coordinates[i])) decideRow(island, coordinates[i], ctx);
}

/** True of a servo with a cap whose row takes part in the step. */
function canMove(c: DirectCoordinate): boolean {
  return isServoWithCap(c) && c.joint.batch.rows[c.o + INVERSE_MASS] > 0;
}

function isServoWithCap({ joint, scalar, o }: DirectCoordinate): boolean {
  return scalar && isCappedServo(joint.batch.rows[o + FLAGS] | 0);
}
