import type { DirectPart } from '../simulation/parts';
import { DirectIslands } from './direct-islands';

/**
 * The direct step, for `new World({ parts: [direct] })`: joints that do not stretch at any mass ratio, motion of second order whose
 * energy is kept. The `World` of `@tenon/core` has it unless it is told otherwise.
 */
export const direct: DirectPart = {
  name: 'direct',
  create: (lengthUnit, fast) => new DirectIslands(lengthUnit, fast),
};
