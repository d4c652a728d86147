import { kktOfTies } from '../island/island-space';
import type { DirectIsland } from '../island/island-system';
import { areTied, writeTies } from './bent-axes';
import { areBent, writeBends } from './bent-curves';
import { areWholeBent, writeWholeBends } from './bent-joints';
import type { TrialPoses } from './move-bodies';

/**
 * Before a factorisation: takes bodies and rows together where axes, curves or rows of one's own tie bodies to each other. False of a batch of islands in which some do: each
 * of its islands has to go alone.
 */
export function tieBodies(island: DirectIsland, poses: TrialPoses): boolean {
  const { axes, curves, others, parts } = island;
  if (axes.length === 0 && curves.length === 0 && others.length === 0) return true;
  // Once an attempt serves.
  if (parts.factorisations[0] === 1) for (let i = 0; i < others.length; i++) others[i].knowsBends = false;
  if (island.kkt === island.kktOfTies) island.kkt = null;
  if (island.kkt === null) {
    if (!areTied(island) && !areBent(island) && !areWholeBent(island, poses)) return true;
    if (parts.count > 1) return false;
    island.kkt = island.kktOfTies ??= kktOfTies(island);
  }
  writeTies(island, island.kkt);
  writeBends(island, island.kkt);
  writeWholeBends(island, island.kkt, poses);
  return true;
}
