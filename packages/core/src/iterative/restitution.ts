import { FORGET } from '../coordinates/coordinate';
import { type BodyStore } from '../state/body-store';
import { isStiffened } from './stiffen-masses';
import { LEAST_APPROACH, rateAfter } from '../coordinates/laws/approach';
import {
  ACCELERATION,
  LIMITS_BOUNCE,
  LOWER_APPROACH,
  LOWER_BOUND,
  RESTITUTION,
  STOPS_HIT,
  UPPER_APPROACH,
  UPPER_BOUND,
} from '../coordinates/laws/law-fields';
import { isHeld } from '../coordinates/laws/holding';
import { AT_LOWER, AT_TOOTH, AT_UPPER, pushesTo, MET, MET_LOWER, MET_UPPER } from '../coordinates/laws/stop-fields';
import { VALUE } from '../coordinates/scalar';
import type { StepContext } from '../coordinates/step-context';
import type { JointBatch } from '../batches/joint-batch';
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
} from '../batches/row-block';
import type { CoordinateSpec } from '../joint/joint-type';

/** By how much the rate of each row is to change. */
const change = new Float64Array(MOST_ROWS);

/**
 * After the last relax: a limit that was met in this step leaves with `restitution` times the rate at which it was met, once; with the locks of its joint
 * it is one block, because a hinge would take back three quarters of what is thrown off at the end of a rod. The impulses count in the
 * reactions and are not warm started, nor is what met the limit: that would be thrown back in the next pass. Where a body weighs more for this step, the rate is not
 * what it would have been, and nothing is thrown back.
 */
export function restituteBatch(batch: JointBatch, store: BodyStore, ctx: StepContext): void {
  const { active, activeCount, coordinates } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    let isMet = false;
    for (let c = 0; c < coordinates.length; c++) if (wasMet(batch, j, coordinates[c])) isMet = true;
    if (!isMet) continue;
    if (!isAnyStiffened(batch, j, store)) leaveLimits(batch, j, store.motion, ctx);
    forgetApproaches(batch, j);
  }
}

function wasMet(batch: JointBatch, j: number, { kind, at, index }: CoordinateSpec): boolean {
  const { rows: d, laws: w, stride } = batch;
  if (!kind.scalar || d[j * stride + at + kind.flagsAt] === 0) return false;
  return (w[batch.lawsAt(j, index) + STOPS_HIT] & MET) !== 0;
}

function isAnyStiffened(batch: JointBatch, j: number, store: BodyStore): boolean {
  for (let c = 0; c < batch.columns; c++) if (isStiffened(store, batch.bodies[j * batch.columns + c])) return true;
  return false;
}

/** The limits of joint `j` that were met, and its locks, as one block. */
function leaveLimits(batch: JointBatch, j: number, v: Float64Array, ctx: StepContext): void {
  const { coordinates, rows: d, stride } = batch;
  beginRows(batch);
  for (let c = 0; c < coordinates.length; c++) if (wasMet(batch, j, coordinates[c])) addLimit(batch, j, c, v, ctx);
  if (rows === 0) return;
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at } = coordinates[c];
    if (!isHeld(d[j * stride + at + kind.flagsAt] | 0) || rows + kind.rowCount > MOST_ROWS) continue;
    for (let k = 0; k < kind.rowCount; k++) {
      addRow(batch, j, c, k);
      readRate(batch, j, rows - 1, v);
      change[rows - 1] = -rate[0];
    }
  }
  factoriseRows(batch, j, v);
  solveRows();
  for (let row = 0; row < rows; row++) giveRow(batch, j, row, v);
  forgetImpulses(batch, j);
}

/** Adds the row of a limit that was met, if it is to leave at another rate. */
function addLimit(batch: JointBatch, j: number, c: number, v: Float64Array, ctx: StepContext): void {
  const { kind, at, index } = batch.coordinates[c];
  const { rows: d, laws: w, stride } = batch;
  const o = j * stride + at;
  const p = batch.lawsAt(j, index);
  const hit = w[p + STOPS_HIT] | 0;
  const isLower = (hit & MET_LOWER) !== 0;
  const isLimit = isLower || (hit & MET_UPPER) !== 0;
  const stop = isLower ? AT_LOWER : isLimit ? AT_UPPER : AT_TOOTH;
  const isHit = isLimit && d[o + kind.flagsAt] & LIMITS_BOUNCE && hit & (isLower ? AT_LOWER : AT_UPPER);
  const approach = isHit ? w[p + (isLower ? LOWER_APPROACH : UPPER_APPROACH)] : 0;
  const isThrown = approach > LEAST_APPROACH * (kind.unit === 'angle' ? 1 : ctx.lengthUnit);
  // Where the bound is still some way off, or passed, the rate there is the one that it would have left the bound with.
  const room = d[o + VALUE] - w[p + (isLower ? LOWER_BOUND : UPPER_BOUND)];
  const leaves = isThrown ? rateAfter(w[p + RESTITUTION] * approach, w[p + ACCELERATION], room) : 0;
  addRow(batch, j, c, 0);
  readRate(batch, j, rows - 1, v);
  // What spends the room that is left keeps its rate.
  const isComing = leaves === 0 && pushesTo(stop, w, p) * rate[0] <= 0;
  change[rows - 1] = isComing ? 0 : pushesTo(stop, w, p) * leaves - rate[0];
}

/** Solves the block that `factoriseRows` has left in A. */
function solveRows(): void {
  for (let row = 0; row < rows; row++) {
    impulse[row] = change[row];
    for (let m = 0; m < row; m++) impulse[row] -= A[row * MOST_ROWS + m] * impulse[m];
  }
  for (let row = rows - 1; row >= 0; row--) {
    const pivot = A[row * MOST_ROWS + row];
    impulse[row] = pivot > 0 ? impulse[row] / pivot : 0;
    for (let m = row + 1; m < rows; m++) impulse[row] -= A[m * MOST_ROWS + row] * impulse[m];
  }
}

/** What the joint gave in this step is no load. */
function forgetImpulses(batch: JointBatch, j: number): void {
  const { coordinates, rows: d, laws: w, stride } = batch;
  for (let row = 0; row < rows; row++) {
    const { kind, at, index } = coordinates[owner[row]];
    kind.scaleImpulses(d, j * stride + at, w, batch.lawsAt(j, index), FORGET);
  }
}

function forgetApproaches(batch: JointBatch, j: number): void {
  const { coordinates, rows: d, laws: w, stride } = batch;
  for (let c = 0; c < coordinates.length; c++) {
    const { kind, at, index } = coordinates[c];
    const p = batch.lawsAt(j, index);
    if (!kind.scalar || d[j * stride + at + kind.flagsAt] === 0) continue;
    w[p + STOPS_HIT] = w[p + STOPS_HIT] & ~MET;
    if (d[j * stride + at + kind.flagsAt] & LIMITS_BOUNCE) w[p + LOWER_APPROACH] = w[p + UPPER_APPROACH] = 0;
  }
}
