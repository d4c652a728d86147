import { BEARING, FRICTION_LOAD } from '../coordinates/law-fields';
import { P_IMPULSE_X, P_IMPULSE_Y } from '../coordinates/point-fields';
import { FLAGS, LOCK_IMPULSE } from '../coordinates/scalar';
import type { DirectIsland } from './island-system';
import { DIRECT_STEP } from '../joint/record';

/** Stores, for friction that follows the load, the force in the joint's own locks over the last step. */
export function loadBearings({ coordinates }: DirectIsland): void {
  for (let i = 0; i < coordinates.length; i++) {
    const { spec, o, p, joint } = coordinates[i];
    const { rows: d, laws: w, lawsStride } = joint.batch;
    if (!spec.kind.scalar || !(d[o + FLAGS] & BEARING)) continue;
    let square = 0;
    for (let k = 0; k < joint.coordinates.length; k++) {
      const other = joint.coordinates[k];
      const x = other.spec.kind.scalar
        ? other.spec.kind.unit === 'length'
          ? d[other.o + LOCK_IMPULSE]
          : 0
        : d[other.o + P_IMPULSE_X];
      const y = other.spec.kind.scalar ? 0 : d[other.o + P_IMPULSE_Y];
      square += x * x + y * y;
    }
    w[p + FRICTION_LOAD] = Math.sqrt(square) / w[joint.slot * lawsStride + DIRECT_STEP];
  }
}
