import { OMEGA, VX, VY } from '../state/body-store';
import type { JointBatch } from '../batches/joint-batch';
import type { CoordinateRecords, CoordinateUnit, ScalarKind } from './coordinate';
import { ARC, BETA, FLAGS, SCALAR_SIZE, VALUE } from './scalar';
import type { StepContext } from './step-context';
import { angleSum, lengthSum } from './sum';
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
    prepareArc,
  };
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
