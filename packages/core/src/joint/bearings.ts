import type { Kind } from '../coordinates/coordinate';
import { BEARING, FRICTION_LOAD, LOCK_ROW, LOCK_SOFT, S_IMPULSE } from '../coordinates/law-fields';
import { P_FLAGS, P_IMPULSE_X, P_IMPULSE_Y, P_LOCK_ROW, V_X, V_Y } from '../coordinates/point-fields';
import { FLAGS, LOCK_IMPULSE } from '../coordinates/scalar';
import type { JointBatch } from './joint-batch';

/** Sum of the squares of the impulses in the locks of a joint. An array: a double that is returned would be allocated. */
const load2 = new Float64Array(1);

/** The load on a bearing or slide: size of the impulse that the joint's own length and point locks gave in the last pass. */
export function prepareBearings(batch: JointBatch): void {
  const { active, activeCount, rows, stride, laws, lawsStride } = batch;
  const { coordinates } = batch.type;
  for (let i = 0; i < activeCount; i++) {
    const j = active[i];
    load2[0] = 0;
    for (const { kind, at, law } of coordinates)
      addLoad(kind, rows, j * stride + at, laws, j * lawsStride + law, load2);
    const load = Math.sqrt(load2[0]);
    for (const { kind, at, law } of coordinates) {
      if (kind.scalar && rows[j * stride + at + FLAGS] & BEARING) laws[j * lawsStride + law + FRICTION_LOAD] = load;
    }
  }
}

/** Adds to sum[0] the square of the impulse that a lock last gave, rigid or soft; one on an angle loads no bearing. */
export function addLoad(
  { scalar, unit }: Kind,
  d: Float64Array,
  o: number,
  w: Float64Array,
  p: number,
  sum: Float64Array,
): void {
  if (unit === 'angle') return;
  if (scalar) {
    const x = d[o + FLAGS] & LOCK_SOFT ? w[p + LOCK_ROW + S_IMPULSE] : d[o + LOCK_IMPULSE];
    sum[0] += x * x;
  } else if (d[o + P_FLAGS] !== 0) {
    const soft = (d[o + P_FLAGS] & LOCK_SOFT) !== 0;
    const x = soft ? w[p + P_LOCK_ROW + V_X] : d[o + P_IMPULSE_X];
    const y = soft ? w[p + P_LOCK_ROW + V_Y] : d[o + P_IMPULSE_Y];
    sum[0] += x * x + y * y;
  }
}
