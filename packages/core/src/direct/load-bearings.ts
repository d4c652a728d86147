import { BEARING, FRICTION_LOAD } from '../coordinates/law-fields';
import { FLAGS } from '../coordinates/scalar';
import { addLoad } from '../joint/bearings';
import { DIRECT_STEP } from '../joint/record';
import type { DirectIsland } from './island-system';

const load2 = new Float64Array(1);

/** Stores, for friction that follows the load, the force in the joint's own locks over the last step. */
export function loadBearings({ coordinates }: DirectIsland): void {
  for (let i = 0; i < coordinates.length; i++) {
    const { spec, o, p, joint } = coordinates[i];
    const { rows: d, laws: w, lawsStride } = joint.batch;
    if (!spec.kind.scalar || !(d[o + FLAGS] & BEARING)) continue;
    load2[0] = 0;
    for (let k = 0; k < joint.coordinates.length; k++) {
      const other = joint.coordinates[k];
      addLoad(other.spec.kind, d, other.o, w, other.p, load2);
    }
    w[p + FRICTION_LOAD] = Math.sqrt(load2[0]) / w[joint.slot * lawsStride + DIRECT_STEP];
  }
}
