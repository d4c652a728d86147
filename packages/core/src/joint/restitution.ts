import type { BodyStore } from '../body/body-store';
import { isStiffened } from '../body/stiffen-masses';
import {
  ACCELERATION,
  LIMITS_BOUNCE,
  LIMITS_SUM,
  LOCK,
  LOWER_APPROACH,
  LOWER_BOUND,
  MET_IN,
  RESTITUTION,
  STOPS_HIT,
  UPPER_APPROACH,
  UPPER_BOUND,
} from '../coordinates/law-fields';
import { isHeld } from '../coordinates/lock';
import { P_SUM_X } from '../coordinates/point-fields';
import { LOCK_SUM, VALUE } from '../coordinates/scalar';
import type { StepContext } from '../coordinates/step-context';
import { LEAST_APPROACH, rateAfter } from '../coordinates/stops';
import type { JointBatch } from './joint-batch';
import type { JointType } from './joint-type';
import {
  A,
  addRow,
  beginRows,
  factoriseRows,
  giveRow,
  impulse,
  MOST_ROWS,
  owner,
  rate,
  readRate,
  rows,
} from './row-block';

/**
 * After the last relax: a stop that was met in this step throws back `restitution` of the rate it met, once. It is solved
 * as one block with the locks of its joint: a hinge would else take back what its stop gives, three quarters of it at the
 * end of a rod. The impulses count in the reactions and are not warm started. Where a body weighs more for this step, the rate is not
 * what it would have been, and nothing is thrown back: a light slider between heavy ones and its stops gained without end.
 */
export function restituteBatch(batch: JointBatch, bodies: BodyStore, ctx: StepContext): void {
  for (let i = 0; i < batch.activeCount; i++) {
    const j = batch.active[i];
    if (!listRows(batch, j, ctx) || isAnyStiffened(batch, j, bodies)) continue;
    for (let row = 0; row < rows; row++) {
      readRate(batch, j, row, bodies.motion);
      impulse[row] = target[row] - rate[0];
    }
    factoriseRows(batch, j, bodies.motion);
    solveRows();
    if (pushesApart()) applyRows(batch, j, bodies.motion);
  }
}

function isAnyStiffened(batch: JointBatch, j: number, bodies: BodyStore): boolean {
  for (let c = 0; c < batch.columns; c++) if (isStiffened(bodies, batch.bodies[j * batch.columns + c])) return true;
  return false;
}

/** Of each row the rate that is asked for, and which way it pushes (±1 from a stop, 0 of a lock). */
const target = new Float64Array(MOST_ROWS);
const way = new Int8Array(MOST_ROWS);

/** Lists the rows of slot `j`: rigid locks with rate 0, stops with what they throw back. True if there is one of those. */
function listRows(batch: JointBatch, j: number, ctx: StepContext): boolean {
  const { rows: d, laws: w, type, stride, lawsStride } = batch;
  const r = j * stride;
  beginRows(batch);
  let found = false;
  const first = firstPass(d, w, type, r, j * lawsStride);
  for (let c = 0; c < type.coordinates.length; c++) {
    const { kind, at, law } = type.coordinates[c];
    const flags = d[r + at + kind.flagsAt] | 0;
    if (rows + kind.rowCount > MOST_ROWS) break;
    way[rows] = target[rows] = 0;
    if (flags & LIMITS_BOUNCE) {
      if (readStop(d, r + at, w, j * lawsStride + law, rows, kind.unit === 'angle', first, ctx)) found = true;
    }
    if (way[rows] === 0 && !isHeld(flags)) continue;
    for (let k = 0; k < kind.rowCount; k++) {
      if (!kind.scalar) way[rows] = target[rows] = 0;
      addRow(batch, j, c, k);
    }
  }
  return found;
}

/**
 * The pass in which a stop of the joint was met first, 0 if none was. One met later may owe its approach to the first, which has not
 * thrown back yet: it is left to the next step.
 */
function firstPass(d: Float64Array, w: Float64Array, type: JointType, r: number, p: number): number {
  let first = 0;
  for (let c = 0; c < type.coordinates.length; c++) {
    const { kind, at, law } = type.coordinates[c];
    if (!(d[r + at + kind.flagsAt] & LIMITS_BOUNCE)) continue;
    const met = w[p + law + MET_IN];
    if (met > 0 && (first === 0 || met < first)) first = met;
  }
  return first;
}

/**
 * Rate that a stop throws back, if it pushed in this step and was met fast enough; forgets it. Where the bound is still some way off, or
 * passed, the rate there is the one that it would have left the bound with.
 */
function readStop(
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  row: number,
  isAngle: boolean,
  first: number,
  { lengthUnit }: StepContext,
): boolean {
  const hit = w[p + STOPS_HIT] | 0;
  const approach = hit & 1 ? w[p + LOWER_APPROACH] : hit & 2 ? w[p + UPPER_APPROACH] : 0;
  const met = w[p + MET_IN];
  w[p + LOWER_APPROACH] = w[p + UPPER_APPROACH] = w[p + MET_IN] = 0;
  if (met !== first || !(approach > LEAST_APPROACH * (isAngle ? 1 : lengthUnit))) return false;
  way[row] = hit & 1 ? 1 : -1;
  const bound = w[p + (hit & 1 ? LOWER_BOUND : UPPER_BOUND)];
  target[row] = way[row] * rateAfter(w[p + RESTITUTION] * approach, w[p + ACCELERATION], d[o + VALUE] - bound);
  return true;
}

/** Solves A · impulse = impulse by its factors; redundant rows get none. */
function solveRows(): void {
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < row; k++) impulse[row] -= A[row * MOST_ROWS + k] * impulse[k];
  for (let row = rows - 1; row >= 0; row--) {
    const pivot = A[row * MOST_ROWS + row];
    let sum = pivot > 0 ? impulse[row] / pivot : 0;
    for (let k = row + 1; k < rows; k++) sum -= A[k * MOST_ROWS + row] * impulse[k];
    impulse[row] = pivot > 0 ? sum : 0;
  }
}

function pushesApart(): boolean {
  for (let row = 0; row < rows; row++) if (way[row] * impulse[row] < 0) return false;
  return true;
}

function applyRows(batch: JointBatch, j: number, v: Float64Array): void {
  const { rows: d, laws: w, type, stride, lawsStride } = batch;
  for (let row = 0; row < rows; row++) {
    const { kind, at, law } = type.coordinates[owner[row]];
    const o = j * stride + at;
    const p = j * lawsStride + law;
    giveRow(batch, j, row, v);
    kind.scaleImpulses(d, o, w, p, 0);
    if (!kind.scalar) d[o + P_SUM_X + (row > 0 && owner[row - 1] === owner[row] ? 1 : 0)] += impulse[row];
    else if (way[row] === 0 && d[o + kind.flagsAt] & LOCK) d[o + LOCK_SUM] += impulse[row];
    else w[p + LIMITS_SUM] += impulse[row];
  }
}
