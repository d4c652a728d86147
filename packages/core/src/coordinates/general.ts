import { INV_INERTIA, OMEGA, VX, VY, X, Y } from '../state/body-store';
import type { JointBatch } from '../batches/joint-batch';
import type { CoordinateRecords, CoordinateUnit, ScalarKind } from './coordinate';
import { ARC, BETA, CORRECTION, FLAGS, SCALAR_SIZE, VALUE } from './scalar';
import type { StepContext } from './step-context';
import { angleSum, give, lengthSum, solveSums, warmStart } from './sum';
import { JACOBIAN, SUM_COLUMN } from './sum-fields';

/**
 * One row of a joint with any Jacobian over up to `slots` bodies: solved as a sum is. Its record has room for as many columns, so that a
 * joint may have several such rows.
 */
export function generalRow<U extends CoordinateUnit>(
  slots: number,
  unit: U,
  isRate = false,
  lengths?: number,
): ScalarKind<U> {
  const solved = unit === 'angle' ? angleSum : lengthSum;
  return {
    ...solved,
    kind: 'general',
    unit,
    isRate,
    isGauged: true,
    ...(lengths === undefined ? {} : { lengths }),
    size: SCALAR_SIZE + SUM_COLUMN * slots,
    solve: (batch, at, index, v, ctx) => solveSums(batch, at, index, v, ctx, solved.unit, true),
    warmStart: warmStartLifted,
    keepMomentum,
    liftCorrection,
    prepareArc,
  };
}

/** The correction comes back along the row as it is now. */
function warmStartLifted(batch: CoordinateRecords, at: number, v: Float64Array): void {
  const { rows: d, columns, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const r = active[i] * stride;
    if (d[r + at + CORRECTION] === 0) continue;
    give(batch, r, r + at, active[i] * columns, v);
    d[r + at + CORRECTION] = 0;
  }
  warmStart(batch, at, v);
}

/** Takes the correction back along the row as it was, before it is measured where its bodies are now. */
function liftCorrection(batch: CoordinateRecords, at: number, v: Float64Array): void {
  const { rows: d, columns, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const first = active[i] * columns;
    const r = active[i] * stride;
    const o = r + at;
    if (d[o + CORRECTION] === 0) continue;
    d[o + CORRECTION] *= -1;
    give(batch, r, o, first, v);
    d[o + CORRECTION] *= -1;
  }
}

/** Share of its moments up to which a row turns its bodies as a whole by nothing. */
const NO_MOMENT = 1e-9;

/** At the new places a row that turned nothing as a whole would: what it is amiss by goes to those that turn least easily. */
function keepMomentum(
  batch: CoordinateRecords,
  at: number,
  v: Float64Array,
  q: Float64Array,
  { h }: StepContext,
): void {
  const { rows: d, bodies, columns, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const first = active[i] * columns;
    const o = active[i] * stride + at;
    if (d[o + CORRECTION] === 0) continue;
    let moment = 0;
    let size = 0;
    let amiss = 0;
    let inertia = 0;
    for (let c = 0; c < columns; c++) {
      const b = bodies[first + c];
      const g = o + JACOBIAN + 3 * c;
      const x = q[b + X] * d[g + 1];
      const y = q[b + Y] * d[g];
      const moved = h * (v[b + VX] * d[g + 1] - v[b + VY] * d[g]);
      amiss += moved;
      moment += x - y - moved + d[g + 2];
      size += Math.abs(x) + Math.abs(y) + Math.abs(d[g + 2]);
      inertia += 1 / v[b + INV_INERTIA];
    }
    if (inertia === Infinity || Math.abs(moment) > NO_MOMENT * size) continue;
    for (let c = 0; c < columns; c++)
      d[o + JACOBIAN + 3 * c + 2] -= amiss / (inertia * v[bodies[first + c] + INV_INERTIA]);
  }
}

let kept = new Float64Array(256);

/** How far each row leaves its tangent, of all rows of a joint by one measurement at the moved pose; the record is put back as it was. */
function prepareArc(records: CoordinateRecords, at: number, v: Float64Array, ctx: StepContext): void {
  const batch = records as JointBatch;
  const { lawful, coordinates, rows: d, bodies, columns, active, activeCount, stride } = batch;
  if (lawful[0].at !== at) return;
  const first = coordinates[0].at;
  const size = stride - first;
  if (kept.length < size) kept = new Float64Array(size);
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = j * stride;
    for (let k = 0; k < size; k++) kept[k] = d[r + first + k];
    batch.measure(j, ctx.movedPose);
    for (let c = 0; c < lawful.length; c++) kept[lawful[c].at - first + ARC] = d[r + lawful[c].at + VALUE];
    for (let k = 0; k < size; k++) d[r + first + k] = kept[k];
    for (let c = 0; c < lawful.length; c++) {
      const o = r + lawful[c].at;
      if (d[o + FLAGS] === 0) continue;
      let rate = d[o + BETA];
      for (let n = 0; n < columns; n++) {
        const b = bodies[j * columns + n];
        const g = o + JACOBIAN + 3 * n;
        rate += d[g] * v[b + VX] + d[g + 1] * v[b + VY] + d[g + 2] * v[b + OMEGA];
      }
      d[o + ARC] -= d[o + VALUE] + ctx.h * rate;
    }
  }
}
