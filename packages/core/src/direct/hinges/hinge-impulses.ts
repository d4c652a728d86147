import { INDEX } from '../../coordinates/coordinate';
import { COS, SIN, X, Y } from '../../state/body-store';
import { P_IMPULSE_X, P_IMPULSE_Y, P_SUM_X, P_SUM_Y } from '../../coordinates/points/point-fields';
import {
  ARM_AX,
  ARM_AY,
  ARM_BX,
  ARM_BY,
  GAP_X,
  GAP_Y,
  LOCAL_AX,
  LOCAL_AY,
  LOCAL_BX,
  LOCAL_BY,
  MOMENT_A,
  MOMENT_B,
  PEAK_FORCE,
  SUM_X,
  SUM_Y,
} from '../../state/record';
import type { Attempt, DirectIsland } from '../island/island-system';
import {
  JACOBIAN,
  HINGE,
  HINGE_END,
  type HingeGroup,
  POINT,
  POSE_A,
  POSE_B,
  RECORD,
  ROW,
  TURN_AX,
  TURN_AY,
  TURN_BX,
  TURN_BY,
} from './hinge-groups';

/** What hinges (hinge-groups.ts) take from their records as a step begins, and bring back as it ends. */

/** Impulses of the last step, and anchors for the passes. */
export function readHinges({ hinges, impulse }: DirectIsland, anchors: Float64Array): void {
  for (let i = 0, at = 0; i < hinges.length; i++) at = readGroup(hinges[i], impulse, anchors, at);
}

/** The anchors of the first hinge go to `at`; returns where those of the next group go. */
function readGroup({ batch, table }: HingeGroup, impulse: Float64Array, anchors: Float64Array, at: number): number {
  const { rows: d } = batch;
  for (let k = 0; k < table.length; k += HINGE, at += 4) {
    const r = table[k + RECORD] & INDEX;
    const o = table[k + POINT] & INDEX;
    const row = table[k + ROW] & INDEX;
    anchors[at] = d[r + LOCAL_AX];
    anchors[at + 1] = d[r + LOCAL_AY];
    anchors[at + 2] = d[r + LOCAL_BX];
    anchors[at + 3] = d[r + LOCAL_BY];
    impulse[row] = d[o + P_IMPULSE_X];
    impulse[row + 1] = d[o + P_IMPULSE_Y];
  }
  return at;
}

/** Brings impulses, read-outs and frames into the records, as the passes have left them. */
export function bookHinges({ hinges, impulse, system, hingeEnds, attempt }: DirectIsland): void {
  for (let i = 0, at = 0; i < hinges.length; i++)
    at = bookGroup(hinges[i], impulse, system.jacobian, hingeEnds, at, attempt);
}

function bookGroup(
  { batch, table }: HingeGroup,
  impulse: Float64Array,
  J: Float64Array,
  ends: Float64Array,
  at: number,
  { h }: Attempt,
): number {
  const { rows: d } = batch;
  const perStep = 1 / h;
  for (let k = 0; k < table.length; k += HINGE, at += HINGE_END) {
    const r = table[k + RECORD] & INDEX;
    const o = table[k + POINT] & INDEX;
    const row = table[k + ROW] & INDEX;
    const g = table[k + JACOBIAN] & INDEX;
    const px = impulse[row];
    const py = impulse[row + 1];
    const force = Math.sqrt(px * px + py * py) * perStep;

    d[r + MOMENT_A] += ends[at];
    d[r + MOMENT_B] += ends[at + 1];
    d[o + P_IMPULSE_X] = px;
    d[o + P_IMPULSE_Y] = py;
    d[o + P_SUM_X] += px;
    d[o + P_SUM_Y] += py;
    d[r + SUM_X] += px;
    d[r + SUM_Y] += py;
    if (force > d[r + PEAK_FORCE]) d[r + PEAK_FORCE] = force;
    d[r + ARM_AX] = -J[g + TURN_AY];
    d[r + ARM_AY] = J[g + TURN_AX];
    d[r + ARM_BX] = J[g + TURN_BY];
    d[r + ARM_BY] = -J[g + TURN_BX];
    d[r + GAP_X] = ends[at + 2];
    d[r + GAP_Y] = ends[at + 3];
  }
  return at;
}

