import { kktOfTies } from '../island/island-space';
import type { DirectIsland } from '../island/island-system';
import { areTied, writeTies } from './bent-axes';
import { areBent, writeBends } from './bent-curves';

/**
 * Before a factorisation: takes bodies and rows together where axes or curves tie bodies to each other. False of a flock in which some do: each
 * of its islands has to go alone.
 */
export function tieBodies(island: DirectIsland): boolean {
  const { axes, curves, parts } = island;
  if (axes.length === 0 && curves.length === 0) return true;
  if (island.kkt === island.kktOfTies) island.kkt = null;
  if (island.kkt === null) {
    if (!areTied(island) && !areBent(island)) return true;
    if (parts.count > 1) return false;
    island.kkt = island.kktOfTies ??= kktOfTies(island);
  }
  writeTies(island, island.kkt);
  writeBends(island, island.kkt);
  return true;
}
