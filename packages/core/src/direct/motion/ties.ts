import { kktOfTies } from '../island/island-space';
import type { DirectIsland } from '../island/island-system';
import { areWholeBent, writeWholeBends } from './bent-joints';
import type { TrialPoses } from './move-bodies';

/** Before a factorisation: takes bodies and rows together where rows of one's own tie bodies to each other. */
export function tieBodies(island: DirectIsland, poses: TrialPoses): void {
  const { others, parts } = island;
  if (others.length === 0) return;
  // Once an attempt serves.
  if (parts.factorisations[0] === 1) for (let i = 0; i < others.length; i++) others[i].knowsBends = false;
  if (island.kkt === island.kktOfTies) island.kkt = null;
  if (island.kkt === null) {
    if (!areWholeBent(island, poses)) return;
    island.kkt = island.kktOfTies ??= kktOfTies(island);
  }
  writeWholeBends(island, island.kkt, poses);
}
