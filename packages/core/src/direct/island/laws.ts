import { P_FLAGS } from '../../coordinates/points/point-fields';
import { FLAGS } from '../../coordinates/scalar';
import type { DirectIsland } from './island-system';

/** Flags of all coordinates together. */
export function lawsOf(island: DirectIsland): number {
  return lawsFrom(island, 0, island.coordinates.length);
}

/** The same of a part: the laws of those beside which it is stepped are nothing to it. */
export function lawsOfPart(island: DirectIsland, part: number): number {
  const { attempt, parts } = island;
  if (parts.count === 1) return attempt.laws;
  return lawsFrom(island, part * parts.coordinates, (part + 1) * parts.coordinates);
}

function lawsFrom({ coordinates }: DirectIsland, from: number, end: number): number {
  let laws = 0;
  for (let i = from; i < end; i++) {
    const { joint, scalar, o } = coordinates[i];
    laws |= joint.batch.rows[o + (scalar ? FLAGS : P_FLAGS)];
  }
  return laws;
}
