import { OMEGA, VX, VY } from '../state/body-store';
import { axis, lift } from './axis';
import { kindFrom, type CoordinateRecords, type ScalarKind } from './coordinate';
import { ARC, CORRECTION, FLAGS, SA, SB, SCALAR_SIZE, UX, UY, VALUE } from './scalar';
import type { StepContext } from './step-context';

/** cos² of the turn of a direction, 0.7 rad, up to which an arc is one: what turns more has gone round a bend, where another law holds. */
const LEAST_COS2 = 0.585;

/** Direction of a row before it is measured elsewhere: doubles handed to calls would be allocated. */
const former = new Float64Array(2);

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
    keepDirection(d, o);
    batch.measure(j, ctx.movedPose);
    const moved = d[o + VALUE];
    const turns = hasTurned(d, o);
    batch.measure(j, ctx.pose);
    d[o + ARC] = turns ? 0 : moved - now - ctx.h * rate;
  }
}

/** A record as it was measured last, while it is measured elsewhere. */
let kept = new Float64Array(0);

/** Round a corner a correction does not turn. */
function liftCorrection(batch: CoordinateRecords, at: number, v: Float64Array, q: Float64Array): void {
  const { rows: d, bodies, active, activeCount, stride } = batch;
  if (kept.length < stride) kept = new Float64Array(stride);
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    const r = j * stride;
    const o = r + at;
    if (d[o + CORRECTION] === 0) continue;
    for (let k = 0; k < stride; k++) kept[k] = d[r + k];
    keepDirection(d, o);
    batch.measure(j, q);
    const turns = hasTurned(d, o);
    for (let k = 0; k < stride; k++) d[r + k] = kept[k];
    if (turns) d[o + CORRECTION] = 0;
    else lift(d, r, o, v, bodies[2 * j], bodies[2 * j + 1], q);
  }
}

function keepDirection(d: Float64Array, o: number): void {
  former[0] = d[o + UX];
  former[1] = d[o + UY];
}

/** True if the row as it is now has another direction than the one that was kept. */
function hasTurned(d: Float64Array, o: number): boolean {
  const ux = former[0];
  const uy = former[1];
  const along = ux * d[o + UX] + uy * d[o + UY];
  const sizes = (ux * ux + uy * uy) * (d[o + UX] * d[o + UX] + d[o + UY] * d[o + UY]);
  return !(along > 0 && along * along > LEAST_COS2 * sizes);
}

/** A length along, or across, a curve of body A: an axis that changes its direction with the place. */
export const along: ScalarKind<'length'> = /* @__PURE__ */ kindFrom(axis, {
  kind: 'path',
  size: SCALAR_SIZE,
  prepareArc,
  liftCorrection,
});
