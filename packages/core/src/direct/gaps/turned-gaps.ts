import { P_FLAGS } from '../../coordinates/points/point-fields';
import { GAP_X } from '../../joint/batch/record';
import type { DirectCoordinate, DirectIsland } from '../island/island-system';
import { TURN_AX, TURN_AY, TURN_BX, TURN_BY } from '../pins/pin-groups';
import { measurePins } from '../pins/pins';
import { actsAtAnchors, isHeldOpen } from '../points/point-arms';

/*
 * Where free bodies hold a point open, its impulses act half way between the anchors, as in the iterative step: at the anchors that are apart
 * they would be a couple as well, and change the angular momentum. What acts there keeps the length of the gap, and lets it turn along:
 *
 *   C₁ − C₀ = t × ((1 − θ) C₀ + θ C₁),   t = h (ωA + ωB)/2
 *
 * On ground a gap is held in the axes of the world, which bears the moment.
 */

/** Notes whether a free island holds points open; of those both rows are held. */
export function findTurnedGaps({ joints, gap, target, before, attempt }: DirectIsland): void {
  for (let i = 0; i < joints.length; i++) {
    const { coordinates } = joints[i];
    for (let k = 0; k < coordinates.length; k++) {
      const { scalar, row } = coordinates[k];
      if (scalar || (gap[row] === 0 && gap[row + 1] === 0)) continue;
      attempt.turnsGaps = true;
      for (let r = row; r < row + 2; r++) gap[r] = target[r] = before[r];
    }
  }
}

/** True where projections let pins act half way as well: in loops that hang on nothing, what joints leave of each other's gaps is no rounding. */
export function actsInTheMiddle({ attempt, grounded, system }: DirectIsland): boolean {
  return attempt.turnsGaps || (!grounded && system.canBeRedundant);
}

/** Measures the pins at the poses `q`: arms and frames of their records, and where their impulses act. */
export function measureArms(island: DirectIsland, q: Float64Array): void {
  const { pins, system } = island;
  const isBetween = actsInTheMiddle(island);
  for (let i = 0; i < pins.length; i++) {
    const { batch, points } = pins[i];
    measurePins(pins[i], q, system.jacobian);
    if (!isBetween) continue;
    for (let k = 0; k < points.length; k++) {
      const { r } = points[k].joint;
      // Points that are not held open, too: closing the gaps beside them leaves some of theirs.
      moveToMiddle(island, points[k].row, batch.rows, r + GAP_X);
    }
  }
}

/** The same of locks of points that are no pins, whose gradient was measured at their anchors. */
export function moveLocksToMiddle(island: DirectIsland): void {
  const { others } = island;
  if (others.length === 0 || !actsInTheMiddle(island)) return;
  for (let i = 0; i < others.length; i++) {
    const { batch, r, coordinates } = others[i];
    const { rows: d } = batch;
    for (let k = 0; k < coordinates.length; k++) {
      const { scalar, row, o } = coordinates[k];
      if (!scalar && actsAtAnchors(island, row, d[o + P_FLAGS] | 0)) moveToMiddle(island, row, d, r + GAP_X);
    }
  }
}

/** Half of the gap at d[i] from the anchors of the point at `row`. */
function moveToMiddle({ system }: DirectIsland, row: number, d: Float64Array, i: number): void {
  const { entryStart, jacobian: J } = system;
  const g = 3 * entryStart[row];
  const x = d[i];
  const y = d[i + 1];
  J[g + TURN_AX] += y / 2;
  J[g + TURN_BX] += y / 2;
  J[g + TURN_AY] -= x / 2;
  J[g + TURN_BY] -= x / 2;
}

/** What is asked of pins that are held open: by how far their gaps turn along with the velocities at hand. */
export function turnHeldGaps(island: DirectIsland): void {
  visitHeld(island, turnHeldGap);
}

/** Brings what `visitPins` has measured at the anchors of pins that are held open to where they act. */
export function actInTheMiddle(island: DirectIsland): void {
  visitHeld(island, bringToMiddle);
}

function visitHeld(island: DirectIsland, visit: (island: DirectIsland, pin: DirectCoordinate) => void): void {
  const { pins } = island;
  for (let i = 0; i < pins.length; i++) {
    const { points } = pins[i];
    for (let k = 0; k < points.length; k++) if (isHeldOpen(island, points[k].row)) visit(island, points[k]);
  }
}

function turnHeldGap({ u, gap, lag, target, yielded, attempt }: DirectIsland, { row, joint }: DirectCoordinate): void {
  const { h, theta } = attempt;
  const { bodies } = joint;
  const t = (h * (u[3 * bodies[0] + 2] + u[3 * bodies[1] + 2])) / 2;
  const s = theta * t;
  const scale = t / (1 + s * s);
  lag[row] = -scale * (gap[row + 1] + s * gap[row]);
  lag[row + 1] = scale * (gap[row] - s * gap[row + 1]);
  for (let r = row; r < row + 2; r++) target[r] = gap[r] + lag[r] + yielded[r];
}

/** A gap as it stands half way: handed from call to call it would be allocated. */
const turned = new Float64Array(2);

function bringToMiddle(island: DirectIsland, { row, joint }: DirectCoordinate): void {
  const { gap, lag, impulse, residual, attempt } = island;
  const { bodies } = joint;
  turned[0] = gap[row] + attempt.theta * lag[row];
  turned[1] = gap[row + 1] + attempt.theta * lag[row + 1];
  const moment = (turned[0] * impulse[row + 1] - turned[1] * impulse[row]) / 2;
  moveToMiddle(island, row, turned, 0);
  residual[3 * bodies[0] + 2] += moment;
  residual[3 * bodies[1] + 2] += moment;
}
