import { OMEGA, VX, VY } from '../body/body-store';
import { axis } from './axis';
import type { CoordinateRecords, ScalarKind } from './coordinate';
import { ARC, FLAGS, SA, SB, UX, UY, VALUE } from './scalar';
import type { StepContext } from './step-context';

/** C(q moved by h·v) − C(q) − h·J·v of the rows of two bodies, by measuring at the moved pose and back. */
function prepareArc(batch: CoordinateRecords, at: number, v: Float64Array, ctx: StepContext): void {
  const { rows: d, bodies, active, activeCount, stride } = batch;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const o = j * stride + at;
    if (d[o + FLAGS] === 0) continue;
    const a = bodies[2 * j];
    const b = bodies[2 * j + 1];
    const now = d[o + VALUE];
    const rate =
      d[o + UX] * (v[b + VX] - v[a + VX]) +
      d[o + UY] * (v[b + VY] - v[a + VY]) +
      d[o + SA] * v[a + OMEGA] +
      d[o + SB] * v[b + OMEGA];
    batch.measure(j, ctx.movedPose);
    const moved = d[o + VALUE];
    batch.measure(j, ctx.pose);
    d[o + ARC] = moved - now - ctx.h * rate;
  }
}

/** A length along, or across, a curve of body A: an axis that changes its direction with the place. */
export const along = { ...axis, kind: 'path', prepareArc } as const satisfies ScalarKind;
