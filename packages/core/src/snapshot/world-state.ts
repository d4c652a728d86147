import type { SolverChoice } from '../joint/joint';
import type { Breaking } from '../world/world-options';

/** Everything of a world that is neither in the arrays nor a handle. Plain numbers and words. */
export interface WorldState {
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
  readonly substeps: number;
  readonly directSubsteps: number | 'auto';
  readonly solver: SolverChoice;
  readonly tolerance: number;
  readonly directBudget: number;
  readonly breaking: Breaking;
  readonly sleeping: boolean;
  readonly sleepSpeed: number;
  readonly sleepAfter: number;
  readonly fixedStep: number;
  readonly maxCatchUp: number;
  readonly maxCorrectionSpeed: number;
  /** Islands that 'auto' solves directly, by their place in the list, where `directBudget` left no room for all. */
  readonly chosen?: readonly number[];
}
