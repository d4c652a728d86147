import type { BodyStore } from '../../body/body-store';
import { readPoses } from '../begin-step';
import { factoriseIsland } from '../factor/redundant-rows';
import type { DirectIsland } from '../island/island-system';
import { measureGradient } from '../motion/measure-rows';
import { measurePins } from '../pins/pins';

/** The gradient where bodies were put without a step. */
export function measureHere(island: DirectIsland, store: BodyStore): void {
  readPoses(island, store, island.end);
  for (const group of island.pins) measurePins(group, island.end, island.system.jacobian);
  measureGradient(island, store.pose);
}

/** A factor of that. */
export function factoriseHere(island: DirectIsland, store: BodyStore): void {
  measureHere(island, store);
  factoriseIsland(island, null);
}
