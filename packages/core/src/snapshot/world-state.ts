import type { SimulationSettings } from '../simulation/world-defaults';

/** Everything of a world that is neither in the arrays nor a handle. Plain numbers and words. */
export interface WorldState extends Readonly<Omit<SimulationSettings, 'gravityX' | 'gravityY'>> {
  readonly time: number;
  readonly lastStep: number;
  readonly lastSubstep: number;
  /** Substep that rigid locks still hold by, s, where that is another. */
  readonly lockSubstep?: number;
  /** Frame time not yet stepped by `advance`, s. */
  readonly frameTime: number;
  /** How many ids were given so far. */
  readonly bodyCount: number;
  readonly jointCount: number;
  readonly gravity: readonly [x: number, y: number];
  /** Islands that 'auto' solves directly, by their place in the list, where `directBudget` left no room for all. */
  readonly chosen?: readonly number[];
}
