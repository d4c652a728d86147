import { P_FLAGS } from '../../coordinates/points/point-fields';
import { FLAGS } from '../../coordinates/scalar';
import type { DirectIsland } from './island-system';

/** Reads the flags of all coordinates together, and those of each part: the laws of the others beside which it is stepped are nothing to it. */
export function readLaws({ coordinates, parts, attempt }: DirectIsland): void {
  attempt.laws = 0;
  for (let part = 0, i = 0; part < parts.count; part++) {
    let laws = 0;
    for (const end = i + parts.coordinates; i < end; i++) {
      const { joint, scalar, o } = coordinates[i];
      laws |= joint.batch.rows[o + (scalar ? FLAGS : P_FLAGS)];
    }
    parts.laws[part] = laws;
    attempt.laws |= laws;
  }
}
