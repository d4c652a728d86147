import { solveHingeAngle } from './angle';
import { type CoordinateRecords, INDEX } from './coordinate';
import { solvePoints } from './points/point';
import { FLAGS } from './scalar';
import type { StepContext } from './step-context';

/** A coordinate of a joint: where its record lies, and its number among those of the joint. */
interface Place {
  readonly at: number;
  readonly index: number;
}

/** Solves angles and points joint by joint, as plain-point.ts does, where points have other laws than a rigid lock. */
export function solveHinges(
  batch: CoordinateRecords,
  angle: Place,
  point: Place,
  v: Float64Array,
  ctx: StepContext,
): void {
  const { rows: d, laws: w, bodies, active, activeCount, stride } = batch;
  ctx.setUnit(true);
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = (j * stride) & INDEX;
    const g = r + angle.at;
    if (d[g + FLAGS] !== 0) {
      const p = batch.lawsAt(j, angle.index);
      solveHingeAngle(d, r, g, w, p, v, bodies[2 * j], bodies[2 * j + 1], ctx);
    }
    solvePoints(batch, point.at, point.index, v, ctx, i, i + 1);
  }
}