/** Adds the moments of impulses by the gradient `J` to what was booked. */
export function addHingeMoments({ hinges }: DirectIsland, impulse: Float64Array, J: Float64Array): void {
  for (let i = 0; i < hinges.length; i++) addMomentsOfGroup(hinges[i], impulse, J);
}

function addMomentsOfGroup({ batch, table }: HingeGroup, impulse: Float64Array, J: Float64Array): void {
  const { rows: d } = batch;
  for (let k = 0; k < table.length; k += HINGE) {
    const r = table[k + RECORD] & INDEX;
    const g = table[k + JACOBIAN] & INDEX;
    const row = table[k + ROW] & INDEX;
    const px = impulse[row];
    const py = impulse[row + 1];
    d[r + MOMENT_A] += J[g + TURN_AX] * px + J[g + TURN_AY] * py;
    d[r + MOMENT_B] += J[g + TURN_BX] * px + J[g + TURN_BY] * py;
  }
}

/** Adds what a projection gave to what was booked: `impulse`. */
export function bookProjected({ hinges, attempt }: DirectIsland, impulse: Float64Array, projected: Float64Array): void {
  for (let i = 0; i < hinges.length; i++) bookProjectedOfGroup(hinges[i], impulse, projected, attempt);
}

function bookProjectedOfGroup(
  { batch, table }: HingeGroup,
  impulse: Float64Array,
  projected: Float64Array,
  { h }: Attempt,
): void {
  const { rows: d } = batch;
  const perStep = 1 / h;
  for (let k = 0; k < table.length; k += HINGE) {
    const r = table[k + RECORD];
    const o = table[k + POINT];
    const row = table[k + ROW];
    const x = impulse[row] + projected[row];
    const y = impulse[row + 1] + projected[row + 1];
    const force = Math.sqrt(x * x + y * y) * perStep;
    d[o + P_SUM_X] += projected[row];
    d[o + P_SUM_Y] += projected[row + 1];
    d[r + SUM_X] += projected[row];
    d[r + SUM_Y] += projected[row + 1];
    if (force > d[r + PEAK_FORCE]) d[r + PEAK_FORCE] = force;
  }
}

/** Turns at the poses `q`, and frames of the records. */
export function measureHinges({ hinges, system }: DirectIsland, q: Float64Array): void {
  for (let i = 0; i < hinges.length; i++) measureGroup(hinges[i], q, system.jacobian);
}

function measureGroup({ batch, table }: HingeGroup, q: Float64Array, J: Float64Array): void {
  const { rows: d } = batch;
  for (let k = 0; k < table.length; k += HINGE) {
    const r = table[k + RECORD];
    const sA = table[k + POSE_A];
    const sB = table[k + POSE_B];
    const g = table[k + JACOBIAN];
    const rAx = q[sA + COS] * d[r + LOCAL_AX] - q[sA + SIN] * d[r + LOCAL_AY];
    const rAy = q[sA + SIN] * d[r + LOCAL_AX] + q[sA + COS] * d[r + LOCAL_AY];
    const rBx = q[sB + COS] * d[r + LOCAL_BX] - q[sB + SIN] * d[r + LOCAL_BY];
    const rBy = q[sB + SIN] * d[r + LOCAL_BX] + q[sB + COS] * d[r + LOCAL_BY];
    J[g + TURN_AX] = d[r + ARM_AY] = rAy;
    d[r + ARM_AX] = rAx;
    J[g + TURN_AY] = -rAx;
    d[r + ARM_BY] = rBy;
    J[g + TURN_BX] = -rBy;
    J[g + TURN_BY] = d[r + ARM_BX] = rBx;
    d[r + GAP_X] = q[sB + X] - q[sA + X] + rBx - rAx;
    d[r + GAP_Y] = q[sB + Y] - q[sA + Y] + rBy - rAy;
  }
}
